"""Runs the chunks of the parts that are not in the journal yet, each in a process of its own, some at a time."""

import hashlib
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from reliability.chunk import CONTROLS, RESULT, Outcome
from reliability.journal import Entry, Journal
from reliability.part import Chunk, Part, Result

ROOT = Path(__file__).parents[2]
_TESTED = ("src/docena/**/*.py", "src/docena/**/*.toml", "tests/reliability/*.py")


def sources() -> str:
    """What is tested, as a short text: another after any change of the sources."""
    digest = hashlib.sha256()
    for pattern in _TESTED:
        for path in sorted(ROOT.glob(pattern)):
            digest.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]


def commit() -> str:
    """The commit that is checked out, where there is one."""
    try:
        found = subprocess.run(
            ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False
        )
    except OSError:
        return ""
    return found.stdout.strip()


class Task(msgspec.Struct, frozen=True):
    """A chunk that is to be done."""

    part: Part
    number: int
    trials: int

    @property
    def name(self) -> str:
        what = "controls" if self.number == CONTROLS else f"chunk {self.number}"
        return f"{self.part.name} {what}"


def trials_of(part: Part, share: float) -> int:
    """How many trials a share of the programme takes."""
    return max(min(part.least, part.full), round(part.full * share))


def tasks_of(part: Part, share: float) -> list[Task]:
    """The chunks of a share; the last one is smaller where the number does not divide."""
    trials = trials_of(part, share)
    size = part.chunk or trials
    tasks = [Task(part, CONTROLS, 0)] if part.controls is not None else []
    return tasks + [
        Task(part, number, min(size, trials - start)) for number, start in enumerate(range(0, trials, size))
    ]


class Stopped(Exception):
    """Whoever runs the programme has had enough of it for now."""


class Runner:
    """Processes at work, which all end when the runner is stopped."""

    def __init__(self, folder: Path, jobs: int) -> None:
        self.folder, self.jobs = folder, jobs
        self.sources, self.commit = sources(), commit()
        self._stopping = threading.Event()
        self._lock = threading.Lock()
        self._running: set[subprocess.Popen[bytes]] = set()

    def journal(self, part: Part) -> Journal:
        return Journal(self.folder, part.name)

    def missing(self, part: Part, share: float) -> list[Task]:
        """What is not in the journal for these sources, or only with fewer trials."""
        done = {entry.number: entry for entry in self.journal(part).of(self.sources)}
        return [
            task
            for task in tasks_of(part, share)
            if task.number not in done or done[task.number].result.trials < task.trials
        ]

    def run(self, tasks: list[Task], told: Callable[[Task, Entry], None]) -> None:
        """Does them all; Ctrl-C ends it, and what has been finished stays in the journal."""
        beside = [task for task in tasks if task.part.in_parallel]
        alone = [task for task in tasks if not task.part.in_parallel]
        try:
            for group, jobs in ((beside, self.jobs), (alone, 1)):
                with ThreadPoolExecutor(jobs) as threads:
                    futures = {threads.submit(self._do, task): task for task in group}
                    try:
                        for future in as_completed(futures):
                            task = futures[future]
                            entry = future.result()
                            self.journal(task.part).add(entry)
                            told(task, entry)
                    except BaseException:
                        self.stop()
                        raise
        except Stopped:
            raise KeyboardInterrupt from None

    def stop(self) -> None:
        self._stopping.set()
        with self._lock:
            for process in self._running:
                _end(process)

    def _do(self, task: Task) -> Entry:
        folder = self.folder / "work" / task.name.replace(" ", "-")
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        begun = time.monotonic()
        outcome = self._outcome(task, folder)
        failed = outcome.result.failures or not all(outcome.controls.values())
        if not failed:
            shutil.rmtree(folder, ignore_errors=True)
        chunk = Chunk(task.part.name, task.number, task.trials, folder)
        return Entry(
            part=task.part.name,
            number=task.number,
            seed=chunk.seed,
            seconds=round(time.monotonic() - begun, 1),
            at=datetime.now(UTC).isoformat(timespec="seconds"),
            sources=self.sources,
            commit=self.commit,
            result=outcome.result,
            controls=outcome.controls,
        )

    def _outcome(self, task: Task, folder: Path) -> Outcome:
        said = folder / "said.txt"
        program = [sys.executable, "-m", "reliability.chunk", task.part.name, str(task.number), str(task.trials)]
        with said.open("wb") as output:
            process = self._start([*program, str(folder)], output.fileno())
            try:
                status = process.wait(task.part.seconds)
            except subprocess.TimeoutExpired:
                return Outcome(Result(0, [f"{task.name}: not done after {task.part.seconds:.0f} seconds"]))
            finally:
                _end(process)
                process.wait()
                with self._lock:
                    self._running.discard(process)
        if self._stopping.is_set():
            raise Stopped
        with suppress(OSError, msgspec.DecodeError):
            return msgspec.json.decode((folder / RESULT).read_bytes(), type=Outcome)
        last = said.read_text(errors="replace")[-2000:]
        return Outcome(Result(0, [f"{task.name}: it ended with status {status} and no result: {last}"]))

    def _start(self, program: list[str], output: int) -> "subprocess.Popen[bytes]":
        paths = os.pathsep.join([str(ROOT / "tests"), str(ROOT)])
        with self._lock:
            if self._stopping.is_set():
                raise Stopped
            process = subprocess.Popen(
                program,
                env={**os.environ, "PYTHONPATH": paths},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,  # Ctrl-C reaches the runner, which ends the rest in order
            )
            self._running.add(process)
            return process


def _end(process: "subprocess.Popen[bytes]") -> None:
    """The process and all that it has started: it leads a group of its own."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


def found(entries: list[Entry]) -> Iterator[str]:
    """What is wrong, each with what repeats it."""
    for entry in entries:
        command = f"python -m reliability.chunk {entry.part} {entry.number} {entry.result.trials} FOLDER"
        for failure in entry.result.failures:
            yield f"{entry.part}, chunk {entry.number} (seed {entry.seed}; {command}): {failure}"
        for name, caught in entry.controls.items():
            if not caught:
                yield f"{entry.part}: the planted fault was not caught: {name}"
