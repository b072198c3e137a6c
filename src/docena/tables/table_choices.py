"""The choices of somebody who opens a table."""

from typing import Annotated, Literal, get_args

import msgspec

from docena.bots import UnknownBot
from docena.core.options import BadOptions, Options, choose_options
from docena.core.words import worded

Clock = Literal["off", "soft", "strict"]
Chat = Literal["off", "phrases", "free"]
Level = Literal["beginner", "casual", "skilled", "expert", "master"]

LEVELS: tuple[str, ...] = get_args(Level)
"""The bots that may sit at a table; the rest are for measuring."""
LONGEST_NAME = 24
LONGEST_TEXT = 200
MOST_GOAL = 100_000


class Choices(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The choices for a table; defaults are the edition's or the usual ones."""

    edition: str = "classic"
    players: Annotated[int, msgspec.Meta(ge=2, le=6)] = 2
    stock: Annotated[int, msgspec.Meta(ge=1, le=200)] | None = None
    short: bool = False
    partners: bool | None = None
    table: Literal["strict", "open"] = "strict"
    goal: Annotated[int, msgspec.Meta(ge=0, le=MOST_GOAL)] | None = None
    """Points that win the match (5.3); 0 for a single game; by default the edition's."""
    games: Annotated[int, msgspec.Meta(ge=1, le=100)] | None = None
    """A fixed number of games, most wins (10.3), instead of a goal."""
    clock: Clock = "soft"
    seconds: Annotated[int, msgspec.Meta(ge=5, le=86_400)] = 45
    """Seconds of a turn before a nudge (soft) or the bot (strict)."""
    bots: dict[str, str] = {}
    """Bots in seats, by the seat's number: `{"2": "casual"}`."""
    holder: Level = "casual"
    """The bot that plays for a player who is away."""
    hints: bool = True
    """Whether players may ask for hints; with other people at the table, everyone sees it."""
    public: bool = False
    approval: bool = False
    """People who come by the code or from the public list must be let in by the host, or by others at the table."""
    chat: Chat = "phrases"
    pace: Annotated[int, msgspec.Meta(ge=0, le=10_000)] | None = None
    """Milliseconds that a bot waits before a move, 0 if a new table is opened without it: see `at_opening`."""


_EARLIER_PACE = 900
"""Of tables whose logs have no pace: it used to be the default, which is not stored."""


def at_opening(choices: Choices) -> Choices:
    """The choices as they are stored: clients show bots' moves one after another themselves."""
    return msgspec.structs.replace(choices, pace=0) if choices.pace is None else choices


def bot_delay(choices: Choices) -> float:
    """Seconds that a bot waits before a move."""
    return (_EARLIER_PACE if choices.pace is None else choices.pace) / 1000


def options_from(choices: Choices) -> Options:
    """The options of the games at such a table; invalid choices are refused with a sentence."""
    options = choose_options(
        choices.edition,
        choices.players,
        stock=choices.stock,
        short=choices.short,
        partners=choices.partners,
        table=choices.table,
    )
    if choices.goal is not None and choices.games is not None:
        raise BadOptions("goal_or_games", "5.3")
    for seat, level in choices.bots.items():
        if seat not in map(str, range(1, options.players + 1)):
            raise BadOptions("bot_seat", seat=seat, players=options.players)
        if level not in LEVELS:
            raise UnknownBot(worded("options", "bot_level", bot=level, bots=", ".join(LEVELS)))
    return options
