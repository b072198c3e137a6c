"""The director's choices for an event."""

from typing import Literal, get_args

import msgspec

from docena.core.editions import NAMES, Edition, edition
from docena.tournaments.entries import one_line
from docena.tournaments.refusals import refuse

Format = Literal["sheet", "meet", "partners", "progressive"]
"""All games at one table; reseated so that nobody meets twice; new partners each game; winners move up a table."""
FORMATS: tuple[Format, ...] = get_args(Format)

TieBreak = Literal["points", "left", "met", "play_off"]
"""Points of 5.2; fewest cards left; wins in games between tied entries; a play-off game."""
TIE_BREAKS: tuple[TieBreak, ...] = get_args(TieBreak)

TimeOut = Literal["fewest", "nobody"]
"""When the time is over: the side with the fewest cards left wins the game, or nobody does."""
TIME_OUTS: tuple[TimeOut, ...] = get_args(TimeOut)

MOST_GAMES = 20
MOST_MINUTES = 600
LONGEST_TITLE = 80


class EventChoices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The choices for an event; the sheet's by default."""

    title: str
    edition: str = "tournament"
    format: Format = "sheet"
    games: int = 4
    stock: int = 0
    """Cards in each stock pile; 0 for the edition's."""
    four_tables: bool = True
    """Tables of four if entries do not divide evenly; otherwise the surplus entries sit out in turn."""
    bye_wins: bool = False
    """Sitting out counts as a game won, with no points."""
    tie_breaks: tuple[TieBreak, ...] = ("points", "left", "play_off")
    """10.3, in the director's order."""
    play_off_places: int = 1
    """Ties for this many places are played off."""
    time_out: TimeOut = "fewest"
    minutes: int = 0
    """Time limit of a game; 0 for none."""

    @property
    def single(self) -> bool:
        """Whether players compete, not pairs, because their partners change."""
        return self.format in ("partners", "progressive")

    @property
    def table_sizes(self) -> tuple[int, int | None]:
        """How many pairs, or players, a table of six and one of four seat; None if there are none of four."""
        full, small = (6, 4) if self.single else (3, 2)
        return full, small if self.four_tables else None

    @property
    def facts(self) -> Edition:
        return edition(self.edition)


AFTER_SEATING = ("title", "games", "tie_breaks", "play_off_places", "minutes")
"""What can still be changed once the first game has been seated."""


def check_choices(choices: EventChoices) -> EventChoices:
    """
    >>> check_choices(EventChoices("Spring games")).games
    4
    """
    title = one_line(choices.title)
    if not title or len(title) > LONGEST_TITLE:
        refuse("title", most=LONGEST_TITLE)
    if choices.edition not in NAMES or choices.facts.partners == "never":
        refuse("edition", edition=choices.edition, editions=", ".join(partnered_editions()))
    if choices.format not in FORMATS:
        refuse("format", format=choices.format, formats=", ".join(FORMATS))
    if not 1 <= choices.games <= MOST_GAMES:
        refuse("games", most=MOST_GAMES)
    most = choices.facts.deck_size // 6
    if not 0 <= choices.stock <= most:
        refuse("stock", most=most)
    if not 0 <= choices.minutes <= MOST_MINUTES:
        refuse("minutes", most=MOST_MINUTES)
    if choices.play_off_places < 0:
        refuse("places")
    if choices.time_out not in TIME_OUTS:
        refuse("time_out", rules=", ".join(TIME_OUTS))
    if len(set(choices.tie_breaks)) != len(choices.tie_breaks) or not set(choices.tie_breaks) <= set(TIE_BREAKS):
        refuse("tie_breaks", order=", ".join(TIE_BREAKS))
    return msgspec.structs.replace(choices, title=title)


def partnered_editions() -> list[str]:
    return [name for name in NAMES if edition(name).partners != "never"]


def stock_for(choices: EventChoices, players: int) -> int:
    """Cards dealt to each stock pile of a table; play-offs can also have table sizes that are not on the sheet.

    >>> stock_for(EventChoices("x"), 6), stock_for(EventChoices("x"), 4), stock_for(EventChoices("x"), 3)
    (20, 30, 30)
    """
    if choices.stock:
        return choices.stock
    sizes = choices.facts.stock
    if str(players) in sizes:
        return sizes[str(players)]
    return sizes["4"] if players < 5 else sizes["6"]
