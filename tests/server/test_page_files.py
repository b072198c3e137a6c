"""The page at the front door: what is sent, how long it may be kept, and that nothing else can be had there."""

import asyncio
import gzip
import re
from pathlib import Path

import msgspec
import pytest
from server.stage import Stage, perform

from docena.server.app import make_app
from docena.server.page_files import SCREENS, Leaf, PageFiles, read_page
from docena.server.protection.responses import HEADERS
from docena.server.tables.catalogue import Catalogue

APP = Path(__file__).parents[2] / "web" / "src" / "App.svelte"
INDEX = b'<!doctype html><link rel="stylesheet" crossorigin href="/assets/index-1.css"><div id="app"></div>' * 9
FILES = {
    "index.html": INDEX,
    "index.html.gz": gzip.compress(INDEX),
    "made-from.txt": b"secret of the build",
    "icon.svg": b"<svg/>",
    "manifest.webmanifest": b"{}",
    "sw.js": b"self",
    "assets/index-1.js": b"let a",
}


@pytest.fixture
def built(tmp_path: Path) -> dict[str, Leaf]:
    for name, content in FILES.items():
        path = tmp_path / "page" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return read_page(tmp_path / "page")


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch, built: dict[str, Leaf]) -> None:
    monkeypatch.setattr(f"{make_app.__module__}.PageFiles", lambda settings: PageFiles(settings, built))


