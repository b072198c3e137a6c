"""What hangs at the door and lies on the tables."""

import re

import pytest
from tournaments.halls import Hall

from docena.tournaments import director
from docena.tournaments import logged_events as e
from docena.tournaments.event_choices import EventChoices, Format
from docena.tournaments.paper.pages import paper
from docena.tournaments.results import GameOutcome


def seated(kind: Format, pairs: int = 6) -> Hall:
    hall = Hall(EventChoices("Paper", format=kind))
    hall.enter(pairs)
    hall.take(director.seat(hall.event, "1"))
    return hall


@pytest.mark.parametrize("kind", ["sheet", "meet", "partners"])
def test_everybody_finds_their_own_name_at_the_door(kind: Format) -> None:
    event = seated(kind).event
    page = paper(event, "seating", "en").partition("Find your table")[2]
    first = re.findall(r"<tr><td>(\w+)</td>", page)
    assert first == sorted(f"{letter}{n}" for letter in "AB" for n in range(1, 7))
    if kind != "partners":
        assert "<tr><td>B3</td><td>A3</td>" in page
    # the table numbers of one player, game by game
    cells = re.findall(r'<td class="number">(\d+)</td>', page.partition("<td>B3</td>")[2].partition("</tr>")[0])
    entry = next(entry.number for entry in event.entries.values() if "B3" in entry.names)
    tables = [str(table.number) for game in event.games for table in game if entry in table.entries]
    assert cells == (tables[:1] if kind == "sheet" else tables)


@pytest.mark.parametrize("kind", ["sheet", "meet"])
def test_a_score_sheet_lies_on_its_table_for_all_games(kind: Format) -> None:
    event = seated(kind).event
    pages = paper(event, "sheets", "en").split("<section")[1:]
    assert len(pages) == 2
    for number, page in enumerate(pages, 1):
        blocks = page.split('class="one-game"')[1:]
        assert len(blocks) == 4
        for game, block in zip(event.games, blocks, strict=True):
            (table,) = (table for table in game if table.number == number)
            names = {name for entry in table.entries for name in event.entries[entry].names}
            assert set(re.findall(r'<th scope="row">\d\. (\w+)</th>', block)) == names
    dealers = re.findall(r"<small>(\w+) deals</small>", pages[0])
    if kind == "sheet":
        assert len(set(dealers)) == 4, "the deal passes left (10.3)"


def test_table_cards_say_who_comes_in_each_game() -> None:
    event = seated("meet").event
    card = paper(event, "cards", "en").split("<section")[1]
    lines = re.findall(r"<tr><td>Game (\d)</td><td>(.*?)</td></tr>", card)
    assert [int(game) for game, _ in lines] == [1, 2, 3, 4]
    for tables, (_, names) in zip(event.games, lines, strict=True):
        assert names == "<br>".join(
            " &amp; ".join(event.entries[entry].names) for side in tables[0].sides for entry in side
        )


def test_certificates_before_the_end_say_on_the_screen_that_places_may_change() -> None:
    hall = seated("sheet", 2)
    assert "may still change" in paper(hall.event, "certificates", "en")
    for game in range(1, 5):
        hall.take(e.Reported(game, 1, GameOutcome((0, 3, 3, 3), 1), 0))
    assert "may still change" not in paper(hall.event, "certificates", "en")


def test_table_cards_say_how_a_game_is_won_in_the_edition_that_is_played() -> None:
    told = {}
    for edition in ("tournament", "classic"):
        hall = Hall(EventChoices("Paper", edition=edition))
        hall.enter(3)
        hall.take(director.seat(hall.event, "1"))
        told[edition] = paper(hall.event, "cards", "en")
    assert "first to finish their stock pile" in told["tournament"], "10.2"
    assert "both partners have finished" in told["classic"], "6.4"
