"""An organiser at a server: opens events and pads, and asks as director or as a table."""

import secrets
from typing import Any

from server.stage import Reply, Stage

PAIRS = ["Ana & Luis", "Eva & Juan", "Rosa & Pedro", "Inés & Raúl", "Lola & Tomás", "Carmen & Félix"]
WON = {"left": [0, 3, 4, 2, 1, 5], "winner": 1, "ended": "stock"}


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

    async def table_key(self, number: int) -> str:
        desk = (await self.get("/desk")).json
        return str(desk["tables"][str(number)].split("#key=")[1])
