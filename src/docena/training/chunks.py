"""The playing part of training, cut into pieces that can be played anywhere, in any order."""

import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from docena.training.network import Bools, Floats, Network, Whole

PIECE = 500
"""Games in a piece, whatever the machine: where they are played must not change what is played."""


@dataclass(frozen=True)
class Lessons:
    """Positions of self-play: features, how the game ended for who was judged, and the number of the game.

    Where several plans of one decision were rehearsed they stand together; `begins` says where a new decision begins.
    """

    features: Floats
    outcomes: Floats
    games: Whole
    begins: Bools


class Play(Protocol):
    """Plays games of a family; without a network, by a simple player."""

    def __call__(
        self, family: str, games: int, seed: int, network: Network | None, explore: float, workers: int, /
    ) -> Lessons: ...


@dataclass(frozen=True)
class Piece:
    """Some of a round's games."""

    family: str
    games: int
    seed: int
    explore: float


PlayPieces = Callable[[Sequence[Piece], Network | None], Iterator[Lessons]]
"""Plays all pieces with the same network and gives their lessons in order."""


def play_here(play: Play, workers: int) -> PlayPieces:
    """On this machine."""

    def pieces(of: Sequence[Piece], network: Network | None) -> Iterator[Lessons]:
        for piece in of:
            yield play(piece.family, piece.games, piece.seed, network, piece.explore, workers)

    return pieces


def pieces_of(family: str, games: int, seed: int, number: int, explore: float) -> list[Piece]:
    """The pieces of round `number`."""
    sizes = [PIECE] * (games // PIECE) + [games % PIECE] * (games % PIECE > 0)
    return [Piece(family, size, seed_for(family, seed, number, at), explore) for at, size in enumerate(sizes)]


def seed_for(family: str, seed: int, *place: int) -> int:
    """A seed of its own for each place in a course."""
    words = np.random.SeedSequence([seed, zlib.crc32(family.encode()), *place]).generate_state(1, np.uint64)
    return int(words[0] >> np.uint64(2))


def put_together(parts: Sequence[Lessons]) -> Lessons:
    return Lessons(
        np.concatenate([part.features for part in parts]),
        np.concatenate([part.outcomes for part in parts]),
        np.concatenate([part.games for part in parts]),
        np.concatenate([part.begins for part in parts]),
    )
