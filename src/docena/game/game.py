"""The game: what library users, records, screens and servers work with.

>>> game = Game.new("classic", players=2, stock=10, seed=7)
>>> game.board.mover
2
>>> game.legal_moves()[-5:]
['HW-4', 'HW>1', 'HW>2', 'HW>3', 'HW>4']
>>> game.why_not("H7>1")
'Building pile 1 needs a 1, not a 7.'
>>> game.play("HW>1")
>>> game.play("H7-3")
>>> game.board.mover, game.log
(1, ['HW>1', 'H7-3'])
>>> game.undo()
'H7-3'
>>> from docena.core.cards import cards_text
>>> cards_text(game.view(2).hand(2)), cards_text(game.view(1).hand(2))
('7 9 11 12', '? ? ? ?')
>>> game.copy().hash() == game.hash()
True
"""

import threading
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Any, Protocol

import numpy as np

from docena.core.cards import cards_text
from docena.core.editions import Edition
from docena.core.errors import DocenaError, Refused
from docena.core.moves import FACES, in_text_order, move_text, moves_in
from docena.core.notation import is_chance, parse_chance, parse_move, shown
from docena.core.options import Options, choose_options
from docena.core.words import refused, worded
from docena.engine import step as engine
from docena.engine.board import AWAITED, Board
from docena.engine.positions.bare_table import empty_table
from docena.engine.positions.position import BadPosition
from docena.engine.positions.position_reader import read_position
from docena.engine.positions.position_table import dealt, has_unknown, table_of
from docena.engine.positions.position_writer import position_of, text_of
from docena.engine.rules.setup import draw_for_deal, next_seat
from docena.engine.rules.winning import CARD_POINTS, GAME_POINTS
from docena.engine.step import REFUSED, SEEN
from docena.engine.table import BLOCKED, MOVE, PLAYING, TABLE, WON, Tables, copy_of, new_pads, record_in
from docena.engine.view import View
from docena.engine.view_json import view_json, views_json
from docena.game.fair import FairChance, new_secret
from docena.game.fingerprint import fingerprint
from docena.game.undo import Past
from docena.narration.explain import why_not
from docena.narration.html_table import html_table
from docena.narration.screen import draw_table

_ENDS = {WON: "stock", BLOCKED: "blocked"}


class Chance(Protocol):
    """A source of chance: see `docena.game.fair`."""

    event: int

    def shuffle(self, cards: Sequence[int]) -> list[int]: ...

    def roll(self) -> int: ...

    def lot(self, n: int) -> int: ...


class _ThreadPads(threading.local):
    """The scratch pad of a thread: games need it only during a call."""

    def __init__(self) -> None:
        self.pads = new_pads(1)


_scratch = _ThreadPads()


