"""The description of the API, made from the types that the server checks with."""

from typing import Any

import msgspec

from docena import __version__
from docena.host import asks as a
from docena.host import sights
from docena.host.history import GameLine, Statistics
from docena.host.house import Welcome
from docena.record import Record

_BODY_TYPES = (a.Open, a.Sit, Welcome, Record, GameLine, Statistics)
_TEMPLATE = "#/components/schemas/{name}"

_ROUTES: list[tuple[str, str, str, type | None, type | None]] = [
    ("get", "/api/tables", "Public tables.", None, None),
    ("post", "/api/tables", "Opens a table and sits down.", a.Open, Welcome),
    ("get", "/api/tables/{table}", "The table as a seat or a spectator may know it.", None, sights.State),
    ("post", "/api/tables/{table}/seats", "Sits down, or takes a seat here with a ticket.", a.Sit, Welcome),
    ("post", "/api/tables/{table}/asks", "An ask without a socket.", a.Ask, sights.State),
    ("get", "/api/tables/{table}/games/{game}", "The record of a finished game, with its proof.", None, Record),
    ("get", "/api/tables/{table}/qr.svg", "The link of the table as a QR code.", None, None),
    ("get", "/api/phrases", "The quick phrases in a language.", None, None),
]


def openapi() -> dict[str, Any]:
    """The whole API as an OpenAPI document; the messages of sockets stand under `x-socket`."""
    kinds: list[Any] = [a.AnyAsk, sights.AnyMessage, *_BODY_TYPES]
    schemas, components = msgspec.json.schema_components(kinds, ref_template=_TEMPLATE)
    paths: dict[str, Any] = {}
    for method, path, summary, body, answer in _ROUTES:
        operation: dict[str, Any] = {
            "summary": summary,
            "responses": {
                "2XX": {"description": "Done."} | _content(answer),
                "4XX": {"description": "Refused: `why` is a sentence, `reason` a word for programs."},
            },
        }
        parameters = [part[1:-1] for part in path.split("/") if part.startswith("{")]
        if parameters:
            operation["parameters"] = [
                {"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in parameters
            ]
        if body is not None:
            operation["requestBody"] = {"required": True} | _content(body)
        paths.setdefault(path, {})[method] = operation
    return {
        "openapi": "3.1.0",
        "info": {"title": "docena", "version": __version__, "description": _ABOUT},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "seat": {"type": "apiKey", "in": "header", "name": "Authorization", "description": "Seat SECRET"},
                "key": {"type": "apiKey", "in": "header", "name": "X-Docena-Key"},
            },
        },
        "x-socket": {"path": "/api/tables/{table}/socket", "client": schemas[0], "server": schemas[1]},
    }


_ABOUT = (
    "Tables of docena. A socket begins with hello; a move names the seq of the last State and, once it is on the disk, "
    "is acknowledged by a State with its id. docs/api.md tells it step by step."
)


def _content(kind: type | None) -> dict[str, Any]:
    if kind is None:
        return {}
    if kind is a.Ask:
        schema: dict[str, Any] = {"anyOf": [{"$ref": _TEMPLATE.format(name=ask.__name__)} for ask in a.AnyAsk.__args__]}
    else:
        schema = {"$ref": _TEMPLATE.format(name=kind.__name__)}
    return {"content": {"application/json": {"schema": schema}}}
