"""What has been done: one line of JSON for each finished chunk, safe on the disk before the next begins."""

import os
from collections.abc import Iterator
from pathlib import Path

import msgspec
from reliability.part import Result


class Entry(msgspec.Struct, frozen=True):
    """A finished chunk, or the controls of a part."""

    part: str
    number: int
    """-1: the controls."""
    seed: int
    seconds: float
    at: str
    """When it finished, UTC."""
    sources: str
    """The sources that were tested: only entries of the same sources are counted together."""
    commit: str
    result: Result
    controls: dict[str, bool] = {}


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Entry).decode


class Journal:
    """The file of one part."""

    def __init__(self, folder: Path, part: str) -> None:
        self.path = folder / f"{part}.jsonl"

    def entries(self) -> Iterator[Entry]:
        """All of them; a line that was cut off when the power went is as if it had not been written."""
        if not self.path.exists():
            return
        for line in self.path.read_bytes().splitlines():
            try:
                yield _decode(line)
            except msgspec.DecodeError:
                continue

    def of(self, sources: str) -> list[Entry]:
        """The latest entry of each chunk of these sources, in order."""
        found = {entry.number: entry for entry in self.entries() if entry.sources == sources}
        return [found[number] for number in sorted(found)]

    def add(self, entry: Entry) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        torn = self.path.exists() and self.path.read_bytes()[-1:] not in (b"", b"\n")
        with self.path.open("ab") as file:
            file.write((b"\n" if torn else b"") + _encode(entry) + b"\n")
            file.flush()
            os.fsync(file.fileno())
