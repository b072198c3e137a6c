"""Fair chance for games between people: nobody can foresee it, and everybody can check it afterwards.

Before the deal the host commits to a secret (its SHA-256). Every seat may add a contribution of its own. All chance of
the game comes from HMAC-SHA256 under that secret over the game's id, the contributions and counters; when the game
ends the secret is opened, and anyone can compute every shuffle and roll again (`docena verify`).

Events are counted from 0, in the order in which they happen:

- event 0 shuffles the deck. Before it, the deck lies by toll (none first), then by kind (1 to 12, wild).
- If the proof says `drawn`, the next events find who begins. With a dealer (2.1) each round of drawing shuffles the
  same unshuffled deck, and the seats still in it, ascending, get its first cards; the seat left of the highest begins.
  With no dealer (2.3) one number below the number of players is the seat to begin, counted from 0.
- Then each `shuffle`, `roll` and `restock` of the log is one event. Before a `shuffle` the set-aside cards lie with the
  pile that was set aside last on top, each pile as it was built, its last card on top. Before a `restock` the face-down
  cards lie as they did, with the drawn card on top.

The numbers of event k are, block by block from 0, the 32-bit big-endian words of
`HMAC(secret, "docena 1\\n" + game id + "\\n" + contributions, in hex, joined by commas + "\\n" + k + "\\n" + block)`.
A number below n is `word mod n`, where words of `2**32 - 2**32 mod n` and more are skipped. A shuffle goes from the
last place of the pile, as it lay top first, to the second: the card there is exchanged with the one at the place
`number below (place + 1)`, places being counted from 0. A roll is `1 + number below 6`, in the order 1-4, 5-8, 9-12,
wild, 2, +1.
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterator, Sequence

from docena.core.errors import DocenaError

SECRET_BYTES = 128
"""More than the 562 bits needed to tell all deals of the largest deck apart."""
_WORDS = 1 << 32


def commitment(secret: bytes) -> str:
    """What is shown before the deal.

    >>> commitment(b"not very secret")[:16]
    '46d1a2125252deca'
    """
    return hashlib.sha256(secret).hexdigest()


def new_secret() -> bytes:
    return secrets.token_bytes(SECRET_BYTES)


class FairChance:
    """The chance of one game.

    >>> chance = FairChance(b"secret", "game 1", [b"Ana", b"Luis"])
    >>> chance.shuffle([1, 2, 3, 4, 5, 6])
    [6, 1, 2, 4, 3, 5]
    >>> FairChance(b"secret", "game 1", [b"Ana", b"Luis"]).shuffle([1, 2, 3, 4, 5, 6])
    [6, 1, 2, 4, 3, 5]
    """

    def __init__(self, secret: bytes, game: str, contributions: Sequence[bytes] = ()) -> None:
        if "\n" in game:
            raise DocenaError("the id of a game is one line of text")
        self.secret = secret
        self.game = game
        self.contributions = list(contributions)
        self.event = 0
        """How many shuffles, rolls and lots there have been; set it back to repeat them."""

    @classmethod
    def from_seed(cls, seed: int, game: int = 0) -> "FairChance":
        """The same chance each time: for examples and tests, not for games between people."""
        return cls(f"seed {seed}".encode(), f"game {game}")

    def proof(self, *, drawn: bool = True) -> dict[str, object]:
        """What a record carries, once the game is over, so that it can be verified.

        `drawn`: who begins was found by chance (2.1, 2.3), not chosen.
        """
        return {
            "drawn": drawn,
            "game": self.game,
            "commit": commitment(self.secret),
            "secret": self.secret.hex(),
            "contributions": [contribution.hex() for contribution in self.contributions],
        }

    def _words(self) -> Iterator[int]:
        """The numbers of the next event, which counts even if it needs none, as for a pile of one card."""
        self.event += 1
        return self._words_of(self.event - 1)

    def _words_of(self, event: int) -> Iterator[int]:
        shared = ",".join(contribution.hex() for contribution in self.contributions)
        block = 0
        while True:
            message = f"docena 1\n{self.game}\n{shared}\n{event}\n{block}".encode()
            digest = hmac.digest(self.secret, message, "sha256")
            for i in range(0, len(digest), 4):
                yield int.from_bytes(digest[i : i + 4], "big")
            block += 1

    def shuffle(self, cards: Sequence[int]) -> list[int]:
        """The cards in a random order, all orders equally likely.

        >>> chance = FairChance(b"secret", "game 1")
        >>> chance.shuffle([7]), chance.event
        ([7], 1)
        """
        words = self._words()
        order = list(cards)
        for i in range(len(order) - 1, 0, -1):
            j = _below(words, i + 1)
            order[i], order[j] = order[j], order[i]
        return order

    def roll(self) -> int:
        """The number of a face of the die, 1 to 6."""
        return 1 + _below(self._words(), 6)

    def lot(self, n: int) -> int:
        """A number from 0 to n - 1: a seat drawn by lot."""
        return _below(self._words(), n)


def _below(words: Iterator[int], n: int) -> int:
    limit = _WORDS - _WORDS % n
    return next(word for word in words if word < limit) % n
