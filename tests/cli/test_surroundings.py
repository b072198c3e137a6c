"""Every command with damaged files, broken streams and signals: a sentence and a status, never a traceback."""

import io
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
import typer.main

from docena.cli.app import app, run

SAMPLE = Path(__file__).parents[1] / "samples" / "classic-strict.jsonl"
LONG = bool(os.environ.get("DOCENA_LONG"))

_READING: dict[str, tuple[str, ...]] = {
    "check": ("check", "FILE"),
    "verify": ("verify", "FILE"),
    "replay": ("replay", "FILE"),
    "hint": ("hint", "FILE"),
    "analyse": ("analyse", "FILE"),
    "check, edition": ("check", str(SAMPLE), "--edition-file", "FILE"),
    "simulate": ("simulate", "--games", "1", "--edition-file", "FILE"),
    "play": ("play", "--edition-file", "FILE"),
    "arena": ("arena", "--bots", "random,greedy", "--games", "2", "--edition-file", "FILE"),
    "serve": ("serve", "--config", "FILE", "--database", "FOLDER", "--port", "0"),
    "serve, database": ("serve", "--database", "FILE", "--events", "FOLDER"),
    "backup": ("backup", "FILE", "OUT"),
    "train": ("train", "--output", "FILE", "--family", "none"),
    "train, resume": ("train", "--output", "OUT", "--checkpoints", "FILE", "--family", "none", "--resume"),
    "join": ("join", "FILE"),
    "rules": ("rules", "FILE"),
    "editions": ("editions", "--show", "FILE"),
    "score list": ("score", "list", "--file", "FILE"),
    "score receive": ("score", "receive", "FILE", "--file", "OUT"),
    "score export": ("score", "export", "FILE", "--file", "OUT"),
    "tournament show": ("tournament", "show", "--file", "FILE"),
    "tournament import": ("tournament", "import", "FILE", "--file", "OUT"),
    "tournament enter": ("tournament", "enter", "--csv", "FILE", "--file", "EVENTS"),
    "tournament print": ("tournament", "print", "seating", "FILE", "--file", "EVENTS"),
}
"""Commands with something to read in the place of FILE; none of them gets as far as playing."""


def _deep(text: str) -> bytes:
    return text.replace("...", "[" * 100_000).encode()


FILES: dict[str, bytes] = {
    "deep": _deep("..."),
    "deep-tag": _deep('{"docena":1,"tags":{"x":...'),
    "deep-unknown": _deep('{"docena":"tournament","other":...'),
    "deep.toml": _deep("a = ..."),
    "dots.toml": b"a" + b".a" * 100_000 + b" = 1",
    "empty": b"",
    "garbage": random.Random(1).randbytes(5000),
    "utf-16": '{"docena": 1}\n'.encode("utf-16"),
    "no-text": b"\xff\xfe\x00\n" * 100,
    "marked-garbage": b"\xef\xbb\xbf{",
    "half": SAMPLE.read_bytes()[:300],
    "numbers": b'{"docena":1e999,"first":1' + b"0" * 5000 + b"}",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("surroundings")
    for name, data in FILES.items():
        (folder / name).write_bytes(data)
    (folder / "directory").mkdir()
    (folder / "loop").symlink_to("loop")
    assert run(["tournament", "new", "Friday", "--file", str(folder / "events.db")]) == 0
    return folder


def filled(arguments: Sequence[str], file: str, folder: Path, out: Path) -> list[str]:
    places = {"FILE": file, "FOLDER": str(folder), "OUT": str(out), "EVENTS": str(folder / "events.db")}
    return [places.get(argument, argument) for argument in arguments]


@pytest.mark.parametrize("command", list(_READING))
def test_whatever_is_read_is_answered_with_a_sentence(
    command: str, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # where "-" may be the name of a file that is written
    names = [*FILES, "directory", "loop", "missing", "directory/missing", "garbage/under", "n\0l", "\udcff", "x" * 5000]
    files = [str(folder / name) for name in names] + ["", "-", "/dev/null", "/dev/zero"]
    for file in files:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(_deep("..."))))
        status = run(filled(_READING[command], file, folder, tmp_path / "out"))
        said = "".join(capsys.readouterr())
        assert status in (0, 1, 2), (file, said)
        assert "should not happen" not in said, (file, said)
        assert status == 0 or said.strip(), file
    left = {path.name for path in folder.iterdir()}
    assert not [name for name in left if name.endswith(".part")]


