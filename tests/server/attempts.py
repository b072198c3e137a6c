"""Attempts at a table of two, which must stay as it was."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from server.stage import Duel, Stage, perform

Try = Callable[[Stage, Duel], Awaitable[None]]


def bear(folder: Path, attempt: Try, choices: dict[str, Any] | None = None, **settings: Any) -> None:
    """Somebody tries something at a table of two: it is as it was, and goes on."""

    async def test(stage: Stage) -> None:
        duel = await stage.duel(**(choices or {}))
        for _ in range(6):
            await duel.move()
        before = await duel.position()
        await attempt(stage, duel)
        assert await duel.position() == before
        for _ in range(2):
            await duel.move()

    perform(folder, test, **settings)


def refused(answer: Any, *reasons: str) -> None:
    assert answer["type"] == "answer", answer
    assert answer["ok"] is False
    assert answer["reason"] in reasons, answer
    assert answer["why"]
