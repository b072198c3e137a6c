"""Fuzzing: nonsense, and asks that are right in all but one thing, at the boundary where messages come in."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count, islice
from pathlib import Path
from random import Random
from traceback import format_exception
from typing import Any, cast
from unittest.mock import patch

import msgspec
from aiohttp import WSMessage, WSMsgType, web
from reliability.histories import seeded_secrets
from reliability.part import Chunk, Part, Result
from server.fuzzing import UNBOUNDED, check_whole, fuzz_entries, fuzz_requests, harmless, pour
from server.gibberish import Gibberish
from server.stage import Stage, perform
from tables.fakes import Friend, HandClock, MemoryStore, QuickBots

from docena.server.protection.inbox import Inbox
from docena.server.settings import Settings
from docena.server.tables import sockets as sockets_module
from docena.server.tables.sockets import Socket, Sockets
from docena.tables import commands as cmd
from docena.tables.live_table import LiveTable
from docena.tables.registry import TableRegistry
from docena.tables.room import Room, room_from
from docena.tables.table_choices import Choices

AT_A_TABLE = 2000
"""Messages before the next table: many of them lead to something."""
_AT_A_TIME = 10
_PATIENCE = 50
"""Rounds of the event loop within which an answer must come."""
_ENDS = ('"abandon"', '"close"', '"stand"', '"away"')
OVER_SOCKETS, REQUESTS, ENTRIES = 0.02, 0.005, 0.003
"""Shares of the messages that go over real sockets, as requests, and as entries at events."""
_TABLES: tuple[dict[str, Any], ...] = (
    {"edition": "classic", "players": 2, "stock": 3},
    {"edition": "mod", "players": 3, "stock": 3, "bots": {"3": "casual"}},
    {"edition": "masters", "players": 2, "stock": 4},
    {"edition": "classic", "players": 4, "stock": 2, "partners": True, "table": "open"},
)


class Sink:
    """A transport that keeps what is written to it."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []

    def write(self, data: bytes) -> None:
        self.frames.append(data)

    def is_closing(self) -> bool:
        return False

    def get_write_buffer_size(self) -> int:
        return 0


class Pipe:
    """What a socket receives: one message after another, and whether each was answered."""

    def __init__(self, messages: Iterator[str], sink: Sink, wrong: list[str]) -> None:
        self._messages, self._sink, self._wrong = messages, sink, wrong
        self._sent: str | None = None

    async def receive(self) -> WSMessage:
        await self._check()
        self._sent = next(self._messages, None)
        if self._sent is None:
            return WSMessage(WSMsgType.CLOSE, None, None)
        return WSMessage(WSMsgType.TEXT, self._sent, None)

    def exception(self) -> BaseException | None:
        return None

    async def close(self, code: int = 1000, message: bytes = b"") -> bool:
        self._wrong.append(f"the socket was closed ({code}) after {self._sent!r}")
        return True

    async def _check(self) -> None:
        """The last message is answered, by its id if it has one: at once, or after a look into the log."""
        if self._sent is None:
            return
        wanted = _id_of(self._sent)
        for _ in range(_PATIENCE):
            frames, self._sink.frames = self._sink.frames, []
            if any(wanted in (None, _read(_payload(frame)).id) for frame in frames):
                return
            await asyncio.sleep(0)
        self._wrong.append(f"no answer to {self._sent!r}")


class _Answer(msgspec.Struct):
    type: str
    id: str | None = None


_read: Callable[[bytes], _Answer] = msgspec.json.Decoder(_Answer).decode


def _payload(frame: bytes) -> bytes:
    return frame[{126: 4, 127: 10}.get(frame[1], 2) :]


def _id_of(message: str) -> str | None:
    try:
        return getattr(cmd.read_command(message.encode()), "id", None)
    except (msgspec.DecodeError, ValueError):
        return None


