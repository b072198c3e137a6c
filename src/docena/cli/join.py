"""`docena join`: a bot takes a seat at a table of any server."""

from typing import Annotated

import typer

from docena.cli.language import Language
from docena.cli.signals import ending_loops


def join(
    url: Annotated[str, typer.Argument(help="The link of a table, or a server with --code.", metavar="LINK")],
    bot: Annotated[str, typer.Option(help="Who plays: a bot's name, master@500ms ...", metavar="BOT")] = "master",
    name: Annotated[str | None, typer.Option(help="The name at the table; the bot's if not given.")] = None,
    seat: Annotated[int | None, typer.Option(help="The seat; the first free one if not given.", metavar="S")] = None,
    code: Annotated[
        str | None, typer.Option(help="The table's code; dashes and small letters do no harm.", metavar="CODE")
    ] = None,
    games: Annotated[
        int | None, typer.Option(help="Leave after so many games; stay as long as the table if not given.", metavar="N")
    ] = None,
    lang: Language = "en",
) -> None:
    """Let a bot play at a table of any server.

    It knows what that seat is shown and nothing else, and comes back by itself when the connection is lost.
    """
    import asyncio

    from docena.client.address import read_address
    from docena.core.errors import Refused
    from docena.core.words import worded
    from docena.tables.codes import read_code

    address = read_address(url)
    table = read_code(code) if code is not None else address.table
    if not table:
        raise Refused("bad", worded("join_refused", "which_table"))
    if games is not None and games < 1:
        raise Refused("bad", worded("join_refused", "leave", games=games))
    from docena.bots.players.player import player_for
    from docena.client.join import join

    player = player_for(bot)
    with ending_loops():
        asyncio.run(
            join(address, table, player, name=name or player.name, seat=seat, games=games, lang=lang, tell=typer.echo)
        )
