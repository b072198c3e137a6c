"""From a table record to a position, and from a position to its text."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from docena.core.cards import WILD, card_text, deck_of
from docena.core.moves import FACES
from docena.core.options import Options
from docena.core.sizes import PLACES
from docena.engine.board import Board
from docena.engine.positions.position import STAND_IN, VERSION, CardsOfSeat, Pile, Position
from docena.engine.positions.turn_words import phases_of
from docena.engine.table import Tables, record_in

FACE_WORDS = tuple(face.replace("+", "plus") for face in FACES)
"""The faces of the die: a plus sign is not safe in an address."""
BUILDING, DRAW, ASIDE, COINS, DIE, STATE, VIEWER, MATCH, COUNTERS, TURN, CARDS, OPTIONS = "bdakrhvmntco"


def position_of(
    tables: Tables, options: Options, viewer: int | None = None, score: Sequence[int] = (), goal: int = 0
) -> Position:
    """What lies on a table, or in a view of it."""
    board, table = Board(tables), record_in(tables)
    heights = range(1, PLACES + 1)
    return Position(
        options=options,
        building=tuple(_with_stand_ins(board.building(place), board.height(place)) for place in heights),
        seats=tuple(
            CardsOfSeat(
                tuple(board.hand(seat)), _upward(board.stock(seat)), tuple(map(_upward, board.discards(seat)))
            )
            for seat in board.seats
        ),
        draw=_upward(board.draw),
        aside=tuple(sorted(board.aside, key=_by_kind)),
        first=int(table.first) + 1,
        turn=board.turn,
        mover=board.mover,
        coins=tuple(board.coins(seat) for seat in board.seats) if board.has_coins else (),
        beside=tuple(board.beside(place) for place in heights) if board.has_coins else (),
        die=int(table.die),
        die_left=board.die_left,
        state=phases_of(table),
        viewer=viewer,
        goal=goal,
        score=tuple(score),
        turns=board.turns,
        moves=board.moves,
    )  # fmt: skip


def _by_kind(card: int) -> tuple[int, int]:
    return card & 15, card


def _upward(cards: list[int]) -> Pile:
    return tuple(reversed(cards))


def _with_stand_ins(cards: list[int], height: int) -> Pile:
    """A building pile up to its height: wilds as low as they can lie, and stand-ins where no card lies."""
    pile: list[int] = []
    for card in reversed(cards):
        if card & 15 != WILD:
            pile += [STAND_IN] * ((card & 15) - 1 - len(pile))
        pile.append(card)
    return tuple(pile + [STAND_IN] * (height - len(pile)))


def text_of(position: Position) -> str:
    """The line; equal positions have equal lines but for what was counted so far."""
    options = position.options
    flags = [flag for flag, is_set in (("partners", options.partners), ("open", options.open_table)) if is_set]
    fields = [VERSION, options.edition.name, _field(OPTIONS, [options.players, options.stock, *flags])]
    if options.cards != options.edition.cards and sorted(options.deck) != sorted(deck_of(options.edition.cards)):
        fields.append(f"{CARDS}:{_pile_text(sorted(options.deck, key=_by_kind))}")
    if position.score:
        fields.append(_field(MATCH, [position.goal, *position.score]))
    fields.append(f"{BUILDING}:{','.join(map(_pile_text, position.building))}")
    for seat, of in enumerate(position.seats, 1):
        fields.append(f"{seat}:{','.join(map(_pile_text, (of.hand, of.stock, *of.discards))).rstrip(',')}")
    fields += [f"{key}:{_pile_text(pile)}" for key, pile in ((DRAW, position.draw), (ASIDE, position.aside)) if pile]
    if position.coins:
        fields.append(f"{_field(COINS, position.coins)},{_dotted(position.beside)}")
    if position.die:
        fields.append(_field(DIE, [FACE_WORDS[position.die], position.die_left]))
    if position.state:
        words = (_dotted([word, *numbers]) for word, numbers in position.state.items())
        fields.append(f"{STATE}:{','.join(words)}")
    if position.viewer is not None:
        fields.append(_field(VIEWER, [position.viewer]))
    out_of_turn = [position.mover] if position.mover != position.turn else []
    fields.append(_field(TURN, [position.first, position.turn, *out_of_turn]))
    fields.append(_field(COUNTERS, [position.turns, position.moves]))
    return "/".join(fields)


def _field(key: str, parts: Iterable[object]) -> str:
    return f"{key}:{_dotted(parts)}"


def _dotted(parts: Iterable[object]) -> str:
    return ".".join(map(str, parts))


def _pile_text(cards: Iterable[int]) -> str:
    runs = ((card_text(card), len(list(run))) for card, run in groupby(cards))
    return _dotted(card if n == 1 else f"{card}*{n}" for card, n in runs)
