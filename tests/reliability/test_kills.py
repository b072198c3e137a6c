"""Kills, in small: nothing acknowledged is lost or done twice, and planted faults are caught."""

from pathlib import Path

import pytest
from reliability import event_kills
from reliability.event_kills import kill_an_event
from reliability.kills import PLANTED, catches, kill_tables


def test_no_kill_loses_or_repeats_a_move(tmp_path: Path) -> None:
    assert kill_tables(tmp_path, 12, 10)["moves acknowledged"] > 20


def test_no_kill_loses_or_repeats_an_entry(tmp_path: Path) -> None:
    assert kill_an_event(tmp_path, 5, 5)["entries acknowledged"] >= 5


@pytest.mark.long
@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_fault_is_caught(tmp_path: Path, name: str) -> None:
    assert catches(tmp_path / "planted", PLANTED[name])


@pytest.mark.long
def test_a_planted_fault_at_events_is_caught(tmp_path: Path) -> None:
    assert event_kills.controls(tmp_path) == {"entries are acknowledged before they are committed": True}
