"""Several clients at one table while stores fail, nodes crash and answers are lost; and what the check has to catch."""

import pytest
from reliability.histories import violations
from reliability.planted import PLANTED, tries_until_caught

RARE = {
    "a seat that was given up still acts": 50,
    "a node that is behind refuses": 140,
    "two nodes never stop affirming that a player is here": 500,
}
"""Where to begin, so that a fault that shows itself seldom is found soon."""


@pytest.mark.parametrize("block", range(3))
def test_every_history_can_be_explained(block: int) -> None:
    assert [wrong for seed in range(100 * block, 100 * block + 100) for wrong in violations(seed)] == []


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_fault_is_caught(name: str) -> None:
    assert tries_until_caught(name, RARE.get(name, 0))


def test_a_seed_gives_the_same_history_again() -> None:
    from reliability.histories import play

    def played(seed: int) -> list[bytes]:
        return [frame.data for frame in play(seed)[1].recording.frames]

    assert played(3) == played(3) != played(4)
