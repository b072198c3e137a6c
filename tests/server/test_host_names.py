"""A server answers under its own names only: a page whose name was pointed at it (DNS rebinding) gets nothing."""

import socket
from pathlib import Path

import pytest
from server.stage import Stage, perform

from docena.server.protection.hosts import HostNames
from docena.server.settings import Settings

EVIL = "evil.example"
OURS = ("localhost:8012", "127.0.0.1", "[::1]:8012", "192.168.1.7:8012", "play.localhost", "LocalHost.")
FOREIGN = (
    *(EVIL, f"{EVIL}:8012", "127.0.0.1.evil.example", "localhost.evil.example"),
    *("evil.example@127.0.0.1", "127.0.0.1/evil.example", "x", "[x]", ""),
)


async def statuses(stage: Stage, host: str) -> set[int]:
    """What a page gets that the browser takes for our own, by its name."""
    page = {"Host": host, "Origin": f"http://{host}"}
    return {
        (await stage.post("/api/tables", {"name": "Eva"}, **page)).status // 100,
        (await stage.get("/api/tables", **page)).status // 100,
        (await stage.get("/", **page)).status // 100,
        (await stage.get("/healthz", **page)).status // 100,
    }


def test_a_page_whose_name_was_pointed_at_the_server_gets_nothing(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        for host in FOREIGN:
            assert await statuses(stage, host) == {4}, host
        assert len(stage.registry) == 0
        for host in OURS:
            assert await statuses(stage, host) == {2}, host
        reply = await stage.get("/api/tables", Host=EVIL)
        assert (reply.status, reply.json["reason"]) == (421, "host")
        # whoever meant well is told what to set, and nobody hears what they asked for
        assert "host_names" in reply.json["why"]
        assert EVIL not in reply.json["why"]
        reply = await stage.get("/api/tables", Host=EVIL, Accept_Language="es")
        assert "host_names" in reply.json["why"]
        assert "servidor" in reply.json["why"]

    perform(tmp_path, test)


def test_a_second_host_counts_as_well(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        for lines in (f"Host: {EVIL}\r\nHost: localhost", f"Host: localhost\r\nHost: {EVIL}"):
            (reply,) = await stage.replies_to(f"GET /healthz HTTP/1.1\r\n{lines}\r\n\r\n".encode())
            assert reply.startswith((b"HTTP/1.1 421 ", b"HTTP/1.0 400 "))
            assert EVIL.encode() not in reply

    perform(tmp_path, test)


def test_programs_that_name_no_host_are_answered(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        (reply,) = await stage.replies_to(b"GET /healthz HTTP/1.0\r\n\r\n")
        assert reply.startswith(b"HTTP/1.0 200 ")

    perform(tmp_path, test)


def test_names_in_the_settings_are_answered(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        for host in ("cards.lan", "CARDS.lan:8012", "a.b.example.org", *OURS):
            assert await statuses(stage, host) == {2}, host
        for host in (EVIL, "example.org", "xexample.org", "cards.lan.evil.example"):
            assert await statuses(stage, host) == {4}, host

    perform(tmp_path, test, host_names="cards.lan, *.example.org")


PLAY = "https://Play.Example.org:8443/cards"


@pytest.mark.parametrize("settings", [Settings(public_url=PLAY), Settings(link_url=PLAY)], ids=["public", "link"])
def test_names_in_links_are_answered(settings: Settings) -> None:
    names = HostNames(settings)
    assert names.accept("play.example.org:8443")
    assert names.accept("play.example.org")
    assert not names.accept("example.org")


def test_this_machine_knows_its_own_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "Laptop.fritz.box")
    names = HostNames(Settings())
    assert all(map(names.accept, ("laptop:8012", "laptop.fritz.box", "laptop.local")))
    assert not any(map(names.accept, ("desktop", "desktop.local", "fritz.box")))


def test_a_star_is_any_name_but_nothing_that_is_none() -> None:
    names = HostNames(Settings(host_names="*"))
    assert names.accept(EVIL)
    assert not names.accept('x"><script>')
