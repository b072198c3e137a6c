"""Accounts, on both databases."""

from storage.places import Place, visit

from docena.storage import Database
from docena.storage.accounts import Account, Passkey, Session
from docena.storage.running_time import DAY

ANA = Account("a1", "Ana", "hash", 10)
KEY = Passkey(b"\x00key", "a1", b"public", 0, "phone", 20)


def test_a_name_is_had_once_whatever_its_capitals(place: Place) -> None:
    async def names(store: Database) -> None:
        accounts = store.accounts
        assert await accounts.add_account(ANA)
        assert not await accounts.add_account(Account("a2", "ANA", None, 11))
        assert not await accounts.add_account(Account("a1", "Berta", None, 11))
        assert await accounts.account_by_name("aNA") == ANA
        assert await accounts.account_by_name("Berta") is None
        assert await accounts.account("a1") == ANA
        assert await accounts.account("a2") is None
        assert await accounts.set_password("a1", None)
        assert not await accounts.set_password("a2", None)
        assert await accounts.account("a1") == Account("a1", "Ana", None, 10)

    visit(place, names)


def test_passkeys_and_sessions_belong_to_an_account_and_go_with_it(place: Place) -> None:
    async def belongings(store: Database) -> None:
        accounts = store.accounts
        session = Session("h", "a1", 30)
        assert not await accounts.add_passkey(KEY)
        assert not await accounts.add_session(session)
        await accounts.add_account(ANA)
        assert await accounts.add_passkey(KEY)
        assert not await accounts.add_passkey(KEY)
        assert await accounts.add_passkey(Passkey(b"2", "a1", b"public", 5, "laptop", 21))
        assert [key.name for key in await accounts.passkeys("a1")] == ["phone", "laptop"]
        assert await accounts.passkey(KEY.id) == KEY
        assert await accounts.add_session(session)
        assert await accounts.session("h", 90) == session
        assert await accounts.session("?", 90) is None
        assert await accounts.add_session(Session("i", "a1", 30))
        assert await accounts.drop_session("i")
        assert not await accounts.drop_session("i")
        for name in ("k", "l"):
            assert await accounts.add_session(Session(name, "a1", 30))
        assert await accounts.drop_sessions("a1", but="h") == 2
        assert await accounts.session("h", 90) is not None
        assert not await accounts.drop_passkey("a2", b"2")
        assert await accounts.drop_passkey("a1", b"2")
        assert await accounts.passkeys("a1") == [KEY]
        assert await accounts.drop_account("a1")
        assert not await accounts.drop_account("a1")
        assert await accounts.passkeys("a1") == []
        assert await accounts.session("h", 90) is None

    visit(place, belongings)


def test_the_count_of_a_passkey_only_goes_up(place: Place) -> None:
    async def counts(store: Database) -> None:
        accounts = store.accounts
        await accounts.add_account(ANA)
        await accounts.add_passkey(KEY)
        assert await accounts.bump_passkey(KEY.id, 0)
        assert await accounts.bump_passkey(KEY.id, 3)
        assert not await accounts.bump_passkey(KEY.id, 3)
        assert not await accounts.bump_passkey(KEY.id, 0)
        assert not await accounts.bump_passkey(b"?", 9)
        found = await accounts.passkey(KEY.id)
        assert found is not None
        assert found.sign_count == 3

    visit(place, counts)


def test_a_session_that_is_used_stays_and_one_that_is_not_is_over(place: Place) -> None:
    async def ages(store: Database) -> None:
        accounts = store.accounts
        await accounts.add_account(ANA)
        for name in ("used", "unused"):
            await accounts.add_session(Session(name, "a1", 30))
        for day in (1, 2, 3):
            await store.change("UPDATE meta SET value = $1 WHERE key = 'running' RETURNING key", str(day * DAY))
            assert await accounts.session("used", 2) is not None
        assert await accounts.session("unused", 3) is not None  # a look, at which it is used
        await store.change("UPDATE meta SET value = $1 WHERE key = 'running' RETURNING key", str(6 * DAY))
        await accounts.add_session(Session("new", "a1", 30))
        assert await accounts.session("used", 2) is None
        assert await accounts.forget_sessions(3) == 0
        assert await accounts.forget_sessions(2) == 2
        assert await accounts.session("new", 0) is not None

    visit(place, ages)


def test_a_name_that_could_be_mistaken_for_anothers_is_taken(place: Place) -> None:
    async def names(store: Database) -> None:
        accounts = store.accounts
        assert await accounts.add_account(Account("a1", "Victim", None, 1))
        for name in ("V\u0456ctim", "\uff36ictim", "VICTIM", "V\ufe0fictim"):
            assert await accounts.has_name(name)
            assert not await accounts.add_account(Account("a2", name, None, 1))
        assert await accounts.account("a2") is None
        assert not await accounts.has_name("\u0412\u0438\u043a\u0442\u043e\u0440")
        assert await accounts.add_account(Account("a2", "\u0412\u0438\u043a\u0442\u043e\u0440", None, 1))
        assert await accounts.drop_account("a1")
        assert not await accounts.has_name("Victim")
        assert await accounts.add_account(Account("a3", "V\u0456ctim", None, 1))
        assert await accounts.has_name("Victim")

    visit(place, names)


def test_names_of_accounts_of_earlier_versions_are_looked_at_as_well(place: Place) -> None:
    async def names(store: Database) -> None:
        accounts = store.accounts
        for id, name in (("a1", "Iris"), ("a2", "lris"), ("a3", "Olga")):  # noqa: A001
            sql = "INSERT INTO accounts (id, name, folded, created) VALUES ($1, $2, $3, 1) RETURNING id"
            await store.change(sql, id, name, name.casefold())
        for _ in range(2):
            await accounts.note_names()
        assert await accounts.has_name("\u041elga")
        assert not await accounts.add_account(Account("a4", "0lga", None, 1))
        for name in ("Iris", "lris"):
            found = await accounts.account_by_name(name)
            assert found is not None
            assert found.name == name

    visit(place, names)
