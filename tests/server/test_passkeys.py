"""Passkeys, with an authenticator in software."""

import sys
from pathlib import Path
from typing import Any

import pytest
from server.authenticator import Authenticator, packed, unpacked
from server.hall import Hall, visit

from docena.server.people.ceremonies import LASTS, Ceremonies, Purpose
from docena.server.settings import Settings

HOME = Settings(public_url="https://Docena.Example:443/")


def authenticator() -> Authenticator:
    return Authenticator("https://docena.example", "docena.example")


async def begin(hall: Hall, path: str, body: Any = None, **more: str) -> tuple[str, dict[str, Any]]:
    begun = await hall.post(path, body, **more)
    assert begun.status == 200, begun.text
    return begun.body["ceremony"], begun.body["options"]


async def register(hall: Hall, key: Authenticator, name: str = "Ana", token: str = "") -> Any:
    ceremony, options = await begin(hall, "/api/passkeys/begin", {} if token else {"name": name}, token=token)
    body = {"ceremony": ceremony, "credential": key.create(options), "label": "phone"}
    return await hall.post("/api/passkeys/finish", body, token=token)


async def log_in(hall: Hall, key: Authenticator, **lies: Any) -> Any:
    ceremony, options = await begin(hall, "/api/passkeys/login/begin")
    return await hall.post("/api/passkeys/login/finish", {"ceremony": ceremony, "credential": key.get(options, **lies)})


def test_an_account_with_a_passkey_and_no_password(tmp_path: Path) -> None:
    async def test(hall: Hall) -> None:
        key = authenticator()
        made = await register(hall, key)
        assert made.status == 201, made.text
        assert (await hall.get("/api/account", token=made.body["token"])).body["name"] == "Ana"
        entered = await log_in(hall, key)
        assert entered.status == 200, entered.text
        assert entered.body["account"] == made.body["account"]
        seen = (await hall.get("/api/account", token=entered.body["token"])).body
        assert seen["password"] is False
        assert seen["passkeys"] == [{"id": key.id.hex(), "name": "phone", "created": hall.today}]
        assert (await hall.post("/api/sessions", {"name": "Ana", "password": ""})).status == 401
        assert (await hall.post("/api/passkeys/begin", {"name": "ANA"})).status == 409

    visit(tmp_path, test, HOME)


def test_an_account_gets_more_passkeys_and_loses_them(tmp_path: Path) -> None:
    async def test(hall: Hall) -> None:
        first, second = authenticator(), authenticator()
        token = (await register(hall, first)).body["token"]
        added = await register(hall, second, token=token)
        assert added.status == 201
        assert added.body["token"] == ""
        _, options = await begin(hall, "/api/passkeys/begin", {}, token=token)
        assert {unpacked(had["id"]) for had in options["excludeCredentials"]} == {first.id, second.id}
        assert (await log_in(hall, second)).status == 200
        gone = await hall.delete(f"/api/account/passkeys/{first.id.hex()}", token=token)
        assert [key["id"] for key in gone.body["passkeys"]] == [second.id.hex()]
        assert (await log_in(hall, first)).status == 401
        assert (await hall.delete(f"/api/account/passkeys/{first.id.hex()}", token=token)).status == 404
        assert (await hall.delete(f"/api/account/passkeys/{second.id.hex()}", token=token)).status == 409
        assert (await hall.post("/api/account/password", {"new": "seven of spades"}, token=token)).status == 200
        assert (await hall.delete(f"/api/account/passkeys/{second.id.hex()}", token=token)).status == 200
        assert (await hall.post("/api/sessions", {"name": "Ana", "password": "seven of spades"})).status == 200

    visit(tmp_path, test, HOME)


def test_a_challenge_is_answered_once(tmp_path: Path) -> None:
    async def test(hall: Hall) -> None:
        key = authenticator()
        ceremony, options = await begin(hall, "/api/passkeys/begin", {"name": "Ana"})
        body = {"ceremony": ceremony, "credential": key.create(options)}
        assert (await hall.post("/api/passkeys/finish", body)).status == 201
        assert (await hall.post("/api/passkeys/finish", body)).status == 409
        ceremony, options = await begin(hall, "/api/passkeys/login/begin")
        answer = {"ceremony": ceremony, "credential": key.get(options)}
        assert (await hall.post("/api/passkeys/login/finish", answer)).status == 200
        again = await hall.post("/api/passkeys/login/finish", answer)
        assert again.status == 409
        assert "begin again" in again.body["why"]
        other, _ = await begin(hall, "/api/passkeys/login/begin")
        assert (await hall.post("/api/passkeys/login/finish", answer | {"ceremony": other})).status == 401

    visit(tmp_path, test, HOME)


def test_what_proves_nothing_is_refused(tmp_path: Path) -> None:
    async def test(hall: Hall) -> None:
        key, thief, elsewhere = (
            authenticator(),
            authenticator(),
            Authenticator("https://evil.example", "docena.example"),
        )
        assert (await register(hall, key)).status == 201
        thief.id, thief.user = key.id, key.user
        elsewhere.id, elsewhere.user, elsewhere._key = key.id, key.user, key._key
        assert (await log_in(hall, thief)).status == 401
        assert (await log_in(hall, elsewhere)).status == 401
        assert (await log_in(hall, authenticator())).status == 401
        assert (await log_in(hall, key, challenge=packed(b"c" * 32))).status == 401
        assert (await log_in(hall, key, type="webauthn.create")).status == 401
        key.user = b"somebody else"
        assert (await log_in(hall, key)).status == 401
        for lies in ({"origin": "https://evil.example"}, {"challenge": packed(b"c" * 32)}, {"type": "webauthn.get"}):
            ceremony, options = await begin(hall, "/api/passkeys/begin", {"name": "Luis"})
            body = {"ceremony": ceremony, "credential": authenticator().create(options, **lies)}
            refused = await hall.post("/api/passkeys/finish", body)
            assert refused.status == 401, refused.text
            assert refused.body["reason"] == "secret"
        assert hall.accounts is not None
        assert await hall.accounts.account_by_name("Luis") is None

    visit(tmp_path, test, HOME)


