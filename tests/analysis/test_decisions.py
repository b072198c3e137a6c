"""The decisions of a game: where one begins and ends, who has taken it, and which can be judged."""

from pathlib import Path

import pytest
import simple_evaluator
import teaching
from analysis.sample_games import SAMPLES, sample
from rules.positions import deal, draws, play

from docena.analysis.decisions import decisions_of
from docena.analysis.game_analysis import analyse
from docena.analysis.report.html import page
from docena.analysis.report.text import report
from docena.core.notation import is_chance, parse_move
from docena.game.record import record_of


def test_a_turn_is_split_where_something_hidden_is_seen() -> None:
    game = deal(stocks={1: "2 9 9", 2: "12 12 12"}, hands={1: "1 3 4 5 6"}, draw="12 12 12 12 12 12", spare=60)
    moves = ["H1>1", "S>1", "H3>1", "H4>1", "H5>1", "H6>1", "H12-1", "H12-1"]
    decided = decisions_of(record_of(play(game, *moves)))
    told = [(decision.turn, decision.seat, decision.ply, decision.moves) for decision in decided.decisions]
    assert told == [
        (1, 1, 0, ("H1>1", "S>1")),
        (1, 1, 2, ("H3>1", "H4>1", "H5>1", "H6>1")),
        (1, 1, 6, ("H12-1",)),
        (2, 2, 7, ("H12-1",)),
    ]
    assert [(end.turn, end.seat, end.ply, end.whole) for end in decided.ends] == [(1, 1, 7, True), (2, 2, 8, True)]
    assert decided.not_judged == 0


def test_a_decision_is_seen_as_its_seat_saw_it() -> None:
    decided = decisions_of(teaching.played(players=3))
    for decision in decided.decisions:
        view = decision.view
        assert view.seat == view.mover == decision.seat
        assert all(card & 15 == 14 for other in view.seats if other != view.seat for card in view.hand(other))
    assert all(end.view.seat is None for end in decided.ends)


@pytest.mark.parametrize("file", SAMPLES, ids=lambda file: str(file.stem))
def test_every_card_move_belongs_to_a_decision_or_is_counted_as_not_judged(file: Path) -> None:
    record = sample(file)
    decided = decisions_of(record)
    moves = [line for line in record.log if not is_chance(line) and not parse_move(line).is_act]
    found = [move for decision in decided.decisions for move in decision.moves]
    if not decided.not_judged:
        assert found == moves
    assert len(moves) - len(found) >= decided.not_judged
    plies = [end.ply for end in decided.ends]
    assert plies == sorted(set(plies))
    assert plies[-1] == len(record.log)


def test_acts_of_others_are_no_decisions_and_talking_does_not_cut_one() -> None:
    game = deal(players=4, partners=True, table="open", hands={1: "1 2"}, spare=60)
    play(game, *draws(1), "H1>1", "3:talk", "2:accuse4", "2:accuse3", "H2>1", "H12-1", "3:out", *draws(3))
    play(game, "4:object", *draws(2), "H12-1")
    decided = decisions_of(record_of(game))
    assert [decision.moves for decision in decided.decisions] == [("H1>1", "H2>1", "H12-1"), ("H12-1",)]
    assert [decision.seat for decision in decided.decisions] == [1, 2]
    assert [end.seat for end in decided.ends] == [1, 3, 2]


def test_what_is_interrupted_is_not_judged() -> None:
    game = deal(players=4, partners=True, table="open", hands={1: "1 2"}, spare=60)
    play(game, *draws(1), "H1>1", "1:draw", "restock 1 12 12", "H2>1", "H12-1")
    decided = decisions_of(record_of(game))
    assert [decision.moves for decision in decided.decisions] == [("H2>1", "H12-1")]
    assert decided.not_judged == 1


def test_a_decision_that_the_record_cuts_is_not_judged() -> None:
    game = play(deal(stocks={1: "9 9", 2: "12 12"}, hands={1: "1 2"}), "H1>1", "H2>1")
    decided = decisions_of(record_of(game))
    assert decided.decisions == []
    assert decided.not_judged == 1
    assert [(end.ply, end.whole) for end in decided.ends] == [(2, False)]
    assert "could not be judged" in report(analyse(record_of(game), evaluator=simple_evaluator))


def test_a_record_cut_anywhere_is_analysed_as_far_as_it_goes() -> None:
    whole = teaching.played("mod", stock=3)
    for lines in range(len(whole.log)):
        record = teaching.played("mod", stock=3, lines=lines)
        found = analyse(record, evaluator=simple_evaluator)
        assert found.result is None
        assert len(found.points) == (len(decisions_of(record).ends))
        for account in found.accounts:
            parts = account.start + account.choice + account.others + account.luck
            assert parts == pytest.approx(account.end)
        report(found)
        page(found)
    assert "ends before the game does" in report(found)
