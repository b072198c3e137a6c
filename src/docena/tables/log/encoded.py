"""A growing list of texts or numbers as a JSON array that is not encoded again for each request."""

from collections.abc import Iterable

import msgspec

BLOCK = 64
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(list[str | int]).decode


class EncodedTexts:
    """Texts, the older ones encoded in blocks.

    >>> texts = EncodedTexts(["H7>1", "H7-3"])
    >>> texts.append("S>2")
    >>> texts.since(1), len(texts)
    (b'["H7-3","S>2"]', 3)
    """

    def __init__(self, texts: Iterable[str | int] = ()) -> None:
        self._blocks: list[bytes] = []
        self._rest: list[str | int] = []
        for text in texts:
            self.append(text)

    def __len__(self) -> int:
        return BLOCK * len(self._blocks) + len(self._rest)

    def append(self, text: str | int) -> None:
        self._rest.append(text)
        if len(self._rest) == BLOCK:
            self._blocks.append(_encode(self._rest)[1:-1])
            self._rest = []

    def cut(self, length: int) -> None:
        """Truncates to this many texts, if there are more."""
        if length >= len(self):
            return
        whole, more = divmod(length, BLOCK)
        if whole < len(self._blocks):
            self._rest = self._block(whole)
            del self._blocks[whole:]
        del self._rest[more:]

    def since(self, start: int) -> bytes:
        """The texts from `start` on, as JSON."""
        whole, more = divmod(start, BLOCK)
        if whole >= len(self._blocks):
            return _encode(self._rest[start - BLOCK * len(self._blocks) :])
        parts = [*self._blocks[whole:], _encode(self._rest)[1:-1]]
        if more:
            parts[0] = _encode(self._block(whole)[more:])[1:-1]
        return b"[" + b",".join(part for part in parts if part) + b"]"

    def _block(self, number: int) -> list[str | int]:
        return _decode(b"[" + self._blocks[number] + b"]")
