"""Accounts: who may come in, who may not, and that nobody learns a secret on the way."""

import asyncio
import logging
import secrets
import threading
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher
from server.account_requests import ANA, PASSWORD, came_in
from server.hall import Hall, cheap, visit

from docena.server.people.passwords import Checked, Passwords
from docena.server.people.players import UNUSED_DAYS
from docena.server.settings import Settings
from docena.server.slow_work import SlowWork
from docena.storage.ports import PlayedGame, Write, WriteOutcome
from docena.storage.running_time import DAY
from docena.tables.codes import secret_hash

LINE = (
    b'{"edition":"mod","players":2,"partners":false,"table":"strict","name":"Ana","won":true,"reason":"stock",'
    b'"points":40,"left":0,"others":["Luis"]}'
)


async def has_played(hall: Hall, player: str, table: str = "t") -> None:
    done: asyncio.Future[WriteOutcome] = asyncio.get_running_loop().create_future()
    hall.store.write(Write(table, 1, [b"{}"], None, done.set_result, None, [PlayedGame(player, table, 1, 1, 5, LINE)]))
    assert await done is WriteOutcome.WRITTEN


def test_an_account_is_made_left_and_entered_again(tmp_path: Path) -> None:
    async def test(hall: Hall) -> None:
        made = await hall.post("/api/accounts", ANA)
        assert made.status == 201
        assert made.body["name"] == "Ana"
        first = made.body["token"]
        seen = await hall.get("/api/account", token=first)
        assert seen.status == 200
        assert seen.body == {
            "account": made.body["account"],
            "name": "Ana",
            "created": hall.today,
            "password": True,
            "passkeys": [],
        }
        entered = await hall.post("/api/sessions", {"name": " ANA ", "password": PASSWORD})
        assert entered.status == 200
        assert entered.body["account"] == made.body["account"]
        second = entered.body["token"]
        assert (await hall.delete("/api/sessions", token=first)).status == 200
        assert (await hall.get("/api/account", token=first)).status == 401
        assert (await hall.get("/api/account", token=second)).status == 200

    visit(tmp_path, test)


def test_wrong_passwords_and_unknown_names_are_refused_alike(tmp_path: Path) -> None:
    async def test(hall: Hall) -> None:
        await came_in(hall)
        wrong = await hall.post("/api/sessions", ANA | {"password": PASSWORD + "!"})
        nobody = await hall.post("/api/sessions", {"name": "Berta", "password": PASSWORD})
        assert wrong.status == nobody.status == 401
        assert wrong.text == nobody.text
        assert wrong.body["reason"] == "secret"
        spanish = await hall.post("/api/sessions?lang=es", {"name": "Berta", "password": PASSWORD})
        assert "contraseña" in spanish.body["why"]

    visit(tmp_path, test)


def test_a_name_is_had_once_and_a_password_must_be_worth_it(tmp_path: Path) -> None:
    async def test(hall: Hall) -> None:
        await came_in(hall)
        for body, status in (
            ({"name": "ana", "password": PASSWORD}, 409),
            ({"name": "\u0410na", "password": PASSWORD}, 409),
            ({"name": "A\ufe0fna", "password": PASSWORD}, 409),
            ({"name": "Luis", "password": "123456789"}, 400),
            ({"name": "Luis", "password": "x" * 201}, 400),
            ({"name": "ten of them", "password": "Ten Of Them"}, 400),
            ({"name": "\u200b", "password": PASSWORD}, 400),
            ({"name": "L" * 25, "password": PASSWORD}, 400),
            ({"name": "Luis", "password": PASSWORD, "admin": True}, 400),
            ({"name": "Luis"}, 400),
            (b'{"name": "Luis", "password": "' + PASSWORD.encode(), 400),
            (b'{"name": "Luis", "password": "\xff"}', 400),
            (b'{"name": "Luis", "password": "\\ud800 seven of spades"}', 400),
        ):
            refused = await hall.post("/api/accounts", body)
            assert refused.status == status, refused.text
            assert PASSWORD not in refused.text
            assert refused.body["why"]

    visit(tmp_path, test)


def test_two_who_want_one_name_at_once_get_one_account(tmp_path: Path) -> None:
    async def test(hall: Hall) -> None:
        made = await asyncio.gather(*(hall.post("/api/accounts", ANA) for _ in range(5)))
        assert sorted(reply.status for reply in made) == [201, 409, 409, 409, 409]

    visit(tmp_path, test)


def test_a_password_is_the_same_on_every_keyboard(tmp_path: Path) -> None:
    async def test(hall: Hall) -> None:
        await came_in(hall, {"name": "Ana", "password": "doce\u0301na doce"})
        assert (await hall.post("/api/sessions", {"name": "Ana", "password": "doc\u00e9na doce"})).status == 200

    visit(tmp_path, test)


