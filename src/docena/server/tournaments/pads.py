"""Score pads over HTTP, and the automatic pads of online matches."""

from collections.abc import Callable

import msgspec
from aiohttp import web

from docena.core.words import refused, say
from docena.server.bodies import Done
from docena.server.requests import json, language, read_body, read_bytes
from docena.server.routing import Handlers, route
from docena.server.tables.routes import Tables
from docena.server.tournaments import bodies as b
from docena.server.tournaments import commands as cmd
from docena.server.tournaments.access import EventAccess, check_key, key_of, sheet_file
from docena.server.tournaments.log_worker import LogWorker
from docena.storage.keys import PAD, PAPER
from docena.tables.codes import grouped
from docena.tables.room import Room
from docena.tournaments.log_lines import last_entry, take_back_last
from docena.tournaments.pads.pad import Added, Fixed, PadChoices, PadGame, Removed, ScorePad
from docena.tournaments.pads.paper import pad_csv
from docena.tournaments.pads.store import AnyEntry, PadLog, pack, receive


class Pads(Handlers):
    """The handlers of `/api/pads`."""

    def __init__(self, access: EventAccess, tables: Tables) -> None:
        self._access, self._tables = access, tables

    # --- pads for real cards

    @route("post", "/api/pads", "Creates a score pad.", body=cmd.NewPad, answer=b.PadOpened)
    async def begin(self, request: web.Request) -> web.Response:
        self._access.may_open(request)
        ask = await read_body(request, cmd.NewPad)
        return await self._open(request, lambda worker: PadLog.begin(worker.file, ask.choices))

    @route("post", "/api/pads/receive", "Stores a pad sent as text.", body=cmd.PadText, answer=b.PadOpened)
    async def receive(self, request: web.Request) -> web.Response:
        self._access.may_open(request)
        ask = await read_body(request, cmd.PadText)
        return await self._open(request, lambda worker: receive(worker.file, ask.text))

    async def _open(self, request: web.Request, make: Callable[[LogWorker], PadLog]) -> web.Response:
        def opened(worker: LogWorker) -> b.PadOpened:
            log = make(worker)
            worker.remember(log)
            key = worker.keys.of(log.id, PAD)
            return b.PadOpened(log.id, key, worker.keys.pad_link(self._access.base(request), log.id))

        return json(await self._access.do(request, opened), 201)

    def log(self, request: web.Request, worker: LogWorker, *roles: str) -> PadLog:
        """The pad of a request with its key, or a key for one of these; on the worker's thread."""
        name = request.match_info["pad"]
        log = worker.pad(name)
        check_key(worker, name, key_of(request), *(roles or (PAD,)))
        return log

    @route("get", "/api/pads/{pad}", "The current pad.", answer=b.PadSight)
    async def look(self, request: web.Request) -> web.Response:
        base = self._access.base(request)

        def show(worker: LogWorker) -> b.PadSight:
            log = self.log(request, worker)
            sight = b.pad_sight(log.id, log.pad, len(log.lines), last_entry(log.lines))
            link, paper = worker.keys.pad_link(base, log.id), worker.keys.of(log.id, PAPER)
            return msgspec.structs.replace(sight, link=link, paper=paper)

        return json(await self._access.do(request, show))

    @route("delete", "/api/pads/{pad}", "Removes it.", answer=Done)
    async def remove(self, request: web.Request) -> web.Response:
        await self._access.do(request, lambda worker: worker.forget(self.log(request, worker).id))
        return json(Done())

    @route("post", "/api/pads/{pad}/asks", "A command.", body=cmd.PadCommand, answer=b.Entering)
    async def ask(self, request: web.Request) -> web.Response:
        name = request.match_info["pad"]
        await self._access.do(request, lambda worker: self.log(request, worker))
        self._access.may_ask(request, name, PAD)
        ask = cmd.read_pad_command(await read_bytes(request))

        def enter(worker: LogWorker) -> int:
            log = self.log(request, worker)
            log.enter(lambda now: _decided(now, ask), ask.ask)
            return len(log.lines)

        seq = await self._access.do(request, enter)
        self._access.watchers.tell(name, seq)
        return json(b.Entering(True, seq))

    @route("get", "/api/pads/{pad}/text", "The pad as text.", answer=b.PadTextSight)
    async def text(self, request: web.Request) -> web.Response:
        return json(
            b.PadTextSight(await self._access.do(request, lambda worker: pack(self.log(request, worker).lines)))
        )

    @route("get", "/api/pads/{pad}/csv", "For a spreadsheet.")
    async def spreadsheet(self, request: web.Request) -> web.Response:
        pad = await self._access.do(request, lambda worker: self.log(request, worker).pad)
        return sheet_file(pad_csv(pad, language(request)), f"docena-{request.match_info['pad']}.csv")

    @route("get", "/api/pads/{pad}/qr.svg", "Its link as a QR code.")
    async def qr(self, request: web.Request) -> web.Response:
        def link(worker: LogWorker) -> str:
            return worker.keys.pad_link(self._access.base(request), self.log(request, worker).id)

        return await self._tables.qr_codes.response(request, await self._access.do(request, link))

    @route("get", "/api/pads/{pad}/socket", "A WebSocket, like that of an event.")
    async def socket(self, request: web.Request) -> web.StreamResponse:
        """Anybody may learn that something was entered; seeing it needs the key."""
        name = request.match_info["pad"]
        seq = await self._access.do(request, lambda worker: len(worker.pad(name).lines))
        return await self._access.follow(request, name, seq)

    # --- online matches

    @route("get", "/api/tables/{table}/pad", "The score pad of an online match.", answer=b.PadSight)
    async def look_online(self, request: web.Request) -> web.Response:
        room = (await self._tables.live(request)).room
        return json(b.pad_sight(room.id, pad_of(room, language(request)), room.seq, None, online=True))

    @route("get", "/api/tables/{table}/pad/csv", "The same for a spreadsheet.")
    async def spreadsheet_online(self, request: web.Request) -> web.Response:
        lang, room = language(request), (await self._tables.live(request)).room
        return sheet_file(pad_csv(pad_of(room, lang), lang), f"docena-{grouped(room.code) or room.id}.csv")

    async def online(self, request: web.Request) -> ScorePad:
        return pad_of((await self._tables.live(request)).room, language(request))


def _decided(log: PadLog, ask: cmd.PadCommand) -> AnyEntry:
    """The next line of a pad; refused if it depends on something that has changed meanwhile."""
    if ask.seen is not None and ask.seen != len(log.lines):
        raise refused("stale", "organise", "stale_pad")
    match ask:
        case cmd.Add():
            return Added(ask.game)
        case cmd.Fix():
            return Fixed(ask.number, ask.game)
        case cmd.Remove():
            return Removed(ask.number)
        case cmd.TakeBack():
            return take_back_last(log.lines)


def pad_of(room: Room, lang: str) -> ScorePad:
    """The pad of an online match: its finished games; abandoned ones are left out."""
    names = tuple(seat.name or "-" for seat in room.seats)
    counted = [result for result in room.sheet.results if result["reason"] != "abandoned"]
    games = tuple(
        PadGame(min(result["winners"], default=0), tuple(result["stock"]), penalties=True) for result in counted
    )
    first = room.next_first() or 1
    dealer = (first - 2 - len(games)) % len(names) + 1
    title = f"{say(lang, 'paper', 'pad')} {grouped(room.code)}".strip()
    choices = PadChoices(
        title, names, room.options.partners, room.options.edition.name,
        room.choices.goal, room.choices.games, dealer, room.options.stock,
    )  # fmt: skip
    return ScorePad(choices, games)
