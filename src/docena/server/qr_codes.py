"""Links as QR codes, drawn in a thread of low priority: each takes some milliseconds."""

import io
from functools import lru_cache

import segno
from aiohttp import web

from docena.server.protection.limits import RequestLimit
from docena.server.settings import Settings
from docena.server.slow_work import SlowWork

RATE, BURST = 20.0, 1500.0
"""For one address, rate per second and burst: the cards of the largest event are printed from one page."""
_MOST_WAITING = 200


class QrCodes:
    """Draws QR codes."""

    def __init__(self, settings: Settings) -> None:
        self._asked = RequestLimit(settings, RATE, BURST)
        self._slow_work = SlowWork(most=_MOST_WAITING)

    async def response(self, request: web.Request, text: str) -> web.Response:
        self._asked.take(request)
        drawn = await self._slow_work.do(lambda: _svg(text))
        return web.Response(body=drawn, content_type="image/svg+xml")

    async def close(self, _: web.Application) -> None:
        self._slow_work.close()


@lru_cache(maxsize=1000)
def _svg(text: str) -> bytes:
    """Readable by phones from some distance."""
    drawn = io.BytesIO()
    segno.make(text, error="m", micro=False).save(drawn, kind="svg", scale=8, border=3, xmldecl=False)
    return drawn.getvalue()
