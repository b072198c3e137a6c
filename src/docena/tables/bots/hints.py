"""Hints for a seat: the best plans from what it may know, computed in the bot processes."""

import asyncio
from itertools import count
from typing import Protocol

import msgspec

from docena.analysis.hints import Hints
from docena.core.notation import parse_move
from docena.core.words import refused
from docena.tables.bots.frames import Wish
from docena.tables.bots.pool import Done
from docena.tables.log.budget import MOST_TALK_IN_GAME
from docena.tables.phases import PLAYING
from docena.tables.room import Room


class Hinting(Protocol):
    """Where hints are computed: see `docena.tables.bots.pool`."""

    def hint(self, key: str, seed: int, seat: int, view: bytes, wish: Wish, done: Done) -> None: ...


_read = msgspec.json.Decoder(Hints).decode
_numbers = count()


async def hint(thinkers: Hinting, room: Room, seat: int | None, lang: str, seed: int) -> Hints:
    """The best plans of a seat in its own turn, from its view alone."""
    view = _view(room, seat)
    answered: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()
    assert room.game is not None
    assert seat is not None
    wish = Wish(lang, [other.name or str(number) for number, other in room.numbered], len(room.game.log))

    def answer(text: str | None) -> None:
        if not answered.done():
            answered.set_result(text)

    # a unique key: two requests get two answers
    thinkers.hint(f"{room.id}:{seat}:hint {next(_numbers)}", seed, seat, view, wish, answer)
    text = await answered
    if text is None:
        raise refused("unavailable", "refused", "no_hint")
    return _read(text)


def _view(room: Room, seat: int | None) -> bytes:
    if seat is None:
        raise refused("not_yours", "refused", "spectator")
    if room.phase != PLAYING or room.game is None:
        raise refused("not_now", "refused", "not_playing")
    if room.daily:
        raise refused("not_now", "refused", "daily_hint")
    if room.stretch >= MOST_TALK_IN_GAME:
        raise refused("not_now", "refused", "long_game")
    if not room.choices.hints:
        raise refused("not_now", "refused", "hints_off")
    if room.game.mover != seat:
        raise refused("not_yours", "refused", "not_your_turn", name=room.seat(room.game.mover).name)
    view = room.game.view(seat)
    if view.owed or all(parse_move(move).is_act for move in view.legal_moves()):
        raise refused("not_now", "refused", "no_choice")
    return bytes(view)
