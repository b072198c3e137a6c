from collections.abc import Iterator

import pytest
from storage.places import PostgresServer, postgres_server


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    with postgres_server() as started:
        yield started
