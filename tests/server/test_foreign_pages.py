"""Pages of other origins get nothing."""

from pathlib import Path

import aiohttp
from server.attempts import bear
from server.stage import Duel, Stage

OWN = "http://127.0.0.1:{port}"


FOREIGN = [
    "null",
    "",
    "http://evil.example",
    "https://evil.example",
    "http://127.0.0.1:{port}.evil.example",
    "http://127.0.0.1:{port}@evil.example",
    "http://evil.example@127.0.0.1:{port}",
    "http://127.0.0.1",
    "http://127.0.0.1:1",
    "http://127.0.0.1:{port}/",
    "http://127.0.0.1:{port}, http://evil.example",
    "http://localhost:{port}",
    "http://sub.127.0.0.1:{port}",
    "ftp://127.0.0.1:{port}",
    "file://",
    "127.0.0.1:{port}",
    "//127.0.0.1:{port}",
    "http://[",
    "http://127.0.0.1:{port}\u00e9",
]


PUBLIC = "https://docena.example"


FOREIGN_TO_PUBLIC = [
    "null",
    "http://docena.example",
    "https://docena.example.evil",
    "https://evil.docena.example",
    "https://xdocena.example",
    "https://docena.example:8443",
    "https://docena.example:0443",
    "https://docena.example/",
    "https://docena.example@evil.example",
    "https://evil.example#https://docena.example",
    "http://127.0.0.1:{port}",
    "wss://docena.example",
    "http://[",
]


async def handshake(stage: Stage, path: str, origin: str | None, host: str | None = None) -> tuple[int, bytes]:
    """Status and body of an attempt to open a socket from a page."""
    headers = {} if origin is None else {"Origin": origin}
    if host is not None:
        headers["Host"] = host
    try:
        async with stage.session.ws_connect(stage.address.http(f"{path}/socket"), headers=headers):
            return 101, b""
    except aiohttp.WSServerHandshakeError as error:
        return error.status, b""


async def from_page(stage: Stage, duel: Duel, origin: str, *, host: str = "", move: str = "S>1") -> list[int]:
    """What a page of this origin gets from a socket and from posts, with a seat's own secret in them."""
    origin = origin.format(port=stage.address.port)
    host = host or f"127.0.0.1:{stage.address.port}"
    seat = {"Authorization": f"Seat {duel.secrets[0]}", "Origin": origin, "Host": host}
    posts = [
        ("/api/tables", {"name": "Eva"}),
        (f"{duel.path}/seats", {"name": "Eva"}),
        (f"{duel.path}/asks", {"do": "move", "id": "x", "seq": duel.people[0].seq, "move": move}),
        ("/api/accounts", {"name": "Eva", "password": "long enough, this"}),
    ]
    statuses = [(await handshake(stage, duel.path, origin, host))[0]]
    for path, body in posts:
        reply = await stage.post(path, body, **seat)
        statuses.append(reply.status)
        if reply.status == 403:
            assert reply.json["reason"] in ("origin", "not_yours")
    statuses.append((await stage.request("DELETE", "/api/me", **seat)).status)
    return statuses


def test_a_page_of_another_origin_gets_nothing(tmp_path: Path) -> None:
    async def attempt(stage: Stage, duel: Duel) -> None:
        tables = len(stage.registry)
        for origin in FOREIGN:
            assert await from_page(stage, duel, origin) == [403] * 6, origin
        assert len(stage.registry) == tables
        # the same from our own page, and from a program, which is no page
        assert (await handshake(stage, duel.path, OWN.format(port=stage.address.port)))[0] == 101
        assert (await handshake(stage, duel.path, None))[0] == 101
        # with a move that no card allows: by luck S>1 could be made
        assert 403 not in (await from_page(stage, duel, OWN, move="S>5"))[:2]

    bear(tmp_path, attempt)


def test_where_an_address_is_public_only_its_pages_are_ours(tmp_path: Path) -> None:
    async def attempt(stage: Stage, duel: Duel) -> None:
        for origin in FOREIGN_TO_PUBLIC:
            for host in ("docena.example", "evil.example", ""):
                expected = 421 if host == "evil.example" else 403
                assert await from_page(stage, duel, origin, host=host) == [expected] * 6, origin
        assert (await handshake(stage, duel.path, PUBLIC))[0] == 101

    bear(tmp_path, attempt, public_url=PUBLIC + "/")


def test_a_public_address_may_name_its_port_and_be_written_in_capitals(tmp_path: Path) -> None:
    async def attempt(stage: Stage, duel: Duel) -> None:
        assert (await handshake(stage, duel.path, PUBLIC))[0] == 101
        assert (await handshake(stage, duel.path, PUBLIC + ":8443"))[0] == 403

    bear(tmp_path, attempt, public_url="https://Docena.Example:443")


def test_behind_a_proxy_with_tls_a_page_without_it_is_foreign(tmp_path: Path) -> None:
    async def attempt(stage: Stage, duel: Duel) -> None:
        for origin, status in (("http://docena.example", 403), ("https://docena.example", 201)):
            reply = await stage.post(
                "/api/tables", {"name": "Eva"}, Origin=origin, Host="docena.example", X_Forwarded_Proto="https"
            )
            assert reply.status == status

    bear(tmp_path, attempt, trust_proxy=True, host_names="docena.example")
