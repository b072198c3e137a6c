"""Score pads over HTTP: entering, correcting, sharing, and the pad that an online match fills by itself."""

import secrets
from pathlib import Path
from typing import Any

import pytest
from server.organisers import follow
from server.stage import Reply, Stage, perform
from server.test_schema import same

from docena.core.errors import Refused
from docena.server.tournaments import bodies as b
from docena.tournaments.log_lines import LineTakenBack, last_entry
from docena.tournaments.pads.pad import (
    MOST_GAMES,
    MOST_LINES,
    Added,
    Begun,
    Fixed,
    PadChoices,
    PadGame,
    PadLine,
    fold,
)
from docena.tournaments.pads.store import pack

FRIDAY = {"title": "Friday", "names": ["Ana", "Luis", "Eva"], "goal": 200}
GAME = PadGame(1, (0, 5))


class Keeper:
    """Whoever keeps the score of one pad."""

    def __init__(self, stage: Stage, opened: Any) -> None:
        self.stage, self.id, self.key = stage, opened["pad"], opened["key"]
        self.path = f"/api/pads/{self.id}"

    @classmethod
    async def begin(cls, stage: Stage, **choices: Any) -> "Keeper":
        reply = await stage.post("/api/pads", {"choices": FRIDAY | choices})
        assert (reply.status, same(reply.raw, b.PadOpened)) == (201, True), reply.raw
        assert reply.json["link"].endswith(f"/pad/{reply.json['pad']}#key={reply.json['key']}")
        return cls(stage, reply.json)

    async def ask(self, do: str, name: str = "", **parts: Any) -> Reply:
        body = {"do": do, "ask": name or secrets.token_hex(8)} | parts
        return await self.stage.post(f"{self.path}/asks", body, Authorization=f"Key {self.key}")

    async def add(self, winner: int, *left: int) -> Reply:
        return await self.ask("add", game={"winner": winner, "left": left})

    async def get(self, part: str = "", key: str | None = None) -> Reply:
        return await self.stage.get(self.path + part, Authorization=f"Key {self.key if key is None else key}")

    async def sight(self) -> Any:
        reply = await self.get()
        assert same(reply.raw, b.PadSight)
        return reply.json


