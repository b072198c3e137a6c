"""Thinking about a view: which plans are best, and who is how likely to win."""

import math
from collections.abc import Callable, Sequence
from functools import cached_property
from threading import local
from typing import Any, NamedTuple

import numpy as np

from docena.bots import CAREFUL, MASTER
from docena.bots.kernels.large_evaluation import ask
from docena.bots.kernels.logistic import chance_of
from docena.bots.kernels.mind import KEPT_PLANS, MOST_DEPTH, MOST_STATES
from docena.bots.kernels.plans import DESK, find_plans
from docena.bots.kernels.rollouts import play_out, try_carefully, try_quickly
from docena.bots.weights.files import mind_at, opinion_at
from docena.core.errors import DocenaError
from docena.core.moves import closes_turn, move_text
from docena.core.notation import parse_move
from docena.core.sizes import SEATS
from docena.engine.cover import SPECTATOR
from docena.engine.table import Tables, new_pads, new_tables, record_in
from docena.engine.view import View

_GAP = 1.5
"""A plan that is thought to be so many logits behind the best is not tried."""
_OPINION_COUNTS = 35.0
"""What is thought of a plan before it is tried counts as much as so many careful tries ..."""
_QUICK_COUNTS = 20.0
"""... and all quick tries together at most as much as these; both are for tries to the next closing.

One closing farther a try says some third as much, since chance has gone farther, too (docs/experiments.md): both count
for more by the power 1.5 of closings.
"""
_QUICK_SHARE = 0.3
"""The part of a budget that goes to quick tries, which sort out the plans that are worth careful ones ..."""
_QUICK_WORLDS = 160
"""... in so many worlds at most: from then on they would only be surer of what quick play gets wrong, ..."""
_QUICK_BIAS = 0.015
"""... which may be this much."""
CAREFUL_COST = 32
"""A careful try takes as long as so many quick ones: budgets in tries count quick ones."""
_ASKING_COST = 2
"""One in which all ask the second opinion takes so many times as long."""
_ASKED_STOPS = 2
"""Positions in which such players weigh closing discards: of one alone there would be little to ask."""
_AT_ONCE = 8
"""Worlds that are tried between two looks at the clock, when it goes quickly."""
_SURE = 3.0
"""A plan is dropped when it is so many standard errors behind the leader, in the same worlds ..."""
_ENOUGH = 12
"""... and so many of them have been looked at."""
_OVERRUN = 0.1
"""A world is begun if at least half of it fits, and no more than this part of the budget is overrun."""
_BELIEVED = 0.95
"""What did not fit is believed a little less each time: one slow moment must not end all careful tries of a game."""
_UNSAID = 0.0
"""A value that no opinion has: the plan ends the game, or is cut short."""


class Manner(NamedTuple):
    """How widely and how far a seat thinks."""

    states: int
    """Positions of the turn that are looked at for plans."""
    candidates: int
    """Plans that are tried, the best in the eyes of the second opinion."""
    careful: int
    """Plans that are tried carefully at first, the best of the quick tries."""
    closings: int
    """Turns of its own side that are played on in a careful try."""
    heard: int
    """Of these, at the ends of how many the second opinion is asked, from the last one back."""
    asking: bool
    """Whether all who play in careful tries ask the second opinion."""


IN_HASTE = Manner(states=320, candidates=8, careful=4, closings=1, heard=1, asking=False)
BRIEFLY = Manner(states=MOST_STATES, candidates=8, careful=8, closings=1, heard=1, asking=False)
AT_LENGTH = Manner(states=MOST_STATES, candidates=16, careful=8, closings=2, heard=2, asking=True)
"""Ten times the time goes to better players in imagined games, and farther (docs/experiments.md)."""


class Weighed(NamedTuple):
    """A plan for the rest of a turn, from now to the closing discard or to where something hidden is seen."""

    moves: tuple[str, ...]
    chance: float
    tries: int


