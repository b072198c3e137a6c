"""How long bots wait before a move."""

import asyncio

from tables.fakes import HandClock, MemoryStore, QuickBots
from tables.test_missed import bots_only

from docena.tables import commands as cmd
from docena.tables import events as e
from docena.tables.events import read_event
from docena.tables.registry import TableRegistry
from docena.tables.table_choices import Choices, bot_delay


def test_a_log_without_a_pace_means_what_it_meant_when_it_was_written() -> None:
    opened = read_event(b'{"e":"opened","id":"t","code":"C","choices":{"players":2},"at":1}')
    assert isinstance(opened, e.Opened)
    assert bot_delay(opened.choices) == 0.9


def test_a_new_table_stores_its_pace() -> None:
    async def main() -> None:
        store = MemoryStore()
        registry = TableRegistry(store, HandClock(), QuickBots(), "here", seed=7)
        for asked, delay in ((None, 0.0), (900, 0.9), (250, 0.25)):
            table = (await registry.open(cmd.Open("Ana", 1, Choices(players=2, pace=asked)))).table
            opened = read_event(store.logs[table][0].body)
            assert isinstance(opened, e.Opened)
            assert bot_delay(opened.choices) == delay

    asyncio.run(main())


def test_bots_among_themselves_take_their_time() -> None:
    """Whoever comes back should still find a game."""

    async def main() -> None:
        clock = HandClock()
        live = await bots_only(TableRegistry(MemoryStore(), clock, QuickBots(), "here", seed=7), clock)
        before = len(live.room.movers)
        clock.pass_time(9.5)
        assert 8 <= len(live.room.movers) - before <= 11

    asyncio.run(main())
