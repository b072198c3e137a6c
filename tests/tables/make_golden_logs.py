"""Plays tables through the registry and writes their logs down, for a format of events that is about to be released.

    cd tests && ../.venv/bin/python -m tables.make_golden_logs

Files that are there are never written again: the logs of people are not either.
"""

import asyncio
from random import Random
from typing import Any

from tables.fakes import Friend, HandClock, MemoryStore, QuickBots
from tables.golden_logs import FOLDER, write_golden

from docena.tables import commands as cmd
from docena.tables.events import FORMAT
from docena.tables.live_table import LiveTable
from docena.tables.registry import TableRegistry
from docena.tables.seating.admission import request_seat, withdraw
from docena.tables.table_choices import Choices

TABLES: dict[str, dict[str, Any]] = {
    "classic": {"edition": "classic", "players": 2, "stock": 3, "chat": "free", "clock": "soft", "goal": 40},
    "classic-partners": {"edition": "classic", "players": 4, "stock": 2, "partners": True, "goal": 0},
    "classic-open": {"edition": "classic", "players": 3, "stock": 2, "table": "open", "games": 2},
    "deluxe": {
        "edition": "deluxe",
        "players": 3,
        "stock": 3,
        "clock": "strict",
        "seconds": 10,
        "bots": {"3": "casual"},
    },
    "deluxe-partners-open": {"edition": "deluxe", "players": 4, "stock": 2, "partners": True, "table": "open"},
    "mod": {"edition": "mod", "players": 2, "stock": 3, "clock": "off", "public": True, "pace": 0},
    "masters": {"edition": "masters", "players": 3, "stock": 3, "clock": "off", "holder": "skilled"},
    "tournament": {"edition": "tournament", "players": 4, "stock": 2, "chat": "off"},
    "classic-hints": {"edition": "classic", "players": 2, "stock": 2, "goal": 0, "hints": True},
    "classic-approval": {"edition": "classic", "players": 3, "stock": 2, "goal": 0, "public": True, "approval": True},
}
_NAMES = ("Ana", "Luis", "Eva", "Åsa 🂡", "李", "O'Neil")
_MOST_MOVES = 120


