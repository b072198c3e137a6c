"""An external program that is asked questions, one line each way, and not trusted in anything.

It may crash, hang, shout, close its ends of the pipes or not exist: each becomes a sentence that names it. Nobody waits
for its pipes, what it writes is bounded, and it is always waited for, so that no process is left behind.
"""

import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from queue import SimpleQueue
from threading import Condition, Event, Thread

from docena.core.errors import DocenaError

MOST_LINE = 1 << 16
"""The longest answer, in bytes: anything longer without a line end is not an answer."""

_LAST_WORDS = 2000
_GOODBYE_SECONDS = 0.5
_ENDING_SECONDS = 2.0
_GLANCE_SECONDS = 0.1


class ProgramFault(DocenaError):
    """A program that broke the protocol; the sentence names it."""


class WroteBeforeAsked(ProgramFault):
    """A line that nobody had asked for."""

    def __init__(self, spec: str, said: str) -> None:
        super().__init__(f"{spec} wrote {said} before it was asked")
        self.said_line = said


class Cancelled(Exception):
    """Nobody is waiting for the answer any more."""


def words_of(spec: str) -> list[str]:
    """A command line as a list of words.

    >>> words_of("python3 'my bots/first.py' -v")
    ['python3', 'my bots/first.py', '-v']
    """
    try:
        return shlex.split(spec)
    except ValueError as error:
        raise ProgramFault(f"{spec!r} is not a command line: {error}") from None


def check_program(spec: str) -> None:
    """Refuses a program that is missing or cannot be started."""
    words = words_of(spec)
    if not words:
        raise ProgramFault("the bot list has an empty entry")
    name = words[0]
    if shutil.which(name) is not None:
        return
    if os.path.isdir(name):
        raise ProgramFault(f"{spec} cannot be started: {name} is a folder")
    if os.path.exists(name):
        raise ProgramFault(f"{spec} cannot be started: {name} is not executable (chmod +x {name})")
    raise ProgramFault(f"{spec} cannot be started: there is no program {name}")


class Program:
    """A running program. `stopped`: when it is set, waiting for an answer ends at once.

    Threads read and write, since not every system can wait for several pipes at once.
    """

    def __init__(self, spec: str, stopped: Event | None = None) -> None:
        self.spec = spec
        self._stopped = stopped or Event()
        self._changed = Condition()
        self._incoming = bytearray()
        self._errors = bytearray()
        self._outgoing: SimpleQueue[bytes | None] = SimpleQueue()
        self._silent = False
        self._closed = False
        try:
            # in its own session: Ctrl-C reaches only us, and its children can be ended with it
            self._process = subprocess.Popen(  # noqa: S603 - the user names the program to run
                words_of(spec),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise ProgramFault(f"{spec} cannot be started: {why}") from None
        self._threads = [Thread(target=work, daemon=True) for work in (self._write, self._read, self._read_errors)]
        for thread in self._threads:
            thread.start()

    @property
    def pid(self) -> int:
        return self._process.pid

    def send(self, line: bytes) -> None:
        """Sends a line that needs no answer; if the program does not read it now, it is sent before the next one."""
        self._outgoing.put(line + b"\n")

    def ask(self, line: bytes, seconds: float) -> str:
        """Sends a line and waits for the answer, for at most this long."""
        with self._changed:
            if self._incoming:
                raise WroteBeforeAsked(self.spec, self._said())
            self.send(line)
            until = time.monotonic() + seconds
            while b"\n" not in self._incoming:
                if self._stopped.is_set():
                    raise Cancelled
                if len(self._incoming) > MOST_LINE:
                    raise ProgramFault(f"{self.spec} wrote more than {MOST_LINE:,} bytes without ending the line")
                if self._silent:
                    break
                left = until - time.monotonic()
                if left <= 0:
                    break
                self._changed.wait(min(left, _GLANCE_SECONDS))
            answer, end, rest = self._incoming.partition(b"\n")
            if end:
                self._incoming = rest
                self._changed.notify_all()
                return answer.decode(errors="replace").strip()
        if self._silent:
            raise ProgramFault(f"{self.spec} {self._ending()}")
        raise ProgramFault(f"{self.spec} did not answer in time{self._last_words()}")

    def says_more(self, seconds: float) -> bool:
        """Whether it writes, within so long, more than it was asked for."""
        with self._changed:
            self._changed.wait_for(lambda: self._incoming or self._silent, seconds)
            return bool(self._incoming)

    # --- the threads

    def _write(self) -> None:
        """Ends the input after the last line; what nobody reads any more is thrown away."""
        pipe = self._process.stdin
        assert pipe is not None
        with suppress(OSError), pipe:
            while (line := self._outgoing.get()) is not None:
                while line:
                    line = line[pipe.write(line) :]

    def _read(self) -> None:
        """Reads ahead a little more than an answer may have."""
        pipe = self._process.stdout
        assert pipe is not None
        with suppress(OSError), pipe:
            while data := pipe.read(MOST_LINE):
                with self._changed:
                    if not self._closed:  # what it says after the goodbye is not read
                        self._incoming += data
                    self._changed.notify_all()
                    self._changed.wait_for(lambda: self._closed or len(self._incoming) <= MOST_LINE)
        with self._changed:
            self._silent = True
            self._changed.notify_all()

    def _read_errors(self) -> None:
        pipe = self._process.stderr
        assert pipe is not None
        with suppress(OSError), pipe:
            while data := pipe.read(MOST_LINE):
                with self._changed:
                    self._errors += data
                    del self._errors[:-_LAST_WORDS]

    # ---

    def _said(self) -> str:
        first = self._incoming.decode(errors="replace").splitlines()[0]
        return repr(first if len(first) <= 60 else first[:60] + "...")

    def _ending(self) -> str:
        """How a program ended whose output has ended."""
        try:
            status = self._process.wait(_ENDING_SECONDS)
        except subprocess.TimeoutExpired:
            return f"closed its output{self._last_words()}"
        self._threads[-1].join(_GOODBYE_SECONDS)  # it has all been written; it may not all have been read
        if status < 0:
            with suppress(ValueError):
                return f"was ended by {signal.Signals(-status).name}{self._last_words()}"
        return f"ended with exit status {abs(status)}{self._last_words()}"

    def _last_words(self) -> str:
        with self._changed:
            lines = [line.strip() for line in self._errors.decode(errors="replace").splitlines() if line.strip()]
        return f"; its last words: {lines[-1][:200]}" if lines else ""

    def close(self, goodbye: bytes | None = None) -> None:
        """Ends the program: with a last line and a moment to exit by itself, or at once."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        if goodbye is not None and self._process.poll() is None:
            self.send(goodbye)
            self._outgoing.put(None)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(_GOODBYE_SECONDS)
        if self._process.poll() is None:
            _kill(self._process)
            self._process.wait()
        self._outgoing.put(None)
        for thread in self._threads:
            thread.join(_GOODBYE_SECONDS)


def _kill(process: "subprocess.Popen[bytes]") -> None:
    """Ends a program, and its own children with it where they are a group."""
    if sys.platform == "win32":
        process.kill()
        return
    with suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)
