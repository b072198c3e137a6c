"""However long a game, little of it is looked at in one round of the event loop, and whoever asks for much waits."""

import asyncio
import threading
import time
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest
import segno
from rounds import Rounds
from server.long_games import store_long_game
from server.organisers import Organiser
from server.stage import PATIENCE, Reply, Stage, perform

from docena.core.errors import Refused
from docena.game.record import read_record
from docena.game.verify import verify_record
from docena.server import qr_codes
from docena.server.tables import analyses, answers, daily_results, replays
from docena.server.tournaments import access, log_worker
from docena.server.tournaments.log_worker import LogWorker
from docena.storage.ports import PlayedGame
from docena.tables import commands as cmd
from docena.tables import replay
from docena.tables.daily import day_at, player_of
from docena.tables.log import loading
from docena.tables.ranking import DayLine, DayResults
from docena.tables.room import Room
from docena.tables.seating.sitting import open_table

TABLE, CODE = "LongGame12345678", "ABCDE"
PAIRS = 900


@pytest.fixture
def rounds(monkeypatch: pytest.MonkeyPatch) -> Rounds:
    watched = Rounds(monkeypatch)
    watched.watch("events", Room, "apply")
    watched.watch("steps", replay, "_step")
    return watched


def bounded(rounds: Rounds) -> None:
    # and somebody who comes to another table in the same round
    assert rounds.most["events"] <= loading.PIECE + 2
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


def test_results_of_a_day_are_read_once_and_a_few_in_a_turn(tmp_path: Path, rounds: Rounds) -> None:
    rounds.watch("results", DayResults, "add")
    lines, begun = 3000, 100

    async def store(stage: Stage, start: int, count: int) -> None:
        now = stage.registry.today()
        player = player_of(day_at(now))
        rows = [
            PlayedGame(
                player, f"t{n}", game, 1, now - begun + n // 1000, msgspec.json.encode(DayLine(f"w{n}", True, n, n))
            )
            for n in range(start, start + count)
            for game in (0, 1)
        ]
        await stage.registry._open(
            lambda table, code: open_table(cmd.Open("Ana", 1), table, code, "", now).events, lambda _: rows
        )

    async def test(stage: Stage) -> None:
        await store(stage, 0, lines)
        with rounds.counting():
            replies = await asyncio.gather(*(stage.get("/api/daily") for _ in range(10)))
        assert {reply.json["played"] for reply in replies} == {lines}
        assert (replies[0].json["best"], replies[0].json["quickest"]) == (lines - 1, 0)
        assert rounds.sum["results"] == 2 * lines
        assert rounds.most["results"] <= daily_results.LINES_IN_A_TURN
        await store(stage, lines, 5)
        with rounds.counting():
            assert (await stage.post("/api/daily", {"name": "Eva"})).status == 201
            assert (await stage.get("/api/daily")).json["played"] == lines + 5
        assert rounds.sum["results"] == 2 * lines + 10

    perform(tmp_path, test)


def test_qr_codes_are_drawn_elsewhere_and_who_asks_for_very_many_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(qr_codes, "BURST", 12.0)
    monkeypatch.setattr(qr_codes, "RATE", 0.001)
    threads, draw = set[str](), segno.make

    def make(*given: Any, **named: Any) -> Any:
        threads.add(threading.current_thread().name)
        return draw(*given, **named)

    monkeypatch.setattr(segno, "make", make)

    async def test(stage: Stage) -> None:
        table = (await stage.open())["table"]
        pad = (await stage.post("/api/pads", {"choices": {"title": "Friday", "names": ["Ana", "Luis"]}})).json
        event = await Organiser.open(stage)
        for number in range(3):
            paths = (
                f"/api/tables/{table}/qr.svg",
                f"/api/pads/{pad['pad']}/qr.svg?key={pad['key']}",
                f"{event.path}/qr.svg",
            )
            for path in paths:
                assert (await stage.get(path, Host=f"192.0.2.{number}")).status == 200, path
            body = {"ticket": f"{number}" * 40}
            assert (await stage.post(f"/api/tables/{table}/qr.svg", body)).status == 200
        assert len(threads) == 1
        assert threading.current_thread().name not in threads
        assert {(await stage.get(path)).status for path in paths} == {429}

    perform(tmp_path, test)


def test_at_events_addresses_pay_for_what_they_ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "_MS_BURST", 100.0)
    monkeypatch.setattr(access, "_MS_A_SECOND", 1e-6)
    milliseconds = count()
    monkeypatch.setattr(time, "thread_time", lambda: next(milliseconds) / 1000)

    async def test(stage: Stage) -> None:
        event = await Organiser.open(stage)
        path = f"{event.path}/standings.csv"
        statuses = [(await stage.get(path, X_Forwarded_For="198.51.100.1")).status for _ in range(105)]
        assert statuses == 100 * [200] + 5 * [429]
        assert (await stage.get(path, X_Forwarded_For="198.51.100.2")).status == 200

    perform(tmp_path, test, trust_proxy=True)


def test_requests_at_events_are_answered_in_turn(tmp_path: Path) -> None:
    done, let_go = list[str](), threading.Event()

    def note(who: str, _: LogWorker) -> bool:
        done.append(who)
        return True

    async def main() -> None:
        worker = LogWorker(str(tmp_path / "events.db"))
        jobs = [asyncio.ensure_future(worker.do(lambda _: let_go.wait(60), "first"))]
        whole = ("flood", "flood", "flood", "one", "flood", "two")
        jobs += [asyncio.ensure_future(worker.do(partial(note, who), who)) for who in whole]
        await asyncio.sleep(0)
        more = [asyncio.ensure_future(worker.do(lambda _: None, "flood")) for _ in range(log_worker.MOST_OF_ONE)]
        await asyncio.sleep(0)
        let_go.set()
        await asyncio.gather(*jobs)
        refused = [error for error in await asyncio.gather(*more, return_exceptions=True) if error is not None]
        await worker.close()
        assert done == ["flood", "one", "two", "flood", "flood", "flood"]
        assert {error.reason for error in refused if isinstance(error, Refused)} == {"too_many"}
        assert len(refused) == 4

    asyncio.run(main())


def test_one_address_cannot_take_all_places_for_analyses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    let_go = asyncio.Event()

    async def run(_: bytes, __: str) -> bytes:
        await let_go.wait()
        return b"{}"

    monkeypatch.setattr(analyses, "_run", run)

    async def test(stage: Stage) -> None:
        await store_long_game(stage.store, TABLE, CODE, 40)
        record = (await stage.get(f"/api/tables/{TABLE}/games/1")).raw

        def ask(number: int, address: str) -> "asyncio.Task[Reply]":
            # the same record, but not the same bytes: nothing of it is cached
            body = record + b" " * number
            return asyncio.ensure_future(stage.post("/api/analysis", body, X_Forwarded_For=address))

        greedy = [ask(number, "198.51.100.1") for number in range(analyses.MOST_WAITING)]
        done, waiting = await asyncio.wait(greedy, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        other = ask(20, "198.51.100.2")
        while len(done) < analyses.MOST_WAITING - analyses.MOST_OF_ONE:
            more, waiting = await asyncio.wait(waiting, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
            done |= more
        assert {task.result().status for task in done} == {429}
        let_go.set()
        assert {(await task).status for task in (*waiting, other)} == {200}

    perform(tmp_path, test, trust_proxy=True)
