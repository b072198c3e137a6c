"""The application: what is answered where."""

from collections.abc import Awaitable, Callable

import msgspec
from aiohttp import web
from argon2 import PasswordHasher

from docena import __version__
from docena.server import bodies as b
from docena.server.metrics import Metrics
from docena.server.middleware import Handler, guard
from docena.server.page_files import PageFiles
from docena.server.people.players import Players
from docena.server.people.routes import People
from docena.server.protection.intake import INTAKE, Intake
from docena.server.protection.responses import HEADERS
from docena.server.requests import LONGEST_BODY, json
from docena.server.schema import openapi
from docena.server.settings import Settings
from docena.server.tables.catalogue import editions
from docena.server.tables.learning import Learning
from docena.server.tables.newcomers import AdmissionRoutes
from docena.server.tables.replays import Replays
from docena.server.tables.routes import Tables
from docena.server.tables.sockets import Sockets
from docena.server.tournaments.service import TournamentService
from docena.tables.registry import TableRegistry


class Readiness:
    """Whether moves can be saved: asked of the store, at most once a second."""

    def __init__(self, registry: TableRegistry, now: Callable[[], float]) -> None:
        self._registry, self._now = registry, now
        self._asked, self._ready = float("-inf"), True
        self.stopping = False

    async def ready(self) -> bool:
        if self._now() > self._asked + 1.0:
            self._asked = self._now()
            self._ready = await self._registry.store.healthy()
        return self._ready and not self.stopping


def make_app(
    registry: TableRegistry,
    sockets: Sockets,
    players: Players,
    readiness: Readiness,
    metrics: Metrics,
    settings: Settings,
    hasher: PasswordHasher | None = None,
) -> web.Application:
    """Puts the handlers together."""
    described = msgspec.json.encode(openapi())

    @web.middleware
    async def counted(request: web.Request, handler: Handler) -> web.StreamResponse:
        response = await handler(request)
        resource = request.match_info.route.resource
        metrics.requests.labels(resource.canonical if resource else "unknown", str(response.status)).inc()
        return response

    async def health(_: web.Request) -> web.Response:
        return json(b.Health(True, __version__))

    async def ready(_: web.Request) -> web.Response:
        is_ready = await readiness.ready()
        return json(b.Done(is_ready), 200 if is_ready else 503)

    async def schema(_: web.Request) -> web.Response:
        return json(described)

    async def mark(_: web.Request, response: web.StreamResponse) -> None:
        """Also on what does not come through the guard's hands, such as the beginning of a socket."""
        response.headers["Server"] = HEADERS["Server"]

    app = web.Application(client_max_size=LONGEST_BODY, middlewares=[counted, guard(settings)])
    app.on_response_prepare.append(mark)
    app[INTAKE] = Intake()
    tables = Tables(registry, sockets, players, settings)
    replays = Replays(registry, tables, settings)
    newcomers = AdmissionRoutes(registry, tables, players, settings)
    for live in (tables, newcomers, replays, Learning(registry, tables, players, settings)):
        app.router.add_routes(live.routes())
    app.on_cleanup.append(replays.close)
    tournaments = TournamentService(registry, tables, settings)
    app.router.add_routes(tournaments.routes())
    app.on_startup.append(tournaments.open)
    app.on_shutdown.append(tournaments.farewell)
    app.on_cleanup.append(tournaments.close)
    people = People(registry.store, players, settings, hasher)
    app.router.add_routes(people.routes())
    app.on_cleanup.append(people.close)
    routes: dict[str, Callable[[web.Request], Awaitable[web.StreamResponse]]] = {
        "/healthz": health,
        "/readyz": ready,
        "/api/schema.json": schema,
        "/api/editions": editions,
    }
    if settings.metrics:
        routes["/metrics"] = metrics.handle
    for path, handler in routes.items():
        app.router.add_get(path, handler)
    app.router.add_routes(PageFiles(settings).routes())
    return app
