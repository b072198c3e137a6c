"""What is answered about people, put together: histories for all, accounts and passkeys where there are any."""

import time

from aiohttp import web
from argon2 import PasswordHasher

from docena.core.errors import Reason, Refused
from docena.core.words import say
from docena.server.people.accounts import AccountDesk
from docena.server.people.ceremonies import Ceremonies
from docena.server.people.doorkeeper import Doorkeeper
from docena.server.people.history import HistoryDesk
from docena.server.people.passwords import Passwords
from docena.server.people.players import Players
from docena.server.requests import language
from docena.server.settings import Settings
from docena.server.slow_work import Backroom
from docena.storage.accounts import Accounts
from docena.storage.ports import Store

_ACCOUNT_PATHS = ("/api/account", "/api/account/{rest:.*}", "/api/accounts", "/api/sessions", "/api/passkeys/{rest:.*}")
_PASSKEY_PATHS = ("/api/passkeys/{rest:.*}", "/api/account/passkeys/{rest:.*}")


class People:
    """Their handlers, and the room behind them."""

    def __init__(
        self,
        store: Store,
        players: Players,
        settings: Settings,
        hasher: PasswordHasher | None = None,
    ) -> None:
        self._store, self._players, self._settings = store, players, settings
        self._backroom = Backroom()
        self._hasher = hasher
        self._doorkeeper = Doorkeeper(settings)

    def routes(self) -> list[web.RouteDef]:
        routes = HistoryDesk(self._store, self._players, self._doorkeeper, self._settings).routes()
        accounts = self._players.accounts
        if accounts is None or not self._settings.accounts:
            return routes + _refused(_ACCOUNT_PATHS, "no_accounts", "off")
        passwords = Passwords(self._backroom, self._hasher)
        desk = AccountDesk(accounts, self._store, self._players, passwords, self._doorkeeper)
        return routes + desk.routes() + self._passkeys(accounts)

    async def close(self, _: web.Application) -> None:
        self._backroom.close()

    def _passkeys(self, accounts: Accounts) -> list[web.RouteDef]:
        try:
            from docena.server.people.passkeys import PasskeyDesk
        except ModuleNotFoundError as error:
            if error.name != "webauthn":
                raise
            return _refused(_PASSKEY_PATHS, "no_passkeys", "no_passkeys")
        return PasskeyDesk(
            accounts, self._players, Ceremonies(time.monotonic), self._backroom, self._doorkeeper, self._settings
        ).routes()  # fmt: skip


def _refused(paths: tuple[str, ...], reason: Reason, text: str) -> list[web.RouteDef]:
    """What is not here says so, wherever one would look for it."""

    async def refuse(request: web.Request) -> web.StreamResponse:
        raise Refused(reason, say(language(request), "account", text))

    return [web.route("*", path, refuse) for path in paths]
