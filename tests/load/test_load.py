"""The load test plays whole games, counts what it measures, and says what went wrong."""

import asyncio
import gc
import os
import sys

import aiohttp
import pytest
from client.fake import a_house

from benchmarks.load import load as loading
from benchmarks.load import own_server as starting
from benchmarks.load.__main__ import main
from benchmarks.load.crowd import Tally
from benchmarks.load.figures import MetricsGauge, ProcessGauge
from benchmarks.load.load import Load, Outcome, Plan, check_plan, raise_file_limit
from benchmarks.load.nuisances import Nuisance
from docena.core.errors import DocenaError

if sys.platform != "win32":
    import resource


def _load(plan: Plan, *faults: str) -> tuple[Outcome, int, Tally]:
    """A load test against the small server; with the moves that the server has made."""

    async def go() -> tuple[Outcome, int, Tally]:
        async with a_house(*faults) as (registry, address), aiohttp.ClientSession() as session:
            load = Load(plan, address, MetricsGauge(session, address), session, lambda _: None)
            outcome = await load.run()
            return outcome, sum(len(table.moves) for table in registry.tables.values()), load.tally

    return asyncio.run(go())


def test_moves_come_at_the_rate_and_every_one_is_seen_by_every_seat() -> None:
    outcome, made, tally = _load(Plan(tables=6, seats=3, rate=60.0, seconds=0.4))
    assert outcome.refused == {}
    assert (outcome.lost, outcome.unfinished) == (0, 0)
    assert made == tally.done == tally.sent
    assert 0 < outcome.moves <= 60 * outcome.seconds + 6  # and those under way when it began
    assert outcome.ack is not None
    assert outcome.seen is not None
    assert outcome.ack.n == outcome.seen.n > 0
    assert outcome.seen.p50 >= outcome.ack.p50 > 0
    assert outcome.cpu_us_per_move == 0.0  # the small server always tells the same
    assert outcome.memory_after == 25_000_000


def test_a_saturated_server_always_has_a_move_of_every_table() -> None:
    outcome, made, tally = _load(Plan(tables=3, seats=2, saturate=True, seconds=0.4, edition="mod"))
    assert outcome.refused == {}
    assert made == tally.done
    assert outcome.moves > 3


def test_games_that_end_are_dealt_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    original = loading.Load._post

    async def short(self: Load, path: str, body: dict[str, object]) -> dict[str, object]:
        if isinstance(body.get("choices"), dict):
            body["choices"]["stock"] = 1  # type: ignore[index]
        return await original(self, path, body)

    monkeypatch.setattr(loading.Load, "_post", short)
    # long enough for a game on a slow machine
    outcome, made, tally = _load(Plan(tables=2, seats=2, saturate=True, seconds=1.5))
    assert outcome.games > 0
    assert made == tally.done
    assert outcome.refused == {}


def test_refused_moves_are_counted_and_tried_again() -> None:
    outcome, made, tally = _load(Plan(tables=2, seats=2, rate=50.0, seconds=0.4), "", "unavailable", "unavailable")
    assert outcome.refused == {"unavailable": 2}
    assert outcome.sentences == ["not now"]
    assert made == tally.done == tally.sent - 2
    assert outcome.unfinished == 0


def test_lost_sockets_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "_DRAIN_SECONDS", 0.2)
    outcome, _, _ = _load(Plan(tables=2, seats=2, rate=50.0, seconds=0.4), "", "cut_before")
    assert outcome.lost == 1
    assert outcome.unfinished == 1


def test_nuisances_run_beside_honest_guests_and_are_thrown_out() -> None:
    outcome, made, tally = _load(Plan(tables=2, seats=2, rate=40.0, seconds=0.4, slow=2, silent=2, flooders=5))
    assert outcome.refused == {}
    assert outcome.lost == 0
    assert made == tally.done
    assert outcome.nuisances.flooders == 5
    assert outcome.nuisances.thrown_out > 0  # whoever sends nonsense is shown the door


