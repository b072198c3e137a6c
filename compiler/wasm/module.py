"""From the object file that LLVM writes to a module that a browser can run.

An object of one source that needs nothing else is nearly a module already. What it lacks is a list of exports, which
its own table of symbols has the facts for; the sections that only a linker reads are left out.
"""

from collections.abc import Iterator
from typing import NamedTuple

_CUSTOM, _EXPORT, _DATA = 0, 7, 11
_SYMBOL_TABLE = 8
_FUNCTION, _DATA_SYMBOL, _SECTION = 0, 1, 3
_UNDEFINED, _EXPLICIT_NAME = 0x10, 0x40
_I32_CONST, _END = 0x41, 0x0B


class Module(NamedTuple):
    """A module, and where its constants end in memory: they begin at address 0."""

    code: bytes
    data_end: int


class _Section(NamedTuple):
    kind: int
    begin: int
    end: int


class _Reader:
    """Reads the numbers and names of the format, one after the other."""

    def __init__(self, content: bytes, at: int = 0) -> None:
        self.content, self.at = content, at

    def number(self) -> int:
        """LEB128; all numbers that are read here are positive."""
        value = shift = 0
        while True:
            byte = self.content[self.at]
            self.at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def bytes(self) -> bytes:
        length = self.number()
        self.at += length
        return self.content[self.at - length : self.at]


def module_of(found: bytes, prefix: str) -> Module:
    """The module with all functions of an object exported whose names begin with `prefix`, without it."""
    sections = list(_sections(found))
    functions: dict[str, int] = {}
    data_end = 0
    for section in sections:
        if section.kind == _CUSTOM:
            functions |= _functions_in(found, section)
        elif section.kind == _DATA:
            data_end = _data_end(found, section)
    exports = {name.removeprefix(prefix): at for name, at in sorted(functions.items()) if name.startswith(prefix)}
    listed = _number(len(exports)) + b"".join(
        _sized(name.encode("ascii")) + bytes([_FUNCTION]) + _number(at) for name, at in exports.items()
    )
    whole = found[:8]
    listing = bytes([_EXPORT]) + _sized(listed)
    for section in sections:
        if section.kind == _CUSTOM:
            continue
        if section.kind > _EXPORT:
            whole, listing = whole + listing, b""
        whole += bytes([section.kind]) + _sized(found[section.begin : section.end])
    return Module(whole + listing, data_end)


def _sections(found: bytes) -> Iterator[_Section]:
    reader = _Reader(found, 8)
    while reader.at < len(found):
        kind = found[reader.at]
        reader.at += 1
        length = reader.number()
        yield _Section(kind, reader.at, reader.at + length)
        reader.at += length


def _functions_in(found: bytes, section: _Section) -> dict[str, int]:
    """The functions that the table of symbols names, if this section holds it, with their numbers."""
    reader = _Reader(found, section.begin)
    if reader.bytes() != b"linking":
        return {}
    reader.number()  # its version
    named: dict[str, int] = {}
    while reader.at < section.end:
        kind = found[reader.at]
        reader.at += 1
        length = reader.number()
        end = reader.at + length
        if kind == _SYMBOL_TABLE:
            for _ in range(reader.number()):
                _read_symbol(reader, named)
        reader.at = end
    return named


def _read_symbol(reader: _Reader, functions: dict[str, int]) -> None:
    kind = reader.content[reader.at]
    reader.at += 1
    flags = reader.number()
    has_name = not flags & _UNDEFINED or flags & _EXPLICIT_NAME
    if kind == _DATA_SYMBOL:
        reader.bytes()
        if not flags & _UNDEFINED:
            for _ in range(3):  # its segment, where it begins there, its size
                reader.number()
        return
    number = reader.number()
    if kind != _SECTION and has_name:
        name = reader.bytes().decode("ascii")
        if kind == _FUNCTION:
            functions[name] = number


def _data_end(found: bytes, section: _Section) -> int:
    """Where the last of the data segments ends."""
    reader = _Reader(found, section.begin)
    end = 0
    for _ in range(reader.number()):
        if reader.number() != 0 or found[reader.at] != _I32_CONST:
            raise SystemExit("the object has data that does not lie at a fixed address")
        reader.at += 1
        begin = reader.number()
        if found[reader.at] != _END:
            raise SystemExit("the address of data in the object is not a number")
        reader.at += 1
        end = max(end, begin + len(reader.bytes()))
    return end


def _number(value: int) -> bytes:
    written = b""
    while True:
        low, value = value & 127, value >> 7
        if not value:
            return written + bytes([low])
        written += bytes([low | 128])


def _sized(content: bytes) -> bytes:
    return _number(len(content)) + content
