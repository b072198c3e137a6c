"""However long a game, little of it is looked at in one round of the event loop, and whoever asks for much waits."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest
from rounds import Rounds
from server.long_games import store_long_game
from server.stage import Stage, perform

from docena.game.record import read_record
from docena.game.verify import verify_record
from docena.server.tables import answers, replays
from docena.tables import replay
from docena.tables.log import loading
from docena.tables.room import Room

TABLE, CODE = "LongGame12345678", "ABCDE"
PAIRS = 900


@pytest.fixture
def rounds(monkeypatch: pytest.MonkeyPatch) -> Rounds:
    watched = Rounds(monkeypatch)
    watched.watch("events", Room, "apply")
    watched.watch("steps", replay, "_step")
    return watched


def bounded(rounds: Rounds) -> None:
    assert rounds.most["events"] <= loading.PIECE
    assert rounds.most["steps"] <= replays.STEPS_IN_A_TURN + 1


def test_records_of_a_long_game_are_made_piece_by_piece_and_once(tmp_path: Path, rounds: Rounds) -> None:
    async def test(stage: Stage) -> None:
        count = await store_long_game(stage.store, TABLE, CODE, PAIRS)
        other = await stage.open()
        visitor = await stage.enter(other["table"], other["secret"])
        with rounds.counting():
            assert (await stage.get(f"/api/tables/{TABLE}")).status == 200
            loaded = rounds.sum["events"]
            asked = [stage.get(f"/api/tables/{TABLE}/games/1") for _ in range(10)]
            asked += [stage.get(f"/api/tables/{TABLE}/games/1/steps?lang={lang}") for lang in ("en", "es") * 5]
            replies, _ = await asyncio.gather(asyncio.gather(*asked), visitor.ask("ping"))
        assert {reply.status for reply in replies} == {200}
        assert len({reply.raw for reply in replies}) == 3
        verify_record(read_record(replies[0].raw))
        bounded(rounds)
        # for the record, and for the steps in each language: not for each of twenty who ask
        assert loaded + count <= rounds.sum["events"] <= loaded + 3 * count
        steps = rounds.sum["steps"]
        with rounds.counting():
            again = await stage.get(f"/api/tables/{TABLE}/games/1/steps?lang=es")
        assert again.raw == replies[-1].raw
        assert rounds.sum["steps"] == steps

    perform(tmp_path, test)


def test_ten_different_games_take_turns(tmp_path: Path, rounds: Rounds) -> None:
    async def test(stage: Stage) -> None:
        names = [f"LongGame{number:08}" for number in range(10)]
        for number, name in enumerate(names):
            await store_long_game(stage.store, name, f"ABCD{'EFGHJKMNPQ'[number]}", 150)
        with rounds.counting():
            replies = await asyncio.gather(*(stage.get(f"/api/tables/{name}/games/1/steps") for name in names))
        assert {reply.status for reply in replies} == {200}
        bounded(rounds)

    perform(tmp_path, test)


def test_a_replay_that_somebody_brings_is_told_piece_by_piece(tmp_path: Path, rounds: Rounds) -> None:
    async def test(stage: Stage) -> None:
        await store_long_game(stage.store, TABLE, CODE, PAIRS)
        record = (await stage.get(f"/api/tables/{TABLE}/games/1")).raw
        with rounds.counting():
            replies = await asyncio.gather(*(stage.post("/api/replay", record) for _ in range(3)))
        assert {reply.status for reply in replies} == {200}
        bounded(rounds)
        assert rounds.sum["steps"] == len(msgspec.json.decode(record)["log"]) + 1

    perform(tmp_path, test)


def test_who_asks_for_much_waits_and_failures_cost_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replays, "BURST", 40.0)
    monkeypatch.setattr(replays, "RATE", 0.001)

    async def test(stage: Stage) -> None:
        await store_long_game(stage.store, TABLE, CODE, PAIRS)
        path = f"/api/tables/{TABLE}/games/1"
        assert (await stage.get(path, X_Forwarded_For="198.51.100.1")).status == 200
        # a game of 1,700 events has cost more than twenty turns, so that few requests are left
        statuses = [(await stage.get(path, X_Forwarded_For="198.51.100.1")).status for _ in range(20)]
        assert statuses[-1] == 429
        assert (await stage.get(path, X_Forwarded_For="198.51.100.2")).status == 200
        for missing in (f"/api/tables/{TABLE}/games/9", f"{path}0/steps"):
            statuses = [(await stage.get(missing, X_Forwarded_For="198.51.100.3")).status for _ in range(25)]
        assert statuses[-1] == 429, statuses
        posted = [(await stage.post("/api/replay", b"{}", X_Forwarded_For="198.51.100.4")).status for _ in range(50)]
        assert (posted[0], posted[-1]) == (400, 429)
        assert all(msgspec.json.decode(reply.raw)["why"] for _, _, reply in stage.replies if reply.status == 429)

    perform(tmp_path, test, trust_proxy=True)


def test_an_answer_that_a_browser_has_is_not_sent_again(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        await store_long_game(stage.store, TABLE, CODE, 40)
        path = f"/api/tables/{TABLE}/games/1"
        first = await stage.get(path)
        assert first.headers["Cache-Control"].startswith("private, max-age=")
        etag = next(value for name, value in first.headers.items() if name.lower() == "etag")
        again = await stage.get(path, If_None_Match=etag)
        assert (again.status, again.raw) == (304, b"")
        for accepted in ("identity", "gzip"):
            reply = await stage.get(path, Accept_Encoding=accepted)
            assert ("Content-Encoding" in reply.headers) == (accepted == "gzip")
            assert reply.raw == first.raw

    perform(tmp_path, test)


def test_answers_in_memory_are_bounded() -> None:
    async def test() -> None:
        kept = answers.Answers(most_bytes=1000)
        made: list[int] = []

        async def response(request: Any, kept: answers.CachedAnswer) -> Any:
            return kept.body

        def make(number: int) -> answers.Make:
            async def made_now() -> answers.CachedAnswer:
                made.append(number)
                return answers.CachedAnswer.of(b"%3d" % number * 100)

            return made_now

        request: Any = None
        answers_response, answers._response = answers._response, response
        try:
            for number in (1, 2, 3, 1, 4, 1, 2, 3):
                await kept.get(request, number, make(number))
                assert kept.bytes <= 1000
        finally:
            answers._response = answers_response
        assert made == [1, 2, 3, 4, 2, 3]

    asyncio.run(test())
