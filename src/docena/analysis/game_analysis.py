"""The analysis of a recorded game: everybody's chances turn by turn, mistakes, luck and choice.

Chances after a turn are judged from what a spectator sees, so that all seats are judged alike; a decision is judged
from what its player could see. The better plan is found in some rollouts and compared with the one that was played in
others: a plan that only looked best by luck gains nothing by it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from docena.analysis.decisions import GameDecisions, RecordedDecision, decisions_of
from docena.analysis.foresight import same_end
from docena.analysis.hints import TRIES, Evaluator, default_evaluator
from docena.analysis.luck import ChanceAccount, Cost, accounts
from docena.analysis.reasons import Reason, reasons_for
from docena.analysis.wording import say_plan, say_reason
from docena.core.editions import Edition
from docena.core.options import Options
from docena.core.words import refused
from docena.engine.board import Board
from docena.game.record import Record, names_of, options_of

LEAST = 0.03
"""Differences below this are not called mistakes, however certain they are."""

MOST_TRIES = 1_000_000


@dataclass(frozen=True)
class Point:
    """Everybody's chance after a turn."""

    turn: int
    seat: int
    ply: int
    chances: tuple[float, ...]
    whole: bool = True


@dataclass(frozen=True)
class Judged:
    """A decision compared with the best plan found; a `cost` below 0 only means that both are equally good."""

    decision: RecordedDecision
    best: tuple[str, ...]
    chance: float
    best_chance: float
    mistake: bool = False
    reasons: tuple[Reason, ...] = ()
    """What the better plan does; only for mistakes."""
    against: tuple[Reason, ...] = ()
    """What the plan that was played does worse; only for mistakes."""

    @property
    def cost(self) -> float:
        return self.best_chance - self.chance


@dataclass(frozen=True)
class Analysis:
    """The results of analysing a game."""

    names: list[str]
    options: Options
    decided: GameDecisions
    start: tuple[float, ...]
    points: list[Point]
    judged: list[Judged]
    accounts: list[ChanceAccount]
    tries: int
    pages: int

    @property
    def result(self) -> dict[str, Any] | None:
        return self.decided.result

    @property
    def mistakes(self) -> list[Judged]:
        """In the order of the game."""
        return [judged for judged in self.judged if judged.mistake]

    @property
    def sides(self) -> list[list[int]]:
        return sides_of(self.decided.start)

    def as_dict(self, lang: str = "en") -> dict[str, Any]:
        """Everything as plain data for JSON."""
        return {
            "edition": self.options.edition.name,
            "stock": self.options.stock,
            "players": self.names,
            "sides": self.sides,
            "result": self.result,
            "tries": self.tries,
            "pages": self.pages,
            "start": [round(chance, 4) for chance in self.start],
            "turns": [
                {
                    "turn": point.turn,
                    "seat": point.seat,
                    "ply": point.ply,
                    "whole": point.whole,
                    "chances": [round(chance, 4) for chance in point.chances],
                }
                for point in self.points
            ],
            "decisions": [self._judged_as_dict(judged, lang) for judged in self.judged],
            "not_judged": self.decided.not_judged,
            "least": round(least_mistake(self.tries), 4),
            "ledger": [{"name": self.names[account.seat - 1], **account._asdict()} for account in self.accounts],
        }

    def _judged_as_dict(self, judged: Judged, lang: str) -> dict[str, Any]:
        decision = judged.decision
        data: dict[str, Any] = {
            "turn": decision.turn,
            "seat": decision.seat,
            "ply": decision.ply,
            "moves": list(decision.moves),
            "chance": round(judged.chance, 4),
            "best": list(judged.best),
            "best_chance": round(judged.best_chance, 4),
            "cost": round(judged.cost, 4),
            "mistake": judged.mistake,
        }
        if judged.mistake:
            data["words"] = say_plan(decision.view, decision.moves, self.names, lang)
            data["best_words"] = say_plan(decision.view, judged.best, self.names, lang)
            data["reasons"] = [say_reason(reason, self.names, lang) for reason in judged.reasons]
            data["against"] = [say_reason(reason, self.names, lang) for reason in judged.against]
        return data


