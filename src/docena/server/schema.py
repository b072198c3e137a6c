"""The description of the API, generated from the routes and the types that validate requests."""

from collections.abc import Iterator
from types import UnionType
from typing import Any, get_args

import msgspec
from aiohttp import web

from docena import __version__
from docena.server import bodies as b
from docena.server.operations import Figures, Operations
from docena.server.page_files import PAGES
from docena.server.people.accounts import AccountRoutes
from docena.server.people.history import HistoryRoutes
from docena.server.requests import json
from docena.server.routing import Handlers, Route, declared_in, route
from docena.server.tables.analyses import Analyses
from docena.server.tables.learning import Learning
from docena.server.tables.newcomers import AdmissionRoutes
from docena.server.tables.replays import Replays
from docena.server.tables.routes import Tables
from docena.server.tournaments.entrants import Entrants
from docena.server.tournaments.events import Events
from docena.server.tournaments.pads import Pads
from docena.tables import commands as cmd
from docena.tables import messages as sights

_TEMPLATE = "#/components/schemas/{name}"
_ABOUT = (
    "Tables of docena. A socket begins with hello; a move names the seq of the last State and, once it is on the disk, "
    "is acknowledged by a State with its id. docs/api.md tells it step by step."
)


class Schema(Handlers):
    """The handler of the description itself."""

    def __init__(self) -> None:
        self._described = msgspec.json.encode(openapi())

    @route("get", "/api/schema.json", "This description.")
    async def look(self, _: web.Request) -> web.Response:
        return json(self._described)


def described() -> Iterator[Route]:
    """All routes; those of passkeys only if their package is installed."""
    yield from PAGES
    for kind in (
        *(Operations, Figures, Schema, Tables, AdmissionRoutes, Replays, Analyses, Learning, Events, Entrants, Pads),
        *(HistoryRoutes, AccountRoutes, *_passkeys()),
    ):
        yield from declared_in(kind).values()


def _passkeys() -> tuple[type, ...]:
    try:
        from docena.server.people.passkeys import PasskeyRoutes
    except ModuleNotFoundError as error:
        if error.name != "webauthn":
            raise
        return ()
    return (PasskeyRoutes,)


def kinds_in(kind: Any) -> tuple[Any, ...]:
    """The types of a union, or the one type."""
    return get_args(kind) if isinstance(kind, UnionType) else () if kind is None else (kind,)


def openapi() -> dict[str, Any]:
    """The whole API as an OpenAPI document; socket messages are under `x-socket`."""
    routes = list(described())
    bodies = dict.fromkeys(
        [kind for each in routes for part in (each.body, each.answer) for kind in kinds_in(part)]
        + [kind for each in routes for kind in each.lines]
        + [b.Refusal]
    )
    schemas, components = msgspec.json.schema_components(
        [cmd.AnyCommand, sights.AnyMessage, *bodies], ref_template=_TEMPLATE
    )
    paths: dict[str, Any] = {}
    for each in routes:
        paths.setdefault(each.path, {})[each.method] = _operation(each)
    return {
        "openapi": "3.1.0",
        "info": {"title": "docena", "version": __version__, "description": _ABOUT},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "seat": {"type": "apiKey", "in": "header", "name": "Authorization", "description": "Seat SECRET"},
                "key": {"type": "apiKey", "in": "header", "name": "X-Docena-Key"},
                "session": {"type": "http", "scheme": "bearer"},
            },
        },
        "x-socket": {
            "version": sights.PROTOCOL,
            "path": "/api/tables/{table}/socket",
            "client": schemas[0],
            "server": schemas[1],
        },
    }


def _operation(each: Route) -> dict[str, Any]:
    answer = _content(each.lines, "application/x-ndjson") if each.lines else _content(kinds_in(each.answer))
    operation: dict[str, Any] = {
        "summary": each.summary,
        "responses": {
            "2XX": {"description": "Done."} | answer,
            "4XX": {"description": "Refused."} | _content((b.Refusal,)),
        },
    }
    parameters = [part[1:-1] for part in each.path.split("/") if part.startswith("{")]
    if parameters:
        operation["parameters"] = [
            {"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in parameters
        ]
    if each.body is not None:
        operation["requestBody"] = {"required": True} | _content(kinds_in(each.body))
    return operation


def _content(kinds: tuple[Any, ...], media: str = "application/json") -> dict[str, Any]:
    """A body of a type, or of one of several."""
    schemas = [{"$ref": _TEMPLATE.format(name=kind.__name__)} for kind in kinds]
    return {"content": {media: {"schema": schemas[0] if len(schemas) == 1 else {"anyOf": schemas}}}} if schemas else {}
