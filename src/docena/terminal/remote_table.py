"""A table on a server, seen and played from a seat here."""

import asyncio
import contextlib
import secrets
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any

from docena.client.address import Address
from docena.client.live_seat import LiveSeat
from docena.client.reading import view_of
from docena.client.seating import Seated
from docena.core.errors import DocenaError
from docena.core.notation import is_chance
from docena.core.options import Options
from docena.core.words import refused, say
from docena.narration.narrate import narrate_result
from docena.tables import commands as cmd
from docena.tables.messages import LogSight, SaidSight, State, TableSight
from docena.tables.phases import CLOSED, GATHERING, PLAYING
from docena.tables.phrases import phrases
from docena.tables.table_choices import options_from
from docena.terminal.listeners import Listeners
from docena.terminal.table import Scene

_PATIENCE = 15.0
"""Seconds that the line mode waits for the answer of a server, before it says that there is none yet."""


class RemoteTable(Listeners):
    """A seat at a table on a server; `patient`: whoever asks for something waits for the answer.

    Otherwise refusals are told when they come, so that the screen goes on.
    """

    def __init__(self, address: Address, seated: Seated, lang: str, *, patient: bool) -> None:
        super().__init__(lang)
        self.seated, self._patient = seated, patient
        self.place = address.place
        self._loop = asyncio.new_event_loop()
        self._live = LiveSeat(address, seated, lang, self._heard)
        self._options: Options | None = None
        self._lines: list[str] = []
        self._game = 0
        self._said: list[SaidSight] = []
        self._before: TableSight | None = None
        self._last: tuple[int, str] | None = None
        self._mover = 0
        """Who was to move before the last message."""
        self._offered = -1
        """The game for which this seat has said by itself that it is ready."""
        self._scene: Scene | None = None
        self._thread = threading.Thread(target=self._run, name="server", daemon=True)

    def begin(self) -> None:
        """Connects; returns when the table is there, and raises what keeps it from coming."""
        self._thread.start()
        self.wait(0)
        if self.fault is not None:
            raise self.fault

    # --- in the thread of the connection

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._work = self._loop.create_task(self._live.run())
        try:
            self._loop.run_until_complete(self._work)
        except asyncio.CancelledError:
            pass
        except Exception as error:
            self.fail(error)
        finally:
            self._loop.run_until_complete(_end_all(self._loop))
            self._loop.run_until_complete(self._loop.shutdown_asyncgens())
            self._loop.close()

    def _heard(self, state: State | None) -> None:
        with self.changed:
            if state is None:
                if self._live.table is not None and self._live.table.phase != CLOSED:
                    self.tell(say(self.lang, "online", "lost"))
            else:
                self._tell_news(state)
        self.change()

    def _tell_news(self, state: State) -> None:
        table = self._live.table
        assert table is not None
        if self._options is None:
            self._options = options_from(table.choices)
        if state.log is not None:
            self._take_log(state.log, table)
        self._tell_people(table)
        if state.said is not None:
            for said in _new_messages(self._said, self._live.said):
                words = phrases(self.lang).get(said.phrase, said.text)
                self.tell(f"{table.people[said.seat - 1].name}: {words}", "chat", said.seat)
            self._said = list(self._live.said)
        before = self._before
        if table.result is not None and before is not None and before.result is None:
            names = [person.name for person in table.people]
            self.tell(narrate_result(dict(table.result), names, self.lang, self._live.seat))
        self._before = table
        self._mover = self._live.view.mover if self._live.view is not None else 0
        self._offer(table)

    def _take_log(self, log: LogSight, table: TableSight) -> None:
        """Tells the lines that are new; those that are gone have been taken back."""
        new_game = table.game != self._game
        if new_game:
            self._game, self._lines = table.game, []
            first = table.people[(table.first or 1) - 1].name
            self.tell(say(self.lang, "terminal", "dealt", game=table.game, name=first))
        lines = [*self._lines[: log.start], *log.lines]
        words = [""] * log.start + (log.words or log.lines)
        same = next(
            (at for at, (old, new) in enumerate(zip(self._lines, lines, strict=False)) if old != new),
            min(len(self._lines), len(lines)),
        )
        if same < len(self._lines):
            self.tell(say(self.lang, "online", "taken_back"))
        moves = [line for line in lines[same:] if not is_chance(line)]
        mover = self._mover
        for line, sentence in zip(lines[same:], words[same:], strict=False):
            self.tell(sentence, "move", mover if not is_chance(line) else 0)
        self._last = (mover, moves[0]) if len(moves) == 1 and mover and not new_game else None
        self._lines = lines

    def _tell_people(self, table: TableSight) -> None:
        """Who has come, gone or been asked something since."""
        before, me = self._before, self._live.seat

        def tell(key: str, seat: int) -> None:
            self.tell(say(self.lang, "online", key, name=table.people[seat - 1].name), "note", seat)

        if before is None:
            return
        for seat, (old, new) in enumerate(zip(before.people, table.people, strict=True), 1):
            if seat == me:
                continue
            if new.kind == "person" and (old.kind != "person" or old.name != new.name):
                tell("came", seat)
            elif new.kind == "person" and new.held != old.held:
                tell("held" if new.held else "back", seat)
            elif old.kind == "person" and new.kind != "person":
                self.tell(say(self.lang, "online", "left", name=old.name), "note", seat)
        if table.undo not in (None, before.undo, me):
            tell("wants_undo", table.undo or 1)
        if table.nudged not in (None, before.nudged):
            tell("nudged_me" if table.nudged == me else "nudged", table.nudged or 1)
        known = {newcomer.request for newcomer in before.newcomers}
        for newcomer in table.newcomers:
            if newcomer.request not in known:
                self.tell(say(self.lang, "online", "newcomer", name=newcomer.name))

    def _offer(self, table: TableSight) -> None:
        """Seated at a full table: ready for the first game, with a contribution to its chance."""
        full = table.phase == GATHERING and all(person.kind != "empty" for person in table.people)
        if full and table.commit and not table.people[self._live.seat - 1].ready and self._offered != table.game:
            self._offered = table.game
            task = self._loop.create_task(self._live.do(_ready))
            task.add_done_callback(lambda done: done.cancelled() or done.exception())

    # --- looking

    @property
    def scene(self) -> Scene:
        with self.changed:
            if self._scene is None or self._scene.number != self.number:
                self._scene = self._look()
            return self._scene

    def _look(self) -> Scene:
        live, table, options = self._live, self._live.table, self._options
        assert table is not None
        assert options is not None
        seat = live.seat
        sight = live.view if table.game and table.phase != GATHERING else None
        view = None if sight is None else view_of(sight, options, seat, table.first or 1)
        undo = table.undo if table.undo not in (None, seat) and seat not in table.agreed else None
        host_is_here = table.host is not None and table.people[table.host - 1].here
        may_admit = table.host == seat or not host_is_here
        return Scene(
            self.number,
            options,
            table.phase,
            seat,
            table.people,
            table.score,
            view,
            legal=[] if sight is None or table.phase != PLAYING else sight.legal,
            game=table.game,
            result=table.result,
            last=self._last,
            undoable=table.phase == PLAYING and not table.daily and any(not is_chance(line) for line in self._lines),
            clock=live.clock,
            clock_ends=live.clock_ends,
            undo_asked_by=undo or 0,
            is_host=table.host == seat,
            newcomers=table.newcomers if may_admit else (),
            phrases=table.choices.chat != "off",
            hints=not table.daily,
            online=True,
            connected=live.connected,
            link=self.seated.link or live.address.http(f"/t/{table.id}"),
            code=table.code,
        )

    # --- doing

    def _do(self, make: Callable[[str, int], cmd.Action]) -> None:
        try:
            future: Future[None] = asyncio.run_coroutine_threadsafe(self._live.do(make), self._loop)
        except RuntimeError:  # the loop has ended
            raise refused("unavailable", "online_refused", "left") from None
        if not self._patient:
            future.add_done_callback(self._answered)
            return
        try:
            future.result(_PATIENCE)
        except TimeoutError:
            raise refused("unavailable", "online_refused", "no_answer") from None

    def _answered(self, future: "Future[None]") -> None:
        """A refusal comes too late to be raised: it is told."""
        error = None if future.cancelled() else future.exception()
        if isinstance(error, DocenaError):
            self.tell(error.said(self.lang), "refusal")
            self.change()

    def play(self, move: str) -> None:
        self._do(lambda name, seq: cmd.MakeMove(id=name, seq=seq, move=move))

    def undo(self) -> None:
        self._do(lambda name, seq: cmd.Undo(id=name, seq=seq))

    def next_game(self) -> None:
        self._do(_ready)

    def uncover(self) -> None:
        """Nothing is covered: one person sits here."""

    def say_phrase(self, phrase: str) -> None:
        self._do(lambda name, _: cmd.Say(id=name, phrase=phrase))

    def agree(self, *, yes: bool) -> None:
        self._do(lambda name, _: cmd.Agree(id=name, yes=yes))

    def admit(self, request: str, *, yes: bool) -> None:
        self._do(lambda name, _: cmd.Admit(id=name, request=request, yes=yes))

    def start(self) -> None:
        self._do(lambda name, _: cmd.Start(id=name))

    def step_away(self) -> None:
        self._do(lambda name, _: cmd.Away(id=name))

    def come_back(self) -> None:
        self._do(lambda name, _: cmd.TakeSeatBack(id=name))

    def nudge(self) -> None:
        self._do(lambda name, _: cmd.Nudge(id=name))

    def close(self) -> None:
        """Leaves the table; the seat stays, and a bot plays there after a while."""
        if self._thread.is_alive():
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._work.cancel)
            self._thread.join(5)


async def _end_all(loop: asyncio.AbstractEventLoop) -> None:
    """Ends what still waits for an answer when somebody leaves."""
    waiting = asyncio.all_tasks(loop) - {asyncio.current_task(loop)}
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)


def _ready(name: str, _: int) -> cmd.Action:
    return cmd.GetReady(id=name, contribution=secrets.token_hex(16))


def _new_messages(known: Sequence[SaidSight], now: Sequence[SaidSight]) -> Sequence[Any]:
    """What has been said since, where both lists may have lost their beginnings.

    >>> hello, bye = SaidSight(1, "hello"), SaidSight(2, "bye")
    >>> _new_messages([hello], [hello, bye]) == [bye], _new_messages([hello, bye], [bye]), len(_new_messages([], [bye]))
    (True, [], 1)
    """
    for size in range(min(len(known), len(now)), 0, -1):
        if known[len(known) - size :] == now[:size]:
            return now[size:]
    return now
