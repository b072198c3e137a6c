"""`docena join`: a bot takes a seat at a table of any server."""

from typing import Annotated

import typer

from docena.cli.language import Language
from docena.cli.signals import ending_loops


def join(
    url: Annotated[str, typer.Argument(help="The link of a table, or a server with --code.", metavar="LINK")],
    bot: Annotated[str, typer.Option(help="The bot that plays: expert, master@500ms ...", metavar="BOT")] = "master",
    name: Annotated[str | None, typer.Option(help="The name at the table; the bot's by default.")] = None,
    seat: Annotated[int | None, typer.Option(help="The seat; the first free one by default.", metavar="S")] = None,
    code: Annotated[
        str | None, typer.Option(help="The table's code, with or without dashes, in any case.", metavar="CODE")
    ] = None,
    games: Annotated[
        int | None, typer.Option(help="Leave after N games; by default stay until the table closes.", metavar="N")
    ] = None,
    lang: Language = "en",
) -> None:
    """Let a bot play at a table of any server.

    It knows only what that seat is shown, and reconnects automatically when the connection is lost.
    """
    import asyncio

    from docena.client.address import read_address
    from docena.core.words import refused
    from docena.tables.codes import read_code

    address = read_address(url)
    table = read_code(code) if code is not None else address.table
    if not table:
        raise refused("bad", "join_refused", "which_table")
    if games is not None and games < 1:
        raise refused("bad", "join_refused", "leave", games=games)
    from docena.bots.players.player import player_for
    from docena.client.join import join

    player = player_for(bot)
    with ending_loops():
        asyncio.run(
            join(address, table, player, name=name or player.name, seat=seat, games=games, lang=lang, tell=typer.echo)
        )
