"""An organiser at a server: opens events and pads, and asks as director or as a table."""

import secrets
from typing import Any

from server.stage import Reply, Stage, Visitor
from server.wire import lay_wire

PAIRS = ["Ana & Luis", "Eva & Juan", "Rosa & Pedro", "Inés & Raúl", "Lola & Tomás", "Carmen & Félix"]
WON = {"left": [0, 3, 4, 2, 1, 5], "winner": 1, "ended": "stock"}


async def follow(stage: Stage, path: str) -> Visitor:
    """A device that follows an event or a pad."""
    visitor = Visitor()
    stage.visitors.append(visitor)
    visitor._wire = await lay_wire(stage.address, path, visitor._hear, visitor._lose)
    return visitor


class Organiser:
    """One event of a server."""

    def __init__(self, stage: Stage, opened: Any) -> None:
        self.stage, self.id, self.key = stage, opened["event"], opened["key"]
        self.path = f"/api/events/{self.id}"

    @classmethod
    async def open(cls, stage: Stage, pairs: list[str] | None = None, **choices: Any) -> "Organiser":
        reply = await stage.post("/api/events", {"choices": {"title": "Spring games"} | choices})
        assert reply.status == 201, reply.raw
        organiser = cls(stage, reply.json)
        assert (await organiser.ask("list", text="\n".join(pairs or PAIRS))).status == 200
        return organiser

    async def ask(self, do: str, *, key: str | None = None, name: str = "", lang: str = "en", **parts: Any) -> Reply:
        name = name or secrets.token_hex(8)
        key = self.key if key is None else key
        path = f"{self.path}/asks?lang={lang}"
        return await self.stage.post(path, {"do": do, "ask": name} | parts, Authorization=f"Key {key}")

    async def seq(self, do: str, **parts: Any) -> int:
        reply = await self.ask(do, **parts)
        assert reply.status == 200, reply.raw
        return int(reply.json["seq"])

    async def get(self, part: str = "", key: str | None = None) -> Reply:
        key = self.key if key is None else key
        return await self.stage.get(self.path + part, Authorization=f"Key {key}")

    async def sight(self) -> Any:
        return (await self.stage.get(self.path)).json

    async def entry_key(self, number: int) -> str:
        desk = (await self.get("/desk")).json
        return str(desk["entries"][str(number)].split("#key=")[1])

    async def room(self, game: int = 1, table: int = 1) -> str:
        """The table of the server where a game is played, as the director knows it."""
        online = (await self.get("/desk")).json["online"]
        return next(
            str(each["link"]).rsplit("/", 1)[1] for each in online if (each["game"], each["table"]) == (game, table)
        )

    async def claim(self, seat: int, key: str | None = None, game: int = 1, table: int = 1, **more: str) -> Reply:
        """Takes a seat of an online table, with the key of the entry that it belongs to if none is given."""
        if key is None:
            key = await self.entry_key(await self.entry_at(seat, game, table))
        path = f"{self.path}/online/{game}/{table}/seats"
        return await self.stage.post(path, {"seat": seat}, Authorization=f"Key {key}", **more)

    async def entry_at(self, seat: int, game: int = 1, table: int = 1) -> int:
        rows = (await self.sight())["games"][game - 1]["tables"]
        (row,) = [row for row in rows if row["table"] == table]
        name = row["seats"][seat - 1]
        (side,) = [side for side, names in zip(row["sides"], row["names"], strict=True) if name in names]
        entries = {entry["number"]: entry["names"] for entry in (await self.sight())["entries"]}
        return next(int(entry) for entry in side if name in entries[entry])

    async def all_sit(self, game: int = 1, table: int = 1) -> dict[int, Any]:
        """Everybody claims their seat at an online table and is ready; gives the people by their seats."""
        rows = (await self.sight())["games"][game - 1]["tables"]
        (seats,) = [len(row["seats"]) for row in rows if row["table"] == table]
        people = {}
        for seat in range(1, seats + 1):
            sat = await self.claim(seat, game=game, table=table)
            assert sat.status == 201, sat.raw
            people[seat] = await self.stage.enter(sat.json["table"], sat.json["secret"])
        for person in people.values():
            await person.ask("ready")
        return people

    async def table_key(self, number: int) -> str:
        desk = (await self.get("/desk")).json
        return str(desk["tables"][str(number)].split("#key=")[1])
