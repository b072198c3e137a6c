"""A course of self-play for one family of tables: play, learn, keep; and again with what was learnt."""

import hashlib
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Protocol

import msgspec
import numpy as np

from docena.core.errors import DocenaError
from docena.training.checkpoints import Checkpoints
from docena.training.chunks import Lessons, PlayPieces, pieces_of, put_together, seed_for
from docena.training.network import BETWEEN, HIDDEN, LEARNING_RATE, Epoch, Network, train
from docena.training.weights import Arrays

_TRAIN = 1
"""Sets the seeds of learning apart from those of playing."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What decides the result of a course, beside the number of rounds."""

    games: int = 3_000
    hidden: int = HIDDEN
    epochs: int = 12
    seed: int = 1
    explore: float = 0.15
    """How much the players of the first round try out; less in each round after it."""
    rate: float = LEARNING_RATE
    between: float = BETWEEN
    """How much it counts how plans of one decision differ."""

    def for_drills(self) -> "Settings":
        """The same for drills: a network goes on learning in smaller steps, and above all how plans differ."""
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


class State(msgspec.Struct, frozen=True, tag_field="checkpoint", tag="course"):
    """What a checkpoint says; the weights lie beside it."""

    family: str
    settings: Settings
    rounds: int
    weights: str
    lessons: str
    """A digest of the last round's lessons: they are played again when a course goes on, and must be the same."""
    log: list[Round]


class Watch(Protocol):
    """Who watches a course."""

    def playing(self, family: str, number: int, games: int) -> None:
        """So many games of this round have been played."""

    def learning(self, family: str, number: int, epoch: Epoch) -> None:
        """The network went through the lessons once more."""

    def again(self, family: str, number: int) -> None:
        """The lessons of this round are being played again, since a course goes on."""

    def done(self, line: Round) -> None:
        """A round is done, and its checkpoint written."""


class Course:
    """The rounds of one family."""

    def __init__(
        self,
        family: str,
        settings: Settings,
        play: PlayPieces,
        folder: Path,
        watch: Watch,
        start: Network | None = None,
    ) -> None:
        """`start`: the network that the first round begins with, where it is not the course's own beginning."""
        self.family = family
        self.settings = settings
        self.log: list[Round] = []
        self._play = play
        self._watch = watch
        self._checkpoints = Checkpoints(folder / family)
        self._network = start
        self._player: Network | None = None  # who played the last round
        self._digest = ""

    def prepare(self, rounds: int, resume: bool) -> None:
        """Takes up the checkpoint, or makes sure that none is lost; all that can be refused is refused here."""
        if not self._checkpoints.exists():
            self._checkpoints.prepare()
            return
        state = self._checkpoints.load(State)
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
        self._digest = state.lessons
        self.log = list(state.log)
        self._checkpoints.prepare()

    def _compare(self, state: State) -> None:
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
        """Plays and learns until so many rounds are done; returns the last network."""
        before: Lessons | None = None
        if self.log and len(self.log) < rounds:
            before = self._once_more()
        for number in range(len(self.log), rounds):
            before = self._round(number, rounds, before)
        if self._network is None:
            raise DocenaError("a course has at least one round")
        return self._network

    def _round(self, number: int, rounds: int, before: Lessons | None) -> Lessons:
        begun = time.perf_counter()
        lessons = self._lessons(number, self._network, lambda games: self._watch.playing(self.family, number, games))
        played = time.perf_counter() - begun
        window = lessons if before is None else put_together([before, lessons])
        told: list[Epoch] = []

        def report(epoch: Epoch) -> None:
            told.append(epoch)
            self._watch.learning(self.family, number, epoch)

        seed = seed_for(self.family, self.settings.seed, number, 0, _TRAIN)
        self._player, self._network = self._network, train(
            window.features, window.outcomes, window.games, window.begins, self._network, self.settings.hidden,
            self.settings.epochs, seed, report, self.settings.rate, self.settings.between,
        )  # fmt: skip
        best = min(told, key=lambda epoch: epoch.held_out)
        line = Round(
            self.family, number, self.settings.games, len(lessons.games), len(window.games), round(best.loss, 6),
            round(best.held_out, 6), round(time.perf_counter() - begun, 3), round(self.settings.games / played, 1),
        )  # fmt: skip
        self._digest = _digest(lessons)
        self._save([*self.log, line], rounds)
        self.log.append(line)
        self._watch.done(line)
        return lessons

    def _lessons(self, number: int, network: Network | None, tell: Callable[[int], None]) -> Lessons:
        pieces = pieces_of(
            self.family, self.settings.games, self.settings.seed, number, self.settings.explore_in(number)
        )
        parts: list[Lessons] = []
        games = 0
        tell(0)
        for piece, part in zip(pieces, self._play(pieces, network), strict=True):
            # each game has a number of its own in the whole course: it must stay on its side of the hold-out
            parts.append(replace(part, games=part.games + ((number << 40) + games)))
            games += piece.games
            tell(games)
        return put_together(parts)

    def _once_more(self) -> Lessons:
        """The lessons of the last round, which the next one learns from, too; played again rather than kept."""
        number = len(self.log) - 1
        self._watch.again(self.family, number)
        lessons = self._lessons(number, self._player, lambda games: self._watch.playing(self.family, number, games))
        if _digest(lessons) != self._digest:
            raise DocenaError(
                f"{self.family} is not played as it was when {self._checkpoints.folder} was written: "
                f"the program has changed since; start again without --resume in another folder"
            )
        return lessons

    def _save(self, log: list[Round], rounds: int) -> None:
        assert self._network is not None
        arrays: Arrays = self._network.as_arrays("network")
        if self._player is not None:
            arrays |= self._player.as_arrays("player")
        weights = f"round-{len(log) - 1:03}.npz"
        state = State(self.family, self.settings, rounds, weights, self._digest, log)
        self._checkpoints.save(state, weights, arrays)


def _digest(lessons: Lessons) -> str:
    digest = hashlib.sha256(str(lessons.features.shape).encode())
    for array in (lessons.features, lessons.outcomes, lessons.games, lessons.begins):
        digest.update(np.ascontiguousarray(array).data)
    return digest.hexdigest()


def families() -> tuple[str, ...]:
    """The families of tables that have a network of their own."""
    from docena.bots.weights.families import FAMILIES

    return tuple(FAMILIES)


def our_play(
    family: str, games: int, seed: int, network: Network | None, explore: float, workers: int, /
) -> Lessons:  # fmt: skip
    """Self-play by our own bots, for the judge."""
    from docena.bots.selfplay.positions import play_lessons

    arrays = None if network is None else network.as_arrays()
    got = play_lessons(family, games, seed, arrays, explore, workers)
    return Lessons(got.features, got.outcomes, got.games, got.begins)


def our_stories(
    family: str, games: int, seed: int, network: Network | None, explore: float, workers: int, /
) -> Lessons:  # fmt: skip
    """Self-play by our own bots, for the second opinion."""
    from docena.bots.selfplay.trajectories import play_stories

    arrays = None if network is None else network.as_arrays()
    got = play_stories(family, games, seed, arrays, explore, workers)
    return Lessons(got.features, got.outcomes, got.games, got.begins)


def our_drills(
    family: str, games: int, seed: int, network: Network | None, explore: float, workers: int, /
) -> Lessons:  # fmt: skip
    """Self-play by our own bots, for a second opinion that has heard stories."""
    from docena.bots.selfplay.decisions import play_drills

    arrays = None if network is None else network.as_arrays()
    got = play_drills(family, games, seed, arrays, explore, workers)
    return Lessons(got.features, got.outcomes, got.games, got.begins)