async def table_of(registry: TableRegistry, chance: Random) -> tuple[LiveTable, int]:
    """A table that is dealt, and how many people sit at it."""
    chosen = chance.choice(_TABLES)
    people = chosen["players"] - len(chosen.get("bots", {}))
    welcome = await registry.open(cmd.Open("Ana", 1, Choices(**chosen, clock="off", chat="free", pace=0)))
    live = await registry.live(welcome.table)
    assert live is not None
    for number in range(2, people + 1):
        await registry.sit(live, cmd.Sit(f"Luis {number}"))
    for seat in range(1, people + 1):
        friend = Friend(seat)
        registry.enter(live, friend)
        registry.ask(live, friend, cmd.GetReady("r"))
    return live, people


class Person:
    """Somebody at the end of a socket, who says so many things at a time."""

    def __init__(self, registry: TableRegistry, live: LiveTable, sockets: Sockets, seat: int | None) -> None:
        self._sockets, self._sink = sockets, Sink()
        self.guest = Socket(cast("web.WebSocketResponse", None), cast("asyncio.Transport", self._sink), live)
        self.guest.seat = seat
        registry.enter(live, self.guest)

    async def say(self, messages: Iterator[str], wrong: list[str]) -> None:
        self._sink.frames.clear()
        pipe = cast("web.WebSocketResponse", Pipe(messages, self._sink, wrong))
        await self._sockets._listen(Inbox(pipe, UNBOUNDED["asks_per_second"], self._sockets.now), self.guest)


async def _at_one_table(registry: TableRegistry, store: MemoryStore, clock: HandClock, seed: int, n: int) -> list[str]:
    chance, wrong = Random(seed), list[str]()
    live, seats = await table_of(registry, chance)
    clock.pass_time(1)
    sockets = Sockets(registry, Settings(**UNBOUNDED), clock.now)
    people = [Person(registry, live, sockets, seat) for seat in (None, *range(1, seats + 1))]
    messages = islice(_at_positions(Gibberish(seed, live.room.stamp), live, chance), n)
    try:
        for _ in range(0, n, _AT_A_TIME):
            mover = live.room.mover or 0
            speaker = people[mover] if mover <= seats and chance.random() < 0.5 else chance.choice(people)
            await speaker.say(islice(messages, _AT_A_TIME), wrong)
            clock.pass_time(chance.choice((0.0, 0.1, 2.0)))
    except Exception as error:
        wrong.append(f"it came out of the table: {''.join(format_exception(error))[-1500:]}")
    return [f"seed {seed}: {what}" for what in [*wrong[:5], *_differences(live.room, store)]]


def _at_positions(gibberish: Gibberish, live: LiveTable, chance: Random) -> Iterator[str]:
    """Nonsense about the position as it is now, with legal moves among it; what ends a table comes seldom."""
    for number, message in enumerate(gibberish.messages()):
        gibberish.seq = live.room.stamp
        game = live.room.game
        if number % 4 == 3 and game is not None and not game.over:
            move = chance.choice(game.legal_moves() or ["X"])
            yield msgspec.json.encode({"do": "move", "id": f"l{number}", "seq": live.room.stamp, "move": move}).decode()
        elif not any(word in message for word in _ENDS) or chance.random() < 0.005:
            yield message


def _differences(room: Room, store: MemoryStore) -> list[str]:
    """What the table is, other than what its log adds up to."""
    rows = store.logs[room.id]
    actions = Counter(row.action for row in rows if row.action)
    wrong = [f"{name!r} was done {times} times" for name, times in actions.items() if times > 1]
    if [row.seq for row in rows] != list(range(1, len(rows) + 1)):
        return [*wrong, "the log has a gap, or a number twice"]
    model = room_from([(row.body, row.action) for row in rows])
    if (model.seq, model.stamp, model.phase) != (room.seq, room.stamp, room.phase):
        wrong.append("the table is not where its log is")
    if model.game is not None and room.game is not None and model.game.hash() != room.game.hash():
        wrong.append("the table is not the one of its log")
    return wrong


