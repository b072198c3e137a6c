"""Secrets stay with those whom they belong to: in every frame, every answer, every header and every line of the log."""

from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from redraw import redrawn
from server.stage import Duel, Reply, Stage, Visitor, perform

from docena.game.record import read_record
from docena.game.verify import verify_record
from docena.server.protection.responses import HEADERS
from docena.tables import events as e
from docena.tables.codes import secret_hash

KEYS = ["first-key-" + "a" * 40, "other-key-" + "b" * 40]
PASSWORD = "correct horse battery"


def told(reply: Reply) -> bytes:
    """All of an answer: its body and its headers."""
    return reply.raw + b"\n".join(f"{name}: {value}".encode() for name, value in reply.headers.items())


class Ears:
    """Who heard what: the frames of each visitor, the answers to each request, and the log."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage

    def others(self, *but: Visitor | Reply) -> Iterable[tuple[str, bytes]]:
        known = {id(one) for one in but}
        for number, visitor in enumerate(self.stage.visitors):
            if id(visitor) not in known:
                yield f"visitor {number}", b"\n".join(visitor.heard)
        for method, path, reply in self.stage.replies:
            if id(reply) not in known:
                yield f"{method} {path}", told(reply)
        yield "the log", self.stage.log.encode()

    def never(self, secret: str, *but: Visitor | Reply) -> None:
        """Nobody but these has heard the secret or, whoever it is, its hash."""
        assert len(secret) >= 20
        for who, heard in self.others(*but):
            assert secret.encode() not in heard, (secret, who)
        for who, heard in self.others():
            assert secret_hash(secret).encode() not in heard, (secret, who)


def test_no_secret_reaches_anybody_but_its_owner(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        ears = Ears(stage)
        account = await stage.post("/api/accounts", {"name": "Ana", "password": PASSWORD})
        again = await stage.post("/api/sessions", {"name": "Ana", "password": PASSWORD})
        token, second = account.json["token"], again.json["token"]
        choices = {"players": 2, "stock": 12, "clock": "off", "chat": "free", "public": True}
        ana = await stage.post("/api/tables", {"name": "Ana", "choices": choices}, Authorization=f"Bearer {token}")
        path = f"/api/tables/{ana.json['table']}"
        luis = await stage.post(f"{path}/seats", {"name": "Luis"}, X_Docena_Key=KEYS[0])
        secrets = [ana.json["secret"], luis.json["secret"]]
        people = [await stage.enter(ana.json["table"], secret, lang="en") for secret in secrets]
        await stage.enter(ana.json["table"])
        await stage.enter(ana.json["table"], lang="es")
        for person in people:
            await person.ask("ready", id="ready", contribution="00ff")
        duel = Duel(stage, await stage.live(ana.json["table"]), people, secrets)
        room = duel.live.room
        game_secret = room.secret
        await people[0].until(lambda message: "view" in message)
        ticket, moves = "", 0
        while room.phase == "playing":
            await duel.move()
            moves += 1
            if moves == 3:
                ticket = (await people[1].ask("ticket"))["ticket"]
                await nosy(stage, path, secrets, token)
            await duel.settle()
        assert moves >= 24
        ears.never(game_secret[:64])
        record = await stage.get(f"{path}/games/1")
        verify_record(read_record(record.raw.decode()))
        assert game_secret.encode() in record.raw
        ears.never(game_secret[:64], record)
        while room.promised != 2:
            await stage.get("/healthz")
        ears.never(room.secret)
        ears.never(secrets[0], ana)
        ears.never(secrets[1], luis)
        ears.never(ticket, people[1])
        ears.never(token, account)
        ears.never(second, again)
        ears.never(KEYS[0])
        for secret in (PASSWORD, KEYS[1]):
            ears.never(secret)
        # what is kept of them is in the log of events, and in no other
        kept = b"".join(row.body for row in await stage.store.read(room.id))
        for secret in (*secrets, ticket, KEYS[0]):
            assert secret_hash(secret).encode() in kept
            assert secret.encode() not in kept
        moved = await stage.post(f"{path}/seats", {"name": "x", "ticket": ticket})
        assert moved.status == 201
        ears.never(ticket, people[1])
        ears.never(moved.json["secret"], moved)

    perform(tmp_path, test)


async def nosy(stage: Stage, path: str, secrets: list[str], token: str) -> None:
    """Requests with secrets in all the wrong places; what they are answered is heard as well."""
    for secret in (*secrets, token, KEYS[1], PASSWORD):
        for text in (secret + "x", secret[:-1], f"{secret}\u00e9"):
            await stage.get(path, Authorization=f"Seat {text}")
            await stage.get("/api/account", Authorization=f"Bearer {text}")
            await stage.get("/api/me/games", X_Docena_Key=f" {text}!")
        await stage.get("/api/me/games", X_Docena_Key=KEYS[1])
        await stage.post(f"{path}/seats", b'{"name":"x","ticket":"' + secret.encode() + b'"', X_Docena_Key=KEYS[1])
        await stage.post(f"{path}/asks", {"do": "hello", "secret": secret, "more": 1})
        visitor = await stage.visit(path.rsplit("/", 1)[-1])
        visitor.send(do="hello", secret=secret + "x")
        await visitor.gone()
        visitor = await stage.enter(path.rsplit("/", 1)[-1])
        visitor.send(do="hello", secret=secret, id=["x"])
        visitor.wire.send(b'{"do":"hello","secret":"' + secret.encode())
        await visitor.until(lambda message: message["type"] == "answer")
        for line in (f"Authorization: Seat {secret}\x00", f"Author ization: Seat {secret}", f"X: {secret}\r\n{secret}"):
            reply = await stage.raw(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{line}\r\n\r\n".encode())
            assert reply[:7] in (b"HTTP/1.", b"")


def test_a_server_that_fails_says_so_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(stage: Stage) -> None:
        duel = await stage.duel()

        def stumble(*_: Any) -> Any:
            raise RuntimeError(f"canary {duel.secrets[0]}"[:6])

        monkeypatch.setattr(stage.registry, "seat_of", stumble)
        seat = f"Seat {duel.secrets[0]}"
        for reply in (
            await stage.get(duel.path, Authorization=seat),
            await stage.post(f"{duel.path}/asks", {"do": "back", "id": "x"}, Authorization=seat),
        ):
            assert reply.status == 500
            assert set(reply.json) == {"ok", "why", "reason"}
            assert b"canary" not in reply.raw
            assert b"Trace" not in reply.raw
            assert {name: reply.headers[name] for name in HEADERS} == HEADERS
        assert stage.log.count('"trace"') == 2
        assert duel.secrets[0] not in stage.log

    perform(tmp_path, test, may_complain=True)


@pytest.mark.parametrize("edition", ["classic", "mod", "masters"])
def test_every_view_in_a_frame_is_the_same_when_hidden_cards_are_redrawn(tmp_path: Path, edition: str) -> None:
    async def test(stage: Stage) -> None:
        duel = await stage.duel(edition=edition, stock=16)  # with eight cards a game may end too soon
        watcher, rng = await stage.enter(duel.id), Random(3)
        compared = 0
        for _ in range(40):
            if duel.live.room.phase != "playing":
                break
            await duel.move()
            await duel.settle()
            stamp, game = duel.live.room.stamp, duel.live.room.game
            await watcher.until(lambda message, stamp=stamp: message.get("seq") == stamp)  # type: ignore[misc]
            assert game is not None
            for visitor, seat in ((duel.people[0], 1), (duel.people[1], 2), (watcher, None)):
                twin = game.copy()
                twin.tables = redrawn(game, seat, rng)
                sent = next(message for message in reversed(visitor.heard) if b'"view":' in message)
                assert sent.endswith(b',"view":' + twin.sight(seat) + b"}")
                compared += 1
        assert compared > 60

    perform(tmp_path, test)


# --- names and words are text

NASTY = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=1>',
    "\u202eevil\u202c\u200b\ufeff",
    "a\x00b\x07c\x1b[31m\r\nd",
    "\u2028line\u2029",
    "javascript:alert(1)//",
    "{{7*7}}${7*7}",
    "z" + "\u0300" * 20,
]
UNSEEN = {*map(chr, range(32)), *"\x7f\u202e\u202c\u200b\ufeff\u2028\u2029"}


def test_names_and_words_arrive_as_plain_text_in_json(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        for nasty in NASTY:
            opened = await stage.post("/api/tables", {"name": nasty[:24], "choices": {"public": True, "chat": "free"}})
            assert opened.status == 201, nasty
            visitor = await stage.enter(opened.json["table"], opened.json["secret"])
            answer = await visitor.ask("say", text=nasty)
            name, words = visitor.table["people"][0]["name"], answer["said"][0]["text"]
            for text in (name, words):
                assert text
                assert not UNSEEN & set(text)
                assert text.count("\u0300") <= 4
            assert len(name) <= 24
        listed = (await stage.get("/api/tables")).json["tables"]
        assert "<script>alert(1)</script" in {line["people"][0]["name"] for line in listed}
        for _, path, reply in stage.replies:
            assert reply.headers["Content-Type"] == "application/json", path
            assert {name: reply.headers[name] for name in HEADERS} == HEADERS
            assert reply.headers["Cache-Control"] == "no-store"

    perform(tmp_path, test)


def test_a_page_never_holds_what_a_request_brought(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        table = (await stage.open(name="<b>Ana</b>"))["table"]
        pages = [
            await stage.get(f"/t/{table}"),
            await stage.get("/t/%3Cscript%3Ealert(1)%3C%2Fscript%3E"),
            await stage.get("/", Host='x"><script>alert(1)</script>'),
            await stage.get("/?q=<script>", Accept_Language="<script>"),
            await stage.get(f"/t/{table}", X_Forwarded_Proto="javascript"),
        ]
        for page in pages:
            assert page.headers["Content-Type"].startswith(("text/html", "application/json"))
            if page.headers["Content-Type"].startswith("text/html"):
                assert b"<script>" not in page.raw
                assert b"alert(1)</" not in page.raw
                assert b"<b>" not in page.raw
            policy = page.headers["Content-Security-Policy"]
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy
            assert page.headers["X-Content-Type-Options"] == "nosniff"
        drawn = await stage.get(f"/api/tables/{table}/qr.svg", Host='"><script>alert(1)</script>')
        assert drawn.status == 421
        assert b"<script" not in drawn.raw
        drawn = await stage.get(f"/api/tables/{table}/qr.svg")
        assert drawn.headers["Content-Type"] == "image/svg+xml"
        assert drawn.headers["Content-Security-Policy"] == HEADERS["Content-Security-Policy"]

    perform(tmp_path, test)


def test_events_hold_every_secret_as_a_hash_only(tmp_path: Path) -> None:
    """But for the secret of a game, which is the table's own, and is opened when the game is over."""

    async def test(stage: Stage) -> None:
        duel = await stage.duel()
        rows = [e.read_event(row.body) for row in await stage.store.read(duel.id)]
        kept = {event.secret for event in rows if isinstance(event, e.Sat)}
        assert kept == {secret_hash(secret) for secret in duel.secrets}
        assert msgspec.json.encode(duel.live.room.secret) not in b"".join(duel.people[0].heard)

    perform(tmp_path, test)
