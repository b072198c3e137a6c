"""`docena serve`: a server for tables; `docena backup`: a copy of its database while it runs."""

from inspect import Parameter, Signature
from pathlib import Path
from typing import Annotated, Any, get_args

import msgspec
import typer

from docena.cli import home_server
from docena.cli.option_groups import with_options
from docena.core.errors import DocenaError
from docena.server.lan import EVERYWHERE, lan_address
from docena.server.settings import Settings, load_settings


def _option(field: msgspec.structs.FieldInfo) -> Parameter:
    """A setting as an option that need not be given."""
    declared, meta = get_args(field.type)
    kind: Any = declared if declared in (bool, int) else str
    usual = field.default if kind is not bool else "yes" if field.default else "no"
    option = typer.Option(help=meta.description, metavar=_METAVARS.get(kind), show_default=str(usual) or False)
    return Parameter(field.name, Parameter.KEYWORD_ONLY, default=None, annotation=Annotated[kind | None, option])


_METAVARS = {int: "N", str: "TEXT"}


def _flags(**given: Any) -> dict[str, Any]:
    return given


_flags.__signature__ = Signature([*map(_option, msgspec.structs.fields(Settings))])  # type: ignore[attr-defined]


@with_options(flags=_flags)
def serve(
    *,
    flags: dict[str, Any],
    config: Annotated[Path | None, typer.Option(help="A TOML file with settings.", metavar="FILE")] = None,
    lan: Annotated[bool, typer.Option("--lan", help="Also for other devices on the same network.")] = False,
    open_page: Annotated[
        bool, typer.Option("--open", help="Open the page in the browser; games are kept in your data folder.")
    ] = False,
) -> None:
    """Serve tables to play at together.

    Settings come from flags, then from the environment (DOCENA_PORT ...), then from the TOML file.
    """
    if lan:
        if flags["host"] is not None:
            raise DocenaError("--lan listens on every address of this machine: omit --host")
        flags["host"] = EVERYWHERE
    usual = (
        {"database": str(home_server.own_database()), "events": str(home_server.own_events()), "log": "warning"}
        if open_page
        else {}
    )
    settings = load_settings(flags, config, usual=usual)
    if lan and not settings.link_url and settings.port:
        # a QR code shown here is for other people's phones
        settings = msgspec.structs.replace(settings, link_url=lan_address(settings.port) or "")
    if lan and settings.codes == "auto" and not settings.public_url and not settings.link_url:
        settings = msgspec.structs.replace(settings, codes="short")
    if open_page:
        there = f"http://127.0.0.1:{settings.port}"
        if home_server.runs_already(there):
            typer.echo(f"docena is already running at {there}")
            home_server.open_browser(there)
            return
        home_server.make_folder(settings.database)
        typer.echo("docena is starting ...")
    from docena.server.serve import serve

    def started(address: str) -> None:
        typer.echo(f"docena serves at {address}")
        if settings.host == EVERYWHERE:
            near = lan_address(int(address.rsplit(":", 1)[1]))
            typer.echo(f"other devices on the same network: {near}" if near else "there is no network here")
        if open_page:
            opened = home_server.open_browser(address)
            typer.echo(("" if opened else "Open that address in a browser. ") + "Ctrl+C stops it; games are kept.")

    serve(settings, started)


def backup(
    database: Annotated[Path, typer.Argument(help="The server's database file.")],
    to: Annotated[Path, typer.Argument(help="The copy; an existing file is replaced.")],
) -> None:
    """Copy the database of a server while it runs."""
    from docena.storage.backup import backup

    backup(database, to)
    typer.echo(f"copied to {to}")
