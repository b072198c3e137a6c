"""`docena serve`: a server for tables; `docena backup`: a copy of its database while it runs."""

from pathlib import Path
from typing import Annotated

import typer

from docena.core.errors import DocenaError


def serve(
    host: Annotated[str | None, typer.Option(help="The address to listen on.", show_default="127.0.0.1")] = None,
    port: Annotated[int | None, typer.Option(help="The port; 0 for any free one.", show_default="8012")] = None,
    database: Annotated[
        str | None, typer.Option(help="A file, or postgresql://...", metavar="WHERE", show_default="docena.db")
    ] = None,
    events: Annotated[
        str | None, typer.Option(help="A file for pads and tournaments.", metavar="FILE", show_default="events.db")
    ] = None,
    public_url: Annotated[str | None, typer.Option(help="The address that people use.", metavar="URL")] = None,
    link_url: Annotated[
        str | None, typer.Option(help="The address in links made on this machine.", metavar="URL")
    ] = None,
    host_names: Annotated[
        str | None, typer.Option(help="Further names of this server, separated by commas.", metavar="NAMES")
    ] = None,
    trust_proxy: Annotated[bool | None, typer.Option(help="Trust a reverse proxy's headers.")] = None,
    forwarded_header: Annotated[str | None, typer.Option(help="The header with the address.", metavar="NAME")] = None,
    proxy_depth: Annotated[int | None, typer.Option(help="Trusted proxies in a row.", metavar="N")] = None,
    codes: Annotated[
        str | None,
        typer.Option(help="Codes of tables: auto, short (5) or long (8).", metavar="KIND", show_default="auto"),
    ] = None,
    bot_workers: Annotated[int | None, typer.Option(help="Processes for bots.", metavar="N")] = None,
    connections: Annotated[int | None, typer.Option(help="At once; 0: as many as possible.", metavar="N")] = None,
    sockets_per_address: Annotated[int | None, typer.Option(help="0 for no limit.", metavar="N")] = None,
    tables_per_hour: Annotated[int | None, typer.Option(help="From one address; 0: no limit.", metavar="N")] = None,
    asks_per_second: Annotated[int | None, typer.Option(help="Messages from one socket.", metavar="N")] = None,
    keep_days: Annotated[int | None, typer.Option(help="Delete idle tables; 0: never.", metavar="N")] = None,
    keep_event_days: Annotated[int | None, typer.Option(help="Delete idle events; 0: never.", metavar="N")] = None,
    keep_pad_days: Annotated[int | None, typer.Option(help="Delete idle pads; 0: never.", metavar="N")] = None,
    live_hours: Annotated[int | None, typer.Option(help="Load tables active lately.", metavar="N")] = None,
    accounts: Annotated[bool | None, typer.Option(help="People may create accounts.", show_default="yes")] = None,
    metrics: Annotated[bool | None, typer.Option(help="Metrics at /metrics.", show_default="yes")] = None,
    log: Annotated[str | None, typer.Option(help="debug, info, warning or error.", metavar="LEVEL")] = None,
    config: Annotated[Path | None, typer.Option(help="A TOML file with settings.", metavar="FILE")] = None,
    lan: Annotated[bool, typer.Option("--lan", help="Also for other devices on the same network.")] = False,
    open_page: Annotated[
        bool, typer.Option("--open", help="Open the page in the browser; games are kept in your data folder.")
    ] = False,
) -> None:
    """Serve tables to play at together.

    Settings come from flags, then from the environment (DOCENA_PORT ...), then from the TOML file.
    """
    import msgspec

    from docena.cli import opening
    from docena.server.settings import load_settings

    if lan and host is not None:
        raise DocenaError("--lan listens on every address of this machine: omit --host")
    flags = {
        "host": opening.EVERYWHERE if lan else host,
        "port": port,
        "database": database,
        "events": events,
        "public_url": public_url,
        "link_url": link_url,
        "host_names": host_names,
        "trust_proxy": trust_proxy,
        "forwarded_header": forwarded_header,
        "proxy_depth": proxy_depth,
        "codes": codes,
        "bot_workers": bot_workers,
        "connections": connections,
        "sockets_per_address": sockets_per_address,
        "tables_per_hour": tables_per_hour,
        "asks_per_second": asks_per_second,
        "keep_days": keep_days,
        "keep_event_days": keep_event_days,
        "keep_pad_days": keep_pad_days,
        "live_hours": live_hours,
        "accounts": accounts,
        "metrics": metrics,
        "log": log,
    }
    usual = (
        {"database": str(opening.own_database()), "events": str(opening.own_events()), "log": "warning"}
        if open_page
        else {}
    )
    settings = load_settings(flags, config, usual=usual)
    if lan and not settings.link_url and settings.port:
        # a QR code shown here is for other people's phones
        settings = msgspec.structs.replace(settings, link_url=opening.lan_address(settings.port) or "")
    if lan and settings.codes == "auto" and not settings.public_url and not settings.link_url:
        settings = msgspec.structs.replace(settings, codes="short")
    if open_page:
        there = f"http://127.0.0.1:{settings.port}"
        if opening.runs_already(there):
            typer.echo(f"docena is already running at {there}")
            opening.open_browser(there)
            return
        opening.make_folder(settings.database)
        typer.echo("docena is starting ...")
    from docena.server.serve import serve

    def started(address: str) -> None:
        typer.echo(f"docena serves at {address}")
        if settings.host == opening.EVERYWHERE:
            near = opening.lan_address(int(address.rsplit(":", 1)[1]))
            typer.echo(f"other devices on the same network: {near}" if near else "there is no network here")
        if open_page:
            opened = opening.open_browser(address)
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
