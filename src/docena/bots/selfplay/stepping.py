"""Stepping many tables: an action at each, then chance and other bots until an agent is to move again."""

from typing import Annotated, Any

from docena.bots.kernels.playout import begin, choose, give_chance
from docena.bots.selfplay.observation import observe
from docena.core.moves import WORDS
from docena.core.sizes import SEATS
from docena.engine.bits import lowest
from docena.engine.cover import cover
from docena.engine.jit import entry, int64, long_entry, rule
from docena.engine.layouts import Int8, Int64, UInt64, layout_of, new_records
from docena.engine.rules.partners import partner_of
from docena.engine.rules.winning import points
from docena.engine.signature import Bytes, Flags, Floats32, Integers, Records, ShortIntegers
from docena.engine.step import legal, make
from docena.engine.table import MOVE, Pad, Pads, Table, Tables

MOVES = 64 * WORDS
NEXT_STEP, SAME_STEP, DISABLED = range(3)
"""When a finished table deals again: with the next step, in the same one, or when it is told to."""
WIN, POINTS, STOCK = range(3)
"""What is rewarded at the end of a game."""
GOES_ON, TERMINATED, TRUNCATED = range(3)
ILLEGAL = -1


class EpisodeState:
    """What a table of an environment has besides the table record."""

    chance: UInt64  # the state of its generator
    seed: Int64
    game: Int64  # the number of the game that is played, from 0
    legal: Annotated[Any, "i8", WORDS]  # the moves that are legal
    ended: Int8


EPISODE_STATE = layout_of(EpisodeState)
EpisodeStates = Annotated[Any, Records(EPISODE_STATE)]


def new_episode_states(n: int) -> Any:
    return new_records(n, EPISODE_STATE)


@rule
def go_on(t: Table, work: Tables, pads: Any, bots: Any, most: int) -> None:
    """Chance and bots, until a seat without a bot is to move, or the game ends."""
    pad = pads[0]
    while not t.over:
        if t.awaits != MOVE:
            give_chance(t, pad)
            continue
        bot = bots[t.mover]
        if bot < 0 or t.moves >= most:
            return
        work[0] = t
        cover(work[0], int64(t.mover))
        legal(work[0], pad)
        make(t, choose(work, pads, bot, None, None, None))


@rule
def deal_again(
    i: int, tables: Tables, states: Any, proto: Tables, work: Tables, pads: Any, deck: Any, bots: Any, most: int,
) -> None:  # fmt: skip
    state = states[i]
    tables[i] = proto[0]
    begin(tables[i], pads[0], deck, int64(state.seed), int64(state.game))
    state.game += 1
    state.ended = GOES_ON
    go_on(tables[i], work, pads, bots, most)
    state.chance = pads[0].chance


@rule
def write_mask(t: Table, pad: Pad, state: Any, action_of: Any, masks: Any, first: int, actions: int) -> None:
    """The legal moves, kept with the table and as actions of the seat that moves."""
    for action in range(actions):
        masks[first + action] = 0
    row = MOVES * int64(t.mover)
    if state.ended:
        for word in range(WORDS):
            state.legal[word] = 0
        return
    legal(t, pad)
    for word in range(WORDS):
        bits = int64(pad.moves[word])
        state.legal[word] = bits
        while bits:
            masks[first + action_of[row + 64 * word + lowest(bits)]] = 1
            bits &= bits - 1


@rule
def write_rewards(t: Table, kind: int, rewards: Any, first: int) -> None:
    """What the end of a game is worth to each seat; nothing where nobody has won."""
    players = int64(t.players)
    if t.winners == 0:
        return
    for seat in range(players):
        won = (int64(t.winners) >> seat) & 1
        if kind == STOCK:
            rewards[first + seat] = stock_lead(t, seat) / float(t.stock_size)
        else:
            worth = points(t) if kind == POINTS else 1
            rewards[first + seat] = worth if won else -worth


