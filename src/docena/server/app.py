"""The application: its routes and handlers."""

from aiohttp import web
from argon2 import PasswordHasher

from docena.server.metrics import Metrics
from docena.server.middleware import Handler, guard
from docena.server.operations import Figures, Operations, Readiness
from docena.server.page_files import PageFiles
from docena.server.people.players import Players
from docena.server.people.routes import People
from docena.server.protection.intake import INTAKE, Intake
from docena.server.protection.responses import HEADERS
from docena.server.requests import LONGEST_BODY
from docena.server.schema import Schema
from docena.server.settings import Settings
from docena.server.tables.analyses import Analyses
from docena.server.tables.learning import Learning
from docena.server.tables.newcomers import AdmissionRoutes
from docena.server.tables.replays import Replays
from docena.server.tables.routes import Tables
from docena.server.tables.sockets import Sockets
from docena.server.tournaments.service import TournamentService
from docena.tables.registry import TableRegistry


def make_app(
    registry: TableRegistry,
    sockets: Sockets,
    players: Players,
    readiness: Readiness,
    metrics: Metrics,
    settings: Settings,
    hasher: PasswordHasher | None = None,
) -> web.Application:
    """Assembles the handlers."""

    @web.middleware
    async def counted(request: web.Request, handler: Handler) -> web.StreamResponse:
        response = await handler(request)
        resource = request.match_info.route.resource
        metrics.requests.labels(resource.canonical if resource else "unknown", str(response.status)).inc()
        return response

    async def mark(_: web.Request, response: web.StreamResponse) -> None:
        """Also for responses that bypass the middleware, such as a socket's handshake."""
        response.headers["Server"] = HEADERS["Server"]

    app = web.Application(client_max_size=LONGEST_BODY, middlewares=[counted, guard(settings)])
    app.on_response_prepare.append(mark)
    app[INTAKE] = Intake()
    tables = Tables(registry, sockets, players, settings)
    replays = Replays(registry, tables, settings)
    analyses = Analyses(registry, replays, settings)
    newcomers = AdmissionRoutes(registry, tables, players, settings)
    for handlers in (tables, newcomers, replays, analyses, Learning(registry, tables, players, settings)):
        app.router.add_routes(handlers.routes())
    app.on_cleanup.append(replays.close)
    app.on_cleanup.append(analyses.close)
    app.on_cleanup.append(tables.qr_codes.close)
    tournaments = TournamentService(registry, tables, settings)
    app.router.add_routes(tournaments.routes())
    app.on_startup.append(tournaments.open)
    app.on_shutdown.append(tournaments.farewell)
    app.on_cleanup.append(tournaments.close)
    people = People(registry.store, players, settings, hasher)
    app.router.add_routes(people.routes())
    app.on_cleanup.append(people.close)
    app.router.add_routes(Operations(readiness).routes())
    if settings.metrics:
        app.router.add_routes(Figures(metrics).routes())
    app.router.add_routes(Schema().routes())
    app.router.add_routes(PageFiles(settings).routes())
    return app
