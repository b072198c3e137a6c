"""The same library, to the byte, from every run of a linker: without its clock, and without what it left unset."""

import hashlib
import struct

_UUID, _SYMBOLS, _DYNAMIC_SYMBOLS, _SIGNATURE = 0x1B, 0x02, 0x0B, 0x1D
"""Load commands of macOS."""
_HEADER = 32
_LOCAL = 1 << 31
"""In the list of symbols that are reached through a table: one that has no number."""
_CODE_DIRECTORY = 0xFADE0C02


def steadied(library: bytes) -> bytes:
    """The library as it would be if linking took no time and memory came empty."""
    content = bytearray(library)
    if content[:2] == b"MZ":
        (header,) = struct.unpack_from("<I", content, 0x3C)
        struct.pack_into("<I", content, header + 8, 0)  # when it was linked
    elif content[:4] == b"\xcf\xfa\xed\xfe":
        _steady_macos(content)
    return bytes(content)


def _steady_macos(content: bytearray) -> None:
    commands = dict(_commands(content))
    symbols, dynamic = commands[_SYMBOLS], commands[_DYNAMIC_SYMBOLS]
    (known,) = struct.unpack_from("<I", content, symbols + 12)
    first, n = struct.unpack_from("<II", content, dynamic + 56)
    for place in range(first, first + 4 * n, 4):
        if known <= struct.unpack_from("<I", content, place)[0] < _LOCAL:  # what lay in memory, and no symbol
            struct.pack_into("<I", content, place, _LOCAL)
    end = len(content)
    if _SIGNATURE in commands:
        (end,) = struct.unpack_from("<I", content, commands[_SIGNATURE] + 8)
    uuid = commands[_UUID] + 8
    content[uuid : uuid + 16] = bytes(16)
    content[uuid : uuid + 16] = hashlib.sha256(content[:end]).digest()[:16]
    if _SIGNATURE in commands:
        _sign(content, end)


def _commands(content: bytearray) -> list[tuple[int, int]]:
    """Each load command and where it begins; the last of a kind counts, and those here are there once."""
    found, at = [], _HEADER
    for _ in range(struct.unpack_from("<I", content, 16)[0]):
        kind, size = struct.unpack_from("<II", content, at)
        found.append((kind, at))
        at += size
    return found


def _sign(content: bytearray, signature: int) -> None:
    """Writes the hash of each page anew: macOS on arm64 loads nothing that is not signed, if only by itself."""
    (directory,) = struct.unpack_from(">I", content, signature + 16)
    at = signature + directory
    (magic,) = struct.unpack_from(">I", content, at)
    (hashes,) = struct.unpack_from(">I", content, at + 16)
    pages, limit = struct.unpack_from(">II", content, at + 28)
    size, page = content[at + 36], 1 << content[at + 39]
    assert magic == _CODE_DIRECTORY
    assert size == hashlib.sha256().digest_size
    for number in range(pages):
        part = content[number * page : min((number + 1) * page, limit)]
        place = at + hashes + number * size
        content[place : place + size] = hashlib.sha256(part).digest()
