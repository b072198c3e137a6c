"""A mind: what a planning bot knows and scribbles while it thinks, in one record for compiled code.

The first part is learned and does not change in play: the value network of a family of tables, the habits of the quick
player, and what each level of the ladder gets wrong. The rest is scratch space.
"""

from typing import Any, Protocol

import numpy as np

from docena.core.sizes import HAND, PLACES, SEATS, TOP
from docena.engine.table import new_records

FEATURES = 152
"""Inputs of the network."""
HIDDEN = 32
CLOSEUP = 240
"""Inputs of a closer look, which the second opinion has besides ..."""
UNITS = 128
"""... and its hidden units."""
LEVELS = 8
"""Room for the bots that plan, by their number."""
HABITS = 16
MOST_DEPTH = 30
"""Moves of a plan."""
MOST_STATES = 640
"""Positions of a turn that are looked at, at most ..."""
USUAL_STATES = 160
"""... and usually."""
SEEN = 2048
"""Room to remember them, at most: a power of two and more than twice as many."""
STOPS = 6
"""Positions of a turn for which closing discards are weighed, at most."""
DISCARDS = 20
"""Closing discards of a position, at most: five cards of the hand, four piles."""
KEPT_PLANS = 16
IN_THOUGHT = SEATS
"""Whose piles they are while a discard lies upon the mover's first pile in thought only; then upon the second ..."""
LAID_OUT = SEATS + PLACES
"""... so many, in all, whose piles are remembered."""
REMEMBERED = 256
"""Looks that are remembered within a turn, a power of two."""
KINDS_ROOM = 16
HALF = 1 << TOP // 2
"""Sets of half the numbers."""

MIND = np.dtype(
    [
        # hidden units come first, where each row fills lines of the processor's cache: those that were learned,
        ("w1", "f4", (FEATURES, HIDDEN)),
        ("b1", "f4", HIDDEN),
        ("w2", "f4", HIDDEN),
        # the part that the closing discard does not change, what the opponents said to one who looked at them before
        # the turn only, and looks that are remembered
        ("around", "f4", HIDDEN),
        ("glanced", "f4", HIDDEN),
        ("looks", "f4", (REMEMBERED, HIDDEN)),
        # learned, too
        ("skip", "f4", FEATURES),
        ("b2", "f4"),
        ("habits", "f4", HABITS),
        ("noise", "f4", LEVELS),  # how far off a level's judgement is
        ("misses", "f4", LEVELS),  # how often it overlooks a play
        ("blind", "i1", LEVELS),  # it does not watch opponents
        ("unhurried", "i1", LEVELS),  # it tries other plays before stock cards of partners or with coins
        ("most_states", "i4", LEVELS),  # how many positions of a turn it looks at
        ("most_stops", "i4", LEVELS),  # in how many of them it weighs closing discards ...
        ("most_discards", "i4", LEVELS),  # ... and how many of those
        # what has not been seen, reckoned once a decision
        ("unseen", "f4", KINDS_ROOM),  # the share of each kind among unseen cards
        ("odds", "f4", (HAND + 1, KINDS_ROOM)),  # the chance that so many cards bring a kind or a wild
        ("multiplied", "i4"),  # for which numbers of cards, a bit each, the next two are known
        ("low_odds", "f4", (HAND + 1, HALF)),  # the same for sets of the numbers 1 to 6, each by itself, multiplied
        ("high_odds", "f4", (HAND + 1, HALF)),  # and of 7 to 12
        # the present position
        ("x", "f4", FEATURES),
        ("close", "f4", CLOSEUP),
        ("units", "f4", UNITS),
        # what `around`, `glanced` and `looks` say directly, and the keys of looks, or 0
        ("around_skip", "f4"),
        ("glanced_skip", "f4"),
        ("looks_skip", "f4", REMEMBERED),
        ("looked", "u8", REMEMBERED),
        # the other seats that are looked at; -1 for nobody
        ("follower", "i4"),
        ("leader", "i4"),
        ("after", "i4"),
        ("mate", "i4"),
        ("threat", "f4"),
        # the discard piles that are looked at; what is remembered of those that were looked at last, seat by seat:
        # what they give on the way up from a height, for which heights that is known, and how tidy each is
        ("stacks", "i8", PLACES),
        ("dug_in", "i8", (LAID_OUT, PLACES)),
        ("dug_from", "i4", LAID_OUT),
        ("dug", "i4", (LAID_OUT, TOP)),
        ("tidied", "i8", (LAID_OUT, PLACES)),
        ("tidy", "i8", (LAID_OUT, PLACES)),
        ("wild_tops", "i4"),
        ("lack", "i4"),
        ("steps", "i4"),
        ("open_ways", "i4"),
        ("second", "i4"),
        ("longest", "i4"),
        ("chained", "i4"),
        ("bare", "f4"),
        ("helped", "f4"),
        # the search through a turn
        ("todo", "i8", 16),  # plays to be tried from the present position
        ("seen", "u8", SEEN),
        ("room", "i4"),  # so much of it is used
        ("states", "i4"),
        ("came_from", "i2", MOST_STATES),
        ("came_by", "i2", MOST_STATES),
        ("depth", "i2", MOST_STATES),
        # positions that have not been followed yet, and what each promises
        ("ahead", "i4"),
        ("waiting", "i2", MOST_STATES),
        ("promise", "f4", MOST_STATES),
        # the best positions to close the turn in, best first
        ("stops", "i4"),
        ("stop_value", "f4", STOPS),
        ("stop", "i4", STOPS),
        # the discards of a position, those that habit likes best first
        ("discards", "i2", DISCARDS),
        ("likes", "f4", DISCARDS),
        # the best plans, best first
        ("plans", "i4"),
        ("value", "f4", KEPT_PLANS),
        ("length", "i4", KEPT_PLANS),
        ("moves", "i2", (KEPT_PLANS, MOST_DEPTH + 1)),
        # the plan that is being carried out
        ("step", "i4"),
        ("steps_left", "i4"),
        ("expects", "i8"),  # the number of the game's move that its next step is
        ("plan", "i2", MOST_DEPTH + 1),
    ],
    align=True,
)


class Mind(Protocol):
    """What compiled code sees of a mind: the fields of `MIND`."""

    w1: Any
    b1: Any
    w2: Any
    skip: Any
    b2: float
    habits: Any
    noise: Any
    misses: Any
    blind: Any
    unhurried: Any
    most_states: Any
    most_stops: Any
    most_discards: Any
    unseen: Any
    odds: Any
    multiplied: int
    low_odds: Any
    high_odds: Any
    x: Any
    close: Any
    units: Any
    around: Any
    around_skip: float
    glanced: Any
    glanced_skip: float
    looked: Any
    looks: Any
    looks_skip: Any
    follower: int
    leader: int
    after: int
    mate: int
    threat: float
    stacks: Any
    dug_in: Any
    dug_from: Any
    dug: Any
    tidied: Any
    tidy: Any
    wild_tops: int
    lack: int
    steps: int
    open_ways: int
    second: int
    longest: int
    chained: int
    bare: float
    helped: float
    todo: Any
    seen: Any
    room: int
    states: int
    came_from: Any
    came_by: Any
    depth: Any
    ahead: int
    waiting: Any
    promise: Any
    stops: int
    stop_value: Any
    stop: Any
    discards: Any
    likes: Any
    plans: int
    value: Any
    length: Any
    moves: Any
    step: int
    steps_left: int
    expects: int
    plan: Any


def new_minds(n: int) -> Any:
    return new_records(n, MIND)
