"""Names that look alike, and names that do not."""

from itertools import combinations

import pytest
from core.make_confusables import HEAD, TABLE, kept, read, table
from hypothesis import given
from hypothesis import strategies as st

from docena.core.confusables import look_alike, name_keys

ALIKE = [
    ("Victim", "V\u0456ctim"),  # Cyrillic
    ("Victim", "\uff36\uff49\uff43\uff54\uff49\uff4d"),  # full width
    ("Victim", "\U0001d415\U0001d422\U0001d41c\U0001d42d\U0001d422\U0001d426"),  # mathematical
    ("Victim", "Vi\u200bctim"),
    ("Victim", "Vic\u2060tim"),
    ("Victim", "V\ufe0fictim"),  # a variation selector
    ("Victim", "V\U000e0101ictim"),
    ("Victim", "Vi\u0307ctim"),  # another dot upon the i
    ("Victim", "V\u0131ctim"),  # and none
    ("Victim", "\u13d9\u13a5ctim"),  # Cherokee
    ("Victim", "V\u2170ctim"),  # a Roman number
    ("Victim", "VICTIM"),
    ("Victim", "V\u0406CTIM"),
    ("Iris", "lris"),
    ("Bill", "Bi11"),
    ("Olga", "0lga"),
    ("Olga", "\u0555lga"),  # Armenian
    ("Emma", "Ernma"),
    ("Hugo", "\u0397ugo"),  # Greek
    ("Hugo", "\u0397UGO"),
    ("Paul", "\u0420\u0430ul"),
    ("Max", "\u041c\u0410\u0425"),
    ("Ana", "\U0001d538na"),
    ("Ana", "\u24b6na"),
    ("Ana", "Ana "),
    ("Ana Mar\u00eda", "Ana\u00a0Mari\u0301a"),
    ("Jos\u00e9", "Jose\u0301"),
    ("Jos\u00e9", "J\u043es\u00e9"),
    ("Stra\u00dfe", "STRASSE"),
    ("Виктор", "Викт\u006f\u0440"),
    ("\u0396\u03c9\u03ae", "Z\u03c9\u03ae"),
]
PEOPLE = [
    *("Victim", "Elia", "Ella", "Ali", "All", "Mila", "Milla", "Lea", "Léa", "Ola", "Ian", "Jan", "Jose", "José"),
    *(
        "Søren",
        "Soren",
        "Łukasz",
        "Lukas",
        "Nuria",
        "Núria",
        "Peña",
        "Pena",
        "Cem",
        "Çem",
        "Sara",
        "Eva",
        "Zoe",
        "Hanna",
    ),
    *("Ana", "Ana 1", "Ana 2", "Bruno", "Bruna", "Marta", "Mara", "Julia", "Juliana", "Ana María", "Anamaría"),
    *(
        "Виктор",
        "Иван",
        "Ивана",
        "Ева",
        "\u0421\u0430\u0440\u0430",
        "Ζωή",
        "Γιώργος",
        "山田",
        "山本",
        "田中",
        "中田",
        "김",
        "긴",
    ),
    *("محمد", "محمود", "דוד", "דויד", "สมชาย"),
]


@pytest.mark.parametrize(("name", "other"), ALIKE)
def test_names_that_look_alike_are_found(name: str, other: str) -> None:
    assert name_keys(name) & name_keys(other)
    assert look_alike(other, ["Berta", name]) == name


def test_names_of_different_people_are_different() -> None:
    for name, other in combinations(PEOPLE, 2):
        assert not name_keys(name) & name_keys(other), (name, other)
    capitals = [name.upper() for name in PEOPLE]
    for name, other in combinations(capitals, 2):
        assert not name_keys(name) & name_keys(other), (name, other)


@given(st.text(min_size=1, max_size=24))
def test_a_name_is_like_itself_whatever_its_capitals(name: str) -> None:
    assert name_keys(name) & name_keys(name.casefold())
    assert name_keys(name) & name_keys(name.casefold().upper().casefold())


def test_the_table_is_made_from_a_file_of_unicodes() -> None:
    text = "\ufeff# Version: 15.1.0\n0430 ;\t0061 ;\tMA\t# ( \u0430 )\n\nFF41 ;\t0061 ;\tMA\n05AD ;\t0596 ;\tMA\n"
    found = read(text + "118E3 ;\t0076 0076 ;\tMA\n0251 ;\t0061 ;\tMA\n")
    assert found["\u0430"] == found["\uff41"] == "a"
    assert table(found) == "61 251 430\n76+76 118E3\n"
    assert kept("rn\u0301")
    assert not kept("\u0596")
    assert TABLE.read_text().startswith(HEAD.format(version="15.1.0"))
