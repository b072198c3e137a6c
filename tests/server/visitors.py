"""What visitors of a table see of newcomers."""

import asyncio
from typing import Any

from server.stage import PATIENCE, Visitor


async def waiting(visitor: Visitor, *names: str) -> list[Any]:
    """The requests that a person at the table is shown, once they are these."""
    async with asyncio.timeout(PATIENCE):
        while [one["name"] for one in visitor.table["newcomers"]] != list(names):
            await asyncio.sleep(0.005)
    return list(visitor.table["newcomers"])
