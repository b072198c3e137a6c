"""Power loss, in small: nothing acknowledged is lost, and weaker settings of the database are caught."""

from pathlib import Path

import pytest
from reliability.power import controls, findings


@pytest.mark.parametrize("seed", [20261, 20265])
def test_nothing_that_was_acknowledged_is_lost_with_the_power(tmp_path: Path, seed: int) -> None:
    assert findings(tmp_path, seed, 150)[:5] == []


def test_weaker_settings_are_seen_to_lose_something(tmp_path: Path) -> None:
    assert controls(tmp_path) == {"synchronous OFF": True, "synchronous NORMAL": True}
