"""Accounts, on both databases."""

from storage.places import Place, visit

from docena.storage import Database
from docena.storage.accounts import SEEN_AGAIN, Account, Passkey, Session

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
        session = Session("h", "a1", 30, 30)
        assert not await accounts.add_passkey(KEY)
        assert not await accounts.add_session(session)
        await accounts.add_account(ANA)
        assert await accounts.add_passkey(KEY)
        assert not await accounts.add_passkey(KEY)
        assert await accounts.add_passkey(Passkey(b"2", "a1", b"public", 5, "laptop", 21))
        assert [key.name for key in await accounts.passkeys("a1")] == ["phone", "laptop"]
        assert await accounts.passkey(KEY.id) == KEY
        assert await accounts.add_session(session)
        assert await accounts.session("h", 30 + SEEN_AGAIN - 1) == session
        assert await accounts.session("h", 30 + SEEN_AGAIN) == Session("h", "a1", 30, 30 + SEEN_AGAIN)
        assert await accounts.session("?", 99) is None
        assert await accounts.session("h", 10**9, since=30 + SEEN_AGAIN + 1) is None
        assert await accounts.session("h", 30 + SEEN_AGAIN, since=30 + SEEN_AGAIN) is not None
        assert await accounts.add_session(Session("i", "a1", 30, 30))
        assert await accounts.drop_session("i")
        assert not await accounts.drop_session("i")
        for name, seen in (("j", 40), ("k", 50), ("l", 60)):
            assert await accounts.add_session(Session(name, "a1", 30, seen))
        assert await accounts.forget_sessions(50) == 1
        assert await accounts.drop_sessions("a1", but="h") == 2
        assert await accounts.session("h", 31) is not None
        assert not await accounts.drop_passkey("a2", b"2")
        assert await accounts.drop_passkey("a1", b"2")
        assert await accounts.passkeys("a1") == [KEY]
        assert await accounts.drop_account("a1")
        assert not await accounts.drop_account("a1")
        assert await accounts.passkeys("a1") == []
        assert await accounts.session("h", 31) is None

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
