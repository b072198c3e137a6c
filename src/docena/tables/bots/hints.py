"""Hints for a seat: the best plans from what it may know, thought out where bots think."""

import asyncio
from itertools import count
from typing import Protocol

import msgspec

from docena.core.errors import Reason, Refused
from docena.core.notation import parse_move
from docena.core.words import say
from docena.tables.bots.frames import Wish
from docena.tables.bots.pool import Done
from docena.tables.room import PLAYING, Room


class Hinting(Protocol):
    """Where hints are thought out: see `docena.tables.bots.pool`."""

    def hint(self, key: str, seed: int, seat: int, view: bytes, wish: Wish, done: Done) -> None: ...


class PlanSight(msgspec.Struct, frozen=True):
    """A plan for the rest of the turn, or as far as can be foreseen."""

    moves: list[str]
    chance: float
    """That the side wins with it, from 0 to 1."""
    words: str
    """The plan as a line of steps."""
    reasons: list[str]
    """What speaks for it, and what against."""


class HintSight(msgspec.Struct, frozen=True):
    """The best plans, best first."""

    plans: list[PlanSight]


class _Reason(msgspec.Struct):
    text: str


class _Plan(msgspec.Struct):
    moves: list[str]
    chance: float
    words: str
    reasons: list[_Reason]


class _Hints(msgspec.Struct):
    plans: list[_Plan]


_read = msgspec.json.Decoder(_Hints).decode
_numbers = count()


async def hint(thinkers: Hinting, room: Room, seat: int | None, lang: str, seed: int) -> HintSight:
    """The best plans of a seat in its own turn; from its view, and nothing else."""
    view = _view(room, seat, lang)
    answered: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()
    names = [other.name or str(number) for number, other in room.numbered]
    assert seat is not None

    def answer(text: str | None) -> None:
        if not answered.done():
            answered.set_result(text)

    # a key of its own: who asks twice is answered twice
    thinkers.hint(f"{room.id}:{seat}:hint {next(_numbers)}", seed, seat, view, Wish(lang, names), answer)
    text = await answered
    if not text:
        raise Refused("unavailable", say(lang, "refused", "no_hint" if text is None else "hint_early"))
    return HintSight(
        [
            PlanSight(plan.moves, plan.chance, _sentence(plan.words), [_sentence(each.text) for each in plan.reasons])
            for plan in _read(text).plans
        ]
    )


def _view(room: Room, seat: int | None, lang: str) -> bytes:
    def refuse(key: str, reason: Reason = "not_now", **parts: str) -> Refused:
        return Refused(reason, say(lang, "refused", key, **parts))

    if seat is None:
        raise refuse("spectator", "not_yours")
    if room.phase != PLAYING or room.game is None:
        raise refuse("not_playing")
    if room.daily:
        raise refuse("daily_hint")
    if room.game.mover != seat:
        raise refuse("not_your_turn", "not_yours", name=room.seat(room.game.mover).name)
    view = room.game.view(seat)
    if view.owed or all(parse_move(move).is_act for move in view.legal_moves()):
        raise refuse("no_choice")
    return bytes(view)


def _sentence(half: str) -> str:
    """
    >>> _sentence("starts a discard pile with the 6")
    'Starts a discard pile with the 6.'
    """
    return f"{half[:1].upper()}{half[1:]}." if half else half