def test_a_nuisance_that_cannot_come_in_is_turned_away() -> None:
    async def go() -> int:
        async with a_house() as (_, address):
            pass
        async with aiohttp.ClientSession() as session:
            nuisance = Nuisance(session, address, ["t0"])
            nuisance.begin(1, 1, 1)
            async with asyncio.timeout(30):
                while nuisance.count.turned_away < 3:
                    await asyncio.sleep(0.01)
            await nuisance.end()
        return nuisance.count.turned_away

    assert asyncio.run(go()) == 3


def test_collecting_garbage_goes_on_afterwards() -> None:
    _load(Plan(tables=1, seats=2, rate=20.0, seconds=0.2))
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0


_SMALL_SERVER = """
import os, sys
from aiohttp import web
async def ready(request):
    return web.Response()
application = web.Application()
application.router.add_get("/readyz", ready)
assert sys.argv[1:] == ["serve"] and os.environ["DOCENA_SOCKETS_PER_ADDRESS"] == "0"
assert os.path.isdir(os.path.dirname(os.environ["DOCENA_DATABASE"]))
print("the disk is slow", file=sys.stderr, flush=True)
web.run_app(application, host=os.environ["DOCENA_HOST"], port=int(os.environ["DOCENA_PORT"]), print=None)
"""


def test_a_server_of_its_own_runs_as_long_as_the_test(monkeypatch: pytest.MonkeyPatch) -> None:
    async def go() -> tuple[int, bool]:
        async with starting.own_server(one_core=True, settings={"SOCKETS_PER_ADDRESS": "0"}) as (address, pid, said):
            assert address.host == "127.0.0.1"
            assert await ProcessGauge(pid).read() is not None
            assert "the disk is slow" in said.read_text()
            one_core = len(os.sched_getaffinity(pid)) == 1
        return pid, one_core

    monkeypatch.setattr(starting, "_START", _SMALL_SERVER)
    pid, one_core = asyncio.run(go())
    assert one_core
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_a_server_that_does_not_start_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(starting, "_START", "raise SystemExit('docena: the port is taken')")

    async def go() -> None:
        async with starting.own_server(one_core=False, settings={}):
            pass

    with pytest.raises(DocenaError, match="did not start: docena: the port is taken"):
        asyncio.run(go())


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel's figures")
def test_what_a_process_uses_is_read_from_the_kernel() -> None:
    used = asyncio.run(ProcessGauge(os.getpid()).read())
    assert used is not None
    assert used.cpu == pytest.approx(sum(os.times()[:2]), abs=0.5)
    assert used.memory > 10_000_000
    assert asyncio.run(ProcessGauge(2**22 + 1).read()) is None


def test_what_makes_no_sense_is_refused(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    for plan in (Plan(tables=0), Plan(rate=0), Plan(seconds=0), Plan(slow=-1)):
        with pytest.raises(DocenaError):
            check_plan(plan)
    for arguments, sentence in (
        (["--seats", "9"], "load: classic is for 2 to 6 players, not 9"),
        (["--edition", "nothing"], "load: there is no edition called 'nothing'"),
        (["http://127.0.0.1:9", "--tables", "1", "--seats", "2"], "load: 127.0.0.1:9 does not answer"),
    ):
        monkeypatch.setattr(sys, "argv", ["load", *arguments])
        with pytest.raises(SystemExit) as ended:
            main()
        assert ended.value.code == 2
        assert capsys.readouterr().err.startswith(sentence)


@pytest.mark.skipif(sys.platform == "win32", reason="has no such limit")
def test_too_few_files_are_said_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (1024, 4096))
    monkeypatch.setattr(resource, "setrlimit", lambda *_: None)
    with pytest.raises(DocenaError, match=r"10,000 sockets need 10,100 open files, and this machine allows 1,024"):
        raise_file_limit(10_000)