async def bare(stage: Stage, path: str) -> bytes:
    """What comes back for a path that no client has tidied up."""
    reader, writer = await asyncio.open_connection(stage.address.host, stage.address.port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\nConnection: close\r\n\r\n".encode())
    reply = await reader.read()
    writer.close()
    return reply


HTML = {"Accept": "text/html,*/*"}


@pytest.mark.usefixtures("served")
def test_every_screen_is_the_page_and_is_looked_for_again(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        for path in ("/", "/t/lBDW59XTjwklvzNI", "/t/EETGC", *(f"/{screen}" for screen in SCREENS)):
            reply = await stage.request("GET", path, **HTML)
            assert (reply.status, reply.raw) == (200, INDEX), path
            assert reply.headers["Content-Type"] == "text/html; charset=utf-8"
            assert reply.headers["Cache-Control"] == "no-cache"
            assert reply.headers["Content-Security-Policy"] == HEADERS["Content-Security-Policy"]
        again = await stage.request("GET", "/", If_None_Match=reply.headers["Etag"])
        assert (again.status, again.raw) == (304, b"")

    perform(tmp_path, test)


def test_a_link_has_the_same_preview_for_every_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    index = Leaf(b"<html><head></head></html>", b"packed", "text/html", '"mark"', "no-cache")
    monkeypatch.setattr(f"{make_app.__module__}.PageFiles", lambda settings: PageFiles(settings, {"index.html": index}))

    async def test(stage: Stage) -> None:
        welcome = (await stage.post("/api/tables", {"name": "Ana", "choices": {"players": 2}})).json
        invitations = set()
        for path in (f"/t/{welcome['table']}", f"/join/{welcome['code']}", "/t/lBDW59XTjwklvzNI", "/join/ABC-DE"):
            reply = await stage.request("GET", path, **HTML)
            invitations.add(reply.raw)
        (page,) = invitations
        port = stage.address.port
        assert f'property="og:image" content="http://127.0.0.1:{port}/invitation.jpg"'.encode() in page
        assert b'"og:title" content="Come and play docena"' in page
        assert b"Ana" not in page
        spanish = await stage.request("GET", "/join/ABC-DE", Accept_Language="es", **HTML)
        assert b'"og:title" content="Ven a jugar a docena"' in spanish.raw
        assert spanish.headers["Vary"] == "Accept-Encoding, Accept-Language"
        assert b'"og:title" content="docena"' in (await stage.request("GET", "/", **HTML)).raw

    perform(tmp_path, test)


@pytest.mark.usefixtures("served")
def test_in_a_network_at_home_nothing_is_promised_that_browsers_refuse(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        for host, more, promised in (
            ("192.168.1.20:8012", {}, "unsafe-none"),
            ("localhost:8012", {}, "same-origin"),
            ("docena.example", {"X_Forwarded_Proto": "https"}, "same-origin"),
        ):
            reply = await stage.request("GET", "/", Host=host, **more)
            assert reply.headers["Cross-Origin-Opener-Policy"] == promised

    perform(tmp_path, test, trust_proxy=True, host_names="docena.example")


def test_the_screens_that_the_server_knows_are_those_of_the_page() -> None:
    known = set(re.findall(r"^    '/(\w+)': ", APP.read_text(encoding="utf-8"), re.M))
    assert known == set(SCREENS)


@pytest.mark.usefixtures("served")
def test_files_have_their_types_and_those_named_by_their_content_are_kept(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        for path, kind, keep in (
            ("/assets/index-1.js", "text/javascript; charset=utf-8", "public, max-age=31536000, immutable"),
            ("/sw.js", "text/javascript; charset=utf-8", "no-cache"),
            ("/icon.svg", "image/svg+xml", "no-cache"),
            ("/manifest.webmanifest", "application/manifest+json", "no-cache"),
        ):
            reply = await stage.get(path)
            assert (reply.status, reply.raw) == (200, FILES[path[1:]])
            assert (reply.headers["Content-Type"], reply.headers["Cache-Control"]) == (kind, keep)
            assert reply.headers["X-Content-Type-Options"] == "nosniff"

    perform(tmp_path, test)


@pytest.mark.usefixtures("served")
def test_it_is_sent_packed_to_those_who_can_unpack(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        async with stage.session.get(stage.address.http("/"), headers={"Accept-Encoding": "gzip, br"}) as reply:
            assert reply.headers["Content-Encoding"] == "gzip"
            assert int(reply.headers["Content-Length"]) == len(FILES["index.html.gz"]) < len(INDEX)
            assert await reply.read() == INDEX
        async with stage.session.get(stage.address.http("/"), headers={"Accept-Encoding": "identity"}) as reply:
            assert "Content-Encoding" not in reply.headers
            assert reply.headers["Vary"].startswith("Accept-Encoding")

    perform(tmp_path, test)


NOWHERE = (
    *(
        "/nowhere",
        "/new/",
        "/made-from.txt",
        "/index.html.gz",
        "/assets",
        "/assets/",
        "/assets/none.js",
        "/t",
        "/t/a/b",
    ),
    *("/../front.py", "/assets/../../front.py", "/%2e%2e/front.py", "/assets/..%2f..%2ffront.py", "//etc/passwd"),
    *("/assets/%00", "/..%5cfront.py", "/apix", "/t/a/b"),
)


@pytest.mark.usefixtures("served")
def test_nothing_else_is_there_and_people_are_shown_the_way(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        for path in NOWHERE:
            reply = await bare(stage, path)
            assert b" 404 " in reply.split(b"\r\n")[0], (path, reply)
            assert b'href="/"' in reply
            assert b"/assets/index-1.css" in reply
        spanish = await stage.request("GET", "/nowhere", Accept="text/html", Accept_Language="es-MX")
        assert "no hay nada" in spanish.raw.decode()
        for path in ("/nowhere", "/api", "/api/nowhere"):
            program = await stage.get(path)
            assert (program.status, program.json["reason"]) == (404, "not_found")
        assert (await stage.request("GET", "/api/nowhere", **HTML)).json["reason"] == "not_found"
        assert (await stage.request("POST", "/new")).status == 405

    perform(tmp_path, test)


def test_a_checkout_whose_page_was_not_built_says_how_to_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        f"{make_app.__module__}.PageFiles", lambda settings: PageFiles(settings, read_page(tmp_path / "none"))
    )

    async def test(stage: Stage) -> None:
        for path in ("/", "/t/EETGC", "/new"):
            reply = await stage.request("GET", path, **HTML)
            assert reply.status == 200
            assert "docena join http://" in reply.raw.decode()
        assert (await stage.request("GET", "/nowhere", **HTML)).status == 404

    perform(tmp_path, test)


def test_the_editions_say_what_can_be_chosen(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        reply = await stage.get("/api/editions?lang=es")
        known = msgspec.json.decode(reply.raw, type=Catalogue)
        assert [each.name for each in known.editions] == ["classic", "deluxe", "mod", "masters", "tournament"]
        classic, *_, masters, tournament = known.editions
        assert classic.summary == "El juego como casi todos lo conocen."
        assert (classic.pairs, masters.pairs, tournament.pairs) == ([4, 6], [], tournament.players)
        assert (tournament.partners, masters.open_tables, masters.coins) == ("always", False, 12)
        assert (classic.most_stock["6"], known.short_stock) == (27, 10)

    perform(tmp_path, test)