def test_malformed_answers_are_refused_without_a_word_from_the_inside(tmp_path: Path) -> None:
    async def test(hall: Hall) -> None:
        key = authenticator()
        await register(hall, key)
        for name in ("clientDataJSON", "authenticatorData", "signature", "userHandle"):
            for junk in ("", "!", packed(b"\xff" * 40), "é", packed(b"{}")):
                ceremony, options = await begin(hall, "/api/passkeys/login/begin", X_Forwarded_For=address())
                credential = key.get(options)
                credential["response"][name] = junk
                body = {"ceremony": ceremony, "credential": credential}
                assert (await hall.post("/api/passkeys/login/finish", body)).status == 401, (name, junk)
        for junk in ("", "!", packed(b"\xff" * 40), packed(b"\xa0"), "A" * 40_001):
            ceremony, options = await begin(hall, "/api/passkeys/begin", {"name": "Luis"}, X_Forwarded_For=address())
            credential = key.create(options)
            credential["response"]["attestationObject"] = junk
            body = {"ceremony": ceremony, "credential": credential}
            refused = await hall.post("/api/passkeys/finish", body, X_Forwarded_For=address())
            assert refused.status == (400 if len(junk) > 40_000 else 401), refused.text

    count = iter(range(1000))

    def address() -> str:
        return f"10.0.{next(count)}.1"

    visit(tmp_path, test, Settings(public_url=HOME.public_url, trust_proxy=True))


def test_a_copied_key_is_noticed_by_its_count(tmp_path: Path) -> None:
    async def test(hall: Hall) -> None:
        key = authenticator()
        await register(hall, key)
        for count, status in ((5, 200), (5, 401), (4, 401), (6, 200), (0, 401)):
            key.count = count
            assert (await log_in(hall, key)).status == status, count

    visit(tmp_path, test, HOME)


def test_another_passkey_is_for_the_account_that_began_it(tmp_path: Path) -> None:
    async def test(hall: Hall) -> None:
        ana = (await register(hall, authenticator(), "Ana")).body["token"]
        luis = (await register(hall, authenticator(), "Luis")).body["token"]
        for token, status in (("", 401), (luis, 409)):
            ceremony, options = await begin(hall, "/api/passkeys/begin", {}, token=ana)
            body = {"ceremony": ceremony, "credential": authenticator().create(options)}
            assert (await hall.post("/api/passkeys/finish", body, token=token)).status == status
        assert (await hall.post("/api/passkeys/begin", {})).status == 401

    visit(tmp_path, test, HOME)


def test_one_passkey_is_not_kept_for_two_accounts(tmp_path: Path) -> None:
    async def test(hall: Hall) -> None:
        key = authenticator()
        assert (await register(hall, key, "Ana")).status == 201
        assert (await register(hall, key, "Luis")).status == 409
        assert hall.accounts is not None
        assert await hall.accounts.account_by_name("Luis") is None

    visit(tmp_path, test, HOME)


def test_without_a_public_url_the_site_is_the_one_that_was_asked(tmp_path: Path) -> None:
    async def test(hall: Hall) -> None:
        # a browser at https://cards.example behind a proxy that ends TLS
        at = {"Host": "cards.example", "Origin": "https://cards.example"}
        key = Authenticator("https://cards.example", "cards.example")
        ceremony, options = await begin(hall, "/api/passkeys/begin", {"name": "Ana"}, **at)
        body = {"ceremony": ceremony, "credential": key.create(options)}
        assert (await hall.post("/api/passkeys/finish", body, **at)).status == 201
        ceremony, options = await begin(hall, "/api/passkeys/login/begin", **at)
        body = {"ceremony": ceremony, "credential": key.get(options)}
        assert (await hall.post("/api/passkeys/login/finish", body, **at)).status == 200

    visit(tmp_path, test, Settings(host_names="cards.example"))


def test_ceremonies_are_over_after_a_while_and_never_too_many() -> None:
    now = 0.0
    ceremonies = Ceremonies(lambda: now, most=3)
    keys = [ceremonies.begin(Purpose.LOGIN)[0] for _ in range(5)]
    assert [ceremonies.end(key, Purpose.LOGIN) is not None for key in keys] == [False, False, True, True, True]
    late, _ = ceremonies.begin(Purpose.LOGIN)
    other, _ = ceremonies.begin(Purpose.NEW)
    assert ceremonies.end(other, Purpose.LOGIN) is None
    assert ceremonies.end(other, Purpose.NEW) is None
    now = LASTS
    assert ceremonies.end(late, Purpose.LOGIN) is None


def test_without_the_library_passkeys_are_refused_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "webauthn", None)
    for name in ("passkeys", "authenticators"):
        monkeypatch.delitem(sys.modules, f"docena.server.people.{name}", raising=False)

    async def test(hall: Hall) -> None:
        for path in ("begin", "finish", "login/begin", "login/finish"):
            refused = await hall.post(f"/api/passkeys/{path}", {"name": "Ana"})
            assert refused.status == 501
            assert refused.body["reason"] == "no_passkeys"
            assert "docena[passkeys]" in refused.body["why"]
        assert (await hall.post("/api/accounts", {"name": "Ana", "password": "seven of spades"})).status == 201

    visit(tmp_path, test, HOME)
