"""A lock on a file that is meant for one server at a time; it ends with the process that holds it.

Two locks back each other up. One is on a file beside it, `FILE.lock`, which keeps its place when the database itself is
replaced by a backup, and says who holds it. The other, where the system has it, is on the file itself, so that a server
which reaches the same file by another name (a hard link, a bind mount) is kept out too.
"""

import errno
import os
import socket
import struct
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Self
from weakref import WeakSet

import msgspec

from docena.core.errors import DocenaError
from docena.core.files import resolved

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_HELD = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)
"""The systems' errors when somebody else has a lock."""
_FAR = 1 << 62
"""A byte of the database that SQLite neither locks nor writes."""
_FAR_ON_WINDOWS = 1 << 30
"""A byte of the lock file after its text: on Windows nobody else can read a locked byte."""
_MOST_BYTES = 4096
_AGAIN_SECONDS = 0.2


class Holder(msgspec.Struct, frozen=True, omit_defaults=True):
    """The holder of a lock, from the lock file."""

    pid: int
    machine: str = ""
    port: int = 0
    """0 until the server listens."""

    def __str__(self) -> str:
        there = f" on {self.machine}" if self.machine not in ("", socket.gethostname()) else ""
        return f"process {self.pid}{there}" + (f", port {self.port}" if self.port else "")


class Locked(DocenaError):
    """Somebody else holds the lock."""

    def __init__(self, path: Path, holder: Holder | None) -> None:
        super().__init__(f"{path} is in use by {holder or 'another process'}")
        self.path, self.holder = path, holder


_open_locks: "WeakSet[FileLock]" = WeakSet()


class FileLock:
    """Held from its creation until it is released, or until the process ends in any way.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with FileLock(Path(folder, "docena.db")):
    ...         try:
    ...             FileLock(Path(folder, "docena.db"))
    ...         except Locked as error:
    ...             print(error.holder.pid == os.getpid())
    ...     os.listdir(folder)
    True
    []
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._target = resolved(path)  # links to one file share its lock
        self._beside = self._target.with_name(self._target.name + ".lock")
        self._files: list[int] = []
        self._handle = self._take()
        _open_locks.add(self)
        try:
            self.cover()
            self.announce(0)
        except BaseException:
            self.release()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()

    def announce(self, port: int) -> None:
        """Writes who we are and where we listen, for others that find the file locked."""
        said = msgspec.json.encode(Holder(os.getpid(), socket.gethostname(), port))
        with suppress(OSError):  # on a full disk the lock still holds
            os.ftruncate(self._handle, 0)
            os.lseek(self._handle, 0, os.SEEK_SET)
            os.write(self._handle, said)

    def cover(self) -> None:
        """Locks the file itself as well, if it exists and the system can; to be called again once it exists."""
        if sys.platform != "linux":
            return
        try:
            # Never closed before the release: that would end SQLite's own locks on the file.
            handle = os.open(self._target, os.O_RDWR)
        except OSError:
            return
        self._files.append(handle)
        try:
            fcntl.fcntl(handle, fcntl.F_OFD_SETLK, struct.pack("hhqqi", fcntl.F_WRLCK, os.SEEK_SET, _FAR, 1, 0))
        except OSError as error:
            if error.errno in _HELD and not self._is_ours(handle):
                raise Locked(self.path, None) from None

    def _is_ours(self, handle: int) -> bool:
        own = os.fstat(handle)
        return any(os.path.samestat(own, os.fstat(other)) for other in self._files if other != handle)

    def release(self) -> None:
        """To be called once this process has closed the file."""
        handle, self._handle = self._handle, -1
        if handle >= 0:
            if sys.platform != "win32" and self._is_current(handle):  # Windows lets nobody remove an open file
                with suppress(OSError):
                    os.unlink(self._beside)  # before others can lock it; they check that theirs is current
            self._close(handle)

    def _close(self, handle: int) -> None:
        _open_locks.discard(self)
        files, self._files = self._files, []
        for each in (*files, handle):
            with suppress(OSError):
                os.close(each)

    def leave_to_parent(self) -> None:
        """In a forked child, where a lock would outlive the server."""
        handle, self._handle = self._handle, -1
        if handle >= 0:
            self._close(handle)

    def _take(self) -> int:
        while True:
            try:
                handle = os.open(self._beside, os.O_RDWR | os.O_CREAT, 0o600)
            except OSError as error:
                raise DocenaError(f"cannot lock {self.path}: {self._beside}: {error.strerror}") from None
            try:
                _lock(handle)
                if self._is_current(handle):
                    return handle
            except OSError as error:
                holder = _read(self._beside)
                os.close(handle)
                if error.errno in _HELD:
                    raise Locked(self.path, holder) from None
                raise DocenaError(
                    f"cannot lock {self.path}: {error.strerror}; it must lie on a disk of this machine"
                ) from None
            os.close(handle)  # the previous holder has just exited, and has deleted this file

    def _is_current(self, handle: int) -> bool:
        try:
            return os.path.samestat(os.fstat(handle), os.stat(self._beside))
        except OSError:
            return False


@contextmanager
def waited_lock(path: Path) -> Iterator[None]:
    """Holds the lock as soon as nobody else does."""
    while True:
        try:
            lock = FileLock(path)
            break
        except Locked:
            time.sleep(_AGAIN_SECONDS)
    with lock:
        yield


def _lock(handle: int) -> None:
    if sys.platform == "win32":
        os.lseek(handle, _FAR_ON_WINDOWS, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _read(path: Path) -> Holder | None:
    try:
        with open(path, "rb") as file:
            return msgspec.json.decode(file.read(_MOST_BYTES), type=Holder)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return None


def _forked() -> None:
    for lock in list(_open_locks):
        lock.leave_to_parent()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)
