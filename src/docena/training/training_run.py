"""A training run for one family of tables: self-play, learning, a checkpoint; and again with what was learned."""

import hashlib
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Protocol

import msgspec
import numpy as np

from docena.bots.selfplay.examples import Examples, joined
from docena.core.errors import DocenaError
from docena.training.checkpoints import Checkpoints
from docena.training.chunks import PlayChunks, chunks_of, seed_for
from docena.training.network import BETWEEN, HIDDEN, LEARNING_RATE, Epoch, Network, train
from docena.training.weights import Arrays

_TRAIN = 1
"""Keeps the seeds of learning separate from those of playing."""


class TrainingSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that decides the result of a training run, except the number of rounds."""

    games: int = 3_000
    hidden: int = HIDDEN
    epochs: int = 12
    seed: int = 1
    explore: float = 0.15
    """The share of moves with exploration noise in the first round; less in each round after it."""
    rate: float = LEARNING_RATE
    between: float = BETWEEN
    """The weight of differences between plans of one decision."""

    def for_decisions(self) -> "TrainingSettings":
        """The same for decisions: a network is refined in smaller steps, mainly on how plans differ."""
        return msgspec.structs.replace(self, explore=0.05, rate=LEARNING_RATE / 2, between=16 * BETWEEN)

    def explore_in(self, number: int) -> float:
        return max(self.explore * 0.8**number, self.explore / 4)


class Round(msgspec.Struct, frozen=True):
    """A line of the log."""

    family: str
    round: int
    games: int
    positions: int
    window: int
    loss: float
    held_out: float
    seconds: float
    games_per_second: float


class TrainingState(msgspec.Struct, frozen=True, tag_field="checkpoint", tag="course"):
    """The contents of a checkpoint; the weights are in a separate file."""

    family: str
    settings: TrainingSettings
    rounds: int
    weights: str
    examples: str = msgspec.field(name="lessons")
    """A digest of the last round's examples: they are played again when a run is resumed, and must be the same."""
    log: list[Round]


class Progress(Protocol):
    """Receives the progress of a training run."""

    def playing(self, family: str, number: int, games: int) -> None:
        """This many games of the round have been played."""

    def learning(self, family: str, number: int, epoch: Epoch) -> None:
        """Another pass through the examples is done."""

    def again(self, family: str, number: int) -> None:
        """The examples of this round are being played again, since a run is resumed."""

    def done(self, line: Round) -> None:
        """A round is done, and its checkpoint has been written."""