class Game:
    """One game at one table, with all its cards: for the server only. Show players `view(seat)`."""

    def __init__(
        self, options: Options, deck: Sequence[int], first: int, chance: Chance | None = None, *, past: bool = True
    ) -> None:
        """Deals `deck`, top first. Without `chance` the game waits for `give` wherever the rules need chance.

        Without `past` the game is small, and may have to play some moves again to take back more than a few.
        """
        if not 1 <= first <= options.players:
            raise DocenaError(f"seat {first} cannot begin: there are {options.players} seats")
        if sorted(deck) != sorted(options.deck):
            raise DocenaError("the deck does not hold the cards of the edition")
        self.options = options
        self.first = first
        self.deck = list(deck)
        self.chance = chance
        self.log: list[str] = []
        self.first_drawn = False
        """Who begins was drawn by 2.1 to 2.3, not chosen."""
        self.revealed = False
        """Something hidden came to light by the last move: cards left the draw pile, a stock card was turned up, or
        there was a shuffle or a roll."""
        self._past = Past(short=not past)
        self.tables = empty_table(options)
        record_in(self.tables).first = first - 1
        _scratch.pads["cards"][0, : len(deck)] = deck
        engine.start(self.tables, 0, _scratch.pads)
        self._take_chance()

    @classmethod
    def new(
        cls,
        edition: Edition | str = "classic",
        players: int = 2,
        *,
        stock: int | None = None,
        short: bool = False,
        partners: bool | None = None,
        table: str = "strict",
        first: int | None = None,
        seed: int | None = None,
        chance: Chance | None = None,
    ) -> "Game":
        """A new game, shuffled and dealt; who begins is found by 2.1 to 2.3 unless `first` says it.

        The same `seed` gives the same game; without one, chance is fair and cannot be foreseen.
        """
        options = choose_options(edition, players, stock=stock, short=short, partners=partners, table=table)
        if chance is None:
            chance = FairChance(new_secret(), "game") if seed is None else FairChance.from_seed(seed)
        return cls.deal(options, chance, first)

    @classmethod
    def deal(cls, options: Options, chance: Chance, first: int | None = None, *, past: bool = True) -> "Game":
        """A new game with these options, shuffled and dealt; who begins is drawn unless `first` says it."""
        deck = chance.shuffle(options.deck)
        seat = first_seat(options, chance) + 1 if first is None else first
        game = cls(options, deck, seat, chance, past=past)
        game.first_drawn = first is None
        return game

    @classmethod
    def from_position(
        cls, text: str, *, seed: int | None = None, chance: Chance | None = None, edition: Edition | None = None
    ) -> "Game":
        """A game that goes on from a position, as one line of text (docs/position-format.md).

        With `seed` or a source of chance the game goes on by itself, and unknown cards are dealt at random from those
        that lie nowhere else; without, it waits for `give`, and all cards must be known. `edition` is one of your own.
        """
        chance = FairChance.from_seed(seed) if chance is None and seed is not None else chance
        position = read_position(text, edition)
        if has_unknown(position):
            if chance is None:
                raise BadPosition("unknown_cards")
            position = dealt(position, chance.shuffle)
        game = cls.at(table_of(position), position.options)
        game.chance = chance
        game._take_chance()
        return game

    @classmethod
    def at(cls, tables: Tables, options: Options) -> "Game":
        """A game at a table that is under way: nobody knows the deck that it was dealt from."""
        game = object.__new__(cls)
        game.options, game.first = options, int(record_in(tables).first) + 1
        game.deck, game.chance = [], None
        game.first_drawn = game.revealed = False
        game.log, game._past, game.tables = [], Past(short=False), tables
        return game

    def __str__(self) -> str:
        return draw_table(self.board, [str(seat) for seat in self.board.seats])

    def _repr_html_(self) -> str:
        return html_table(self.board)

    def __repr__(self) -> str:
        options = self.options
        return f"<Game {options.edition.name}, {options.players} players, {len(self.log)} lines>"

    # --- looking

    @property
    def board(self) -> Board:
        """Everything on the table, hidden cards too."""
        return Board(self.tables)

    def view(self, seat: int | None) -> View:
        """What a seat may know; None: what a spectator may."""
        self._check_seat(seat)
        return View(self.tables, seat, self.options)

    def position(self, score: Sequence[int] = (), goal: int = 0) -> str:
        """The whole table as one line of text (docs/position-format.md); `score` and `goal` are those of a match."""
        return text_of(position_of(self.tables, self.options, None, score, goal))

    def sight(self, seat: int | None) -> bytes:
        """The same with the seat's legal moves, as JSON to send: see `docena.engine.view_json`."""
        self._check_seat(seat)
        return view_json(self.tables, seat)

    def sights(self, seats: Iterable[int | None]) -> dict[int | None, bytes]:
        """The same for several seats at once: all of them look after every move."""
        return views_json(self.tables, seats)

    def _check_seat(self, seat: int | None) -> None:
        if seat is not None and not 1 <= seat <= self.options.players:
            raise DocenaError(f"there is no seat {seat}: the seats are 1 to {self.options.players}")

    def legal_numbers(self) -> list[int]:
        """All legal moves by number, ascending; at open tables with the acts of all seats."""
        pads = _scratch.pads
        engine.legal_moves(self.tables, 0, pads)
        return moves_in(pads["moves"][0].tolist())

    def legal_moves(self) -> list[str]:
        """All legal moves as text, in the order of a record's `legal`."""
        return [move_text(move) for move in in_text_order(self.legal_numbers())]

    def is_legal(self, number: int) -> bool:
        pads = _scratch.pads
        engine.legal_moves(self.tables, 0, pads)
        return bool(int(pads["moves"][0, number >> 6]) >> (number & 63) & 1)

    def why_not(self, move: str | int, lang: str = "en") -> str | None:
        """Why a move is not legal, as a sentence; None if it is."""
        number = _number(move)
        return None if self.is_legal(number) else why_not(self.board, number).said(lang)

    @property
    def mover(self) -> int:
        """Who moves now: the same as in `board`, without the cost of a board."""
        return int(self.tables["mover"][0]) + 1

    @property
    def turns(self) -> int:
        return int(self.tables["turns"][0])

    @property
    def over(self) -> bool:
        return int(self.tables["over"][0]) != PLAYING

    @property
    def awaits(self) -> str | None:
        """The chance event that `give` must supply next, if the game has no source of chance."""
        return AWAITED[int(self.tables["awaits"][0])]

    @property
    def result(self) -> dict[str, Any] | None:
        """How the game ended, in the words of a record; None while it goes on."""
        reason = _ENDS.get(int(self.tables["over"][0]))
        return None if reason is None else self.result_with(reason)

    def result_with(self, reason: str) -> dict[str, Any]:
        """The result as it stands, for a game that ends now for this reason."""
        table = record_in(self.tables)
        winners = [seat + 1 for seat in range(self.options.players) if int(table.winners) >> seat & 1]
        left = [int(n) for n in table.stock_n[: self.options.players]]
        others = sum(n for seat, n in enumerate(left, 1) if seat not in winners)
        points = GAME_POINTS + CARD_POINTS * others if winners else 0
        return {"reason": reason, "winners": winners, "stock": left, "points": points}

    # --- playing

    def play(self, move: str | int) -> None:
        """Makes a move, by text or number; `IllegalMove` says why it cannot be made."""
        number = _number(move)
        before = self.tables.tobytes()
        came = engine.try_move(self.tables, 0, number, _scratch.pads)
        if came == REFUSED:
            raise why_not(self.board, number)
        self._past.keep(len(self.log), before)
        self.revealed = bool(came & SEEN)
        self.log.append(move_text(number))
        if came & ~SEEN != MOVE:
            self._take_chance()

    def undo(self, moves: int = 1) -> str:
        """Takes back the last moves, with the chance that came after them; returns the text of the earliest."""
        own = (i for i in reversed(range(len(self.log))) if not is_chance(self.log[i]))
        at = next(islice(own, moves - 1, None), None)
        kept = None if at is None else self._past.back_to(at)
        if at is None or kept is None:
            raise DocenaError("there is no move to take back")
        move, chance = self.log[at], self.chance
        if chance is not None:
            chance.event -= sum(map(is_chance, self.log[at:]))
        start, position = kept
        again = self.log[start:at]
        del self.log[start:]
        self.tables = copy_of(np.frombuffer(position, TABLE))
        self.chance = None  # part of the lines that are replayed
        for line in again:
            (self.give if is_chance(line) else self.play)(line)
        self.chance = chance
        self.revealed = False
        return move

    def copy(self) -> "Game":
        """An independent game that continues from here, with no source of chance and nothing to undo."""
        twin = self.at(copy_of(self.tables), self.options)
        twin.deck, twin.first_drawn = self.deck, self.first_drawn
        twin.log, twin.revealed = list(self.log), self.revealed
        return twin

    def hash(self) -> str:
        """A fingerprint of the position: equal for equal positions, however they were reached."""
        return fingerprint(self.tables)

    # --- chance

    def chance_cards(self) -> list[int]:
        """The cards that the awaited shuffle or restock reorders, as they lie now."""
        pads = _scratch.pads
        n = engine.shuffle_cards(self.tables, 0, pads)
        cards: list[int] = pads["cards"][0, :n].tolist()
        return cards

    def give_order(self, order: Sequence[int]) -> None:
        """The outcome of the shuffle or restock that the game awaits, top first."""
        if self.awaits not in ("shuffle", "restock"):
            raise self._out_of_turn(worded("record", "an_order"))
        if sorted(order) != sorted(self.chance_cards()):
            raise refused("illegal", "record", "other_cards", cards=cards_text(sorted(self.chance_cards())))
        seat = f"{self.board.mover} " if self.awaits == "restock" else ""
        self.log.append(f"{self.awaits} {seat}{cards_text(order)}")
        pads = _scratch.pads
        pads["cards"][0, : len(order)] = order
        engine.give_order(self.tables, 0, pads)

    def give_roll(self, die: int) -> None:
        """The face that the awaited roll shows, 1 to 6."""
        if self.awaits != "roll":
            raise self._out_of_turn(worded("record", "a_roll"))
        if not 1 <= die < len(FACES):
            raise DocenaError(f"the die has no face number {die}")
        self.log.append(f"roll {FACES[die]}")
        engine.give_roll(self.tables, 0, die)

    def give(self, line: str) -> None:
        """Chance as a line of a record: `roll 5-8`, `shuffle 4 W 9`, `restock 2 5 W 1`."""
        came = parse_chance(line)
        if came.word != "roll" and not came.order:
            raise refused("illegal", "record", "no_order", line=shown(line))
        if self.awaits != came.word:
            raise self._out_of_turn(f"'{shown(line)}'")
        if came.word == "roll":
            self.give_roll(FACES.index(came.face))
            return
        if came.seat and came.seat != self.mover:
            raise refused("illegal", "record", "other_stock", seat=self.mover, other=came.seat)
        self.give_order(came.order)

    def _out_of_turn(self, came: str | Callable[[str], str]) -> Refused:
        awaited = self.awaits or worded("record", "a_move")
        return refused("illegal", "record", "awaits", awaited=awaited, came=came)

    def take_one_chance(self) -> None:
        """Supplies the chance event that the game awaits from its source of chance."""
        assert self.chance is not None
        if self.awaits == "roll":
            self.give_roll(self.chance.roll())
        else:
            self.give_order(self.chance.shuffle(self.chance_cards()))

    def _take_chance(self) -> None:
        while self.chance is not None and self.awaits is not None:
            self.take_one_chance()


def first_seat(options: Options, chance: Chance) -> int:
    """2.1, 2.3: the seat left of the dealer; where the edition has none, a seat by lot. Counted from 0."""
    if options.edition.first == "dealer":
        dealer, _ = draw_for_deal(options.deck, options.players, chance.shuffle)
        return next_seat(dealer, options.players)
    return chance.lot(options.players)


def _number(move: str | int) -> int:
    if isinstance(move, str):
        return parse_move(move).number
    move_text(int(move))
    return int(move)
