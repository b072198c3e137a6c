"""An external program that is asked questions, one line each way, and not trusted in anything.

It may crash, hang, shout, close its ends of the pipes or not exist: each becomes a sentence that names it. Its pipes
never block, what it writes is bounded, and it is always waited for, so that no process is left behind.
"""

import os
import select
import shlex
import shutil
import signal
import subprocess
import time
from contextlib import suppress
from threading import Event

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
    """A running program. `stopped`: when it is set, waiting for an answer ends at once."""

    def __init__(self, spec: str, stopped: Event | None = None) -> None:
        self.spec = spec
        self._stopped = stopped or Event()
        self._outgoing = bytearray()
        self._incoming = bytearray()
        self._errors = bytearray()
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
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        self._pipes = (process.stdin, process.stdout, process.stderr)
        self._in, self._out, self._err = (pipe.fileno() for pipe in self._pipes)
        self._reading = {self._out, self._err}
        for pipe in (self._in, self._out, self._err):
            os.set_blocking(pipe, False)

    @property
    def pid(self) -> int:
        return self._process.pid

    def send(self, line: bytes) -> None:
        """Sends a line that needs no answer; if the program does not read it now, it is sent before the next one."""
        self._outgoing += line + b"\n"
        self._pump(0)

    def ask(self, line: bytes, seconds: float) -> str:
        """Sends a line and waits for the answer, for at most this long."""
        self._pump(0)
        if self._incoming:
            raise WroteBeforeAsked(self.spec, self._said())
        self._outgoing += line + b"\n"
        until = time.monotonic() + seconds
        while b"\n" not in self._incoming:
            if self._stopped.is_set():
                raise Cancelled
            if len(self._incoming) > MOST_LINE:
                raise ProgramFault(f"{self.spec} wrote more than {MOST_LINE:,} bytes without ending the line")
            if self._out not in self._reading:
                raise ProgramFault(f"{self.spec} {self._ending()}")
            left = until - time.monotonic()
            if left <= 0:
                raise ProgramFault(f"{self.spec} did not answer in time{self._last_words()}")
            self._pump(min(left, _GLANCE_SECONDS))
        answer, _, rest = self._incoming.partition(b"\n")
        self._incoming = rest
        return answer.decode(errors="replace").strip()

    def says_more(self, seconds: float) -> bool:
        """Whether it writes, within so long, more than it was asked for."""
        until = time.monotonic() + seconds
        while not self._incoming and (left := until - time.monotonic()) > 0 and self._out in self._reading:
            self._pump(left)
        return bool(self._incoming)

    def _pump(self, seconds: float) -> None:
        """Reads and writes what the pipes can take, waiting at most this long for the first of it."""
        ready = select.poll()
        for pipe in self._reading:
            ready.register(pipe, select.POLLIN)
        if self._outgoing:
            ready.register(self._in, select.POLLOUT)
        for pipe, _ in ready.poll(1000 * seconds):
            if pipe == self._in:
                self._write()
            else:
                self._read(pipe)

    def _write(self) -> None:
        try:
            sent = os.write(self._in, self._outgoing)
            del self._outgoing[:sent]
        except BlockingIOError:
            pass
        except OSError:
            # it no longer reads; what it has written can still be read
            self._outgoing.clear()

    def _read(self, pipe: int) -> None:
        try:
            data = os.read(pipe, MOST_LINE)
        except BlockingIOError:
            return
        if not data:
            self._reading.discard(pipe)
        elif pipe == self._out:
            self._incoming += data
        else:
            self._errors += data
            del self._errors[:-_LAST_WORDS]

    def _said(self) -> str:
        first = self._incoming.decode(errors="replace").splitlines()[0]
        return repr(first if len(first) <= 60 else first[:60] + "...")

    def _ending(self) -> str:
        """How a program ended whose output has ended."""
        try:
            status = self._process.wait(_ENDING_SECONDS)
        except subprocess.TimeoutExpired:
            return f"closed its output{self._last_words()}"
        if status < 0:
            with suppress(ValueError):
                return f"was ended by {signal.Signals(-status).name}{self._last_words()}"
        return f"ended with exit status {abs(status)}{self._last_words()}"

    def _last_words(self) -> str:
        self._pump(0)
        lines = [line.strip() for line in self._errors.decode(errors="replace").splitlines() if line.strip()]
        return f"; its last words: {lines[-1][:200]}" if lines else ""

    def close(self, goodbye: bytes | None = None) -> None:
        """Ends the program: with a last line and a moment to exit by itself, or at once."""
        if goodbye is not None and self._process.poll() is None:
            self.send(goodbye)
            self._pipes[0].close()
            self._reading.clear()
            self._outgoing.clear()
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(_GOODBYE_SECONDS)
        if self._process.poll() is None:
            with suppress(OSError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        for pipe in self._pipes:
            pipe.close()
