"""What every store promises, tried on a file and on a real PostgreSQL."""

import asyncio

import pytest
from storage.places import Clock, Place, order, put, visit

from docena.core.errors import DocenaError
from docena.storage import Database
from docena.storage.lookups import CLOCKS_APART
from docena.storage.ports import Index, LogRow, PlayedGame, Snapshot, WriteOutcome

WRITTEN, TAKEN, FAILED = WriteOutcome.WRITTEN, WriteOutcome.TAKEN, WriteOutcome.FAILED


def index(code: str = "", *, public: bool = False, live: bool = True, due: bool = False, summary: bytes = b"") -> Index:
    return Index(code=code, public=public, live=live, due=due, summary=summary)


def test_a_log_is_read_as_it_was_written_also_by_the_next_store(place: Place) -> None:
    rows = [LogRow(1, "1:a", b'{"e":"opened"}'), LogRow(2, None, b"\x00\xff"), LogRow(3, "2:b", "señal".encode())]

    async def write(store: Database) -> None:
        assert await put(store, order("t", 1, [rows[0].body, rows[1].body], "1:a")) == [WRITTEN]
        assert await put(store, order("t", 3, [rows[2].body], "2:b")) == [WRITTEN]
        assert await store.read("t") == rows

    async def read(store: Database) -> None:
        assert await store.read("t") == rows
        assert await store.read("t", after=2) == rows[2:]
        assert await store.read("t", after=3) == []
        assert await store.read("nobody's") == []
        assert await store.healthy()

    visit(place, write)
    visit(place, read)


def test_a_number_and_an_action_are_used_once(place: Place) -> None:
    async def conflicts(store: Database) -> None:
        assert await put(store, order("t", 1, [b"first"], "1:a")) == [WRITTEN]
        assert await put(store, order("t", 1, [b"second"], "1:b")) == [TAKEN]
        assert await put(store, order("t", 2, [b"third"], "1:a")) == [TAKEN]
        assert await put(store, order("u", 1, [b"another table"], "1:a")) == [WRITTEN]
        assert await put(store, order("t", 2, [b"fourth"], "1:b")) == [WRITTEN]
        assert [row.body for row in await store.read("t")] == [b"first", b"fourth"]

    visit(place, conflicts)


def test_events_of_one_write_stand_or_fall_together(place: Place) -> None:
    async def together(store: Database) -> None:
        assert await put(store, order("t", 1, [b"1", b"2"], "a"), order("t", 3, [b"3"], "b")) == [WRITTEN, WRITTEN]
        late = order("t", 3, [b"x", b"y", b"z"], "c", index("AAAAA"), [PlayedGame("p", "t", 1, 1, 5, b"")])
        twice = order("t", 4, [b"x", b"y", b"z"], "b", index("AAAAA"), [PlayedGame("p", "t", 1, 1, 5, b"")])
        assert await put(store, late) == [TAKEN]
        assert await put(store, twice) == [TAKEN]
        assert [row.body for row in await store.read("t")] == [b"1", b"2", b"3"]
        assert await store.find("AAAAA") is None
        assert await store.history("p", None, 10) == []

    visit(place, together)


def test_no_number_is_ever_left_out(place: Place) -> None:
    async def gaps(store: Database) -> None:
        assert await put(store, order("t", 2)) == [TAKEN]
        assert await put(store, order("t", 0)) == [TAKEN]
        assert await put(store, order("t", 1, [])) == [TAKEN]
        # the second is refused for its action, so that the third and the fourth would follow nothing
        writes = [order("t", 1, action="a"), order("t", 2, action="a"), order("t", 3), order("t", 4, action="c")]
        assert await put(store, *writes) == [WRITTEN, TAKEN, TAKEN, TAKEN]
        assert await put(store, order("t", 2), order("t", 2), order("t", 3)) == [WRITTEN, TAKEN, WRITTEN]
        assert [row.seq for row in await store.read("t")] == [1, 2, 3]

    visit(place, gaps)


def test_one_bad_write_does_not_spoil_the_others(place: Place) -> None:
    async def isolation(store: Database) -> None:
        await put(store, order("old", 1, action="a"))
        writes = [order(f"t{number}", 1, index=index()) for number in range(200)]
        writes[50] = order("old", 2, action="a")
        writes[100] = order("bad", 1, [object()])  # type: ignore[list-item]
        writes[150] = order("old", 7)
        expected = [WRITTEN] * 200
        expected[50], expected[100], expected[150] = TAKEN, FAILED, TAKEN
        assert await put(store, *writes) == expected
        assert await put(store, order("bad", 1, [b"good"])) == [WRITTEN]
        assert len(await store.live(0)) == 199

    visit(place, isolation)


