"""Seats on servers that somebody has taken here: their secrets, each in a file readable by nobody else.

Whoever comes back, after a power failure too, sits in the same seat.
"""

import hashlib
import os
from contextlib import suppress
from pathlib import Path

import msgspec

from docena.client.address import Address
from docena.client.seating import Seated
from docena.core.files import unfinished
from docena.tables.codes import BadCode, read_code

_MOST_BYTES = 10_000


class KeptSeat(msgspec.Struct, frozen=True, omit_defaults=True):
    """One seat; `hosted`: at a table of a server that this program runs itself."""

    server: str
    seated: Seated
    hosted: bool = False


def _file(folder: Path, server: str, table: str) -> Path:
    return folder / f"{hashlib.sha256(f'{server} {table}'.encode()).hexdigest()[:20]}.seat"


def keep_seat(folder: Path, address: Address, seated: Seated, *, hosted: bool = False) -> None:
    """Keeps it; where that cannot be done, one plays all the same."""
    kept = KeptSeat(address.http(""), seated, hosted)
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        path = _file(folder, kept.server, seated.table)
        with unfinished(path) as part:
            Path(part).write_bytes(msgspec.json.encode(kept))
            os.replace(part, path)


def forget_seat(folder: Path, address: Address, seated: Seated) -> None:
    with suppress(OSError):
        _file(folder, address.http(""), seated.table).unlink()


def find_seat(folder: Path, address: Address, table: str) -> Seated | None:
    """The seat kept for a table by its id or its code."""
    for kept in _all(folder):
        if kept.server == address.http("") and table in (kept.seated.table, _code(kept.seated.code)):
            return kept.seated
    return None


def find_hosted(folder: Path) -> KeptSeat | None:
    """The seat at the table that was hosted last."""
    return next((kept for kept in _all(folder) if kept.hosted), None)


def _all(folder: Path) -> list[KeptSeat]:
    """All that can be read, the newest first."""
    found: list[tuple[float, KeptSeat]] = []
    for path in folder.glob("*.seat"):
        with suppress(OSError, msgspec.MsgspecError, UnicodeDecodeError):
            if path.stat().st_size <= _MOST_BYTES:
                found.append((path.stat().st_mtime, msgspec.json.decode(path.read_bytes(), type=KeptSeat)))
    return [kept for _, kept in sorted(found, key=lambda one: -one[0])]


def _code(code: str) -> str:
    try:
        return read_code(code)
    except BadCode:
        return ""
