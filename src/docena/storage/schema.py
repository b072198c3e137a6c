"""What the databases look like, as numbered versions that follow each other; both databases are described once.

A released version is never changed: what is new is a new version at the end.
"""

from collections.abc import Iterator

from docena.core.errors import DocenaError

VERSIONS = (
    (
        # `at` of the last event says when something last happened at a table: nothing else has to be written with it.
        """CREATE TABLE events (
            table_id TEXT NOT NULL,
            seq BIGINT NOT NULL,
            action TEXT,
            body BYTEA NOT NULL,
            at BIGINT NOT NULL,
            PRIMARY KEY (table_id, seq)
        )""",
        "CREATE UNIQUE INDEX events_action ON events (table_id, action) WHERE action IS NOT NULL",
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
        # Age is counted in days on which a server has run: what was there before is as old as the count.
        "INSERT INTO meta (key, value) VALUES ('running', '0') ON CONFLICT (key) DO NOTHING",
        "ALTER TABLE events ADD COLUMN day BIGINT NOT NULL DEFAULT 0",
        "ALTER TABLE sessions ADD COLUMN day BIGINT NOT NULL DEFAULT 0",
        "ALTER TABLE sessions DROP COLUMN seen",
    ),
)
"""Written as PostgreSQL has it; SQLite takes any name for a type, and keeps what it is given."""

META = "CREATE TABLE meta (key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL)"
HAS_VERSION = "SELECT value FROM meta WHERE key = 'version'"
SET_VERSION = (
    "INSERT INTO meta (key, value) VALUES ('version', '{}') ON CONFLICT (key) DO UPDATE SET value = excluded.value"
)


def upgrade(version: int, where: str) -> Iterator[str]:
    """The statements, for one transaction, that make a database of this version (0: an empty one) a present one."""
    if version > len(VERSIONS):
        raise DocenaError(
            f"{where} was written by a newer docena (its version is {version}, and this docena knows {len(VERSIONS)}): "
            "use that docena, or another database"
        )
    if version < 1:
        yield META
    for number, statements in enumerate(VERSIONS[version:], version + 1):
        yield from statements
        yield SET_VERSION.format(number)
