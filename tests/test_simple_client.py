"""The example of a client plays a match to its end at a real server, also one that is killed in the middle of it."""

import json
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from docena.game.record import read_record
from docena.game.verify import verify_record

CLIENT = Path(__file__).parents[1] / "examples" / "simple_client.py"
_START = "from docena.cli import main; main()"


@contextmanager
def _server(folder: Path, port: int) -> Iterator["subprocess.Popen[str]"]:
    command = [sys.executable, "-c", _START, "serve", "--port", str(port), "--database", str(folder / "docena.db")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == f"docena serves at http://127.0.0.1:{port}\n"
            yield process
        finally:
            process.kill()


def _ask(url: str, body: object = None, **headers: str) -> Any:
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(url, data, headers), timeout=10) as response:
        return json.load(response)


def test_the_simple_client_plays_on_after_the_server_was_killed(tmp_path: Path) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    choices = {"stock": 4, "goal": 0, "pace": 40, "clock": "off"}
    with _server(tmp_path, port) as server:
        opened = _ask(f"http://127.0.0.1:{port}/api/tables", {"name": "Ana", "choices": choices})
        api = f"http://127.0.0.1:{port}/api/tables/{opened['table']}"
        # the opener lets a bot play, so that the client has somebody to play with
        _ask(f"{api}/asks", {"do": "away", "id": "away"}, Authorization=f"Seat {opened['secret']}")
        client = subprocess.Popen(
            [sys.executable, str(CLIENT), opened["link"]], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        while len(_ask(api).get("log", {"lines": []})["lines"]) < 5:
            assert client.poll() is None
            time.sleep(0.02)
        server.send_signal(signal.SIGKILL)
    with client, _server(tmp_path, port):
        try:
            said, _ = client.communicate(timeout=60)
        finally:
            client.kill()
        assert client.returncode == 0
        told = _ask(f"{api}/games/1")
        assert said == f"{told['result']}\n"
        assert [player["name"] for player in told["players"]] == ["Ana", "simple"]
        assert [len(text) for text in told["tags"]["fair"]["contributions"]] == [32]
        verify_record(read_record(json.dumps(told)))
