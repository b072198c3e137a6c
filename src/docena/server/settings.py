"""Settings of a server: flags, then the environment, then a TOML file, then defaults."""

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from docena.core.errors import DocenaError, plain
from docena.core.inputs import read_toml


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All settings, which `docena serve` has as options; `docs/hosting.md` says more about each."""

    host: Annotated[str, Meta(description="The address to listen on; 0.0.0.0 for all.")] = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65_535, description="The port to listen on; 0 for any free one.")] = 8012
    database: Annotated[str, Meta(description="A SQLite file, or postgresql://... for several nodes.")] = "docena.db"
    events: Annotated[
        str, Meta(description="A file for score pads and tournaments, also that of the commands of these names.")
    ] = "events.db"
    public_url: Annotated[str, Meta(description="The address that people use, if it is not the server's own.")] = ""
    link_url: Annotated[str, Meta(description="The address in links made on this machine.")] = ""
    host_names: Annotated[str, Meta(description="Further names of this server, separated by commas.")] = ""
    trust_proxy: Annotated[bool, Meta(description="Trust a reverse proxy's headers.")] = False
    forwarded_header: Annotated[
        str, Meta(pattern="^[A-Za-z0-9-]{1,60}$", description="The header with the client's address.")
    ] = "X-Forwarded-For"
    proxy_depth: Annotated[int, Meta(ge=1, le=10, description="Trusted proxies in a row.")] = 1
    codes: Annotated[
        Literal["auto", "short", "long"], Meta(description="The codes of new tables: short (5), long (8) or auto.")
    ] = "auto"
    bot_workers: Annotated[int, Meta(ge=1, le=64, description="Processes for bots.")] = 1
    connections: Annotated[int, Meta(ge=0, description="Simultaneous connections; 0 for as many as possible.")] = 0
    sockets_per_address: Annotated[
        int, Meta(ge=0, description="Sockets of one address without a seat; 0 for no limit.")
    ] = 200
    tables_per_hour: Annotated[int, Meta(ge=0, description="Tables that one address may open; 0 for no limit.")] = 120
    asks_per_second: Annotated[int, Meta(ge=1, description="Sustained messages per second from one socket.")] = 50
    keep_days: Annotated[int, Meta(ge=0, description="Days after which idle tables are deleted; 0 for never.")] = 365
    keep_event_days: Annotated[
        int, Meta(ge=0, description="Days after which idle events are deleted; 0 for never.")
    ] = 0
    keep_pad_days: Annotated[int, Meta(ge=0, description="Days after which idle pads are deleted; 0 for never.")] = 0
    live_hours: Annotated[int, Meta(ge=1, description="Hours; tables active within them are loaded at a start.")] = 24
    accounts: Annotated[bool, Meta(description="Whether people may create accounts.")] = True
    metrics: Annotated[bool, Meta(description="Whether there are metrics for Prometheus at /metrics.")] = True
    log: Annotated[
        Literal["debug", "info", "warning", "error"],
        Meta(description="From which level on messages are logged: debug, info, warning or error."),
    ] = "info"


def load_settings(
    flags: dict[str, Any],
    file: Path | None = None,
    environment: Mapping[str, str] = os.environ,
    usual: dict[str, Any] | None = None,
) -> Settings:
    """Combines the sources; a sentence says which setting is wrong, and where it is. All of them override `usual`."""
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
        return tomllib.loads(read_toml(file))
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
