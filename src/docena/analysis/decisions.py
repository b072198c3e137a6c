"""The decisions of a recorded game: what each seat chose, with what it knew when it chose.

A turn is split wherever something hidden was seen, for there a new decision begins.
"""

from dataclasses import dataclass, field
from typing import Any

from docena.analysis.foresight import is_revealing
from docena.bots.kernels.scratch import MOST_DEPTH
from docena.core.editions import Edition
from docena.core.notation import is_chance, parse_move
from docena.engine.view import View
from docena.game.record import Record, steps


@dataclass(frozen=True)
class RecordedDecision:
    """The moves that a seat made on what it saw; `ply` is the page of `docena replay` before the first of them."""

    turn: int
    seat: int
    ply: int
    view: View
    moves: tuple[str, ...]


@dataclass(frozen=True)
class TurnEnd:
    """The table after a turn as everybody sees it; `whole` is false where the record ends in mid-turn."""

    turn: int
    seat: int
    ply: int
    view: View
    whole: bool = True


@dataclass
class GameDecisions:
    """A game as what was decided and how each turn left the table."""

    start: View
    decisions: list[RecordedDecision] = field(default_factory=list)
    ends: list[TurnEnd] = field(default_factory=list)
    not_judged: int = 0
    """Decisions that cannot be judged: something came between, they are too long, or the record ends."""
    result: dict[str, Any] | None = None


def decisions_of(record: Record, own: Edition | None = None) -> GameDecisions:
    """Reads a game; `BadRecord` says what is wrong with it."""
    replayed = steps(record, own)
    _, game = next(replayed)
    before = game.view(None)
    mine = game.view(before.mover)
    found = GameDecisions(before)
    chosen: list[str] = []
    ply, seen = 0, mine
    for index, _ in replayed:
        line, now, turn = record.log[index], game.view(None), len(found.ends) + 1
        move, ended = None if is_chance(line) else parse_move(line), False
        if move is not None and move.is_act:
            if chosen and is_revealing(before, now):
                chosen, found.not_judged = [], found.not_judged + 1
            ended = move.act == "object"
        elif move is not None:
            if not chosen:
                ply, seen = index, mine
            chosen.append(line)
            if is_revealing(before, now):
                if len(chosen) <= MOST_DEPTH:
                    found.decisions.append(RecordedDecision(turn, before.mover, ply, seen, tuple(chosen)))
                else:
                    found.not_judged += 1
                chosen = []
            ended = now.over or (before.turns, before.mover) != (now.turns, now.mover)
        if ended:
            found.ends.append(TurnEnd(turn, before.mover, index + 1, now))
        before, mine = now, game.view(now.mover)
    if chosen:
        found.not_judged += 1
    lines = len(record.log)
    if lines and not before.over and (not found.ends or found.ends[-1].ply < lines):
        found.ends.append(TurnEnd(len(found.ends) + 1, before.mover, lines, before, whole=False))
    found.result = game.result
    return found
