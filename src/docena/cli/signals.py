"""What Ctrl-C, `kill` and closing the terminal do to the program.

While it starts and while it ends, there is nothing to clean up: it exits at once. In between, a command is interrupted
as Python does it at Ctrl-C, whichever signal it was, so that it removes its half-written files and ends the
processes that it has started. If that does not help, a second signal ends it at once.
"""

import _thread
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType, TracebackType

_NUMBERS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name))
_PATIENCE = 0.5
"""A signal repeated this soon counts as the same one: supervisors send it to a process and to its group."""
_AGAIN_SECONDS = 0.02
_SHOW_CURSOR = "\x1b[?25h"
"""Progress bars hide the cursor."""
TRACE = "DOCENA_TRACE"
"""Set this to see the traceback of a bug."""
_stopped = "stopped"
"""What a stopped command prints: it has to be at hand whatever else cannot be loaded any more."""


def say_stopped_as(word: str) -> None:
    """In the language that has been chosen."""
    global _stopped
    _stopped = word


def stopped_word() -> str:
    return _stopped


class Signals:
    """Handles the signals of this process from the moment it is created."""

    def __init__(self) -> None:
        self._running = False
        self._first: int | None = None
        self._since = 0.0
        for number in _NUMBERS:
            # ignored signals stay ignored: nohup and scripts rely on it for background processes
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, self._taken)
        sys.unraisablehook = self._not_raised
        threading.excepthook = _in_thread

    def during(self, command: Callable[[], int]) -> int:
        """Runs a command, which signals interrupt; returns its status, or that of a program ended by the signal."""
        global _in_charge
        _in_charge = self
        try:
            self._running = True
            status = command()
            self._running = False
        except KeyboardInterrupt:
            self._running, status = False, 128 + signal.SIGINT
            _write(f"docena: {_stopped}\n")
        except BaseException as error:
            self._running, status = False, 2
            _mention(type(error), error, error.__traceback__)
        self._take_again()
        return status if self._first is None else 128 + self._first

    def note(self, number: int) -> bool:
        """Remembers the first signal; returns whether this is the first."""
        if self._first is None:
            self._first, self._since = number, time.monotonic()
            return True
        return False

    def _take_again(self) -> None:
        """An event loop handles signals itself, and afterwards restores the default handlers."""
        for number in _NUMBERS:
            if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
                signal.signal(number, self._taken)

    def _taken(self, number: int, _: FrameType | None) -> None:
        if not self._running:
            _leave(number)
        if self.note(number):
            raise KeyboardInterrupt
        if time.monotonic() > self._since + _PATIENCE:
            _leave(self._first or number)

    def _not_raised(self, what: "sys.UnraisableHookArgs") -> None:
        """An exception where Python cannot raise one, as in a destructor: if it is ours, it is raised a bit later."""
        if self._running and self._first is not None and isinstance(what.exc_value, KeyboardInterrupt):
            number, self._first = self._first, None
            later = threading.Timer(_AGAIN_SECONDS, _thread.interrupt_main, (number,))
            later.daemon = True
            later.start()
        elif self._first is None:
            _mention(what.exc_type, what.exc_value, what.exc_traceback)


_in_charge: Signals | None = None


@contextmanager
def ending_loops() -> Iterator[None]:
    """While asyncio is running, every signal cancels its task, as asyncio itself does for Ctrl-C."""

    def taken(number: int, _: FrameType | None) -> None:
        if _in_charge is not None:
            _in_charge.note(number)
        if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
            raise KeyboardInterrupt
        signal.raise_signal(signal.SIGINT)

    before = {number: signal.getsignal(number) for number in _NUMBERS}
    for number, handler in before.items():
        if handler is not signal.SIG_IGN:
            signal.signal(number, signal.default_int_handler if number == signal.SIGINT else taken)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _in_thread(what: threading.ExceptHookArgs) -> None:
    if what.exc_type is not SystemExit:
        _mention(what.exc_type, what.exc_value, what.exc_traceback)


def _mention(kind: type[BaseException], error: BaseException | None, where: TracebackType | None) -> None:
    if os.environ.get(TRACE):
        import traceback

        said = "".join(traceback.format_exception(kind, error, where))
    else:
        said = f"docena: {kind.__name__}: {error}\n"
    _write(said)


def _leave(number: int) -> None:
    """Ends the process at once, doing nothing that could fail."""
    files = sys.modules.get("docena.core.files")
    if files is not None:
        files.remove_unfinished()
    if os.isatty(2):
        _write(_SHOW_CURSOR)
    _write(f"docena: {_stopped}\n")
    os._exit(128 + number)


def _write(said: str) -> None:
    with suppress(OSError):  # standard error may be closed
        os.write(2, said.encode("ascii", "backslashreplace"))
