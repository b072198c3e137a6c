"""How a game of an event ended: which results are valid, and their points."""

from collections.abc import Sequence
from typing import Literal, get_args

import msgspec

from docena.core.scores import CARD_POINTS, GAME_POINTS
from docena.tournaments.event_choices import EventChoices, stock_for
from docena.tournaments.refusals import refuse
from docena.tournaments.seated_table import seats_of

Ended = Literal["stock", "time", "blocked"]
"""By a finished stock pile (10.2), by the clock, or blocked (4.7)."""
ENDED: tuple[Ended, ...] = get_args(Ended)


class GameOutcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game as a table counts it."""

    left: tuple[int, ...]
    """Cards left in the stock pile of each seat."""
    winner: int = 0
    """The side that has won, from 1; 0 for nobody."""
    ended: Ended = "stock"


class TableResult(msgspec.Struct, frozen=True):
    """The state of a game at a table."""

    outcome: GameOutcome
    side: int
    """The side that reported it; 0 for the director."""
    confirmed: bool
    disputed: bool = False


def check_outcome(
    outcome: GameOutcome, sides: int, seats: int, choices: EventChoices, more: Sequence[int] | None = None
) -> GameOutcome:
    """The outcome with its winner, if valid; `more`: penalty cards put into each seat's stock pile."""
    left, ended = tuple(outcome.left), outcome.ended
    if ended not in ENDED:
        refuse("ended", ended=ended)
    if len(left) != seats:
        refuse("count", seats=seats, n=len(left))
    if any(n < 0 for n in left):
        refuse("less_than_none")
    for seat, (n, most) in enumerate(zip(left, most_left(choices, seats, more), strict=True), 1):
        if n > most:
            if choices.facts.die:
                refuse("more_than_deck", seat=seat, n=n, most=most)
            refuse("too_many_left", seat=seat, n=n, most=most)
    if not 0 <= outcome.winner <= sides:
        refuse("no_side", side=outcome.winner, sides=sides)
    done = [side for side in range(1, sides + 1) if _finished(left, side, sides, choices)]
    if ended == "stock":
        if not outcome.winner:
            refuse("who_won")
        if len(done) > 1:
            refuse("two_winners")
        if outcome.winner not in done:
            refuse("not_finished", side=outcome.winner)
        if not choices.facts.partner_piles and left.count(0) > 1:
            refuse("two_winners")
        return GameOutcome(left, outcome.winner, ended)
    if done:
        refuse("was_finished", side=done[0])
    if ended == "blocked":
        if outcome.winner:
            refuse("blocked_winner")
        return GameOutcome(left, 0, ended)
    winner = time_winner(left, sides) if choices.time_out == "fewest" else 0
    if outcome.winner not in (0, winner):
        refuse("time_winner", side=outcome.winner)
    return GameOutcome(left, winner, ended)


def most_left(choices: EventChoices, seats: int, more: Sequence[int] | None = None) -> tuple[int, ...]:
    """The most cards that can be left in each stock pile: those dealt, and penalty cards.

    8.4: a die can add cards to a stock pile, and nobody counts them.
    """
    if choices.facts.die:
        return (choices.facts.deck_size,) * seats
    stock = stock_for(choices, seats)
    return tuple(stock + (more[seat] if more else 0) for seat in range(seats))


def _finished(left: Sequence[int], side: int, sides: int, choices: EventChoices) -> bool:
    """10.2: one finished stock pile wins; 6.4: where partners share their piles, both must be."""
    stocks = [left[seat - 1] for seat in seats_of(side, sides, len(left))]
    return not any(stocks) if choices.facts.partner_piles else not all(stocks)


def cards_left(left: Sequence[int], side: int, sides: int) -> int:
    return sum(left[seat - 1] for seat in seats_of(side, sides, len(left)))


def time_winner(left: Sequence[int], sides: int) -> int:
    """When the time is over: the side with the fewest cards left, counting both partners; 0 for a tie.

    >>> time_winner([4, 7, 9, 5, 6, 1], 3), time_winner([4, 3, 5, 6], 2)
    (1, 0)
    """
    counts = [cards_left(left, side, sides) for side in range(1, sides + 1)]
    return counts.index(min(counts)) + 1 if counts.count(min(counts)) == 1 else 0


def points(outcome: GameOutcome, sides: int) -> int:
    """The winner's points: 5.2; by the clock only 5 for each extra card of an opposing side.

    >>> points(GameOutcome((0, 3, 4, 2, 1, 5), 1), 3), points(GameOutcome((4, 7, 9, 5, 6, 1), 1, "time"), 3)
    (90, 25)
    """
    if not outcome.winner:
        return 0
    others = [side for side in range(1, sides + 1) if side != outcome.winner]
    opposing = [cards_left(outcome.left, side, sides) for side in others]
    if outcome.ended == "time":
        own = cards_left(outcome.left, outcome.winner, sides)
        return CARD_POINTS * sum(n - own for n in opposing)
    return GAME_POINTS + CARD_POINTS * sum(opposing)
