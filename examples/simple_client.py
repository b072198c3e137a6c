#!/usr/bin/env python3
"""A client in fifty lines: takes a seat at a table of any server and plays whatever is legal (docs/api.md)."""

import asyncio
import secrets
import sys

import aiohttp


def to_do(seen: dict, seat: int) -> dict | None:
    """What this seat asks for now."""
    table, view, ask = seen["table"], seen.get("view"), {"id": secrets.token_hex(8)}
    if table["phase"] == "playing":
        if view["mover"] == seat and view["legal"]:
            return ask | {"do": "move", "seq": seen["seq"], "move": secrets.choice(view["legal"])}
    elif not table["people"][seat - 1]["ready"]:
        return ask | {"do": "ready", "contribution": secrets.token_hex(16)}
    return None


async def play(link: str, name: str = "simple") -> dict:
    """Plays the match at the table of this link to its end; returns the table as it is then."""
    api, seen, pending = link.replace("/t/", "/api/tables/"), {}, None
    async with aiohttp.ClientSession() as http:
        async with http.post(f"{api}/seats", json={"name": name}) as response:
            me = await response.json()
        if not response.ok:
            sys.exit(f"no seat: {me['why']}")
        while True:  # a connection that is lost is made again: the seat is still ours
            try:
                async with http.ws_connect(f"{api}/socket", heartbeat=30) as socket:
                    await socket.send_json({"do": "hello", "secret": me["secret"], "version": 2})
                    async for message in socket:
                        news = message.json()
                        if news["type"] == "state":
                            seen |= news  # parts that are not sent are as they were
                        if pending and (news.get("id") == pending["id"] or news.get("reason") == "too_many"):
                            pending = None  # it is done, or refused: look again
                        elif pending and "seat" in news:
                            await socket.send_json(pending)  # under the same id, and so done once
                        if news.get("reason") in ("unavailable", "too_many"):
                            await asyncio.sleep(1)
                        elif news.get("reason") in ("secret", "moved_over", "closed", "outdated"):
                            sys.exit(news["why"])
                        if seen["table"]["phase"] in ("over", "closed"):
                            return seen["table"]
                        if pending is None and (pending := to_do(seen, me["seat"])):
                            await socket.send_json(pending)
            except aiohttp.ClientError as error:
                print(error, file=sys.stderr)
            await asyncio.sleep(1)


if __name__ == "__main__":
    print(asyncio.run(play(sys.argv[1]))["result"])
