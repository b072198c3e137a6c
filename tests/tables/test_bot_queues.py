"""The order in which questions reach bot processes."""

import asyncio
from pathlib import Path
from typing import Any

from tables.fake_bots import ask, asked, fake, run, runs, until

from docena.tables.bots.pool import BotPool

GATE = "list(iter(lambda: time.sleep(0.005) or os.path.exists(folder + '/gate'), True))"
"""Waits until the test opens the gate."""


def test_a_cancelled_question_is_not_answered(tmp_path: Path) -> None:
    body = f"{GATE}; say(question.number, question.key)"

    async def work(thinkers: BotPool) -> None:
        answers = {key: ask(thinkers, key) for key in ("thinking", "waiting", "wanted")}
        await until(lambda: (tmp_path / "asked").exists())
        thinkers.cancel("thinking")
        thinkers.cancel("waiting")
        thinkers.cancel("never asked")
        (tmp_path / "gate").touch()
        assert await answers["wanted"] == "wanted"
        assert not answers["thinking"].done()
        assert not answers["waiting"].done()
        assert thinkers.waiting == 0

    run(work, BotPool(1, fake(tmp_path, body)))
    assert asked(tmp_path) == ["thinking", "wanted"]


def test_a_newer_question_of_a_key_takes_the_place_of_the_older(tmp_path: Path) -> None:
    body = f"{GATE}; say(question.number, str(question.number))"

    async def work(thinkers: BotPool) -> None:
        first, old = ask(thinkers, "first"), ask(thinkers, "key")
        new = ask(thinkers, "key")
        (tmp_path / "gate").touch()
        assert (await first, await new) == ("1", "3")
        assert not old.done()
        # also while the older is being thought about
        (tmp_path / "gate").unlink()
        old = ask(thinkers, "key")
        await until(lambda: len(asked(tmp_path)) == 3)
        new = ask(thinkers, "key")
        (tmp_path / "gate").touch()
        assert await new == "5"
        assert not old.done()

    run(work, BotPool(1, fake(tmp_path, body)))


def test_no_table_gets_ahead_of_another(tmp_path: Path) -> None:
    """One that asks again as soon as it is answered waits for all others in between."""

    async def work(thinkers: BotPool) -> None:
        others = [ask(thinkers, f"other{n}") for n in range(3)]

        async def greedy_table() -> None:
            for _ in range(5):
                await ask(thinkers, "again")

        await asyncio.gather(greedy_table(), *others)

    run(work, BotPool(1, fake(tmp_path, "time.sleep(0.01); say(question.number, 'H1>1')")))
    assert asked(tmp_path) == ["other0", "other1", "other2"] + ["again"] * 5


def test_one_with_nothing_to_do_helps_the_others(tmp_path: Path) -> None:
    body = "time.sleep(1000 if question.key == '0' else 0); say(question.number, str(os.getpid()))"

    async def work(thinkers: BotPool) -> None:
        await until(lambda: thinkers.ready == 2)
        stuck = ask(thinkers, "0")
        moves = await asyncio.gather(*(ask(thinkers, str(key)) for key in range(1, 20)))
        assert not stuck.done()
        assert len(set(moves)) == 1

    run(work, BotPool(2, fake(tmp_path, body)))


def test_a_key_stays_with_its_process_while_that_is_free(tmp_path: Path) -> None:
    async def work(thinkers: BotPool) -> None:
        await until(lambda: thinkers.ready == 2)
        found = {}
        for key in map(str, range(8)):
            found[key] = {await ask(thinkers, key) for _ in range(5)}
        assert all(len(pids) == 1 for pids in found.values())
        assert len(set.union(*found.values())) == 2

    run(work, BotPool(2, fake(tmp_path, "say(question.number, str(os.getpid()))")))


def test_closing_answers_all_that_is_waited_for(tmp_path: Path) -> None:
    async def work(thinkers: BotPool) -> None:
        answers = [ask(thinkers, str(key)) for key in range(3)]
        await until(lambda: (tmp_path / "asked").exists())
        pids = thinkers.pids
        await thinkers.close()
        assert await asyncio.gather(*answers) == [None] * 3
        assert not any(map(runs, pids))
        assert await ask(thinkers, "too late") is None
        await thinkers.close()

    run(work, BotPool(1, fake(tmp_path, "time.sleep(1000)")))


def test_a_question_does_not_wait_forever_for_its_turn(tmp_path: Path) -> None:
    async def work(thinkers: BotPool) -> None:
        answers = [ask(thinkers, str(key)) for key in range(3)]
        assert await asyncio.gather(*answers) == [None] * 3
        assert thinkers.waiting == 0

    run(work, BotPool(1, fake(tmp_path, "time.sleep(1000)"), wait=0.2))


def test_a_fault_at_one_table_does_not_end_the_thinking_of_others(tmp_path: Path) -> None:
    complaints: list[Any] = []

    async def work(thinkers: BotPool) -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: complaints.append(context["exception"]))

        def faulty(_: str | None) -> None:
            raise ValueError("a fault")

        thinkers.ask("faulty", "casual", 1, 1, b"view", faulty)
        assert await ask(thinkers, "fine") == "H1>1"

    run(work, BotPool(1, fake(tmp_path, "say(question.number, 'H1>1')")))
    assert [str(error) for error in complaints] == ["a fault"]
