"""Positions for the rule tests: decks arranged so that a situation arises, and events played as in a record.

Piles are written as text, top first: "7 W 12". Whatever is not named is filled with 12s, which fit nowhere until a
building pile has reached 11; so `H12-1` is the plain end of a turn.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import cycle, islice

from docena.core.cards import cards_text
from docena.core.editions import Edition
from docena.core.errors import IllegalMove
from docena.core.notation import card_code
from docena.core.options import choose_options
from docena.game.game import Game

FILLER = "12"
HAND = 5


def deal(
    edition: Edition | str = "classic",
    players: int = 2,
    *,
    stocks: Mapping[int, str] | None = None,
    hands: Mapping[int, str] | None = None,
    draw: str = "",
    spare: int = 40,
    stock: int = 2,
    first: int = 1,
    partners: bool | None = None,
    table: str = "strict",
) -> Game:
    """A game dealt from a deck of the cards named, with no source of chance.

    `stocks` are the stock piles, each filled up from below to the longest one, or to `stock` cards. The draw pile is
    the `hands` (each of five cards; seats in turn order, as far as the last one named), then `draw`, then as many
    12s as `spare` says.
    """
    piles = {seat: (stocks or {}).get(seat, "").split() for seat in range(1, players + 1)}
    size = max([stock if not stocks else 0] + [len(pile) for pile in piles.values()])
    turns = list(islice(cycle(piles), first - 1, first - 1 + players))
    filled = {seat: pile + [FILLER] * (size - len(pile)) for seat, pile in piles.items()}
    dealt = [filled[seat][depth] for depth in reversed(range(size)) for seat in turns]
    rest = _hands(hands or {}, turns) + draw.split() + [FILLER] * spare
    deck = dealt + rest
    options = choose_options(edition, players, stock=size, partners=partners, table=table, cards=dict(Counter(deck)))
    return Game(options, [card_code(card) for card in deck], first)


def _hands(hands: Mapping[int, str], turns: Sequence[int]) -> list[str]:
    drawn: list[str] = []
    for seat in turns[: max((turns.index(seat) + 1 for seat in hands), default=0)]:
        held = hands.get(seat, "").split()
        assert len(held) <= HAND, f"the hand of seat {seat} has more than five cards"
        drawn += held + [FILLER] * (HAND - len(held))
    return drawn


def play(game: Game, *events: str) -> Game:
    """Moves and chance, as in the log of a record."""
    for event in events:
        if event.split()[0] in ("roll", "shuffle", "restock"):
            game.give(event)
        else:
            game.play(event)
    return game


def climb(place: int, first: int, last: int) -> list[str]:
    """The moves that put these numbers of the hand on a building pile."""
    return [f"H{number}>{place}" for number in range(first, last + 1)]


def draws(seat: int, n: int = HAND) -> list[str]:
    """A seat's draws at an open table."""
    return [f"{seat}:draw"] * n


def hand(game: Game, seat: int) -> str:
    return cards_text(game.board.hand(seat))


def stock(game: Game, seat: int) -> str:
    return cards_text(game.board.stock(seat))


def discard(game: Game, seat: int, pile: int) -> str:
    return cards_text(game.board.discard(seat, pile))


def plays(game: Game) -> list[str]:
    """The legal moves that put something on a building pile."""
    return [move for move in game.legal_moves() if ">" in move]


def clause_against(game: Game, move: str) -> str | None:
    """The clause that forbids a move; None if it is legal."""
    try:
        game.copy().play(move)
    except IllegalMove as reason:
        return reason.clause
    return None


class Arranged:
    """Chance that was settled before: each shuffle brings the cards named next to the top."""

    def __init__(self, *tops: str, lot: int = 0) -> None:
        self.tops = list(tops)
        self.shuffled: list[list[int]] = []
        self._lot = lot
        self.event = 0

    def shuffle(self, cards: Sequence[int]) -> list[int]:
        self.shuffled.append(list(cards))
        top = [card_code(card) for card in self.tops.pop(0).split()]
        rest = list(cards)
        for card in top:
            rest.remove(card)
        return top + rest

    def roll(self) -> int:
        raise AssertionError("nobody rolls here")

    def lot(self, n: int) -> int:
        assert self._lot < n
        return self._lot
