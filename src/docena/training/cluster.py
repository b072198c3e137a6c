"""The self-play of training on a cluster, with Ray."""

import logging
import socket
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from docena.bots.selfplay.examples import Examples
from docena.core.errors import DocenaError
from docena.training.chunks import Chunk, PlayChunks, SelfPlay
from docena.training.network import Network


@contextmanager
def play_on_ray(play: SelfPlay, address: str | None) -> Iterator[PlayChunks]:
    """Pieces are tasks on the cluster at this address, or on one that is started here and ends with the training."""
    ray = need_ray()
    _check_reachable(address)
    try:
        ray.init(
            address, log_to_driver=False, logging_level=logging.CRITICAL, include_dashboard=None if address else False
        )
    except Exception as error:  # whatever went wrong, there is no cluster, and Ray's explanation takes many lines
        raise DocenaError(f"there is no Ray cluster at {address or 'this machine'}: {_first_line(error)}") from None
    try:
        yield _chunks(ray, play)
    finally:
        ray.shutdown()


def _check_reachable(address: str | None) -> None:
    """Fails at once if nobody answers: Ray itself would keep trying for minutes."""
    host, colon, port = (address or "").removeprefix("ray://").rpartition(":")
    if not colon or not port.isdecimal():
        return
    try:
        socket.create_connection((host, int(port)), timeout=10).close()
    except (OSError, OverflowError) as error:
        raise DocenaError(f"there is no Ray cluster at {address}: {error}") from None


def need_ray() -> Any:
    """The package, or a sentence if it is not installed."""
    try:
        import ray
    except ImportError:
        raise DocenaError("--ray needs the package ray: pip install 'docena[ray]'") from None
    return ray


def _chunks(ray: Any, play: SelfPlay) -> PlayChunks:
    task = ray.remote(num_cpus=1)(_task)

    def chunks(of: Sequence[Chunk], network: Network | None) -> Iterator[Examples]:
        shared = ray.put(network)
        waiting: deque[Any] = deque()
        room = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
        coming = iter(of)
        while True:
            # only as many tasks as keep all processors busy, since their examples wait in memory
            while len(waiting) < room and (chunk := next(coming, None)) is not None:
                waiting.append(task.remote(play, chunk, shared))
            if not waiting:
                return
            try:
                got: Examples = ray.get(waiting.popleft())
            except ray.exceptions.RayError as error:
                raise DocenaError(f"a Ray task failed: {_first_line(getattr(error, 'cause', None) or error)}") from None
            yield got

    return chunks


def _task(play: SelfPlay, chunk: Chunk, network: Network | None) -> Examples:
    return play(chunk.family, chunk.games, chunk.seed, network, chunk.explore, 1)


def _first_line(error: BaseException) -> str:
    return next((line for line in str(error).splitlines() if line.strip()), type(error).__name__)
