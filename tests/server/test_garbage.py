"""What people do all the time is freed at once: a busy server does not stop to look for garbage."""

import asyncio
import gc
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

import pytest
from server.stage import Stage, perform

from docena.server.garbage import GarbageCollection


async def left_behind(work: Callable[[], Awaitable[None]]) -> Counter[str]:
    """Objects of ours, and requests, that only the garbage collector finds after some work."""
    gc.collect()
    gc.disable()
    try:
        await work()
        await asyncio.sleep(0.1)  # connections that were closed are forgotten
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
        kinds = [type(thing) for thing in gc.garbage]
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
    return Counter(
        kind.__qualname__
        for kind in kinds
        if kind.__module__.startswith("docena.") or kind.__qualname__ in ("Request", "WebSocketResponse")
    )


def test_nothing_that_people_do_needs_the_garbage_collector(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        duel = await stage.duel()

        async def play() -> None:
            for _ in range(5):
                await duel.move()
            assert (await duel.other.ask("move", seq=duel.other.seq, move="nonsense"))["reason"] == "bad"

        async def come_and_go() -> None:
            for secret in (duel.secrets[0], None):
                visitor = await stage.enter(duel.id, secret)
                await visitor.ask("ping")
                visitor.leave()
            (await stage.visit(duel.id)).leave()
            stage.visitors.clear()

        async def request() -> None:
            for path in (duel.path, "/api/nothing", "/api/events/x", "/api/daily"):
                await stage.get(path, Connection="close")
            await stage.post(f"{duel.path}/asks", b'{"do":"ping"}', Connection="close")
            await stage.post("/api/tables", b"{", Connection="close")
            with suppress(OSError):
                await stage.raw(
                    b"POST /api/events/x/asks HTTP/1.1\r\nHost: localhost\r\nContent-Length: 999999\r\n\r\nx"
                )

        for work in (play, come_and_go, request):
            await work()  # what is made once is made now
            left = await left_behind(work)
            assert not left, f"{work.__name__}: {left}"

    perform(tmp_path, test)


def test_everything_is_looked_at_in_quiet_minutes_and_otherwise_once_an_hour(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[float] = []
    time, sockets = 0.0, 10
    monkeypatch.setattr(gc, "collect", lambda: looks.append(time))
    collection = GarbageCollection(lambda: sockets, lambda: time)
    for time in range(0, 7201, 300):  # the functions above see it
        if time > 1200:
            sockets = 5000
        asyncio.run(collection.look())
    assert looks == [0, 300, 600, 900, 1200, 4800]
