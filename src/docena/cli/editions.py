"""`docena editions`: what can be played."""

from typing import Annotated

import typer

from docena.cli.language import Language
from docena.cli.output import print_json
from docena.cli.table_options import Json
from docena.core.words import say


def editions(
    show: Annotated[str | None, typer.Option("--show", help="Print an edition's file, to copy and change.")] = None,
    lang: Language = "en",
    json: Json = False,
) -> None:
    """List the editions and their facts."""
    from docena.core.editions import NAMES, edition, edition_text

    if show is not None:
        typer.echo(edition_text(show), nl=False)
        return
    if json:
        print_json([edition(name) for name in NAMES])
        return
    for name in NAMES:
        facts = edition(name)

        def word(key: str, **parts: object) -> str:
            return say(lang, "editions", key, **parts)

        counts = facts.players
        players = f"{counts[0]}-{counts[-1]}" if len(counts) > 2 else word("or").join(map(str, counts))
        sizes = sorted({facts.stock_for(n) for n in counts}, reverse=True)
        stock = word("or").join(map(str, sizes))
        said = [word("facts", cards=facts.deck_size, players=players, stock=stock)]
        if facts.partners != "never":
            said.append(word(facts.partners))
        if facts.die:
            said.append(word("die"))
        if facts.coins:
            said.append(word("coins", n=facts.coins))
        typer.echo(f"{name:<11} {facts.summary[lang]}")
        typer.echo(f"{'':<11} {', '.join(said)}")
