"""A lock on a file: who gets it, by which names, and how it ends."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from processes import gone

import docena.core.filelock
from docena.core.errors import DocenaError
from docena.core.filelock import FileLock, Locked

_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has locks that belong to an open file")

_HOLDS = """
import os, subprocess, sys, time
from pathlib import Path
from docena.core.filelock import FileLock
lock = FileLock(Path(sys.argv[1]))
{before}
print("held", flush=True)
time.sleep(600)
"""


def hold(file: Path, before: str = "") -> "subprocess.Popen[str]":
    """Another process that holds the lock; it says a line when it does."""
    process = subprocess.Popen(
        [sys.executable, "-c", _HOLDS.format(before=before), str(file)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    return process


def line(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def is_free(file: Path) -> bool:
    try:
        FileLock(file).release()
    except Locked:
        return False
    return True


def is_free_soon(file: Path) -> bool:
    """A child that has just been forked lets go of the lock when it runs for the first time."""
    end = time.monotonic() + 30
    while not is_free(file):
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


def test_the_holder_is_named_and_a_kill_ends_the_lock_at_once(tmp_path: Path) -> None:
    file = tmp_path / "docena.db"
    with hold(file) as process:
        assert line(process) == "held"
        with pytest.raises(Locked) as locked:
            FileLock(file)
        assert locked.value.holder is not None
        assert locked.value.holder.pid == process.pid
        process.kill()
        process.wait()
    assert is_free(file)


@pytest.mark.parametrize(
    "child",
    [
        "child = subprocess.Popen(['sleep', '600'], close_fds=False)\nprint(child.pid, flush=True)",
        "child = os.fork()\nif not child:\n    time.sleep(600)\nprint(child, flush=True)",
    ],
    ids=["program", "fork"],
)
def test_a_child_that_lives_on_keeps_no_lock(tmp_path: Path, child: str) -> None:
    file = tmp_path / "docena.db"
    file.touch()
    with hold(file, child) as process:
        pid = int(line(process))
        try:
            assert line(process) == "held"
            assert not is_free(file)
            process.kill()
            process.wait()
            os.kill(pid, 0)  # it is still there
            assert is_free_soon(file)
        finally:
            os.kill(pid, signal.SIGKILL)
    assert gone(pid)


def test_a_link_to_the_file_is_the_same_file(tmp_path: Path) -> None:
    file, link = tmp_path / "docena.db", tmp_path / "elsewhere" / "link.db"
    link.parent.mkdir()
    link.symlink_to(file)
    with FileLock(file):
        assert not is_free(link)
    with FileLock(link):
        assert not is_free(file)


@_LINUX
def test_another_name_of_the_same_file_is_the_same_file(tmp_path: Path) -> None:
    file, other = tmp_path / "docena.db", tmp_path / "other.db"
    file.touch()
    os.link(file, other)
    with FileLock(file):
        assert not is_free(other)
    assert is_free(other)


@_LINUX
def test_a_file_that_is_made_later_is_covered(tmp_path: Path) -> None:
    file, other = tmp_path / "docena.db", tmp_path / "other.db"
    with FileLock(file) as lock:
        file.touch()
        lock.cover()
        lock.cover()
        os.link(file, other)
        assert not is_free(other)


def test_a_file_that_is_replaced_stays_locked(tmp_path: Path) -> None:
    file, copy = tmp_path / "docena.db", tmp_path / "copy.db"
    file.touch()
    with FileLock(file):
        copy.touch()
        copy.replace(file)
        assert not is_free(file)


@_LINUX
def test_without_its_lock_file_it_stays_locked(tmp_path: Path) -> None:
    file = tmp_path / "docena.db"
    file.touch()
    with FileLock(file):
        (tmp_path / "docena.db.lock").unlink()
        assert not is_free(file)
    assert is_free(file)


def test_a_lock_file_that_was_left_behind_is_no_hindrance(tmp_path: Path) -> None:
    file, beside = tmp_path / "docena.db", tmp_path / "docena.db.lock"
    for left in (b"", b'{"pid":1', b"\xff" * 10_000, b'{"pid":1,"port":8012}'):
        beside.write_bytes(left)
        with FileLock(file) as lock:
            lock.announce(4711)
            with pytest.raises(Locked, match=f"process {os.getpid()}, port 4711"):
                FileLock(file)
        assert not beside.exists()


def test_whoever_takes_a_lock_file_that_is_being_removed_tries_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, really = tmp_path / "docena.db", docena.core.filelock._lock
    first = FileLock(file)

    def lock(handle: int) -> None:
        first.release()  # between opening and locking
        really(handle)

    monkeypatch.setattr(docena.core.filelock, "_lock", lock)
    with FileLock(file):
        monkeypatch.undo()
        assert not is_free(file)


def test_what_cannot_be_locked_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(DocenaError, match=r"cannot lock .*nowhere"):
        FileLock(tmp_path / "nowhere" / "docena.db")

    def lock(_: int) -> None:
        raise OSError(37, "No locks available")

    monkeypatch.setattr(docena.core.filelock, "_lock", lock)
    with pytest.raises(DocenaError, match="No locks available; it must lie on a disk of this machine"):
        FileLock(tmp_path / "docena.db")
