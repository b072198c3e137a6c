"""Scratch memory of a search: features, cached sums, the positions of a turn and the plans found in it.

It is one record because Numba counts references to arrays that are handed on, at a price of several moves a move.
Nothing in it decides a move but what the search itself has written there.
"""

from typing import Annotated, Any

from docena.bots.kernels.model import EXTRA_FEATURES, FEATURES, HIDDEN, LARGE_HIDDEN
from docena.core.sizes import HAND, PLACES, SEATS, TOP
from docena.engine.layouts import Float32, Int32, Int64, layout_of, new_records
from docena.engine.signature import Records

MOST_DEPTH = 30
"""Moves of a plan."""
MOST_POSITIONS = 640
"""Positions of a turn that are examined, at most ..."""
USUAL_POSITIONS = 160
"""... and usually."""
VISITED_SLOTS = 2048
"""A power of two and more than twice as many."""
MOST_CLOSINGS = 6
"""Positions of a turn in which closing discards are evaluated, at most."""
MOST_DISCARDS = 20
"""Closing discards of a position, at most: five cards of the hand, four piles."""
MOST_PLANS = 16
HYPOTHETICAL = SEATS
"""The set of discard piles with another card on the mover's first pile; then on the second ..."""
PILE_SETS = SEATS + PLACES
"""... so many sets in all, of seats and hypothetical ones."""
CACHE_SLOTS = 256
"""Sums of the hidden layer that are cached within a turn, a power of two."""
KIND_SLOTS = 16
HALF_SETS = 1 << TOP // 2
"""Sets of half the numbers."""


class Scratch:
    """Working memory of one thread."""

    # sums of hidden units come first, where each row fills lines of the processor's cache: those of the table and all
    # seats but the mover's own cards; those of opponents before the turn; and cached ones
    context: Annotated[Any, "f4", HIDDEN]
    opponents: Annotated[Any, "f4", HIDDEN]
    cached: Annotated[Any, "f4", (CACHE_SLOTS, HIDDEN)]
    # what `context`, `opponents` and `cached` add to the logit directly, and the keys of the cache, or 0
    context_skip: Float32
    opponents_skip: Float32
    cached_skip: Annotated[Any, "f4", CACHE_SLOTS]
    cache_keys: Annotated[Any, "u8", CACHE_SLOTS]
    # inputs of the networks for the present position, and the hidden units of the large one
    x: Annotated[Any, "f4", FEATURES]
    extra: Annotated[Any, "f4", EXTRA_FEATURES]
    large_units: Annotated[Any, "f4", LARGE_HIDDEN]
    # cards that the mover has not seen, counted once a decision
    unseen: Annotated[Any, "f4", KIND_SLOTS]  # the share of each kind among them
    odds: Annotated[Any, "f4", (HAND + 1, KIND_SLOTS)]  # the chance that so many cards bring a kind or a wild
    odds_ready: Int32  # for which numbers of cards, a bit each, the next two are known
    low_odds: Annotated[Any, "f4", (HAND + 1, HALF_SETS)]  # the same for sets of the numbers 1 to 6, multiplied
    high_odds: Annotated[Any, "f4", (HAND + 1, HALF_SETS)]  # and of 7 to 12
    # the other seats that matter; -1 for nobody
    next_opponent: Int32
    leader: Int32
    after_next: Int32
    partner: Int32
    threat: Float32
    # the discard piles that are looked at, packed; for each set of piles that was looked at before: the piles, the
    # heights from which was worked out what they give, and what that is; and how tidy each pile is
    piles: Annotated[Any, "i8", PLACES]
    searched_piles: Annotated[Any, "i8", (PILE_SETS, PLACES)]
    searched_heights: Annotated[Any, "i4", PILE_SETS]
    from_piles: Annotated[Any, "i4", (PILE_SETS, TOP)]
    counted_piles: Annotated[Any, "i8", (PILE_SETS, PLACES)]
    order_counts: Annotated[Any, "i8", (PILE_SETS, PLACES)]
    # how near a stock card is to being played: see `reach`
    wild_tops: Int32
    lack: Int32
    steps: Int32
    open_routes: Int32
    second_lack: Int32
    longest_run: Int32
    all_runs: Int32
    chance_without_wilds: Float32
    chance_with_wilds: Float32
    # positions of the turn: plays left to be tried from the present one, keys of those visited, and how each came about
    plays: Annotated[Any, "i8", 16]
    visited: Annotated[Any, "u8", VISITED_SLOTS]
    visited_size: Int32  # how many of its slots are in use
    positions: Int32
    parent: Annotated[Any, "i2", MOST_POSITIONS]
    parent_move: Annotated[Any, "i2", MOST_POSITIONS]
    depth: Annotated[Any, "i2", MOST_POSITIONS]
    # those that are not expanded yet, with their priorities
    frontier_size: Int32
    frontier: Annotated[Any, "i2", MOST_POSITIONS]
    priority: Annotated[Any, "f4", MOST_POSITIONS]
    # the best positions to close the turn in, best first
    closings: Int32
    closing_value: Annotated[Any, "f4", MOST_CLOSINGS]
    closing: Annotated[Any, "i4", MOST_CLOSINGS]
    # the discards of a position, those that the policy prefers first
    discards: Annotated[Any, "i2", MOST_DISCARDS]
    discard_score: Annotated[Any, "f4", MOST_DISCARDS]
    # the best plans, best first
    plans: Int32
    plan_value: Annotated[Any, "f4", MOST_PLANS]
    plan_length: Annotated[Any, "i4", MOST_PLANS]
    plan_moves: Annotated[Any, "i2", (MOST_PLANS, MOST_DEPTH + 1)]
    # the plan that is being carried out
    next_step: Int32
    steps_left: Int32
    expected_move: Int64  # the number of the game's move that its next step is
    current_plan: Annotated[Any, "i2", MOST_DEPTH + 1]


SCRATCH = layout_of(Scratch)
Scratches = Annotated[Any, Records(SCRATCH)]


def new_scratches(n: int) -> Any:
    return new_records(n, SCRATCH)
