"""`docena tournament simulate`: whole events by bots."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from docena.cli.events_file import numbers, one_of
from docena.cli.language import Language
from docena.cli.output import columns, print_json, progress_bar
from docena.cli.table_options import Json
from docena.cli.tournament.entering import tournament
from docena.core.words import say
from docena.tournaments.event_choices import FORMATS

if TYPE_CHECKING:
    from docena.tournaments.simulated import SimulatedRow


@tournament.command("simulate")
def simulate_(
    pairs: Annotated[int, typer.Option(help="Pairs in each event.", metavar="N")] = 12,
    bots: Annotated[
        str, typer.Option(help="The best pair's bot first; the other pairs take turns with the rest.", metavar="A,B")
    ] = "expert,casual",
    games: Annotated[str, typer.Option(help="Games of an event; several separated by commas.", metavar="N,M")] = "4",
    events: Annotated[int, typer.Option(help="Events for each row.", metavar="G")] = 200,
    format_: Annotated[
        str, typer.Option("--format", help="A format, several separated by commas, or all.", metavar="F")
    ] = "all",
    seed: Annotated[int, typer.Option(help="The same seed gives the same events.", metavar="S")] = 1,
    workers: Annotated[int | None, typer.Option(help="Threads; all cores by default.", metavar="W")] = None,
    lang: Language = "en",
    json: Json = False,
) -> None:
    """Play whole events with bots: how often does the best pair win, and how many games does that need?"""
    import os

    names = [name.strip() for name in bots.split(",") if name.strip()]
    forms = FORMATS if format_ == "all" else tuple(form for form in FORMATS if form in format_.split(","))
    if not forms or (format_ != "all" and len(forms) != len(format_.split(","))):
        raise one_of("--format", (*FORMATS, "all"), format_)
    from docena.arena.simulate import check_seed, check_workers
    from docena.tournaments.simulated import Pool, as_data, check_asked, simulate_events

    counts = numbers(games, "--games")
    threads = os.cpu_count() or 1 if workers is None else workers
    check_workers(threads)
    check_seed(seed)
    check_asked(pairs, names, counts, events)
    pool = Pool(seed, threads)
    try:
        rows = [
            _last(simulate_events(form, pairs, names, count, events, pool, seed), form, events)
            for form in forms
            for count in counts
        ]
    finally:
        pool.close()
    if json:
        print_json(as_data(rows, pairs, names, seed))
    else:
        typer.echo(_report(rows, pairs, names, events, seed, lang))


def _last(done: Any, form: str, events: int) -> "SimulatedRow":
    """The row when all events are played."""
    with progress_bar(form, events) as update:
        for number, row in done:
            last = row
            update(completed=number)
    return last  # type: ignore[no-any-return]


def _report(rows: "list[SimulatedRow]", pairs: int, bots: list[str], events: int, seed: int, lang: str) -> str:
    heads = ("sim_format", "sim_games", "sim_best", "sim_interval", "sim_place", "sim_ties")
    table = [[say(lang, "event", head) for head in heads]]
    for row in rows:
        low, high = row.ci95
        table.append(
            [
                say(lang, "event", row.format), str(row.games), f"{100 * row.share:.1f} %",
                f"{100 * low:.1f} - {100 * high:.1f} %", f"{row.place:.1f}", f"{100 * row.play_offs:.1f} %",
            ]
        )  # fmt: skip
    head = say(
        lang, "event", "sim_head", pairs=pairs, games=", ".join(str(n) for n in dict.fromkeys(r.games for r in rows)),
        events=events, best=bots[0], others=", ".join(bots[1:] or bots), seed=seed,
    )  # fmt: skip
    even = say(lang, "event", "sim_note", share=f"{100 / pairs:.1f} %")
    return f"{head}\n\n{columns(table, {1, 2, 4, 5})}\n\n{even}"
