"""Open files: every connection uses one, and the database always needs some."""

import os
import sys

from docena.core.errors import DocenaError

KEPT = 64
"""For the database, for restarting bots, and for connections being opened or closed."""
_FOR_A_BOT = 8
_FEWEST = 32
_WISHES = (65_536, 10_240)
"""The limit requested; some systems promise more than they provide."""
_UNKNOWN = 8192
"""Used if the system has no such limit."""


def raise_limit() -> int:
    """Raises this process's limit on open files as far as allowed and useful; returns it."""
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
