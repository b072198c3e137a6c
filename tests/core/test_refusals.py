"""What cannot be is refused in the language of whoever asked for it."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.json import decode, encode

from docena.arena.simulate import bots_for
from docena.bots import UnknownBot, bot_number
from docena.core.editions import edition
from docena.core.errors import Refused
from docena.core.options import choose_options
from docena.core.scores import ScoreSheet
from docena.core.words import texts
from docena.game.game import Game
from docena.game.record import BadRecord, check, read_record, record_of, write_record
from docena.tables.codes import read_code
from docena.tables.naming import clean_name, clean_text
from docena.tables.table_choices import Choices, options_from

SHEET = ScoreSheet(2, partners=False)


def entered(**changes: Any) -> None:
    SHEET.add({"reason": "stock", "winners": [1], "stock": [0, 3], "points": 40} | changes)


OPTIONS: dict[str, Callable[[], object]] = {
    "edition": lambda: edition("poker"),
    "players": lambda: choose_options("tournament", 3),
    "never_partners": lambda: choose_options("masters", 4, partners=True),
    "always_partners": lambda: choose_options("tournament", 4, partners=False),
    "partners": lambda: choose_options("classic", 5, partners=True),
    "table": lambda: choose_options("classic", 2, table="round"),
    "never_open": lambda: choose_options("masters", 2, table="open"),
    "short_or_stock": lambda: choose_options("classic", 2, stock=5, short=True),
    "stock": lambda: choose_options("classic", 2, stock=0),
    "deck": lambda: choose_options("classic", 6, stock=90),
    "card_count": lambda: choose_options("classic", 2, cards={"1": -1}),
    "card_toll": lambda: choose_options("classic", 2, cards={"1$": 2}),
    "deck_size": lambda: choose_options("classic", 2, cards={"1": 1}),
    "goal_or_games": lambda: options_from(Choices(goal=100, games=3)),
    "bot": lambda: bot_number("deep"),
    "bot_level": lambda: options_from(Choices(bots={"2": "random"})),
    "bot_seat": lambda: options_from(Choices(bots={"3": "casual"})),
    "bots_shared": lambda: bots_for(["casual", "greedy"], 3),
    "mass_master": lambda: bots_for(["master"], 2),
}
SCORES: dict[str, Callable[[], object]] = {
    "players": lambda: ScoreSheet(7, partners=False),
    "partners": lambda: ScoreSheet(3, partners=True),
    "goal_or_games": lambda: ScoreSheet(2, partners=False, goal=1, games=1),
    "goal": lambda: ScoreSheet(2, partners=False, goal=-1),
    "games": lambda: ScoreSheet(2, partners=False, games=0),
    "no_game": lambda: SHEET.take_back(),
    "reason": lambda: entered(reason="bored"),
    "counted": lambda: entered(stock=[0]),
    "negative": lambda: entered(stock=[0, -3]),
    "scoreless_blocked": lambda: entered(reason="blocked"),
    "scoreless_abandoned": lambda: entered(reason="abandoned"),
    "winners": lambda: entered(winners=[1, 2]),
    "unfinished": lambda: entered(stock=[1, 3]),
    "points": lambda: entered(points=41),
    "seat": lambda: entered(winners=[3]),
}
JOINING: dict[str, Callable[[], object]] = {
    "empty_name": lambda: clean_name(" \u200b "),
    "empty_text": lambda: clean_text("\u202e"),
    "code_length": lambda: read_code("K3M"),
    "code_character": lambda: read_code("K0M9T"),
}
CASES = [
    *(("options", key, do) for key, do in OPTIONS.items()),
    *(("score_refused", key, do) for key, do in SCORES.items()),
    *(("refused", key, do) for key, do in JOINING.items()),
]


@pytest.mark.parametrize(("section", "key", "do"), CASES, ids=[f"{section}.{key}" for section, key, _ in CASES])
def test_a_refusal_is_said_in_both_languages(section: str, key: str, do: Callable[[], object]) -> None:
    with pytest.raises(Refused) as caught:
        do()
    refusal = caught.value
    assert str(refusal) == refusal.said("en")
    for lang in ("en", "es"):
        # the words around the parts that are filled in
        words = [word for word in texts(lang)[section][key].split() if "{" not in word]
        assert words
        assert all(word in refusal.said(lang) for word in words)
        assert "{" not in refusal.said(lang)
    assert refusal.said("es") != refusal.said("en")


def test_every_refusal_of_options_and_scores_is_among_them() -> None:
    assert texts("es")["options"].keys() - OPTIONS.keys() == {"from_to", "or"}
    assert texts("es")["score_refused"].keys() - SCORES.keys() == {"over"}


def test_lists_of_numbers_are_in_the_language_too() -> None:
    with pytest.raises(Refused) as caught:
        choose_options("classic", 7)
    assert caught.value.said("es") == "classic es para 2 a 6 jugadores, no para 7"
    with pytest.raises(UnknownBot) as unknown:
        bot_number("deep")
    assert unknown.value.said("es").startswith("no hay ningún bot llamado «deep»")


def dealt() -> dict[str, Any]:
    """A record of a game in which nothing has been played yet."""
    record: dict[str, Any] = decode(write_record(record_of(Game.new("classic", 2, stock=2, seed=3, first=1))))
    return record


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"docena": 2}, "esta es la versión 2 del formato de registros; solo se conoce la versión 1"),
        ({"edition": "poker"}, "no se conoce la edición «poker»; da su archivo con --edition-file"),
        ({"first": 5}, "regla 2.3: first es 5, y los puestos son del 1 al 2"),
        ({"deck": "1 2"}, "regla 1.1: el mazo tiene 2 cartas, y esta partida se juega con 162"),
        ({"options": {"stock": 90}}, "regla 2.4: 2 pilas de reserva de 90 cartas necesitan 180 cartas"),
        ({"log": ["H13>1"]}, "log[0], regla 4.2: «H13>1» no es una jugada: después de «H» debería venir una carta"),
        ({"log": ["D1>1"]}, "log[0], regla 3.4: «D1>1» no es legal: Tu pila de descarte 1 está vacía."),
        ({"log": ["roll 2"]}, "log[0], regla 8.1: roll: la partida espera una jugada, no 'roll 2'"),
        ({"log": ["shuffle"]}, "log[0], regla 4.5: shuffle: en «shuffle» falta el orden de las cartas"),
        ({"legal": [[]]}, "legal tiene 1 listas, y el registro tiene 0 jugadas"),
    ],
)
def test_broken_records_are_explained_in_both_languages(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(BadRecord) as caught:
        check(read_record(encode(dealt() | changes)))
    assert caught.value.said("es").startswith(said)
    assert caught.value.said("en") == str(caught.value) != caught.value.said("es")
