"""Games of an event that are played at tables of this server, which report automatically."""

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from docena.core.errors import DocenaError, Refused
from docena.core.words import refused
from docena.server.tournaments import commands as cmd
from docena.server.tournaments.deciding import check_unchanged
from docena.server.tournaments.log_worker import LogWorker
from docena.storage.ports import StoreDown
from docena.tables.live_table import LiveTable
from docena.tables.log.archive import NoRecord, finished_game
from docena.tables.registry import TableRegistry
from docena.tables.table_choices import Choices
from docena.tournaments.authors import author_words, online_table
from docena.tournaments.event_choices import stock_for
from docena.tournaments.logged_events import AnyEvent, PlayedOnline, Reported
from docena.tournaments.results import GameOutcome
from docena.tournaments.seated_table import SeatedTable
from docena.tournaments.state import Event, OnlineRoom, Place
from docena.tournaments.store import EventLog

logger = logging.getLogger("docena.server")

_LATELY_DAYS = 7
"""After a start, events with entries in the last days on which a server ran are watched."""


class OnlineTables:
    """Opens and closes the tables, and enters their results."""

    def __init__(self, registry: TableRegistry, worker: LogWorker, tell: Callable[[str, int], None]) -> None:
        self._registry, self._worker, self._tell = registry, worker, tell
        self._waited: set[str] = set()
        """Events that may have games in progress here; changed only on the worker's thread, in the order of the log."""
        self._silent: set[str] = set()
        """Tables that will never report: given up, or on another server."""
        self._troubled: set[str] = set()
        """Events that failed at the last attempt, so that each failure is logged once."""
        self._open_rooms: dict[str, set[str]] = {}
        """Tables opened for an event whose game is not known to be over."""
        self._opening = asyncio.Lock()

    async def open(self, name: str, ask: cmd.PlayOnline, by: str) -> int:
        """Opens a table for each of these without one; returns the number of the event's last line."""
        async with self._opening:  # or two requests at once would open two for the same game
            await self._look_at(name)
            event = await self._worker.do(lambda worker: worker.event(name).event)
            seq = event.seq
            for number in dict.fromkeys(ask.tables):
                place = (ask.game, number)
                table = event.table(*place)
                if place not in event.results and not await self._goes_on(event.online.get(place)):
                    seq = await self._open(name, place, table, event, ask.seen, by)
            return seq

    async def _open(self, name: str, place: Place, table: SeatedTable, event: Event, seen: int | None, by: str) -> int:
        room = await self._registry.open_for_others(table_choices(event, table))
        what = PlayedOnline(*place, room)

        def enter(worker: LogWorker) -> int:
            log = worker.event(name)

            def decided(event: Event) -> AnyEvent:
                check_unchanged(log, what, seen)
                if event.table(*place) != table:
                    raise refused("stale", "organise", "stale", by=partial(author_words, log.lines[-1].by))
                return what

            entered = log.enter(decided, by).seq
            self._waited.add(name)
            return entered

        try:
            seq = await self._worker.do(enter)
        except Refused:
            await self._close(room)
            raise
        self._open_rooms.setdefault(name, set()).add(room)
        return seq

    async def _goes_on(self, room: OnlineRoom | None) -> bool:
        """Whether the game that counts is yet to be played, or in progress, at this table."""
        live = await self.live(room)
        return live is not None and not live.room.closed and live.room.counts

    async def live(self, room: OnlineRoom | None) -> LiveTable | None:
        """The table of a game, if it is on this server."""
        return await self._registry.live(room.id) if room is not None else None

    # --- reporting

    def follow(self, log: EventLog) -> None:
        """Watches an event from now on, if games of it are in progress here; on the worker's thread."""
        if self._under_way(log) or self._open_rooms.get(log.id):
            self._waited.add(log.id)

    async def resume(self) -> None:
        """After a start: games may be in progress at events without viewers."""

        def follow_all(worker: LogWorker) -> None:
            for name in worker.events_with(str(PlayedOnline.__struct_config__.tag)):
                try:
                    log = worker.event(name)
                except StoreDown:
                    raise
                except DocenaError as error:  # an unreadable event must not hold up the others
                    _warn(name, error)
                    continue
                if worker.file.idle_days(name) < _LATELY_DAYS:
                    self.follow(log)

        await self._worker.do(follow_all)

    async def look(self) -> None:
        """Enters the results of games that have ended since."""
        for name in list(self._waited):
            try:
                await self._look_at(name)
            except StoreDown:
                raise
            except DocenaError as error:
                if name not in self._troubled:
                    _warn(name, error)
                self._troubled.add(name)
            else:
                self._troubled.discard(name)

    async def _look_at(self, name: str) -> None:
        known = set(self._open_rooms.get(name, ()))
        under_way, used = await self._worker.do(lambda worker: self._still_waited(worker, name))
        here = {room.id for _, room in under_way}
        self._open_rooms.setdefault(name, set()).update(here)
        # the event is complete only for tables that were known before it was read
        await self._close_others(name, known - here, used)
        for place, room in under_way:
            live = await self.live(room)
            result = await self._result(live) if live is not None else None
            if live is None or (result is not None and result["reason"] == "abandoned"):
                self._silent.add(room.id)
            elif result is not None:
                await self._report(name, place, room, result)

    async def _close_others(self, name: str, rooms: set[str], used: set[str]) -> None:
        """Closes tables whose game was reseated, or is no longer online, so that nobody plays on for nothing."""
        for room in rooms:
            live = await self._registry.live(room)
            if live is not None and live.room.counts:
                if room in used:
                    continue  # its result was entered by hand, and may be removed again
                await self._close(room)
            self._open_rooms.get(name, set()).discard(room)
        if not self._open_rooms.get(name):
            self._open_rooms.pop(name, None)

    async def _close(self, room: str) -> None:
        live = await self._registry.live(room)
        if live is not None:
            await self._registry.close(live)

    def _still_waited(self, worker: LogWorker, name: str) -> tuple[list[tuple[Place, OnlineRoom]], set[str]]:
        """The games of an event that are played here, and all tables that it still needs."""
        log = worker.event(name) if worker.knows(name) else None
        under_way = self._under_way(log) if log is not None else []
        if not under_way:
            self._waited.discard(name)
        return under_way, {room.id for room in log.event.online.values()} if log is not None else set()

    def _under_way(self, log: EventLog) -> list[tuple[Place, OnlineRoom]]:
        return [
            (place, room)
            for place, room in log.event.online.items()
            if place not in log.event.results and room.id not in self._silent and not log.has_asked(_once(room))
        ]

    async def _report(self, name: str, place: Place, room: OnlineRoom, result: Any) -> None:
        def enter(worker: LogWorker) -> int:
            def decided(event: Event) -> AnyEvent | None:
                # reseated, or entered by hand, while the game ended
                if event.online.get(place) != room or place in event.results:
                    return None
                return Reported(*place, _outcome(result, len(event.table(*place).sides)), 0)

            return worker.event(name).enter(decided, online_table(place[1]), ask=_once(room)).seq

        try:
            self._tell(name, await self._worker.do(enter))
        except Refused as why:
            if why.reason == "illegal":
                self._silent.add(room.id)
            raise

    async def _result(self, live: LiveTable) -> Any:
        """How the first game of a table ended: later ones do not count."""
        room = live.room
        if room.number <= 1:
            return room.result
        try:
            record = await finished_game(self._registry.store, room.id, 1, self._registry.turns)
        except NoRecord:
            return None
        return msgspec.to_builtins(record.result)


def _warn(name: str, error: DocenaError) -> None:
    logger.warning("an event was not looked after", extra={"event": name, "why": str(error)})


def _once(room: OnlineRoom) -> str:
    """A table reports once, even if its result is taken back; no device can use such an id."""
    return f"online {room.id}"


def table_choices(event: Event, table: SeatedTable) -> Choices:
    """The table of the server for a table of the event."""
    seats = event.seats(table)
    partners = seats == 2 * len(table.sides)
    return Choices(
        edition=event.choices.edition, players=seats, stock=stock_for(event.choices, seats), partners=partners, games=1
    )


def _outcome(result: Any, sides: int) -> GameOutcome:
    """A result as the event counts it."""
    winner = (min(result["winners"]) - 1) % sides + 1 if result["winners"] else 0
    return GameOutcome(tuple(result["stock"]), winner, "stock" if winner else "blocked")
