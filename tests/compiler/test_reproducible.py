"""What a linker leaves to its clock and to chance is settled, and what macOS checks stays right."""

import hashlib
import struct

from compiler.reproducible import steadied

PAGE = 4096


def windows_library(linked_at: int) -> bytes:
    return b"MZ" + bytes(58) + struct.pack("<I", 64) + b"PE\0\0" + struct.pack("<HHI", 0x8664, 1, linked_at) + b"code"


def macos_library(uuid: bytes, unset: int) -> bytes:
    """Two symbols reached through a table, of which one was never set, and a signature of two pages."""
    signature = PAGE + 100
    symbols = struct.pack("<6I", 0x02, 24, 600, 3, 700, 50)
    dynamic = struct.pack("<2I12x", 0x0B, 80) + bytes(36) + struct.pack("<2I16x", 500, 2)
    commands = [symbols, dynamic, struct.pack("<2I", 0x1B, 24) + uuid, struct.pack("<4I", 0x1D, 16, signature, 200)]
    head = struct.pack("<8I", 0xFEEDFACF, 0, 0, 6, len(commands), sum(map(len, commands)), 0, 0) + b"".join(commands)
    content = bytearray(head.ljust(signature, b"\1"))
    struct.pack_into("<2I", content, 500, 2, unset)
    directory = struct.pack(">9I4BI", 0xFADE0C02, 108, 0, 0, 44, 0, 0, 2, signature, 32, 2, 0, 12, 0)
    return bytes(content) + struct.pack(">5I", 0xFADE0CC0, 128, 1, 0, 20) + directory + bytes(64)


def test_when_a_windows_library_was_linked_does_not_count() -> None:
    assert steadied(windows_library(1)) == steadied(windows_library(2)) == windows_library(0)


def test_a_macos_library_has_its_name_from_its_content_and_is_signed_again() -> None:
    steady = steadied(macos_library(b"a" * 16, 0x7F8B))
    assert steady == steadied(macos_library(b"b" * 16, 0x7F00))
    assert struct.unpack_from("<2I", steady, 500) == (2, 1 << 31)
    hashes = PAGE + 100 + 20 + 44
    assert steady[hashes : hashes + 32] == hashlib.sha256(steady[:PAGE]).digest()
    assert steady[hashes + 32 : hashes + 64] == hashlib.sha256(steady[PAGE : PAGE + 100]).digest()
    assert b"a" * 16 not in steady


def test_a_linux_library_stays_as_it_is() -> None:
    assert steadied(b"\x7fELF and so on") == b"\x7fELF and so on"
