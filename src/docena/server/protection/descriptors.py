"""Open files: every connection is one, and the database needs some at any time."""

import os
import sys

from docena.core.errors import DocenaError

KEPT = 64
"""For the database, for bots that are started again, and for connections that are just coming or going."""
_FOR_A_BOT = 8
_FEWEST = 32
_WISHES = (65_536, 10_240)
"""What is asked for, if it may be had; some systems promise more than they give."""
_UNKNOWN = 8192
"""Where the system has no such limit."""


def raise_limit() -> int:
    """Lets this process open as many files as it may and could need; returns how many."""
    if sys.platform == "win32":
        return _UNKNOWN
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for wish in _WISHES:
        most = wish if hard == resource.RLIM_INFINITY else min(wish, hard)
        if soft == resource.RLIM_INFINITY or soft >= most:
            break
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            return most
        except (OSError, ValueError):
            continue
    return _WISHES[0] if soft == resource.RLIM_INFINITY else soft


def most_connections(limit: int, bot_workers: int) -> int:
    """How many connections there may be, so that the database can always open its files."""
    most = limit - _open_files() - KEPT - _FOR_A_BOT * bot_workers
    if most < _FEWEST:
        raise DocenaError(
            f"only {limit} files may be open at once, which is too few for a server: "
            "raise the limit (`ulimit -n 1024`, or LimitNOFILE in a unit of systemd)"
        )
    return most


def _open_files() -> int:
    try:
        return len(os.listdir("/dev/fd"))
    except OSError:
        return 0