class TrainingRun:
    """The rounds of one family."""

    def __init__(
        self,
        family: str,
        settings: TrainingSettings,
        play: PlayChunks,
        folder: Path,
        progress: Progress,
        start: Network | None = None,
    ) -> None:
        """`start`: the network that the first round begins with, instead of a random one."""
        self.family = family
        self.settings = settings
        self.log: list[Round] = []
        self._play = play
        self._progress = progress
        self._checkpoints = Checkpoints(folder / family)
        self._network = start
        self._player: Network | None = None  # who played the last round
        self._digest = ""

    def prepare(self, rounds: int, resume: bool) -> None:
        """Resumes from the checkpoint, or makes sure that none is overwritten; every refusal happens here."""
        if not self._checkpoints.exists():
            self._checkpoints.prepare()
            return
        state = self._checkpoints.load(TrainingState)
        done = len(state.log)
        if not resume:
            if done < state.rounds:
                raise DocenaError(
                    f"{self._checkpoints.folder} has {self.family} after {done} of {state.rounds} rounds: "
                    f"go on with --resume, or choose another folder with --checkpoints"
                )
            self._checkpoints.prepare()
            return
        self._compare(state)
        if done > rounds:
            raise DocenaError(f"{self._checkpoints.folder} already has {done} rounds, more than --rounds {rounds}")
        arrays = self._checkpoints.load_arrays(state.weights)
        self._network = Network.from_arrays(arrays, "network")
        self._player = Network.from_arrays(arrays, "player") if "player/w1" in arrays else None
        self._digest = state.examples
        self.log = list(state.log)
        self._checkpoints.prepare()

    def _compare(self, state: TrainingState) -> None:
        if state.family != self.family or not state.log:
            raise DocenaError(f"the checkpoint in {self._checkpoints.folder} is not one of {self.family}")
        mine, theirs = msgspec.structs.asdict(self.settings), msgspec.structs.asdict(state.settings)
        other = [f"{name} {theirs[name]}, not {mine[name]}" for name in mine if mine[name] != theirs[name]]
        if other:
            raise DocenaError(
                f"the checkpoint in {self._checkpoints.folder} is of other settings: {', '.join(other)}; "
                f"--resume goes on with the same ones only"
            )

    def run(self, rounds: int) -> Network:
        """Plays and learns until this many rounds are done; returns the last network."""
        before: Examples | None = None
        if self.log and len(self.log) < rounds:
            before = self._played_again()
        for number in range(len(self.log), rounds):
            before = self._round(number, rounds, before)
        if self._network is None:
            raise DocenaError("a training run has at least one round")
        return self._network

    def _round(self, number: int, rounds: int, before: Examples | None) -> Examples:
        begun = time.perf_counter()
        examples = self._examples(number, self._network, partial(self._progress.playing, self.family, number))
        played = time.perf_counter() - begun
        window = examples if before is None else joined([before, examples])
        epochs: list[Epoch] = []

        def report(epoch: Epoch) -> None:
            epochs.append(epoch)
            self._progress.learning(self.family, number, epoch)

        seed = seed_for(self.family, self.settings.seed, number, 0, _TRAIN)
        self._player, self._network = self._network, train(
            window.features, window.outcomes, window.games, window.begins, self._network, self.settings.hidden,
            self.settings.epochs, seed, report, self.settings.rate, self.settings.between,
        )  # fmt: skip
        best = min(epochs, key=lambda epoch: epoch.held_out)
        line = Round(
            self.family, number, self.settings.games, len(examples.games), len(window.games), round(best.loss, 6),
            round(best.held_out, 6), round(time.perf_counter() - begun, 3), round(self.settings.games / played, 1),
        )  # fmt: skip
        self._digest = _digest(examples)
        self._save([*self.log, line], rounds)
        self.log.append(line)
        self._progress.done(line)
        return examples

    def _examples(self, number: int, network: Network | None, report: Callable[[int], None]) -> Examples:
        chunks = chunks_of(
            self.family, self.settings.games, self.settings.seed, number, self.settings.explore_in(number)
        )
        parts: list[Examples] = []
        games = 0
        report(0)
        for chunk, part in zip(chunks, self._play(chunks, network), strict=True):
            # game numbers are unique in the whole run, so that each game stays on its side of the hold-out
            parts.append(replace(part, games=part.games + ((number << 40) + games)))
            games += chunk.games
            report(games)
        return joined(parts)

    def _played_again(self) -> Examples:
        """The examples of the last round, which the next one learns from too; replayed rather than stored."""
        number = len(self.log) - 1
        self._progress.again(self.family, number)
        examples = self._examples(number, self._player, partial(self._progress.playing, self.family, number))
        if _digest(examples) != self._digest:
            raise DocenaError(
                f"{self.family} is not played as it was when {self._checkpoints.folder} was written: "
                f"the program has changed since; start again without --resume in another folder"
            )
        return examples

    def _save(self, log: list[Round], rounds: int) -> None:
        assert self._network is not None
        arrays: Arrays = self._network.as_arrays("network")
        if self._player is not None:
            arrays |= self._player.as_arrays("player")
        weights = f"round-{len(log) - 1:03}.npz"
        state = TrainingState(self.family, self.settings, rounds, weights, self._digest, log)
        self._checkpoints.save(state, weights, arrays)


def _digest(examples: Examples) -> str:
    digest = hashlib.sha256(str(examples.features.shape).encode())
    for array in (examples.features, examples.outcomes, examples.games, examples.begins):
        digest.update(np.ascontiguousarray(array).data)
    return digest.hexdigest()


def families() -> tuple[str, ...]:
    """The families of tables that have their own networks."""
    from docena.bots.weights.families import FAMILIES

    return tuple(FAMILIES)


def _arrays_of(network: Network | None) -> Arrays | None:
    return None if network is None else network.as_arrays()


def play_outcomes(
    family: str, games: int, seed: int, network: Network | None, explore: float, workers: int, /
) -> Examples:  # fmt: skip
    """Self-play by our own bots, for small networks."""
    from docena.bots.selfplay.targets import play_outcomes as play

    return play(family, games, seed, _arrays_of(network), explore, workers)


def play_trajectories(
    family: str, games: int, seed: int, network: Network | None, explore: float, workers: int, /
) -> Examples:  # fmt: skip
    """Self-play by our own bots, for large networks."""
    from docena.bots.selfplay.targets import play_trajectories as play

    return play(family, games, seed, _arrays_of(network), explore, workers)


def play_decisions(
    family: str, games: int, seed: int, network: Network | None, explore: float, workers: int, /
) -> Examples:  # fmt: skip
    """Self-play by our own bots, for large networks that have learned from trajectories."""
    from docena.bots.selfplay.targets import play_decisions as play

    return play(family, games, seed, _arrays_of(network), explore, workers)
