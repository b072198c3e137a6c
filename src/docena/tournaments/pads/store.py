"""Score pads in an events file, and as text for another device."""

import base64
import binascii
import zlib
from collections.abc import Callable

import msgspec

from docena.core.errors import Refused
from docena.storage.event_log import LogFile
from docena.tournaments.entries import check_look_alikes
from docena.tournaments.log_lines import LineTakenBack
from docena.tournaments.pads.pad import Added, Begun, Fixed, PadChoices, PadLine, Removed, ScorePad, fold
from docena.tournaments.refusals import refusal, refuse
from docena.tournaments.shared_log import SharedLog, now

KIND = "pad"
PREFIX = "docena-pad-1."
MOST_BYTES = 1_000_000

_decode = msgspec.json.Decoder(PadLine).decode

AnyEntry = Added | Fixed | Removed | LineTakenBack


class PadLog(SharedLog[PadLine, ScorePad]):
    """One pad; an entry is on the disk when `enter` returns."""

    KIND = KIND
    _decode = staticmethod(_decode)
    _fold = staticmethod(fold)

    @classmethod
    def begin(cls, file: LogFile, choices: PadChoices) -> "PadLog":
        check_look_alikes(choices.names, ())
        return cls.of_lines(file, [PadLine(1, now(), Begun(choices))])

    @classmethod
    def of_lines(cls, file: LogFile, lines: list[PadLine]) -> "PadLog":
        """A new pad with given lines."""
        return cls(file, cls._begin(file, lines, now()))

    @property
    def pad(self) -> ScorePad:
        return self.state

    def _extended(self, line: PadLine) -> ScorePad:
        return fold([*self.lines, line])

    def enter(self, decide: Callable[["PadLog"], AnyEntry], ask: str = "") -> ScorePad:
        """Enters what `decide` returns for the current pad, with the entries of others; once for each `ask`."""

        def next_line() -> PadLine:
            what = decide(self)
            if isinstance(what, Added) and self.pad.sheet().over:
                refuse("match_over")
            return PadLine(len(self.lines) + 1, now(), what, ask)

        return self._enter(next_line, ask)


def pack(lines: list[PadLine]) -> str:
    """A pad as text for a link or a QR code."""
    return PREFIX + base64.urlsafe_b64encode(zlib.compress(_all(lines), 9)).decode().rstrip("=")


def unpack(text: str) -> list[PadLine]:
    """The pad in such a text; anything else is refused."""
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


def receive(file: LogFile, text: str) -> PadLog:
    """Saves a pad from another device as a new one."""
    return PadLog.of_lines(file, unpack(text))


def _all(lines: list[PadLine]) -> bytes:
    return msgspec.json.encode(lines)
