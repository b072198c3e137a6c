"""The clerk: the one who reads and writes the logbook, on a thread of its own, one thing after another."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from docena.core.errors import Refused
from docena.core.words import say
from docena.storage.event_log import Logbook, Unwritable
from docena.storage.keys import Keys
from docena.storage.ports import StoreDown
from docena.tournaments import store as events
from docena.tournaments.pads import store as pads
from docena.tournaments.pads.store import PadDesk
from docena.tournaments.store import Desk

log = logging.getLogger("docena.server")

T = TypeVar("T")
_MOST_WAITING = 500
_MOST_DESKS = 200


class Clerk:
    """Does what is asked with the logbook; the file is opened when it is first needed."""

    def __init__(self, path: str) -> None:
        self._path = Path(path)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="docena-clerk")
        self._book: Logbook | None = None
        self._waiting = 0
        self._version = 0
        self._desks: OrderedDict[str, Desk | PadDesk] = OrderedDict()
        self._keys: Keys | None = None

    async def do(self, work: Callable[["Clerk"], T]) -> T:
        """Does a piece of work on the clerk's thread."""
        if self._waiting >= _MOST_WAITING:
            raise Refused("too_many", lambda lang: say(lang, "refused", "too_many"))
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work, self)
        except Unwritable as error:
            log.warning("the logbook cannot be used", extra={"why": str(error)})
            raise StoreDown(str(error)) from None
        finally:
            self._waiting -= 1

    async def close(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._shut)
        self._thread.shutdown(wait=False)

    def _shut(self) -> None:
        if self._book is not None:
            self._book.close()

    @property
    def has_file(self) -> bool:
        """Whether anything has ever been kept."""
        return self._path.exists()

    # --- on the clerk's thread

    @property
    def book(self) -> Logbook:
        if self._book is None:
            self._book = Logbook(self._path)
        return self._book

    @property
    def keys(self) -> Keys:
        if self._keys is None:
            self._keys = Keys(self.book.secret())
        return self._keys

    def event(self, name: str) -> Desk:
        """An event as it is now, others' entries included."""
        desk = self._desk(name, events.KIND)
        assert isinstance(desk, Desk)
        desk.refresh()
        return desk

    def knows(self, name: str) -> bool:
        return self.book.label(name) is not None

    def events_with(self, tag: str) -> list[str]:
        """The ids of events at which something of this tag has happened, taken back or not."""
        return self.book.mentioning(events.KIND, f'"what":"{tag}"') if self.has_file else []

    def pad(self, name: str) -> PadDesk:
        desk = self._desk(name, pads.KIND)
        assert isinstance(desk, PadDesk)
        desk.refresh()
        return desk

    def _desk(self, name: str, kind: str) -> Desk | PadDesk:
        label = self.book.label(name)
        if label is None or label.kind != kind:
            self._desks.pop(name, None)
            raise not_kept()
        desk = self._desks.pop(name, None)
        if desk is None:
            desk = Desk(self.book, name) if kind == events.KIND else PadDesk(self.book, name)
        self.remember(desk)
        return desk

    def remember(self, desk: Desk | PadDesk) -> None:
        self._desks[desk.id] = desk
        if len(self._desks) > _MOST_DESKS:
            self._desks.popitem(last=False)

    def forget(self, name: str) -> None:
        self._desks.pop(name, None)
        self.book.remove(name)

    def forget_idle(self, kind: str, idle_days: int) -> int:
        """Takes away what nobody has written to for more days than these on which a server has run."""
        taken = 0
        while some := self.book.forget(kind, idle_days):
            for name in some:
                self._desks.pop(name, None)
            taken += len(some)
        return taken

    def others_wrote(self) -> bool:
        """Whether another program has written since this was last asked."""
        before, self._version = self._version, self.book.version()
        return before != self._version


def not_kept() -> Refused:
    """Nothing of that name is kept here."""
    return Refused("not_found", lambda lang: say(lang, "organise", "none"))
