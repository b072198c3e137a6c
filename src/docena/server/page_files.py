"""The web page with its link previews, or a short plain text if it has not been built."""

import gzip
import hashlib
import html
import mimetypes
import re
from functools import cache, lru_cache
from importlib import resources
from importlib.resources.abc import Traversable

import msgspec
from aiohttp import web

from docena.core.words import say
from docena.server.protection.addresses import scheme_of
from docena.server.requests import THIS_MACHINE, base_url, language
from docena.server.routing import Route
from docena.server.settings import Settings

SCREENS = ("new", "settings", "daily", "learn", "rules", "replay", "history", "pads", "events")
"""The page has a screen at each of these addresses, besides the start ..."""
OPENED = (
    "/t/{table}",
    "/t/{table}/pad",
    "/join/{code}",
    "/pad/{pad}",
    "/e/{event}",
    "/e/{event}/{part:tv|director}",
    "/e/{event}/table/{table}",
    "/e/{event}/entry/{entry}",
)
"""... and at these, to which links and QR codes lead."""
_INVITING = ("/t/", "/join/")
_PICTURE, _PICTURE_SIZE = "invitation.jpg", (1200, 630)
_ANYTHING_ELSE = "/{path:(?!api(?:/|$)).*}"
_NAMED_BY_CONTENT = "assets/"
_FOREVER = "public, max-age=31536000, immutable"
_LOOK_AGAIN = "no-cache"
_TYPES = {".js": "text/javascript", ".svg": "image/svg+xml", ".webmanifest": "application/manifest+json"}
_STYLE = re.compile(r'<link rel="stylesheet"[^>]*>')


PAGES = (
    Route("get", "/", "A page: what is here."),
    Route("get", "/t/{table}", "The page of a table: what links and QR codes lead to."),
    Route("get", "/{path}", "The page's screens and files."),
)
"""How the schema describes the page."""


class Leaf(msgspec.Struct, frozen=True):
    """A file of the page, as it is sent."""

    body: bytes
    packed: bytes | None
    kind: str
    mark: str
    keep: str


def read_page(folder: Traversable) -> dict[str, Leaf]:
    """The files of the built page by their paths; none if it has not been built."""
    found = dict(_files(folder)) if folder.is_dir() else {}
    leaves = {}
    for path, body in found.items():
        if path.endswith((".gz", ".txt")):
            continue
        suffix = path[path.rfind(".") :]
        kind = _TYPES.get(suffix) or mimetypes.guess_type(path)[0] or "application/octet-stream"
        keep = _FOREVER if path.startswith(_NAMED_BY_CONTENT) else _LOOK_AGAIN
        leaves[path] = Leaf(body, found.get(f"{path}.gz"), kind, _mark(body), keep)
    return leaves


def _files(folder: Traversable, above: str = "") -> list[tuple[str, bytes]]:
    files: list[tuple[str, bytes]] = []
    for entry in folder.iterdir():
        if entry.is_dir():
            files += _files(entry, f"{above}{entry.name}/")
        else:
            files.append((above + entry.name, entry.read_bytes()))
    return files


@cache
def _own_page() -> dict[str, Leaf]:
    return read_page(resources.files("docena.server").joinpath("page"))


