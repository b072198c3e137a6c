"""What leaves for a guest does not change by a byte when the cards that the guest may not know are redrawn."""

import asyncio
import os
from collections.abc import Callable, Iterator
from copy import copy
from random import Random
from typing import Any

import pytest
from redraw import redrawn
from tables.fakes import Friend, HandClock, MemoryStore, QuickBots

from docena.bots.players.player import LightPlayer
from docena.core.editions import NAMES, edition
from docena.core.moves import move_text
from docena.engine.view import View
from docena.storage.ports import LogRow
from docena.tables import commands as cmd
from docena.tables import events as e
from docena.tables.decide import Asker
from docena.tables.live_table import Change, LiveTable
from docena.tables.log import public_log
from docena.tables.registry import TableRegistry
from docena.tables.room import Room
from docena.tables.showing import Showing
from docena.tables.table_choices import Choices

LONG = bool(os.environ.get("DOCENA_LONG"))
SETTINGS = [
    {"edition": name, "players": players, "partners": partners, "table": table, "chat": "free"}
    for name in NAMES
    for players in edition(name).players
    for partners in (False, True)
    for table in ("strict", "open")
    if not (partners and (edition(name).partners == "never" or players not in (4, 6)))
    and not (not partners and edition(name).partners == "always")
    and not (table == "open" and not edition(name).open_tables)
]


def room_of(settings: dict[str, Any], rng: Random) -> Room:
    """A room in the middle of a game, with people in all seats."""
    opened = e.Opened("table", "CODE3", Choices(**settings, short=rng.random() < 0.5), 0)
    room = Room(opened)
    room.apply(e.Promised(1, rng.randbytes(16).hex()))
    for seat in range(1, room.options.players + 1):
        room.apply(e.Sat(seat, f"name {seat}", f"hash {seat}"))
        room.apply(e.Here(seat, "node"))
    room.apply(e.Dealt(1))
    player = LightPlayer("greedy", rng.randrange(1 << 30))
    for _ in range(rng.randrange(rng.choice((80, 400)))):
        play_one(room, player)
    return room


def play_one(room: Room, player: LightPlayer) -> bool:
    if room.phase != "playing" or room.game is None:
        return False
    mover = room.game.mover
    room.apply(e.Moved(mover, player.choose(room.game.view(mover))))
    return True


def twin_of(room: Room, settings: dict[str, Any], seat: int | None, rng: Random) -> Room:
    """The same room, in which all that this seat may not know is dealt anew."""
    assert room.game is not None
    twin = Room(e.Opened("table", "CODE3", room.choices, 0))
    twin.__dict__.update(room.__dict__)
    twin.game = room.game.copy()
    twin.game.chance = copy(room.game.chance)
    twin.game.tables = redrawn(room.game, seat, rng)
    twin.game.log = [_shuffled_line(line, rng) for line in room.game.log]
    return twin


def _shuffled_line(line: str, rng: Random) -> str:
    """A shuffle may have come out otherwise; nobody has seen it."""
    word, *cards = line.split(" ")
    if word != "shuffle":
        return line
    rng.shuffle(cards)
    return " ".join([word, *cards])


def live_of(room: Room) -> tuple[LiveTable, TableRegistry]:
    store = MemoryStore()
    store.logs[room.id] = [LogRow(seq, None, b"{}") for seq in range(1, room.seq + 1)]
    registry = TableRegistry(store, HandClock(), QuickBots(), "node")
    return registry._keep(room).live, registry


def bytes_for(live: LiveTable, registry: TableRegistry, seat: int | None, asks: list[Any]) -> list[bytes]:
    """Everything that a guest in this seat is sent: the hello, in both languages, and the answers to many asks."""
    room = live.room
    sent: list[bytes] = []
    # sentences are told by replaying the log, which a redrawn shuffle does not let happen
    shuffled = room.game is not None and any(line.startswith("shuffle") for line in room.game.log)
    for lang in (None,) if shuffled else (None, "en", "es"):
        friend = Friend(seat, lang)
        friend.frames = sent
        live.welcome(friend)
        for ask in asks:
            before = room.seq
            registry.ask(live, friend, ask)
            assert room.seq == before
    return sent


def refused_asks(room: Room, seat: int | None, rng: Random) -> Iterator[Any]:
    """Asks that are refused: moves that are not legal, among others for other seats."""
    assert room.game is not None
    legal = set(View(room.game.tables, seat).legal_numbers())
    for _ in range(12):
        number = rng.randrange(1024)
        try:
            text = move_text(number)
        except ValueError:
            continue
        if number not in legal:
            yield cmd.MakeMove(f"a{number}", room.stamp, text)
    yield cmd.MakeMove("x", room.stamp, "H99>1")
    yield cmd.Undo("u", -1)
    yield cmd.Agree("g", yes=True)


def differences(settings: dict[str, Any], seed: int) -> int:
    """How many viewers of one position are sent something else when what is hidden is redrawn."""
    rng = Random(seed)
    room = room_of(settings, rng)
    if room.game is None:
        return 0
    found, served = 0, live_of(room)
    for seat in [None, *range(1, room.options.players + 1)]:
        twin = twin_of(room, settings, seat, rng)
        asks = list(refused_asks(room, seat, rng))
        found += bytes_for(*served, seat, asks) != bytes_for(*live_of(twin), seat, asks)
    return found


