"""A laptop that loses power over and over while an event is run: nothing that was taken is lost or entered twice."""

import asyncio
import random
import secrets
from collections import Counter
from pathlib import Path
from typing import Any

import aiohttp
import apsw
import msgspec
from server.node import Node, end, until
from server.organisers import WON

_PAIRS = 24
_GAMES = 20


class Device:
    """Somebody with a phone who enters things, again and again until they are taken."""

    def __init__(self, node: Node, path: str, key: str) -> None:
        self._node, self._path, self._key = node, path, key
        self.taken: list[str] = []
        self.again = 0

    def turn_to(self, path: str, key: str) -> None:
        self._path, self._key = path, key

    async def ask(self, **body: Any) -> None:
        name = secrets.token_hex(8)
        while True:
            try:
                async with (
                    aiohttp.ClientSession(headers={"Authorization": f"Key {self._key}"}) as session,
                    session.post(
                        self._node.address.http(self._path), data=msgspec.json.encode(body | {"ask": name})
                    ) as reply,
                ):
                    assert reply.status == 200, await reply.text()
                    self.taken.append(name)
                    return
            except (aiohttp.ClientError, ConnectionError):
                self.again += 1
                await asyncio.sleep(0.02)


async def _post(node: Node, path: str, body: Any) -> Any:
    status, answer = await node.post(path, body)
    assert status == 201, answer
    return answer


def kill_an_event(folder: Path, seed: int, kills: int, plant: str = "") -> Counter[str]:
    """Kills a server so often; an AssertionError says what it has lost."""
    node, chance = Node(folder, str(folder / "docena.db"), plant=plant), random.Random(seed)
    devices: list[Device] = []

    async def run(event: Device, pad: Device, done: asyncio.Event) -> None:
        """Entries, seating, four games at every table with corrections, and a pad beside it."""

        async def score() -> None:
            while not done.is_set():
                await pad.ask(do="add", game={"winner": 0, "left": [1, 2]})
                if len(pad.taken) % _GAMES == 0:
                    pad.turn_to(*await new_pad())

        scoring = asyncio.create_task(score())
        for number in range(_PAIRS):
            await event.ask(do="enter", newcomers=[{"names": [f"Ana {number}", f"Luis {number}"]}])
        await event.ask(do="seat", seed="1")
        for game in range(1, 5):
            tables = range(1, _PAIRS // 3 + 1)
            await asyncio.gather(*(event.ask(do="report", game=game, table=n, outcome=WON) for n in tables))
            await event.ask(do="correct", game=game, table=1, outcome=WON)
            await event.ask(do="clock", game=game, action="start", seconds=60)
        while not done.is_set():
            await event.ask(do="note", text="still here")
        await scoring

    async def new_pad() -> tuple[str, str]:
        """On a fast machine, or in a long storm, one match is soon over."""
        while True:
            try:
                choices = {"title": "Storm", "names": ["Ana", "Luis"], "games": _GAMES}
                begun = await _post(node, "/api/pads", {"choices": choices})
                return f"/api/pads/{begun['pad']}/asks", begun["key"]
            except (aiohttp.ClientError, ConnectionError):
                await asyncio.sleep(0.02)

    async def main() -> None:
        node.start()
        await node.listening()
        opened = await _post(node, "/api/events", {"choices": {"title": "Storm", "format": "meet"}})
        event = Device(node, f"/api/events/{opened['event']}/asks", opened["key"])
        pad = Device(node, *await new_pad())
        done = asyncio.Event()
        running = asyncio.create_task(run(event, pad, done))
        for _ in range(kills):
            before = len(event.taken)
            await until(lambda before=before: running.done() or len(event.taken) > before, pause=0.01)  # type: ignore[misc]
            if running.done():
                await running
            await asyncio.sleep(chance.random() * 0.15)
            node.kill()
            node.start()
        await node.listening()
        done.set()
        await running
        devices.extend((event, pad))
        sight = await node.get(f"/api/events/{opened['event']}")
        assert len(sight["entries"]) == _PAIRS
        assert await node.stop() == 0

    try:
        asyncio.run(main())
    finally:
        end(node)
    assert not node.blunders, node.blunders
    assert all(device.again for device in devices)
    entered = _entered(folder / "events.db")
    for device in devices:
        assert {name: entered[name] for name in device.taken} == dict.fromkeys(device.taken, 1)
    taken = sum(len(device.taken) for device in devices)
    return Counter({"entries acknowledged": taken, "entries made again": sum(device.again for device in devices)})


def _entered(file: Path) -> Counter[str]:
    """How often each ask stands in the logs, which have no gap."""
    book, asked = apsw.Connection(str(file)), Counter[str]()
    try:
        assert book.pragma("integrity_check") == "ok"
        for log, lines, last in book.execute(
            "SELECT table_id, count(*), max(seq) FROM events GROUP BY table_id"
        ).fetchall():
            assert lines == last, log
        for (text,) in book.execute("SELECT body FROM events"):
            asked[msgspec.json.decode(text).get("ask", "")] += 1
    finally:
        book.close()
    return asked


_LATE = """
import time
from docena.storage.event_log import LogFile
from docena.storage.ports import WriteOutcome, Write
from docena.storage.sqlite_writer import Writer
honest = Writer._commit
def commit(self, connection):
    time.sleep(0.05)
    honest(self, connection)
Writer._commit = commit
def write(self, log, seen, lines, label):
    bodies = [line.encode() for line in lines]
    self._writer().give(Write(log, seen + 1, bodies, None, lambda outcome: None, label=label))
    return WriteOutcome.WRITTEN
LogFile._write = write
"""


def controls(folder: Path) -> dict[str, bool]:
    place = folder / "late"
    place.mkdir()
    caught = False
    try:
        kill_an_event(place, 3, 4, _LATE)
    except (AssertionError, TimeoutError):
        caught = True
    return {"entries are acknowledged before they are committed": caught}
