"""Score pads over HTTP, and the pads that online matches fill by themselves."""

from collections.abc import Callable

import msgspec
from aiohttp import web

from docena.core.errors import Refused
from docena.core.words import say
from docena.server.bodies import Done
from docena.server.requests import json, language, read_body, read_bytes
from docena.server.tables.routes import Tables, qr_svg
from docena.server.tournaments import asks as a
from docena.server.tournaments import bodies as b
from docena.server.tournaments.access import Counter, check_key, key_of, sheet_file
from docena.server.tournaments.log_worker import Clerk
from docena.storage.keys import PAD, PAPER
from docena.tables.codes import grouped
from docena.tables.room import Room
from docena.tournaments.pads.pad import Added, Entered, Fixed, Pad, PadChoices, Removed, TakenBack, last_entry
from docena.tournaments.pads.paper import pad_csv
from docena.tournaments.pads.store import AnyEntry, PadDesk, pack, receive


class Pads:
    """The handlers of `/api/pads`."""

    def __init__(self, counter: Counter, tables: Tables) -> None:
        self._counter, self._tables = counter, tables

    def routes(self) -> list[web.RouteDef]:
        return [
            web.post("/api/pads", self.begin),
            web.post("/api/pads/receive", self.receive),
            web.get("/api/pads/{pad}", self.look),
            web.delete("/api/pads/{pad}", self.remove),
            web.post("/api/pads/{pad}/asks", self.ask),
            web.get("/api/pads/{pad}/text", self.text),
            web.get("/api/pads/{pad}/csv", self.spreadsheet),
            web.get("/api/pads/{pad}/qr.svg", self.qr),
            web.get("/api/pads/{pad}/socket", self.socket),
            web.get("/api/tables/{table}/pad", self.look_online),
            web.get("/api/tables/{table}/pad/csv", self.spreadsheet_online),
        ]

    # --- pads for real cards

    async def begin(self, request: web.Request) -> web.Response:
        self._counter.may_open(request)
        ask = await read_body(request, a.NewPad)
        return await self._open(request, lambda clerk: PadDesk.begin(clerk.book, ask.choices))

    async def receive(self, request: web.Request) -> web.Response:
        self._counter.may_open(request)
        ask = await read_body(request, a.PadText)
        return await self._open(request, lambda clerk: receive(clerk.book, ask.text))

    async def _open(self, request: web.Request, make: Callable[[Clerk], PadDesk]) -> web.Response:
        def opened(clerk: Clerk) -> b.PadOpened:
            desk = make(clerk)
            clerk.remember(desk)
            key = clerk.keys.of(desk.id, PAD)
            return b.PadOpened(desk.id, key, clerk.keys.pad_link(self._counter.base(request), desk.id))

        return json(await self._counter.do(opened), 201)

    def desk(self, request: web.Request, clerk: Clerk, *roles: str) -> PadDesk:
        """The pad that a request has the key of, or a key for one of these; on the clerk's thread."""
        name = request.match_info["pad"]
        desk = clerk.pad(name)
        check_key(clerk, name, key_of(request), *(roles or (PAD,)), lang=language(request))
        return desk

    async def look(self, request: web.Request) -> web.Response:
        base = self._counter.base(request)

        def show(clerk: Clerk) -> b.PadSight:
            desk = self.desk(request, clerk)
            sight = b.pad_sight(desk.id, desk.pad, len(desk.lines), _last(desk))
            link, paper = clerk.keys.pad_link(base, desk.id), clerk.keys.of(desk.id, PAPER)
            return msgspec.structs.replace(sight, link=link, paper=paper)

        return json(await self._counter.do(show))

    async def remove(self, request: web.Request) -> web.Response:
        await self._counter.do(lambda clerk: clerk.forget(self.desk(request, clerk).id))
        return json(Done())

    async def ask(self, request: web.Request) -> web.Response:
        name, lang = request.match_info["pad"], language(request)
        await self._counter.do(lambda clerk: self.desk(request, clerk))
        self._counter.may_ask(request, name, PAD)
        ask = a.read_pad_ask(await read_bytes(request))

        def enter(clerk: Clerk) -> int:
            desk = self.desk(request, clerk)
            desk.enter(lambda now: _decided(now, ask, lang), ask.ask)
            return len(desk.lines)

        seq = await self._counter.do(enter)
        self._counter.watchers.tell(name, seq)
        return json(b.Entering(True, seq))

    async def text(self, request: web.Request) -> web.Response:
        return json(b.PadTextSight(await self._counter.do(lambda clerk: pack(self.desk(request, clerk).lines))))

    async def spreadsheet(self, request: web.Request) -> web.Response:
        pad = await self._counter.do(lambda clerk: self.desk(request, clerk).pad)
        return sheet_file(pad_csv(pad, language(request)), f"docena-{request.match_info['pad']}.csv")

    async def qr(self, request: web.Request) -> web.Response:
        def link(clerk: Clerk) -> str:
            return clerk.keys.pad_link(self._counter.base(request), self.desk(request, clerk).id)

        return web.Response(body=qr_svg(await self._counter.do(link)), content_type="image/svg+xml")

    async def socket(self, request: web.Request) -> web.StreamResponse:
        """Anybody may hear that something was entered; what it was needs the key."""
        name = request.match_info["pad"]
        seq = await self._counter.do(lambda clerk: len(clerk.pad(name).lines))
        return await self._counter.follow(request, name, seq)

    # --- online matches

    async def look_online(self, request: web.Request) -> web.Response:
        room = (await self._tables.desk(request)).room
        return json(b.pad_sight(room.id, pad_of(room, language(request)), room.seq, None, online=True))

    async def spreadsheet_online(self, request: web.Request) -> web.Response:
        lang, room = language(request), (await self._tables.desk(request)).room
        return sheet_file(pad_csv(pad_of(room, lang), lang), f"docena-{grouped(room.code) or room.id}.csv")

    async def online(self, request: web.Request) -> Pad:
        return pad_of((await self._tables.desk(request)).room, language(request))


def _last(desk: PadDesk) -> int | None:
    try:
        return last_entry(desk.lines)
    except Refused:
        return None


def _decided(desk: PadDesk, ask: a.PadAsk, lang: str) -> AnyEntry:
    """The next line of a pad; one that rests on what has changed meanwhile is refused."""
    if ask.seen is not None and ask.seen != len(desk.lines):
        raise Refused("stale", say(lang, "organise", "stale_pad"))
    match ask:
        case a.Add():
            return Added(ask.game)
        case a.Fix():
            return Fixed(ask.number, ask.game)
        case a.Remove():
            return Removed(ask.number)
        case a.TakeBack():
            return TakenBack(last_entry(desk.lines))


def pad_of(room: Room, lang: str) -> Pad:
    """The pad of an online match: its games as they ended; those that were given up are left out."""
    names = tuple(seat.name or "-" for seat in room.seats)
    counted = [result for result in room.sheet.results if result["reason"] != "abandoned"]
    games = tuple(
        Entered(min(result["winners"], default=0), tuple(result["stock"]), penalties=True) for result in counted
    )
    first = room.next_first() or 1
    dealer = (first - 2 - len(games)) % len(names) + 1
    title = f"{say(lang, 'paper', 'pad')} {grouped(room.code)}".strip()
    choices = PadChoices(
        title, names, room.options.partners, room.options.edition.name,
        room.choices.goal, room.choices.games, dealer, room.options.stock,
    )  # fmt: skip
    return Pad(choices, games)
