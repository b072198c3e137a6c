"""Sitting down at a table here: a new one, or one that was left."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from docena.bots import bot_number
from docena.bots.players.master import budget_in
from docena.core.errors import DocenaError, Refused
from docena.core.filelock import Locked
from docena.core.options import Options
from docena.core.words import say, worded
from docena.tables.seats import bot_name
from docena.terminal.game_file import GameFile, is_free, unfinished_games
from docena.terminal.local import LocalTable

_LONGEST_NAME = 24


@dataclass(frozen=True)
class NewTable:
    """What somebody asked for who wants a new table."""

    options: Options
    people: Sequence[str]
    """Their names; an empty one is called "you"."""
    bots: Sequence[str]
    """One for all other seats, or a list that goes round."""
    seed: int | None = None
    goal: int | None = None


def seats_of(asked: NewTable, lang: str) -> tuple[list[str], dict[int, str]]:
    """The names at the table and the bots: people sit in the first seats."""
    players, people = asked.options.players, len(asked.people)
    if not 1 <= people <= players:
        raise Refused("bad", worded("terminal_refused", "people", most=players, n=people))
    free = players - people
    for bot in asked.bots:
        if budget_in(bot) is None:
            bot_number(bot)  # says that there is no such bot
    if free and (not asked.bots or free % len(asked.bots)):
        raise Refused("bad", worded("options", "bots_shared", bots=len(asked.bots), players=free))
    bots = {seat: asked.bots[(seat - people - 1) % len(asked.bots)] for seat in range(people + 1, players + 1)}
    names = [_clean(name) or say(lang, "board", "you").capitalize() for name in asked.people]
    for seat in bots:
        names.append(bot_name(seat, names))
    return names, bots


def _clean(name: str) -> str:
    return "".join(letter for letter in name if letter.isprintable()).strip()[:_LONGEST_NAME]


def new_table(asked: NewTable, lang: str, *, pace: float, folder: Path) -> LocalTable:
    """A new table; if its game cannot be kept, it is played all the same, and the players are told."""
    names, bots = seats_of(asked, lang)
    why: DocenaError | None = None
    for place in (folder, None):
        try:
            table = LocalTable.new(
                asked.options, names, bots, lang, pace=pace, seed=asked.seed, goal=asked.goal, folder=place
            )
            break
        except Refused as error:
            if place is None or error.reason != "unavailable":
                raise
            why = error
    if isinstance(why, Refused):
        table.tell(why.said(lang))
    return table


def resume_table(name: str | None, lang: str, *, pace: float, folder: Path) -> LocalTable:
    """The table of this name, or the one left last that nobody is playing at."""
    if name is None:
        path = next((path for path in unfinished_games(folder) if is_free(path)), None)
        if path is None:
            raise Refused("not_found", worded("terminal_refused", "nothing_to_resume"))
    else:
        path = Path(name) if "/" in name or Path(name).is_file() else folder / name
    try:
        file = GameFile.open(path)
    except Locked:
        raise Refused("taken", worded("terminal_refused", "in_use", file=path.name)) from None
    try:
        return LocalTable(file.table, lang, pace=pace, file=file)
    except BaseException:
        file.close()
        raise


def waiting_words(lang: str, folder: Path) -> str:
    """What is said about games that were left; nothing if there is none."""
    waiting = [path for path in unfinished_games(folder) if is_free(path)]
    if not waiting:
        return ""
    return say(lang, "terminal", "waiting_games", n=len(waiting))
