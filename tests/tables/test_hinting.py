"""Hints: from what a seat may know and nothing else, thought out in the process of the bots, and never in its way."""

import asyncio
import json
from random import Random

import pytest
from redraw import redrawn

from docena.core.errors import DocenaError
from docena.game.fair import FairChance
from docena.game.game import Game
from docena.tables.bots.frames import BotAnswer, Question, Wish, frame_of, next_question, read_answer
from docena.tables.bots.pool import BotPool
from docena.tables.bots.worker import MoveChooser, answer, hint

NAMES = ["Ana", "Luis", "Eva", "Juan"]
SECONDS = 240.0
"""Longer than anything takes: a test that hangs fails."""


def question(game: Game, seed: int = 5, lang: str = "en") -> Question:
    return Question(7, "t:1:hint", "master", seed, game.mover, bytes(game.view(game.mover)), Wish(lang, NAMES))


@pytest.mark.parametrize(("edition", "players"), [("classic", 2), ("mod", 3), ("masters", 2), ("tournament", 4)])
def test_a_hint_does_not_change_when_what_the_seat_cannot_know_is_drawn_anew(edition: str, players: int) -> None:
    random = Random(players)
    game = Game.new(edition, players, chance=FairChance(random.randbytes(9), "hints"))
    for _ in range(3):
        while not game.over and len(game.log) % 9:
            game.play(random.choice(game.legal_moves()))
        told = hint(question(game))
        assert json.loads(told)["plans"]
        for _ in range(4):
            other = Game(game.options, game.deck, game.first)
            other.tables = redrawn(game, game.mover, random)
            assert hint(question(other)) == told
        game.play(random.choice(game.legal_moves()))


def test_a_hint_that_cannot_be_thought_out_is_no_answer(capfd: pytest.CaptureFixture[str]) -> None:
    game = Game.new("classic", 2, seed=1)
    broken = Question(7, "t", "master", 1, game.mover, b"short", Wish("en", NAMES))
    assert answer(MoveChooser(), broken) == BotAnswer(7, None)
    assert "could not choose" in capfd.readouterr().err
    with pytest.raises(DocenaError):
        hint(broken)


def test_wishes_go_through_pipes() -> None:
    asked = question(Game.new("classic", 2, seed=1), lang="es")
    frame = frame_of(asked)
    parts = [frame[:4], frame[4:]]
    assert next_question(lambda _: parts.pop(0)) == asked
    assert read_answer(frame_of(BotAnswer(3, "{}"))[4:]) == BotAnswer(3, "{}")


def test_the_process_of_the_bots_gives_hints() -> None:
    game = Game.new("classic", 2, seed=1)
    seat, view = game.mover, bytes(game.view(game.mover))

    async def main() -> None:
        thinkers = BotPool(1)
        loop = asyncio.get_running_loop()

        async def ask() -> str | None:
            answered: asyncio.Future[str | None] = loop.create_future()
            thinkers.hint("t:1:hint", 5, seat, view, Wish("es", NAMES), answered.set_result)
            return await answered

        try:
            async with asyncio.timeout(SECONDS):
                await thinkers.start()
                told = await ask()
            assert told is not None
            plan = json.loads(told)["plans"][0]
            assert plan["moves"][0] in game.legal_moves()
        finally:
            await thinkers.close()

    asyncio.run(main())
