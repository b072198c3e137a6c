"""The JSON of a view: what a server sends to every seat after every move.

It is the only one: clients, external bots and `View.as_dict` get it from here. The text is the `ViewSight` of
`docena.tables.messages`, field by field.
"""

import threading
from collections.abc import Iterable

from docena.engine.cover import SPECTATOR
from docena.engine.layouts import new_records
from docena.engine.table import Tables, new_pads, new_tables
from docena.engine.view_writer import SHEET, write_views


class _ThreadBuffers(threading.local):
    """Each thread's own buffer, as compiled code runs in several at once."""

    def __init__(self) -> None:
        sheets = new_records(1, SHEET)
        self.papers = new_tables(1), new_pads(1), sheets, memoryview(sheets["text"][0]), sheets["ends"][0]


_buffers = _ThreadBuffers()


def views_json(tables: Tables, seats: Iterable[int | None]) -> dict[int | None, bytes]:
    """The views of these seats (from 1; None: a spectator) of a table, each as the JSON text of a `ViewSight`."""
    views, pads, sheets, text, ends = _buffers.papers
    wanted = sorted(SPECTATOR if seat is None else seat - 1 for seat in seats)
    write_views(tables, 0, sum(1 << seat for seat in wanted), views, pads, sheets)
    found: dict[int | None, bytes] = {}
    begin = 0
    for seat, end in zip(wanted, ends[wanted].tolist(), strict=True):
        found[None if seat == SPECTATOR else seat + 1] = text[begin:end].tobytes()
        begin = end
    return found


def view_json(tables: Tables, seat: int | None) -> bytes:
    """The view of one seat, or of a spectator."""
    return views_json(tables, (seat,))[seat]
