"""Processes beside the tests: which there are, and whether they have gone."""

import os
import time
from pathlib import Path

_PATIENCE_SECONDS = 60.0


def _state_and_parent(pid: int) -> tuple[str, int]:
    # the name of a process, before the parenthesis, may be cut in the middle of a letter
    state, parent = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()[:2]
    return state.decode(), int(parent)


def gone(pid: int) -> bool:
    """Whether a process has ended, or soon does, and does not wait for us to bury it."""
    until = time.monotonic() + _PATIENCE_SECONDS
    while time.monotonic() < until:
        try:
            state, parent = _state_and_parent(pid)
        except (ProcessLookupError, FileNotFoundError):
            return True
        if state == "Z" and parent != os.getpid():
            return True
        time.sleep(0.01)
    return False


def children_of(pid: int) -> set[int]:
    """The processes that one has started and not yet buried."""
    found = set()
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if _state_and_parent(int(folder.name))[1] == pid:
                found.add(int(folder.name))
        except (ProcessLookupError, FileNotFoundError):
            continue
    return found
