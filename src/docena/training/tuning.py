"""Tuning of numbers by evolution (CMA-ES): the candidates of a generation play the same deals."""

import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import msgspec
import numpy as np
from numpy.typing import NDArray

from docena.core.errors import DocenaError
from docena.training.checkpoints import Checkpoints
from docena.training.chunks import seed_for

Vector = NDArray[np.float64]
Evaluate = Callable[[list[Vector], int], Sequence[float]]
"""Win rates of candidates against fixed opponents, all on the same deals, chosen by the seed."""


class Part(Protocol):
    """Parameters of a bot that can be tuned."""

    start: Vector
    scale: Vector | float

    def evaluate(self, candidates: list[Vector], seed: int, games: int, workers: int, /) -> Sequence[float]:
        """Win rates over `games` games each, all with the deals of this seed."""


class Generation(msgspec.Struct, frozen=True):
    """A line of the log."""

    part: str
    generation: int
    rates: list[float]
    spread: float
    """The spread of candidates around their mean, in units of the scale."""
    seconds: float


class TuningState(msgspec.Struct, frozen=True, tag_field="checkpoint", tag="tuning"):
    """All win rates so far: the same seed produces the same candidates, which need not play again."""

    part: str
    games: int
    seed: int
    start: list[float]
    scale: list[float]
    log: list[Generation]


def tune(
    part: str, start: Vector, scale: Vector | float, evaluate: Evaluate, generations: int, seed: int,
    report: Callable[[Generation], object], folder: Path, resume: bool = False, games: int = 0,
) -> Vector:  # fmt: skip
    """The mean of the last generation, as a single winner may only have been lucky. `games` per candidate is only
    recorded."""
    start = np.asarray(start, np.float64)
    scales = np.broadcast_to(np.asarray(scale, np.float64), start.shape)
    if start.ndim != 1 or not start.size or not np.isfinite(start).all() or not (scales > 0).all():
        raise DocenaError("tuning starts from a row of numbers, each with a scale above 0")
    checkpoints = Checkpoints(folder / f"tune-{part}")
    fresh = TuningState(part, games, seed, start.tolist(), scales.tolist(), [])
    log = _past(checkpoints, fresh, generations, resume)
    checkpoints.prepare()
    strategy = _strategy(start.size, seed)
    for number in range(generations):
        born = [np.asarray(point, np.float64) for point in strategy.ask()]
        if number < len(log):
            rates = log[number].rates
            if len(rates) != len(born):
                raise DocenaError(f"the checkpoint in {checkpoints.folder} is damaged: generation {number}")
            strategy.tell(born, [-rate for rate in rates])
            continue
        begun = time.perf_counter()
        rates = [
            float(rate) for rate in evaluate([start + scales * point for point in born], seed_for(part, seed, number))
        ]
        if len(rates) != len(born) or not np.isfinite(rates).all():
            raise DocenaError(f"{part}: candidates have no win rates")
        strategy.tell(born, [-rate for rate in rates])
        line = Generation(part, number, rates, round(float(strategy.sigma), 4), round(time.perf_counter() - begun, 3))
        log.append(line)
        checkpoints.save(msgspec.structs.replace(fresh, log=log))
        report(line)
    return start + scales * np.asarray(strategy.mean, np.float64)


def _past(checkpoints: Checkpoints, fresh: TuningState, generations: int, resume: bool) -> list[Generation]:
    if not checkpoints.exists():
        return []
    state = checkpoints.load(TuningState)
    if not resume:
        if len(state.log) < generations:
            raise DocenaError(
                f"{checkpoints.folder} has {len(state.log)} generations: go on with --resume, or choose another folder "
                f"with --checkpoints"
            )
        return []
    if msgspec.structs.replace(state, log=[]) != fresh:
        raise DocenaError(
            f"the checkpoint in {checkpoints.folder} is of other settings; --resume goes on with the same"
        )
    if len(state.log) > generations:
        raise DocenaError(f"{checkpoints.folder} already has {len(state.log)} generations, more than {generations}")
    return list(state.log)


def need_cma() -> Any:
    """The package for evolution strategies, or a sentence if it is not installed."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it warns if it cannot draw plots, which we do not need
            import cma
    except ImportError:
        raise DocenaError("--tune needs the package cma: pip install 'docena[train]'") from None
    return cma


def _strategy(size: int, seed: int) -> Any:
    rng = np.random.default_rng(seed)
    # its own generator, since the package would seed the global one
    return need_cma().CMAEvolutionStrategy(
        np.zeros(size), 1.0, {"randn": lambda *shape: rng.standard_normal(shape), "seed": np.nan, "verbose": -9}
    )


def parts() -> Mapping[str, Part]:
    """The tunable parameters of our bots."""
    from docena.bots.selfplay.policy_tuning import PARTS

    return PARTS