class _Tries:
    """What came of the tries of one kind, plan by plan."""

    def __init__(self) -> None:
        self.worlds = 0
        self.sums = np.zeros(KEPT_PLANS)
        self.counts = np.zeros(KEPT_PLANS)
        self.batches = 0
        self._means = np.zeros(KEPT_PLANS)
        self._products = np.zeros((KEPT_PLANS, KEPT_PLANS))

    def add(self, sums: Any, alive: Any, worlds: int) -> None:
        self.worlds += worlds
        self.sums += sums
        self.counts[alive] += worlds
        means = sums / worlds
        self.batches += 1
        self._means += means
        self._products += np.outer(means, means)

    def surely_behind(self, plans: Any, leader: int) -> Any:
        """By how much each of these plans, all tried in the same worlds, is at least behind the leader."""
        behind = (self._means[leader] - self._means[plans]) / self.batches
        squares = self._products[leader, leader] + self._products[plans, plans] - 2 * self._products[leader, plans]
        variance = np.maximum(squares / self.batches - behind**2, 0.0)
        return behind - _SURE * np.sqrt(variance / self.batches)

    def mean(self, plan: int) -> float:
        return float(self.sums[plan] / max(1.0, self.counts[plan]))


_room = local()


def _desk() -> Tables:
    """The desk of this thread: too large to be made for each thought, and nothing is read that was not put there."""
    if not hasattr(_room, "desk"):
        _room.desk = new_tables(DESK)
    desk: Tables = _room.desk
    return desk


