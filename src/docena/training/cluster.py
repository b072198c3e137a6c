"""The playing part of training on a cluster, with Ray."""

import logging
import socket
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from docena.core.errors import DocenaError
from docena.training.chunks import Lessons, Piece, Play, PlayPieces
from docena.training.network import Network


@contextmanager
def play_on_ray(play: Play, address: str | None) -> Iterator[PlayPieces]:
    """Pieces are tasks on the cluster at this address, or on one that is started here and ends with the training."""
    ray = need_ray()
    _knock(address)
    try:
        ray.init(
            address, log_to_driver=False, logging_level=logging.CRITICAL, include_dashboard=None if address else False
        )
    except Exception as error:  # whatever it is, there is no cluster, and Ray says why in many lines
        raise DocenaError(f"there is no Ray cluster at {address or 'this machine'}: {_first_line(error)}") from None
    try:
        yield _pieces(ray, play)
    finally:
        ray.shutdown()


def _knock(address: str | None) -> None:
    """Ray itself would try for minutes where nobody answers."""
    host, colon, port = (address or "").removeprefix("ray://").rpartition(":")
    if not colon or not port.isdecimal():
        return
    try:
        socket.create_connection((host, int(port)), timeout=10).close()
    except (OSError, OverflowError) as error:
        raise DocenaError(f"there is no Ray cluster at {address}: {error}") from None


def need_ray() -> Any:
    """The package; a sentence if it is not there."""
    try:
        import ray
    except ImportError:
        raise DocenaError("--ray needs the package ray: pip install 'docena[ray]'") from None
    return ray


def _pieces(ray: Any, play: Play) -> PlayPieces:
    task = ray.remote(num_cpus=1)(_task)

    def pieces(of: Sequence[Piece], network: Network | None) -> Iterator[Lessons]:
        shared = ray.put(network)
        waiting: deque[Any] = deque()
        room = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
        coming = iter(of)
        while True:
            # no more tasks than keep everybody busy: their lessons wait in memory
            while len(waiting) < room and (piece := next(coming, None)) is not None:
                waiting.append(task.remote(play, piece, shared))
            if not waiting:
                return
            try:
                got: Lessons = ray.get(waiting.popleft())
            except ray.exceptions.RayError as error:
                raise DocenaError(f"a Ray task failed: {_first_line(getattr(error, 'cause', None) or error)}") from None
            yield got

    return pieces


def _task(play: Play, piece: Piece, network: Network | None) -> Lessons:
    return play(piece.family, piece.games, piece.seed, network, piece.explore, 1)


def _first_line(error: BaseException) -> str:
    return next((line for line in str(error).splitlines() if line.strip()), type(error).__name__)