@pytest.mark.parametrize("command", ["check", "verify", "replay", "hint --tries 10", "analyse --tries 10"])
def test_a_record_may_begin_with_the_mark_of_utf_8(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, plain = tmp_path / "marked.jsonl", tmp_path / "plain.jsonl"
    line = SAMPLE.read_bytes().splitlines()[0] + b"\n"
    plain.write_bytes(line)
    file.write_bytes(b"\xef\xbb\xbf" + line)
    name, *more = command.split()
    status = run([name, str(plain), *more])
    expected = capsys.readouterr().out.replace(str(plain), str(file))
    assert run([name, str(file), *more]) == status
    assert capsys.readouterr().out == expected


def test_other_files_may_begin_with_it_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def marked(name: str, data: bytes) -> str:
        (tmp_path / name).write_bytes(b"\xef\xbb\xbf" + data)
        return str(tmp_path / name)

    events = str(tmp_path / "events.db")
    exported = tmp_path / "exported.json"
    assert run(["tournament", "new", "Friday", "--file", events]) == 0
    assert run(["tournament", "enter", "--csv", marked("pairs.csv", b"Ana,Luis\n"), "--file", events]) == 0
    assert run(["tournament", "export", str(exported), "--file", events]) == 0
    file = marked("exported", exported.read_bytes())
    assert run(["tournament", "import", file, "--file", str(tmp_path / "other.db")]) == 0
    capsys.readouterr()
    assert run(["serve", "--config", marked("a.toml", b"nonsense = 1\n")]) == 2
    assert "nonsense" in capsys.readouterr().err
    assert run(["editions", "--show", "classic"]) == 0
    edition = marked("mine.toml", capsys.readouterr().out.encode())
    assert run(["check", str(SAMPLE), "--edition-file", edition]) == 0


def test_pads_may_begin_with_it_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(["score", "new", "Ana", "Luis", "--file", str(tmp_path / "one.db")]) == 0
    capsys.readouterr()
    assert run(["score", "share", "--file", str(tmp_path / "one.db")]) == 0
    shared = capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", io.StringIO("\ufeff" + shared))
    assert run(["score", "receive", "-", "--file", str(tmp_path / "other.db")]) == 0


def test_a_game_is_not_played_with_an_endless_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with open("/dev/zero", encoding="utf-8") as endless:
        monkeypatch.setattr("sys.stdin", endless)
        assert run(["play", "--seed", "1"]) == 2
    assert "longer than 10000 characters" in capsys.readouterr().err


def _commands(group: Any, *before: str) -> Iterator[tuple[str, ...]]:
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from _commands(command, *before, name)
        yield (*before, name)


def every_command() -> list[tuple[str, ...]]:
    return list(_commands(typer.main.get_command(app)))


# --- streams

_BROKEN = """
import errno, io, os, sys
class Broken(io.RawIOBase):
    def __init__(self, number): self.number = number
    def writable(self): return True
    def write(self, data): raise OSError(self.number, "broken")
def broken(number, **more):
    stream = io.TextIOWrapper(io.BufferedWriter(Broken(number)), encoding="ascii", **more)
    kept.append(stream)
    return stream
from cli.test_surroundings import every_command
from docena.cli.app import run
statuses, kept, own = set(), [], sys.stderr
out = os.dup(1)
for number, also, words in ((errno.EPIPE, False, "--help"), (errno.ENOSPC, True, "--help"), (errno.EIO, True, "--no")):
    for command in every_command():
        sys.stdout, sys.stderr = broken(number, write_through=True), broken(number) if also else own
        statuses.add(run((*command, words)))
os.write(out, repr(sorted(statuses)).encode())
os._exit(0)
"""


def test_no_command_minds_streams_that_break() -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", _BROKEN], env=environment, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("[1, 2]", "")


def docena(shell: str, **environment: str) -> "subprocess.CompletedProcess[bytes]":
    """The program in a shell, which closes and redirects as it is told."""
    command = f"exec {sys.executable} -m docena {shell}"
    return subprocess.run(["sh", "-c", command], env={**os.environ, **environment}, capture_output=True, check=False)


@pytest.mark.parametrize(
    ("shell", "environment", "status", "sentence"),
    [
        ("rules classic >&-", {}, 0, b""),
        ("check missing <&- >&- 2>&-", {}, 2, b""),
        ("rules classic > /dev/full", {}, 2, b"docena: the disk is full\n"),
        ("rules classic > /dev/full 2> /dev/full", {}, 2, b""),
        ("rules classic --lang es", {"LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}, 0, b""),
    ],
)
def test_streams_may_be_closed_full_or_without_letters(
    shell: str, environment: dict[str, str], status: int, sentence: bytes
) -> None:
    done = docena(shell, **environment)
    assert (done.returncode, done.stderr) == (status, sentence)


def test_a_file_never_takes_the_place_of_a_closed_stream(tmp_path: Path) -> None:
    file = tmp_path / "events.db"
    assert docena(f"tournament new Friday --file {file} <&- >&- 2>&-").returncode == 0
    assert b"Friday" in docena(f"tournament list --file {file}").stdout


# --- signals

_MESSAGES = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGHUP: 129}


def ended(arguments: Sequence[str], number: int, ready: Callable[[], bool], delay: float = 0.0) -> tuple[int, str, str]:
    """Runs the program until something is true, and a bit longer; sends a signal, and tells how it ended."""
    process = subprocess.Popen(
        [sys.executable, "-c", "import docena.cli as c; print('begun', flush=True); c.main()", *arguments],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    try:
        assert process.stdout.readline() == "begun\n"
        while not ready():
            assert process.poll() is None
            time.sleep(0.01)
        time.sleep(delay)
        process.send_signal(number)
        out, err = process.communicate(timeout=120)
    finally:
        process.kill()
        process.wait()
    return process.returncode, out, err


@pytest.mark.parametrize(("number", "status"), _MESSAGES.items())
def test_a_signal_at_the_start_ends_it_with_a_word(number: int, status: int) -> None:
    for delay in (0.05, 0.15):
        returned, _, err = ended(["bench"], number, lambda: True, delay)
        # on a busy machine the signal may come before the program's first line, and the system ends it
        assert (returned, err) in ((status, "docena: stopped\n"), (-number, ""))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_leaves_no_unfinished_file(number: int, tmp_path: Path) -> None:
    out = tmp_path / "records.jsonl"
    begun = ended(
        ["simulate", "--games", "100000000", "--output", str(out)], number, lambda: bool(list(tmp_path.iterdir()))
    )
    assert begun[0] == _MESSAGES[signal.Signals(number)]
    assert "docena: stopped" in begun[2]
    if "results so far" in begun[2]:  # the games that are over are kept, each of them whole
        assert all(json.loads(line)["docena"] for line in out.read_text(encoding="utf-8").splitlines())
        out.unlink()
    assert not list(tmp_path.iterdir())


_STUBBORN = """
import sys, time
from pathlib import Path
from docena.cli.signals import Signals
from docena.core.files import unfinished
def command():
    said = "begun"
    with unfinished(Path(sys.argv[1])):
        while True:
            try:
                print(said, flush=True)
                time.sleep(10)
            except KeyboardInterrupt:
                said = "begun again"
sys.exit(Signals().during(command))
"""

_DESTRUCTOR = """
import sys, time
from docena.cli.signals import Signals
class Slow:
    def __del__(self):
        print("begun", flush=True)
        time.sleep(10)
def command():
    Slow()
    for _ in range(100):
        time.sleep(0.1)
    return 0
sys.exit(Signals().during(command))
"""


def _begin(program: str, *arguments: str) -> "subprocess.Popen[str]":
    process = subprocess.Popen(
        [sys.executable, "-c", program, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "begun\n"
    return process


def test_a_command_that_does_not_end_is_ended_by_the_second_signal(tmp_path: Path) -> None:
    with _begin(_STUBBORN, str(tmp_path / "file")) as process:
        assert len(list(tmp_path.iterdir())) == 1
        process.send_signal(signal.SIGINT)
        assert process.stdout is not None
        assert process.stdout.readline() == "begun again\n"
        process.send_signal(signal.SIGINT)  # so soon it is the same
        time.sleep(0.7)
        assert process.poll() is None
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, "docena: stopped\n")
    assert not list(tmp_path.iterdir())


def test_a_signal_where_nothing_can_be_raised_is_taken_a_moment_later() -> None:
    with _begin(_DESTRUCTOR) as process:
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (143, "docena: stopped\n")


_LIVING: tuple[tuple[str, ...], ...] = (
    ("--version",), ("rules", "classic"), ("editions",), ("simulate", "--games", "100000"), ("check", str(SAMPLE)),
    ("verify", str(SAMPLE)), ("replay", str(SAMPLE)), ("hint", str(SAMPLE)), ("analyse", str(SAMPLE)),
    ("play",), ("bench",), ("arena", "--bots", "random,greedy", "--games", "1000"), ("serve", "--port", "0"),
    ("backup", "missing", "copy"), ("join", "http://127.0.0.1:9/t/abc"),
    ("train", "--family", "classic-2", "--games", "100", "--rounds", "9"), ("score", "list", "--file", "score.db"),
    ("tournament", "list", "--file", "events.db"), ("tournament", "simulate"),
)  # fmt: skip


@pytest.mark.skipif(not LONG, reason="a long variant of what is tried above")
@pytest.mark.parametrize("command", _LIVING, ids=" ".join)
def test_a_signal_at_any_moment_of_the_start(
    command: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for number in (signal.SIGINT, signal.SIGTERM):
        for offset in range(0, 301, 10):
            status, _, err = ended(command, number, lambda: True, offset / 1000)
            # after its end Python itself leaves signals to the system
            assert status in (0, 1, 2, _MESSAGES[number], -number), (offset, err)
            assert "Traceback" not in err, (offset, err)
            assert "should not happen" not in err, (offset, err)
            assert not list(tmp_path.glob(".*.part"))