class Thinker:
    """One seat's thoughts about one view, and the desk that they need."""

    sees_all = False

    def __init__(self, views: Tables, seed: int = 1, manner: Manner = BRIEFLY) -> None:
        """`views` holds the view of the seat that moves."""
        self.seed, self._manner = seed % (1 << 62), manner
        self._views = views
        self._minds = mind_at(record_in(self._views))
        self._mind = record_in(self._minds)
        self._mind.most_states[MASTER] = manner.states
        self._desk, self._pads, self._worlds = _desk(), new_pads(1), new_tables(2)
        self.plans: list[tuple[int, ...]] = []
        self._priors: list[float | None] = []
        self._alive = np.zeros(KEPT_PLANS, np.bool_)
        self._opinions = opinion_at(record_in(self._views))
        self._quick, self._careful = _Tries(), _Tries()
        self.try_took = 0.0

    def find(self) -> None:
        """Finds the plans that are worth trying: the judge finds many, and a second opinion picks the best of them."""
        n = find_plans(self._views, self._desk, self._pads, self._minds, MASTER, KEPT_PLANS)
        ask(self._views, self._desk, self._minds, self._opinions)
        values = [float(value) for value in self._mind.value[:n]]
        order = sorted(range(n), key=lambda plan: -values[plan])[: self._manner.candidates]
        order = [plan for plan in order if values[plan] > values[order[0]] - _GAP]
        self._lay_down([tuple(map(int, self._mind.moves[i, : self._mind.length[i]])) for i in order])
        self._priors = [chance_of(values[plan]) for plan in order]

    @property
    def ends_turn(self) -> bool:
        """Whether the turn is over whichever plan is chosen, with nothing left to be thought about."""
        return all(closes_turn(plan[-1]) for plan in self.plans)

    def take(self, plans: Sequence[Sequence[int]]) -> None:
        """Takes these plans instead, which the judge has not seen; the second opinion is asked about them."""
        self._lay_down(plans)
        self._mind.plans = len(plans)
        self._mind.value[: len(plans)] = _UNSAID
        ask(self._views, self._desk, self._minds, self._opinions)
        values = [float(value) for value in self._mind.value[: len(plans)]]
        self._priors = [None if value == _UNSAID else chance_of(value) for value in values]

    def _lay_down(self, plans: Sequence[Sequence[int]]) -> None:
        for i, plan in enumerate(plans):
            self._mind.length[i] = len(plan)
            self._mind.moves[i, : len(plan)] = plan
        self.plans = [tuple(plan) for plan in plans]
        self._alive[: len(plans)] = True

    def try_quickly(self, worlds: int) -> None:
        """Tries the plans that are still alive in so many more worlds."""
        sums = np.zeros(KEPT_PLANS)
        try_quickly(
            self._views, self._worlds, self._pads, self._minds, self._alive[: len(self.plans)], self.seed,
            self._quick.worlds, worlds, self.sees_all, sums,
        )  # fmt: skip
        self._quick.add(sums, self._alive, worlds)

    def try_carefully(self) -> None:
        """The same in one more world, carefully."""
        sums = np.zeros(KEPT_PLANS)
        try_carefully(
            self._views, self._worlds, self._desk, self._pads, self._minds, self._others, self._opinions,
            self._alive[: len(self.plans)], self.seed, self._careful.worlds, 1, self.sees_all, self.closings,
            self._manner.heard, self._manner.asking, sums,
        )  # fmt: skip
        self._careful.add(sums, self._alive, 1)

    @cached_property
    def _others(self) -> Any:
        """The mind of those who play on in careful tries."""
        minds = mind_at(record_in(self._views))
        if self._manner.asking:
            record_in(minds).most_stops[CAREFUL] = _ASKED_STOPS
        return minds

    @property
    def closings(self) -> int:
        """How far careful tries go: with a partner, who closes turns as well, farther."""
        return self._manner.closings + int(record_in(self._views).partners)

    @property
    def _try_costs(self) -> int:
        """What a careful try takes of a budget in tries."""
        return CAREFUL_COST * self.closings * (_ASKING_COST if self._manner.asking else 1)

    def score(self, plan: int) -> float:
        """The chance to win with a plan, as tries and what was thought before them together say."""
        prior = self._priors[plan]
        farther = self.closings * math.sqrt(self.closings)
        before = 0.0 if prior is None else _OPINION_COUNTS * farther
        said = 0.0 if prior is None else before * prior
        quick = min(_QUICK_COUNTS * farther, self._quick.counts[plan])
        total = before + quick + self._careful.counts[plan]
        return float((said + quick * self._quick.mean(plan) + self._careful.sums[plan]) / max(1.0, total))

    def order(self) -> list[int]:
        """The numbers of the plans, best first: those that were tried longest before those dropped earlier."""
        return sorted(
            range(len(self.plans)),
            key=lambda plan: (
                not self._alive[plan], -self._careful.counts[plan], -self._quick.counts[plan], -self.score(plan),
            ),
        )  # fmt: skip

    def keep_best(self, most: int) -> None:
        """Drops all but so many of the plans that are alive."""
        alive = [plan for plan in self.order() if self._alive[plan]]
        self._alive[alive[most:]] = False

    def drop(self, tries: _Tries, margin: float = 0.0) -> None:
        """Drops the plans that are surely behind the leader, by more than a margin."""
        alive = np.flatnonzero(self._alive)
        if tries.batches < _ENOUGH or len(alive) < 2:
            return
        leader = int(max(alive, key=lambda plan: tries.sums[plan]))
        self._alive[alive[tries.surely_behind(alive, leader) > margin]] = False

    @property
    def left(self) -> int:
        """How many plans are alive."""
        return int(self._alive.sum())

    def consider(
        self, share_spent: Callable[[int], float], cancelled: Callable[[], bool], try_takes: float = 0.0
    ) -> None:
        """Tries plans until one is left or the budget is spent: quickly at first, and the best of them carefully.

        Every second of those goes after an equal part of the time: what is nearly as good as the best takes longest.
        `share_spent(tries)` says how much of the budget has gone, 0 to 1, and `try_takes` how much of it one careful
        try is expected to take; `try_took` is what it took on the whole.
        """
        done = 0
        while (
            self.left > 1
            and self._quick.worlds < _QUICK_WORLDS
            and share_spent(done) < _QUICK_SHARE
            and not cancelled()
        ):
            done += _AT_ONCE * self.left
            self.try_quickly(_AT_ONCE)
            self.drop(self._quick, _QUICK_BIAS)
        self.keep_best(self._manner.careful)
        begun = spent = share_spent(done)
        self.try_took = _BELIEVED * try_takes
        tries = 0

        def fits(end: float) -> bool:
            world = max(try_takes, self.try_took) * self.left
            return spent + max(world / 2, world - _OVERRUN) < end

        halvings = max(1, (self.left - 1).bit_length())
        for number in range(1, halvings + 1):
            end = begun + (1.0 - begun) * number / halvings
            while self.left > 1 and fits(end) and not cancelled():
                tries += self.left
                done += self._try_costs * self.left
                self.try_carefully()
                self.drop(self._careful)
                spent = share_spent(done)
                try_takes, self.try_took = 0.0, (spent - begun) / tries
            if number < halvings:
                self.keep_best((self.left + 1) // 2)

    def weighed(self, plan: int) -> Weighed:
        moves = tuple(move_text(move) for move in self.plans[plan])
        return Weighed(moves, self.score(plan), int(self._quick.counts[plan] + self._careful.counts[plan]))


def thinker_for(view: View, seed: int = 1, manner: Manner = BRIEFLY) -> Thinker:
    """Thoughts of the seat that moves."""
    if view.seat != view.mover:
        raise DocenaError(f"it is seat {view.mover} that moves, and plans are made from its own view")
    return Thinker(view._tables, seed, manner)


def rehearse(view: View) -> None:
    """Every way of trying is compiled, or read from where it is kept: a budget may end before it comes to some."""
    thinker = thinker_for(view)
    thinker.find()
    thinker.try_quickly(1)
    thinker.try_carefully()


def weigh(view: View, tries: int = 2000, seed: int = 1, most: int = 5) -> list[Weighed]:
    """The best plans for the rest of this turn, best first, all tried equally often."""
    thinker = thinker_for(view, seed, BRIEFLY._replace(candidates=min(max(most, BRIEFLY.candidates), KEPT_PLANS)))
    thinker.find()
    if not thinker.plans:
        return []
    if len(thinker.plans) > 1:
        # the first half goes to all, the second to those that are shown
        thinker.try_quickly(max(1, tries // 2 // len(thinker.plans)))
        for plan in sorted(range(len(thinker.plans)), key=thinker.score, reverse=True)[most:]:
            thinker._alive[plan] = False
        thinker.try_quickly(max(1, tries // 2 // thinker.left))
    return [thinker.weighed(plan) for plan in thinker.order()[:most]]


def weigh_these(view: View, plans: Sequence[Sequence[str]], tries: int = 2000, seed: int = 1) -> list[Weighed]:
    """How good each of these plans is, in the same imagined worlds, in the order given."""
    if not 1 <= len(plans) <= KEPT_PLANS or not all(1 <= len(plan) <= MOST_DEPTH for plan in plans):
        raise DocenaError(f"1 to {KEPT_PLANS} plans of 1 to {MOST_DEPTH} moves can be weighed")
    thinker = thinker_for(view, seed)
    thinker.take([[parse_move(move).number for move in plan] for plan in plans])
    thinker.try_quickly(max(1, tries // len(plans)))
    return [thinker.weighed(plan) for plan in range(len(plans))]


def outlook(view: View, tries: int = 400, seed: int = 1) -> list[float]:
    """The chance of every seat to win, as imagined games to the end say; nobody's where the game is blocked."""
    table = record_in(view._tables)
    if table.over:
        return [float(int(table.winners) >> seat & 1) for seat in range(int(table.players))]
    wins = np.zeros(SEATS)
    seat = SPECTATOR if view.seat is None else view.seat - 1
    play_out(view._tables, new_tables(1), new_pads(1), mind_at(table), seat, seed % (1 << 62), max(1, tries), wins)
    shares: Any = wins[: int(table.players)] / max(1, tries)
    return [float(share) for share in shares]
