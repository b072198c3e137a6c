"""A server for one evening: it runs beside the terminal, for other devices on the network, and ends with it."""

import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from docena.client.address import Address, read_address
from docena.core.words import refused
from docena.server.lan import EVERYWHERE, lan_address

_PORT = 8012
_STOP_SECONDS = 10.0
_MOST_COMPLAINT = 300


@contextmanager
def hosted_server(folder: Path, port: int | None = None) -> Iterator[Address]:
    """A server with a database in this folder; `port`: the one that links of before name."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    process, address = _start(folder, port if port is not None else _PORT)
    if address is None and port is None:
        process.communicate()
        process, address = _start(folder, _free_port())  # that port is taken, perhaps by the page
    if address is None:
        raise refused("unavailable", "online_refused", "not_hosted", why=process.communicate()[1][:_MOST_COMPLAINT])
    threading.Thread(target=_swallow, args=(process,), daemon=True).start()
    with process:
        try:
            yield address
        finally:
            _stop(process)


def _stop(process: "subprocess.Popen[str]") -> None:
    assert process.stdin is not None
    process.stdin.close()
    try:
        process.wait(_STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("", 0))
        return int(probe.getsockname()[1])


def _start(folder: Path, port: int) -> tuple["subprocess.Popen[str]", Address | None]:
    """Starts a server; no address if it has ended instead."""
    process = subprocess.Popen(  # noqa: S603  # our own program
        [sys.executable, "-m", "docena.terminal.hosting", str(folder), str(port)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,  # Ctrl-C is for the terminal alone
    )
    assert process.stdout is not None
    line = process.stdout.readline().strip()
    return process, read_address(line) if line else None


def _swallow(process: "subprocess.Popen[str]") -> None:
    """What the server complains about is of no interest as long as it runs, and must not fill the pipe."""
    assert process.stderr is not None
    for _ in process.stderr:
        pass


def run_server(folder: Path, port: int) -> None:
    """The server itself: it prints its address, and ends when its input does."""
    from docena.server.serve import serve
    from docena.server.settings import Settings

    near = lan_address(port)
    settings = Settings(
        host=EVERYWHERE if near else "127.0.0.1",
        port=port,
        database=str(folder / "hosted.db"),
        events=str(folder / "hosted-events.db"),
        link_url=near or "",
        codes="short",
        log="error",
    )
    threading.Thread(target=_end_with_input, daemon=True).start()
    serve(settings, lambda address: print(address, flush=True))


def _end_with_input() -> None:
    import signal

    while sys.stdin.readline():
        pass
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    from docena.core.errors import DocenaError

    try:
        run_server(Path(sys.argv[1]), int(sys.argv[2]))
    except (DocenaError, OSError) as error:
        sys.exit(str(error))