def sides_of(board: Board) -> list[list[int]]:
    """The seats that win together, by their first seat."""
    sides: dict[int, list[int]] = {}
    for seat in board.seats:
        sides.setdefault(min(seat, board.partner(seat) or seat), []).append(seat)
    return list(sides.values())


def least_mistake(tries: int) -> float:
    """The smallest difference that this many rollouts can call a mistake: two standard errors of it, at most. The
    prior, which has no such errors, counts for more than half.
    """
    return max(LEAST, 2 * sqrt(0.5 / tries))


def check_tries(tries: int) -> int:
    if not 10 <= tries <= MOST_TRIES:
        raise refused("bad", "command_line", "from_to", name="--tries", least=10, most=MOST_TRIES, given=tries)
    return tries


def analyse(
    record: Record,
    own: Edition | None = None,
    *,
    tries: int = TRIES,
    seed: int = 1,
    evaluator: Evaluator | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Analysis:
    """Analyses a game as far as its record goes; `progress` is called with how much is done, and of how much."""
    check_tries(tries)
    decided = decisions_of(record, own)
    evaluator = evaluator or default_evaluator()
    total, done = len(decided.ends) + len(decided.decisions) + 1, 0

    def tick() -> None:
        nonlocal done
        done += 1
        if progress is not None:
            progress(done, total)

    start = tuple(evaluator.win_chances(decided.start, tries=_for_chances(tries), seed=seed))
    tick()
    points = []
    for end in decided.ends:
        chances = _final(decided, end.view) if end.view.over else None
        if chances is None:
            chances = tuple(evaluator.win_chances(end.view, tries=_for_chances(tries), seed=seed + end.turn))
        points.append(Point(end.turn, end.seat, end.ply, chances, end.whole))
        tick()
    judged = []
    for number, decision in enumerate(decided.decisions):
        judged.append(_judge(decision, tries, seed + 2 * number, evaluator))
        tick()
    before = [start, *(point.chances for point in points)]
    costs = [Cost(each.decision.seat, each.cost, before[each.decision.turn - 1]) for each in judged]
    return Analysis(
        names_of(record),
        options_of(record, own),
        decided,
        start,
        points,
        judged,
        accounts(start, before[-1], costs, sides_of(decided.start)),
        tries,
        len(record.log),
    )


def _for_chances(tries: int) -> int:
    """Chances after turns are for a graph, so half the rollouts are enough."""
    return max(10, tries // 2)


def _final(decided: GameDecisions, view: Board) -> tuple[float, ...]:
    winners: Sequence[int] = decided.result["winners"] if decided.result else ()
    return tuple(float(seat in winners) for seat in view.seats)


def _judge(decision: RecordedDecision, tries: int, seed: int, evaluator: Evaluator) -> Judged:
    view, played = decision.view, decision.moves
    found = evaluator.best_plans(view, tries=tries, seed=seed, most=1)
    if not found or same_end(view, found[0].moves, played):
        chance = found[0].chance if found else 0.0
        return Judged(decision, played, chance, chance)
    best = tuple(found[0].moves)
    here, there = evaluator.compare_plans(view, [played, best], tries=tries, seed=seed + 1)
    if there.chance - here.chance < least_mistake(tries):
        return Judged(decision, best, here.chance, there.chance)
    return Judged(
        decision,
        best,
        here.chance,
        there.chance,
        mistake=True,
        reasons=_explaining(reasons_for(view, best, played, better=True), good=True),
        against=_explaining(reasons_for(view, played, best, better=False), good=False),
    )


def _explaining(reasons: Sequence[Reason], good: bool) -> tuple[Reason, ...]:
    """Those in favour of the better plan, or against the other one; the rest explains nothing."""
    return tuple(reason for reason in reasons if reason.good == good) or tuple(
        reason for reason in reasons if reason.good is None
    )
