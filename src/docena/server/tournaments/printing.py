"""Pages for printing from a browser."""

from functools import partial

from aiohttp import web

from docena.core.words import refused, say
from docena.server.requests import language
from docena.server.tournaments.access import EventAccess
from docena.server.tournaments.events import open_desk
from docena.server.tournaments.log_worker import LogWorker
from docena.server.tournaments.pads import Pads
from docena.storage.keys import DIRECTOR, PAD, PAPER
from docena.tournaments.clock import moment
from docena.tournaments.pads.paper import blank_pad, pad_page
from docena.tournaments.paper.pages import CARDS, ENTRIES, KINDS, WITH_CODES, paper

_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
"""Such a page has inline style, no script, and no images except QR codes."""
_MOST_SIDES, _MOST_GOAL = 6, 100_000


class Papers:
    """The handlers of print pages."""

    def __init__(self, access: EventAccess, pads: Pads) -> None:
        self._access, self._pads = access, pads

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/e/{event}/paper/{kind}", self.event),
            web.get("/pad/{pad}/paper", self.pad),
            web.get("/t/{table}/pad/paper", self.online),
            web.get("/paper/pad", self.blank),
        ]

    async def event(self, request: web.Request) -> web.Response:
        kind, lang = request.match_info["kind"], language(request)
        if kind not in KINDS:
            raise refused("not_found", "organise", "none")

        def draw(worker: LogWorker) -> str:
            # everything except the QR codes is public, and keys do not belong on a poster
            name = request.match_info["event"]
            log = open_desk(request, worker, PAPER, DIRECTOR) if kind in WITH_CODES else worker.event(name)
            day = moment(log.lines[-1].at)
            date = say(lang, "paper", "day", day=day.day, month=say(lang, "month", str(day.month)), year=day.year)
            return paper(
                log.event,
                kind,
                lang,
                partial(_code, log.id, worker.keys.of(log.id, PAPER), _SHOWN.get(kind, "")),
                date,
            )

        return _page(await self._access.do(request, draw))

    async def pad(self, request: web.Request) -> web.Response:
        def draw(worker: LogWorker) -> str:
            return pad_page(self._pads.log(request, worker, PAD, PAPER).pad, language(request))

        return _page(await self._access.do(request, draw))

    async def online(self, request: web.Request) -> web.Response:
        return _page(pad_page(await self._pads.online(request), language(request)))

    async def blank(self, request: web.Request) -> web.Response:
        sides, goal = _among(request, "sides", 4, 1, _MOST_SIDES), _among(request, "goal", 500, 0, _MOST_GOAL)
        return _page(blank_pad(language(request), sides, goal))


_SHOWN = {CARDS: "table", ENTRIES: "entry"}
"""The targets of the QR codes of a kind."""


def _code(name: str, key: str, shown: str, number: int) -> str:
    """Fetched by the page itself, as drawing a hundred of them takes a while."""
    return f'<img alt="" src="/api/events/{name}/qr.svg?{shown}={number}&amp;key={key}">'


def _page(text: str) -> web.Response:
    headers = {"Content-Security-Policy": _POLICY, "Cache-Control": "no-store"}
    return web.Response(text=text, content_type="text/html", headers=headers)


def _among(request: web.Request, name: str, usual: int, least: int, most: int) -> int:
    text = request.query.get(name, str(usual))
    if not text.isascii() or not text.isdigit() or len(text) > 6 or not least <= int(text) <= most:
        raise refused("bad", "refused", "number_from_to", name=name, least=least, most=most, text=text[:20])
    return int(text)
