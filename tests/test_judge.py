"""The judge in the search through a turn: what is remembered, foreseen or ranked is what would be found anew."""

from functools import cache
from typing import Any

import numpy as np
import pytest
from random_games import Setting, positions

from docena.bots import BEGINNER, EXPERT
from docena.bots.kernels.evaluation import WON_VALUE, judge
from docena.bots.kernels.features import OWN_END, OWN_PILES
from docena.bots.kernels.hidden_layer import adding, noting, saying
from docena.bots.kernels.large_evaluation import look_after
from docena.bots.kernels.mind import DISCARDS, FEATURES, HIDDEN, KEPT_PLANS, new_minds
from docena.bots.kernels.plans import DESK, find_plans
from docena.bots.kernels.reach import count_unseen
from docena.bots.kernels.rollout_policy import rank_discards
from docena.bots.kernels.transpositions import key_after, key_of
from docena.bots.weights.files import mind_at
from docena.core.moves import CLOSING
from docena.engine.jit import entry, int64
from docena.engine.step import legal, make
from docena.engine.table import Tables, new_pads, new_tables, record_in
from docena.engine.view import View

_add_eight = adding(8)
_note_eight = noting(8)
_say_own = saying(OWN_END - OWN_PILES)
TABLES = [
    Setting("classic", 2),
    Setting("classic", 4, partners=True),
    Setting("deluxe", 5, table="open"),
    Setting("mod", 2),
    Setting("mod", 6, partners=True),
    Setting("masters", 2),
    Setting("masters", 4),
    Setting("tournament", 6, partners=True),
]
"""One of each family, or nearly."""


@cache
def views(setting: Setting) -> list[View]:
    """Some views of seats that move, from a random game."""
    return [
        game.view(game.board.mover)
        for number, game in enumerate(positions(setting, "judge", "plays", 200))
        if number % 9 == 0 and game.awaits is None and not game.over and not record_in(game._tables).owed
    ]


def logit(minds: Any) -> float:
    """What the network says of the inputs, reckoned by NumPy."""
    mind = record_in(minds)
    units = np.maximum(mind.x @ mind.w1 + mind.b1, 0)
    return float(units @ mind.w2 + mind.x @ mind.skip + mind.b2)


@entry
def add_eight(minds: Any, first: int) -> float:
    return _add_eight(minds[0], first)


@entry
def note_eight(minds: Any, first: int, at: int) -> float:
    return _note_eight(minds[0], first, at)


@entry
def say_own(minds: Any) -> float:
    return _say_own(minds[0], int64(OWN_PILES))


def test_inputs_times_weights_are_added_up() -> None:
    rng = np.random.default_rng(1)
    minds = new_minds(1)
    mind = record_in(minds)
    for field in ("x", "skip", "w1", "w2", "around"):
        getattr(mind, field)[...] = rng.normal(size=getattr(mind, field).shape)
    mind.around_skip = 0.25
    before, rows = mind.around.copy(), slice(20, 28)
    direct = add_eight(minds, 20)
    assert mind.around == pytest.approx(before + mind.x[rows] @ mind.w1[rows], abs=1e-4)
    assert direct == pytest.approx(float(mind.x[rows] @ mind.skip[rows]), abs=1e-4)
    assert note_eight(minds, 20, 7) == direct
    assert mind.looks[7] == pytest.approx(mind.x[rows] @ mind.w1[rows], abs=1e-4)
    assert not mind.looks[[6, 8]].any()
    own = slice(OWN_PILES, OWN_END)
    units = np.maximum(mind.around + mind.x[own] @ mind.w1[own], 0)
    said = float(units @ mind.w2 + mind.x[own] @ mind.skip[own] + 0.25)
    assert say_own(minds) == pytest.approx(said, abs=1e-3)
    assert mind.w1.shape == (FEATURES, HIDDEN)


