"""Settings of a server: flags, then the environment, then a TOML file, then defaults."""

import os
import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from docena.core.errors import DocenaError, plain
from docena.core.inputs import read_toml

Count = Annotated[int, msgspec.Meta(ge=0)]


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All settings; `docs/hosting.md` says more about each."""

    host: str = "127.0.0.1"
    """The address to listen on; 0.0.0.0 for all."""
    port: Annotated[int, msgspec.Meta(ge=0, le=65_535)] = 8012
    """The port to listen on; 0 for any free one."""
    database: str = "docena.db"
    """A SQLite file, or postgresql://... for several nodes."""
    events: str = "events.db"
    """A file for score pads and tournaments, which `docena score` and `docena tournament` may share."""
    public_url: str = ""
    """The address that people use, if it differs from the server's: links and origins follow it."""
    link_url: str = ""
    """The address in links and QR codes for a page on this machine: other devices cannot use the page's own."""
    host_names: str = ""
    """Further names under which this server can be reached, separated by commas; `*.example.org` for all below one."""
    trust_proxy: bool = False
    """Behind a reverse proxy: trust its header with the client's address, and X-Forwarded-Proto."""
    forwarded_header: Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9-]{1,60}$")] = "X-Forwarded-For"
    """The one header that is trusted then; also X-Real-IP, Forwarded (RFC 7239) and the like."""
    proxy_depth: Annotated[int, msgspec.Meta(ge=1, le=10)] = 1
    """Trusted proxies in a row, each of which adds an entry to that header: the first of their entries counts."""
    codes: Literal["auto", "short", "long"] = "auto"
    """Characters in the codes of new tables: 5, or 8 if strangers could guess them; `auto` decides by addresses."""
    bot_workers: Annotated[int, msgspec.Meta(ge=1, le=64)] = 1
    """Processes for bots."""
    connections: Count = 0
    """Simultaneous connections from all addresses together; 0 for as many as open files allow."""
    sockets_per_address: Count = 200
    """Sockets without a seat at a table that one address may have open; 0 for no limit."""
    tables_per_hour: Count = 120
    """Tables that one address may open in an hour; 0 for no limit."""
    asks_per_second: Annotated[int, msgspec.Meta(ge=1)] = 50
    """Sustained messages per second from one socket."""
    keep_days: Count = 365
    """Tables with no activity for this many days on which a server ran are deleted; 0 keeps them."""
    keep_event_days: Count = 0
    """Events to which nothing was added for this many such days are deleted; 0 keeps them."""
    keep_pad_days: Count = 0
    """The same for score pads; 0 keeps them."""
    live_hours: Annotated[int, msgspec.Meta(ge=1)] = 24
    """Tables active in the last hours are loaded at a start; older ones when somebody opens them."""
    accounts: bool = True
    """People may create accounts; without them a key in the browser keeps their history."""
    metrics: bool = True
    """Metrics for Prometheus at /metrics."""
    log: Annotated[str, msgspec.Meta(pattern="^(debug|info|warning|error)$")] = "info"


def load_settings(
    flags: dict[str, Any],
    file: Path | None = None,
    environment: dict[str, str] | None = None,
    usual: dict[str, Any] | None = None,
) -> Settings:
    """Combines the sources; a sentence says which setting is wrong, and where it is. All of them override `usual`."""
    environment = dict(os.environ) if environment is None else environment
    file = file or (Path(environment["DOCENA_CONFIG"]) if environment.get("DOCENA_CONFIG") else None)
    chosen: dict[str, Any] = dict(usual or {})
    if file is not None:
        chosen |= _checked(_read(file), str(file), strict=True)
    named = {
        name: environment[_variable(name)] for name in Settings.__struct_fields__ if _variable(name) in environment
    }
    chosen |= _checked(named, "the environment", strict=False)
    chosen |= _checked({name: value for name, value in flags.items() if value is not None}, "the flags", strict=True)
    return Settings(**chosen)


def _variable(name: str) -> str:
    return f"DOCENA_{name.upper()}"


def _read(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(read_toml(file, "a file of settings"))
    except tomllib.TOMLDecodeError as error:
        raise DocenaError(f"{file}: not TOML: {error}") from None
    except RecursionError:
        raise DocenaError(f"{file}: no settings: it is nested too deeply") from None


def _checked(values: dict[str, Any], where: str, *, strict: bool) -> dict[str, Any]:
    """The values of one source, which errors about them name."""
    try:
        settings = msgspec.convert(values, Settings, strict=strict)
    except msgspec.ValidationError as error:
        raise DocenaError(f"{where}: {plain(str(error))}") from None
    return {name: getattr(settings, name) for name in values}
