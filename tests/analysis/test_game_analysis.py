"""The analysis of a game: its chances, its costs, its ledger and its mistakes."""

from pathlib import Path

import pytest
import simple_evaluator
import teaching
from analysis.sample_games import SAMPLES, sample
from rules.positions import deal, play

import docena
from docena.analysis.game_analysis import LEAST, Analysis, analyse, least_mistake
from docena.analysis.luck import Cost, accounts
from docena.analysis.report.html import page
from docena.analysis.report.text import report
from docena.bots.players.evaluated import EvaluatedPlan
from docena.core.words import LANGUAGES
from docena.game.record import read_record, record_of


def test_the_last_point_is_the_result(duel: Analysis) -> None:
    assert duel.result is not None
    winner = duel.result["winners"][0]
    assert duel.points[-1].chances == tuple(float(seat == winner) for seat in (1, 2))
    assert all(sum(point.chances) == pytest.approx(1) for point in duel.points)


def test_a_blocked_game_is_won_by_nobody() -> None:
    (file,) = (file for file in SAMPLES if file.stem == "classic-blocked")
    lines = file.read_text(encoding="utf-8").splitlines()
    record = next(record for record in map(read_record, lines) if record.result and record.result.reason == "blocked")
    found = analyse(record, evaluator=simple_evaluator)
    assert found.points[-1].chances == (0.0,) * len(found.names)
    assert "The game was blocked, and nobody won." in report(found)


def test_chances_after_a_turn_are_what_a_spectator_sees_and_decisions_what_the_seat_does() -> None:
    simple_evaluator.calls.clear()
    analyse(teaching.played(), evaluator=simple_evaluator)
    assert {view.seat for what, view, _ in simple_evaluator.calls if what == "win_chances"} == {None}
    assert all(view.seat == view.mover for what, view, _ in simple_evaluator.calls if what != "win_chances")


def test_choices_are_what_the_better_plans_were_worth(duel: Analysis) -> None:
    assert duel.mistakes
    for account in duel.accounts:
        lost = sum(judged.cost for judged in duel.judged if judged.decision.seat == account.seat)
        assert account.choice == pytest.approx(-lost, abs=0.001)
    first, second = duel.accounts
    assert first.others == pytest.approx(-second.choice)
    assert first.luck == pytest.approx(-second.luck, abs=0.002)


def test_accounts_add_up_exactly_as_they_are_shown() -> None:
    for share in range(1, 60):
        costs = [Cost(1, share / 997, [0.4, 0.3, 0.3]), Cost(3, share / 331, [0.2, 0.7, 0.1])]
        for account in accounts([1 / 3] * 3, [0.0, 1.0, 0.0], costs, [[1], [2], [3]]):
            tenths = [round(1000 * value) for value in account[1:]]
            assert sum(tenths[:4]) == tenths[4]
            assert [value / 1000 for value in tenths] == list(account[1:])


def test_a_partners_mistake_is_not_ones_own_but_costs_as_much() -> None:
    ledger = accounts([0.5] * 4, [0.0, 1.0] * 2, [Cost(3, 0.2, [0.5] * 4)], [[1, 3], [2, 4]])
    assert [account.choice for account in ledger] == [0.0, 0.0, -0.2, 0.0]
    assert [account.others for account in ledger] == [-0.2, 0.2, 0.0, 0.2]
    assert [account.luck for account in ledger] == [-0.3, 0.3, -0.3, 0.3]


def test_what_is_given_away_goes_to_the_others_by_their_chances() -> None:
    ledger = accounts([0.5, 0.3, 0.2], [0.5, 0.3, 0.2], [Cost(1, 0.1, [0.5, 0.4, 0.1])], [[1], [2], [3]])
    assert [account.others for account in ledger] == [0.0, 0.08, 0.02]


def test_choice_is_never_above_zero() -> None:
    ledger = accounts([0.5, 0.5], [0.5, 0.5], [Cost(1, -0.01, [0.5, 0.5])], [[1], [2]])
    assert ledger[0].choice == 0
    assert ledger[1].others == 0


def test_a_mistake_is_clearly_worse_and_says_what_was_better(duel: Analysis) -> None:
    for judged in duel.judged:
        assert judged.mistake == (judged.cost >= least_mistake(duel.tries))
        assert (judged.best != judged.decision.moves) or judged.cost == 0
    for judged in duel.mistakes:
        assert judged.reasons or judged.against
        assert all(reason.good is not False for reason in judged.reasons)
        assert all(reason.good is not True for reason in judged.against)


def test_few_tries_can_tell_only_great_mistakes() -> None:
    assert least_mistake(1_000_000) == LEAST
    assert least_mistake(50) == pytest.approx(0.2)


def test_the_better_plan_is_compared_in_other_games_than_it_was_found_in() -> None:
    seeds: dict[str, list[int]] = {"best_plans": [], "compare_plans": []}

    class Listening:
        win_chances = staticmethod(simple_evaluator.win_chances)

        def best_plans(self, view: docena.View, tries: int = 1, seed: int = 1, most: int = 5) -> list[EvaluatedPlan]:
            seeds["best_plans"].append(seed)
            return simple_evaluator.best_plans(view, tries, seed, most)

        def compare_plans(self, view: docena.View, plans: object, tries: int = 1, seed: int = 1) -> list[EvaluatedPlan]:
            seeds["compare_plans"].append(seed)
            return simple_evaluator.compare_plans(view, plans, tries, seed)  # type: ignore[arg-type]

    analyse(teaching.played(), evaluator=Listening())
    assert seeds["compare_plans"]
    assert not set(seeds["best_plans"]) & set(seeds["compare_plans"])


def test_a_plan_that_comes_to_the_same_as_the_best_costs_nothing() -> None:
    class Sure:
        win_chances = staticmethod(simple_evaluator.win_chances)
        best_plans = staticmethod(simple_evaluator.best_plans)

        def compare_plans(self, *_: object, **__: object) -> list[EvaluatedPlan]:
            raise AssertionError("there is nothing to compare")

    game = play(deal(stocks={1: "1 9", 2: "12 12"}, hands={1: "2 3"}), "S>4")
    (judged,) = analyse(record_of(game), evaluator=Sure()).judged
    assert judged.cost == 0
    assert judged.best == ("S>4",)


def test_progress_is_told_to_the_end() -> None:
    heard: list[tuple[int, int]] = []
    analyse(teaching.played(), evaluator=simple_evaluator, progress=lambda done, total: heard.append((done, total)))
    assert [done for done, _ in heard] == list(range(1, len(heard) + 1))
    assert {total for _, total in heard} == {len(heard)}


@pytest.mark.parametrize("file", SAMPLES, ids=lambda file: str(file.stem))
def test_games_of_every_kind_of_table(file: Path) -> None:
    found = analyse(sample(file), evaluator=simple_evaluator)
    for lang in LANGUAGES:
        assert len(report(found, lang)) > 400
        assert "</html>" in page(found, lang)
    for account in found.accounts:
        assert account.start + account.choice + account.others + account.luck == pytest.approx(account.end)


def test_the_library_has_it_too() -> None:
    found = docena.analyse(teaching.played(), evaluator=simple_evaluator)
    assert isinstance(found, Analysis)
