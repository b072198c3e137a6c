"""Tables of every kind, and random games at them in which all chance is given explicitly."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np

from docena.core.cards import cards_text
from docena.core.editions import NAMES, edition
from docena.core.moves import FACES
from docena.core.options import Options, choose_options
from docena.engine.board import Board
from docena.engine.table import TABLE
from docena.game.game import Game

LONG = bool(os.environ.get("DOCENA_LONG"))
"""Whether the tests may take their time."""

STYLES = ("plays", "uniform", "rare", "mixed")
"""How random players play: see `choose`."""


@dataclass(frozen=True)
class Setting:
    """A kind of table: what `choose_options` takes."""

    edition: str
    players: int
    stock: int | None = None
    partners: bool = False
    table: str = "strict"
    deck: str = ""

    def __str__(self) -> str:
        partners = "-partners" if self.partners else ""
        stock = "" if self.stock is None else f"-stock{self.stock}"
        deck = f"-{self.deck}" if self.deck else ""
        return f"{self.edition}-{self.players}{partners}-{self.table}{stock}{deck}"

    def options(self) -> Options:
        return choose_options(
            self.edition,
            self.players,
            stock=self.stock,
            partners=self.partners,
            table=self.table,
            cards=DECKS[self.deck] if self.deck else None,
        )

    def deal(self, rng: Random) -> Game:
        """A new game, shuffled and begun by `rng`, that waits for `give` wherever it needs chance."""
        options = self.options()
        deck = options.deck
        rng.shuffle(deck)
        return Game(options, deck, rng.randint(1, options.players))


def _each(count: int, wilds: int) -> dict[str, int]:
    return {**{str(number): count for number in range(1, 13)}, "W": wilds}


DECKS: dict[str, dict[str, int]] = {
    "few": _each(1, 3),  # 15 cards: the draw pile runs dry, piles are completed, games are blocked
    "fewer": {"1": 3, "2": 2, "3": 2, "4": 2, "12": 2, "W": 1},  # hardly anything ever fits
    "low": {"1": 8, "2": 8, "3": 6, "W": 18},
    "wild": _each(1, 40),
    "all-wild": {"W": 60},
    "most": _each(18, 23),  # as many cards as a table holds
    "tolls": {
        **{f"{number}{toll}": 1 for number in range(1, 13) for toll in ("", "$", "$$", "$$$")},
        **dict.fromkeys(("W", "W$", "W$$", "W$$$"), 4),
    },
    "few-tolls": {**_each(1, 1), "1$": 1, "2$$": 1, "3$$$": 1, "12$": 1, "W$": 2, "W$$$": 1},
}
"""Decks of our own."""


def _printed_tables() -> Iterator[Setting]:
    """Every edition, number of players and kind of table, with stock piles from one card to the whole deck."""
    turn = 0
    for name in NAMES:
        facts = edition(name)
        for players in facts.players:
            huge = facts.deck_size // players
            for partners in (False, True):
                if partners and (players not in (4, 6) or facts.partners == "never"):
                    continue
                if not partners and facts.partners == "always":
                    continue
                for table in ("strict", "open") if facts.open_tables else ("strict",):
                    yield Setting(name, players, (None, 10, 3, 1, huge, 2, 5)[turn % 7], partners, table)
                    turn += 1


_OWN_TABLES = [
    Setting("classic", 2, 2, deck="few"),
    Setting("classic", 2, 2, table="open", deck="few"),
    Setting("classic", 4, 2, partners=True, table="open", deck="few"),
    Setting("classic", 4, 1, partners=True, deck="few"),
    Setting("classic", 3, 5, deck="few"),  # all cards are dealt
    Setting("deluxe", 3, 5, table="open", deck="few"),
    Setting("deluxe", 3, 2, deck="fewer"),
    Setting("deluxe", 3, 2, table="open", deck="fewer"),
    Setting("classic", 6, 2, partners=True, table="open", deck="fewer"),
    Setting("mod", 2, 3, deck="few"),
    Setting("mod", 2, 3, table="open", deck="few"),
    Setting("mod", 4, 2, partners=True, table="open", deck="few"),
    Setting("mod", 6, 2, partners=True, deck="few"),
    Setting("mod", 5, 3, table="open", deck="low"),
    Setting("tournament", 6, 2, partners=True, table="open", deck="few"),
    Setting("tournament", 4, 3, partners=True, deck="few"),
    Setting("classic", 3, 10, deck="wild"),
    Setting("mod", 4, 6, partners=True, table="open", deck="wild"),
    Setting("masters", 3, 8, deck="wild"),
    Setting("deluxe", 2, 20, deck="all-wild"),
    Setting("mod", 3, 15, table="open", deck="all-wild"),
    Setting("classic", 6, 30, deck="most"),
    Setting("classic", 2, 119, table="open", deck="most"),
    Setting("masters", 2, 10, deck="tolls"),
    Setting("masters", 4, 5, deck="tolls"),
    Setting("masters", 6, 3, deck="tolls"),
    Setting("masters", 2, 3, deck="few-tolls"),
    Setting("masters", 3, 2, deck="few-tolls"),
    Setting("masters", 5, 4, deck="few-tolls"),
]

SETTINGS = [*_printed_tables(), *_OWN_TABLES]


def chance_line(game: Game, rng: Random) -> str:
    """An outcome for the chance that the game awaits, as a line of a record."""
    if game.awaits == "roll":
        return f"roll {rng.choice(FACES[1:])}"
    cards = game.chance_cards()
    rng.shuffle(cards)
    seat = f" {game.board.mover}" if game.awaits == "restock" else ""
    return f"{game.awaits}{seat} {cards_text(cards)}"


def kind_of_move(move: str) -> str:
    """`H7>2` and `HW>1` are of one kind, `2:draw` and `3:draw`, `@2S>1` and `@3D4>1` ..."""
    if ":" in move:
        return move[2:8]
    if ">" in move:
        return move[0] + ">"
    return "R@" if move.startswith("R@") else move[-2] if len(move) > 1 else move


_FIRST = ("S>", "P>", "H>", "D>", "R>", "@>", "C>", "T")
_SLIPS = ("out", "object", "talk", "accuse")


def choose(rng: Random, moves: list[str], style: str) -> str:
    """A move for a random player.

    `plays` plays what it can and so finishes games; `uniform` takes any move; `rare` takes any kind of move, each kind
    as likely; `mixed` is one of these at a time.
    """
    if style == "mixed":
        style = rng.choice(("plays", "plays", "plays", "plays", "uniform", "rare"))
    if style == "plays":
        plays = [move for move in moves if kind_of_move(move) in _FIRST]
        quiet = [move for move in moves if kind_of_move(move) not in (*_SLIPS, "draw")]
        draws = [move for move in moves if kind_of_move(move) == "draw"]
        moves = plays or quiet or draws or moves
    if style == "rare":
        kind = rng.choice(sorted({kind_of_move(move) for move in moves}))
        moves = [move for move in moves if kind_of_move(move) == kind]
    return rng.choice(moves)


def step(game: Game, rng: Random, style: str) -> str:
    """Goes on by one line: chance if the game awaits it, otherwise a random move. Returns the line."""
    if game.awaits:
        line = chance_line(game, rng)
        game.give(line)
    else:
        line = choose(rng, game.legal_moves(), style)
        game.play(line)
    return line


def positions(setting: Setting, seed: int | str, style: str, most: int) -> Iterator[Game]:
    """A random game, shown after the deal and after each line, for at most so many lines: the same game each time."""
    rng = Random(f"{setting} {seed} {style}")
    game = setting.deal(rng)
    yield game
    for _ in range(most):
        if game.over:
            return
        step(game, rng, style)
        yield game


class Snapshot(Board):
    """A board that is much faster to read: the fields of a NumPy record are slow to get at one by one."""

    def __init__(self, board: Board) -> None:
        super().__init__(np.frombuffer(bytes(board), TABLE))
        fields = self.tables[0].item()
        self.table = SimpleNamespace(**dict(zip(TABLE.names or (), fields, strict=True)))
        self.table.card, self.table.below = self.table.card.tolist(), self.table.below.tolist()


def contents(board: Board) -> dict[str, Any]:
    """What lies on a whole table, hidden cards too; those set aside lie in no order."""
    return {
        "turn": board.turn,
        "mover": board.mover,
        "over": board.over,
        "awaits": board.awaits,
        "building": [(board.height(place), board.building(place), board.beside(place)) for place in range(1, 5)],
        "draw": board.draw,
        "aside": sorted(board.aside),
        "die": (board.die, board.die_left),
        "toll": board.toll,
        "must_follow": board.must_follow,
        "owed": board.owed,
        "seats": [
            (board.hand(seat), board.stock(seat), board.discards(seat), board.coins(seat), board.penalised(seat))
            for seat in board.seats
        ],
    }
