"""The front door: what somebody sees who opens the server's address."""

import html

from aiohttp import web

from docena.words import LANGUAGES, say


async def front_page(request: web.Request) -> web.Response:
    """Says what is here, and how to play from a terminal."""
    wanted = request.headers.get("Accept-Language", "").lower()
    lang = next((lang for lang in LANGUAGES if wanted.startswith(lang)), "en")
    address = f"{request.scheme}://{request.host}{request.path if request.path != '/' else ''}"
    text = html.escape(say(lang, "server", "front", address=address))
    page = f'<!doctype html><html lang="{lang}"><meta charset="utf-8"><title>docena</title><pre>{text}</pre></html>'
    return web.Response(text=page, content_type="text/html")