def test_another_password_ends_the_other_sessions(tmp_path: Path) -> None:
    async def test(hall: Hall) -> None:
        here, elsewhere = await came_in(hall), (await hall.post("/api/sessions", ANA)).body["token"]
        new = {"old": PASSWORD, "new": "eight of hearts"}
        assert (await hall.post("/api/account/password", new)).status == 401
        assert (await hall.post("/api/account/password", new | {"old": "a wrong one"}, token=here)).status == 403
        assert (await hall.post("/api/account/password", new | {"old": ""}, token=here)).status == 403
        assert (await hall.post("/api/account/password", new | {"new": "short"}, token=here)).status == 400
        assert (await hall.get("/api/account", token=elsewhere)).status == 200
        assert (await hall.post("/api/account/password", new, token=here)).status == 200
        assert (await hall.get("/api/account", token=here)).status == 200
        assert (await hall.get("/api/account", token=elsewhere)).status == 401
        assert (await hall.post("/api/sessions", ANA)).status == 401
        assert (await hall.post("/api/sessions", {"name": "Ana", "password": new["new"]})).status == 200

    visit(tmp_path, test)


def test_a_session_that_is_not_used_is_over(tmp_path: Path) -> None:
    async def test(hall: Hall) -> None:
        token = await came_in(hall)
        hall.today += 800 * DAY  # a date may be wrong
        for day in (UNUSED_DAYS, 2 * UNUSED_DAYS):
            await hall.run_until(day)
            assert (await hall.get("/api/account", token=token)).status == 200
        await hall.run_until(3 * UNUSED_DAYS + 1)
        assert (await hall.get("/api/account", token=token)).status == 401
        assert (await hall.get("/api/me/games", token=token)).status == 401

    visit(tmp_path, test)


def test_nothing_is_kept_that_opens_anything(tmp_path: Path) -> None:
    key = secrets.token_urlsafe(32)

    async def test(hall: Hall) -> None:
        token = await came_in(hall)
        assert (await hall.post("/api/account/adopt", {"key": key}, token=token)).status == 200
        await hall.get("/api/me/games", key=key)
        kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
        assert b"$argon2id$" in kept
        for secret in (PASSWORD, token, key):
            assert secret.encode() not in kept
        assert secret_hash(token).encode() in kept

    visit(tmp_path, test)


