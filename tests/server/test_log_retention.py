"""Events and score pads are kept for good, or for as long as the settings say, by the days on which a server ran."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from storage.previous_files import EVENTS
from storage.test_retention import Monotonic

from docena.core.errors import Refused
from docena.server.retention import Retention
from docena.server.settings import Settings
from docena.server.tournaments.log_retention import of_logs
from docena.server.tournaments.log_worker import LogWorker
from docena.storage.event_log import LogFile
from docena.storage.ports import Label
from docena.storage.running_time import DAY
from docena.tournaments import store as events
from docena.tournaments.pads import store as pads
from docena.tournaments.pads.pad import Added, PadChoices, PadGame
from docena.tournaments.pads.store import PadLog

FRIDAY = PadChoices("Friday", ("Ana", "Luis"))
STEP = 1200.0
Test = Callable[[LogWorker, Monotonic], Awaitable[None]]


def visit(folder: Path, test: Test) -> None:
    async def main() -> None:
        worker = LogWorker(str(folder / "events.db"))
        try:
            await test(worker, Monotonic())
        finally:
            await worker.close()

    asyncio.run(main())


async def run_for(retention: Retention, clock: Monotonic, days: float) -> None:
    await retention.count()
    for _ in range(round(days * DAY / STEP)):
        clock.at += STEP
        await retention.count()


def open_pad(worker: LogWorker) -> str:
    return PadLog.begin(worker.file, FRIDAY).id


def open_event(worker: LogWorker) -> str:
    worker.file.begin(Label("event", events.KIND, "Games", "2026-05-01T18:00:00.000Z"), ["{}"])
    return "event"


def kept(worker: LogWorker) -> set[str]:
    return {label.id for kind in (events.KIND, pads.KIND) for label in worker.file.labels(kind)}


def test_each_kind_is_kept_as_long_as_its_setting_says(tmp_path: Path) -> None:
    async def test(worker: LogWorker, clock: Monotonic) -> None:
        pad, event = await worker.do(open_pad), await worker.do(open_event)
        forever = of_logs(worker, Settings(keep_days=1), clock)
        short_pads = of_logs(worker, Settings(keep_pad_days=2), clock)
        short_events = of_logs(worker, Settings(keep_event_days=3), clock)
        await run_for(forever, clock, 2.0)
        await short_pads.look()
        assert await worker.do(kept) == {pad, event}
        await run_for(forever, clock, 1.0)
        for each in (forever, short_events):
            await each.look()
        assert await worker.do(kept) == {pad, event}
        clock.at += STEP
        await of_logs(worker, Settings(keep_pad_days=2), clock).look()
        assert await worker.do(kept) == {event}
        with pytest.raises(Refused):
            await worker.do(lambda worker: worker.pad(pad))
        await run_for(forever, clock, 1.0)
        await of_logs(worker, Settings(keep_event_days=3), clock).look()
        assert await worker.do(kept) == set()

    visit(tmp_path, test)


def test_what_is_added_to_keeps_a_pad_also_from_a_terminal(tmp_path: Path) -> None:
    async def test(worker: LogWorker, clock: Monotonic) -> None:
        idle, used = await worker.do(open_pad), await worker.do(open_pad)
        retention = of_logs(worker, Settings(keep_pad_days=2), clock)
        await run_for(retention, clock, 2.0)
        with LogFile(tmp_path / "events.db") as terminal:
            PadLog(terminal, used).enter(lambda _: Added(PadGame(1, (0, 5))))
        await run_for(retention, clock, 1.0)
        await retention.look()
        assert await worker.do(kept) == {used}
        assert await worker.do(lambda worker: len(worker.pad(used).lines)) == 2
        assert idle not in await worker.do(kept)

    visit(tmp_path, test)


def test_many_old_pads_go_and_no_fresh_one(tmp_path: Path) -> None:
    async def test(worker: LogWorker, clock: Monotonic) -> None:
        for _ in range(45):
            await worker.do(open_pad)
        retention = of_logs(worker, Settings(keep_pad_days=1), clock)
        await run_for(retention, clock, 2.0)
        fresh = await worker.do(open_pad)
        await retention.look()
        assert await worker.do(kept) == {fresh}

    visit(tmp_path, test)


@pytest.mark.parametrize("jump", [800 * DAY, -800 * DAY])
def test_a_clock_that_jumps_deletes_no_pad(tmp_path: Path, jump: int) -> None:
    async def test(worker: LogWorker, clock: Monotonic) -> None:
        pad = await worker.do(open_pad)
        retention = of_logs(worker, Settings(keep_pad_days=1), clock)
        await retention.look()
        clock.at += jump
        await retention.look()
        assert await worker.do(kept) == {pad}

    visit(tmp_path, test)


def test_the_count_of_the_file_goes_on_after_a_restart(tmp_path: Path) -> None:
    days: list[int] = []

    async def test(worker: LogWorker, clock: Monotonic) -> None:
        retention = of_logs(worker, Settings(), clock)
        await run_for(retention, clock, 0.25)
        days.append(await retention.count())

    for _ in range(9):
        visit(tmp_path, test)
    assert days == [0, 0, 0, 1, 1, 1, 1, 2, 2]


def test_pads_of_an_earlier_version_are_new_on_the_day_of_the_upgrade(tmp_path: Path) -> None:
    async def test(worker: LogWorker, clock: Monotonic) -> None:
        before = await worker.do(kept)
        assert len(before) == 2
        retention = of_logs(worker, Settings(keep_pad_days=1, keep_event_days=1), clock)
        await retention.look()
        await run_for(retention, clock, 1.0)
        await retention.look()
        assert await worker.do(kept) == before
        await run_for(retention, clock, 1.0)
        await retention.look()
        assert await worker.do(kept) == set()

    (tmp_path / "events.db").write_bytes(EVENTS.read_bytes())
    visit(tmp_path, test)
