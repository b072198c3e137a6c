"""A browser that was last used with the previous version: its storage is found as that version left it."""

import re
import secrets
from pathlib import Path
from typing import Any

import aiohttp
from page.halls import PAIRS, Hall
from page.visits import DESK, QUICK, Visit, Visits
from page.words import anyhow
from playwright.async_api import expect

LEFT = Path(__file__).with_name("previous_storage.json")
"""All that the previous version kept; ids and keys are those of the server of this test."""
PASSWORD = secrets.token_urlsafe(12)


async def post(visits: Visits, path: str, body: dict[str, Any]) -> dict[str, Any]:
    address = visits.node.address
    async with (
        aiohttp.ClientSession() as client,
        client.post(f"http://{address.host}:{address.port}{path}", json=body) as reply,
    ):
        assert reply.status < 300, await reply.text()
        found: dict[str, Any] = await reply.json()
        return found


async def back(visits: Visits) -> tuple[Visit, dict[str, str]]:
    """Somebody who comes back with that storage, and what stands in it for this server."""
    table = await post(visits, "/api/tables", {"name": "Ana", "seat": 1, "choices": QUICK})
    pad = await post(visits, "/api/pads", {"choices": {"title": "Los lunes", "names": ["Ana", "Luis"]}})
    hall = await Hall.open(visits, PAIRS[:3])
    await hall.ask("seat", seed="1")
    account = f"Ana {secrets.token_hex(4)}"
    session = await post(visits, "/api/accounts", {"name": account, "password": PASSWORD})
    here = {
        "TABLE": table["table"],
        "CODE": table["code"],
        "SECRET": table["secret"],
        "PAD": pad["pad"],
        "KEYOFPAD": pad["key"],
        "EVENT": hall.id,
        "KEYOFEVENT": hall.key,
        "ACCOUNT": account,
        "TOKEN": session["token"],
        "OWNKEY": secrets.token_urlsafe(32),
    }
    text = re.sub(rf"\b({'|'.join(here)})\b", lambda found: here[found[0]], LEFT.read_text(encoding="utf-8"))
    visit = await visits.come(DESK, "en", new=True)
    visit.lang = "es"
    await visit.page.add_init_script(
        f"for (const [key, value] of Object.entries({text}))"
        " if (localStorage.getItem(key) === null) localStorage.setItem(key, value);"
    )
    return visit, here


async def test_seats_settings_and_pads_of_the_previous_version_are_found(visits: Visits) -> None:
    visit, here = await back(visits)
    page = visit.page
    asked: list[dict[str, str]] = []
    page.on("request", lambda request: asked.append(request.headers) if "/api/me" in request.url else None)
    await visit.go()
    await visit.shown("home.continue")
    await expect(page.locator("html")).to_have_attribute("lang", "es")
    await expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    await expect(page.locator("html")).to_have_attribute("data-size", "large")
    assert not await page.get_by_text(visit.say("home.new"), exact=True).count()
    await expect(page.locator("#play-what")).to_contain_text(visit.say("level.expert").lower())
    await page.locator(f"a[href='/t/{here['TABLE']}']").click()
    await page.get_by_role("button", name=re.compile(f"^{re.escape(said_stock(visit))}")).wait_for()
    await visit.press("table.menu")
    await visit.press("table.keys")
    await expect(page.get_by_label(visit.say("table.keys_on"))).not_to_be_checked()

    await visit.go("/new")
    await expect(page.get_by_label(visit.say("new.goal"))).to_have_value("250")
    await expect(page.get_by_label(anyhow("new.stock", "es"))).to_have_value("9")
    await visit.go("/pads")
    await page.locator(f"a[href='/pad/{here['PAD']}']").click()
    await visit.button("pads.enter", n=1).wait_for()
    await visit.go("/pads#new")
    await expect(page.get_by_role("textbox", name=visit.say("pads.player", n=3), exact=True)).to_have_value("Eva")
    await page.get_by_role("button", name="Carmen", exact=True).wait_for()
    await visit.go("/history")
    await page.get_by_text(visit.say("history.kept.account", name=here["ACCOUNT"])).wait_for()
    assert {each.get("authorization") for each in asked} == {f"Bearer {here['TOKEN']}"}
    assert {each.get("x-docena-key") for each in asked} == {here["OWNKEY"]}
    await visit.go("/learn")
    await expect(page.locator("a[href='/learn#basic']")).to_contain_text(visit.say("learn.done"))
    await expect(page.locator("a[href='/learn#die']")).to_contain_text(visit.say("learn.begun"))
    await visit.go("/rules")
    await expect(page.get_by_label(visit.say("rules.edition"))).to_have_value("mod")


async def test_the_desk_and_the_entry_of_the_previous_version_are_found(visits: Visits) -> None:
    visit, here = await back(visits)
    await visit.go("/events")
    await visit.page.locator(f"a[href^='/e/{here['EVENT']}']").click()
    await visit.page.get_by_role("navigation").get_by_role("link", name=visit.say("desk.log")).click()
    await expect(visit.page.get_by_role("textbox", name=visit.say("log.sign"))).to_have_value("María")
    await visit.go(f"/e/{here['EVENT']}")
    await visit.page.get_by_role("heading", name=PAIRS[1]).wait_for()


def said_stock(visit: Visit) -> str:
    return visit.say("table.own_stock", card="", n=0).split(":")[0]