def in_process(seed: int, n: int) -> tuple[list[str], Counter[str]]:
    """So many messages, given to the tables of a server without a network in between."""

    async def main() -> tuple[list[str], Counter[str]]:
        found, counts = list[str](), Counter[str]()
        for number, start in enumerate(range(0, n, AT_A_TABLE)):
            clock, store = HandClock(), MemoryStore()
            registry = TableRegistry(store, clock, QuickBots(), "here", seed=7)
            with seeded_secrets(seed + number):
                found += await _at_one_table(registry, store, clock, seed + number, min(AT_A_TABLE, n - start))
            counts["events they led to"] += sum(map(len, store.logs.values()))
        return found, counts

    return asyncio.run(main())


def over_sockets(folder: Path, seed: int, messages: int, requests: int, entries: int) -> list[str]:
    """The same over real sockets, where none of it may lead to anything; and requests, and entries at an event."""

    async def test(stage: Stage) -> None:
        duel = await stage.duel(chat="free")
        for _ in range(10):
            await duel.move()
        before = await duel.position()
        everybody = [*zip(duel.people, (1, 2), strict=True), (await stage.enter(duel.id), None)]
        reasons = Counter[str]()
        streams = [
            (visitor, harmless(Gibberish(seed + 7 * number, before[1]).messages(), duel, seat))
            for number, (visitor, seat) in enumerate(everybody)
        ]
        each = messages // len(streams)
        await asyncio.gather(*(pour(visitor, islice(stream, each), reasons) for visitor, stream in streams))
        assert sum(reasons.values()) == each * len(streams)
        await fuzz_requests(stage, duel, seed, requests)
        event, _ = await fuzz_entries(stage, seed, entries)
        await check_whole(event)
        assert await duel.position() == before, "something has happened at the table"
        await duel.move()

    try:
        perform(folder, test, **UNBOUNDED)
    except (AssertionError, TimeoutError) as error:
        return [f"seed {seed}, over sockets: {''.join(format_exception(error))[-2000:]}"]
    return []


def run(chunk: Chunk) -> Result:
    far, requests, entries = (round(chunk.trials * share) for share in (OVER_SOCKETS, REQUESTS, ENTRIES))
    here = chunk.trials - far - requests - entries
    found, counts = in_process(chunk.seed, here)
    found += over_sockets(chunk.folder, chunk.seed, far, requests, entries)
    counts.update({"over sockets": far, "as requests": requests, "as entries at events": entries})
    return Result(chunk.trials, found[:20], dict(counts))


# --- planted faults


@contextmanager
def _deaf() -> Iterator[None]:
    """Every thousandth frame is not sent."""
    honest, numbers = Socket.send, count(1)

    def send(self: Socket, frame: bytes) -> None:
        if next(numbers) % 1000:
            honest(self, frame)

    with patch.object(Socket, "send", send):
        yield


@contextmanager
def _brittle() -> Iterator[None]:
    """What is nested deeply is not expected."""
    honest = sockets_module._read

    def read(message: str) -> Any:
        if message.count("[") > 1000:
            raise RecursionError("too deep")
        return honest(message)

    with patch.object(sockets_module, "_read", read):
        yield


@contextmanager
def _forgetful() -> Iterator[None]:
    """Now and then a line is written twice."""
    honest = MemoryStore._write

    def write(self: MemoryStore, order: Any) -> None:
        honest(self, order)
        if len(self.logs[order.table]) % 40 == 0:
            self.logs[order.table].append(self.logs[order.table][-1])

    with patch.object(MemoryStore, "_write", write):
        yield


PLANTED: dict[str, Callable[[], Any]] = {
    "a message is not answered": _deaf,
    "what is nested too deeply breaks the socket": _brittle,
    "a line stands in the log twice": _forgetful,
}


def is_caught(name: str) -> bool:
    with PLANTED[name]():
        return bool(in_process(1, 3 * AT_A_TABLE)[0])


def controls(_: Path) -> dict[str, bool]:
    return {name: is_caught(name) for name in PLANTED}


PART = Part(
    "fuzz",
    "fuzzed messages, answered one by one, with the table compared to its log after every 2,000",
    "messages",
    full=10_000_000,
    chunk=100_000,
    run=run,
    controls=controls,
    least=5000,
)
