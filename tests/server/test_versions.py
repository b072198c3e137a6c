"""Clients of other versions: the previous one plays on, older and newer ones are refused and keep their seat."""

from pathlib import Path
from typing import Any

import pytest
from server.stage import Stage, perform

from docena.tables.messages import PREVIOUS, PROTOCOL

SPOKEN: list[dict[str, Any]] = [{}, {"version": PREVIOUS}, {"version": PROTOCOL}]


@pytest.mark.parametrize("said", SPOKEN, ids=str)
def test_a_client_of_a_version_that_is_spoken_plays_on(said: dict[str, Any], tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        duel = await stage.duel()
        seat = duel.live.room.mover
        assert seat is not None
        duel.people[seat - 1].leave()
        duel.people[seat - 1] = await stage.enter(duel.id, duel.secrets[seat - 1], **said)
        before = len(duel.live.room.movers)
        await duel.move()
        assert len(duel.live.room.movers) == before + 1

    perform(tmp_path, test)


@pytest.mark.parametrize("version", [PREVIOUS - 1, PROTOCOL + 1])
@pytest.mark.parametrize(("lang", "words"), [("en", "Reload the page"), ("es", "Recarga la página")])
def test_a_client_of_another_version_is_asked_to_load_the_page_again_and_keeps_its_seat(
    version: int, lang: str, words: str, tmp_path: Path
) -> None:
    async def test(stage: Stage) -> None:
        duel = await stage.duel()
        seat = duel.live.room.mover
        assert seat is not None
        secret = duel.secrets[seat - 1]
        duel.people[seat - 1].leave()
        game = duel.live.room.game
        old = await stage.visit(duel.id)
        old.send(do="hello", secret=secret, lang=lang, version=version)
        refused = await old.until(lambda message: message["type"] == "answer")
        assert (refused["ok"], refused["reason"]) == (False, "outdated")
        assert words in refused["why"]
        assert str(version) in refused["why"]
        assert await old.gone() == 1008
        assert len(old.heard) == 1
        # the page is loaded again
        again = await stage.visit(duel.id)
        state = await again.hello(secret, version=PROTOCOL)
        assert state["seat"] == seat
        assert duel.live.room.game is game
        duel.people[seat - 1] = again
        await duel.move()

    perform(tmp_path, test)
