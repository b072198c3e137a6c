"""`docena tournament`: results, penalties, notes, and taking an entry back."""

from dataclasses import replace
from typing import Annotated

import msgspec
import typer

from docena.cli.events_file import (
    LineOptions,
    Seen,
    numbers,
)
from docena.cli.option_groups import with_options
from docena.cli.tournament.entering import tournament
from docena.tournaments import director
from docena.tournaments import logged_events as e
from docena.tournaments.log_lines import take_back_last
from docena.tournaments.refusals import refuse
from docena.tournaments.results import ENDED, GameOutcome
from docena.tournaments.state import Event

Game = Annotated[int, typer.Argument(help="The game, from 1.", metavar="GAME")]
Table = Annotated[int, typer.Argument(help="The table.", metavar="TABLE")]
Winner = Annotated[str, typer.Option(help="The side that has won: its number, or a name.", metavar="SIDE")]
Left = Annotated[str, typer.Option(help="Cards left, seat by seat.", metavar="0,3,...")]
Ended = Annotated[str, typer.Option(help="stock, time or blocked.", metavar="HOW")]
Side = Annotated[int, typer.Option(help="The side that reports; 0 for the director.", metavar="N")]


def _outcome(now: Event, game: int, table: int, winner: str, left: str, ended: str) -> GameOutcome:
    if ended not in ENDED:
        refuse("ended", ended=ended)
    at = now.table(game, table)
    side = 0
    if winner.isdecimal():
        side = int(winner)
    elif winner:
        near = [n for n, of in enumerate(at.sides, 1) if any(winner.casefold() in now.name(x).casefold() for x in of)]
        if len(near) != 1:
            names = ", ".join(now.name(entry) for entry in at.entries)
            refuse("no_player", name=winner, names=names)
        side = near[0]
    return msgspec.convert({"left": numbers(left, "--left"), "winner": side, "ended": ended}, GameOutcome)


@tournament.command()
@with_options(event=LineOptions)
def report(
    game: Game,
    table: Table,
    left: Left,
    *,
    winner: Winner = "",
    ended: Ended = "stock",
    side: Side = 0,
    seq: Seen = None,
    event: LineOptions,
) -> None:
    """Report a game; the director's report counts at once, a side's once another side confirms it."""

    def decide(now: Event) -> e.AnyEvent:
        return director.report(now, game, table, _outcome(now, game, table, winner, left, ended), side)

    event.enter(decide, seq)


@tournament.command()
@with_options(event=LineOptions)
def correct(
    game: Game,
    table: Table,
    left: Left,
    *,
    winner: Winner = "",
    ended: Ended = "stock",
    seq: Seen = None,
    event: LineOptions,
) -> None:
    """Correct the result of a game; the old one stays in the log."""

    def decide(now: Event) -> e.AnyEvent:
        return e.Corrected(game, table, _outcome(now, game, table, winner, left, ended))

    event.enter(decide, seq)


@tournament.command()
@with_options(event=LineOptions)
def confirm(game: Game, table: Table, *, side: Side = 0, event: LineOptions) -> None:
    """Confirm what another side has reported."""
    event.enter(lambda _: e.Confirmed(game, table, side))


@tournament.command()
@with_options(event=LineOptions)
def dispute(game: Game, table: Table, side: Side, event: LineOptions) -> None:
    """Dispute another side's report: the director decides."""
    event.enter(lambda _: e.Disputed(game, table, side))


@tournament.command()
@with_options(event=LineOptions)
def clear(game: Game, table: Table, event: LineOptions) -> None:
    """Remove the result of a game."""
    event.enter(lambda _: e.Cleared(game, table))


@tournament.command()
@with_options(event=LineOptions)
def penalty(
    game: Game,
    table: Table,
    seat: Annotated[int, typer.Argument(help="The seat, from 1.", metavar="SEAT")],
    clause: Annotated[str, typer.Option(help="6.5, 7.1, 7.2 or 10.4.", metavar="C")],
    *,
    cards: Annotated[int, typer.Option(help="Cards that went into the stock pile.", metavar="N")] = 0,
    note: Annotated[str, typer.Option(help="What happened.")] = "",
    event: LineOptions,
) -> None:
    """Note a penalty of chapter 7 or 6.5."""
    event.enter(lambda _: e.Penalised(game, table, seat, clause, cards, note))


@tournament.command()
@with_options(event=LineOptions)
def note(text: Annotated[str, typer.Argument(help="Text for the log.")], event: LineOptions) -> None:
    """Add a note to the log."""
    event.enter(lambda _: e.Noted(text))


@tournament.command()
@with_options(event=LineOptions)
def undo(
    *,
    line: Annotated[int | None, typer.Argument(help="A line of the log, or the last.", metavar="[LINE]")] = None,
    seq: Seen = None,
    event: LineOptions,
) -> None:
    """Undo an entry, whatever it was, unless later ones depend on it."""
    with event.open() as log:
        at, back = log.id, e.LineTakenBack(line) if line else take_back_last(log.lines)
        seen = log.event.seq if line is None and seq is None else seq
    replace(event, event=at).enter(lambda _: back, seen)
