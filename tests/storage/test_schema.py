"""Databases of other versions, and things that are no database of ours."""

import asyncio
import sys
from pathlib import Path

import apsw
import asyncpg  # type: ignore[import-untyped]
import pytest
from storage.places import FilePlace, Place, PostgresPlace, PostgresServer, order, put, visit

from docena.core.errors import DocenaError
from docena.storage import Database, open_store
from docena.storage.accounts import Account
from docena.storage.ports import WriteOutcome
from docena.storage.schema import META, SET_VERSION, TABLES, VERSIONS
from docena.storage.sqlite_file import check_sqlite


async def say(place: Place, *statements: str) -> None:
    if isinstance(place, PostgresPlace):
        connection = await asyncpg.connect(place.url)
        for statement in statements:
            await connection.execute(statement)
        await connection.close()
    else:
        assert isinstance(place, FilePlace)
        file = apsw.Connection(str(place.path))
        file.pragma("application_id", TABLES.mark)
        for statement in statements:
            file.execute(statement)
        file.close()


def test_a_database_of_the_first_version_is_brought_up_to_date_with_its_logs(place: Place) -> None:
    body = "X'626f6479'" if place.kind == "sqlite" else "'body'"
    old = f"INSERT INTO events (table_id, seq, action, body, at) VALUES ('t', 1, 'a', {body}, 5)"
    asyncio.run(say(place, META, *VERSIONS[0], SET_VERSION.format(1), old))

    async def goes_on(store: Database) -> None:
        assert [row.body for row in await store.read("t")] == [b"body"]
        assert await put(store, order("t", 2)) == [WriteOutcome.WRITTEN]
        assert await store.accounts.add_account(Account("a", "Ana", None, 1))

    visit(place, goes_on)


def test_a_database_of_a_newer_version_is_refused_and_left_alone(place: Place) -> None:
    asyncio.run(say(place, META, SET_VERSION.format(len(VERSIONS) + 1)))
    for _ in range(2):
        with pytest.raises(DocenaError, match="was written by a newer docena"):
            asyncio.run(place.open())


def test_an_upgrade_that_fails_leaves_nothing_behind(place: Place) -> None:
    # the second version cannot be made, for its first table is there
    asyncio.run(say(place, META, *VERSIONS[0], SET_VERSION.format(1), "CREATE TABLE sessions (wrong TEXT)"))
    with pytest.raises((DocenaError, asyncpg.PostgresError)):
        asyncio.run(place.open())
    asyncio.run(say(place, "DROP TABLE sessions"))
    visit(place, lambda store: _adds(store))


async def _adds(store: Database) -> None:
    assert await store.accounts.add_account(Account("a", "Ana", None, 1))


def test_two_nodes_that_start_together_make_one_database(place: Place) -> None:
    async def both() -> None:
        stores = await asyncio.gather(*(place.open() for _ in range(3)))
        assert await put(stores[0], order("t", 1)) == [WriteOutcome.WRITTEN]
        assert len(await stores[2].read("t")) == 1
        for store in stores:
            await store.close()

    asyncio.run(both())


def _refused(url: str) -> str:
    async def main() -> None:
        await open_store(url, asyncio.get_running_loop())

    with pytest.raises(DocenaError) as complaint:
        asyncio.run(main())
    return str(complaint.value)


def test_what_is_no_database_of_ours_is_refused_with_a_sentence(tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_text("no database, but long enough to be taken for one at first sight " * 20)
    assert _refused(str(text)) == f"{text} is not a docena database, or it is damaged"
    other = tmp_path / "other.db"
    file = apsw.Connection(str(other))
    file.execute("CREATE TABLE meta (key, value)")
    file.close()
    assert "is a SQLite file, but not a docena database" in _refused(f"sqlite:{other}")
    assert "is a folder" in _refused(str(tmp_path))
    assert "there is no folder" in _refused(str(tmp_path / "nowhere" / "docena.db"))
    assert "there is no database" in _refused("mysql://host/name")
    assert "there is no database" in _refused("sqlite:")


def test_a_postgres_that_cannot_be_reached_is_named_without_its_password(
    tmp_path: Path, server: PostgresServer
) -> None:
    sentence = _refused(f"postgresql://docena:secret@/name?host={tmp_path}")
    assert "cannot open the database postgresql:///name" in sentence
    assert "secret" not in sentence
    assert "cannot open the database" in _refused(server.url("nowhere"))


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("docena.storage.postgres", "docena.storage.postgres_writer"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    assert "pip install docena[postgres]" in _refused("postgresql://host/name")


def test_an_old_sqlite_is_refused() -> None:
    with pytest.raises(DocenaError, match=r"SQLite 3\.51\.2 can lose what it has written"):
        check_sqlite("3.51.2")
