"""An event as lines of text."""

from docena.cli.output import columns
from docena.core.words import say
from docena.tournaments.audit import outcome_words
from docena.tournaments.paper.spans import side_name
from docena.tournaments.seated_table import seat_names
from docena.tournaments.standings import NO_RANK, standings, to_play_off, unfinished, winners
from docena.tournaments.state import Event


def game_name(event: Event, game: int, lang: str) -> str:
    off = game - event.choices.games
    return say(lang, "event", "play_off", n=off) if off > 0 else say(lang, "event", "game", game=game)


def seating_lines(event: Event, lang: str, first: int = 1) -> str:
    """Who sits where, seat by seat, and the state of each game."""
    lines = [_repeats(event, lang)] if event.choices.format in ("meet", "partners") and first == 1 else []
    for game, tables in enumerate(event.games, 1):
        if game < first:
            continue
        lines.append(game_name(event, game, lang))
        rows = []
        for table in tables:
            seats = ", ".join(f"{seat} {name}" for seat, name in enumerate(seat_names(table, event.entries), 1))
            rows.append(
                [f"  {say(lang, 'event', 'table', n=table.number)}", seats, _result(event, game, table.number, lang)]
            )
        lines.append(columns(rows, set()))
        resting = event.resting[game - 1] if game <= len(event.resting) else ()
        lines += [f"  {event.name(entry)}: {say(lang, 'event', 'resting')}" for entry in resting]
    return "\n".join(lines)


def _repeats(event: Event, lang: str) -> str:
    if not event.repeats:
        return say(lang, "event", "repeats_none")
    if event.repeats == event.bound:
        return say(lang, "event", "repeats_proven", n=event.repeats)
    return say(lang, "event", "repeats_bound", n=event.repeats, bound=event.bound)


def _result(event: Event, game: int, table: int, lang: str) -> str:
    result = event.results.get((game, table))
    if result is None:
        return ""
    at = event.table(game, table)
    winner = side_name(event, at.sides[result.outcome.winner - 1]) if result.outcome.winner else ""
    words = outcome_words(result.outcome, winner, (), lang)
    if result.confirmed:
        return words
    return f"{words} ({say(lang, 'event', 'disputed' if result.disputed else 'unconfirmed')})"


def standings_lines(event: Event, lang: str) -> str:
    who = "player" if event.choices.single else "pair"
    rows = [[say(lang, "event", key) for key in ("rank", who, "games", "wins", "points", "left")]]
    for row in standings(event):
        name = " & ".join(row.names)
        if row.dropped:
            name = f"{name} ({say(lang, 'event', 'dropped')})"
        rows.append([str(row.rank or NO_RANK), name, str(row.games), str(row.wins), str(row.points), str(row.left)])
    lines = [columns(rows, {0, 2, 3, 4, 5})]
    missing = unfinished(event)
    if missing:
        places = ", ".join(
            f"{game_name(event, game, lang)} {say(lang, 'event', 'table', n=table)}" for game, table in missing[:12]
        )
        lines.append(say(lang, "event", "open_tables", list=places + (" ..." if len(missing) > 12 else "")))
    for group in to_play_off(event):
        names = ", ".join(" & ".join(row.names) for row in group)
        lines.append(say(lang, "event", "play_off_due", rank=group[0].rank, names=names))
    won = winners(event)
    if won:
        names = ", ".join(" & ".join(row.names) for row in won)
        lines.append(say(lang, "event", "winner" if len(won) == 1 else "winners", names=names))
    return "\n".join(lines)
