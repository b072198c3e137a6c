"""Self-play on Ray gives the examples that it gives here; a small stand-in plays Ray."""

import sys
from collections.abc import Callable
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest
from training.fakes import fake_play

from docena.bots.selfplay.examples import Examples
from docena.core.errors import DocenaError
from docena.training.chunks import chunks_of, play_here
from docena.training.cluster import play_on_ray
from docena.training.network import Network


class RayError(Exception):
    """What Ray raises where a task failed; the cause is what the task raised."""

    def __init__(self, cause: Exception) -> None:
        super().__init__(f"many lines\n{cause}")
        self.cause = cause


class StandIn(ModuleType):
    """Runs a task when its result is wanted."""

    def __init__(self) -> None:
        super().__init__("ray")
        self.exceptions = SimpleNamespace(RayError=RayError)
        self.calls: list[str] = []
        self.most = self.waiting = 0

    def init(self, address: str | None, **_: object) -> None:
        self.calls.append(f"init {address}")
        if address == "auto":
            raise ConnectionError("\nnothing runs\nat all")

    def shutdown(self) -> None:
        self.calls.append("shutdown")

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 2.0}

    def put(self, value: object) -> object:
        self.calls.append("put")
        return value

    def remote(self, **_: object) -> Callable[[Any], Any]:
        return lambda function: SimpleNamespace(remote=lambda *of: self._submit(lambda: function(*of)))

    def _submit(self, task: Callable[[], Examples]) -> Callable[[], Examples]:
        self.waiting += 1
        self.most = max(self.most, self.waiting)
        return task

    def get(self, task: Callable[[], Examples]) -> Examples:
        self.waiting -= 1
        try:
            return task()
        except ZeroDivisionError as error:
            raise RayError(error) from None


@pytest.fixture
def ray(monkeypatch: pytest.MonkeyPatch) -> StandIn:
    stand_in = StandIn()
    monkeypatch.setitem(sys.modules, "ray", stand_in)
    return stand_in


def test_the_lessons_are_those_of_this_machine_in_order(ray: StandIn) -> None:
    chunks = chunks_of("classic-2", 5200, 1, 0, 0.1)
    here = list(play_here(fake_play, 1)(chunks, None))
    with play_on_ray(fake_play, None) as play:
        there = list(play(chunks, None))
    assert len(here) == len(there) == 11
    for one, other in zip(here, there, strict=True):
        np.testing.assert_array_equal(one.features, other.features)
    assert ray.calls == ["init None", "put", "shutdown"]
    assert ray.most == 4, "no more tasks at once than keep two processors busy"


def _fall(family: str, games: int, seed: int, network: Network | None, explore: float, workers: int, /) -> Examples:
    raise ZeroDivisionError("the player fell\nover")


def _play_all(play: Any, address: str | None) -> None:
    with play_on_ray(play, address) as chunks:
        list(chunks(chunks_of("x", 700, 1, 0, 0.1), None))


def test_a_task_that_fails_gets_a_sentence(ray: StandIn) -> None:
    with pytest.raises(DocenaError, match=r"^a Ray task failed: the player fell$"):
        _play_all(_fall, None)
    assert ray.calls[-1] == "shutdown"


@pytest.mark.parametrize("address", ["auto", "127.0.0.1:1", "ray://127.0.0.1:1", "127.0.0.1:999999"])
@pytest.mark.usefixtures("ray")
def test_a_cluster_that_is_not_there_gets_a_sentence(address: str) -> None:
    with pytest.raises(DocenaError, match=f"^there is no Ray cluster at {address}: "):
        _play_all(fake_play, address)
