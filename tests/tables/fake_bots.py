"""Bot processes that tests write themselves."""

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

from docena.engine.view import View
from docena.tables.bots.pool import BotPool

SECONDS = 300.0
"""Longer than anything takes, compiling too: a test that hangs fails."""


# What a process does after it has said that it is ready; `questions` brings what it is asked, `say` answers.
FAKE = """
import os, sys, time
from docena.tables.bots.frames import BotAnswer, frame_of, next_question
def say(number, move=None):
    os.write(1, frame_of(BotAnswer(number, move)))
def questions():
    while (question := next_question(sys.stdin.buffer.read)) is not None:
        yield question
folder = {folder!r}
say(0)
for question in questions():
    with open(folder + "/asked", "a") as asked:
        print(question.key, file=asked)
"""


def fake(folder: Path, *body: str) -> list[str]:
    """The command of a process that answers each question with these lines of Python."""
    program = FAKE.format(folder=str(folder)) + "".join(f"    {line}\n" for line in body)
    return [sys.executable, "-c", program]


def asked(folder: Path) -> list[str]:
    return (folder / "asked").read_text().split()


def run(work: Callable[[BotPool], Awaitable[None]], thinkers: BotPool) -> None:
    async def all_of_it() -> None:
        async with asyncio.timeout(SECONDS):
            await thinkers.start()
            try:
                await work(thinkers)
            finally:
                await thinkers.close()

    asyncio.run(all_of_it())


def ask(thinkers: BotPool, key: str, bot: str = "casual", view: View | None = None) -> "asyncio.Future[str | None]":
    future: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()
    seat, data = (1, b"view") if view is None else (view.seat or 0, bytes(view))
    thinkers.ask(key, bot, 7, seat, data, future.set_result)
    return future


async def until(true: Callable[[], bool]) -> None:
    while not true():
        await asyncio.sleep(0.005)


def runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat")
    try:
        return not state.exists() or state.read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False