def test_5_2_5_3_a_match_from_its_beginning_to_its_winner(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        pad = await Keeper.begin(stage, dealer=2)
        assert (await pad.sight())["deals"] == 2
        assert (await pad.add(1, 0, 3, 4)).json == {"ok": True, "seq": 2}
        assert (await pad.add(2, 10, 0, 5)).status == 200
        sight = await pad.sight()
        assert (sight["totals"], sight["ahead"], sight["deals"], sight["over"]) == ([60, 100, 0], [1], 1, False)
        assert (await pad.ask("fix", number=1, game={"winner": 1, "left": [0, 3, 14]})).status == 200
        assert (await pad.sight())["totals"] == [110, 100, 0]
        assert (await pad.ask("undo")).status == 200
        assert (await pad.ask("remove", number=2)).status == 200
        assert (await pad.sight())["totals"] == [60, 0, 0]
        assert (await pad.ask("undo")).status == 200
        assert (await pad.add(2, 9, 0, 9)).status == 200
        sight = await pad.sight()
        assert (sight["over"], sight["winners"], sight["wins"]) == (True, [2], [1, 2, 0])
        assert (await pad.add(2, 9, 0, 9)).json["reason"] == "illegal"

    perform(tmp_path, test)


def test_entries_are_made_once_and_not_upon_an_old_sight(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        pad = await Keeper.begin(stage)
        phone = await follow(stage, f"{pad.path}/socket")
        game = {"winner": 1, "left": [0, 3, 4]}
        for _ in range(2):
            assert (await pad.ask("add", "the-same-one", game=game)).json["seq"] == 2
        await phone.until(lambda message: message["seq"] == 2)
        assert (await pad.ask("add", game=game, seen=1)).json["reason"] == "stale"
        assert (await pad.ask("add", game=game, seen=2)).status == 200
        await phone.until(lambda message: message["seq"] == 3)

    perform(tmp_path, test)


BAD: list[tuple[dict[str, Any], int]] = [
    ({"do": "add", "game": {"winner": 1, "left": [0, 31, 4]}}, 422),
    ({"do": "add", "game": {"winner": 1, "left": [1, 3, 4]}}, 422),
    ({"do": "add", "game": {"winner": 1, "left": [0, 0, 4]}}, 422),
    ({"do": "add", "game": {"winner": 4, "left": [0, 3, 4]}}, 422),
    ({"do": "add", "game": {"winner": 1, "left": [0, 3]}}, 422),
    ({"do": "add", "game": {"winner": 1, "left": [0, -1, 3]}}, 422),
    ({"do": "fix", "number": 1, "game": {"winner": 1, "left": [0, 3, 4]}}, 422),
    ({"do": "remove", "number": 0}, 422),
    ({"do": "undo"}, 422),
    ({"do": "add"}, 400),
    ({"do": "fly"}, 400),
]


def test_what_cannot_be_is_refused_and_nobody_else_gets_in(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        pad, other = await Keeper.begin(stage), await Keeper.begin(stage)
        for body, status in BAD:
            reply = await stage.post(f"{pad.path}/asks", {"ask": "bad-entry-1"} | body, Authorization=f"Key {pad.key}")
            assert (reply.status, bool(reply.json["why"])) == (status, True), body
        assert (await pad.sight())["seq"] == 1
        pad.key, key = other.key, pad.key
        for reply in (await pad.add(1, 0, 3, 4), await pad.get(), await pad.get("/text"), await pad.get("/csv")):
            assert reply.json["reason"] == "secret"
        assert (await stage.request("DELETE", pad.path, Authorization=f"Key {other.key}")).status == 401
        assert (await stage.get(f"/pad/{pad.id}/paper?key={other.key}")).status == 401
        assert (await stage.request("DELETE", pad.path, Authorization=f"Key {key}")).status == 200
        assert (await stage.get(pad.path, Authorization=f"Key {key}")).status == 404
        for choices in ({"names": ["Ana"]}, {"names": ["Ana", "ana"]}, {"title": ""}, {"goal": -1}, {"dealer": 7}):
            assert (await stage.post("/api/pads", {"choices": FRIDAY | choices})).status in (400, 422), choices

    perform(tmp_path, test)


def test_a_pad_goes_along_as_text_on_paper_and_into_a_spreadsheet(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        pad = await Keeper.begin(stage)
        await pad.add(1, 0, 3, 4)
        text = (await pad.get("/text")).json
        received = await stage.post("/api/pads/receive", text)
        copy = Keeper(stage, received.json)
        assert (await copy.sight())["totals"] == [60, 0, 0]
        assert (await stage.post("/api/pads/receive", {"text": "docena-pad-1.AAAA"})).status == 422
        sheet = await stage.get(f"{pad.path}/csv?key={pad.key}&lang=es")
        assert "60" in sheet.raw.decode("utf-8-sig")
        assert "attachment" in sheet.headers["Content-Disposition"]
        # browsers print the address under a page: its key opens nothing else
        paper = (await stage.get(pad.path, Authorization=f"Key {pad.key}")).json["paper"]
        for key in (pad.key, paper):
            assert "60" in (await stage.get(f"/pad/{pad.id}/paper?key={key}")).raw.decode()
        for part in ("", "/text", "/csv", "/qr.svg"):
            assert (await stage.get(f"{pad.path}{part}", Authorization=f"Key {paper}")).status == 401
        assert b"<svg" in (await stage.get(f"{pad.path}/qr.svg?key={pad.key}")).raw
        blank = await stage.get("/paper/pad?sides=3&goal=300&lang=es")
        assert (blank.status, "300" in blank.raw.decode()) == (200, True)
        for query in ("sides=0", "sides=7", "sides=x", "goal=-1", "sides=³"):
            assert (await stage.get(f"/paper/pad?{query}")).status == 400

    perform(tmp_path, test)


@pytest.mark.parametrize("goal", [0, 500])
def test_an_online_match_fills_its_pad_by_itself(tmp_path: Path, goal: int) -> None:
    async def test(stage: Stage) -> None:
        duel = await stage.duel(stock=2, goal=goal)
        first = await stage.get(f"{duel.path}/pad")
        assert same(first.raw, b.PadSight)
        assert (first.json["online"], first.json["games"], first.json["names"]) == (True, [], ["Ana", "Luis"])
        while duel.live.room.phase == "playing":
            await duel.move()
            await duel.settle()
        room = duel.live.room
        pad = (await stage.get(f"{duel.path}/pad")).json
        assert pad["totals"] == room.sheet.totals
        assert pad["games"][0]["left"] == list(room.sheet.results[0]["stock"])
        # 2.2: whoever deals has the first player to the left
        assert pad["deals"] % 2 + 1 == room.next_first()
        assert pad["over"] == (goal == 0)
        assert str(max(room.sheet.totals)) in (await stage.get(f"/t/{duel.id}/pad/paper")).raw.decode()
        assert str(max(room.sheet.totals)) in (await stage.get(f"{duel.path}/pad/csv")).raw.decode()

    perform(tmp_path, test)


def _long_text(games: int) -> str:
    lines = [PadLine(1, "2026-01-01", Begun(PadChoices("Long", ("Ana", "Luis"), goal=10**9)))]
    lines += [PadLine(seq, "2026-01-01", Added(PadGame(1, (0, 5)))) for seq in range(2, games + 2)]
    return pack(lines)


def test_a_pad_is_as_long_as_a_match_can_be_and_no_longer(tmp_path: Path) -> None:
    """Each game is counted with all before it: a text of a few kilobytes could keep the worker busy for minutes."""

    async def test(stage: Stage) -> None:
        assert (await stage.post("/api/pads/receive", {"text": _long_text(MOST_GAMES + 1)})).status == 422
        full = await stage.post("/api/pads/receive", {"text": _long_text(MOST_GAMES)})
        keeper = Keeper(stage, full.json)
        refused = await keeper.add(1, 0, 5)
        assert (refused.status, str(MOST_GAMES) in refused.json["why"]) == (422, True)
        assert (await keeper.ask("undo")).status == 200
        assert (await keeper.add(1, 0, 5)).status == 200

    perform(tmp_path, test)


def test_a_log_of_a_pad_has_an_end() -> None:
    lines = [PadLine(1, "2026-01-01", Begun(PadChoices("Long", ("Ana", "Luis")))), PadLine(2, "x", Added(GAME))]
    lines += [PadLine(seq, "x", Fixed(1, GAME)) for seq in range(3, MOST_LINES + 1)]
    assert len(fold(lines).games) == 1
    with pytest.raises(Refused, match="no room"):
        fold([*lines, PadLine(MOST_LINES + 1, "x", Fixed(1, GAME))])


def test_what_counts_and_what_can_be_taken_back_is_the_same() -> None:
    lines = [PadLine(1, "x", Begun(PadChoices("Friday", ("Ana", "Luis")))), PadLine(2, "x", Added(GAME))]
    lines += [PadLine(3, "x", LineTakenBack(2)), PadLine(4, "x", LineTakenBack(3))]
    assert (len(fold(lines).games), last_entry(lines)) == (1, 2)
