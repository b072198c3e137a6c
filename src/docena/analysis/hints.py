"""Hints: the best plans of a position with their chances and the reasons for them.

Hints use only what the seat that moves may know. Plans are found and evaluated by `docena.bots.players.evaluator`, or
by anything else with the same three functions.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol, cast

from docena.analysis.foresight import same_end
from docena.analysis.near_equal import teacher_first
from docena.analysis.reasons import reasons_for
from docena.analysis.wording import SaidReason, in_words, say_plan, say_steps
from docena.bots.players.evaluated import EvaluatedPlan
from docena.core.editions import Edition
from docena.core.errors import DocenaError
from docena.core.notation import parse_move
from docena.core.words import worded
from docena.engine.view import View
from docena.game.game import Game
from docena.game.record import Record, steps

TRIES = 2000
"""Rollouts behind each chance, by default."""


_SPARE = 3  # some of the plans requested come to the same thing as better ones


class Evaluator(Protocol):
    """What hints and analysis ask for plans and chances; a module can be one."""

    def best_plans(self, view: View, tries: int = ..., seed: int = ..., most: int = ...) -> Sequence[EvaluatedPlan]:
        """Plans for the rest of the turn, best first, from the view of the seat that moves."""

    def compare_plans(
        self, view: View, plans: Sequence[Sequence[str]], tries: int = ..., seed: int = ...
    ) -> Sequence[EvaluatedPlan]:
        """The same for these plans, all in the same sampled worlds."""

    def win_chances(self, view: View, tries: int = ..., seed: int = ...) -> Sequence[float]:
        """The chance of every seat, from any view at any moment."""


def default_evaluator() -> Evaluator:
    """The compiled evaluator of `docena.bots`, loaded only when it is needed."""
    return cast("Evaluator", import_module("docena.bots.players.evaluator"))


class NoChoice(DocenaError):
    """A position in which nobody has a choice."""

    def __init__(self, key: str, **parts: Any) -> None:
        super().__init__(worded("hint", key, **parts))


@dataclass(frozen=True)
class Hint:
    """A plan for the rest of the turn, or as far as can be foreseen, with what speaks for it and against it."""

    moves: tuple[str, ...]
    chance: float
    """The chance that the mover's side wins with it, from 0 to 1."""
    tries: int
    """Rollouts behind the chance."""
    words: str
    """The plan as a line of steps."""
    reasons: tuple[SaidReason, ...]
    steps: tuple[str, ...] = ()
    """The steps of the plan, one by one."""
    equal: bool = False
    """As good as any other, as far as rollouts can tell: of these, a teacher's choice comes first."""


@dataclass(frozen=True)
class Hints:
    """The best plans at one page of a game, best first: what the command prints as JSON and a server answers."""

    ply: int
    """The page of `docena replay`."""
    seat: int
    """The seat that moves."""
    name: str
    plans: tuple[Hint, ...]


def hints(
    view: View,
    tries: int = TRIES,
    seed: int = 1,
    most: int = 5,
    evaluator: Evaluator | None = None,
    names: Sequence[str] | None = None,
    lang: str = "en",
) -> list[Hint]:
    """The best plans for the rest of this turn, best first; the view must be that of the seat that moves.

    Of plans that are as good as each other, the one that a teacher would choose comes first.
    Sentences name the players by `names`, or by the numbers of their seats.
    """
    if view.seat != view.mover:
        raise DocenaError(f"hints are for the seat that moves, {view.mover}")
    if all(parse_move(move).is_act for move in view.legal_moves()):
        raise DocenaError("there is nothing to choose here")
    called = list(map(str, view.seats)) if names is None else names
    evaluated: list[EvaluatedPlan] = []
    for plan in (evaluator or default_evaluator()).best_plans(view, tries=tries, seed=seed, most=_SPARE * most):
        if not any(same_end(view, plan.moves, better.moves) for better in evaluated):
            evaluated.append(plan)
    evaluated, equals = teacher_first(evaluated)
    found = []
    for rank, plan in enumerate(evaluated[:most]):
        rival = evaluated[0].moves if rank else evaluated[1].moves if len(evaluated) > 1 else None
        reasons = in_words(reasons_for(view, plan.moves, rival, better=rank == 0), called, lang)
        words, steps = say_plan(view, plan.moves, called, lang), say_steps(view, plan.moves, called, lang)
        equal = equals > 1 and rank < equals
        found.append(Hint(tuple(plan.moves), round(plan.chance, 4), plan.tries, words, reasons, steps, equal))
    return found


def position(record: Record, ply: int | None, own: Edition | None = None) -> Game:
    """The game on a page of `docena replay`: after that many lines of the log; None for the last page."""
    last = len(record.log)
    ply = last if ply is None else ply
    if not 0 <= ply <= last:
        raise NoChoice("out_of_range", ply=ply, last=last)
    return next(game for index, game in steps(record, own) if index + 1 == ply)


def view_to_choose_from(game: Game, names: Sequence[str]) -> View:
    """What the seat that moves sees; `NoChoice` says why nobody has a choice."""
    ply = len(game.log)
    if game.over:
        raise NoChoice("over", ply=ply)
    if game.awaits is not None:
        raise NoChoice("awaits", ply=ply, next=ply + 1)
    if game.board.owed:
        raise NoChoice("owes", ply=ply, name=names[game.board.mover - 1])
    return game.view(game.board.mover)


def check_choice(view: View, names: Sequence[str]) -> None:
    """`NoChoice` says why a view of a position is none to choose from."""
    if view.over:
        raise NoChoice("over_position")
    if view.seat != view.mover:
        raise NoChoice("other_viewer", viewer=view.seat or 0, mover=view.mover)
    if view.awaits is not None:
        raise NoChoice("awaits_position")
    if view.owed:
        raise NoChoice("owes_position", name=names[view.mover - 1])
