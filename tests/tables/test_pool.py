"""Bots think in processes of their own: what they are told, what they answer, and what happens when they fail."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest
from random_games import Setting
from redraw import redrawn
from tables.bot_questions import questions_of
from tables.fake_bots import SECONDS, ask, asked, fake, run, runs, until

from docena.core.editions import NAMES
from docena.engine.view import View
from docena.game.fair import FairChance
from docena.game.game import Game
from docena.tables.bots.frames import BotAnswer, Question, frame_of, next_question
from docena.tables.bots.pool import COMMAND, BotPool, NoBots
from docena.tables.bots.worker import NICENESS

LEVELS = ("random", "greedy", "beginner", "casual", "skilled", "expert", "master@20tries", "master@5ms")
ENDING_SECONDS = 30.0


# --- thinking, in this process


# --- the processes


def test_every_level_answers_legal_moves_at_every_kind_of_table() -> None:
    settings = [
        Setting("classic", 2, table="open"),
        Setting("deluxe", 4, partners=True),
        Setting("mod", 3),
        Setting("masters", 5),
        Setting("tournament", 6, partners=True),
    ]

    async def work(thinkers: BotPool) -> None:
        async def play(number: int, setting: Setting, bot: str) -> None:
            game = Game.deal(setting.options(), FairChance.from_seed(number))
            for _ in range(25):
                view = game.view(game.board.mover)
                move = await ask(thinkers, f"{number}:{view.seat}", bot, view)
                assert move in view.legal_moves(), (setting, bot, move)
                game.play(move)

        tables = [(setting, bot) for setting in settings for bot in LEVELS]
        await asyncio.gather(*(play(number, *table) for number, table in enumerate(tables)))
        await until(lambda: thinkers.ready == 2)
        assert (thinkers.answered, thinkers.failed, thinkers.waiting) == (25 * len(tables), 0, 0)
        assert thinkers.restarts == 0
        for pid in thinkers.pids:
            assert os.getpriority(os.PRIO_PROCESS, pid) >= min(19, os.getpriority(os.PRIO_PROCESS, 0) + NICENESS)

    run(work, BotPool(2, patience=SECONDS, wait=SECONDS))


def test_a_killed_process_heals_and_nothing_that_was_asked_is_lost() -> None:
    game = Game.new("classic", 2, seed=3)
    view = game.view(game.board.mover)

    async def work(thinkers: BotPool) -> None:
        before = thinkers.pids[0]
        answers = [ask(thinkers, str(key), "casual", view) for key in range(20)]
        os.kill(before, signal.SIGKILL)
        moves = await asyncio.gather(*answers)
        assert set(moves) <= set(view.legal_moves())
        assert thinkers.pids[0] != before
        assert (thinkers.restarts, thinkers.failed) == (1, 0)

    run(work, BotPool(1, patience=SECONDS, wait=SECONDS))


@contextmanager
def one_process() -> "Iterator[subprocess.Popen[bytes]]":
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.read(len(frame_of(BotAnswer(0)))) == frame_of(BotAnswer(0))
            yield process
        finally:
            process.kill()


def test_the_end_of_its_input_ends_the_process_even_while_it_thinks_and_signals_do_not() -> None:
    with one_process() as process:
        assert process.stdin is not None
        process.send_signal(signal.SIGINT)
        process.send_signal(signal.SIGTERM)
        game = Game.new("classic", 4, seed=3)
        process.stdin.write(frame_of(questions_of(game, "casual")))
        process.stdin.flush()
        assert process.stdout is not None
        assert process.stdout.read(1) == b"\0"  # it still answers
        process.stdin.write(frame_of(questions_of(game, "master@600000ms")))
        process.stdin.close()
        assert process.wait(ENDING_SECONDS) == 0


def test_nothing_is_left_of_a_host_that_was_killed() -> None:
    program = """
import asyncio
from docena.tables.bots.pool import BotPool
async def main():
    thinkers = BotPool(2)
    await thinkers.start()
    while thinkers.ready < 2:
        await asyncio.sleep(0.01)
    print(*thinkers.pids, flush=True)
    await asyncio.sleep(1000)