class PageFiles:
    """The handlers of the page. All of it is in memory: no request path becomes a file name."""

    def __init__(self, settings: Settings, page: dict[str, Leaf] | None = None) -> None:
        self._settings = settings
        self._page = _own_page() if page is None else page

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/", self.screen),
            *(web.get(path, self.screen) for path in OPENED),
            web.get(_ANYTHING_ELSE, self.other),
        ]

    async def screen(self, request: web.Request) -> web.Response:
        index = self._page.get("index.html")
        if index is None:
            return _plain_page(request)
        about = "invitation" if request.path.startswith(_INVITING) else "front"
        leaf = _with_preview(index, base_url(request, self._settings), about, language(request))
        return self._answer(request, leaf, "Accept-Encoding, Accept-Language")

    async def other(self, request: web.Request) -> web.Response:
        path = request.match_info["path"]
        if path in SCREENS:
            return await self.screen(request)
        leaf = self._page.get(path)
        return self._nothing(request) if leaf is None else self._answer(request, leaf)

    def _nothing(self, request: web.Request) -> web.Response:
        """A mistyped address in a browser gets the page; a program gets the usual refusal."""
        if "text/html" not in request.headers.get("Accept", ""):
            raise web.HTTPNotFound
        lang = language(request)
        index = self._page.get("index.html")
        style = _STYLE.search(index.body.decode()) if index else None
        words, way = (html.escape(say(lang, "server", key)) for key in ("nothing", "way"))
        page = (
            f'<!doctype html><html lang="{lang}"><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f"<title>docena</title>{f'<link rel=icon href=/icon.svg>{style[0]}' if style else ''}"
            f'<main class="lost"><h1>docena</h1><p>{words}</p><a class="button main" href="/">{way}</a></main></html>'
        )
        return web.Response(status=404, text=page, content_type="text/html")

    def _answer(self, request: web.Request, leaf: Leaf, vary: str = "Accept-Encoding") -> web.Response:
        headers = {"Cache-Control": leaf.keep, "ETag": leaf.mark, "Vary": vary}
        if leaf.kind == "text/html" and self._is_plain(request):
            # browsers warn about isolation headers, which they ignore over plain HTTP
            headers["Cross-Origin-Opener-Policy"] = "unsafe-none"
        if leaf.mark in request.headers.get("If-None-Match", ""):
            return web.Response(status=304, headers=headers)
        body = leaf.body
        if leaf.packed is not None and "gzip" in request.headers.get("Accept-Encoding", ""):
            headers["Content-Encoding"] = "gzip"
            body = leaf.packed
        charset = "utf-8" if leaf.kind.startswith("text/") else None
        return web.Response(body=body, headers=headers, content_type=leaf.kind, charset=charset)

    def _is_plain(self, request: web.Request) -> bool:
        """Whether a browser considers this insecure: plain HTTP from another machine, as on a home network."""
        secure = "https" in (request.scheme, scheme_of(request, self._settings))
        host = request.url.host or ""
        return not secure and host not in THIS_MACHINE and not host.endswith(".localhost")


@lru_cache(maxsize=16)
def _with_preview(index: Leaf, base: str, about: str, lang: str) -> Leaf:
    """The page with what chats show when somebody sends a link: the same for every table, so it gives nothing away."""
    picture = f"{base}/{_PICTURE}"
    said = {
        "og:type": "website",
        "og:site_name": "docena",
        "og:title": say(lang, "preview", about),
        "og:description": say(lang, "preview", "game"),
        "og:image": picture,
        "og:image:type": "image/jpeg",
        "og:image:width": str(_PICTURE_SIZE[0]),
        "og:image:height": str(_PICTURE_SIZE[1]),
        "og:image:alt": say(lang, "preview", "picture"),
        "og:locale": say(lang, "preview", "locale"),
    }
    tags = "".join(f'<meta property="{name}" content="{html.escape(text)}" />' for name, text in said.items())
    tags += (
        f'<meta name="twitter:card" content="summary_large_image" /><meta name="twitter:image" content="{picture}" />'
    )
    body = index.body.replace(b"</head>", tags.encode() + b"</head>", 1)
    packed = gzip.compress(body, 9, mtime=0) if index.packed is not None else None
    return msgspec.structs.replace(index, body=body, packed=packed, mark=_mark(body))


def _mark(body: bytes) -> str:
    return f'"{hashlib.sha256(body).hexdigest()[:20]}"'


def _plain_page(request: web.Request) -> web.Response:
    """Describes the server, and how to play from a terminal."""
    lang = language(request)
    address = f"{request.scheme}://{request.host}{request.path if request.path != '/' else ''}"
    text = html.escape(say(lang, "server", "front", address=address))
    page = f'<!doctype html><html lang="{lang}"><meta charset="utf-8"><title>docena</title><pre>{text}</pre></html>'
    return web.Response(text=page, content_type="text/html")
