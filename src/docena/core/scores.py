"""The score sheet of a match: games are entered as they end; it says who is ahead and whether the match is over.

It works for tables here and for real cards alike: all it needs is the results.
"""

from collections.abc import Sequence
from typing import Any

from docena.core.editions import Edition
from docena.core.errors import Refused
from docena.core.sizes import SEATS
from docena.core.words import worded

GAME_POINTS = 25
CARD_POINTS = 5
"""5.2; the engine has constants of its own, and importing them would need the compiler."""

Result = dict[str, Any]
"""How a game ended, in the words of a record: `reason`, `winners`, `stock` (cards left, by seat), `points`."""


class BadScore(Refused):
    """A result that is impossible, or too late."""

    def __init__(self, key: str, **parts: Any) -> None:
        super().__init__("illegal", worded("score_refused", key, **parts))


def next_first(first: int, players: int) -> int:
    """2.2, 2.3: the deal, and so the first turn, moves one seat to the left.

    >>> next_first(3, players=4), next_first(4, players=4)
    (4, 1)
    """
    return first % players + 1


def match_length(facts: Edition, goal: int | None = None, games: int | None = None) -> tuple[int | None, int | None]:
    """`(goal, games)` of a match at a table that chose one of them, or neither: then it is the edition's own.

    >>> from docena.core.editions import edition
    >>> match_length(edition("classic")), match_length(edition("tournament")), match_length(edition("tournament"), 0)
    ((500, None), (None, 4), (0, None))
    """
    if goal is not None or games is not None:
        return goal, games
    return (facts.goal, None) if facts.games is None else (None, facts.games)


