"""Limits on guessing passwords, and on new accounts."""

import asyncio
import threading
from pathlib import Path

import pytest
from server.account_requests import ANA, PASSWORD, came_in
from server.hall import Hall, Reply, visit

from docena.core.errors import Refused
from docena.server.people.devices import known_device
from docena.server.people.guesses import FREE, NAME_BURST
from docena.server.settings import Settings
from docena.server.slow_work import SlowWork


def test_a_name_and_an_address_are_tried_so_often_and_no_more(tmp_path: Path) -> None:
    async def test(hall: Hall) -> None:
        async def attempt(name: str, address: str) -> int:
            body = {"name": name, "password": "guess number one"}
            return (await hall.post("/api/sessions", body, X_Forwarded_For=address)).status

        await came_in(hall)
        one_name = [await attempt("Ana" if number % 2 else "ANA", "10.0.0.1") for number in range(8)]
        assert one_name == [401] * FREE + [429] * (8 - FREE)
        assert await attempt("Berta", "10.0.0.1") == 401
        many_addresses = [await attempt("Ana", f"10.0.{number}.2") for number in range(60)]
        assert many_addresses == [401] * (int(NAME_BURST) - FREE) + [429] * (60 + FREE - int(NAME_BURST))
        assert await attempt("Berta", "10.0.0.2") == 401
        one_address = [await attempt(f"name {number}", "10.1.0.1") for number in range(30)]
        assert one_address[:20] == [401] * 20
        assert 429 in one_address[20:]
        assert await attempt("Berta", "10.1.0.2") == 401

    visit(tmp_path, test, Settings(trust_proxy=True))


def test_nobody_keeps_an_owner_out_by_trying_passwords(tmp_path: Path) -> None:
    async def test(hall: Hall) -> None:
        async def log_in(address: str, device: str = "", password: str = PASSWORD) -> Reply:
            body = ANA | {"password": password, "device": device}
            return await hall.post("/api/sessions", body, X_Forwarded_For=address)

        async def guess(address: str, device: str = "") -> int:
            return (await log_in(address, device, "guess number one")).status

        assert (await hall.post("/api/accounts", ANA)).status == 201
        for _ in range(12):
            await guess("10.0.0.1")
        home = await log_in("10.7.0.1")  # from an address of which nothing is known
        assert home.status == 200
        device = home.body["device"]
        # strangers try from everywhere, also from behind the owner's own address
        for number in range(60):
            await guess(f"10.1.{number}.1")
        for address in ("10.7.0.1", "10.8.0.1"):
            for _ in range(8):
                await guess(address)
        paused = await log_in("10.9.0.1")
        assert (paused.status, paused.body["reason"]) == (429, "too_many")
        assert "passkey" in paused.body["why"]
        assert (await log_in("10.7.0.1")).status == 429
        for address in ("10.7.0.1", "10.8.0.1", "10.9.0.1"):
            assert (await log_in(address, device)).status == 200
        assert (await log_in("10.10.0.1", device + "x")).status == 429
        assert (await log_in("10.10.0.1", "made.up")).status == 429
        # a device is no way around the limit
        assert [await guess("10.11.0.1", device) for _ in range(FREE + 2)] == [401] * FREE + [429] * 2
        # what cannot be guessed goes on
        assert (await hall.get("/api/account", token=home.body["token"])).status == 200

    visit(tmp_path, test, Settings(trust_proxy=True))


def test_a_device_is_known_until_the_password_changes(tmp_path: Path) -> None:
    async def test(hall: Hall) -> None:
        made = (await hall.post("/api/accounts", ANA)).body
        assert hall.accounts is not None
        account = await hall.accounts.account(made["account"])
        assert account is not None
        assert known_device(account, made["device"])
        again = (await hall.post("/api/sessions", ANA)).body["device"]
        assert known_device(account, again) not in ("", known_device(account, made["device"]))
        new = {"old": PASSWORD, "new": "another password"}
        assert (await hall.post("/api/account/password", new, token=made["token"])).status == 200
        assert not known_device(await hall.accounts.account(made["account"]), made["device"])
        berta = (await hall.post("/api/accounts", ANA | {"name": "Berta"})).body
        assert not known_device(await hall.accounts.account(berta["account"]), again)
        assert not known_device(None, again)

    visit(tmp_path, test)


def test_wrong_passwords_of_others_do_not_keep_the_owner_from_changing_theirs(tmp_path: Path) -> None:
    async def test(hall: Hall) -> None:
        token = await came_in(hall)
        for _ in range(FREE + 3):
            await hall.post("/api/sessions", ANA | {"password": "guess number one"})
        wrong = {"old": "guess number one", "new": "another password"}
        tries = [(await hall.post("/api/account/password", wrong, token=token)).status for _ in range(FREE + 2)]
        assert tries == [403] * FREE + [429] * 2

    visit(tmp_path, test)


def test_one_address_makes_so_many_accounts(tmp_path: Path) -> None:
    async def test(hall: Hall) -> None:
        made = [(await hall.post("/api/accounts", ANA | {"name": f"Ana {n}"})).status for n in range(12)]
        assert made == [201] * 10 + [429] * 2

    visit(tmp_path, test)


def test_a_flood_of_logins_is_refused_beyond_what_can_wait() -> None:
    async def main() -> None:
        slow_work, gate = SlowWork(threads=1, most=3), threading.Event()

        def wait() -> bool:
            return gate.wait(10)

        waiting = [asyncio.ensure_future(slow_work.do(wait)) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(Refused) as refused:
            await slow_work.do(wait)
        assert refused.value.reason == "too_many"
        waiting[0].cancel()  # nobody waits for it, but the thread is not free
        await asyncio.sleep(0)
        with pytest.raises(Refused):
            await slow_work.do(wait)
        gate.set()
        await asyncio.gather(*waiting[1:])
        while len(waiting) < 6:
            waiting.append(asyncio.ensure_future(slow_work.do(wait)))
        assert await asyncio.gather(*waiting[3:]) == [True] * 3
        slow_work.close()

    asyncio.run(main())
