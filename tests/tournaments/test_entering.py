"""What is refused: names, lists, results that cannot be; each with a sentence in both languages."""

import pytest
from tournaments.halls import Hall

from docena.core.errors import Refused
from docena.tournaments import director
from docena.tournaments import logged_events as e
from docena.tournaments.audit import audit
from docena.tournaments.entries import NewEntry, read_csv
from docena.tournaments.event_choices import EventChoices
from docena.tournaments.results import GameOutcome


def hall_of(pairs: int = 3, **choices: object) -> Hall:
    hall = Hall(EventChoices("Entering", **choices))  # type: ignore[arg-type]
    hall.enter(pairs)
    return hall


# --- lists


LIST = """Player 1,Player 2,Table
Ana,Luis,
Eva,ana,
,Juan,
Rosa,Pedro,zwei
A,B,C,D
Marta,Hugo,3
Hugo,Inés,
"""


def test_each_lines_error_is_named_and_nothing_is_taken() -> None:
    hall = hall_of()
    with pytest.raises(Refused) as refused:
        read_csv(LIST, hall.event.entries, single=False)
    assert str(refused.value).splitlines() == [
        "Nothing was entered; lines with errors: 5",
        "line 3: ana is entered already: add something that tells the two apart.",
        "line 4: A name needs at least one letter or digit.",
        "line 5: The third column is the number of a table to keep, not 'zwei'.",
        "line 6: There are 4 columns: a line has one or two names, and a table to keep if wished.",
        "line 8: Hugo is entered already: add something that tells the two apart.",
    ]
    assert "línea 3: ana ya está en la lista" in refused.value.said("es")


def test_names_that_are_there_already_are_refused_in_a_list() -> None:
    hall = hall_of()
    with pytest.raises(Refused, match="line 1: a1 is entered already"):
        read_csv("a1,New\nOther,Newer", hall.event.entries, single=False)


@pytest.mark.parametrize(
    "data",
    [
        "Ana;Luis\nEva;\n",
        "Ana\tLuis\nEva",
        b"\xef\xbb\xbfAna,Luis\r\nEva\r\n",
        '"Ana", "Luis"\n\nEva,,\n',
        "Nombre\nAna,Luis\nEva",
        "Ana / Luis\nEva",
        "Ana; Luis\nEva,",
    ],
)
def test_lists_as_spreadsheets_save_them(data: str | bytes) -> None:
    assert [new.names for new in read_csv(data, {}, single=False)] == [("Ana", "Luis"), ("Eva",)]


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ("Lou Mann / Meg Nye / Tim Rye", "The third column is the number of a table to keep, not 'Tim Rye'"),
        ("Ana; Luis, Eva; 3\nRosa; Juan", "'Luis, Eva' has a comma"),
        ("Ana; Luis; Eva\nRosa, Juan\nPedro, Inés, 4", "The third column is the number of a table to keep, not 'Eva'"),
    ],
)
def test_a_third_name_never_becomes_part_of_another(data: str, sentence: str) -> None:
    with pytest.raises(Refused, match=f"line 1: {sentence}|^{sentence}"):
        read_csv(data, {}, single=False)


def test_a_name_in_quotes_keeps_its_comma() -> None:
    assert read_csv('"Nye, Meg";"Mann, Lou"', {}, single=False)[0].names == ("Nye, Meg", "Mann, Lou")


def test_letters_of_older_spreadsheets() -> None:
    assert read_csv("José,Inés".encode("cp1252"), {}, single=False)[0].names == ("José", "Inés")


@pytest.mark.parametrize("data", [b"\x00\x01", "\0", b"\x81\x8d\x00"])
def test_what_is_no_list(data: bytes | str) -> None:
    with pytest.raises(Refused, match="save it as CSV"):
        read_csv(data, {}, single=False)


