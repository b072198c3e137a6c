"""From the text of a position to the position: only its form is looked at here."""

import re
from collections import Counter
from typing import Any, NoReturn

from docena.core.cards import CODES, UNKNOWN, WILD, card_text
from docena.core.editions import Edition
from docena.core.notation import shown
from docena.core.options import choose_options
from docena.core.sizes import MOST_CARDS, PLACES
from docena.core.words import worded
from docena.engine.positions.position import STAND_IN, VERSION, BadPosition, CardsOfSeat, Pile, Position
from docena.engine.positions.position_writer import (
    ASIDE,
    BUILDING,
    CARDS,
    COINS,
    COUNTERS,
    DIE,
    DRAW,
    FACE_WORDS,
    MATCH,
    OPTIONS,
    STATE,
    TURN,
    VIEWER,
)
from docena.engine.positions.turn_words import PHASES

LONGEST = 8000
_MOST_NUMBER = 9_999_999
_CARD = re.compile(r"([^*]*)(?:\*([1-9][0-9]{0,2}))?")


def read_position(text: str, own: Edition | None = None) -> Position:
    """Reads a line; `own` is the user's edition, where it is of none of ours."""
    fields = _fields_of(text)
    options = _options(fields, own)
    seats = tuple(_seat(fields, seat) for seat in range(1, options.players + 1))
    first, turn, *mover = _numbers(fields, TURN, 1, options.players, 2, 3)
    coins, beside = _coins(fields, options.players)
    die, die_left = _die(fields)
    goal, score = _match(fields, options.players // (2 if options.partners else 1))
    turns, moves = _numbers(fields, COUNTERS, 0, _MOST_NUMBER, 2, 2) if COUNTERS in fields else [1, 0]
    viewer = _numbers(fields, VIEWER, 0, options.players, 1, 1)[0] if VIEWER in fields else None
    building = _building(fields)
    draw, aside = (_pile(fields, key, fields.get(key, "")) for key in (DRAW, ASIDE))
    state = _state(fields, options.players)
    known = {"", OPTIONS, CARDS, MATCH, BUILDING, DRAW, ASIDE, COINS, DIE, STATE, VIEWER, TURN, COUNTERS}
    for key in fields.keys() - known - set(map(str, range(1, options.players + 1))):
        raise BadPosition("unknown_field", field=shown(f"{key}:"))
    return Position(
        options=options, building=building, seats=seats, draw=draw, aside=tuple(sorted(aside, key=_by_kind)),
        first=first, turn=turn, mover=mover[0] if mover else turn, coins=coins, beside=beside, die=die,
        die_left=die_left, state=state, viewer=viewer, goal=goal, score=score, turns=turns, moves=moves,
    )  # fmt: skip


def _by_kind(card: int) -> tuple[int, int]:
    return card & 15, card


def _fields_of(text: str) -> dict[str, str]:
    if len(text) > LONGEST:
        raise BadPosition("too_long", most=LONGEST)
    version, *rest = text.strip().split("/")
    if version != VERSION or not rest:
        raise BadPosition("begins", text=shown(text), version=VERSION)
    fields = {"": rest[0]}
    for field in rest[1:]:
        key, colon, value = field.partition(":")
        if not colon or not re.fullmatch("[a-z1-6]", key):
            raise BadPosition("unknown_field", field=shown(field))
        if key in fields:
            raise BadPosition("twice", field=key)
        fields[key] = value
    return fields


def _value(fields: dict[str, str], key: str) -> str:
    if key not in fields:
        raise BadPosition("missing", field=key)
    return fields[key]


def _fail(field: str, found: str, expected: str, **parts: object) -> NoReturn:
    raise BadPosition("field", field=field, found=shown(found), expected=worded("position", expected, **parts))


def _options(fields: dict[str, str], own: Edition | None) -> Any:
    text = _value(fields, OPTIONS)
    players, *rest = text.split(".")
    stock, flags = (rest[0], rest[1:]) if rest else ("", [])
    numbers = [_number(OPTIONS, part, 0, MOST_CARDS) for part in (players, stock)]
    if any(flag not in ("partners", "open") for flag in flags):
        _fail(OPTIONS, text, "options")
    cards = None
    if CARDS in fields:
        counts = Counter(_pile(fields, CARDS, fields[CARDS]))
        if UNKNOWN in counts:
            _fail(CARDS, fields[CARDS], "known_card")
        cards = {card_text(card): n for card, n in counts.items()}
    name = fields[""]
    return choose_options(
        own if own is not None and own.name == name else name,
        numbers[0],
        stock=numbers[1],
        partners="partners" in flags,
        table="open" if "open" in flags else "strict",
        cards=cards,
    )


def _number(field: str, text: str, least: int, most: int) -> int:
    if not re.fullmatch("0|[1-9][0-9]{0,6}", text) or not least <= int(text) <= most:
        _fail(field, text, "number", least=least, most=most)
    return int(text)


def _numbers(fields: dict[str, str], key: str, least: int, most: int, fewest: int, many: int) -> list[int]:
    text = _value(fields, key)
    parts = text.split(".")
    if not fewest <= len(parts) <= many:
        _fail(key, text, "numbers", many=many)
    return [_number(key, part, least, most) for part in parts]


def _pile(fields: dict[str, str], key: str, text: str, stand_ins: bool = False) -> Pile:
    cards: list[int] = []
    for part in text.split(".") if text else ():
        found = _CARD.fullmatch(part)
        name, many = (found[1], int(found[2] or 1)) if found else ("", 1)
        code = UNKNOWN if name == "?" else STAND_IN if stand_ins and name == "-" else CODES.get(name)
        if code is None:
            _fail(key, part, "card")
        cards += [code] * many
        if len(cards) > MOST_CARDS:
            _fail(key, fields[key], "fewer_cards", most=MOST_CARDS)
    return tuple(cards)


def _building(fields: dict[str, str]) -> tuple[Pile, ...]:
    text = _value(fields, BUILDING)
    piles = text.split(",")
    if len(piles) != PLACES:
        _fail(BUILDING, text, "four_piles")
    return tuple(_built(fields, place, pile) for place, pile in enumerate(piles, 1))


def _built(fields: dict[str, str], place: int, text: str) -> Pile:
    pile = _pile(fields, BUILDING, text, stand_ins=True)
    for needed, card in enumerate(pile, 1):
        if card == UNKNOWN:
            _fail(BUILDING, text, "known_card")
        if card != STAND_IN and card & 15 not in (needed, WILD):
            raise BadPosition("wrong_card", place=place, named=card_text(card), right=needed)
    if len(pile) > 11:
        raise BadPosition("complete", place=place)
    return pile


def _seat(fields: dict[str, str], seat: int) -> CardsOfSeat:
    key = str(seat)
    text = _value(fields, key)
    piles = [_pile(fields, key, pile) for pile in text.split(",")]
    if len(piles) > 2 + PLACES:
        _fail(key, text, "seat_piles", most=2 + PLACES)
    piles += [()] * (2 + PLACES - len(piles))
    if any(UNKNOWN in pile for pile in piles[2:]):
        _fail(key, text, "known_card")
    return CardsOfSeat(tuple(sorted(piles[0], key=_by_kind)), piles[1], tuple(piles[2:]))


def _coins(fields: dict[str, str], players: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    if COINS not in fields:
        return (), ()
    parts = [part.split(".") for part in fields[COINS].split(",")]
    if list(map(len, parts)) != [players, PLACES]:
        _fail(COINS, fields[COINS], "coins", players=players)
    seats, places = ([_number(COINS, number, 0, 6 * 100) for number in part] for part in parts)
    return tuple(seats), tuple(places)


def _die(fields: dict[str, str]) -> tuple[int, int]:
    if DIE not in fields:
        return 0, 0
    face, _, left = fields[DIE].partition(".")
    if face not in FACE_WORDS[1:]:
        _fail(DIE, fields[DIE], "die", faces=", ".join(FACE_WORDS[1:]))
    return FACE_WORDS.index(face), _number(DIE, left, 0, 2)


def _match(fields: dict[str, str], sides: int) -> tuple[int, tuple[int, ...]]:
    if MATCH not in fields:
        return 0, ()
    goal, *score = _numbers(fields, MATCH, 0, _MOST_NUMBER, sides + 1, sides + 1)
    return goal, tuple(score)


def _state(fields: dict[str, str], players: int) -> dict[str, tuple[int, ...]]:
    found: dict[str, tuple[int, ...]] = {}
    for text in fields[STATE].split(",") if STATE in fields else ():
        word, *parts = text.split(".")
        phase = PHASES.get(word)
        if phase is None or word in found:
            _fail(STATE, text, "state")
        if phase.seats:
            numbers = [_number(STATE, part, 1, players) for part in parts]
            if not numbers or numbers != sorted(set(numbers)):
                _fail(STATE, text, "state_seats")
        else:
            if len(parts) != len(phase.numbers):
                _fail(STATE, text, "numbers", many=len(phase.numbers))
            numbers = [
                _number(STATE, part, least, most)
                for part, (least, most) in zip(parts, phase.numbers, strict=True)
            ]  # fmt: skip
        found[word] = tuple(numbers)
    return {word: found[word] for word in PHASES if word in found}
