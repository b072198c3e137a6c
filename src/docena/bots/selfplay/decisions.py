"""Drills: decisions of games that bots play with themselves, rehearsed, for a second opinion that has heard stories.

Stories teach it who is ahead; a drill teaches it which of the plans that `master` would try is the best.
"""

from typing import Any

import numpy as np

from docena.bots import EXPERT, MASTER
from docena.bots.kernels.large_evaluation import INPUTS, new_opinions
from docena.bots.kernels.mind import KEPT_PLANS
from docena.bots.kernels.planner import choose, choose_with_opinion, has_plan
from docena.bots.kernels.plans import DESK
from docena.bots.kernels.playout import begin, give_chance
from docena.bots.selfplay.comparisons import EXPLORER, REHEARSED, rehearse_carefully
from docena.bots.selfplay.positions import SLIPS, Lessons, in_chunks
from docena.bots.weights.files import mind_for, set_opinion
from docena.core.errors import DocenaError
from docena.core.options import Options
from docena.engine.cover import cover
from docena.engine.jit import entry, int64
from docena.engine.rng import below
from docena.engine.step import legal, make
from docena.engine.table import MOVE, Tables, new_pads, new_tables, record_in
from docena.game.game import empty_table

_CHUNK = 10
_MOST_MOVES = 3000
_ROOM = 60 * REHEARSED
"""Positions of a game: in a longer one there are no more rehearsals."""
_STATES = 320
"""Positions of a turn that are looked at for plans, half as many as `master` looks at."""
DRILLED = 0.2
"""The share of decisions that are rehearsed."""


@entry
def play_drilling(
    tables: Tables, desk: Tables, drill_desk: Tables, worlds: Tables, pads: Any, minds: Any, others: Any, opinions: Any,
    proto: Tables, deck: Any, explore: int, drilled: int, seed: int, game: int, games: int, features: Any,
    outcomes: Any, numbers: Any, begins: Any,
) -> int:  # fmt: skip
    """Plays games and notes the plans of some decisions, and how good they seemed; returns how many.

    Of 1024 decisions `explore` are made by the explorer's judgement, and `drilled` are rehearsed.
    """
    t = tables[0]
    pad = pads[0]
    mind = minds[0]
    sums = np.zeros(KEPT_PLANS)
    alive = np.zeros(KEPT_PLANS, np.bool_)
    n = 0
    for number in range(game, game + games):
        tables[0] = proto[0]
        begin(t, pad, deck, seed, number)
        mind.steps_left = 0
        begun = n
        while not t.over and t.moves < _MOST_MOVES:
            if t.awaits != MOVE:
                give_chance(t, pad)
                continue
            desk[0] = tables[0]
            cover(desk[0], int64(t.mover))
            tables[1] = desk[0]
            room = n + REHEARSED <= begun + _ROOM
            if room and not has_plan(mind, int64(t.moves)) and t.owed == 0 and below(pad, int64(1024)) < drilled:
                chance = pad.chance
                rehearsed = n
                n = rehearse_carefully(
                    tables, drill_desk, worlds, pads, minds, others, opinions, sums, alive, features, outcomes,
                    begins, n,
                )  # fmt: skip
                for i in range(rehearsed, n):
                    numbers[i] = number
                pad.chance = chance
            legal(desk[0], pad)
            if below(pad, int64(1024)) < explore:
                move = choose(desk, pads, minds, int64(EXPLORER))
            else:
                move = choose_with_opinion(desk, pads, minds, opinions, int64(EXPERT))
            make(t, move)
    return n


def _drill_some(options: Options, seed: int, game: int, games: int, network: Any, explore: float) -> Lessons:
    minds, others, opinions = mind_for(options), mind_for(options), new_opinions(1)
    mind = record_in(minds)
    mind.noise[EXPLORER] = SLIPS
    mind.most_states[MASTER] = _STATES
    set_opinion(opinions, network)
    features = np.zeros((games * _ROOM, INPUTS), np.float32)
    outcomes = np.zeros(len(features), np.float32)
    numbers = np.zeros(len(features), np.int64)
    begins = np.zeros(len(features), np.bool_)
    n = play_drilling(
        new_tables(3), new_tables(DESK), new_tables(DESK), new_tables(2), new_pads(1), minds, others, opinions,
        empty_table(options), np.array(options.deck, np.uint8), int(1024 * explore), int(1024 * DRILLED),
        seed % (1 << 62), game, games, features, outcomes, numbers, begins,
    )  # fmt: skip
    # half of the room is enough for numbers of about -1 to 1
    return Lessons(features[:n].astype(np.float16), outcomes[:n].copy(), numbers[:n].copy(), begins[:n].copy())


def play_drills(
    family: str, games: int, seed: int, network: dict[str, Any] | None, explore: float, workers: int
) -> Lessons:
    """Games of a family's tables, by experts who ask this second opinion."""
    if network is None:
        raise DocenaError(f"drills are for a second opinion, and {family} has none yet: train it first with --opinions")
    return in_chunks(
        family, games, seed, workers, _CHUNK,
        lambda options, game, some: _drill_some(options, seed, game, some, network, explore),
    )  # fmt: skip