class Evening:
    """One table, and what happens at it in an evening."""

    def __init__(self, seed: int) -> None:
        self.rng, self.store, self.clock = Random(seed), MemoryStore(), HandClock()
        self.registry = TableRegistry(self.store, self.clock, QuickBots(), "node-1", seed=seed)
        self.friends: dict[int, Friend] = {}
        self.asked = 0

    async def let_in(self) -> None:
        """Newcomers ask to sit down: one changes her mind, one is refused, and one is let in."""
        room, ana = self.live.room, Friend(1)
        self.registry.enter(self.live, ana)
        self.friends[1] = ana
        self.ask(1, cmd.SetApproval, on=False)
        self.ask(1, cmd.SetApproval, on=True)
        for number, name in enumerate(_NAMES[2:5]):
            player = f"k:{number}" + "0" * 63
            asked = await request_seat(self.live, cmd.AskToSit(name), player, [], self.clock.today())
            if number == 0:
                await withdraw(self.live, asked.request, asked.secret)
            else:
                self.ask(1, cmd.Admit, request=asked.request, yes=number == 2)
        assert len(room.people) == 2
        self.registry.leave(self.live, ana)

    async def sit_down(self, choices: dict[str, Any]) -> None:
        welcome = await self.registry.open(cmd.Open(_NAMES[0], 1, Choices(**choices)), player="k:" + "0" * 64)
        live = await self.registry.live(welcome.table)
        assert live is not None
        self.live: LiveTable = live
        if live.room.choices.approval:
            await self.let_in()
        for number, seat in live.room.numbered[1:]:
            if seat.kind == "empty":
                await self.registry.sit(live, cmd.Sit(_NAMES[number - 1]))
        for number in live.room.people:
            self.come(number)
        last = max(live.room.people)
        self.ask(last, cmd.Stand)
        self.registry.leave(live, self.friends.pop(last))
        await self.registry.sit(live, cmd.Sit(f"{_NAMES[last - 1]} again", last))
        self.come(last)

    def come(self, seat: int) -> None:
        self.friends[seat] = Friend(seat)
        self.registry.enter(self.live, self.friends[seat])

    def ask(self, seat: int, kind: type[Any], **more: Any) -> Any:
        self.asked += 1
        self.registry.ask(self.live, self.friends[seat], kind(f"a{self.asked}", **more))
        return self.friends[seat].last

    def deal(self) -> None:
        for seat in self.live.room.people:
            self.ask(seat, cmd.GetReady, contribution=self.rng.randbytes(4).hex() if self.rng.random() < 0.5 else None)
        self.clock.pass_time(3)
        assert self.live.room.game is not None  # bots may have ended it already

    def move(self) -> int:
        """A move of whoever may make one; gives the seat."""
        room = self.live.room
        assert room.game is not None
        legal = room.game.legal_moves()
        builds = [move for move in legal if ">" in move and ":" not in move]
        acts = [move for move in legal if ":" in move and int(move[0]) in self.friends]
        own = [move for move in legal if ":" not in move]
        choices = acts if acts and self.rng.random() < 0.2 else builds or own or acts
        if not choices:
            self.clock.pass_time(1)  # only a bot may do anything, out of turn
            return 0
        move = self.rng.choice(choices)
        seat = int(move[0]) if ":" in move else room.game.mover
        if seat not in self.friends:
            self.clock.pass_time(1)  # a bot's turn
            return 0
        self.ask(seat, cmd.MakeMove, seq=room.stamp, move=move)
        return seat

    def take_back(self, seat: int) -> None:
        """Asks for the last move back; the others agree every other time."""
        room = self.live.room
        self.ask(seat, cmd.Undo, seq=room.stamp)
        yes = self.rng.random() < 0.5
        while room.wanted is not None:
            self.ask(room.unanswered[0][0], cmd.Agree, yes=yes)

    def talk(self) -> None:
        seat = self.rng.choice(list(self.friends))
        self.ask(seat, cmd.Say, phrase="well_played")
        self.ask(seat, cmd.Say, text="¡qué suerte! <b>")

    def go_away(self) -> None:
        """The mover's connection is lost, a bot plays on, and the player comes back."""
        mover = self.live.room.mover
        if mover in self.friends:
            self.registry.leave(self.live, self.friends.pop(mover))
            self.clock.pass_time(31)
            self.come(mover)

    def dawdle(self) -> None:
        """Somebody is waited for, reminded, and held by a bot."""
        mover = self.live.room.mover
        if mover in self.friends:
            other = next(seat for seat in self.friends if seat != mover)
            self.ask(other, cmd.Nudge)
            self.clock.pass_time(100)
            if self.live.room.seat(mover).held:
                self.ask(mover, cmd.TakeSeatBack)

    async def change_device(self) -> None:
        seat = min(self.friends)
        ticket = self.ask(seat, cmd.MakeTicket).ticket
        await self.registry.sit(self.live, cmd.Sit("x", ticket=ticket))
        self.come(seat)

    async def be_helped(self) -> None:
        """A player asks for a hint, which everyone is told."""
        mover = self.live.room.mover
        if mover in self.friends and self.live.room.choices.edition == "classic" and self.live.room.choices.goal == 0:
            await self.registry.hint(self.live, mover, "en")

    async def play(self) -> None:
        """One game, with what comes between its moves."""
        self.deal()
        room = self.live.room
        for count in range(_MOST_MOVES):
            if room.phase != "playing":
                return
            seat = self.move()
            if room.phase == "playing" and seat and self.rng.random() < 0.15:
                self.take_back(seat)
            if room.phase == "playing" and count % 17 == 5:
                self.talk()
                self.go_away()
            if room.phase == "playing" and count % 29 == 11:
                self.dawdle()
            if room.phase == "playing" and count == 13:
                await self.change_device()
            if room.phase == "playing" and count == 19:
                await self.be_helped()
        if room.phase == "playing":
            self.ask(room.host or 0, cmd.Abandon)

    async def spend(self, choices: dict[str, Any]) -> list[bytes]:
        await self.sit_down(choices)
        room = self.live.room
        for _ in range(2):
            await self.play()
            self.clock.pass_time(1)
        if len(room.people) > 2:
            self.deal()
            self.move()
            leaver = max(room.people)
            self.ask(leaver, cmd.Stand)
            self.friends.pop(leaver)
            for _ in range(10):
                if room.phase == "playing":
                    self.move()
        if room.phase == "playing":
            self.ask(room.host or 0, cmd.Abandon)
        self.clock.pass_time(1)
        for seat in sorted(room.people, reverse=True):
            if room.phase == "over":
                self.ask(seat, cmd.Stand)
        self.clock.pass_time(1)
        if room.host is not None and room.phase != "playing":
            self.ask(room.host, cmd.Close)
        return [row.body for row in self.store.logs[room.id]]


def main() -> None:
    for number, (name, choices) in enumerate(TABLES.items()):
        path = FOLDER / f"{name}-{FORMAT}.log"
        if path.exists():
            print(f"{path.name} is there, and stays as it is")
            continue
        bodies = asyncio.run(Evening(number).spend(choices))
        write_golden(path, bodies)
        print(f"{path.name}: {len(bodies)} events")


if __name__ == "__main__":
    main()
