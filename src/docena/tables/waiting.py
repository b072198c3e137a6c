"""A table's deadlines, so that nobody waits forever."""

from collections.abc import Callable

from docena.storage.ports import Ticker
from docena.tables import events as e
from docena.tables.housekeeping import patience
from docena.tables.live_table import LiveTable
from docena.tables.messages import ClockSight
from docena.tables.newcomers import REQUEST_SECONDS
from docena.tables.phases import PLAYING
from docena.tables.room import Room
from docena.tables.seats import BY_BOT, PERSON

AWAY_SECONDS = 30.0
"""How long the table waits for a disconnected player, in seconds."""
NUDGED_SECONDS = 60.0
"""After a nudge, where the clock is off."""
SILENT_SECONDS = 120.0
"""After this the table asks for a player connected to another node, which may have died."""
SHOWN_MOVE_SECONDS, SHOWN_TURN_SECONDS = 0.65, 0.5
"""How long clients take to show a bot's move, and the beginning of its turn."""
SOFT_TURNS = 2
"""A soft clock nudges after one turn's time, and lets the bot play after this many."""


class Wait:
    """The one deadline of a table, reset after every event."""

    def __init__(
        self, live: LiveTable, ticker: Ticker, node: str, act: Callable[[LiveTable, list[e.AnyEvent]], None]
    ) -> None:
        self._live, self._ticker, self._node, self._act = live, ticker, node, act
        self._cancel: Callable[[], None] | None = None
        self._turn: tuple[int, int, int] | None = None
        self._since = ticker.now()
        self._made = 0
        self._shown = 0.0
        """Until when viewers are watching what bots have done: a turn's time begins after it."""
        self._nudged: int | None = None
        self._nudged_at = 0.0
        self._deadline: tuple[float, e.AnyEvent] | None = None
        self._vote: tuple[int, int, int] | None = None
        """The vote in progress."""

    def stop(self) -> None:
        if self._cancel is not None:
            self._cancel()
            self._cancel = None

    def reset(self) -> None:
        """Resets the deadline after an event."""
        room, now = self._live.room, self._ticker.now()
        if room.phase == PLAYING and room.wanted is None:
            assert room.game is not None
            mover = room.game.mover
            turn = room.number, room.game.turns, mover
            self._watch(room, turn, now)
            if turn != self._turn:
                self._turn, self._since = turn, max(now, self._shown)
            if room.nudged != self._nudged:
                self._nudged, self._nudged_at = room.nudged, now
            deadline = self._limit(mover)
            if deadline is not None and deadline == self._deadline and self._cancel is not None:
                return  # the same turn goes on
            self.stop()
            self._deadline, self._vote = deadline, None
            if deadline is not None:
                at, event = deadline
                self._cancel = self._ticker.later(max(0.0, at - now), lambda: self._due([event]))
            return
        vote = None if room.wanted is None else (room.stamp, room.wanted, room.seat(room.wanted).votes)
        if vote is not None and vote == self._vote and self._cancel is not None:
            return  # the same vote goes on: nothing that happens meanwhile extends it
        self.stop()
        self._deadline, self._vote = None, vote
        waiting = self._next()
        if waiting is not None:
            self._cancel = self._ticker.later(waiting[0], self._out_of_patience)

    def _watch(self, room: Room, turn: tuple[int, int, int], now: float) -> None:
        """Bots' moves take as long as clients take to show them, at normal speed."""
        made, before = len(room.movers), self._made
        self._made = made
        bots = sum(1 for mover in room.movers[before:made] if mover & BY_BOT)
        if self._turn is None or turn[0] != self._turn[0]:
            self._shown = now
        elif bots:
            begins = SHOWN_TURN_SECONDS if turn != self._turn else 0.0
            self._shown = max(now, self._shown) + SHOWN_MOVE_SECONDS * bots + begins

    def _out_of_patience(self) -> None:
        self._cancel = None
        waiting = self._next()
        if waiting is not None:
            self._due(waiting[1])

    def _next(self) -> tuple[float, list[e.AnyEvent]] | None:
        return patience(self._live.room) or self._lapsing()

    def _lapsing(self) -> tuple[float, list[e.AnyEvent]] | None:
        """Requests to sit down expire if nobody answers them."""
        newcomers, today = self._live.room.newcomers, self._ticker.today()
        first = min((newcomer.until for newcomer in newcomers.waiting), default=None)
        if first is None:
            return None
        lapsed = newcomers.lapsed(max(first, today))
        # if the clock was set back, that may seem far away
        return min(max(0.0, float(first - today)), REQUEST_SECONDS), [
            e.Withdrawn(newcomer.request) for newcomer in lapsed
        ]

    def _due(self, events: list[e.AnyEvent]) -> None:
        self._cancel = None
        self._act(self._live, events)

    def _limit(self, mover: int) -> tuple[float, e.AnyEvent] | None:
        """When the mover's time is over, and what happens then."""
        room, choices = self._live.room, self._live.room.choices
        seat = room.seat(mover)
        if seat.by_bot:
            return None
        if not self._waited_for(mover) and (choices.clock != "strict" or not seat.node):
            return None
        nudged = room.nudged == mover
        if choices.clock == "off" and not nudged and seat.node == self._node:
            return None
        limits: list[tuple[float, e.AnyEvent]] = []
        if choices.clock == "strict":
            limits.append((self._since + choices.seconds, e.Held(mover)))
        elif choices.clock == "soft" and not nudged:
            limits.append((self._since + choices.seconds, e.Nudged(mover)))
        elif choices.clock == "soft":
            limits.append((self._since + SOFT_TURNS * choices.seconds, e.Held(mover)))
        if nudged and choices.clock == "off":
            limits.append((self._nudged_at + NUDGED_SECONDS, e.Held(mover)))
        if not seat.node:
            limits.append((self._since + AWAY_SECONDS, e.Held(mover)))
        elif seat.node != self._node and not nudged:
            limits.append((self._since + SILENT_SECONDS, e.Nudged(mover)))
        return min(limits, key=lambda limit: limit[0], default=None)

    def _waited_for(self, mover: int) -> bool:
        """Whether another person is here; bots do not mind waiting, and an empty table pauses."""
        seats = self._live.room.numbered
        return any(seat.kind == PERSON and seat.node and number != mover for number, seat in seats)

    def sight(self) -> ClockSight | None:
        """The deadline as viewers are shown it."""
        if self._deadline is None or self._turn is None:
            return None
        at, event = self._deadline
        left = max(0, round(1000 * (at - self._ticker.now())))
        return ClockSight(self._turn[2], left, "nudge" if isinstance(event, e.Nudged) else "bot")
