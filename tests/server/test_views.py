"""Every way to a seat's view gives the same JSON: sockets, HTTP, programs that play, and the library."""

from pathlib import Path

import msgspec
import pytest
from server.stage import Stage, perform

from docena.arena.external import move_message
from docena.core.editions import NAMES, edition

MOVES = 40


@pytest.mark.parametrize("table", ["strict", "open"])
@pytest.mark.parametrize("name", NAMES)
def test_a_seat_is_shown_the_same_wherever_it_looks(name: str, table: str, tmp_path: Path) -> None:
    facts = edition(name)
    if table == "open" and not facts.open_tables:
        pytest.skip(f"{name} has no open tables")

    async def test(stage: Stage) -> None:
        players = facts.players[0]
        first = await stage.open(edition=name, players=players, table=table, stock=3)
        others = [await stage.sit(first["table"], f"Guest {n}") for n in range(2, players + 1)]
        seats = [first, *others]
        people = [await stage.enter(first["table"], seat["secret"]) for seat in seats]
        for person in people:
            person.send(do="ready", id="ready")
        for person in people:
            await person.until(lambda message: "view" in message)
        live = await stage.live(first["table"])
        for _ in range(MOVES):
            game = live.room.game
            assert game is not None
            for seat, person in zip(seats, people, strict=True):
                reply = await stage.get(f"/api/tables/{first['table']}", Authorization=f"Seat {seat['secret']}")
                view = game.view(seat["seat"])
                asked = msgspec.json.decode(move_message(view, [], 5000))
                assert reply.json["view"] == person.view == asked["view"] == view.as_dict()
                assert list(reply.json["view"]) == list(view.as_dict())
                assert view.as_json() in reply.raw
            if live.room.phase != "playing":
                break
            mover = people[game.mover - 1]
            legal = mover.view["legal"]
            move = min(legal, key=lambda move: (":" in move, not move.startswith("S>"), ">" not in move, move))
            await mover.ask("move", seq=mover.seq, move=move)
            for person in people:
                await person.until(lambda message: message.get("seq") == live.room.stamp)
        watcher = await stage.enter(first["table"])
        assert live.room.game is not None
        assert watcher.view == live.room.game.view(None).as_dict()

    perform(tmp_path, test, asks_per_second=10_000)