def test_two_pairs_with_the_same_name() -> None:
    hall = hall_of()
    for names in (("A1", "Zoe"), ("Zoe", "zoe"), (" b2 ", "Zoe")):
        with pytest.raises(Refused, match="entered already"):
            hall.take(e.EntriesAdded((NewEntry(names),)))
    with pytest.raises(Refused, match="entered already"):
        hall.take(e.Renamed(1, ("A2", "B1")))
    hall.take(e.Renamed(1, ("a1", "B1")))
    assert len(hall.event.entries) == 3


def test_players_are_drawn_and_the_odd_one_waits() -> None:
    hall = hall_of(1)
    hall.take(e.EntriesAdded(tuple(NewEntry((f"Solo {n}",)) for n in range(5))))
    hall.take(director.draw_partners(hall.event, "x"))
    assert len(hall.event.units) == 3
    assert len(hall.event.waiting) == 1
    seated = director.seat(hall.event, "x")
    assert hall.event.waiting[0].number not in {entry for table in seated.games[0] for entry in table.entries}
    with pytest.raises(Refused, match="no two players"):
        director.draw_partners(hall.event, "x")
    with pytest.raises(Refused, match="has a partner"):
        hall.take(e.PartnersDrawn(((1, hall.event.waiting[0].number),)))


# --- results


@pytest.mark.parametrize(
    ("left", "winner", "ended", "sentence"),
    [
        ((0, 1, 1, 1, 1, 21), 1, "stock", "Seat 6 cannot have 21 cards left: 20 were dealt"),
        ((0, 0, 1, 1, 1, 1), 1, "stock", "one winner"),
        ((0, 1, 1, 0, 1, 1), 1, "stock", "one winner"),
        ((0, 1, 1, 1, 1, 1), 2, "stock", "Pair 2 has not won"),
        ((3, 1, 1, 1, 1, 1), 1, "stock", "Pair 1 has not won"),
        ((0, 1, 1, 1, 1, 1), 0, "stock", "Who has won"),
        ((0, 1, 1, 1, 1, 1), 4, "stock", "no pair 4"),
        ((0, 1, 1, 1), 1, "stock", "6 stock piles"),
        ((0, 1, 1, 1, 1, -1), 1, "stock", "cannot be negative"),
        ((0, 1, 1, 1, 1, 1), 0, "blocked", "has finished"),
        ((2, 1, 1, 1, 1, 1), 1, "blocked", "no winner"),
        ((2, 1, 1, 1, 1, 1), 1, "time", "pair 1 had not won"),
    ],
)
def test_results_that_cannot_be(left: tuple[int, ...], winner: int, ended: str, sentence: str) -> None:
    hall = hall_of()
    hall.take(director.seat(hall.event, "1"))
    with pytest.raises(Refused, match=sentence) as refused:
        hall.take(e.Reported(1, 1, GameOutcome(left, winner, ended), 0))  # type: ignore[arg-type]
    assert refused.value.said("es") != str(refused.value)
    assert not hall.event.results


def test_a_result_is_reported_once_and_corrected() -> None:
    hall = hall_of()
    hall.take(director.seat(hall.event, "1"))
    good = GameOutcome((0, 1, 1, 1, 1, 1), 1)
    with pytest.raises(Refused, match="no result yet"):
        hall.take(e.Corrected(1, 1, good))
    hall.take(e.Reported(1, 1, good, 0))
    with pytest.raises(Refused, match="has a result"):
        hall.take(e.Reported(1, 1, good, 0))
    hall.take(e.Corrected(1, 1, GameOutcome((1, 0, 1, 1, 1, 1), 2)))
    assert hall.event.results[1, 1].outcome.winner == 2


def test_penalty_cards_raise_what_can_be_left() -> None:
    hall = hall_of()
    hall.take(director.seat(hall.event, "1"))
    much = GameOutcome((0, 22, 1, 1, 1, 1), 1)
    assert not hall.try_to(e.Reported(1, 1, much, 0))
    hall.take(e.Penalised(1, 1, 2, "7.1", 2, "drew seven"))
    hall.take(e.Reported(1, 1, much, 0))
    with pytest.raises(Refused, match="clause"):
        hall.take(e.Penalised(1, 1, 2, "9.9"))


