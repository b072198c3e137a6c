"""What both writers share."""

from docena.storage.ports import Index, Write

MOST_TOGETHER = 1000
"""Writes in one transaction, the first of which waits for the last."""

_NO_INDEX = Index(code="", public=False, live=True, due=False, summary=b"")


def index_of(write: Write) -> Index | None:
    """The lookup data of the table; its first event always creates some, or it could never be deleted."""
    return write.index or (_NO_INDEX if write.seq == 1 else None)
