"""Actions and observations: their numbers and fields, for one kind of table.

Actions are the moves that can occur at such a table. Seats in them are counted from the seat that acts, so that an
agent need not know its own: `buy 1` is from the next seat to the left.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from docena.bots.selfplay.observation import DEPTH
from docena.bots.selfplay.stepping import MOVES
from docena.core.cards import WILD
from docena.core.errors import DocenaError
from docena.core.moves import (
    BOUGHT,
    CLOSING,
    COIN_CARD,
    DIE_CARD,
    DIE_GIFT,
    EXTRA,
    HAND_PLAY,
    OWN,
    PARTNER,
    PASS,
    PAY,
    PILES,
    STOP,
    move_text,
)
from docena.core.options import Options
from docena.core.sizes import PLACES, SEATS

_PILE_MOVES = 20


@dataclass(frozen=True)
class ObservedField:
    """A part of an observation: the bytes from `start` to before `stop`."""

    name: str
    start: int
    stop: int
    most: int
    """The largest value."""


class Spaces:
    """What can be done and observed at tables with these options."""

    def __init__(self, options: Options) -> None:
        if options.open_table:
            raise DocenaError("environments are for strict tables: at open ones anybody can act at any time")
        self.options = options
        facts = options.edition
        self.tolls = 1 + max((card >> 4 for card in options.deck), default=0) if facts.coins else 1
        self._partner_piles = options.partners and facts.partner_piles

    # --- actions

    @cached_property
    def _moves(self) -> list[list[int]]:
        """The move of each action, for each seat."""
        return [self._moves_of(seat) for seat in range(self.options.players)]

    def _moves_of(self, seat: int) -> list[int]:
        facts, players = self.options.edition, self.options.players
        words = [HAND_PLAY, CLOSING, EXTRA] if facts.die else [HAND_PLAY, CLOSING]
        found = [
            64 * (word + toll) + 4 * kind + place
            for word in words
            for toll in range(self.tolls)
            for kind in range(1, WILD + 1)
            for place in range(PLACES)
        ]
        piles = 64 * PILES
        found += [piles + OWN + bit for bit in range(_PILE_MOVES)]
        if self._partner_piles:
            found += [piles + PARTNER + bit for bit in range(_PILE_MOVES)]
        others = [(seat + step) % players for step in range(1, players)]
        if facts.die:
            found += [piles + DIE_CARD + place for place in range(PLACES)]
            found += [piles + DIE_GIFT + other for other in others]
        if facts.coins:
            found += [piles + COIN_CARD + place for place in range(PLACES)] + [piles + PAY, piles + STOP]
            for other in others:
                first = 64 * (BOUGHT + other // 3) + _PILE_MOVES * (other % 3)
                found += [first + bit for bit in range(_PILE_MOVES)]
        return [*found, piles + PASS]

    @property
    def actions(self) -> int:
        """How many actions there are."""
        return len(self._moves[0])

    def move(self, action: int, seat: int) -> str:
        """The move, as text, that an action is for a seat (from 1).

        >>> from docena.core.options import choose_options
        >>> spaces = Spaces(choose_options("classic", 2))
        >>> spaces.actions, spaces.move(0, 1), spaces.action("H7-3", 1)
        (125, 'H1>1', 78)
        """
        return move_text(self.move_number(action, seat))

    def move_number(self, action: int, seat: int) -> int:
        if not 1 <= seat <= self.options.players:
            raise DocenaError(f"there is no seat {seat}: the seats are 1 to {self.options.players}")
        if not 0 <= action < self.actions:
            raise DocenaError(f"there is no action {action}: they are 0 to {self.actions - 1}")
        return self._moves[seat - 1][action]

    def action(self, move: str | int, seat: int) -> int:
        """The action of a seat (from 1) that makes a move, given as text or number."""
        from docena.core.notation import parse_move

        number = parse_move(move).number if isinstance(move, str) else move
        found = int(self.action_of[(seat - 1) * MOVES + number]) if 0 <= number < MOVES else -1
        if found < 0:
            raise DocenaError(f"{move_text(number)} is no action at such a table")
        return found

    @cached_property
    def move_of(self) -> Any:
        """The move's number by seat and action, one row after another."""
        rows = np.full((SEATS, self.actions), 0, np.int16)
        rows[: self.options.players] = self._moves
        return rows.reshape(-1)

    @cached_property
    def action_of(self) -> Any:
        """The action by seat and move's number, -1 where there is none, one row after another."""
        rows = np.full((SEATS, MOVES), -1, np.int16)
        for seat, moves in enumerate(self._moves):
            rows[seat, moves] = np.arange(self.actions)
        return rows.reshape(-1)

    # --- observations

    @cached_property
    def fields(self) -> tuple[ObservedField, ...]:
        """The fields of an observation, in their order; docs/environments.md says what each holds."""
        facts, card = self.options.edition, WILD + 16 * (self.tolls - 1)
        sizes = [("heights", PLACES, 11)]
        sizes += [("hand" if toll == 0 else f"hand_toll_{toll}", WILD, 5) for toll in range(self.tolls)]
        for step in range(self.options.players):
            sizes += [
                (f"stock_top_{step}", 1, card),
                (f"stock_left_{step}", 1, 255),
                (f"hand_size_{step}", 1, 5),
                (f"discards_{step}", PLACES * DEPTH, card),
            ]
            sizes += [(f"coins_{step}", 1, 255)] if facts.coins else []
        sizes += [("draw_pile", 1, 255), ("set_aside", 1, 255), ("passes", 1, self.options.players)]
        sizes += [("die", 1, 6), ("die_left", 1, 2)] if facts.die else []
        sizes += [("beside", PLACES, 255), ("toll", 1, 3), ("ended", 1, 1)] if facts.coins else []
        sizes += [("must_follow", 1, PLACES)] if facts.die or facts.coins else []
        found, start = [], 0
        for name, size, most in sizes:
            found.append(ObservedField(name, start, start + size, most))
            start += size
        return tuple(found)

    @property
    def width(self) -> int:
        """How many bytes an observation has."""
        return self.fields[-1].stop

    @cached_property
    def highest(self) -> Any:
        """The largest value of each byte."""
        return np.concatenate([np.full(field.stop - field.start, field.most, np.uint8) for field in self.fields])

    def unpack(self, observation: Any) -> dict[str, Any]:
        """The parts of an observation, or of rows of them, by the names of the fields."""
        return {field.name: observation[..., field.start : field.stop] for field in self.fields}