def test_no_stock_pile_has_more_than_the_deck_where_a_die_adds_cards() -> None:
    hall = hall_of(3, edition="mod")
    hall.take(director.seat(hall.event, "1"))
    deck = hall.event.choices.facts.deck_size
    # numbers so long that nobody could write their sum down
    for n in (deck + 1, int("9" * 4300)):
        with pytest.raises(Refused, match=f"the whole deck has {deck}"):
            hall.take(e.Reported(1, 1, GameOutcome((0, n, n, 0, n, n), 1), 0))
    assert hall.try_to(e.Reported(1, 1, GameOutcome((0, deck, 1, 0, 1, 1), 1), 0))


def test_when_the_time_is_over_what_is_left_is_counted() -> None:
    hall = hall_of()
    hall.take(director.seat(hall.event, "1"))
    hall.take(e.Reported(1, 1, GameOutcome((9, 1, 8, 9, 5, 9), 0, "time"), 0))
    assert hall.event.results[1, 1].outcome.winner == 2
    nobody = hall_of(3, time_out="nobody")
    nobody.take(director.seat(nobody.event, "1"))
    nobody.take(e.Reported(1, 1, GameOutcome((9, 1, 8, 9, 5, 9), 0, "time"), 0))
    assert nobody.event.results[1, 1].outcome.winner == 0


def test_partners_who_share_their_piles_must_both_finish() -> None:
    hall = hall_of(3, edition="classic")
    hall.take(director.seat(hall.event, "1"))
    assert not hall.try_to(e.Reported(1, 1, GameOutcome((0, 1, 1, 1, 1, 1), 1), 0))
    assert hall.try_to(e.Reported(1, 1, GameOutcome((0, 0, 1, 0, 1, 1), 1), 0)), (
        "6.3: one of another side may be finished"
    )


# --- taking back, and the log


def test_any_line_is_taken_back_unless_others_rest_on_it() -> None:
    hall = hall_of()
    hall.take(director.seat(hall.event, "1"))
    hall.take(e.Reported(1, 1, GameOutcome((0, 1, 1, 1, 1, 1), 1), 0))
    with pytest.raises(Refused, match="later ones depend on it"):
        hall.take(e.LineTakenBack(2))
    hall.take(e.LineTakenBack(4))
    assert not hall.event.results
    hall.take(e.LineTakenBack(5))
    assert hall.event.results, "taking back the taking back"
    with pytest.raises(Refused, match="no line 1"):
        hall.take(e.LineTakenBack(1))


@pytest.mark.parametrize("lang", ["en", "es"])
def test_the_log_is_told_in_words(lang: str) -> None:
    hall = hall_of()
    hall.take(director.seat(hall.event, "lucky 7"))
    hall.take(e.Reported(1, 1, GameOutcome((0, 1, 1, 1, 1, 1), 1), 2))
    hall.take(e.Disputed(1, 1, 1))
    hall.take(e.Corrected(1, 1, GameOutcome((9, 1, 8, 9, 5, 9), 0, "time")))
    hall.take(e.Penalised(1, 1, 2, "7.2", note="out of turn"))
    hall.take(e.Clocked(1, "start", 60))
    hall.take(e.TableKept(1, 0))
    hall.take(e.Dropped(2))
    hall.take(e.Returned(2))
    hall.take(e.LineTakenBack(11))
    told = audit(hall.lines, lang)
    assert [line.seq for line in told] == list(range(1, 13))
    assert all("{" not in line.text for line in told)
    assert [line.seq for line in told if line.void] == [11]
    assert "lucky 7" in told[2].text
    assert "A2 & B2" in told[9].text
