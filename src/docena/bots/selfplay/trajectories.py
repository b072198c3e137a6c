"""Stories: whole games of bots with themselves, position after position, for the second opinion to learn from.

How a game ends says little about one position of it. What is thought of the next position of the same side says much,
if it is not always true. A position learns from both: half from the next one, and half from what that one learns.
"""

from typing import Any

import numpy as np

from docena.bots import EXPERT
from docena.bots.kernels.large_evaluation import INPUTS, look_after, new_opinions
from docena.bots.kernels.planner import choose, choose_with_opinion
from docena.bots.kernels.plans import DESK
from docena.bots.kernels.playout import begin, give_chance
from docena.bots.kernels.reach import count_unseen
from docena.bots.selfplay.comparisons import EXPLORER, note
from docena.bots.selfplay.positions import SLIPS, Lessons, in_chunks
from docena.bots.weights.files import look_widely, mind_for, network_of, set_opinion
from docena.core.errors import DocenaError
from docena.core.options import Options
from docena.engine.cover import cover
from docena.engine.jit import entry, int64
from docena.engine.rng import below
from docena.engine.rules.partners import partner_of
from docena.engine.step import legal, make
from docena.engine.table import MOVE, WON, Tables, new_pads, new_tables, record_in
from docena.game.game import empty_table

_CHUNK = 25
_MOST_MOVES = 3000
_ROOM = 800
"""Positions of a game: of a longer one the rest is not told."""
_OF_NEXT = 0.5


@entry
def tell_stories(
    tables: Tables, desk: Tables, pads: Any, minds: Any, opinions: Any, proto: Tables, deck: Any, explore: int,
    seed: int, game: int, games: int, features: Any, sides: Any, numbers: Any, outcomes: Any,
) -> int:  # fmt: skip
    """Plays games and notes the position after each plan, whose side it was, and how the game ended for it.

    Of 1024 decisions `explore` are made by the explorer's judgement. Returns how many positions there are.
    """
    t = tables[0]
    pad = pads[0]
    mind = minds[0]
    n = 0
    for number in range(game, game + games):
        tables[0] = proto[0]
        begin(t, pad, deck, seed, number)
        mind.steps_left = 0
        begun = n
        room = min(n + _ROOM, int64(features.shape[0]))
        while not t.over and t.moves < _MOST_MOVES:
            if t.awaits != MOVE:
                give_chance(t, pad)
                continue
            seat = int64(t.mover)
            desk[0] = tables[0]
            cover(desk[0], seat)
            tables[1] = desk[0]
            legal(desk[0], pad)
            if below(pad, int64(1024)) < explore:
                move = choose(desk, pads, minds, int64(EXPLORER))
            else:
                move = choose_with_opinion(desk, pads, minds, opinions, int64(EXPERT))
            make(t, move)
            if n < room and not t.over:
                tables[2] = tables[1]
                count_unseen(tables[1], mind, seat)
                if look_after(tables[2], mind, seat, move):
                    note(mind, features, n)
                    sides[n] = min(seat, partner_of(t, seat)) if t.partners else seat
                    numbers[n] = number
                    n += 1
        for i in range(begun, n):
            outcomes[i] = t.over == WON and (int64(t.winners) >> int64(sides[i])) & 1
    return n


@entry
def look_ahead(values: Any, sides: Any, numbers: Any, outcomes: Any) -> None:
    """Puts in the place of each outcome what a position has to learn; games are told one after the other."""
    later = np.zeros(8)
    thought = np.zeros(8)
    known = np.zeros(8, np.bool_)
    for back in range(values.size):
        i = values.size - 1 - back
        if back == 0 or numbers[i] != numbers[i + 1]:
            known[:] = False
        side = int64(sides[i])
        if known[side]:
            outcomes[i] = _OF_NEXT * thought[side] + (1.0 - _OF_NEXT) * later[side]
        later[side] = outcomes[i]
        thought[side] = values[i]
        known[side] = True


def _values(features: Any, family: str, network: dict[str, Any] | None) -> Any:
    """What the second opinion thinks of positions, or the judge where there is none yet."""
    arrays = network_of(family) if network is None else network
    inputs = np.asarray(features[:, : arrays["w1"].shape[0]], np.float32)
    units = np.maximum(inputs @ arrays["w1"] + arrays["b1"], 0)
    return 1.0 / (1.0 + np.exp(-(units @ arrays["w2"] + inputs @ arrays["skip"] + arrays["b2"])))


def _tell_some(
    family: str, options: Options, seed: int, game: int, games: int, network: Any, explore: float
) -> Lessons:  # fmt: skip
    minds, opinions = mind_for(options), new_opinions(1)
    look_widely(minds, options)
    record_in(minds).noise[EXPLORER] = SLIPS
    if network is not None:
        set_opinion(opinions, network)
    features = np.zeros((games * _ROOM, INPUTS), np.float32)
    sides, numbers = np.zeros(len(features), np.int64), np.zeros(len(features), np.int64)
    outcomes = np.zeros(len(features), np.float32)
    n = tell_stories(
        new_tables(3), new_tables(DESK), new_pads(1), minds, opinions, empty_table(options),
        np.array(options.deck, np.uint8), int(1024 * explore), seed % (1 << 62), game, games, features, sides, numbers,
        outcomes,
    )  # fmt: skip
    values = _values(features[:n], family, network)
    look_ahead(values, sides[:n], numbers[:n], outcomes[:n])
    # half of the room is enough for numbers of about -1 to 1
    return Lessons(features[:n].astype(np.float16), outcomes[:n].copy(), numbers[:n].copy(), np.ones(n, np.bool_))


def play_stories(
    family: str, games: int, seed: int, network: dict[str, Any] | None, explore: float, workers: int
) -> Lessons:
    """Games of a family's tables, by experts who ask this second opinion, or by plain ones where there is none."""
    if not network_of(family):
        raise DocenaError(f"a second opinion learns from games of a judge, and {family} has none yet: train it first")
    return in_chunks(
        family, games, seed, workers, _CHUNK,
        lambda options, game, some: _tell_some(family, options, seed, game, some, network, explore),
    )  # fmt: skip
