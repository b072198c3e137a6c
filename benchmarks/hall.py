"""An event of 300 pairs on one machine: how long every answer takes, and until a result is seen on the TV page.

A server of its own on this machine, a hundred tables with a phone each, a director and a TV page; four games are
reported and confirmed by the phones while everybody follows.
"""

import argparse
import asyncio
import secrets
import statistics
import time
from collections import defaultdict
from typing import Any

import aiohttp
import msgspec

from benchmarks.load.own_server import own_server

PAIRS = 300


class Measured:
    """Milliseconds of everything that was asked for, by what it was."""

    def __init__(self, session: aiohttp.ClientSession, base: str) -> None:
        self.session, self.base = session, base
        self.times: dict[str, list[float]] = defaultdict(list)

    async def ask(self, what: str, method: str, path: str, key: str = "", body: Any = None) -> Any:
        headers = {"Authorization": f"Key {key}"} if key else {}
        data = None if body is None else msgspec.json.encode(body)
        begun = time.perf_counter()
        async with self.session.request(method, self.base + path, data=data, headers=headers) as reply:
            raw = await reply.read()
        self.times[what].append(1000 * (time.perf_counter() - begun))
        if reply.status >= 400:
            raise SystemExit(f"{method} {path}: {reply.status} {raw[:300]!r}")
        return msgspec.json.decode(raw) if reply.content_type == "application/json" else raw

    def table(self) -> str:
        rows = ["| what | count | median ms | p99 ms | max ms |", "|---|---|---|---|---|"]
        for what, times in self.times.items():
            ordered = sorted(times)
            p99 = ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))]
            rows.append(f"| {what} | {len(times)} | {statistics.median(times):.1f} | {p99:.1f} | {ordered[-1]:.1f} |")
        return "\n".join(rows)


async def play(measured: Measured, pairs: int) -> None:
    opened = await measured.ask(
        "open an event", "POST", "/api/events", body={"choices": {"title": "Spring games", "format": "meet"}}
    )
    event, key = f"/api/events/{opened['event']}", opened["key"]

    async def enter(what: str, key: str = key, **ask: Any) -> None:
        await measured.ask(what, "POST", f"{event}/asks", key, {"ask": secrets.token_hex(8)} | ask)

    text = "\n".join(f"Ana {n} & Luis {n}" for n in range(pairs))
    await enter("a list of all pairs", do="list", text=text)
    await enter("draw and seat four games", do="seat", seed="7 21 3")
    desk = await measured.ask("director's desk", "GET", f"{event}/desk", key)
    keys = {int(table): link.split("#key=")[1] for table, link in desk["tables"].items()}
    seen: asyncio.Queue[int] = asyncio.Queue()

    async def watch() -> None:
        """The TV page: is told, fetches, shows."""
        async with measured.session.ws_connect(f"{measured.base}{event}/socket") as socket:
            async for message in socket:
                if message.json()["seq"] > 0:
                    sight = await measured.ask("the event (TV page, participants)", "GET", event)
                    seen.put_nowait(sight["seq"])

    watching = asyncio.create_task(watch())
    await seen.get()
    for game in range(1, 5):
        for table, phone in keys.items():
            sight = await measured.ask("a table's phone", "GET", f"{event}/tables/{table}", phone)
            row = next(shown["row"] for shown in sight["games"] if shown["game"] == game)
            outcome = {"left": [0] + [5] * (len(row["seats"]) - 1), "winner": 1, "ended": "stock"}
            place = {"game": game, "table": table}
            await enter("a report", phone, do="report", **place, outcome=outcome, side=1)
            while not seen.empty():
                seen.get_nowait()
            begun = time.perf_counter()
            await enter("a confirmation", phone, do="confirm", **place, side=2)
            await seen.get()
            measured.times["from a tap until the TV page has it"].append(1000 * (time.perf_counter() - begun))
        await measured.ask("director's desk", "GET", f"{event}/desk", key)
        await measured.ask("the log in words", "GET", f"{event}/log", key)
    for kind in ("seating", "cards", "sheets", "standings", "certificates"):
        path = f"/e/{opened['event']}/paper/{kind}?key={desk['paper']}"
        await measured.ask(f"print page: {kind}", "GET", path)
    await measured.ask("export", "GET", f"{event}/export", key)
    for screen in ("director", "tv", "table/1"):
        await measured.ask("the page itself", "GET", f"/e/{opened['event']}/{screen}")
    watching.cancel()


async def main(pairs: int) -> None:
    async with own_server(one_core=False, settings={}) as (address, _, _), aiohttp.ClientSession() as session:
        measured = Measured(session, address.http("").rstrip("/"))
        await play(measured, pairs)
    print(measured.table())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=PAIRS)
    asyncio.run(main(parser.parse_args().pairs))
