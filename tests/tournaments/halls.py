"""Random events: entries, draws, seating, results, corrections, drop-outs and ties, as a director would enter them."""

from random import Random

import msgspec

from docena.core.errors import Refused
from docena.tournaments import director
from docena.tournaments import logged_events as e
from docena.tournaments.apply import extend, fold
from docena.tournaments.entries import NewEntry
from docena.tournaments.event_choices import FORMATS, TIE_BREAKS, EventChoices, stock_for
from docena.tournaments.results import GameOutcome, time_winner
from docena.tournaments.seated_table import SeatedTable
from docena.tournaments.standings import to_play_off
from docena.tournaments.state import Event

AT = "2026-05-02T10:00:00.000Z"


class Hall:
    """An event in memory, with the lines that made it."""

    def __init__(self, choices: EventChoices) -> None:
        self.lines = [e.Line(1, AT, "director", e.EventBegun(choices))]
        self.event = fold(self.lines)

    def take(self, what: e.AnyEvent) -> Event:
        line = e.Line(len(self.lines) + 1, AT, "director", what)
        self.event = extend(self.event, self.lines, line)
        self.lines.append(line)
        return self.event

    def try_to(self, what: e.AnyEvent) -> bool:
        try:
            self.take(what)
        except Refused:
            return False
        return True

    def enter(self, pairs: int, first: int = 1) -> None:
        self.take(e.EntriesAdded(tuple(NewEntry((f"A{n}", f"B{n}")) for n in range(first, first + pairs))))


def some_outcome(rng: Random, event: Event, table: SeatedTable, *, even: bool = False) -> GameOutcome:
    """How a game could have ended; `even`: with few different results, so that there are ties."""
    sides, seats = len(table.sides), event.seats(table)
    stock = stock_for(event.choices, seats)
    left = [stock if even else rng.randint(1, stock) for _ in range(seats)]
    chance = rng.random()
    if chance < 0.08:
        return GameOutcome(tuple(left), 0, "blocked")
    if chance < 0.2:
        winner = time_winner(left, sides) if event.choices.time_out == "fewest" else 0
        return GameOutcome(tuple(left), winner, "time")
    winner = rng.randint(1, sides)
    for seat in range(winner - 1, seats, sides):
        if event.choices.facts.partner_piles or seat == winner - 1:
            left[seat] = 0
    return GameOutcome(tuple(left), winner)


def some_choices(rng: Random) -> EventChoices:
    return EventChoices(
        "Random",
        edition=rng.choice(["tournament", "tournament", "classic", "mod"]),
        format=rng.choice(FORMATS),
        games=rng.randint(1, 4),
        four_tables=rng.random() < 0.7,
        bye_wins=rng.random() < 0.3,
        tie_breaks=tuple(rng.sample(TIE_BREAKS, rng.randint(0, 4))),
        play_off_places=rng.randint(0, 3),
        time_out=rng.choice(["fewest", "nobody"]),
        stock=rng.choice([0, 0, 2, 10]),
    )


def some_event(rng: Random) -> Hall:
    """A whole event, or one that was left in the middle."""
    hall = Hall(some_choices(rng))
    even = rng.random() < 0.5
    hall.enter(rng.randint(2, 9))
    if rng.random() < 0.4:
        hall.take(e.EntriesAdded(tuple(NewEntry((f"Solo {n}",)) for n in range(rng.randint(1, 5)))))
        if not hall.event.choices.single and len(hall.event.waiting) > 1:
            hall.take(director.draw_partners(hall.event, str(rng.random())))
    late = 100
    for game in range(1, 6):
        if game > hall.event.choices.games:
            break
        if game == 1 or game > len(hall.event.games) or rng.random() < 0.2:
            try:
                hall.take(director.seat(hall.event, str(rng.random())))
            except Refused:
                break
        _play(hall, rng, game, even=even)
        for entry in list(hall.event.entries):
            if rng.random() < 0.04:
                hall.try_to(e.Dropped(entry))
        if rng.random() < 0.15:
            late += 1
            hall.enter(1, late)
        if rng.random() < 0.1 and hall.event.entries:
            hall.try_to(e.Returned(rng.choice(list(hall.event.entries))))
        if rng.random() < 0.2:
            # it ends earlier than was meant, or goes on
            games = rng.randint(1, 5)
            hall.try_to(e.Changed(msgspec.structs.replace(hall.event.choices, games=games)))
    for _ in range(3):
        if not to_play_off(hall.event):
            break
        hall.take(director.play_off(hall.event, str(rng.random())))
        _play(hall, rng, len(hall.event.games), even=even)
    for _ in range(rng.randint(0, 4)):
        hall.try_to(e.LineTakenBack(rng.randint(2, len(hall.lines))))
    return hall


def _play(hall: Hall, rng: Random, game: int, *, even: bool) -> None:
    for table in hall.event.games[game - 1] if game <= len(hall.event.games) else ():
        outcome = some_outcome(rng, hall.event, table, even=even)
        side = rng.choice([0, 0, 1, 2])
        if rng.random() < 0.03:
            continue
        hall.take(e.Reported(game, table.number, outcome, side))
        if side:
            if rng.random() < 0.9:
                hall.take(e.Confirmed(game, table.number, rng.choice([0, 3 - side])))
            elif rng.random() < 0.5:
                hall.take(e.Disputed(game, table.number, 3 - side))
        if rng.random() < 0.15:
            hall.take(e.Corrected(game, table.number, some_outcome(rng, hall.event, table, even=even)))
        if rng.random() < 0.04:
            hall.take(e.Cleared(game, table.number))
            if rng.random() < 0.7:
                hall.take(e.Reported(game, table.number, some_outcome(rng, hall.event, table, even=even), 0))
