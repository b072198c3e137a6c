"""Disks that fail, and disks that remember what was written to them and when it was made safe."""

import random
from collections.abc import Callable
from pathlib import Path

import apsw

SECTOR = 512
Heard = Callable[[str, str], None]


class FaultyFile(apsw.VFSFile):
    """A file whose calls can be made to fail."""

    def __init__(self, disk: "FaultyDisk", name: str | apsw.URIFilename, flags: list[int]) -> None:
        super().__init__("", name, flags)
        self._disk = disk
        self._kind = _kind(name)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        self._disk.check("write", self._kind)
        super().xWrite(data, offset)

    def xSync(self, flags: int) -> None:  # noqa: N802
        self._disk.check("sync", self._kind)
        super().xSync(flags)
        self._disk.check("synced", self._kind)


class FaultyDisk(apsw.VFS):
    """Calls `check` for every write and sync; what it raises is what the disk says."""

    def __init__(self, name: str) -> None:
        self.check: Heard = lambda what, kind: None
        super().__init__(name, "")

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> apsw.VFSFile:  # noqa: N802
        assert name is not None
        return FaultyFile(self, name, flags)


def _kind(name: str | apsw.URIFilename) -> str:
    path = name if isinstance(name, str) else name.filename()
    return next((kind for kind in ("wal", "journal") if path.endswith(f"-{kind}")), "db")


class RecordedFile(apsw.VFSFile):
    def __init__(self, disk: "RecordingDisk", name: str | apsw.URIFilename, flags: list[int]) -> None:
        super().__init__("", name, flags)
        self._tape = disk.tape
        self._kind = _kind(name)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        super().xWrite(data, offset)
        self._tape.append((self._kind, offset, bytes(data)))

    def xTruncate(self, size: int) -> None:  # noqa: N802
        super().xTruncate(size)
        self._tape.append((self._kind, size, None))

    def xSync(self, flags: int) -> None:  # noqa: N802
        super().xSync(flags)
        self._tape.append((self._kind, -1, b""))


Entry = tuple[str, int, bytes | None]
"""The file, and a write at an offset, a cut to a length (no bytes), or a sync (-1)."""


class RecordingDisk(apsw.VFS):
    """Remembers every write, cut and sync in order."""

    def __init__(self, name: str) -> None:
        self.tape: list[Entry] = []
        super().__init__(name, "")

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> apsw.VFSFile:  # noqa: N802
        assert name is not None
        return RecordedFile(self, name, flags)

    def xDelete(self, name: str, sync: bool) -> None:  # noqa: N802
        super().xDelete(name, sync)
        self.tape.append((_kind(name), 0, None))


def _put(content: bytearray, offset: int, data: bytes) -> None:
    if len(content) < offset:
        content.extend(bytes(offset - len(content)))
    content[offset : offset + len(data)] = data


def after_power_loss(tape: list[Entry], moment: int, chance: random.Random) -> dict[str, bytes]:
    """What may be on the disk if the power goes at this moment of the tape.

    What was synced is there. Of the rest, each write is there, or not, or some of its sectors are: as the disk had it.
    """
    files: dict[str, bytearray] = {"db": bytearray(), "wal": bytearray()}
    for kind, content in files.items():
        entries = [(offset, data) for name, offset, data in tape[:moment] if name == kind]
        safe = max((number for number, (offset, _) in enumerate(entries) if offset == -1), default=-1)
        mood = chance.random()  # all of it is lost, most of it, or little
        for number, (offset, data) in enumerate(entries):
            if offset == -1:
                continue
            kept = number < safe or chance.random() < mood
            if data is None:
                if kept:
                    del content[offset:]
            elif number < safe or (kept and chance.random() < 0.7):
                _put(content, offset, data)
            elif kept:
                for start in range(0, len(data), SECTOR):
                    if chance.random() < 0.5:
                        _put(content, offset + start, data[start : start + SECTOR])
    return {kind: bytes(content) for kind, content in files.items()}


def lay_out(image: dict[str, bytes], folder: Path) -> Path:
    path = folder / "docena.db"
    path.write_bytes(image["db"])
    for old in ("-wal", "-shm"):
        path.with_name(path.name + old).unlink(missing_ok=True)
    if image["wal"]:
        path.with_name(path.name + "-wal").write_bytes(image["wal"])
    return path
