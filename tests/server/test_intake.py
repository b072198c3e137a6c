"""What requests bring with them: nothing is read of what is refused, and of the rest so much at once."""

import asyncio
from pathlib import Path

import msgspec
import pytest
from server.organisers import Organiser
from server.stage import PATIENCE, Stage, perform

from docena.server import requests
from docena.server.protection.intake import INTAKE, Intake
from docena.server.tournaments import uploads


class Sender:
    """A connection that sends a request as slowly as a test likes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    @classmethod
    async def open(cls, stage: Stage, path: str, length: int | None, **headers: str) -> "Sender":
        sender = cls(*await asyncio.open_connection(stage.address.host, stage.address.port))
        stage.closing.append(sender.close)
        size = "Transfer-Encoding: chunked" if length is None else f"Content-Length: {length}"
        more = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        sender.send(f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{more}{size}\r\n\r\n".encode())
        return sender

    def send(self, data: bytes) -> None:
        self._writer.write(data)

    async def status(self) -> int:
        async with asyncio.timeout(PATIENCE):
            return int((await self._reader.readline()).split()[1])

    def close(self) -> None:
        self._writer.transport.abort()


def intake(stage: Stage) -> Intake:
    return stage.app[INTAKE]


async def settled(stage: Stage, size: int) -> None:
    async with asyncio.timeout(PATIENCE):
        while intake(stage).bytes != size:
            await asyncio.sleep(0.005)


def test_nothing_is_read_of_a_request_that_is_refused(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        event, table = await Organiser.open(stage), (await stage.open())["table"]
        for path, headers, status in (
            ("/api/events/x/asks", {}, 404),
            (f"{event.path}/asks", {}, 401),
            (f"{event.path}/asks", {"Authorization": "Key x"}, 401),
            ("/api/events/x/online/1/1/seats", {}, 404),
            ("/api/pads/x/asks", {}, 404),
            ("/api/tables/nosuchtable/seats", {}, 404),
            ("/api/tables/nosuchtable/asks", {}, 404),
            ("/api/tables/nosuchtable/qr.svg", {}, 404),
            (f"/api/tables/{table}/asks", {"Authorization": "Seat x"}, 401),
            ("/api/account/password", {}, 401),
            ("/api/account/adopt", {}, 401),
            ("/api/nothing", {}, 404),
            ("/api/events", {"Origin": "http://evil.example"}, 403),
            # and nothing of one that is too long for what it may send
            ("/api/events/import", {}, 413),
            ("/api/events", {}, 413),
            ("/api/replay", {}, 413),
            ("/api/tables", {}, 413),
            (f"/api/tables/{table}/seats", {}, 413),
            (f"{event.path}/asks", {"Authorization": f"Key {event.key}"}, 413),
        ):
            for length in (9_000_000, None) if status != 413 else (9_000_000,):
                sender = await Sender.open(stage, path, length, **headers)
                assert await sender.status() == status, path
                sender.close()
        assert intake(stage).peak < 1000  # what the event and the table were opened with

    perform(tmp_path, test)


def test_a_table_s_phone_may_send_little_and_the_director_a_list(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        event = await Organiser.open(stage)
        body = msgspec.json.encode({"do": "list", "ask": "a-long-list", "text": "Ana\n" * 40_000})
        assert len(body) > requests.LONGEST_BODY
        reply = await stage.post(f"{event.path}/asks", body, Authorization=f"Key {event.key}")
        assert reply.status in (200, 422)
        assert intake(stage).bytes == 0

    perform(tmp_path, test)


def test_all_bodies_together_have_so_much_room_and_each_address_its_share(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requests, "BODY_SECONDS", PATIENCE)

    async def test(stage: Stage) -> None:
        event = await Organiser.open(stage)
        counter = intake(stage)
        counter.most, counter.share = (4 << 20) + 1_000_000, 400_000

        async def begin(address: str, length: int | None = None) -> Sender:
            headers = {"Authorization": f"Key {event.key}", "X-Forwarded-For": address}
            sender = await Sender.open(stage, f"{event.path}/asks", length, **headers)
            sender.send(b"493e0\r\n" + b" " * 300_000 + b"\r\n")
            return sender

        greedy = await begin("203.0.113.1")
        await settled(stage, 300_000)
        # more than its share: refused as it comes, and what it had is given back
        for length in (None, 790_000):
            more = await begin("203.0.113.1", length)
            assert await more.status() == 503
            more.close()
        await settled(stage, 300_000)
        others = [await begin(f"203.0.113.{n}") for n in (2, 3)]
        await settled(stage, 900_000)
        late = await begin("203.0.113.4")
        assert await late.status() == 503
        # short requests go on, also those of an address that has used up its share
        move = await stage.post(
            f"{event.path}/asks",
            {"do": "enter", "ask": "a-short-one", "newcomers": [{"names": ["Zoe & Ada"]}]},
            Authorization=f"Key {event.key}",
            X_Forwarded_For="203.0.113.1",
        )
        assert move.status == 200, move.raw
        # who goes away gives everything back
        for sender in (greedy, *others, late):
            sender.close()
        await settled(stage, 0)
        assert counter.peak <= counter.most
        assert not counter.by_address

    perform(tmp_path, test, trust_proxy=True, asks_per_second=1000)


def test_who_sends_too_slowly_gives_back_what_it_had(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "BODY_SECONDS", 0.1)
    monkeypatch.setattr(requests, "SLOWEST_UPLOAD", 10**9)

    async def test(stage: Stage) -> None:
        for length in (60_000, None):
            sender = await Sender.open(stage, "/api/tables", length)
            sender.send(b" " * 30_000 if length else b"7530\r\n" + b" " * 30_000)
            assert await sender.status() == 408
        assert intake(stage).bytes == 0
        assert intake(stage).peak >= 30_000

    perform(tmp_path, test)


def test_files_of_new_events_come_one_after_another_and_are_shorter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploads, "LONGEST_FROM_ANYBODY", 2_000)

    async def test(stage: Stage) -> None:
        event = await Organiser.open(stage)
        file = (await stage.get(f"{event.path}/export", Authorization=f"Key {event.key}")).raw
        long = file + b" " * 3_000
        path, key = f"/api/events/import?event={event.path.rsplit('/', 1)[-1]}", {"Authorization": f"Key {event.key}"}
        assert (await stage.post("/api/events/import", long, **key)).status == 413
        assert (await stage.post(path, long)).status == 413
        assert (await stage.post(path, long, Authorization="Key x")).status == 413
        assert (await stage.post(path, long, **key)).status == 201
        assert (await stage.post(path, file, **key)).status == 201
        slow = await Sender.open(stage, "/api/events/import", 1_500)
        async with asyncio.timeout(PATIENCE):
            while (await stage.post("/api/events/import", b"{}")).status != 429:
                await asyncio.sleep(0.01)
        assert (await stage.post("/api/events/import", b"{}", X_Forwarded_For="203.0.113.9")).status == 422
        slow.close()
        async with asyncio.timeout(PATIENCE):
            while (await stage.post("/api/events/import", b"{}")).status != 422:
                await asyncio.sleep(0.01)

    perform(tmp_path, test, trust_proxy=True)


def test_at_the_machine_itself_a_file_may_be_as_long_as_files_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploads, "LONGEST_FROM_ANYBODY", 2_000)

    async def test(stage: Stage) -> None:
        assert (await stage.post("/api/events/import", b" " * 5_000)).status == 422

    perform(tmp_path, test)
