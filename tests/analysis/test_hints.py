"""Hints: ranked plans with reasons, from what the seat that moves may know and nothing else."""

import json
from pathlib import Path
from random import Random

import pytest
import simple_evaluator
import teaching
from redraw import redrawn
from rules.positions import deal, draws, play

import docena
from docena.analysis.hints import NoChoice, hints, position, view_to_choose_from
from docena.analysis.near_equal import teacher_first
from docena.bots.players.evaluated import EvaluatedPlan
from docena.cli.app import run
from docena.engine.view import View
from docena.game.record import Record, write_record


def written(path: Path, *records: Record) -> str:
    file = path / "games.jsonl"
    file.write_text("".join(write_record(record) + "\n" for record in records), encoding="utf-8")
    return str(file)


def test_plans_come_best_first_with_reasons() -> None:
    game = deal(stocks={1: "1 9", 2: "12 12"}, hands={1: "2 3"})
    found = docena.hints(game.view(1), evaluator=simple_evaluator)
    assert found[0].moves == ("S>1",)
    assert [hint.chance for hint in found] == sorted((hint.chance for hint in found), reverse=True)
    assert found[0].reasons[0].key == "stock"
    worst = next(hint for hint in found if hint.moves[-1].startswith("H"))
    assert worst.reasons[0].key == "leaves_stock"
    assert all(hint.reasons for hint in found)


def test_of_plans_that_are_as_good_as_each_other_a_teacher_chooses_first() -> None:
    """Within two standard errors or one point: the stock card, then no wild, then the shorter plan."""
    tries = 10_000
    wild, stock, short = (
        EvaluatedPlan(moves, chance, tries)
        for moves, chance in ((("HW>1", "H7-1"), 0.5), (("S>1", "H7-1"), 0.491), (("H7-1",), 0.489))
    )
    worse = EvaluatedPlan(("S>1",), 0.48, tries)
    assert teacher_first([wild, stock, short, worse]) == ([stock, short, wild, worse], 3)
    assert teacher_first([wild, worse]) == ([wild, worse], 1)
    # few rollouts cannot tell them apart
    few = [plan._replace(tries=200) for plan in (wild, worse)]
    assert teacher_first(few) == (few[::-1], 2)
    game = deal(stocks={1: "1 9", 2: "12 12"}, hands={1: "2 3"})
    assert [hint.equal for hint in hints(game.view(1))] == [False] * 4
    assert hints(game.view(1))[1].steps[0] in hints(game.view(1))[1].words


def test_only_so_many_plans_as_asked_for() -> None:
    game = deal(stocks={1: "1 9", 2: "12 12"}, hands={1: "2 3"})
    assert len(hints(game.view(1), most=2)) == 2


def test_plans_that_come_to_the_same_are_one() -> None:
    game = deal(stocks={1: "1 9", 2: "12 12"}, hands={1: "2 3 4 5 6"})
    found = hints(game.view(1))
    assert [hint.moves for hint in found] == [("S>1",), ("H2-1",), ("H3-1",), ("H4-1",)]


def test_hidden_cards_change_no_hint() -> None:
    game = play(deal(stocks={1: "1 9 8", 2: "2 5 6"}, hands={1: "2 3 W", 2: "7 8 9"}, draw="4 5 6 7"), "H3-1")
    view = game.view(2)
    for seed in range(5):
        assert hints(View(redrawn(game, 2, Random(seed)), 2)) == hints(view)


def test_hints_are_refused_to_a_seat_that_does_not_move() -> None:
    game = deal(stocks={1: "1 9", 2: "12 12"})
    with pytest.raises(docena.core.errors.DocenaError, match="for the seat that moves, 1"):
        hints(game.view(2))
    with pytest.raises(docena.core.errors.DocenaError, match="for the seat that moves, 1"):
        hints(game.view(None))


def test_the_ply_is_the_page_of_replay() -> None:
    record = teaching.played()
    for ply in (0, 1, 7, len(record.log)):
        assert position(record, ply).log == record.log[:ply]
    assert position(record, None).log == record.log
    for ply in (-1, len(record.log) + 1):
        with pytest.raises(NoChoice, match=f"There is no page {ply}: the pages of this game are 0 to"):
            position(record, ply)


def test_where_nobody_has_anything_to_choose_a_sentence_says_so() -> None:
    die = deal("mod", 2, stocks={1: "1", 2: "1"})
    with pytest.raises(NoChoice, match="waits for chance"):
        view_to_choose_from(die, teaching.NAMES)
    won = play(deal(stocks={1: "1", 2: "12"}), "S>1")
    with pytest.raises(NoChoice, match="is the end of the game"):
        view_to_choose_from(won, teaching.NAMES)
    table = deal(table="open")
    with pytest.raises(NoChoice, match="Ana has cards to draw first"):
        view_to_choose_from(table, teaching.NAMES)
    assert view_to_choose_from(play(table, *draws(1)), teaching.NAMES).seat == 1


def test_out_of_turn_the_one_who_plays_is_told() -> None:
    table = play(deal(players=3, table="open"), "2:out", *draws(2))
    view = view_to_choose_from(table, teaching.NAMES)
    assert view.seat == 2
    assert hints(view)


def test_the_command_prints_the_table_and_the_plans(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(tmp_path, teaching.played())
    assert run(["hint", file, "--ply", "4"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Page 4 of ")
    assert "Building piles" in out
    assert "\n 1. " in out
    assert " %  " in out
    assert "2000 simulated games" in out
    assert run(["hint", file, "--ply", "4", "--lang", "es"]) == 0
    assert "Pilas de construcción" in capsys.readouterr().out


def test_the_command_as_data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = teaching.played()
    file = written(tmp_path, teaching.played(seed=8), record)
    assert run(["hint", file, "--game", "2", "--ply", "4", "--tries", "77", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    view = view_to_choose_from(position(record, 4), teaching.NAMES)
    assert told["ply"] == 4
    assert told["seat"] == view.mover
    assert told["name"] == teaching.NAMES[view.mover - 1]
    assert [tuple(plan["moves"]) for plan in told["plans"]] == [hint.moves for hint in hints(view)]
    assert {plan["tries"] for plan in told["plans"]} == {77}
    assert all(reason["text"] for plan in told["plans"] for reason in plan["reasons"])


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--ply", "9999"], "There is no page 9999"),
        (["--ply", "9999", "--lang", "es"], "No hay página 9999"),
        (["--ply", "-1"], "There is no page -1"),
        (["--game", "2"], "there is no game 2 in"),
        (["--lang", "fr"], "there is no language 'fr'"),
        (["--tries", "0"], "--tries must be 10 to 1000000"),
        ([], "is the end of the game"),
    ],
)
def test_bad_input_gets_a_sentence(
    arguments: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["hint", written(tmp_path, teaching.played()), *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("docena: ")
    assert sentence in captured.err


def test_a_broken_record_names_the_game_and_the_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = teaching.played()
    record.log[3] = "H7>9"
    file = written(tmp_path, record)
    assert run(["hint", file, "--ply", "6"]) == 2
    assert "game 1, log[3], rule 4.2: 'H7>9' is not a move: after 'H7>' there" in capsys.readouterr().err
    assert run(["hint", file, "--ply", "2"]) == 0  # what comes later is not asked about


def test_a_strange_name_is_shown_without_what_no_screen_can_show(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = teaching.played()
    for player in record.players:
        player.name = "A\x1b[31m\n" + "x" * 99
    assert run(["hint", written(tmp_path, record), "--ply", "0"]) == 0
    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert "A[31m" + "x" * 25 + " " in out
