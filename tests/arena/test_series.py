"""Games between bots of any kind, in one call."""

from pathlib import Path

import pytest
from programs import program

from docena.arena.match import Fault
from docena.arena.series import play
from docena.core.errors import DocenaError
from docena.engine.view import View
from docena.game.record import check


class Simple:
    """Plays a stock card if it can, else whatever comes last."""

    def choose(self, view: View) -> str:
        moves = view.legal_moves()
        return next((move for move in moves if move.startswith("S")), moves[-1])


class ByNumber(Simple):
    name = "numbers"

    def __init__(self) -> None:
        self.seeds: list[int] = []

    def new_game(self, seed: int) -> None:
        self.seeds.append(seed)

    def choose(self, view: View) -> int:  # type: ignore[override]
        return view.legal_numbers()[0]


def test_objects_classes_names_and_programs_play_together(tmp_path: Path) -> None:
    own = ByNumber()
    series = play([own, Simple, "greedy", program(tmp_path)], games=6, stock=2)
    assert [score.name for score in series.scores] == ["numbers", "Simple", "greedy", "test"]
    assert len(set(own.seeds)) == 6
    for record in series.records:
        check(record)
    assert {player.name for player in series.records[0].players} == {"numbers", "Simple", "greedy", "test"}
    assert {record.players[0].name for record in series.records} == {"numbers", "Simple", "greedy", "test"}
    assert sum(score.wins for score in series.scores) == sum(
        bool(record.result and record.result.winners) for record in series.records
    )


def test_the_better_bot_wins_more_and_the_same_seed_is_the_same_series() -> None:
    first, second = (play(["greedy", Simple()], games=40, stock=3, seed=7) for _ in range(2))
    assert first.records == second.records
    greedy, simple = first.scores
    assert greedy.wins > simple.wins
    assert greedy.ci95[0] < greedy.share < greedy.ci95[1]
    assert greedy.points > simple.points


def test_partners_are_the_same_bot() -> None:
    series = play(["greedy", Simple], games=4, players=4, partners=True, stock=2)
    for record in series.records:
        names = [player.name for player in record.players]
        assert names[:2] == names[2:]
    assert series.scores[0].games == 4


def test_a_bot_that_breaks_the_rules_is_named() -> None:
    class Cheat:
        def choose(self, view: View) -> str:
            return "S>9"

    with pytest.raises(Fault, match="Cheat answered 'S>9'"):
        play([Cheat(), "greedy"], games=1)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"bots": ["greedy", "random"], "players": 3}, "2 bots cannot share 3 seats"),
        ({"bots": ["greedy", lambda: 7]}, "7 is not a bot"),
        ({"bots": ["greedy", "random"], "games": 0}, "at least 1, not 0"),
        ({"bots": ["greedy", "deep"]}, "deep"),
    ],
)
def test_what_cannot_be_played(arguments: dict[str, object], said: str) -> None:
    with pytest.raises(DocenaError, match=said):
        play(**arguments)  # type: ignore[arg-type]
