"""`docena arena`: bots against each other."""

import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from docena.cli.option_groups import with_options
from docena.cli.output import columns, print_json
from docena.cli.table_options import Json, TableKind, TableOptions

if TYPE_CHECKING:
    from docena.arena.arena import Arena
    from docena.arena.matchup import Matchup

_HEADS = ("a", "b", "games", "won", "lost", "drawn", "share of a", "95 %", "Elo", "95 %", "ms/turn", "p99 ms")
_WATCHED = (0, 1, 2, 6, 8, 9)
"""The columns of the live table, which fits a terminal of 80 columns; the rest comes at the end."""
_LONGEST_WATCHED = 17
_INTERRUPTED = 130
_MOST_SHOWN = 5


@with_options(asked=TableOptions)
def arena(
    bots: Annotated[str, typer.Option(help="The bots, by name or as programs: a,./mybot,...", metavar="A,B")],
    asked: TableOptions,
    table: TableKind = "strict",
    games: Annotated[
        int | None,
        typer.Option("--games", "-n", help="Games for each pair, an even number; 1000 by default.", metavar="G"),
    ] = None,
    until: Annotated[
        float | None,
        typer.Option(help="Play until each Elo is known to within X, at most --games.", metavar="X"),
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same results.", metavar="S")] = 1,
    workers: Annotated[
        int | None, typer.Option(help="Games in parallel; as many as there are cores by default.", metavar="W")
    ] = None,
    reference: Annotated[
        bool, typer.Option("--reference", help="Include a player that sees all cards, to show the upper limit.")
    ] = False,
    on_error: Annotated[
        str, typer.Option(help="When a bot fails: stop, or forfeit the game and continue.", metavar="WHAT")
    ] = "stop",
    turn_limit: Annotated[
        float, typer.Option(help="Milliseconds that a program may take for a turn.", metavar="MS")
    ] = 5000.0,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write the record of each game to this file.", metavar="FILE")
    ] = None,
    json: Json = False,
) -> int:
    """Let bots play each other.

    Every pair plays each deal twice, with seats swapped. Reports win rates and Elo differences with 95 % intervals,
    draws and thinking times. Ctrl-C or `kill` stops and prints the results so far.
    """
    import os

    options = asked.choose(table)
    from docena.arena.arena import Arena

    event = Arena(
        options,
        [bot.strip() for bot in bots.split(",")],
        games,
        until,
        seed,
        os.cpu_count() or 1 if workers is None else workers,
        on_error,
        turn_limit / 1000,
        reference,
    )
    status = 0
    with _records_of(event, output):
        try:
            _run(event)
        except KeyboardInterrupt:
            typer.echo("docena: stopped; these are the results so far", err=True)
            status = _INTERRUPTED
    if str(output) == "-":
        pass  # the records are on standard output already, and nothing else is to be
    elif json:
        print_json(event.report())
    else:
        _print(event)
    if event.failed is not None:
        typer.echo(f"docena: {event.failed}; the deal that it happened in is not counted", err=True)
        status = 1
    return status


@contextmanager
def _records_of(event: "Arena", file: Path | None) -> Iterator[None]:
    """Writes the records of games that count, whole ones even if the arena is stopped."""
    if file is None:
        yield
        return
    from docena.core.files import whole_file

    with whole_file(file) as out:
        event.write = lambda line: out.write(line + "\n")
        yield


def _run(event: "Arena") -> None:
    """With a live table on a terminal."""
    with closing(event.run()) as run:
        if sys.stderr.isatty():
            _watch(event, run)
        else:
            for _ in run:
                pass


def _watch(event: "Arena", run: Any) -> None:
    from rich.console import Console, Group
    from rich.live import Live
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
    from rich.table import Table
    from rich.text import Text

    progress = Progress(TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    total = None if event.until is not None else event.most_games * len(event.matchups)
    task = progress.add_task("games", total=total)

    def picture() -> Group:
        table = Table(box=None, padding=(0, 1))
        for place in _WATCHED:
            table.add_column(_HEADS[place], justify="left" if place < 2 else "right", no_wrap=True)
        for matchup in event.matchups:
            row = _row(event, matchup)
            table.add_row(*(Text(row[place][:_LONGEST_WATCHED]) for place in _WATCHED))
        return Group(table, progress)

    with Live(picture(), console=Console(stderr=True), transient=True, refresh_per_second=4) as live:
        for done in run:
            progress.update(task, completed=done)
            live.update(picture())


def _print(event: "Arena") -> None:
    options = event.options
    partners = ", in partnerships" if options.partners else ""
    typer.echo(
        f"{options.edition.name}, {options.players} players{partners}, stock {options.stock}, "
        f"{options.table} table, seed {event.seed}"
    )
    typer.echo(f"{event.played:,} games in {event.seconds:.2f} s (workers: {event.workers})\n")
    rows = [list(_HEADS), *(_row(event, matchup) for matchup in event.matchups)]
    typer.echo(columns(rows, set(range(2, len(_HEADS)))))
    if len(event.bots) > 2:
        typer.echo("")
        rated = sorted(zip(event.bots, event.ratings(), strict=True), key=lambda row: -row[1][0])
        rows = [
            [_name(event.called(bot)), "", _elo(elo), f"{_elo(low)} to {_elo(high)}"] for bot, (elo, low, high) in rated
        ]
        typer.echo(columns([["bot", "", "Elo", "95 %"], *rows], {2, 3}))
    _print_notes(event)
    typer.echo("\nshare of a: of the points, a draw being half a point; intervals are over deals, each played twice")


def _print_notes(event: "Arena") -> None:
    """Notes below the table: forfeits, and intervals that are wider than requested."""
    for matchup in event.matchups:
        pair = f"{_name(event.called(matchup.a))} - {_name(event.called(matchup.b))}"
        # the error that stopped the arena is printed with the errors
        sentences = [sentence for sentence in matchup.as_dict()["errors"] if sentence != event.failed]
        for sentence in sentences[:_MOST_SHOWN]:
            typer.echo(f"\n{pair}, {sentence}", nl=False)
        if len(sentences) > _MOST_SHOWN:
            typer.echo(f"\n{pair}: and more faults, listed by --json", nl=False)
        if sentences:
            typer.echo("")
        if event.until is not None and matchup.elo_half >= event.until and matchup.games == event.most_games:
            typer.echo(f"\n{pair}: after {matchup.games:,} games the Elo is not yet known to +-{event.until:g}")


def _row(event: "Arena", of: "Matchup") -> list[str]:
    (low, high), (elo_low, elo_high) = of.ci95, of.elo_ci95
    times = [(of.times_a.ms_per_turn, of.times_b.ms_per_turn), (of.times_a.p99_ms, of.times_b.p99_ms)]
    return [
        _name(event.called(of.a)),
        _name(event.called(of.b)),
        f"{of.games:,}",
        f"{of.wins_a:,}",
        f"{of.wins_b:,}",
        f"{of.draws:,}",
        f"{100 * of.share:.2f} %",
        f"{100 * low:.2f} - {100 * high:.2f}",
        _elo(of.elo),
        f"{_elo(elo_low)} to {_elo(elo_high)}",
        *(f"{_ms(a)} / {_ms(b)}" for a, b in times),
    ]


def _name(bot: str) -> str:
    return bot if len(bot) <= 28 else "..." + bot[-25:]


def _elo(elo: float) -> str:
    from math import isfinite

    return f"{round(elo):+d}" if isfinite(elo) else ("+inf" if elo > 0 else "-inf")


def _ms(ms: float) -> str:
    return f"{ms:.3f}" if ms < 1 else f"{ms:.1f}"
