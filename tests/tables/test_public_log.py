"""The log that guests are shown: the same whether it was kept up or made anew, and made piece by piece."""

import asyncio
from random import Random

import msgspec
import pytest
from rounds import Rounds
from tables.fakes import Friend
from tables.world import World, choose

from docena.core.notation import public_line
from docena.tables import commands as cmd
from docena.tables import events as e
from docena.tables.log import public_log
from docena.tables.log.encoded import BLOCK, EncodedTexts
from docena.tables.log.public_log import PublicLog
from docena.tables.room import Room
from docena.tables.slices import Turns


@pytest.mark.parametrize("seed", range(5))
def test_encoded_texts_are_a_list(seed: int) -> None:
    rng, texts, plain = Random(seed), EncodedTexts(), list[str]()
    for _ in range(400):
        if rng.random() < 0.2 and plain:
            length = rng.randrange(max(0, len(plain) - 2 * BLOCK), len(plain) + 1)
            del plain[length:]
            texts.cut(length)
        texts.cut(len(plain) + rng.randrange(2 * BLOCK))
        for _ in range(rng.choice((1, 3, BLOCK))):
            plain.append(rng.choice(('"', "ñ", "H7>1", "")))
            texts.append(plain[-1])
        start = rng.choice((0, len(plain), rng.randrange(len(plain) + 1)))
        assert len(texts) == len(plain)
        assert msgspec.json.decode(texts.since(start)) == plain[start:]


def read(log: PublicLog, lang: str | None) -> dict[str, object]:
    return dict(msgspec.json.decode(log.since(0, lang)))


def test_a_log_that_was_kept_up_is_the_one_that_is_made_anew() -> None:
    async def test() -> None:
        world, rng = World(), Random(3)
        live, ana, luis = await world.duel(edition="mod", clock="off", stock=3, goal=1000)
        ana.lang, luis.lang = "en", "es"
        building = asyncio.ensure_future(live.log.prepare("es", world.registry.turns))
        for _ in range(300):
            if live.room.phase != "playing":
                world.say_ready(live, ana, luis)
            mover = world.turn(live, ana, luis)
            world.move(live, mover, choose(mover.view.legal))
            if rng.random() < 0.4:
                world.registry.ask(live, mover, cmd.Undo(f"u{live.room.seq}", live.room.stamp))
            if rng.random() < 0.3:
                await asyncio.sleep(0)
            if rng.random() < 0.1:
                assert live.room.game is not None
                for lang in ("en", "es", None):
                    fresh = PublicLog(live.room)
                    await fresh.prepare(lang, Turns())
                    assert read(fresh, lang) == read(live.log, lang)
                    assert read(fresh, None)["lines"] == [public_line(line) for line in live.room.game.log]
        await building
        assert live.room.number > 1

    asyncio.run(test())


def long_room(pairs: int) -> Room:
    from server.long_games import long_game

    return long_game("LongGame12345678", "ABCDE", pairs, over=False)[2]


def test_sentences_are_made_piece_by_piece_while_the_game_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    rounds = Rounds(monkeypatch)
    rounds.watch("sentences", public_log, "narrate")
    rounds.watch("lines", public_log, "public_line")

    async def test() -> None:
        room = long_room(2000)
        assert room.game is not None
        log, turns = PublicLog(room), Turns()
        with rounds.counting():
            waiting = [asyncio.ensure_future(log.prepare(lang, turns)) for lang in ("en", "es", "en", None)]
            while not all(task.done() for task in waiting):
                await asyncio.sleep(0)
                # taken back and played again, at any moment of it, unless the draw pile was shuffled after the move
                if room.game.log and rounds.rounds % 3 == 0 and not room.game.log[-1].startswith("shuffle"):
                    seat, move = room.movers[-1], room.game.log[-1]
                    for event in (e.Undone(seat), e.Moved(seat, move)):
                        before = room.game.view(None)
                        start = len(room.game.log)
                        room.apply(event)
                        log.follow(before, min(start, len(room.game.log)))
        most = 2 * (public_log.SENTENCES_IN_A_TURN + 8)  # for everybody, and for whom it is about
        assert rounds.most["sentences"] <= most
        assert rounds.most["lines"] <= public_log.LINES_IN_A_TURN + 8
        assert rounds.sum["sentences"] > len(room.game.log)
        told = read(log, "es")
        fresh = PublicLog(room)
        await fresh.prepare("es", turns)
        assert told == read(fresh, "es")

    asyncio.run(test())


def test_who_comes_back_to_a_long_game_makes_nobody_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    rounds = Rounds(monkeypatch)

    async def test() -> None:
        world = World()
        live, _, _ = await world.duel(clock="off")
        live.room, live.log = (room := long_room(600)), PublicLog(room)
        rounds.watch("sentences", public_log, "narrate")
        rounds.watch("lines", public_log, "public_line")
        await world.registry.prepare(live, "en")
        with rounds.counting():
            for _ in range(5):
                live.welcome(Friend(None, "en"))
                await asyncio.sleep(0)
        assert not rounds.sum
        assert len(live.viewers[-1].frames) == 1  # type: ignore[attr-defined]

    asyncio.run(test())


def test_what_another_node_has_played_is_taken_up_piece_by_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    rounds = Rounds(monkeypatch)

    async def test() -> None:
        here = World(node="here")
        live, ana, luis = await here.duel(clock="off")
        there = World(here.store, "there")
        other = await there.registry.live(live.room.id)
        assert other is not None
        tell_here = here.store.heard.pop(0)
        for _ in range(150):
            if other.room.phase != "playing":
                break
            mover = other.room.mover or 1
            guest = Friend(mover)
            other.welcome(guest)
            there.move(other, guest, choose(guest.view.legal))
            other.leave(guest)
        missing = other.room.seq - live.room.seq
        assert missing > 100
        rounds.watch("events", Room, "apply")
        with rounds.counting():
            tell_here(live.room.id, other.room.seq)
            while live.room.seq < other.room.seq:
                await asyncio.sleep(0)
        assert rounds.most["events"] <= 8
        assert rounds.sum["events"] == missing
        assert ana.seq == luis.seq == other.room.stamp

    asyncio.run(test())