@rule
def stock_lead(t: Table, seat: int) -> float:
    """How many stock cards more the others have left, on average, than the seat's own side."""
    own = int64(0)
    others = int64(0)
    n_own = int64(0)
    for other in range(t.players):
        if other == seat or (t.partners and partner_of(t, seat) == other):
            own += int64(t.stock_n[other])
            n_own += 1
        else:
            others += int64(t.stock_n[other])
    return others / float(int64(t.players) - n_own) - own / float(n_own)


@entry
def first_illegal(states: EpisodeStates, tables: Tables, actions: Integers, move_of: ShortIntegers) -> int:
    """The first table whose action is not legal; -1 if there is none. Finished tables take any action."""
    size = move_of.size // SEATS
    for i in range(actions.size):
        state = states[i]
        if state.ended:
            continue
        action = actions[i]
        if action < 0 or action >= size:
            return i
        move = int64(move_of[size * int64(tables[i].mover) + action])
        if not (int64(state.legal[move >> 6]) >> (move & 63)) & 1:
            return i
    return ILLEGAL


@rule
def show(
    i: int, tables: Tables, states: Any, pads: Any, action_of: Any, observations: Any, masks: Any, seats: Any,
    width: int, size: int,
) -> None:  # fmt: skip
    """Writes what the seat that moves observes, its legal actions and its number."""
    observe(tables[i], observations, width * i)
    write_mask(tables[i], pads[0], states[i], action_of, masks, size * i, size)
    seats[i] = tables[i].mover


@long_entry
def step_tables(
    tables: Tables, states: EpisodeStates, proto: Tables, work: Tables, pads: Pads, deck: Bytes, bots: Integers,
    actions: Integers, move_of: ShortIntegers, action_of: ShortIntegers, first: int, last: int, most: int, reward: int,
    autoreset: int, observations: Bytes, masks: Bytes, rewards: Floats32, terminations: Flags, truncations: Flags,
    seats: Bytes, finals: Bytes,
) -> None:  # fmt: skip
    """Takes the action of each table from `first` to before `last`, all of them legal, and writes what came of it.

    `bots` has the number of the bot in each seat, -1 for an agent. Arrays have a row for each table, one after another.
    """
    n = actions.size
    size = move_of.size // SEATS
    width = observations.size // n
    players = rewards.size // n
    pad = pads[0]
    for i in range(first, last):
        state = states[i]
        for seat in range(players):
            rewards[players * i + seat] = 0.0
        terminations[i] = False
        truncations[i] = False
        t = tables[i]
        if state.ended:
            if autoreset == NEXT_STEP:
                deal_again(i, tables, states, proto, work, pads, deck, bots, most)
        else:
            pad.chance = state.chance
            make(t, int64(move_of[size * int64(t.mover) + actions[i]]))
            go_on(t, work, pads, bots, most)
            state.chance = pad.chance
            if t.over:
                state.ended = TERMINATED
                terminations[i] = True
                write_rewards(t, reward, rewards, players * i)
            elif t.moves >= most:
                state.ended = TRUNCATED
                truncations[i] = True
            if state.ended and autoreset == SAME_STEP:
                if finals.size > 0:
                    observe(t, finals, width * i)
                deal_again(i, tables, states, proto, work, pads, deck, bots, most)
        show(i, tables, states, pads, action_of, observations, masks, seats, width, size)


@long_entry
def reset_tables(
    tables: Tables, states: EpisodeStates, proto: Tables, work: Tables, pads: Pads, deck: Bytes, bots: Integers,
    which: Flags, action_of: ShortIntegers, most: int, observations: Bytes, masks: Bytes, seats: Bytes,
) -> None:  # fmt: skip
    """Deals the next game of these tables' seeds."""
    n = which.size
    for i in range(n):
        if which[i]:
            deal_again(i, tables, states, proto, work, pads, deck, bots, most)
            show(
                i, tables, states, pads, action_of, observations, masks, seats, observations.size // n, masks.size // n
            )


@entry
def observe_table(
    tables: Tables, states: EpisodeStates, pads: Pads, action_of: ShortIntegers, observations: Bytes, masks: Bytes,
    seats: Bytes,
) -> None:  # fmt: skip
    """Writes what the seat that moves at the first table observes, its legal actions and its number."""
    show(int64(0), tables, states, pads, action_of, observations, masks, seats, observations.size, masks.size)