@pytest.mark.parametrize("settings", SETTINGS, ids=lambda s: "-".join(str(value) for value in s.values()))
def test_every_byte_for_a_guest_is_the_same_when_hidden_cards_are_redrawn(settings: dict[str, Any]) -> None:
    asyncio.run(_same(settings))


async def _same(settings: dict[str, Any]) -> None:
    for seed in range(60 if LONG else 4):
        assert differences(settings, seed) == 0


def frames_of_play(room: Room, viewer: int | None, moves: list[str]) -> list[bytes]:
    """What a guest is sent while others play these moves."""
    live, _ = live_of(room)
    friend = Friend(viewer)
    live.viewers.append(friend)
    for move in moves:
        mover = room.mover
        live.put(Change(lambda _, mover=mover, move=move: showing_decision(mover, move), Asker(None)))  # type: ignore[misc]
    return friend.frames


def showing_decision(mover: int, move: str) -> Any:
    from docena.tables.decide import Decided

    return Decided([e.Moved(mover, move)])


@pytest.mark.parametrize("settings", [s for s in SETTINGS if s["table"] == "strict"], ids=lambda s: str(s["edition"]))
def test_moves_of_others_show_nothing_of_what_they_draw(settings: dict[str, Any]) -> None:
    """The draw pile is redrawn; what the mover and the next player then draw does not reach the viewer."""
    asyncio.run(_same_play(settings))


async def _same_play(settings: dict[str, Any]) -> None:
    if settings["players"] < 3:
        return
    compared = 0
    for seed in range(40 if LONG else 15):
        rng = Random(seed)
        room = room_of(settings, rng)
        if room.phase != "playing" or room.game is None or room.game.board.draw_size < 12:
            continue
        mover = room.game.mover
        closing = [move for move in room.game.legal_moves() if "-" in move]
        if not closing:
            continue
        following = mover % room.options.players + 1
        viewer = next(seat for seat in range(1, room.options.players + 1) if seat not in (mover, following))
        twin = twin_of(room, settings, viewer, rng)
        _keep_public_future(room, twin, mover)
        rows = frames_of_play(room, viewer, [closing[0]]), frames_of_play(twin, viewer, [closing[0]])
        assert rows[0] == rows[1]
        assert rows[0]
        compared += 1
    assert compared >= 3


def _keep_public_future(room: Room, twin: Room, mover: int) -> None:
    """The mover's hand stays as it was, so that the same discard can be made; the rest of the redrawing stands."""
    from docena.engine.table import record_in

    assert room.game is not None
    assert twin.game is not None
    record_in(twin.game.tables).hand[mover - 1] = record_in(room.game.tables).hand[mover - 1]


LEAKS: dict[str, Callable[[pytest.MonkeyPatch], None]] = {}


def leak(plant: Callable[[pytest.MonkeyPatch], None]) -> Callable[[pytest.MonkeyPatch], None]:
    LEAKS[plant.__name__] = plant
    return plant


@leak
def the_whole_log_is_sent(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(public_log, "public_line", lambda line: line)


@leak
def a_hash_of_the_position_is_sent(patch: pytest.MonkeyPatch) -> None:
    honest = Showing.common

    def leaky(self: Showing, log: public_log.PublicLog, lang: str | None, clock: Any) -> bytes:
        assert self.room.game is not None
        return honest(self, log, lang, clock) + b',"hash":"' + self.room.game.hash().encode() + b'"'

    patch.setattr(Showing, "common", leaky)


@leak
def another_seats_view_is_sent(patch: pytest.MonkeyPatch) -> None:
    honest = Showing._view

    def leaky(self: Showing, seat: int | None) -> bytes:
        return honest(self, 1 if seat is None else seat % self.room.options.players + 1)

    patch.setattr(Showing, "_view", leaky)


@leak
def refusals_are_reasoned_from_the_full_table(patch: pytest.MonkeyPatch) -> None:
    from docena.tables import decide

    honest = decide._refuse

    def leaky(key: str, *rest: Any, **parts: Any) -> Any:
        return honest(key, *rest, **parts)

    patch.setattr(decide, "_move", lambda room, asker, ask: _telling(room, asker, ask))
    patch.setitem(decide._DECIDE, cmd.MakeMove, lambda room, asker, ask: _telling(room, asker, ask))
    patch.setattr(decide, "_refuse", leaky)


def _telling(room: Room, asker: Any, ask: cmd.MakeMove) -> Any:
    from docena.core.errors import Refused

    assert room.game is not None
    raise Refused("illegal", str(room.game.board.hand(room.game.mover)))


@leak
def the_length_tells_of_the_next_card(patch: pytest.MonkeyPatch) -> None:
    honest = Showing.frame

    def leaky(self: Showing, *args: Any, **more: Any) -> bytes:
        assert self.room.game is not None
        draw = self.room.game.board.draw
        return honest(self, *args, **more) + b" " * (draw[0] if draw else 0)

    patch.setattr(Showing, "frame", leaky)


@pytest.mark.parametrize("name", sorted(LEAKS))
def test_a_planted_leak_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    LEAKS[name](monkeypatch)
    settings = {"edition": "classic", "players": 4, "partners": False, "table": "strict", "chat": "free"}

    async def found() -> int:
        return sum(differences(settings, seed) for seed in range(3))

    assert asyncio.run(found()) > 0
