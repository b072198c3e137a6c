"""Games in progress on disk: a file each, written move by move and held by one program at a time.

The first line says what is played and by whom; each further line is one entry: a deal, a move, or moves taken back.
A line is on disk before what it says is shown. Of a line that was being written when the power failed, nothing counts.
"""

import os
import secrets
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Self

import msgspec

from docena.core.errors import DocenaError, Refused
from docena.core.filelock import FileLock, Locked
from docena.core.options import Options
from docena.core.words import worded

FORMAT = 1
ENDING = ".game"
_MOST_BYTES = 16 << 20
"""Far more than the longest evening."""


class StoredTable(msgspec.Struct, frozen=True, omit_defaults=True):
    """The first line: what is played, and by whom."""

    docena_table: int
    options: Options
    names: list[str]
    bots: dict[int, str]
    """The bots by their seats; all others are people at this keyboard."""
    goal: int | None = None
    games: int | None = None
    seed: int | None = None
    """The chance of every game comes from it; otherwise from a secret that nobody knows."""
    begun: int = 0
    """Seconds since 1970."""


class StoredEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One of the other lines: exactly one of `deal`, `move` and `undo` is there."""

    deal: str | None = None
    """A game is dealt: its secret, in hex; empty where a seed is."""
    first: int | None = None
    """The seat that begins, where that was not drawn."""
    move: str | None = None
    undo: int = 0
    """So many moves are taken back."""


_decode_table = msgspec.json.Decoder(StoredTable).decode
_decode_entry = msgspec.json.Decoder(StoredEntry).decode


class GameFile:
    """The file of one table, locked for as long as it is open."""

    def __init__(self, path: Path, table: StoredTable, entries: Sequence[StoredEntry], lock: FileLock) -> None:
        self.path, self.table, self.entries = path, table, entries
        self._lock = lock
        self._file = os.open(path, os.O_WRONLY | os.O_APPEND)

    @classmethod
    def create(cls, folder: Path, table: StoredTable) -> Self:
        """A new file in this folder, which is created if it is not there, readable by nobody else."""
        name = time.strftime("%Y-%m-%d-%H%M%S-") + secrets.token_hex(2) + ENDING
        path = folder / name
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            lock = FileLock(path)
            try:
                file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
                try:
                    _write(file, msgspec.json.encode(table) + b"\n")
                finally:
                    os.close(file)
                _sync_folder(folder)
                return cls(path, table, (), lock)
            except BaseException:
                lock.release()
                raise
        except OSError as error:
            raise _not_kept(folder, error) from None

    @classmethod
    def open(cls, path: Path) -> Self:
        """The file of a table that was left; a line that is not whole is cut off."""
        if not path.is_file():
            raise Refused("not_found", worded("terminal_refused", "no_game", file=path.name))
        lock = FileLock(path)
        try:
            data = _read(path)
            whole = data[: data.rfind(b"\n") + 1]
            table, entries = _parse(path, whole)
            if len(whole) < len(data):
                os.truncate(path, len(whole))
            return cls(path, table, entries, lock)
        except OSError as error:
            lock.release()
            raise _not_kept(path, error) from None
        except BaseException:
            lock.release()
            raise

    def append(self, entry: StoredEntry) -> None:
        """Writes an entry; when this returns, it is on disk."""
        try:
            _write(self._file, msgspec.json.encode(entry) + b"\n")
        except OSError as error:
            raise _not_kept(self.path, error) from None

    def close(self, *, remove: bool = False) -> None:
        """Lets the file go; `remove`: nothing in it is needed any more."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1
            if remove:
                with suppress(OSError):
                    self.path.unlink()
            self._lock.release()


def unfinished_games(folder: Path) -> list[Path]:
    """The files of this folder, those played last first, whether somebody is playing there now or not."""
    return sorted(folder.glob(f"*{ENDING}"), key=_changed, reverse=True)


def is_free(path: Path) -> bool:
    """Whether no other program is playing this game."""
    try:
        FileLock(path).release()
    except Locked:
        return False
    return True


def _changed(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _read(path: Path) -> bytes:
    with path.open("rb") as file:
        data = file.read(_MOST_BYTES + 1)
    if len(data) > _MOST_BYTES:
        raise Refused("bad", worded("terminal_refused", "damaged", file=path.name, line=1))
    return data


def _parse(path: Path, data: bytes) -> tuple[StoredTable, list[StoredEntry]]:
    lines = data.splitlines()
    entries: list[StoredEntry] = []
    try:
        table = _decode_table(lines[0] if lines else b"")
        entries.extend(map(_decode_entry, lines[1:]))
    except (msgspec.MsgspecError, UnicodeDecodeError):
        line = len(entries) + 2 if lines and _reads(lines[0]) else 1
        raise Refused("bad", worded("terminal_refused", "damaged", file=path.name, line=line)) from None
    if table.docena_table != FORMAT or len(table.names) != table.options.players:
        raise Refused("bad", worded("terminal_refused", "other_version", file=path.name))
    return table, entries


def _reads(line: bytes) -> bool:
    try:
        return bool(_decode_table(line))
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return False


def _write(file: int, data: bytes) -> None:
    """Writes a line and waits for the disk; if it does not fit, nothing of it stays."""
    before = os.fstat(file).st_size
    try:
        written = os.write(file, data)
        if written < len(data):
            written += os.write(file, data[written:])
        os.fsync(file)
    except OSError:
        with suppress(OSError):
            os.ftruncate(file, before)
        raise


def _sync_folder(folder: Path) -> None:
    """The name of a new file is on disk, too; some systems cannot do that, and need not."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _not_kept(path: Path, error: OSError) -> DocenaError:
    why = error.strerror or str(error)
    return Refused("unavailable", worded("terminal_refused", "not_kept", place=str(path), why=why))
