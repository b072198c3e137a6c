"""Soak, loop lag and kills of one of two nodes, in small, with planted faults."""

import asyncio
from pathlib import Path

import pytest
from reliability.kills_postgres import PLANTED, catches, kill_nodes
from reliability.lag import measure, sees_a_blocked_loop
from reliability.soak import catches_a_leak, findings, soak

from benchmarks.load.load import Plan


def test_a_server_under_load_answers_everything_and_does_not_grow(tmp_path: Path) -> None:
    outcome, megabytes = asyncio.run(soak(tmp_path, Plan(tables=10, seats=2, rate=100.0, seconds=5.0)))
    assert findings(outcome, megabytes) == []
    assert outcome.moves > 0


def test_lag_is_measured_while_heavy_requests_are_answered(tmp_path: Path) -> None:
    spread, lag, counts = asyncio.run(measure(tmp_path, 3.0))
    assert 0 < spread.p50 <= spread.p99 <= spread.max
    assert 0 < lag.p99 <= lag.most
    assert counts["heavy requests"] > counts["of them refused"]


@pytest.mark.long
def test_no_kill_of_a_node_loses_or_repeats_a_move(tmp_path: Path) -> None:
    assert kill_nodes(tmp_path, 1, 3)["moves acknowledged"] > 20


@pytest.mark.long
def test_a_planted_leak_of_memory_is_caught(tmp_path: Path) -> None:
    assert catches_a_leak(tmp_path)


@pytest.mark.long
def test_a_planted_request_that_holds_the_loop_is_seen(tmp_path: Path) -> None:
    assert sees_a_blocked_loop(tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_fault_of_two_nodes_is_caught(tmp_path: Path, name: str) -> None:
    assert catches(tmp_path / "planted", PLANTED[name])
