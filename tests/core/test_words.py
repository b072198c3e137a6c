"""One game is not '1 games': whatever counts something has words for one of it, in both languages."""

import re

import pytest
from page.words import said
from page.words import words as page_words

from docena.core.words import LANGUAGES, say, texts

THINGS = {
    "en": "cards|games|points|coins|wilds|turns|moves|seats|bots|pairs|tables|names|columns|minutes|seconds|clauses"
    "|players|people|entries|lines",
    "es": "cartas|partidas|puntos|monedas|comodines|turnos|jugadas|puestos|bots|parejas|mesas|nombres|columnas|minutos"
    "|segundos|reglas|jugadores|personas|inscripciones|líneas",
}
COUNTED = {
    "en": re.compile(rf"\{{(\w+)\}} (?:stock |more |of )?(?:{THINGS['en']})\b|\{{(\w+)\}} (?:are|were)\b"),
    "es": re.compile(rf"\{{(\w+)\}} (?:{THINGS['es']})\b|\b(?:quedan|quedaban) \{{(\w+)\}}"),
}
"""A number and what is counted, or a verb that agrees with the number."""
NOT_COUNTED = {"name", "names", "title", "last", "minutes"}
SEVERAL = {"game", "card", "players", "seats", "tries", "most", "least", "bound", "goal", "cost", "spread", "points"}
"""What there is more than one of, always: points of a game are 25 or more, and those of a chance have a fraction."""
OTHERS = {
    *("proof.deck_good", "event.mine.won", "seating.bound", "refused.long_match"),
    *("refused.long_replay", "options.players", "options.deck", "options.bots_shared", "join_refused.leave"),
    *("record.deck", "record.legal_lists", "online_refused.many_bots"),
    *("score_refused.counted", "score_refused.points", "seating.anew.note1"),
    *("event_refused.pad_full", "event_refused.too_many_columns"),
    *("event_refused.too_many_left", "event_refused.too_many_left_name", "event_refused.more_than_deck"),
    *("reasons.stocks", "reasons.partner_stocks", "reasons.digs_many", "reasons.wilds", "reasons.nears_many"),
    *("reasons.extras", "reasons.coins", "editions.coins", "editions.facts", "board.cards"),
}
"""Players, the cards of a deck, and texts that are only used of several: their singulars have names of their own."""


def counted(lang: str, text: str) -> set[str]:
    """What a text counts."""
    return {first or second for first, second in COUNTED[lang].findall(text)} - SEVERAL - NOT_COUNTED


@pytest.mark.parametrize("lang", LANGUAGES)
def test_texts_of_the_page_have_a_singular(lang: str) -> None:
    found = page_words(lang)
    short = {key for key, text in found.items() if counted(lang, text) and f"{key}.one" not in found} - OTHERS
    assert not short


@pytest.mark.parametrize("lang", LANGUAGES)
def test_texts_of_the_server_have_a_singular(lang: str) -> None:
    short = {
        f"{section}.{key}"
        for section, known in texts(lang).items()
        for key, text in known.items()
        if counted(lang, text) and f"{key}_one" not in known
    }
    assert not short - OTHERS


def test_singulars_are_said() -> None:
    assert said("new.match.edition", n=1) == "1 game"
    assert said("history.line.left", "es", n=1) == "quedaba 1 carta"
    assert say("en", "audit", "drawn", n=1, seed=7, names="A & B") == "One pair was drawn (numbers 7): A & B."
