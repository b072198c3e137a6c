"""Helpers for all requests: reading bodies and the language, JSON responses, and the server's address."""

import asyncio
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

import msgspec
from aiohttp import web

from docena.core.words import LANGUAGES, refused
from docena.server.protection.addresses import scheme_of
from docena.server.protection.connection import expect_much
from docena.server.protection.intake import INTAKE, Hold
from docena.server.settings import Settings

T = TypeVar("T")

LONGEST_BODY = 64 * 1024
"""Limit on most request bodies."""
BODY_SECONDS = 10.0
"""Seconds to send a whole body ..."""
SLOWEST_UPLOAD = 100_000
"""... and one more for each of this many bytes that it may have."""
HOLD: Final = web.RequestKey("hold", Hold)
"""The key of a request's share of the intake."""
THIS_MACHINE = ("localhost", "127.0.0.1", "::1")
_USUAL_PORTS = {"http": ":80", "https": ":443"}


def json(body: Any, status: int = 200) -> web.Response:
    encoded = body if isinstance(body, bytes) else msgspec.json.encode(body)
    return web.Response(status=status, body=encoded, content_type="application/json")


def language(request: web.Request) -> str:
    """The language that a request names, or that of its browser."""
    wanted: str = request.query.get("lang") or request.headers.get("Accept-Language") or ""
    return next((lang for lang in LANGUAGES if wanted.lower().startswith(lang)), "en")


def client_version(request: web.Request) -> int:
    """The version of the messages that a request names; clients older than version 2 name none."""
    named = request.query.get("version", "1")
    return int(named) if named.isascii() and named.isdigit() and len(named) < 10 else 0


async def read_bytes(request: web.Request, most: int = LONGEST_BODY) -> bytes:
    """The body of a request that may send one: limits, and keys if needed, have been checked before."""
    if request.headers.get("Content-Encoding", "identity").lower() != "identity":
        raise web.HTTPUnsupportedMediaType
    if (request.content_length or 0) > most:
        raise web.HTTPRequestEntityTooLarge(most)
    expect_much(request)
    try:
        async with asyncio.timeout(BODY_SECONDS + most / SLOWEST_UPLOAD):
            return await _collect(request, most)
    except TimeoutError:
        raise web.HTTPRequestTimeout from None
    except web.RequestPayloadError:
        raise web.HTTPBadRequest from None  # a malformed chunk, say


async def _collect(request: web.Request, most: int) -> bytes:
    intake, hold = request.app[INTAKE], request[HOLD]
    if not intake.fits(hold, request.content_length or 0):
        raise refused("busy", "refused", "busy")
    parts: list[bytes] = []
    while part := await request.content.readany():
        if hold.size + len(part) > most:
            raise web.HTTPRequestEntityTooLarge(most)
        if not intake.grow(hold, len(part)):
            raise refused("busy", "refused", "busy")
        parts.append(part)
    return b"".join(parts)


async def read_body(request: web.Request, kind: type[T]) -> T:
    body = await read_bytes(request)
    try:
        return msgspec.json.decode(body, type=kind)
    except RecursionError:
        raise msgspec.DecodeError("it is nested too deeply") from None


def origin_of(url: str) -> str:
    """The origin of pages at this address, as browsers name it.

    >>> origin_of("https://Docena.Example:443/play")
    'https://docena.example'
    """
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.lower().removesuffix(_USUAL_PORTS.get(parts.scheme, ' '))}"


def base_url(request: web.Request, settings: Settings) -> str:
    """The address at which other devices reach this server."""
    if settings.public_url:
        return settings.public_url.rstrip("/")
    if settings.link_url and request.url.host in THIS_MACHINE:
        return settings.link_url.rstrip("/")
    return f"{scheme_of(request, settings) or request.scheme}://{request.host}"


def seat_secret(request: web.Request) -> str | None:
    """The secret of a seat, from the header `Authorization: Seat ...`."""
    word, _, secret = request.headers.get("Authorization", "").partition(" ")
    return secret.strip() if word.lower() == "seat" else None
