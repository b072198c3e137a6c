"""Analyses of finished games over HTTP, each computed in a process of its own."""

import asyncio
import hashlib
import os
import sys
from asyncio.subprocess import PIPE
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
from aiohttp import web

from docena.core.words import refused
from docena.game.record import Record, write_record
from docena.server.protection.addresses import address_of
from docena.server.protection.limits import Quota, RequestLimit, too_many
from docena.server.requests import language, read_bytes
from docena.server.routing import Handlers, route
from docena.server.settings import Settings
from docena.server.tables.answers import Answers, CachedAnswer, squeeze
from docena.server.tables.replays import Replays, record_in
from docena.tables.registry import TableRegistry
from docena.tables.replay import MOST_LINES

TRIES = 1500
"""Rollouts of a decision."""
SECONDS = 120.0
"""Time limit for an analysis; then its process is killed."""
MOST_WAITING = 8
"""Analyses in progress or waiting for their turn: one is made at a time."""
MOST_OF_ONE = 3
"""The same for one address."""
_RATE, _BURST = 1 / 10, 20.0
"""Analyses for one address: rate per second, and burst. One that has been made costs nothing."""
_COMMAND = (sys.executable, "-P", "-m", "docena.analysis.process")


class TurnSight(msgspec.Struct, frozen=True):
    """Everybody's chance of winning after a turn; `ply` counts lines of the record."""

    turn: int
    seat: int
    ply: int
    whole: bool
    chances: list[float]


class DecisionSight(msgspec.Struct, frozen=True):
    """What was decided before a line of the record, beside the best plan found; words are there for mistakes."""

    turn: int
    seat: int
    ply: int
    moves: list[str]
    chance: float
    best: list[str]
    best_chance: float
    cost: float
    mistake: bool
    words: str = ""
    best_words: str = ""
    reasons: list[str] = []
    against: list[str] = []


class LedgerSight(msgspec.Struct, frozen=True):
    """How a player's chance became 1 or 0: start + choice + others + luck = end."""

    name: str
    seat: int
    start: float
    choice: float
    others: float
    luck: float
    end: float


class AnalysisSight(msgspec.Struct, frozen=True):
    """A game turn by turn."""

    start: list[float]
    sides: list[list[int]]
    turns: list[TurnSight]
    decisions: list[DecisionSight]
    ledger: list[LedgerSight]


class Analyses(Handlers):
    """The handlers of analyses."""

    def __init__(self, registry: TableRegistry, replays: Replays, settings: Settings) -> None:
        self._registry, self._replays = registry, replays
        self._answers = Answers(most_at_once=MOST_WAITING)
        self._limit = RequestLimit(settings, _RATE, _BURST)
        self._places, self._settings = Quota(MOST_OF_ONE), settings
        self._one = asyncio.Semaphore(1)

    @route(
        "get", "/api/tables/{table}/games/{game}/analysis", "Chances, mistakes and luck in a finished game.",
        answer=AnalysisSight,
    )  # fmt: skip
    async def of_table(self, request: web.Request) -> web.Response:
        lang = language(request)
        table, number = await self._replays.finished(request)

        async def make() -> CachedAnswer:
            self._limit.take(request)
            with self._place_for(request):
                record = await self._replays.read(table, number, self._registry.turns)
                return await self._analysed(write_record(record).encode(), lang)

        return await self._answers.get(request, (table, number, lang), make)

    @route("post", "/api/analysis", "The same for any game, from its record.", body=Record, answer=AnalysisSight)
    async def of_record(self, request: web.Request) -> web.Response:
        self._limit.check(request)
        lang, body = language(request), await read_bytes(request)

        async def make() -> CachedAnswer:
            self._limit.take(request)
            record = record_in(body)
            if len(record.log) > MOST_LINES:
                raise refused("bad", "refused", "long_replay", lines=len(record.log), most=MOST_LINES)
            with self._place_for(request):
                return await self._analysed(body, lang)

        return await self._answers.get(request, (hashlib.blake2b(body, digest_size=16).digest(), lang), make)

    @contextmanager
    def _place_for(self, request: web.Request) -> Iterator[None]:
        """A place in the queue; one address cannot take all of them."""
        address = address_of(request, self._settings)
        if not self._places.take(address):
            raise too_many()
        try:
            yield
        finally:
            self._places.give_back(address)

    async def _analysed(self, record: bytes, lang: str) -> CachedAnswer:
        async with self._one:
            found = await _run(record, lang)
        if found is None:
            raise refused("unavailable", "refused", "no_analysis")
        return await squeeze([found], self._registry.turns, 1)

    async def close(self, _: web.Application) -> None:
        await self._answers.close()


async def _run(record: bytes, lang: str) -> bytes | None:
    """The analysis as JSON, or None if there is none."""
    alone = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    process = await asyncio.create_subprocess_exec(
        *_COMMAND, lang, str(TRIES), stdin=PIPE, stdout=PIPE, env=alone, start_new_session=True
    )
    try:
        async with asyncio.timeout(SECONDS):
            found, _ = await process.communicate(record)
    except TimeoutError:
        return None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    return found if process.returncode == 0 else None
