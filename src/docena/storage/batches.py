"""What both writers agree on."""

from docena.storage.ports import Index, Write

MOST_TOGETHER = 1000
"""Writes in one transaction: the first of them waits for the last."""

_NO_INDEX = Index(code="", public=False, live=True, due=False, summary=b"")


def index_of(write: Write) -> Index | None:
    """What is to be known of the table; its first event makes it known anyhow, or it could never be forgotten."""
    return write.index or (_NO_INDEX if write.seq == 1 else None)
