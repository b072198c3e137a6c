"""`docena bench`: the speed of the engine on this machine."""

import sys
from typing import Annotated, Any

import typer

from docena.cli.output import print_json
from docena.cli.table_options import Json
from docena.core.errors import DocenaError


def bench(
    json: Json = False,
    seconds: Annotated[float, typer.Option(help="Time for each figure.", metavar="S")] = 1.0,
) -> None:
    """Measure the engine's speed.

    Moves and games per second of compiled play, by edition and number of players, and the cost of single calls.
    """
    if not 0.01 <= seconds <= 600:
        raise DocenaError(f"--seconds must be 0.01 to 600, not {seconds}")
    from docena.arena.bench import measure

    watched = sys.stderr.isatty()

    def tell(what: str) -> None:
        if watched:
            typer.echo(f"\r\033[Kmeasuring {what} ...", err=True, nl=False)

    report = measure(seconds, tell)
    if watched:
        typer.echo("\r\033[K", err=True, nl=False)
    if json:
        print_json(report)
    else:
        _print(report)


def _rate(rates: dict[str, Any]) -> str:
    return f"{rates['moves_per_second'] / 1e6:>7.2f} M moves/s {rates['games_per_second']:>10,.0f} games/s"


def _print(report: dict[str, Any]) -> None:
    typer.echo(f"Python {report['python']}, {report['machine']}, {report['cores']} cores\n")
    typer.echo("random legal play, plays first; classic, 2 players, stock 30")
    typer.echo(f"  one thread      {_rate(report)}")
    typer.echo(f"  all cores       {_rate(report['all_cores'])}")
    typer.echo("\nbots against themselves; classic, 2 players, stock 30, one thread")
    for bot, rates in report["bots"].items():
        typer.echo(f"  {bot:<15} {_rate(rates)}")
    typer.echo(f"\ncalled from Python, in nanoseconds (a table has {report['table_bytes']} bytes)")
    for what, cost in report["nanoseconds"].items():
        typer.echo(f"  {what:<15} {cost:>7.0f}")
    typer.echo("\nrandom legal play by edition and players, one thread")
    for name, of in report["editions"].items():
        for players, rates in of["players"].items():
            typer.echo(f"  {name:<11} {players:>3} {_rate(rates)}")
