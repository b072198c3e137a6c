"""The schema of the files and databases, as numbered versions.

A released version is never changed: changes are a new version at the end.
"""

from collections.abc import Iterator

import msgspec

from docena.core.errors import DocenaError
from docena.core.words import worded

_EVENTS = (
    # `at` of the last event says when something last happened in a log: nothing else has to be written with it.
    """CREATE TABLE events (
        table_id TEXT NOT NULL,
        seq BIGINT NOT NULL,
        action TEXT,
        body BYTEA NOT NULL,
        at BIGINT NOT NULL,
        PRIMARY KEY (table_id, seq)
    )""",
    "CREATE UNIQUE INDEX events_action ON events (table_id, action) WHERE action IS NOT NULL",
)
"""The event log, the same everywhere; `table_id` is the id of the log also for events and pads."""
_DAYS = (
    # Age is counted in days on which a server has run: what was there before is as old as the count.
    "INSERT INTO meta (key, value) VALUES ('running', '0') ON CONFLICT (key) DO NOTHING",
    "ALTER TABLE events ADD COLUMN day BIGINT NOT NULL DEFAULT 0",
)

VERSIONS = (
    (
        *_EVENTS,
        """CREATE TABLE tables (
            id TEXT NOT NULL PRIMARY KEY,
            code TEXT NOT NULL,
            public BOOLEAN NOT NULL,
            live BOOLEAN NOT NULL,
            due BOOLEAN NOT NULL,
            summary BYTEA NOT NULL,
            opened BIGINT NOT NULL
        )""",
        "CREATE UNIQUE INDEX tables_code ON tables (code) WHERE code <> ''",
        "CREATE INDEX tables_live ON tables (id) WHERE live",
        "CREATE INDEX tables_due ON tables (id) WHERE live AND due",
        "CREATE INDEX tables_public ON tables (id) WHERE live AND public",
        """CREATE TABLE played (
            player TEXT NOT NULL,
            at BIGINT NOT NULL,
            table_id TEXT NOT NULL,
            game BIGINT NOT NULL,
            seat BIGINT NOT NULL,
            summary BYTEA NOT NULL,
            PRIMARY KEY (player, at, table_id, game, seat)
        )""",
    ),
    (
        """CREATE TABLE accounts (
            id TEXT NOT NULL PRIMARY KEY,
            name TEXT NOT NULL,
            folded TEXT NOT NULL UNIQUE,
            password TEXT,
            created BIGINT NOT NULL
        )""",
        """CREATE TABLE passkeys (
            id BYTEA NOT NULL PRIMARY KEY,
            account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
            public_key BYTEA NOT NULL,
            sign_count BIGINT NOT NULL,
            name TEXT NOT NULL,
            created BIGINT NOT NULL
        )""",
        "CREATE INDEX passkeys_account ON passkeys (account)",
        """CREATE TABLE sessions (
            hash TEXT NOT NULL PRIMARY KEY,
            account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
            created BIGINT NOT NULL,
            seen BIGINT NOT NULL
        )""",
        "CREATE INDEX sessions_account ON sessions (account)",
    ),
    (
        # What the events of a log up to `seq` add up to, kept where a new part of the log (a game) begins.
        """CREATE TABLE snapshots (
            log_id TEXT NOT NULL,
            part BIGINT NOT NULL,
            seq BIGINT NOT NULL,
            body BYTEA NOT NULL,
            PRIMARY KEY (log_id, part)
        )""",
    ),
    (
        *_DAYS,
        "ALTER TABLE sessions ADD COLUMN day BIGINT NOT NULL DEFAULT 0",
        "ALTER TABLE sessions DROP COLUMN seen",
    ),
    (
        # What names can be mistaken for; each key belongs to one account only. `accounts.name` is what is shown.
        """CREATE TABLE account_names (
            look TEXT NOT NULL PRIMARY KEY,
            account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE
        )""",
        "CREATE INDEX account_names_account ON account_names (account)",
    ),
)
"""Of the database of tables.

Written as PostgreSQL has it; SQLite takes any name for a type, and keeps what it is given.
"""

EVENT_VERSIONS = (
    (
        """CREATE TABLE logs (
            id TEXT PRIMARY KEY, kind TEXT NOT NULL, title TEXT NOT NULL, made TEXT NOT NULL
        ) WITHOUT ROWID""",
        """CREATE TABLE lines (
            log TEXT NOT NULL REFERENCES logs (id), seq INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (log, seq)
        ) WITHOUT ROWID""",
    ),
    (
        *_EVENTS,
        *_DAYS,
        "INSERT INTO events (table_id, seq, body, at) SELECT log, seq, CAST(text AS BLOB), 0 FROM lines",
        "DROP TABLE lines",
        "CREATE TABLE IF NOT EXISTS secret (id INTEGER PRIMARY KEY CHECK (id = 1), bytes BLOB NOT NULL)",
    ),
)
"""Of the file of events and pads, which is always a SQLite file."""


class Format(msgspec.Struct, frozen=True):
    """A kind of our SQLite files, and its versions."""

    key: str
    """In the names of its texts."""
    mark: int
    """The application id in the file's header."""
    versions: tuple[tuple[str, ...], ...]
    numbered: bool = True
    """Whether the first version stored its number."""


TABLES = Format("database", 0x646F6365, VERSIONS)
EVENTS = Format("events", 0x646F6C62, EVENT_VERSIONS, numbered=False)

META = "CREATE TABLE IF NOT EXISTS meta (key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL)"
HAS_VERSION = "SELECT value FROM meta WHERE key = 'version'"
SET_VERSION = (
    "INSERT INTO meta (key, value) VALUES ('version', '{}') ON CONFLICT (key) DO UPDATE SET value = excluded.value"
)


def upgrade(version: int, where: str, form: Format = TABLES) -> Iterator[str]:
    """The statements that migrate a database of this version (0: an empty one) in one transaction."""
    latest = len(form.versions)
    if version > latest:
        raise DocenaError(worded("logs", "newer", file=where, version=version, latest=latest))
    if version < latest:
        yield META
    for number, statements in enumerate(form.versions[version:], version + 1):
        yield from statements
        yield SET_VERSION.format(number)
