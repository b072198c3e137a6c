"""`docena simulate`: many games by bots."""

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from docena.cli.option_groups import with_options
from docena.cli.output import print_json, progress_bar
from docena.cli.table_options import Json, TableKind, TableOptions
from docena.core.errors import DocenaError

if TYPE_CHECKING:
    from docena.arena.simulate import Simulation


_INTERRUPTED = 130


@with_options(asked=TableOptions)
def simulate(
    asked: TableOptions,
    table: TableKind = "strict",
    bots: Annotated[str, typer.Option(help="One bot for all seats, or one each: a,b,...", metavar="A,B")] = "greedy",
    games: Annotated[int, typer.Option("--games", "-n", help="The number of games.", metavar="G")] = 1000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.", metavar="S")] = 1,
    workers: Annotated[int | None, typer.Option(help="Threads; all cores by default.", metavar="W")] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", help="Write the record of each game to this file; - for standard output.", metavar="FILE"
        ),
    ] = None,
    legal: Annotated[bool, typer.Option("--legal", help="Include all legal moves in the records.")] = False,
    max_moves: Annotated[int | None, typer.Option(help="Abandon a game after M moves.", metavar="M")] = None,
    json: Json = False,
) -> int:
    """Play many games by bots.

    Reports wins with 95 % intervals, game lengths, cards left, points, and speed. Ctrl-C or `kill` stops and prints the
    results so far.
    """
    import os

    options = asked.choose(table)
    if legal and output is None:
        raise DocenaError("--legal needs --output FILE")
    from docena.arena.simulate import DEFAULT_MOST_MOVES, Simulation, bots_for

    simulation = Simulation(
        options,
        bots_for([name.strip() for name in bots.split(",")], options.players),
        games,
        seed=seed,
        workers=os.cpu_count() or 1 if workers is None else workers,
        most_moves=DEFAULT_MOST_MOVES if max_moves is None else max_moves,
    )
    if output is None:
        stopped = _run(simulation, None, False)
    else:
        from docena.core.files import whole_file

        with whole_file(output) as file:
            stopped = _run(simulation, lambda line: file.write(line + "\n"), legal)
    if stopped:
        typer.echo("docena: stopped; these are the results so far", err=True)
    if output is not None and str(output) == "-":
        return _INTERRUPTED if stopped else 0  # the records are what is wanted
    if json:
        print_json(simulation.report())
    else:
        _print(simulation.report())
    return _INTERRUPTED if stopped else 0


def _run(simulation: "Simulation", write: Any, legal: bool) -> bool:
    """Returns whether Ctrl-C or `kill` has stopped it."""
    try:
        with progress_bar("games", simulation.games) as update, closing(simulation.run(write, legal)) as run:
            for done in run:
                update(completed=done)
    except KeyboardInterrupt:
        if not simulation.tally.games:
            raise
        return True
    return False


def _print(report: dict[str, Any]) -> None:
    partners = ", in partnerships" if report["partners"] else ""
    typer.echo(
        f"{report['edition']}, {report['players']} players{partners}, stock {report['stock']}, "
        f"{report['table']} table, seed {report['seed']}"
    )
    typer.echo(
        f"{report['games']:,} games in {report['seconds']:.2f} s: {report['games_per_second']:,.0f} games/s, "
        f"{report['moves_per_second']:,.0f} moves/s (workers: {report['workers']})"
    )
    typer.echo(
        f"{report['turns_per_game']:.1f} turns and {report['moves_per_game']:.1f} moves a game; "
        f"{report['blocked']:,} blocked, {report['abandoned']:,} abandoned\n"
    )
    typer.echo(f"{'seat':>4}  {'bot':<12} {'wins':>10}  {'share':>7}  {'95 % interval':<17} {'left':>6} {'points':>7}")
    for row in report["seats"]:
        typer.echo(f"{row['seat']:>4}  {_line(row)}")
    if len(report["bots"]) > 1:
        typer.echo("")
        for row in report["bots"]:
            typer.echo(f"{'':>4}  {_line(row)}")
    typer.echo("\nleft: cards left in the stock pile; points: won per game, on average")


def _line(row: dict[str, Any]) -> str:
    low, high = row["ci95"]
    interval = f"{100 * low:.2f} - {100 * high:.2f} %"
    return (
        f"{row['bot']:<12} {row['wins']:>10,}  {100 * row['win_rate']:>5.2f} %  {interval:<17} "
        f"{row['cards_left']:>6.2f} {row['points']:>7.1f}"
    )
