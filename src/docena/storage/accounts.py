"""Accounts, their passkeys and their sessions: optional for people, and independent of tables."""

import msgspec

from docena.core.confusables import name_keys
from docena.storage.lookups import RUNNING_DAY, Rows, Sql


class Account(msgspec.Struct, frozen=True):
    id: str
    name: str
    password: str | None
    """The hash of the password; None if the account has only passkeys."""
    created: int
    """Seconds since 1970."""


class Passkey(msgspec.Struct, frozen=True):
    id: bytes
    account: str
    public_key: bytes
    sign_count: int
    name: str
    created: int


class Session(msgspec.Struct, frozen=True):
    hash: str
    """The hash of the secret that the browser has."""
    account: str
    created: int


_ACCOUNT = "id, name, password, created"
_PASSKEY = "id, account, public_key, sign_count, name, created"
_SESSION = "hash, account, created"


def fold(name: str) -> str:
    """
    >>> fold("Straße") == fold("STRASSE")
    True
    """
    return name.casefold()


def _account(rows: Rows) -> Account | None:
    return Account(*rows[0]) if rows else None


class Accounts:
    """The accounts, in either database; for missing ones the methods return None or `False`."""

    def __init__(self, sql: Sql) -> None:
        self._sql = sql

    async def _did(self, sql: str, *values: object) -> bool:
        return bool(await self._sql.change(sql, *values))

    async def add_account(self, account: Account) -> bool:
        """Adds an account; returns whether no other account has a name that could be mistaken for its name."""
        sql = (
            "INSERT INTO accounts (id, name, folded, password, created) VALUES ($1, $2, $3, $4, $5) "
            "ON CONFLICT DO NOTHING RETURNING id"
        )
        if not await self._did(sql, account.id, account.name, fold(account.name), account.password, account.created):
            return False
        if await self._note_name(account.id, account.name):
            return True
        await self.drop_account(account.id)
        return False

    async def _note_name(self, account: str, name: str) -> bool:
        """Reserves the names if nobody else has one of them; returns whether it did."""
        sql = "INSERT INTO account_names (look, account) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING look"
        return all([await self._did(sql, look, account) for look in sorted(name_keys(name))])

    async def has_name(self, name: str) -> bool:
        """Whether an account has this name, or one that could be mistaken for it."""
        sql = "SELECT 1 FROM account_names WHERE look = $1"
        looks = [await self._sql.look(sql, look) for look in name_keys(name)]
        return any(looks) or await self.account_by_name(name) is not None

    async def note_names(self) -> None:
        """Stores, for accounts of earlier versions, what their names can be mistaken for."""
        sql = "SELECT id, name FROM accounts a WHERE NOT EXISTS (SELECT 1 FROM account_names n WHERE n.account = a.id)"
        for account, name in await self._sql.look(sql):
            await self._note_name(account, name)

    async def account_by_name(self, name: str) -> Account | None:
        """The account with this name, ignoring case."""
        return _account(await self._sql.look(f"SELECT {_ACCOUNT} FROM accounts WHERE folded = $1", fold(name)))  # noqa: S608

    async def account(self, id: str) -> Account | None:  # noqa: A002
        """The account with this id."""
        return _account(await self._sql.look(f"SELECT {_ACCOUNT} FROM accounts WHERE id = $1", id))  # noqa: S608

    async def set_password(self, account: str, password: str | None) -> bool:
        """Stores a new hash, or none."""
        return await self._did("UPDATE accounts SET password = $1 WHERE id = $2 RETURNING id", password, account)

    async def drop_account(self, account: str) -> bool:
        """Deletes an account, with its passkeys and sessions."""
        return await self._did("DELETE FROM accounts WHERE id = $1 RETURNING id", account)

    async def add_passkey(self, passkey: Passkey) -> bool:
        """Adds a passkey; returns whether its account exists, and no passkey had its id."""
        sql = (
            f"INSERT INTO passkeys ({_PASSKEY}) SELECT $1, id, $2, $3, $4, $5 FROM accounts "  # noqa: S608
            "WHERE id = $6 ON CONFLICT DO NOTHING RETURNING id"
        )
        key = passkey
        return await self._did(sql, key.id, key.public_key, key.sign_count, key.name, key.created, key.account)

    async def passkeys(self, account: str) -> list[Passkey]:
        """An account's passkeys, the oldest first."""
        sql = f"SELECT {_PASSKEY} FROM passkeys WHERE account = $1 ORDER BY created, id"  # noqa: S608
        return [Passkey(*row) for row in await self._sql.look(sql, account)]

    async def passkey(self, id: bytes) -> Passkey | None:  # noqa: A002
        """The passkey with this id."""
        rows = await self._sql.look(f"SELECT {_PASSKEY} FROM passkeys WHERE id = $1", id)  # noqa: S608
        return Passkey(*rows[0]) if rows else None

    async def drop_passkey(self, account: str, id: bytes) -> bool:  # noqa: A002
        """Deletes one of an account's passkeys."""
        return await self._did("DELETE FROM passkeys WHERE account = $1 AND id = $2 RETURNING id", account, id)

    async def bump_passkey(self, id: bytes, sign_count: int) -> bool:  # noqa: A002
        """Stores the signature count; `False` if it is not above the stored one, unless both are 0."""
        # A count that does not rise suggests a copied key; keys that do not count always send 0 (WebAuthn 6.1.1).
        sql = (
            "UPDATE passkeys SET sign_count = $1 WHERE id = $2 AND (sign_count < $3 OR (sign_count = 0 AND $4 = 0)) "
            "RETURNING id"
        )
        return await self._did(sql, sign_count, id, sign_count, sign_count)

    async def add_session(self, session: Session) -> bool:
        """Adds a session; returns whether its account exists."""
        sql = (
            f"INSERT INTO sessions ({_SESSION}, day) SELECT $1, id, $2, {RUNNING_DAY} FROM accounts "  # noqa: S608
            "WHERE id = $3 ON CONFLICT DO NOTHING RETURNING hash"
        )
        return await self._did(sql, session.hash, session.created, session.account)

    async def session(self, hash: str, idle_days: int) -> Session | None:  # noqa: A002
        """The session with this hash, unless unused for more than this many days on which a server has run."""
        sql = f"SELECT {_SESSION}, {RUNNING_DAY} - day FROM sessions WHERE hash = $1"  # noqa: S608
        rows = await self._sql.look(sql, hash)
        if not rows or rows[0][3] > idle_days:
            return None
        if rows[0][3] > 0:
            # once a day, as not every use is worth a write
            sql = f"UPDATE sessions SET day = {RUNNING_DAY} WHERE hash = $1 RETURNING {_SESSION}, 0"  # noqa: S608
            rows = await self._sql.change(sql, hash)
        return Session(*rows[0][:3]) if rows else None

    async def drop_session(self, hash: str) -> bool:  # noqa: A002
        """Deletes a session."""
        return await self._did("DELETE FROM sessions WHERE hash = $1 RETURNING hash", hash)

    async def drop_sessions(self, account: str, but: str) -> int:
        """Deletes all sessions of an account except the one with this hash; returns how many."""
        sql = "DELETE FROM sessions WHERE account = $1 AND hash <> $2 RETURNING hash"
        return len(await self._sql.change(sql, account, but))

    async def forget_sessions(self, idle_days: int) -> int:
        """Deletes the sessions unused for more than this many such days; returns how many."""
        sql = f"DELETE FROM sessions WHERE {RUNNING_DAY} - day > $1 RETURNING hash"  # noqa: S608
        return len(await self._sql.change(sql, idle_days))
