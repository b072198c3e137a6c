"""The notation: what is read is what was written, and what is not in it is refused with the place."""

import re
import string

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from docena.core.cards import CODES
from docena.core.moves import NUMBERS, all_moves, move_text
from docena.core.notation import (
    BadCard,
    BadChance,
    BadMove,
    Card,
    ChanceLine,
    Move,
    is_chance,
    parse_card,
    parse_chance,
    parse_line,
    parse_move,
    public_line,
)
from docena.core.words import LANGUAGES

MOVES = [move_text(number) for number in all_moves()]
ALPHABET = "HSDPRCTX.@>+-:$W0123456789drawoutbjectlkcuse "

near_moves = st.builds(
    lambda text, at, cut, put: text[: at % (len(text) + 1)] + put + text[at % (len(text) + 1) + cut :],
    st.sampled_from(MOVES),
    st.integers(0, 10),
    st.integers(0, 2),
    st.text(ALPHABET, max_size=2),
)
"""Moves with a slip in them."""


@pytest.mark.parametrize("number", all_moves())
def test_every_move_is_read_as_it_is_written(number: int) -> None:
    move = parse_move(move_text(number))
    assert (move.number, move.text) == (number, move_text(number))
    assert rewritten(move) == move.text


def rewritten(move: Move) -> str:
    """The text of a move, from its parts alone."""
    card = move.card.text if move.card else ""
    match move.act:
        case "play":
            pile = {"hand": f"H{card}", "stock": "S", "discard": f"D{move.pile}", "die": "R", "coins": "C"}[move.source]
            whose = "P" if move.partner else f"@{move.other}" if move.other else ""
            return f"{whose}{pile}>{move.place}"
        case "closing" | "extra":
            return f"H{card}{'-' if move.act == 'closing' else '+'}{move.pile}"
        case "gift":
            return f"R@{move.other}"
        case "pay" | "stop" | "pass":
            return {"pay": "T", "stop": "X", "pass": "."}[move.act]
    return f"{move.seat}:{move.act}{move.other or ''}"


@given(st.one_of(near_moves, st.text(ALPHABET, max_size=8), st.text(max_size=60)))
@example("")
@example("12:draw")
@example("D>1")
@example("D12>1")
@example("2:accuse2")
@example("H13>1")
@example("S>1\n")
@example("H\u0661>1")
def test_what_is_no_move_is_refused_with_a_sentence(text: str) -> None:
    if text in NUMBERS:
        assert parse_move(text).text == text
        return
    with pytest.raises(BadMove) as caught:
        parse_move(text)
    for lang, said in zip(LANGUAGES, ("is not a move: ", "no es una jugada: "), strict=True):
        sentence = caught.value.said(lang)
        assert said in sentence
        assert sentence.isprintable()
        assert len(sentence) < 300
    assert str(caught.value) == caught.value.said("en")


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("banana", "it should begin with H, S, D, P, @, R, C, T, X, a dot, or a seat and a colon"),
        ("H7", "after 'H7' there should be >, - or +"),
        ("H7>5", "after 'H7>' there should be a building pile from 1 to 4, not '5'"),
        ("D0>1", "after 'D' there should be a discard pile from 1 to 4, not '0>1'"),
        ("@7S>1", "after '@' there should be a seat from 1 to 6, not '7S>1'"),
        ("@2H7>1", "after '@2' there should be S or D, not 'H7>1'"),
        ("7:draw", "it should begin with a seat from 1 to 6"),
        ("2:accuse2", "after '2:accuse' there should be the number of another seat, not '2'"),
        ("S>1 ", "nothing can follow 'S>1'"),
        ("Sx" + "y" * 500, f"after 'S' there should be >, not 'x{'y' * 23}...'"),
    ],
)
def test_a_refusal_says_where(text: str, where: str) -> None:
    with pytest.raises(BadMove, match=f"{re.escape(where)}$"):
        parse_move(text)


@given(st.text(string.digits + "W$-? ", max_size=6))
def test_cards(text: str) -> None:
    if text in CODES:
        card = parse_card(text)
        assert (card.text, card.code) == (text, CODES[text])
        assert (card.is_wild, card.toll) == (text.startswith("W"), text.count("$"))
        assert card.is_wild or str(card.kind) == text.rstrip("$")
        return
    with pytest.raises(BadCard) as caught:
        parse_card(text)
    assert "no es una carta" in caught.value.said("es")


orders = st.lists(st.sampled_from(list(CODES.values())), max_size=200).map(tuple)
chance_lines = st.one_of(
    st.sampled_from(["1-4", "5-8", "9-12", "wild", "2", "+1"]).map(lambda face: ChanceLine("roll", face=face)),
    orders.map(lambda order: ChanceLine("shuffle", order=order)),
    st.builds(lambda seat, order: ChanceLine("restock", seat=seat, order=order), st.integers(1, 6), orders),
)


@given(chance_lines)
def test_lines_of_chance_are_read_as_they_are_written(line: ChanceLine) -> None:
    assert parse_line(line.text) == line
    assert is_chance(line.text)
    assert public_line(line.text) == line.public
    assert parse_chance(line.public) == ChanceLine(line.word, face=line.face, seat=line.seat)


@given(chance_lines, st.integers(0, 500), st.text(ALPHABET, min_size=1, max_size=2))
@example(ChanceLine("shuffle", order=(5,)), 7, " ")
def test_lines_of_chance_with_a_slip(line: ChanceLine, at: int, put: str) -> None:
    at %= len(line.text) + 1
    text = line.text[:at] + put + line.text[at:]
    try:
        read = parse_chance(text)
    except BadChance as error:
        refusal = error.said("es")
    else:
        refusal = "no es una línea de azar: " if read.text == text else ""
    assert "no es una línea de azar: " in refusal


def test_lines_that_are_no_chance_are_moves() -> None:
    assert isinstance(parse_line("S>1"), Move)
    assert parse_move("H7$>2").card == Card(7 + 16)
    with pytest.raises(BadMove):
        parse_line("rolls 2")
    with pytest.raises(BadChance, match="after 'roll' there should be a face of the die"):
        parse_line("roll")
