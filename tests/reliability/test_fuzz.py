"""Fuzzed messages, in small, and planted faults that must be caught."""

from pathlib import Path

import pytest
from reliability.fuzz import PLANTED, in_process, is_caught, over_sockets


def test_messages_are_answered_and_tables_are_what_their_logs_say() -> None:
    found, counts = in_process(5, 12_000)
    assert found == []
    assert counts["events they led to"] > 100


def test_messages_requests_and_entries_over_sockets(tmp_path: Path) -> None:
    assert over_sockets(tmp_path, 6, 900, 200, 300) == []


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_fault_is_caught(name: str) -> None:
    assert is_caught(name)
