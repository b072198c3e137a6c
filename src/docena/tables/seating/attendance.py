"""Who is connected to a table: the events of players who come and go."""

from collections.abc import Callable, Collection

from docena.storage.ports import Ticker
from docena.tables import events as e
from docena.tables.log.budget import presence_is_noted
from docena.tables.room import Room

BURST = 20
SECONDS = 300.0
"""After a burst, it is written once in so long that a player has gone, who counts as connected until then.

A client that reconnects all the time must not fill the log.
"""


class Attendance:
    """The events of one table that say who is connected at this node."""

    def __init__(self, node: str, ticker: Ticker, look_again: Callable[[], None]) -> None:
        """`look_again` is called some time after an event had to be postponed."""
        self._node, self._ticker, self._look_again = node, ticker, look_again
        self._left: dict[int, tuple[float, float]] = {}
        self._waits = False
        self.affirmed: tuple[int, int] | None = None
        """The nudged seat, and the position, for which this node has said that the player is here."""

    def coming(self, room: Room, seat: int) -> list[e.AnyEvent]:
        who = room.seat(seat)
        # a returning player is logged at once; only departures are limited
        comes = who.node != self._node and (not who.node or self._may_write(room, seat))
        came: list[e.AnyEvent] = [e.Here(seat, self._node)] if comes else []
        return [*came, e.Back(seat)] if who.held else came

    def going(self, room: Room, seat: int) -> list[e.AnyEvent]:
        return [e.Gone(seat)] if self._may_write(room, seat) else []

    def came_and_went(self, room: Room, here: Collection[int | None], *, alone: bool) -> list[e.AnyEvent]:
        """Players who have come or gone without a line in the log; `alone`: there is no other node."""
        events: list[e.AnyEvent] = []
        for number, seat in room.numbered:
            if number in here and seat.node != self._node:
                events += self.coming(room, number)
            elif number not in here and seat.node and (alone or seat.node == self._node):
                events += self.going(room, number)
        return events

    def affirms(self, room: Room, seat: int) -> bool:
        """Whether this node has to tell another that a nudged player is still here: once for each nudge.

        The player may be connected to two nodes, which would otherwise answer each other forever.
        """
        if room.seat(seat).node == self._node or self.affirmed == (seat, room.stamp):
            return False
        self.affirmed = seat, room.stamp
        return True

    def _may_write(self, room: Room, seat: int) -> bool:
        now = self._ticker.now()
        left, then = self._left.get(seat, (float(BURST), now))
        left = min(float(BURST), left + (now - then) / SECONDS)
        may = left >= 1 and presence_is_noted(room)
        self._left[seat] = left - 1 if may else left, now
        if not may and not self._waits:
            self._waits = True
            self._ticker.later(SECONDS, self._again)
        return may

    def _again(self) -> None:
        self._waits = False
        self._look_again()
