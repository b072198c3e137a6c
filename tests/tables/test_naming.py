"""Names and chat: text, and nothing but text that can be seen."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docena.core.errors import DocenaError
from docena.tables.naming import clean_name, clean_text, distinct_name
from docena.tables.table_choices import LONGEST_NAME, LONGEST_TEXT

ACUTE = "\u0301"


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Ana", "Ana"),
        ("  Ana \t María\r\n ", "Ana María"),
        ("Ana\u00a0\u3000\u2028\u2003María", "Ana María"),
        ("José", "José"),
        ("Jose\u0301", "José"),
        ("A\u202ena\u202c\u2066\u2069\u200f", "Ana"),
        ("A\u200bn\u200ca\u200d\ufeff\u00ad\u2060", "Ana"),
        ("A\x00n\x1b[31ma\x7f\x85b", "An[31ma b"),
        ("Ana\ue000\uffff\U000e0041\u0378", "Ana"),
        ("Ana\ud800", "Ana"),
        ("\u3164Ana\u2800\u115f", "Ana"),
        ("\u0301\u0301Ana", "Ana"),
        ('<b>Ana</b> & "co"', '<b>Ana</b> & "co"'),
        ("שרה", "שרה"),
        ("नमिता", "नमिता"),
        ("👍🏽 ok ❤️", "👍🏽 ok ❤️"),
        ("{name} %s", "{name} %s"),
    ],
)
def test_what_is_shown_of_what_is_typed(typed: str, shown: str) -> None:
    assert clean_name(typed) == shown
    assert clean_text(typed) == shown


@pytest.mark.parametrize(
    "typed", ["", " ", "\u200b", "\u3164", "\u2800\u2800", "\x00\n", ACUTE, " \ufe0f", "\u034f", "\ud800"]
)
def test_nothing_to_be_seen_is_refused(typed: str) -> None:
    with pytest.raises(DocenaError, match="can be seen"):
        clean_name(typed)
    with pytest.raises(DocenaError, match="no visible characters"):
        clean_text(typed)


def test_long_names_and_texts_are_cut() -> None:
    assert clean_name("x" * 1000) == "x" * LONGEST_NAME
    assert clean_text("x" * 5000) == "x" * LONGEST_TEXT
    assert clean_name("x" * (LONGEST_NAME - 1) + " y") == "x" * (LONGEST_NAME - 1)


def test_a_mark_is_not_cut_off_its_letter() -> None:
    letter = "x" + ACUTE + "\u0323"  # there is no single character for it
    name = clean_name("a" * (LONGEST_NAME - 2) + letter)
    assert name == "a" * (LONGEST_NAME - 2)
    assert clean_name("a" * (LONGEST_NAME - 3) + letter).startswith("a" * (LONGEST_NAME - 3) + "x")
    assert clean_name("a" * (LONGEST_NAME - 1) + "👍🏽") == "a" * (LONGEST_NAME - 1)


def test_marks_do_not_heap_up() -> None:
    name = clean_name("x" + ACUTE * 50 + "y" + ACUTE * 50)
    assert sum(unicodedata.category(character) == "Mn" for character in name) <= 8
    assert [character for character in name if character.isalpha()][-1] in "yý"


def test_a_very_long_text_takes_no_time() -> None:
    assert clean_text("x" + ACUTE * 3_000_000).startswith("x")
    with pytest.raises(DocenaError):
        clean_text("\u200b" * 3_000_000)


@given(st.text(st.characters(), max_size=60))
def test_any_text(typed: str) -> None:
    """Cleaning is done once for all, and what is left can be sent and shown anywhere."""
    try:
        name = clean_name(typed)
    except DocenaError:
        return
    assert clean_name(name) == name
    assert name == unicodedata.normalize("NFC", name)
    assert 0 < len(name) <= LONGEST_NAME
    assert name == " ".join(name.split())
    assert not any(unicodedata.category(character)[0] == "C" for character in name)
    name.encode()


def test_a_name_that_is_taken_for_anothers_gets_a_number() -> None:
    assert distinct_name("Ana", ["Luis"]) == "Ana"
    assert distinct_name("Ana", ["ana", "Ana 2"]) == "Ana 3"
    assert distinct_name("V\u0456ctim", ["Victim"]) == "V\u0456ctim 2"
    assert distinct_name("\U0001d538na", ["Ana"]) == "\U0001d538na 2"


def test_a_long_name_makes_room_for_its_number() -> None:
    long = "L" * LONGEST_NAME
    assert distinct_name(long, [long]) == "L" * (LONGEST_NAME - 2) + " 2"
    marked = "a" * (LONGEST_NAME - 4) + "x" + 3 * ACUTE
    found = distinct_name(marked, [marked])
    assert found == "a" * (LONGEST_NAME - 4) + " 2"
    assert clean_name(found) == found