def added_in_order(vector: Any) -> Any:
    """All numbers of a vector added up in pairs, halves to halves."""
    while len(vector) > 1:
        vector = vector[: len(vector) // 2] + vector[len(vector) // 2 :]
    return vector[0]


def test_sums_are_rounded_after_each_step() -> None:
    """Whatever the processor could do in one step is done in two: all platforms get the same sums."""
    rng = np.random.default_rng(2)
    minds = new_minds(1)
    mind = record_in(minds)
    for field in ("x", "skip", "w1"):
        getattr(mind, field)[...] = rng.normal(size=getattr(mind, field).shape)
    even, odd = (np.zeros(HIDDEN, np.float32) for _ in range(2))
    for row in range(0, 8, 2):
        even = even + mind.x[row] * mind.w1[row]
        odd = odd + mind.x[row + 1] * mind.w1[row + 1]
    direct = added_in_order(mind.x[:4] * mind.skip[:4] + mind.x[4:8] * mind.skip[4:8])
    assert note_eight(minds, 0, 3) == float(direct)
    assert mind.looks[3].tolist() == (even + odd).tolist()


@entry
def look_anew(views: Tables, live: Tables, minds: Any, which: int) -> bool:
    """Looks at the position after a plan; False where there is nothing to judge."""
    mind = minds[0]
    seat = int64(views[0].mover)
    count_unseen(views[0], mind, seat)
    live[0] = views[0]
    last = int64(mind.length[which]) - 1
    for i in range(last):
        make(live[0], int64(mind.moves[which, i]))
    return look_after(live[0], mind, seat, int64(mind.moves[which, last]))


@pytest.mark.parametrize("setting", TABLES, ids=str)
def test_a_plan_is_worth_what_the_position_after_it_is(setting: Setting) -> None:
    judged = 0
    for view in views(setting):
        live, pads, minds = new_tables(DESK), new_pads(1), mind_at(record_in(view._tables))
        found = find_plans(view._tables, live, pads, minds, EXPERT, KEPT_PLANS)
        values = record_in(minds).value[:found].copy()
        for which in range(found):
            if abs(values[which]) < WON_VALUE and look_anew(view._tables, new_tables(1), minds, which):
                assert values[which] == pytest.approx(logit(minds), abs=2e-3), (which, str(view))
                judged += 1
    assert judged > 20


@entry
def judge_whole(tables: Tables, minds: Any, seat: int) -> float:
    count_unseen(tables[0], minds[0], seat)
    return judge(tables[0], minds[0], seat, int64(0))


@pytest.mark.parametrize("setting", TABLES, ids=str)
def test_a_whole_position_is_judged_by_all_its_inputs(setting: Setting) -> None:
    for view in views(setting):
        minds = mind_at(record_in(view._tables))
        value = judge_whole(view._tables, minds, int(record_in(view._tables).mover))
        assert value == pytest.approx(logit(minds), abs=2e-3)


@pytest.mark.parametrize("setting", TABLES, ids=str)
def test_who_does_not_watch_opponents_judges_as_if_they_stayed_as_they_were(setting: Setting) -> None:
    """The best plan of a blind level, if it plays nothing, is judged as one who watches judges it."""
    for view in views(setting):
        live, pads = new_tables(DESK), new_pads(1)
        values = []
        for level in (BEGINNER, EXPERT):
            minds = mind_at(record_in(view._tables))
            mind = record_in(minds)
            mind.noise[level] = mind.misses[level] = 0.0
            mind.most_states[level] = 1
            mind.most_discards[level] = DISCARDS
            found = find_plans(view._tables, live, pads, minds, level, KEPT_PLANS)
            closed = {tuple(mind.moves[i, :1]): mind.value[i] for i in range(found) if _closes(mind, i)}
            values.append(closed)
        both = set(values[0]) & set(values[1])
        assert both or not values[1]
        assert all(values[0][move] == pytest.approx(values[1][move], abs=2e-3) for move in both)


def _closes(mind: Any, which: int) -> bool:
    return int(mind.length[which]) == 1 and CLOSING <= int(mind.moves[which, 0]) >> 6 < CLOSING + 4


@entry
def keys_after(views: Tables, live: Tables, pads: Any, moves: Any, foreseen: Any, found: Any) -> None:
    seat = int64(views[0].mover)
    key = key_of(views[0], seat)
    for i in range(moves.size):
        foreseen[i] = key_after(views[0], seat, key, int64(moves[i]))
        live[0] = views[0]
        legal(live[0], pads[0])
        make(live[0], int64(moves[i]))
        found[i] = key_of(live[0], seat)


@pytest.mark.parametrize("setting", TABLES, ids=str)
def test_where_a_plain_play_leads_is_known_before_it_is_made(setting: Setting) -> None:
    plain = 0
    for view in views(setting):
        moves = np.array([move for move in view.legal_numbers() if move < 64 * 15], np.int64)
        foreseen, found = np.zeros(len(moves), np.uint64), np.zeros(len(moves), np.uint64)
        keys_after(view._tables, new_tables(1), new_pads(1), moves, foreseen, found)
        known = foreseen != 0
        assert (foreseen[known] == found[known]).all()
        plain += int(known.sum())
    assert plain > 5 or setting.edition == "masters"


@entry
def ranked(tables: Tables, minds: Any, most: int) -> int:
    return rank_discards(tables[0], minds[0], int64(CLOSING), most)


@pytest.mark.parametrize("setting", TABLES, ids=str)
def test_habits_rank_discards(setting: Setting) -> None:
    for view in views(setting):
        minds = mind_at(record_in(view._tables))
        mind = record_in(minds)
        every = ranked(view._tables, minds, DISCARDS)
        moves, likes = mind.discards[:every].tolist(), mind.likes[:every].tolist()
        assert likes == sorted(likes, reverse=True)
        assert len(set(moves)) == every
        few = ranked(view._tables, minds, 4)
        assert mind.discards[:few].tolist() == moves[:4]