def test_secrets_are_in_no_log_line_and_no_refusal(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    key, stranger = secrets.token_urlsafe(32), secrets.token_urlsafe(32)

    async def test(hall: Hall) -> None:
        token = await came_in(hall)
        broken: Any = hall.accounts

        async def fail(*_: object) -> None:
            raise RuntimeError("the database is gone")

        broken.account_by_name = fail
        replies = [
            await hall.post("/api/sessions", ANA),
            await hall.post("/api/account/adopt", {"key": key + "?"}, token=token),
            await hall.get("/api/account", token=stranger),
            await hall.get("/api/account", token=token + "x"),
            await hall.get("/api/me/games", key=key + "?"),
            await hall.post("/api/sessions", b'{"password": "%s"' % PASSWORD.encode()),
        ]
        assert [reply.status for reply in replies] == [500, 400, 401, 401, 400, 400]
        said = " ".join(reply.text for reply in replies) + caplog.text
        assert "the database is gone" in caplog.text
        for secret in (PASSWORD, token, key, stranger):
            assert secret not in said

    visit(tmp_path, test)


def test_a_browsers_history_goes_over_to_an_account(tmp_path: Path) -> None:
    key, other = secrets.token_urlsafe(32), secrets.token_urlsafe(32)

    async def test(hall: Hall) -> None:
        await has_played(hall, f"k:{secret_hash(key)}", "mine")
        await has_played(hall, f"k:{secret_hash(other)}", "not mine")
        token = await came_in(hall)
        assert len((await hall.get("/api/me/games", key=key)).body["games"]) == 1
        assert (await hall.get("/api/me/games", token=token)).body["games"] == []
        assert (await hall.post("/api/account/adopt", {"key": key})).status == 401
        assert (await hall.post("/api/account/adopt", {"key": "short"}, token=token)).status == 400
        assert (await hall.post("/api/account/adopt", {"key": key}, token=token)).body == {"games": 1}
        assert (await hall.post("/api/account/adopt", {"key": key}, token=token)).body == {"games": 0}
        mine = (await hall.get("/api/me/games", token=token, key=other)).body["games"]
        assert [game["table"] for game in mine] == ["mine"]
        assert (await hall.get("/api/me/games", key=key)).body["games"] == []

    visit(tmp_path, test)


def test_a_deleted_account_takes_everything_with_it(tmp_path: Path) -> None:
    async def test(hall: Hall) -> None:
        made = (await hall.post("/api/accounts", ANA)).body
        elsewhere = (await hall.post("/api/sessions", ANA)).body["token"]
        player = f"a:{made['account']}"
        await has_played(hall, player)
        assert (await hall.delete("/api/account")).status == 401
        assert (await hall.delete("/api/account", token=made["token"])).status == 200
        assert await hall.store.history(player, None, 9) == []
        for token in (made["token"], elsewhere):
            assert (await hall.get("/api/account", token=token)).status == 401
        assert (await hall.post("/api/sessions", ANA)).status == 401
        assert (await hall.post("/api/accounts", ANA)).body["account"] != made["account"]

    visit(tmp_path, test)


def test_who_sits_down_with_a_bad_token_is_told_so(tmp_path: Path) -> None:
    opening = {"name": "Ana", "choices": {"players": 2}}

    async def test(hall: Hall) -> None:
        for token in ("x", "x" * 43, secrets.token_urlsafe(32)):
            refused = await hall.post("/api/tables", opening, token=token)
            assert refused.status == 401, refused.text
            assert refused.body["reason"] == "secret"
        assert (await hall.post("/api/tables", opening, token=await came_in(hall))).status == 201
        assert (await hall.post("/api/tables", opening)).status == 201

    visit(tmp_path, test)


def test_passwords_are_hashed_off_the_event_loop_and_unknown_names_cost_as_much(tmp_path: Path) -> None:
    class Watched(PasswordHasher):
        def __init__(self) -> None:
            super().__init__(time_cost=1, memory_cost=8, parallelism=1)
            self.work: list[tuple[str, bool]] = []

        def hash(self, password: Any, *, salt: bytes | None = None) -> str:
            self.work.append(("hash", threading.current_thread() is threading.main_thread()))
            return super().hash(password, salt=salt)

        def verify(self, hash: Any, password: Any) -> Any:  # noqa: A002
            self.work.append((str(hash)[:26], threading.current_thread() is threading.main_thread()))
            return super().verify(hash, password)

    hasher = Watched()

    async def test(hall: Hall) -> None:
        await came_in(hall)
        await hall.post("/api/sessions", ANA | {"password": "a wrong one"})
        await hall.post("/api/sessions", ANA | {"name": "Nobody"})
        assert hasher.work == [("hash", False), *[("$argon2id$v=19$m=8,t=1,p=1", False)] * 2]

    visit(tmp_path, test, hasher=hasher)


def test_a_hash_of_weaker_parameters_is_made_again(tmp_path: Path) -> None:
    async def before(hall: Hall) -> None:
        await came_in(hall)

    async def after(hall: Hall) -> None:
        assert hall.accounts is not None
        assert (await hall.post("/api/sessions", ANA | {"password": "a wrong one"})).status == 401
        weak = await hall.accounts.account_by_name("Ana")
        assert (await hall.post("/api/sessions", ANA)).status == 200
        strong = await hall.accounts.account_by_name("Ana")
        assert weak is not None
        assert strong is not None
        assert "m=8,t=1" in str(weak.password)
        assert "m=16,t=2" in str(strong.password)
        assert (await hall.post("/api/sessions", ANA)).status == 200
        assert await hall.accounts.account_by_name("Ana") == strong

    visit(tmp_path, before)
    visit(tmp_path, after, hasher=PasswordHasher(time_cost=2, memory_cost=16, parallelism=1))


def test_the_usual_parameters_are_not_below_what_owasp_asks_for() -> None:
    async def main() -> None:
        slow_work = SlowWork()
        passwords = Passwords(slow_work)
        kept = await passwords.hash(PASSWORD)
        parts = dict(part.split("=") for part in kept.split("$")[3].split(","))
        assert kept.startswith("$argon2id$v=19$")
        assert int(parts["m"]) >= 19_456
        assert int(parts["t"]) >= 2
        slow_work.close()

    asyncio.run(main())


def test_only_the_password_is_right() -> None:
    async def main() -> None:
        slow_work = SlowWork()
        passwords = Passwords(slow_work, cheap())
        kept = await passwords.hash(PASSWORD)
        assert await passwords.check(kept, PASSWORD) == Checked(True)
        for wrong, password in ((kept, PASSWORD + " "), (kept, ""), (None, PASSWORD), ("not a hash", PASSWORD)):
            assert await passwords.check(wrong, password) == Checked(False)
        slow_work.close()

    asyncio.run(main())


def test_a_server_without_accounts_says_so(tmp_path: Path) -> None:
    async def test(hall: Hall) -> None:
        for method, path in (
            ("POST", "/api/accounts"),
            ("POST", "/api/sessions"),
            ("DELETE", "/api/sessions"),
            ("GET", "/api/account"),
            ("POST", "/api/account/adopt"),
            ("POST", "/api/passkeys/login/begin"),
        ):
            refused = await hall.ask(method, path, ANA)
            assert refused.status == 404
            assert refused.body["reason"] == "no_accounts"
            assert "accounts" in refused.body["why"]
        assert (await hall.get("/api/me/games", token="x" * 43)).status == 401
        assert (await hall.get("/api/me/games", key="x" * 43)).status == 200

    visit(tmp_path, test, Settings(accounts=False))
    visit(None, test)


def test_other_pages_cannot_use_accounts(tmp_path: Path) -> None:
    async def test(hall: Hall) -> None:
        refused = await hall.post("/api/accounts", ANA, Origin="https://elsewhere.example")
        assert refused.status == 403
        assert refused.body["reason"] == "origin"

    visit(tmp_path, test)
