from collections.abc import Iterator
from pathlib import Path

import pytest
from storage.places import FilePlace, Place, PostgresPlace, PostgresServer, postgres_server


@pytest.fixture(scope="session")
def server() -> Iterator[PostgresServer]:
    with postgres_server() as started:
        yield started


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    if request.param == "sqlite":
        return FilePlace(tmp_path)
    started: PostgresServer = request.getfixturevalue("server")
    return PostgresPlace(started.new_database())
