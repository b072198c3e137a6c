"""The description of the API, made from the types that the server checks with."""

from typing import Any

import msgspec

from docena import __version__
from docena.game.record import Record
from docena.game.tutorials import LessonLine, LessonSight
from docena.narration.rulebook import WholeRulebook
from docena.server import bodies as b
from docena.server.tables.catalogue import Catalogue
from docena.server.tournaments import bodies as ob
from docena.server.tournaments import commands as event_commands
from docena.tables import commands as cmd
from docena.tables import messages as sights
from docena.tables.bots.hints import HintSight
from docena.tables.daily import DaySight
from docena.tables.history import GameLine, Statistics
from docena.tables.replay import ReplaySight
from docena.tables.seating.admission import Request
from docena.tournaments.summary import EventSight

_EVENT, _PAD = "/api/events/{event}", "/api/pads/{pad}"
_BODY_TYPES = (
    *(cmd.Open, cmd.Sit, cmd.AskToSit, Request, b.DoorSight, b.RequestSight, Record, GameLine, Statistics, Catalogue),
    *(cmd.OpenDaily, ReplaySight, HintSight, WholeRulebook, LessonLine, LessonSight, DaySight),
    *(b.Refusal, b.Health, b.Welcomed, b.TicketLink, b.TableList, b.Phrases),
    *(b.Credentials, b.Login, b.NewPassword, b.Adopt, b.Adopted, b.AccountSight, b.Done),
    *(b.PasskeyBegin, b.PasskeyOptions, b.PasskeyFinish, b.PasskeyLogin),
    *(b.MyGames, b.ExportPlayer, b.ExportGame, b.ExportEnd),
    *(
        event_commands.NewEvent,
        event_commands.OnlineSeat,
        ob.EventOpened,
        ob.DirectorSight,
        ob.PhoneSight,
        ob.EntrySight,
        ob.Told,
        ob.Offered,
        ob.Entering,
    ),
    *(event_commands.NewPad, event_commands.PadText, ob.PadOpened, ob.PadSight, ob.PadTextSight, EventSight),
    *(event_commands.AnyCommand.__args__),
    *(event_commands.PadCommand.__args__),
)
_TEMPLATE = "#/components/schemas/{name}"

