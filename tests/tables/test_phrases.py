"""Quick phrases in both languages."""

import pytest

from docena.core.errors import DocenaError
from docena.core.words import LANGUAGES
from docena.tables.commands import read_command
from docena.tables.phrases import is_phrase, phrases

LONGEST = 30


def test_every_phrase_is_said_in_every_language_and_fits_on_a_button() -> None:
    keys = [list(phrases(lang)) for lang in LANGUAGES]
    assert all(these == keys[0] for these in keys)
    assert len(keys[0]) == 16
    for lang in LANGUAGES:
        said = list(phrases(lang).values())
        assert len(set(said)) == len(said)
        assert all(0 < len(text) <= LONGEST and text == text.strip() for text in said)


def test_phrases_are_known_by_their_keys_alone() -> None:
    assert all(map(is_phrase, phrases("en")))
    assert not any(map(is_phrase, phrases("en").values()))
    assert not is_phrase("")
    assert not is_phrase("__class__")


def test_a_phrase_can_be_asked_for() -> None:
    for key in phrases("en"):
        read_command(f'{{"do": "say", "id": "1", "phrase": "{key}"}}')


def test_what_one_does_with_the_answer_changes_no_text() -> None:
    phrases("en")["hello"] = "changed"
    assert phrases("en")["hello"] == "Hello!"


def test_no_other_language() -> None:
    with pytest.raises(DocenaError, match="no language 'fr'"):
        phrases("fr")
