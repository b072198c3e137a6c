"""Events on the server of the page tests, opened and filled by asks: a test begins where it is about something."""

import secrets
from collections.abc import Sequence
from typing import Any

import aiohttp
from page.visits import Visit, Visits

NAMES = [
    *("Ana", "Luis", "Eva", "Juan", "Rosa", "Pedro", "Carmen", "José", "Pilar", "Miguel", "Lucía", "Antonio"),
    *("Marta", "Manuel", "Elena", "Paco", "Teresa", "Javier", "Isabel", "Ángel", "Nuria", "Diego", "Clara", "Pablo"),
]
"""Twenty-four people."""
PAIRS = [f"{NAMES[i]} & {NAMES[i + 1]}" for i in range(0, len(NAMES), 2)]


class Hall:
    """One event, and its director's key."""

    def __init__(self, home: str, opened: Any) -> None:
        self.home, self.id, self.key = home, opened["event"], opened["key"]

    @classmethod
    async def open(cls, visits: Visits, pairs: Sequence[str] = (), **choices: Any) -> "Hall":
        home = f"http://{visits.node.address.host}:{visits.node.address.port}"
        async with aiohttp.ClientSession() as client:
            body = {"choices": {"title": "Juegos de Primavera"} | choices}
            async with client.post(f"{home}/api/events", json=body) as reply:
                assert reply.status == 201, await reply.text()
                hall = cls(home, await reply.json())
        if pairs:
            await hall.ask("list", text="\n".join(pairs))
        return hall

    async def ask(self, do: str, **parts: Any) -> None:
        body = {"do": do, "ask": secrets.token_hex(8)} | parts
        address = f"{self.home}/api/events/{self.id}/asks"
        async with aiohttp.ClientSession(headers=self._key) as client, client.post(address, json=body) as reply:
            assert reply.status == 200, await reply.text()

    async def get(self, part: str = "") -> Any:
        address = f"{self.home}/api/events/{self.id}{part}"
        async with aiohttp.ClientSession(headers=self._key) as client, client.get(address) as reply:
            assert reply.status == 200, await reply.text()
            return await reply.json()

    @property
    def _key(self) -> dict[str, str]:
        return {"Authorization": f"Key {self.key}"}

    async def report(self, game: int, table: int, winner: int = 1, side: int = 0) -> None:
        row = next(row for row in (await self.get())["games"][game - 1]["tables"] if row["table"] == table)
        await self.ask("report", game=game, table=table, outcome=won(row, winner), side=side)

    async def phone(self, table: int) -> str:
        """What the QR code of a table says, without the server."""
        link: str = (await self.get("/desk"))["tables"][str(table)]
        return link[link.index("/e/") :]

    async def entry(self, number: int) -> str:
        """What the link of an entry says, without the server."""
        link: str = (await self.get("/desk"))["entries"][str(number)]
        return link[link.index("/e/") :]

    async def phone_sight(self, table: int) -> Any:
        return await self.get(f"/tables/{table}")

    @property
    def desk(self) -> str:
        return f"/e/{self.id}/director#key={self.key}"


def won(row: Any, winner: int) -> dict[str, Any]:
    """An outcome in which the first of this side has finished."""
    left = [2 + 3 * seat % 11 for seat in range(len(row["seats"]))]
    left[winner - 1] = 0
    return {"left": left, "winner": winner, "ended": "stock"}


async def rows(hall: Hall, game: int) -> list[Any]:
    tables: list[Any] = (await hall.get())["games"][game - 1]["tables"]
    return tables


async def at_desk(visit: Visit, hall: Hall, part: str) -> None:
    """The director's desk at one of its parts."""
    # a change of the hash alone would load nothing, and leave what is open
    await visit.go("/events")
    await visit.go(hall.desk)
    await visit.page.get_by_role("navigation").get_by_role("link", name=visit.say(f"desk.{part}"), exact=False).click()
    await visit.page.get_by_role("heading", level=2, name=visit.say(f"desk.{part}")).wait_for()
