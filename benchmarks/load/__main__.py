"""`python -m benchmarks.load`: how much a server bears."""

import sys
from typing import Annotated

import msgspec
import typer

from benchmarks.load.figures import Spread
from benchmarks.load.load import Outcome, Plan, run_load
from docena.client.address import read_address
from docena.core.errors import DocenaError
from docena.core.options import choose_options


def load(
    url: Annotated[
        str | None, typer.Argument(help="A server that is yours; without one, a server is started for the test.")
    ] = None,
    tables: Annotated[int | None, typer.Option(help="Tables; 2500, or 250 if saturated.", metavar="T")] = None,
    seats: Annotated[int, typer.Option(help="Seats at each table, all of them played by the test.", metavar="N")] = 4,
    rate: Annotated[float, typer.Option(help="Moves a second, of all tables together.", metavar="R")] = 1000.0,
    seconds: Annotated[float, typer.Option(help="How long is measured.", metavar="S")] = 30.0,
    saturate: Annotated[
        bool,
        typer.Option("--saturate", help="As fast as the server goes: every table always has a move under way."),
    ] = False,
    edition: Annotated[str, typer.Option("--edition", "-e", help="What is played.", metavar="E")] = "classic",
    slow: Annotated[int, typer.Option(help="Guests besides who do not read.", metavar="N")] = 0,
    silent: Annotated[int, typer.Option(help="Guests besides who never say hello.", metavar="N")] = 0,
    flood: Annotated[int, typer.Option(help="Guests besides who send nonsense without end.", metavar="N")] = 0,
    any_core: Annotated[
        bool, typer.Option("--any-core", help="Do not hold the test's own server to one core.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Measure how much a server bears.

    Opens tables, connects all their seats and plays: times from a move to its acknowledgement and until every seat has
    seen it, moves a second, and what the server used. A server that is not the test's own must have its limits for one
    address lifted. Exits with status 1 if anything was refused or lost.
    """
    choose_options(edition, seats)
    plan = Plan(
        tables=tables if tables is not None else 250 if saturate else 2500,
        seats=seats,
        rate=rate,
        seconds=seconds,
        saturate=saturate,
        edition=edition,
        slow=slow,
        silent=silent,
        flooders=flood,
        one_core=not any_core,
    )

    def tell(what: str) -> None:
        if sys.stderr.isatty():
            typer.echo(f"\r\033[K{what} ...", err=True, nl=False)

    outcome = run_load(plan, None if url is None else read_address(url), tell)
    if sys.stderr.isatty():
        typer.echo("\r\033[K", err=True, nl=False)
    if json:
        typer.echo(msgspec.json.format(msgspec.json.encode(outcome), indent=2).decode())
    else:
        _print(outcome)
    raise typer.Exit(1 if outcome.refused or outcome.lost or outcome.unfinished else 0)


def _print(outcome: Outcome) -> None:
    plan = outcome.plan
    how = "as fast as it goes" if plan.saturate else f"{plan.rate:,.0f} moves/s wanted"
    typer.echo(f"{plan.edition}, {plan.tables:,} tables of {plan.seats}, {plan.sockets:,} sockets, {how}")
    typer.echo(
        f"{outcome.moves:,} moves in {outcome.seconds:.1f} s: {outcome.moves_per_second:,.0f} moves/s; "
        f"{outcome.games:,} games ended\n"
    )
    typer.echo(f"{'milliseconds':<26} {'p50':>9} {'p95':>9} {'p99':>9} {'max':>9}")
    _print_times("until acknowledged", outcome.ack)
    _print_times("until seen by every seat", outcome.seen)
    typer.echo("")
    if outcome.cpu_us_per_move is not None and outcome.cpu_share is not None:
        rate = outcome.moves_per_cpu_second or 0.0
        typer.echo(
            f"server: {outcome.cpu_us_per_move:,.1f} us of CPU a move, {rate:,.0f} moves a CPU second, "
            f"{100 * outcome.cpu_share:.0f} % of a core"
        )
    if outcome.bytes_per_socket is not None and outcome.memory_after is not None:
        typer.echo(
            f"memory: {outcome.bytes_per_socket / 1000:,.1f} kB a socket, {outcome.memory_after / 1e6:,.0f} MB in all"
        )
    if outcome.cpu_us_per_move is None:
        typer.echo("server: it does not tell what it used")
    guests = outcome.nuisances
    if guests.slow or guests.silent or guests.flooders:
        typer.echo(
            f"beside them: {guests.slow:,} slow, {guests.silent:,} silent, {guests.flooders:,} flooding guests; "
            f"thrown out {guests.thrown_out:,} times, turned away {guests.turned_away:,} times"
        )
    refused = ", ".join(f"{reason} {n:,}" for reason, n in outcome.refused.items()) or "nothing"
    typer.echo(f"refused: {refused}; sockets lost: {outcome.lost:,}; moves without an answer: {outcome.unfinished:,}")
    for sentence in outcome.sentences:
        typer.echo(f"  {sentence}")
    if outcome.unfinished:
        typer.echo("the times above are those of answered moves only: moves without an answer have none")
    for line in outcome.warnings:
        typer.echo(f"the server logged: {line[:300]}")


def _print_times(what: str, times: Spread | None) -> None:
    cells = ["-"] * 4 if times is None else [f"{ms:,.2f}" for ms in (times.p50, times.p95, times.p99, times.max)]
    typer.echo(f"{what:<26} " + " ".join(f"{cell:>9}" for cell in cells))


def main() -> None:
    try:
        typer.run(load)
    except DocenaError as error:
        typer.echo(f"load: {error}", err=True)
        sys.exit(2)


if __name__ == "__main__":
    main()
