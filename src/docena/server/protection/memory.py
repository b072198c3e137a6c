"""Memory that a flood has taken goes back to the system as soon as it is freed.

glibc keeps what it has once had: after the first large blocks are freed it takes larger ones from the heap, too, where
a single small block that lives on holds whatever lies below it.
"""

import ctypes
import sys
from contextlib import suppress

_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8
"""Parameters of mallopt(3)."""
_LARGE = 64 * 1024
"""Blocks from this size on are mapped on their own; what a socket reads at once is larger."""
_FREE_AT_END = 128 * 1024
_ARENAS = 2


def return_freed_memory() -> None:
    """Sets glibc's allocator so; other systems do it anyway, or have no such settings."""
    if sys.platform != "linux":
        return
    with suppress(OSError, AttributeError):
        mallopt = ctypes.CDLL(None).mallopt
        for parameter, value in ((_MMAP_THRESHOLD, _LARGE), (_TRIM_THRESHOLD, _FREE_AT_END), (_ARENA_MAX, _ARENAS)):
            mallopt(parameter, value)
