"""Calls of compiled code, recorded while games are played: what went in, and what came out."""

import struct
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from docena.engine import native
from docena.engine.signature import Numbers, Records, Signature, lengths_of, signature_of
from docena.engine.sources import library_of

_BUFFER, _CALL, _END = b"B", b"C", b"E"
_NUMBER, _ADDRESS = 0, 1


class Recorder:
    """Writes calls to a file that `replay_calls.c` reads: it makes them again and compares the results."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._known: dict[tuple[int, int], tuple[int, bytes]] = {}
        self.calls = 0

    def bound(self, function: Callable[..., Any], call: Callable[..., Any]) -> Callable[..., Any]:
        """The same entry, which is recorded whenever it is called."""
        signature = signature_of(function)
        name = f"{library_of(function.__module__)} {native.PREFIX}{function.__name__}".encode()

        def recorded(*arguments: Any) -> Any:
            arrays = [array for array in arguments if hasattr(array, "nbytes") and hasattr(array, "ctypes")]
            for array in arrays:
                self._note(array)
            passed = list(self._passed(signature, arguments))
            returned = call(*arguments)
            self._file.write(_CALL + struct.pack("<B", len(name)) + name + struct.pack("<B", len(passed)))
            for kind, value in passed:
                self._file.write(struct.pack("<Bq", kind, value))
            self._file.write(struct.pack("<Bq", signature.returns is not None, returned or 0))
            self._file.write(struct.pack("<B", len(arrays)))
            for array in arrays:
                place = _place(array)
                number, content = self._known[place][0], array.tobytes()
                self._known[place] = number, content
                self._file.write(struct.pack("<qI", number, zlib.crc32(content)))
            self.calls += 1
            return returned

        return recorded

    def _note(self, array: Any) -> None:
        """Writes what an array holds, unless it is what a recorded call has left there."""
        place, content = _place(array), array.tobytes()
        number, before = self._known.get(place, (len(self._known), b""))
        if content != before or place not in self._known:
            empty = not any(content)
            self._file.write(_BUFFER + struct.pack("<qqB", number, len(content), empty) + (b"" if empty else content))
            self._known[place] = number, content

    def _passed(self, signature: Signature, arguments: tuple[Any, ...]) -> Iterator[tuple[int, int]]:
        for kind, value in zip(signature.parameters.values(), arguments, strict=True):
            if isinstance(kind, Records | Numbers):
                yield _ADDRESS, self._known[_place(value)][0]
                lengths = value.shape if isinstance(kind, Numbers) else (len(value),)
                for length in lengths[: lengths_of(kind)]:
                    yield _NUMBER, length
            elif kind is float:
                raise TypeError("numbers with fractions are passed in other registers, and are not recorded")
            else:
                yield _NUMBER, int(value)

    def end(self) -> None:
        self._file.write(_END)


def _place(array: Any) -> tuple[int, int]:
    return int(array.ctypes.data), int(array.nbytes)


@contextmanager
def recording(path: Path) -> Iterator[Recorder]:
    """Records all entries of modules that are imported from now on."""
    with path.open("wb") as file:
        recorder = Recorder(file)
        bind = native._bound
        native._bound = lambda function, compiled: recorder.bound(function, bind(function, compiled))  # type: ignore[assignment, return-value]
        try:
            yield recorder
        finally:
            native._bound = bind
            recorder.end()