asyncio.run(main())
"""
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as host:
        assert host.stdout is not None
        pids = [int(pid) for pid in host.stdout.readline().split()]
        host.kill()
    assert len(pids) == 2

    async def gone() -> None:
        async with asyncio.timeout(ENDING_SECONDS):
            await until(lambda: not any(map(runs, pids)))

    try:
        asyncio.run(gone())
    finally:
        for pid in filter(runs, pids):
            os.kill(pid, signal.SIGKILL)


@pytest.mark.parametrize("edition", NAMES)
def test_nothing_but_the_view_goes_through_the_pipe(edition: str, tmp_path: Path) -> None:
    """Every byte that a process reads is the same when all that the seat cannot know is dealt anew."""
    game = Game.new(edition, 4, seed=9)
    for _ in range(15):
        game.play(game.legal_moves()[-1])
    seat = game.board.mover
    views = [game.view(seat)] + [View(redrawn(game, seat, Random(n)), seat) for n in range(3)]
    body = "open(f'{folder}/{question.number}', 'wb').write(question.view); say(question.number, 'H1>1')"

    async def work(thinkers: BotPool) -> None:
        for view in views:
            assert await ask(thinkers, "key", "casual", view) == "H1>1"

    run(work, BotPool(1, fake(tmp_path, body)))
    sent = [(tmp_path / str(number)).read_bytes() for number in range(1, len(views) + 1)]
    assert sent == [bytes(game.view(seat))] * len(views)
    # and the rest of a question says nothing about the game
    frames = {frame_of(Question(1, "key", "casual", 7, seat, bytes(view))) for view in views}
    assert len(frames) == 1
    assert len(frames.pop()) < len(sent[0]) + 40


def test_a_question_can_be_read_back_whatever_comes_in_pieces() -> None:
    question = Question(3, "ключ", "master@100ms", -5, 6, bytes(range(256)))
    data = frame_of(question)
    place = 0

    def read(size: int) -> bytes:
        nonlocal place
        place += size
        return data[place - size : place]

    assert next_question(read) == question
    assert next_question(read) is None
    for length in range(len(data)):
        piece = data[:length]
        place = 0
        assert next_question(lambda size, piece=piece: _cut(piece, size)) is None  # type: ignore[misc]


def _cut(piece: bytes, size: int) -> bytes:
    return piece[:size] if size == 4 else piece[4 : 4 + size]


# --- processes that fail


def test_one_that_takes_too_long_is_ended_and_the_rest_goes_on(tmp_path: Path) -> None:
    body = "time.sleep(1000 if question.key == 'slow' else 0); say(question.number, 'H1>1')"

    async def work(thinkers: BotPool) -> None:
        before = thinkers.pids
        answers = [ask(thinkers, key) for key in ("slow", "a", "b")]
        assert await asyncio.gather(*answers) == [None, "H1>1", "H1>1"]
        assert thinkers.pids != before
        assert (thinkers.answered, thinkers.failed, thinkers.restarts) == (2, 1, 1)

    run(work, BotPool(1, fake(tmp_path, body), patience=1.5))
    assert asked(tmp_path) == ["slow", "a", "b"]


def test_a_question_that_kills_is_asked_twice_and_then_given_up(tmp_path: Path) -> None:
    body = "os._exit(1) if question.key == 'deadly' else say(question.number, 'H1>1')"

    async def work(thinkers: BotPool) -> None:
        answers = [ask(thinkers, key) for key in ("deadly", "a")]
        assert await asyncio.gather(*answers) == [None, "H1>1"]
        assert thinkers.restarts == 2

    run(work, BotPool(1, fake(tmp_path, body)))
    assert asked(tmp_path) == ["deadly", "deadly", "a"]


@pytest.mark.parametrize(
    "body",
    [
        "os.write(1, b'\\xff' * 100)",
        "os.write(1, b'\\0\\0\\0\\5hello')",
        "say(question.number + 1, 'H1>1')",
        "say(question.number, 'H1>1'); say(question.number, 'H1>1')",
        "os.write(1, b'\\0')",
    ],
)
def test_nonsense_ends_a_process_and_nobody_waits_forever(body: str, tmp_path: Path) -> None:
    async def work(thinkers: BotPool) -> None:
        assert await ask(thinkers, "a") in (None, "H1>1")
        assert await ask(thinkers, "b") in (None, "H1>1")
        await until(lambda: thinkers.restarts > 0)

    run(work, BotPool(1, fake(tmp_path, body), patience=1.0))


def test_a_fault_of_the_bot_is_answered_with_none(tmp_path: Path) -> None:
    async def work(thinkers: BotPool) -> None:
        assert await ask(thinkers, "a") is None
        assert (thinkers.failed, thinkers.restarts) == (1, 0)

    run(work, BotPool(1, fake(tmp_path, "say(question.number)")))


@pytest.mark.parametrize("command", [["/no/such/program"], [sys.executable, "-c", "raise SystemExit(1)"]])
def test_what_cannot_be_started_is_told(command: list[str]) -> None:
    async def start() -> None:
        thinkers = BotPool(2, command)
        with pytest.raises(NoBots, match="does not start"):
            await thinkers.start()
        assert thinkers.pids == []

    asyncio.run(start())
    with pytest.raises(NoBots, match="at least one"):
        BotPool(0)


# --- queues