_ROUTES: list[tuple[str, str, str, Any, Any]] = [
    ("get", "/", "A page: what is here.", None, None),
    ("get", "/t/{table}", "The page of a table: what links and QR codes lead to.", None, None),
    ("get", "/{path}", "The page's screens and files.", None, None),
    ("get", "/healthz", "Whether the server runs.", None, b.Health),
    ("get", "/readyz", "Whether moves can be saved; 503 if not.", None, b.Done),
    ("get", "/metrics", "Figures for Prometheus.", None, None),
    ("get", "/api/schema.json", "This description.", None, None),
    ("get", "/api/tables", "Public tables.", None, b.TableList),
    ("post", "/api/tables", "Opens a table and sits down.", cmd.Open, b.Welcomed),
    ("get", "/api/tables/{table}", "The table as a seat or a spectator may know it.", None, sights.State),
    ("post", "/api/tables/{table}/seats", "Sits down, or takes a seat here with a ticket.", cmd.Sit, b.Welcomed),
    ("get", "/api/tables/{table}/requests", "What may be known before one is let in.", None, b.DoorSight),
    ("post", "/api/tables/{table}/requests", "Asks to be let in.", cmd.AskToSit, Request),
    ("get", "/api/tables/{table}/requests/{request}", "How a request stands.", None, b.RequestSight),
    ("delete", "/api/tables/{table}/requests/{request}", "Takes a request back.", None, b.Done),
    ("post", "/api/tables/{table}/asks", "An ask without a socket.", cmd.AnyCommand, sights.State | sights.Answer),
    ("get", "/api/tables/{table}/socket", "A WebSocket: see `x-socket`.", None, None),
    ("get", "/api/tables/{table}/games/{game}", "The record of a finished game, with its proof.", None, Record),
    ("get", "/api/tables/{table}/games/{game}/steps", "The same step by step, with all hands.", None, ReplaySight),
    ("post", "/api/replay", "Any game step by step, from its record.", Record, ReplaySight),
    ("post", "/api/tables/{table}/hint", "The best plans of the seat that moves, and why.", None, HintSight),
    ("get", "/api/rules", "The rulebook of all editions.", None, WholeRulebook),
    ("get", "/api/lessons", "The lessons that there are, as `lessons`.", None, None),
    ("get", "/api/lessons/{lesson}", "A lesson, step by step.", None, LessonSight),
    ("get", "/api/daily", "The deal of the day, and how it has gone so far.", None, DaySight),
    ("post", "/api/daily", "Opens a table with the deal of the day.", cmd.OpenDaily, b.Welcomed),
    ("get", "/api/tables/{table}/qr.svg", "The link of the table as a QR code.", None, None),
    ("post", "/api/tables/{table}/qr.svg", "The link that takes a seat with a ticket.", b.TicketLink, None),
    ("get", "/api/phrases", "The quick phrases in a language.", None, b.Phrases),
    ("get", "/api/editions", "The editions in a language, and what their tables may choose.", None, Catalogue),
    ("post", "/api/events", "Opens an event.", event_commands.NewEvent, ob.EventOpened),
    ("get", "/api/events/choices", "What can be chosen for one.", None, ob.Offered),
    ("post", "/api/events/import", "Opens an exported event, or adds what is new of it.", None, ob.EventOpened),
    ("get", _EVENT, "The event as everybody may see it.", None, EventSight),
    ("delete", _EVENT, "Removes it; for its director.", None, b.Done),
    ("get", f"{_EVENT}/desk", "The same for its director, with keys and links.", None, ob.DirectorSight),
    ("get", f"{_EVENT}/tables/{{table}}", "What the phone of a table shows.", None, ob.PhoneSight),
    (
        "get",
        f"{_EVENT}/entries/{{entry}}",
        "What the link of an entry shows: its games, and its seats online.",
        None,
        ob.EntrySight,
    ),
    ("post", f"{_EVENT}/asks", "An entry by the director or a table.", event_commands.AnyCommand, ob.Entering),
    ("get", f"{_EVENT}/log", "Who entered what and when, in words; for the director.", None, ob.Told),
    ("get", f"{_EVENT}/export", "The whole event as one file; for the director.", None, None),
    ("get", f"{_EVENT}/standings.csv", "The standings for a spreadsheet.", None, None),
    ("get", f"{_EVENT}/qr.svg", "Its link as a QR code, or with `table` that of a table's phone.", None, None),
    ("get", f"{_EVENT}/socket", "A WebSocket: the last `seq`, at once, after each entry and when asked.", None, None),
    (
        "post",
        f"{_EVENT}/online/{{game}}/{{table}}/seats",
        "A seat of one's entry at an online table, with the key or the ticket of the entry.",
        event_commands.OnlineSeat,
        b.Welcomed,
    ),
    ("post", "/api/pads", "Begins a score pad.", event_commands.NewPad, ob.PadOpened),
    ("post", "/api/pads/receive", "Keeps a pad that came as a text.", event_commands.PadText, ob.PadOpened),
    ("get", _PAD, "The pad as it stands.", None, ob.PadSight),
    ("delete", _PAD, "Removes it.", None, b.Done),
    ("post", f"{_PAD}/asks", "An entry.", event_commands.PadCommand, ob.Entering),
    ("get", f"{_PAD}/text", "The pad as a text.", None, ob.PadTextSight),
    ("get", f"{_PAD}/csv", "For a spreadsheet.", None, None),
    ("get", f"{_PAD}/qr.svg", "Its link as a QR code.", None, None),
    ("get", f"{_PAD}/socket", "A WebSocket, as of an event.", None, None),
    ("get", "/api/tables/{table}/pad", "The score pad of an online match.", None, ob.PadSight),
    ("get", "/api/tables/{table}/pad/csv", "The same for a spreadsheet.", None, None),
    ("get", "/api/me/games", "One's own games, the latest first: `before` a time, `most` so many.", None, b.MyGames),
    ("get", "/api/me/statistics", "What one's own games add up to.", None, Statistics),
    ("get", "/api/me/export", "All of it, in lines of JSON: ExportPlayer, ExportGame ..., ExportEnd.", None, None),
    ("delete", "/api/me", "Forgets one's own games.", None, b.Done),
    ("post", "/api/accounts", "Makes an account with a password.", b.Credentials, b.Login),
    ("post", "/api/sessions", "Logs in with a password.", b.Credentials, b.Login),
    ("delete", "/api/sessions", "Logs out.", None, b.Done),
    ("get", "/api/account", "The account that is logged in.", None, b.AccountSight),
    ("delete", "/api/account", "Deletes the account with its sessions, passkeys and history.", None, b.Done),
    ("post", "/api/account/password", "Sets another password.", b.NewPassword, b.Done),
    ("post", "/api/account/adopt", "Takes the history of a browser's key into the account.", b.Adopt, b.Adopted),
    ("delete", "/api/account/passkeys/{passkey}", "Takes a passkey away.", None, b.AccountSight),
    ("post", "/api/passkeys/begin", "Begins a new passkey.", b.PasskeyBegin, b.PasskeyOptions),
    ("post", "/api/passkeys/finish", "Keeps it, for a new account or another.", b.PasskeyFinish, b.Login),
    ("post", "/api/passkeys/login/begin", "Begins to log in with a passkey.", None, b.PasskeyOptions),
    ("post", "/api/passkeys/login/finish", "Logs in with it.", b.PasskeyLogin, b.Login),
]


def openapi() -> dict[str, Any]:
    """The whole API as an OpenAPI document; the messages of sockets stand under `x-socket`."""
    kinds: list[Any] = [cmd.AnyCommand, sights.AnyMessage, *_BODY_TYPES]
    schemas, components = msgspec.json.schema_components(kinds, ref_template=_TEMPLATE)
    paths: dict[str, Any] = {}
    for method, path, summary, body, answer in _ROUTES:
        operation: dict[str, Any] = {
            "summary": summary,
            "responses": {
                "2XX": {"description": "Done."} | _content(answer),
                "4XX": {"description": "Refused."} | _content(b.Refusal),
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
                "session": {"type": "http", "scheme": "bearer"},
            },
        },
        "x-socket": {"path": "/api/tables/{table}/socket", "client": schemas[0], "server": schemas[1]},
    }


_ABOUT = (
    "Tables of docena. A socket begins with hello; a move names the seq of the last State and, once it is on the disk, "
    "is acknowledged by a State with its id. docs/api.md tells it step by step."
)


def _content(kind: Any) -> dict[str, Any]:
    """A body of a type, or of one of several."""
    if kind is None:
        return {}
    schemas = [{"$ref": _TEMPLATE.format(name=one.__name__)} for one in getattr(kind, "__args__", (kind,))]
    return {"content": {"application/json": {"schema": schemas[0] if len(schemas) == 1 else {"anyOf": schemas}}}}
