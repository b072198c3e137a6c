"""Reading a table record in the words of the rulebook; for full tables and for views alike."""

from typing import Any

from docena.core.cards import DOWN, UNKNOWN
from docena.core.moves import FACES
from docena.core.sizes import PLACES
from docena.engine.table import BLOCKED, MOVE, PLAYING, RESTOCK, ROLL, SHUFFLE, Tables, record_in

AWAITED = {MOVE: None, SHUFFLE: "shuffle", ROLL: "roll", RESTOCK: "restock"}


class Board:
    """What lies on a table. Seats and piles are numbered from 1, piles are listed top first."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.table: Any = record_in(tables)

    def __bytes__(self) -> bytes:
        return bytes(self.tables.tobytes())

    def _pile(self, top: int) -> list[int]:
        cards: list[int] = []
        if not top:
            return cards
        faces, below = self.table.card, self.table.below  # access to the record is slow: once, not once per card
        while top:
            card = int(faces[top])
            cards.append(UNKNOWN if card & DOWN and card & 15 == UNKNOWN else card & ~DOWN)
            top = int(below[top])
        return cards

    @property
    def players(self) -> int:
        return int(self.table.players)

    @property
    def seats(self) -> range:
        return range(1, self.players + 1)

    @property
    def open_table(self) -> bool:
        return bool(self.table.open)

    @property
    def turn(self) -> int:
        """Whose turn it is."""
        return int(self.table.turn) + 1

    @property
    def mover(self) -> int:
        """Who moves now: another than `turn` only while somebody plays out of turn (7.2)."""
        return int(self.table.mover) + 1

    @property
    def over(self) -> bool:
        return bool(self.table.over != PLAYING)

    @property
    def blocked(self) -> bool:
        """4.7: the game is over, and nobody has won."""
        return bool(self.table.over == BLOCKED)

    @property
    def awaits(self) -> str | None:
        """The chance that must come next: shuffle, roll, restock, or nothing."""
        return AWAITED[int(self.table.awaits)]

    def partner(self, seat: int) -> int | None:
        """6.1: the seat opposite."""
        return (seat - 1 + self.players // 2) % self.players + 1 if self.table.partners else None

    @property
    def partner_piles(self) -> bool:
        """Whether the partner's piles may be played (6.2)."""
        return bool(self.table.partner_piles)

    def hand_size(self, seat: int) -> int:
        return int(self.table.hand_n[seat - 1])

    def hand(self, seat: int) -> list[int]:
        """The cards of a hand, ascending; those that a view does not know are unknown."""
        cards = []
        for toll, word in enumerate(self.table.hand[seat - 1].tolist()):
            for kind in range(1, UNKNOWN + 1) if word else ():  # most decks have no tolls
                cards += [kind + 16 * toll] * (word >> (4 * kind) & 15)
        return sorted(cards, key=lambda card: (card & 15, card))

    def stock_size(self, seat: int) -> int:
        return int(self.table.stock_n[seat - 1])

    def stock(self, seat: int) -> list[int]:
        return self._pile(int(self.table.stock[seat - 1]))

    def stock_top(self, seat: int) -> int:
        """The face-up card of a stock pile; 0 for a finished one."""
        return int(self.table.card[self.table.stock[seat - 1]]) & ~DOWN

    def discard(self, seat: int, pile: int) -> list[int]:
        return self._pile(int(self.table.discard[seat - 1, pile - 1]))

    def discards(self, seat: int) -> list[list[int]]:
        return [self.discard(seat, pile) for pile in range(1, PLACES + 1)]

    def height(self, place: int) -> int:
        """The number that a building pile has reached; 0 for a free place."""
        return int(self.table.height[place - 1])

    def building(self, place: int) -> list[int]:
        return self._pile(int(self.table.building[place - 1]))

    @property
    def draw_size(self) -> int:
        return int(self.table.draw_n)

    @property
    def draw(self) -> list[int]:
        return self._pile(int(self.table.draw))

    @property
    def aside(self) -> list[int]:
        return self._pile(int(self.table.aside))

    def coins(self, seat: int) -> int:
        return int(self.table.coins[seat - 1])

    def beside(self, place: int) -> int:
        """The coins beside a building pile (9.4)."""
        return int(self.table.beside[place - 1])

    @property
    def has_die(self) -> bool:
        return bool(self.table.has_die)

    @property
    def has_coins(self) -> bool:
        return bool(self.table.has_coins)

    @property
    def die(self) -> str | None:
        """The face rolled in this turn."""
        return FACES[int(self.table.die)] or None

    @property
    def die_left(self) -> int:
        """How often the die can still be used in this turn."""
        return int(self.table.die_left)

    @property
    def toll(self) -> int:
        """The toll that must be settled before anything else (9.3)."""
        return int(self.table.toll)

    @property
    def must_follow(self) -> int | None:
        """The building pile on which a card must follow a stand-in (8.2, 9.1)."""
        return int(self.table.must) or None

    @property
    def plays_ended(self) -> bool:
        """A toll was not paid: only the closing discard is left (9.3)."""
        return bool(self.table.ended)

    @property
    def owed(self) -> int:
        """Draws that the mover owes at an open table (7.0)."""
        return int(self.table.owed)

    def penalised(self, seat: int) -> bool:
        """7.2: the seat's next regular turn is played without drawing."""
        return bool(int(self.table.penalised) >> (seat - 1) & 1)

    @property
    def moved(self) -> bool:
        """The mover has made a move in this turn."""
        return bool(self.table.moved)

    @property
    def turns(self) -> int:
        return int(self.table.turns)

    @property
    def moves(self) -> int:
        return int(self.table.moves)