def test_outcomes_come_in_the_order_of_the_writes_and_a_bad_listener_harms_nobody(place: Place) -> None:
    async def ordered(store: Database) -> None:
        told: list[int] = []
        complaints: list[object] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, about: complaints.append(about["exception"]))
        for seq in range(1, 301):
            write = order("t", seq)

            def done(outcome: WriteOutcome, seq: int = seq) -> None:
                told.append(seq)
                if seq == 7:
                    raise RuntimeError("of the listener's own making")

            write.done = done
            store.write(write)
        assert await put(store, order("t", 301)) == [WRITTEN]
        assert told == list(range(1, 301))
        assert [str(complaint) for complaint in complaints] == ["of the listener's own making"]

    visit(place, ordered)


def test_tables_are_found_by_what_is_known_of_them(place: Place) -> None:
    clock = Clock(100)

    async def lookups(store: Database) -> None:
        await put(store, order("a", 1, index=index("AAAAA", public=True, summary=b"A")))
        clock.at = 200
        await put(store, order("b", 1, index=index("BBBBB", public=True, due=True, summary=b"B")))
        clock.at = 300
        await put(
            store, order("c", 1, index=index("CCCCC", due=True)), order("d", 1, index=index("DDDDD", public=True))
        )
        assert await store.find("BBBBB") == "b"
        assert await store.find("ZZZZZ") is None
        assert await store.find("") is None
        assert await store.live(0) == ["c", "d", "b", "a"]
        assert await store.live(200) == ["c", "d", "b"]
        assert await store.due(301) == ["b", "c"]
        assert await store.due(300) == ["b"]
        assert await store.public(2) == [b"", b"B"]
        clock.at = 400
        await put(store, order("a", 2), order("d", 2, index=index(live=False, public=True)))
        assert await store.live(0) == ["a", "c", "b"]
        assert await store.public(9) == [b"A", b"B"]
        assert await store.find("DDDDD") is None
        await put(store, order("b", 2, index=index("BBBBB", summary=b"B2")))
        assert await store.due(999) == ["c"]
        # the date was put back
        assert await store.due(299 - CLOCKS_APART) == ["c"]
        assert await store.due(300 - CLOCKS_APART) == []

    visit(place, lookups, clock)


def test_a_code_belongs_to_one_live_table(place: Place) -> None:
    async def codes(store: Database) -> None:
        assert await put(store, order("a", 1, index=index("AAAAA"))) == [WRITTEN]
        assert await put(store, order("b", 1, index=index("AAAAA")), order("c", 1)) == [TAKEN, WRITTEN]
        assert await store.read("b") == []
        assert await put(store, order("a", 2, index=index(live=False))) == [WRITTEN]
        assert await put(store, order("b", 1, index=index("AAAAA"))) == [WRITTEN]
        assert await store.find("AAAAA") == "b"

    visit(place, codes)


def test_a_player_has_a_history_until_it_is_forgotten(place: Place) -> None:
    games = [PlayedGame("p", f"t{at}", 1, 2, at, b"{%d}" % at) for at in range(10)]

    async def history(store: Database) -> None:
        other = PlayedGame("q", "t1", 1, 3, 1, b"")
        for game in games:
            await put(store, order(game.table, 1, played=[game, other] if game.at == 1 else [game]))
        assert await store.history("p", None, 3) == [games[9], games[8], games[7]]
        assert await store.history("p", 7, 3) == [games[6], games[5], games[4]]
        await store.forget_player("p")
        assert await store.history("p", None, 3) == []
        assert await store.history("q", None, 3) == [other]

    visit(place, history)


def test_a_store_keeps_its_secret(place: Place) -> None:
    async def ask(store: Database) -> None:
        first = await store.secret()
        assert len(first) == 64
        assert await store.secret() == first

    visit(place, ask)


