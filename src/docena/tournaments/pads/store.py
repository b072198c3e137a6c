"""Score pads in a logbook, and as a text that moves one to another device."""

import base64
import binascii
import zlib
from collections.abc import Callable
from datetime import UTC, datetime

import msgspec

from docena.core.errors import Refused
from docena.storage.event_log import Label, Logbook, Moved, new_id, read_line
from docena.storage.keys import Keys
from docena.tournaments.pads.pad import Added, Begun, Fixed, Pad, PadChoices, PadLine, Removed, TakenBack, fold
from docena.tournaments.refusals import busy, refusal, refuse

KIND = "pad"
PREFIX = "docena-pad-1."
MOST_BYTES = 1_000_000
_AGAIN = 20

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(PadLine).decode

AnyEntry = Added | Fixed | Removed | TakenBack


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class PadDesk:
    """One pad of a logbook; what is entered is on the disk when `enter` returns."""

    lines: list[PadLine]
    pad: Pad
    _last: str
    """The last of its lines, as it is written."""

    def __init__(self, book: Logbook, log: str) -> None:
        self._book = book
        self.id = log
        self._read_all()

    @classmethod
    def begin(cls, book: Logbook, choices: PadChoices) -> "PadDesk":
        lines = [PadLine(1, now(), Begun(choices))]
        log = new_id()
        book.begin(Label(log, KIND, fold(lines).choices.title, lines[0].at), [_encode(lines[0]).decode()])
        return cls(book, log)

    @property
    def keys(self) -> Keys:
        """Of the file that the pad is kept in."""
        return Keys(self._book.secret())

    def refresh(self) -> Pad:
        """The pad with what others have entered."""
        news = self._book.news(self.id, len(self.lines), self._last)
        if news is None:
            self._read_all()
        elif news:
            self.lines += [read_line(_decode, text) for text in news]
            self.pad = fold(self.lines)
            self._last = news[-1]
        return self.pad

    def _read_all(self) -> None:
        texts = self._book.lines(self.id)
        self.lines = [read_line(_decode, text) for text in texts]
        self.pad = fold(self.lines)
        self._last = texts[-1]

    def enter(self, decide: Callable[["PadDesk"], AnyEntry], ask: str = "") -> Pad:
        """Enters what `decide` makes of the pad as it is, others' entries included; what has an `ask` once."""
        for _ in range(_AGAIN):
            self.refresh()
            if ask and any(line.ask == ask for line in self.lines):
                return self.pad
            what = decide(self)
            if isinstance(what, Added) and self.pad.sheet().over:
                refuse("match_over")
            line = PadLine(len(self.lines) + 1, now(), what, ask)
            after = fold([*self.lines, line])
            text = _encode(line).decode()
            try:
                self._book.add(self.id, len(self.lines), [text])
            except Moved:
                continue
            self.lines.append(line)
            self.pad, self._last = after, text
            return after
        raise busy()


def pack(lines: list[PadLine]) -> str:
    """A pad as a text for a link or a QR code."""
    return PREFIX + base64.urlsafe_b64encode(zlib.compress(_all(lines), 9)).decode().rstrip("=")


def unpack(text: str) -> list[PadLine]:
    """The pad of such a text; anything else is refused."""
    text = text.strip()
    text = text[text.find(PREFIX) :] if PREFIX in text else text
    if not text.startswith(PREFIX):
        refuse("code_foreign")
    packed = text.removeprefix(PREFIX)
    try:
        stream = zlib.decompressobj()
        data = stream.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), MOST_BYTES)
        if not stream.eof:
            refuse("code_damaged")
        lines = msgspec.json.decode(data, type=list[PadLine])
    except (binascii.Error, zlib.error, msgspec.MsgspecError, ValueError, RecursionError) as error:
        if isinstance(error, Refused):
            raise
        raise refusal("code_damaged") from None
    fold(lines)
    return lines


def receive(book: Logbook, text: str) -> PadDesk:
    """Keeps a pad that came from another device, as one of its own."""
    lines = unpack(text)
    log = new_id()
    book.begin(Label(log, KIND, fold(lines).choices.title, now()), [_encode(line).decode() for line in lines])
    return PadDesk(book, log)


def _all(lines: list[PadLine]) -> bytes:
    return msgspec.json.encode(lines)