class ScoreSheet:
    """The games of a match, and what they add up to.

    A side is a player or a partnership (6.1); sides are listed by their lowest seat.

    >>> sheet = ScoreSheet(players=2, partners=False, goal=100)
    >>> sheet.add(sheet.won(by=2, left=[14, 0]))
    >>> sheet.add(sheet.won(by=1, left=[0, 3]))
    >>> sheet.rows, sheet.totals, sheet.over
    ([[0, 95], [40, 0]], [40, 95], False)
    >>> sheet.take_back()["winners"]
    [1]
    >>> sheet.add(sheet.won(by=2, left=[1, 0]))
    >>> sheet.over, sheet.winners
    (True, [2])
    """

    def __init__(self, players: int, partners: bool, goal: int | None = None, games: int | None = None) -> None:
        """`goal`: points that win (5.3), 0 for a single game; `games`: the number of games, most wins (10.3); neither:
        no end."""
        if not 2 <= players <= SEATS:
            raise BadScore("players", most=SEATS, players=players)
        if partners and players not in (4, 6):
            raise BadScore("partners", players=players)
        if goal is not None and games is not None:
            raise BadScore("goal_or_games")
        if goal is not None and goal < 0:
            raise BadScore("goal", goal=goal)
        if games is not None and games < 1:
            raise BadScore("games", games=games)
        self.players, self.partners, self.goal, self.games = players, partners, goal, games
        count = players // 2 if partners else players
        self.sides = [list(range(first, players + 1, count)) for first in range(1, count + 1)]
        """The seats of each side."""
        self.results: list[Result] = []

    def side_of(self, seat: int) -> int:
        """The place of a seat's side in the lists of this sheet, from 0."""
        return (seat - 1) % len(self.sides)

    # --- entering games

    def won(self, by: int, left: Sequence[int]) -> Result:
        """The result of a game won by a seat, with the cards left in each stock pile, as one counts them at a table."""
        self._check_seat(by)
        winners = self.sides[self.side_of(by)]
        return {
            "reason": "stock",
            "winners": list(winners),
            "stock": list(left),
            "points": points_for(winners, left),
        }

    def add(self, result: Result) -> None:
        """Enters a game; `BadScore` says what is wrong with it."""
        if self.over:
            raise BadScore("over")
        self._check(result)
        self.results.append(
            {
                "reason": result["reason"],
                "winners": sorted(result["winners"]),
                "stock": list(result["stock"]),
                "points": result["points"],
            }
        )

    def take_back(self) -> Result:
        """Takes the last game off the sheet, and returns it."""
        if not self.results:
            raise BadScore("no_game")
        return self.results.pop()

    def _check(self, result: Result) -> None:
        reason, winners, left, points = (result[key] for key in ("reason", "winners", "stock", "points"))
        if reason not in ("stock", "blocked", "abandoned"):
            raise BadScore("reason", reason_given=reason)
        for seat in winners:
            self._check_seat(seat)
        if len(left) != self.players:
            raise BadScore("counted", players=self.players, counted=len(left))
        if any(n < 0 for n in left):
            raise BadScore("negative")
        if reason != "stock":
            if winners or points:
                raise BadScore(f"scoreless_{reason}")
            return
        if sorted(winners) not in self.sides:
            raise BadScore("winners")
        if all(left[seat - 1] for seat in winners):
            raise BadScore("unfinished")
        if points != points_for(winners, left):
            raise BadScore("points", right=points_for(winners, left), points=points)

    def _check_seat(self, seat: int) -> None:
        if not 1 <= seat <= self.players:
            raise BadScore("seat", seat=seat, players=self.players)

    # --- what they add up to

    @property
    def rows(self) -> list[list[int]]:
        """Points of each seat, one row per game; a partnership's points are listed at both its seats."""
        return [_row(result, self.players) for result in self.results]

    @property
    def totals(self) -> list[int]:
        """Points of each side."""
        return _totals(self.results, self.sides)

    @property
    def wins(self) -> list[int]:
        """Games that each side has won."""
        return _wins(self.results, self.sides)

    @property
    def left(self) -> list[int]:
        """Cards left in each side's stock piles, over the games that count."""
        return _left([result for result in self.results if _counts(result)], self.sides)

    @property
    def ahead(self) -> list[int]:
        """The leading sides, from 0: several if they are tied."""
        if self.games is None:
            return _best([(total,) for total in self.totals])
        counted = [result for result in self.results if _counts(result)]
        match, play_offs = counted[: self.games], counted[self.games :]
        wins, totals, left = (add_up(match, self.sides) for add_up in (_wins, _totals, _left))
        tied = _best([(won, points, -cards) for won, points, cards in zip(wins, totals, left, strict=True)])
        for game in play_offs:
            # 10.3: whoever of those who are tied wins the play-off; if others do, or nobody, there is another
            tied = [side for side in tied if self.sides[side] == game["winners"]] or tied
        return tied

    @property
    def over(self) -> bool:
        if self.goal is not None:
            # 5.3; a goal of 0 is a single game, and a blocked game is none yet: it scores nothing (4.7), so deal again
            return any(won and total >= self.goal for won, total in zip(self.wins, self.totals, strict=True))
        return self._played_out and len(self.ahead) == 1

    @property
    def play_off(self) -> bool:
        """All games have been played, and another must decide (10.3)."""
        return self._played_out and len(self.ahead) > 1

    @property
    def _played_out(self) -> bool:
        return self.games is not None and sum(map(_counts, self.results)) >= self.games

    @property
    def winners(self) -> list[int]:
        """The seats that have won the match; none while it goes on."""
        return list(self.sides[self.ahead[0]]) if self.over else []


def points_for(winners: Sequence[int], left: Sequence[int]) -> int:
    """5.2: for the game, and for every card left in opponents' stock piles.

    >>> points_for([1], [0, 14])
    95
    """
    return GAME_POINTS + CARD_POINTS * sum(n for seat, n in enumerate(left, 1) if seat not in winners)


def _counts(result: Result) -> bool:
    """A blocked game has been played, though nobody won it; an abandoned one has not."""
    return bool(result["reason"] != "abandoned")


def _row(result: Result, players: int) -> list[int]:
    return [result["points"] if seat in result["winners"] else 0 for seat in range(1, players + 1)]


def _totals(results: Sequence[Result], sides: Sequence[list[int]]) -> list[int]:
    return [sum(result["points"] for result in results if result["winners"] == side) for side in sides]


def _wins(results: Sequence[Result], sides: Sequence[list[int]]) -> list[int]:
    return [sum(result["winners"] == side for result in results) for side in sides]


def _left(results: Sequence[Result], sides: Sequence[list[int]]) -> list[int]:
    return [sum(result["stock"][seat - 1] for result in results for seat in side) for side in sides]


def _best(scores: Sequence[tuple[int, ...]]) -> list[int]:
    return [side for side, score in enumerate(scores) if score == max(scores)]