def test_a_history_can_become_another_players(place: Place) -> None:
    async def history(store: Database) -> None:
        await put(store, order("t", 1, played=[PlayedGame("p", "t", 1, 1, 1, b""), PlayedGame("q", "t", 1, 2, 1, b"")]))
        await put(store, order("u", 1, played=[PlayedGame("p", "u", 1, 1, 2, b"")]))
        assert await store.adopt("p", "q") == 2
        assert await store.adopt("p", "q") == 0
        assert await store.history("p", None, 9) == []
        assert [(game.table, game.seat) for game in await store.history("q", None, 9)] == [("u", 1), ("t", 2), ("t", 1)]

    visit(place, history)


def test_a_log_is_read_page_by_page(place: Place) -> None:
    async def pages(store: Database) -> None:
        await put(store, order("t", 1, [b"%d" % seq for seq in range(1, 8)]))
        assert [row.seq for row in await store.read("t", 0, 3)] == [1, 2, 3]
        assert [row.seq for row in await store.read("t", 3, 3)] == [4, 5, 6]
        assert [row.seq for row in await store.read("t", 6, 3)] == [7]

    visit(place, pages)


def test_a_snapshot_is_written_with_its_events_or_not_at_all(place: Place) -> None:
    first, second, late = Snapshot(1, 1, b"one"), Snapshot(4, 3, b"\x00four"), Snapshot(5, 3, b"late")

    async def write(store: Database) -> None:
        assert await store.snapshot("t") is None
        assert await put(store, order("t", 1), order("t", 2, snapshot=first)) == [WRITTEN, WRITTEN]
        assert await put(store, order("t", 3, action="a"), order("t", 4, snapshot=second)) == [WRITTEN, WRITTEN]
        assert await put(store, order("t", 4, snapshot=late), order("t", 5, action="a", snapshot=late)) == [TAKEN] * 2
        assert await put(store, order("u", 1, snapshot=late)) == [WRITTEN]

    async def read(store: Database) -> None:
        assert await store.snapshot("t") == second
        assert [await store.snapshot("t", part) for part in (0, 1, 3, 4, 9)] == [None, first, first, second, second]
        assert await store.snapshot("u") == late
        assert await store.snapshot("nobody's") is None

    visit(place, write)
    visit(place, read)


def test_a_snapshot_that_is_written_again_replaces_the_first(place: Place) -> None:
    async def again(store: Database) -> None:
        writes = [order("t", seq, snapshot=Snapshot(1, seq - 1, b"%d" % seq)) for seq in (1, 2)]
        assert await put(store, *writes) == [WRITTEN, WRITTEN]
        assert await put(store, order("t", 3, snapshot=Snapshot(1, 2, b"3"))) == [WRITTEN]
        assert await store.snapshot("t") == Snapshot(1, 2, b"3")

    visit(place, again)


def test_of_two_writers_that_race_exactly_one_wins_each_number(place: Place) -> None:
    tables, length = 20, 30

    async def race() -> None:
        stores = [await place.open(), await place.open()]
        wins: list[list[tuple[str, int]]] = [[], []]

        async def play(who: int, table: str) -> None:
            for seq in range(1, length + 1):
                outcome = WriteOutcome.FAILED
                while outcome is not WRITTEN and outcome is not TAKEN:
                    (outcome,) = await put(stores[who], order(table, seq, [b"%d" % who], f"{who}:{seq}"))
                if outcome is WRITTEN:
                    wins[who].append((table, seq))
                    continue
                while len(await stores[who].read(table, seq - 1)) < 1:
                    await asyncio.sleep(0)

        await asyncio.gather(*(play(who, f"t{number}") for who in (0, 1) for number in range(tables)))
        for number in range(tables):
            rows = await stores[0].read(f"t{number}")
            assert [row.seq for row in rows] == list(range(1, length + 1))
            for row in rows:
                assert (f"t{number}", row.seq) in wins[int(row.body)]
        assert len(wins[0]) + len(wins[1]) == tables * length
        for store in stores:
            await store.close()

    asyncio.run(race())


def test_what_is_given_is_written_before_the_store_closes_and_nothing_after(place: Place) -> None:
    async def main() -> None:
        store = await place.open()
        told: list[WriteOutcome] = []
        for seq in range(1, 51):
            write = order("t", seq)
            write.done = told.append
            store.write(write)
        await store.close()
        assert told == [WRITTEN] * 50
        write = order("t", 51)
        write.done = told.append
        store.write(write)
        await asyncio.sleep(0)
        assert told[50:] == [FAILED]
        with pytest.raises(DocenaError):
            await store.forget_player("p")

    asyncio.run(main())
