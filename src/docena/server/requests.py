"""What requests have in common: a body and a language to read, JSON to answer with, and where the server is."""

import asyncio
from typing import Any, TypeVar
from urllib.parse import urlsplit

import msgspec
from aiohttp import web

from docena.server.addresses import scheme_of
from docena.server.settings import Settings
from docena.words import LANGUAGES

T = TypeVar("T")

BODY_SECONDS = 10.0
"""Whoever begins to send something has so long for all of it."""
THIS_MACHINE = ("localhost", "127.0.0.1", "::1")
_USUAL_PORTS = {"http": ":80", "https": ":443"}


def json(body: Any, status: int = 200) -> web.Response:
    encoded = body if isinstance(body, bytes) else msgspec.json.encode(body)
    return web.Response(status=status, body=encoded, content_type="application/json")


def language(request: web.Request) -> str:
    """The language that a request names, or that its browser speaks."""
    wanted: str = request.query.get("lang") or request.headers.get("Accept-Language") or ""
    return next((lang for lang in LANGUAGES if wanted.lower().startswith(lang)), "en")


async def read_bytes(request: web.Request) -> bytes:
    try:
        async with asyncio.timeout(BODY_SECONDS):
            return await request.read()
    except TimeoutError:
        raise web.HTTPRequestTimeout from None


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
    """Where other devices find this server."""
    if settings.public_url:
        return settings.public_url.rstrip("/")
    if settings.link_url and request.url.host in THIS_MACHINE:
        return settings.link_url.rstrip("/")
    return f"{scheme_of(request, settings) or request.scheme}://{request.host}"
