"""What requests have in common: a body and a language to read, JSON to answer with, and where the server is."""

from typing import Any, TypeVar

import msgspec
from aiohttp import web

from docena.server.settings import Settings
from docena.words import LANGUAGES

T = TypeVar("T")


def json(body: Any, status: int = 200) -> web.Response:
    encoded = body if isinstance(body, bytes) else msgspec.json.encode(body)
    return web.Response(status=status, body=encoded, content_type="application/json")


def language(request: web.Request) -> str:
    """The language that a request names, or that its browser speaks."""
    wanted: str = request.query.get("lang") or request.headers.get("Accept-Language") or ""
    return next((lang for lang in LANGUAGES if wanted.lower().startswith(lang)), "en")


async def read_body(request: web.Request, kind: type[T]) -> T:
    return msgspec.json.decode(await request.read(), type=kind)


def base_url(request: web.Request, settings: Settings) -> str:
    if settings.public_url:
        return settings.public_url.rstrip("/")
    proto = request.headers.get("X-Forwarded-Proto", "") if settings.trust_proxy else ""
    return f"{proto if proto in ('http', 'https') else request.scheme}://{request.host}"
