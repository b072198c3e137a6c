"""What people try who mean no good: refused with a reason, the table as it was, the server at its work."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from server.attempts import bear, refused
from server.stage import Duel, Stage, Visitor, frame, perform

from docena.tables import commands as cmd

# --- secrets of seats


def test_without_the_right_secret_no_byte_of_the_table_is_sent(tmp_path: Path) -> None:
    async def attempt(stage: Stage, duel: Duel) -> None:
        secret = duel.secrets[0]
        strangers = await stage.open(name="Eva")
        kept = duel.live.room.seat(1).secret
        wrong = [
            secret[:-1],
            secret + "A",
            secret.swapcase(),
            secret[::-1],
            strangers["secret"],
            kept,
            "x" * 43,
            "é" * 43,
        ]
        for text in wrong:
            visitor = await stage.visit(duel.id)
            visitor.send(do="hello", secret=text)
            assert await visitor.gone() == 1008
            (only,) = [msgspec.json.decode(message) for message in visitor.heard]
            refused(only, "secret")
            assert set(only) == {"type", "id", "ok", "why", "reason"}
        for text in [text for text in wrong if text.isascii()]:
            for reply in (
                await stage.get(duel.path, Authorization=f"Seat {text}"),
                await stage.post(f"{duel.path}/asks", {"do": "away", "id": "x"}, Authorization=f"Seat {text}"),
            ):
                assert (reply.status, reply.json["reason"]) == (401, "secret")
                assert set(reply.json) == {"ok", "why", "reason"}
        for words in ("", "Seat", "Seat ", "Basic " + secret, "Bearer " + secret, secret):
            reply = await stage.post(f"{duel.path}/asks", {"do": "away", "id": "x"}, Authorization=words)
            assert reply.json["reason"] in ("secret", "not_yours")

    bear(tmp_path, attempt)


@pytest.mark.parametrize(
    "first",
    [
        b"",
        b"{}",
        b"[]",
        b"null",
        b'"hello"',
        b'{"do":"move","id":"x","seq":1,"move":"S>1"}',
        b'{"do":"hello","secret":5}',
        b'{"do":"hello","secret":"short"}',
        b'{"do":"hello","seat":1}',
        b'{"do":"hello","lang":"' + b"e" * 100 + b'"}',
        b'{"x":' + b"[" * 4000,
        b'{"do":"hello","secret":"\\ud800\\ud800\\ud800\\ud800\\ud800\\ud800\\ud800"}',
    ],
    ids=range(12),
)
def test_a_hello_that_is_none_gets_a_reason_and_nothing_else(tmp_path: Path, first: bytes) -> None:
    async def test(stage: Stage) -> None:
        table = (await stage.open())["table"]
        visitor = await stage.visit(table)
        visitor.wire.send(first)
        assert await visitor.gone() == 1008
        (only,) = [msgspec.json.decode(message) for message in visitor.heard]
        refused(only, "bad")
        assert table not in only["why"]

    perform(tmp_path, test)


def test_a_secret_that_was_replaced_opens_nothing_any_more(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        duel = await stage.duel()
        old, room = duel.people[0], duel.live.room
        ticket = (await old.ask("ticket"))["ticket"]
        for text in (ticket[:-1], ticket + "A", duel.secrets[0], room.seat(1).ticket, ""):
            reply = await stage.post(f"{duel.path}/seats", {"name": "Eva", "ticket": text})
            assert (reply.status, reply.json["reason"]) == (401, "secret"), text
        guest = next(guest for guest in duel.live.viewers if guest.seat == 1)
        moved = await stage.sit(duel.id, ticket=ticket)
        # as if it had come in before, and been read only now
        stage.registry.ask(duel.live, guest, cmd.Say("late", phrase="hello"))
        # what the old device still says is said by nobody
        legal = {1: old.view["legal"], 2: []}[room.mover or 1]
        for number, move in enumerate(legal or ["S>1"]):
            old.send(do="move", id=f"late{number}", seq=room.stamp, move=move)
        old.send(do="say", id="late", phrase="hello")
        assert await old.gone() == 1001
        assert msgspec.json.decode(old.heard[-1])["reason"] == "moved_over"
        await duel.settle()
        assert not room.movers
        assert not room.said
        late = await stage.visit(duel.id)
        late.send(do="hello", secret=duel.secrets[0])
        assert await late.gone() == 1008
        refused(msgspec.json.decode(late.heard[0]), "secret")
        again = await stage.post(f"{duel.path}/seats", {"name": "Eva", "ticket": ticket})
        assert (again.status, again.json["reason"]) == (401, "secret")
        new = await stage.enter(duel.id, moved["secret"])
        assert msgspec.json.decode(new.heard[0])["seat"] == 1
        assert len(new.view["hand"]) == (5 if room.mover == 1 else 0)

    perform(tmp_path, test)


# --- moves that are not one's own, not now, or not again


def test_nobody_moves_for_another_seat(tmp_path: Path) -> None:
    async def attempt(stage: Stage, duel: Duel) -> None:
        mover, other = duel.mover, duel.other
        seat = duel.live.room.mover
        for number, move in enumerate(mover.view["legal"]):
            refused(await other.ask("move", seq=other.seq, move=move), "not_yours")
            refused(await other.ask("move", seq=other.seq, move=move, id=f"good{number}"), "not_yours")
        for act in ("draw", "talk", "object", "accuse", "out"):
            for visitor, whose in ((other, seat), (mover, 3 - (seat or 0))):
                refused(await visitor.ask("move", seq=visitor.seq, move=f"{whose}:{act}"), "not_yours", "bad")
        for extra in ({"seat": seat}, {"as": seat}, {"secret": duel.secrets[0]}):
            refused(await other.ask("move", seq=other.seq, move=mover.view["legal"][0], **extra), "bad")

    bear(tmp_path, attempt, {"table": "open"})


def test_a_spectator_can_do_nothing_but_look(tmp_path: Path) -> None:
    asks: list[dict[str, Any]] = [
        {"do": "undo", "seq": 0},
        {"do": "agree", "yes": True},
        {"do": "say", "phrase": "hello"},
        {"do": "say", "text": "hello"},
        {"do": "ready"},
        {"do": "ready", "contribution": "00"},
        {"do": "start"},
        {"do": "bot", "seat": 1, "level": "casual"},
        *({"do": do} for do in ("stand", "away", "back", "nudge", "ticket", "abandon", "close")),
    ]

    async def attempt(stage: Stage, duel: Duel) -> None:
        watcher = await stage.enter(duel.id)
        assert "seat" not in msgspec.json.decode(watcher.heard[0])
        assert watcher.view["hand"] == watcher.view["legal"] == []
        moves = duel.mover.view["legal"]
        for ask in asks + [{"do": "move", "move": move, "seq": 0} for move in moves]:
            seq = {"seq": watcher.seq} if "seq" in ask else {}
            refused(await watcher.ask(**(ask | seq)), "not_yours", "not_now")
            reply = await stage.post(f"{duel.path}/asks", ask | seq | {"id": "x"})
            assert reply.status in (403, 409)
        watcher.send(do="hello", secret=duel.secrets[0])
        refused(await watcher.until(lambda message: message["type"] == "answer" and message["id"] is None), "not_now")
        assert "seat" not in msgspec.json.decode(watcher.heard[-1])

    bear(tmp_path, attempt, {"chat": "free"})


def test_what_was_done_is_not_done_again_however_often_and_by_whomever_it_is_sent(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        duel = await stage.duel(chat="free")
        sent: list[tuple[Visitor, dict[str, Any]]] = []
        for number in range(8):
            mover, legal = duel.mover, duel.mover.view["legal"]
            move = min(legal, key=lambda move: (">" not in move, move))
            ask = {"do": "move", "id": f"m{number}", "seq": mover.seq, "move": move}
            sent.append((mover, ask))
            assert (await mover.ask(**ask))["type"] == "state"
            await duel.settle()
        spoken = {"do": "say", "id": "spoken", "text": "well"}
        sent.append((duel.people[0], spoken))
        assert (await duel.people[0].ask(**spoken))["said"]
        before = await duel.position()
        for mover, ask in reversed(sent):
            answer = await mover.ask(**ask)
            # what was done is shown as it stands now, in full
            assert answer["seq"] == duel.live.room.stamp
            assert answer["view"] == mover.view
        for mover, ask in sent[:-1]:
            other = duel.people[1] if mover is duel.people[0] else duel.people[0]
            refused(await other.ask(**ask), "not_yours", "stale")
            refused(await mover.ask(**(ask | {"id": f"again {ask['id']}"})), "stale", "not_yours")
        watcher = await stage.enter(duel.id)
        refused(await watcher.ask(**sent[0][1]), "not_yours")
        assert await duel.position() == before
        for _ in range(3):
            await duel.move()

    perform(tmp_path, test)


def test_what_was_done_long_ago_is_not_done_again_either(tmp_path: Path) -> None:
    """The room remembers some of what was asked for lately; the store remembers all of it."""

    async def test(stage: Stage) -> None:
        duel = await stage.duel(chat="free")
        ana = duel.people[0]
        for number in range(80):
            assert (await ana.ask("say", id=f"s{number}", text=f"word {number}"))["type"] == "state"
        assert "1:s0" not in duel.live.room.actions
        before = await duel.position()
        answer = await ana.ask("say", id="s0", text="word 0")
        assert answer["type"] == "state", answer
        assert answer["table"]["id"] == duel.id
        reply = await stage.post(
            f"{duel.path}/asks", {"do": "say", "id": "s1", "text": "x"}, Authorization=f"Seat {duel.secrets[0]}"
        )
        assert reply.status == 200
        assert await duel.position() == before

    perform(tmp_path, test)


def test_a_move_from_a_position_that_is_past_or_never_was_is_stale(tmp_path: Path) -> None:
    async def attempt(stage: Stage, duel: Duel) -> None:
        mover = duel.mover
        move, seq = mover.view["legal"][0], mover.seq
        for wrong in (seq - 1, seq + 1, 0, -1, -seq, 2**31, 2**63, 2**64 + seq, 10**30):
            refused(await mover.ask("move", seq=wrong, move=move), "stale")
            refused(await mover.ask("undo", seq=wrong), "stale")
        for bad in (None, True, float(seq) + 0.5, str(seq), [seq]):
            refused(await mover.ask("move", seq=bad, move=move), "bad")

    bear(tmp_path, attempt)


def test_of_two_moves_sent_at_once_from_one_position_one_is_made(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        duel = await stage.duel()
        mover, legal = duel.mover, duel.mover.view["legal"]
        assert len(legal) > 1
        start, moves = len(mover.heard), len(duel.live.room.movers)
        mover.wire.send_raw(
            b"".join(
                frame(msgspec.json.encode({"do": "move", "id": f"both{n}", "seq": mover.seq, "move": move}))
                for n, move in enumerate(legal)
            )
        )
        await mover.until(lambda message: message.get("id") == f"both{len(legal) - 1}", start)
        answers = [msgspec.json.decode(message) for message in mover.heard[start:]]
        assert [answer["type"] for answer in answers if answer.get("id")].count("state") == 1
        assert {answer["reason"] for answer in answers if answer["type"] == "answer"} <= {"stale", "not_yours"}
        assert len(duel.live.room.movers) == moves + 1

    perform(tmp_path, test)
