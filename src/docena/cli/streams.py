"""The three standard streams, any of which may be closed, full or disconnected."""

import io
import os
import sys
from contextlib import suppress

_MODES = ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w"))


def open_streams() -> None:
    """Opens closed ones to the null device, so that the next file opened does not become one of them."""
    for number, name, mode in _MODES:
        try:
            os.fstat(number)
        except OSError:
            # open takes the lowest free number, which is this one
            os.open(os.devnull, os.O_RDONLY if mode == "r" else os.O_WRONLY)
        if getattr(sys, name) is None:
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115  # stays open
    forgive_letters()


def forgive_letters() -> None:
    """Characters that a terminal cannot show, and invalid bytes, become question marks."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def say_error(sentence: str) -> None:
    """Prints a sentence to standard error, if that is still open."""
    try:
        print(sentence, file=sys.stderr, flush=True)
    except (OSError, ValueError, AttributeError):
        give_up(2)


def give_up(number: int) -> None:
    """Redirects a broken stream to the null device, so that Python does not complain at exit."""
    with suppress(OSError):
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, number)
        os.close(nothing)


def end_streams(status: int) -> int:
    """Flushes the streams; if that fails, a command that had succeeded fails."""
    for number, stream in ((1, sys.stdout), (2, sys.stderr)):
        try:
            stream.flush()
        except BrokenPipeError:
            give_up(number)  # the reader has closed it: there is nowhere to print anything
            status = status or 1
        except (OSError, ValueError) as error:
            give_up(number)
            if number == 1 and not status:
                say_error(f"docena: standard output: {getattr(error, 'strerror', None) or error}")
            status = status or 2
    return status
