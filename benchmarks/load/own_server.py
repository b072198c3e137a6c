"""A server of the load test's own: another process, with a new database."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp

from docena.client.address import Address
from docena.core.errors import DocenaError

START_SECONDS = 120.0
"""The first start on a machine compiles the rules."""
_STOP_SECONDS = 15.0
_START = "from docena.cli import main; main()"


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@asynccontextmanager
async def own_server(*, one_core: bool, settings: dict[str, str]) -> AsyncIterator[tuple[Address, int, Path]]:
    """Starts a server, gives its address, process number and log (warnings and worse), and stops it at the end."""
    with tempfile.TemporaryDirectory(prefix="docena-load-") as folder:
        port, said = _free_port(), Path(folder, "server.log")
        chosen = {"HOST": "127.0.0.1", "PORT": str(port), "DATABASE": str(Path(folder, "load.db")), "LOG": "warning"}
        chosen["EVENTS"] = str(Path(folder, "events.db"))
        environment = {**os.environ, **{f"DOCENA_{name}": value for name, value in (chosen | settings).items()}}
        with said.open("wb") as log:
            process = subprocess.Popen(  # our own program
                [sys.executable, "-c", _START, "serve"],
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        try:
            if one_core and len(os.sched_getaffinity(0)) > 1:
                os.sched_setaffinity(process.pid, {min(os.sched_getaffinity(0))})
            address = Address(False, "127.0.0.1", port, "", None)
            await _wait_until_ready(address, process, said)
            yield address, process.pid, said
        finally:
            await _stop(process)


async def _wait_until_ready(address: Address, process: "subprocess.Popen[bytes]", said: Path) -> None:
    loop = asyncio.get_running_loop()
    latest = loop.time() + START_SECONDS
    async with aiohttp.ClientSession() as session:
        while loop.time() < latest:
            if process.poll() is not None:
                last = said.read_text(errors="replace").strip().splitlines()[-1:]
                raise DocenaError(f"the server did not start: {last[0] if last else 'it said nothing'}")
            try:
                async with session.get(address.http("/readyz")) as response:
                    if response.status == 200:
                        return
            except aiohttp.ClientError:
                pass
            await asyncio.sleep(0.1)
    raise DocenaError(f"the server was not ready after {START_SECONDS:.0f} seconds")


async def _stop(process: "subprocess.Popen[bytes]") -> None:
    process.send_signal(signal.SIGTERM)
    try:
        await asyncio.to_thread(process.wait, _STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        await asyncio.to_thread(process.wait)
