"""Faults at awaits and at statements, in small, and a planted fault that must be caught."""

from pathlib import Path

import pytest
from reliability.faults import KINDS, controls, everywhere


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind.startswith("await")])
def test_a_fault_at_every_await_of_the_tables_is_made_good(kind: str) -> None:
    found, done = everywhere(kind)
    assert found == []
    assert done > 10


@pytest.mark.parametrize("kind", ["sqlite: IOError", "postgres: after"])
def test_a_fault_at_some_statements_is_made_good(kind: str) -> None:
    found, done = everywhere(kind, step=17, first=5)
    assert found == []
    assert done > 2


def test_a_planted_fault_is_caught(tmp_path: Path) -> None:
    assert controls(tmp_path) == {"a write that failed is told as written": True}
