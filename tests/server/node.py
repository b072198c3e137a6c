"""A server in a process of its own, as an operator runs it: started, asked, stopped and killed."""

import asyncio
import os
import random
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import aiohttp
import msgspec

from docena.client.address import Address

PATIENCE = 120.0
"""Seconds after which a test that waits for something gives up."""
_PLENTY = {"SOCKETS_PER_ADDRESS": "0", "TABLES_PER_HOUR": "0", "ASKS_PER_SECOND": "10000", "LOG": "warning"}

_SERVES = "docena serves at"


def free_port() -> int:
    """One that the system gives to nobody by itself, also while a server is down."""
    while True:
        port = random.Random().randrange(15_000, 32_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


class Node:
    """One server; always at the same port, and with the same database."""

    def __init__(
        self, folder: Path, database: str, settings: Mapping[str, str] | None = None, *, plant: str = ""
    ) -> None:
        self.address = Address(False, "127.0.0.1", free_port(), "", None)
        self.said = folder / f"node-{self.address.port}.log"
        chosen = {"HOST": "127.0.0.1", "PORT": str(self.address.port), "DATABASE": database} | _PLENTY
        chosen["EVENTS"] = str(folder / "events.db")
        self._environment = {f"DOCENA_{name}": value for name, value in (chosen | dict(settings or {})).items()}
        if plant:  # one that does not even run would look like one that is caught
            subprocess.run([sys.executable, "-c", plant], check=True)
        self._program = f"{plant}\nfrom docena.cli import main; main()"
        """What is planted runs first: a fault that a check must catch."""
        self.process: subprocess.Popen[bytes] | None = None
        self.before: list[str] = []
        """A program that runs it, such as one that enters a network."""
        self._starts = 0

    def start(self, before: Callable[[], None] | None = None) -> None:
        self._starts = self.words.count(_SERVES)
        with self.said.open("ab") as log:
            self.process = subprocess.Popen(
                [*self.before, sys.executable, "-c", self._program, "serve"],
                env={**os.environ, **self._environment},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                preexec_fn=before,
            )

    def kill(self) -> None:
        """As if the power of this process was cut."""
        assert self.process is not None
        assert self.process.poll() is None, self.words
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    async def stop(self) -> int:
        """Asks it to stop; returns its exit status."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return await asyncio.to_thread(self.process.wait, PATIENCE)

    @property
    def words(self) -> str:
        """What it has said."""
        return self.said.read_text(errors="replace") if self.said.exists() else ""

    @property
    def blunders(self) -> str:
        """What it did not expect."""
        return "\n".join(line for line in self.words.splitlines() if "Traceback" in line or '"error"' in line)

    async def listening(self) -> None:
        """Comes back when somebody answers at the port."""

        async def answers() -> bool:
            assert self.process is not None
            assert self.process.poll() is None, self.words
            try:
                _, writer = await asyncio.open_connection(self.address.host, self.address.port)
            except OSError:
                return False
            writer.close()
            return True

        await until(answers, pause=0.02)

    async def serving(self) -> None:
        """Comes back when it says that it serves: all tables are back."""

        async def serves() -> bool:
            assert self.process is not None
            assert self.process.poll() is None, self.words
            return self.words.count(_SERVES) > self._starts

        await until(serves, pause=0.02)

    async def status(self, path: str) -> int:
        async with aiohttp.ClientSession() as session, session.get(self.address.http(path)) as response:
            return response.status

    async def get(self, path: str, secret: str = "") -> Any:
        headers = {"Authorization": f"Seat {secret}"} if secret else {}
        async with aiohttp.ClientSession(headers=headers) as session, session.get(self.address.http(path)) as response:
            assert response.status == 200, await response.text()
            body = await response.read()
        return msgspec.json.decode(body) if response.content_type == "application/json" else body.decode()

    async def post(self, path: str, body: Any, secret: str = "") -> tuple[int, Any]:
        headers = {"Authorization": f"Seat {secret}"} if secret else {}
        async with (
            aiohttp.ClientSession(headers=headers) as session,
            session.post(self.address.http(path), data=msgspec.json.encode(body)) as response,
        ):
            return response.status, msgspec.json.decode(await response.read())


async def until(holds: Callable[[], Any], *, pause: float = 0.05) -> None:
    """Waits until something holds; a test that waits too long fails."""
    async with asyncio.timeout(PATIENCE):
        while True:
            found = holds()
            if await found if asyncio.iscoroutine(found) else found:
                return
            await asyncio.sleep(pause)


@asynccontextmanager
async def running(node: Node, before: Callable[[], None] | None = None) -> AsyncIterator[Node]:
    """Starts a server, and makes sure that it is gone at the end."""
    node.start(before)
    try:
        await node.serving()
        yield node
    finally:
        end(node)


def end(node: Node) -> None:
    if node.process is not None and node.process.poll() is None:
        node.process.kill()
        node.process.wait()
