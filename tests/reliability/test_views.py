"""Redrawn pairs of views, in small; what a leak looks like is in `tests/engine/test_view.py`."""

import pytest
from reliability.leaks import LEAKS
from reliability.views import is_caught, leaks_found


def test_views_bots_and_hints_are_the_same_whatever_is_hidden() -> None:
    found, counts = leaks_found(7, 2000)
    assert found == []
    assert counts["pairs of bots' choices"] > 100
    assert counts["pairs of hints"] > 0


@pytest.mark.long
@pytest.mark.parametrize("leak", [leak.__name__ for leak in LEAKS])
def test_a_planted_leak_is_caught(leak: str) -> None:
    assert is_caught(leak)
