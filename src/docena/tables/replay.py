"""A finished game, replayed step by step with all hands face up."""

from collections.abc import Iterator

import msgspec

from docena.core.cards import card_text
from docena.core.words import refused, say
from docena.game.game import Game
from docena.game.record import Record, names_of, start_of, steps
from docena.narration.narrate import narrate, narrate_result
from docena.tables.messages import ViewSight

MOST_LINES = 4000


class OpenSight(ViewSight, frozen=True):
    """The table as spectators see it, and every hand."""

    hands: list[list[str]]


class StepSight(msgspec.Struct, frozen=True):
    """A line of the log and the table after it; the first has no line, and shows the deal."""

    line: str
    words: str
    view: OpenSight


class ReplaySight(msgspec.Struct, frozen=True):
    """A whole game."""

    edition: str
    partners: bool
    table: str
    stock: int
    dealer: bool
    """Whether the first player is found by drawing for the deal (2.1), or by lot (2.3)."""
    names: list[str]
    kinds: list[str]
    first: int
    result: str
    """As a sentence."""
    record: Record
    steps: list[StepSight]


def retelling(record: Record, lang: str = "en") -> Iterator[bytes]:
    """The JSON of a `ReplaySight` step by step, as a long game takes a while.

    `BadRecord` says where a record is broken.
    """
    if len(record.log) > MOST_LINES:
        raise refused("bad", "refused", "long_replay", lines=len(record.log), most=MOST_LINES)
    names = names_of(record)
    game = start_of(record)
    yield b'{"steps":[' + _step("", say(lang, "replay", "dealt", name=names[record.first - 1]), game)
    before = game.view(None)
    for index, game in steps(record):
        if index >= 0:
            yield b"," + _step(record.log[index], narrate(before, record.log[index], names, lang), game)
            before = game.view(None)
    options = game.options
    rest = {
        "edition": record.edition,
        "partners": options.partners,
        "table": options.table,
        "stock": options.stock,
        "dealer": options.edition.first == "dealer",
        "names": names,
        "kinds": [player.kind for player in record.players],
        "first": record.first,
        "result": narrate_result(game.result, names, lang),
        "record": msgspec.structs.replace(record, legal=msgspec.UNSET),
    }
    yield b"]," + msgspec.json.encode(rest)[1:]


def _step(line: str, words: str, game: Game) -> bytes:
    return (
        b'{"line":' + msgspec.json.encode(line) + b',"words":' + msgspec.json.encode(words)
        + b',"view":' + open_sight(game) + b"}"
    )  # fmt: skip


def open_sight(game: Game) -> bytes:
    """The view of a spectator who may see every hand."""
    board = game.board
    hands = [[card_text(card) for card in board.hand(seat)] for seat in board.seats]
    return game.sight(None)[:-1] + b',"hands":' + msgspec.json.encode(hands) + b"}"
