"""The self-play of training, in chunks that can be played anywhere, in any order."""

import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from docena.bots.selfplay.examples import Examples
from docena.training.network import Network

CHUNK_GAMES = 500
"""Games in a chunk, on every machine: where they are played must not change what is played."""


class SelfPlay(Protocol):
    """Plays games of a family; without a network, by a simple player."""

    def __call__(
        self, family: str, games: int, seed: int, network: Network | None, explore: float, workers: int, /
    ) -> Examples: ...


@dataclass(frozen=True)
class Chunk:
    """Some of a round's games."""

    family: str
    games: int
    seed: int
    explore: float


PlayChunks = Callable[[Sequence[Chunk], Network | None], Iterator[Examples]]
"""Plays all chunks with the same network and returns their examples in order."""


def play_here(play: SelfPlay, workers: int) -> PlayChunks:
    """On this machine."""

    def chunks(of: Sequence[Chunk], network: Network | None) -> Iterator[Examples]:
        for chunk in of:
            yield play(chunk.family, chunk.games, chunk.seed, network, chunk.explore, workers)

    return chunks


def chunks_of(family: str, games: int, seed: int, number: int, explore: float) -> list[Chunk]:
    """The chunks of round `number`."""
    sizes = [CHUNK_GAMES] * (games // CHUNK_GAMES) + [games % CHUNK_GAMES] * (games % CHUNK_GAMES > 0)
    return [Chunk(family, size, seed_for(family, seed, number, at), explore) for at, size in enumerate(sizes)]


def seed_for(family: str, seed: int, *place: int) -> int:
    """A separate seed for each place in a training run."""
    words = np.random.SeedSequence([seed, zlib.crc32(family.encode()), *place]).generate_state(1, np.uint64)
    return int(words[0] >> np.uint64(2))
