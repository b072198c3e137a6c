"""Tables that were played with released formats are still what they were: nobody's game is lost by an upgrade."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from tables.golden_logs import end_of, golden_logs, read_golden, write_golden

from docena.core.editions import NAMES
from docena.game.record import read_record, write_record
from docena.game.verify import verify_record
from docena.tables import events as e
from docena.tables.log.archive import GameReader

LOGS = golden_logs()


def still(then: Any, now: Any) -> bool:
    """Whether all that was said then is said now; more may be said."""
    if isinstance(then, dict):
        return isinstance(now, dict) and all(key in now and still(value, now[key]) for key, value in then.items())
    if isinstance(then, list):
        return isinstance(now, list) and len(then) == len(now) and all(map(still, then, now))
    return type(then) is type(now) and bool(then == now)


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_golden_log_adds_up_to_what_it_did(path: Path) -> None:
    golden = read_golden(path)
    then, now = golden.end, end_of(golden.bodies)
    assert then.games
    assert (now.games, now.seq, now.stamp, now.said) == (then.games, then.seq, then.stamp, then.said)
    assert still(msgspec.json.decode(then.table), msgspec.json.decode(now.table))


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_games_of_a_golden_log_still_prove_that_they_were_fair(path: Path) -> None:
    golden = read_golden(path)
    games = [event.game for event in golden.events if isinstance(event, e.Dealt)]
    assert games == list(range(1, len(games) + 1))
    for number in games:
        reader = GameReader(number)
        reader.read(golden.rows)
        record = reader.record()
        verify_record(record)
        assert read_record(write_record(record)) == record


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_events_of_a_golden_log_would_be_written_the_same_way_today(path: Path) -> None:
    """What a released event looks like never changes: nodes of two versions may share a log."""
    golden = read_golden(path)
    (opened, *_) = golden.events
    assert isinstance(opened, e.Opened)
    if opened.format == e.FORMAT:
        assert [e.write_event(event) for event in golden.events] == golden.bodies


def test_every_kind_of_event_stands_in_a_golden_log() -> None:
    found = {type(event) for path in LOGS for event in read_golden(path).events}
    assert {kind.__name__ for kind in e.AnyEvent.__args__} - {kind.__name__ for kind in found} == set()


def test_every_edition_partners_and_open_tables_have_a_golden_log_of_the_present_format() -> None:
    opened = [read_golden(path).events[0] for path in LOGS]
    now = [event for event in opened if isinstance(event, e.Opened) and event.format == e.FORMAT]
    assert {event.choices.edition for event in now} == set(NAMES)
    assert {event.choices.table for event in now} == {"strict", "open"}
    assert True in {event.choices.partners for event in now}


def test_a_golden_log_is_never_written_over(tmp_path: Path) -> None:
    path = tmp_path / "once.log"
    bodies = read_golden(LOGS[0]).bodies
    write_golden(path, bodies)
    with pytest.raises(FileExistsError):
        write_golden(path, bodies[:-1])
    assert read_golden(path).bodies == bodies


@pytest.mark.parametrize("change", ["a field less", "a field more", "another number"])
def test_a_sight_that_says_less_or_something_else_is_noticed(change: str) -> None:
    then = {"people": [{"name": "Ana", "here": True}], "game": 1}
    now = {
        "a field less": {"people": [{"name": "Ana"}], "game": 1},
        "a field more": {"people": [{"name": "Ana", "here": True, "away": 0}], "game": 1},
        "another number": {"people": [{"name": "Ana", "here": True}], "game": True},
    }[change]
    assert still(then, now) is (change == "a field more")
