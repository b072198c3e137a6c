"""Tuning finds what wins, the same each time, and goes on after a stop."""

from pathlib import Path

import numpy as np
import pytest

from docena.core.errors import DocenaError
from docena.training.tuning import Generation, Vector, tune

BEST = np.array([3.0, -1.0, 0.5, 20.0])
SCALE = np.array([1.0, 1.0, 0.2, 5.0])


def rates(candidates: list[Vector], seed: int) -> list[float]:
    """The same deals for all candidates of a generation, so the same luck."""
    luck = np.random.default_rng(seed).normal(0, 0.3)
    return [float(np.exp(-(((at - BEST) / SCALE) ** 2).sum() / 20 + luck)) for at in candidates]


def run(
    folder: Path, generations: int, resume: bool = False, seed: int = 1, log: list[Generation] | None = None
) -> Vector:
    told = [] if log is None else log
    return tune("expert", np.zeros(4), SCALE, rates, generations, seed, told.append, folder, resume)


def test_what_wins_is_found_on_deals_that_change(tmp_path: Path) -> None:
    log: list[Generation] = []
    found = run(tmp_path, 60, log=log)
    np.testing.assert_allclose(found / SCALE, BEST / SCALE, atol=0.2)
    assert [line.generation for line in log] == list(range(60))
    assert np.mean(log[-1].rates) > np.mean(log[0].rates)


def test_the_same_seed_finds_the_same_whatever_others_draw(tmp_path: Path) -> None:
    first = run(tmp_path / "a", 5)
    np.random.seed(7)
    np.testing.assert_array_equal(run(tmp_path / "b", 5), first)
    assert not np.array_equal(run(tmp_path / "c", 5, seed=2), first)


def test_tuning_that_stopped_goes_on_as_if_it_had_not(tmp_path: Path) -> None:
    whole = run(tmp_path / "whole", 8)

    class Stop(list[Generation]):
        def append(self, line: Generation) -> None:
            if line.generation == 4:
                raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(tmp_path / "stopped", 8, log=Stop())
    with pytest.raises(DocenaError, match="has 5 generations: go on with --resume"):
        run(tmp_path / "stopped", 8)
    log: list[Generation] = []
    np.testing.assert_array_equal(run(tmp_path / "stopped", 8, resume=True, log=log), whole)
    assert [line.generation for line in log] == [5, 6, 7]


def test_what_cannot_go_on_gets_a_sentence(tmp_path: Path) -> None:
    run(tmp_path, 3)
    with pytest.raises(DocenaError, match="is of other settings"):
        run(tmp_path, 4, resume=True, seed=2)
    with pytest.raises(DocenaError, match="already has 3 generations, more than 2"):
        run(tmp_path, 2, resume=True)
    state = tmp_path / "tune-expert" / "state.json"
    state.write_text(state.read_text(encoding="utf-8").replace('"rates": [', '"rates": [1, ', 1), encoding="utf-8")
    with pytest.raises(DocenaError, match="is damaged: generation 0"):
        run(tmp_path, 4, resume=True)
    state.write_text("{", encoding="utf-8")
    with pytest.raises(DocenaError, match="is damaged"):
        run(tmp_path, 4, resume=True)


def test_bad_rates_and_scales_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DocenaError, match="no win rates"):
        tune("x", np.zeros(2), 1.0, lambda _, __: [0.5], 2, 1, print, tmp_path)
    with pytest.raises(DocenaError, match="each with a scale above 0"):
        tune("x", np.zeros(2), 0.0, rates, 2, 1, print, tmp_path)
