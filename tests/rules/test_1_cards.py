"""Chapter 1: cards."""

from pathlib import Path

import pytest
from rules.positions import deal, hand, play

from docena.core.editions import BadEdition, edition, edition_text, read_edition, read_edition_file
from docena.core.notation import BadCard, card_code
from docena.core.options import BadOptions, choose_options

NUMBERS = [str(number) for number in range(1, 13)]


@pytest.mark.parametrize("name", ["classic", "deluxe", "tournament"])
def test_1_1_twelve_of_each_number_and_18_wilds(name: str) -> None:
    assert edition(name).cards == {**dict.fromkeys(NUMBERS, 12), "W": 18}
    assert edition(name).deck_size == 162


@pytest.mark.parametrize("name", ["classic", "deluxe", "tournament"])
def test_1_1_the_deck_that_is_dealt_holds_them(name: str) -> None:
    deck = choose_options(name, 4).deck
    assert len(deck) == 162
    assert all(deck.count(card_code(number)) == 12 for number in NUMBERS)
    assert deck.count(card_code("W")) == 18


def test_1_1_blank_cards_are_not_used() -> None:
    with pytest.raises(BadCard):
        card_code("blank")
    with pytest.raises(BadEdition):
        read_edition(edition_text("classic") + "blank = 4\n", "with blanks")


def test_1_2_mod_has_eight_of_each_number_and_16_wilds() -> None:
    assert edition("mod").cards == {**dict.fromkeys(NUMBERS, 8), "W": 16}
    assert edition("mod").deck_size == 112


def test_1_3_masters_has_twelve_of_each_number_and_24_wilds() -> None:
    cards = edition("masters").cards
    assert edition("masters").deck_size == 168
    assert all(cards[number] + cards[f"{number}$"] + cards[f"{number}$$"] == 12 for number in NUMBERS)
    assert cards["W"] == 24


def test_1_3_of_each_number_two_cards_have_a_toll_of_1_and_one_a_toll_of_2() -> None:
    cards = edition("masters").cards
    assert all(cards[f"{number}$"] == 2 and cards[f"{number}$$"] == 1 for number in NUMBERS)
    assert not any("$$$" in card for card in cards)


def test_1_3_wilds_carry_no_toll() -> None:
    assert [card for card in edition("masters").cards if card.startswith("W")] == ["W"]


def test_1_3_the_dollar_signs_are_the_toll() -> None:
    game = deal("masters", hands={1: "1$$"})
    assert play(game, "H1$$>1").board.toll == 2


def test_1_4_a_file_can_replace_an_editions_composition(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(edition_text("classic").replace("W = 18", "W = 30"), encoding="utf-8")
    options = choose_options(read_edition_file(file), 2)
    assert options.deck.count(card_code("W")) == 30
    assert len(options.deck) == 174


def test_1_4_with_the_tolls_that_are_printed_on_the_cards(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(edition_text("masters").replace("W = 24", 'W = 20\n"W$$$" = 4'), encoding="utf-8")
    game = deal(read_edition_file(file), hands={1: "W$$$"})
    assert play(game, "HW$$$>1").board.toll == 3


def test_1_4_tolls_need_an_edition_with_coins() -> None:
    with pytest.raises(BadOptions, match="toll"):
        choose_options("classic", 2, stock=2, cards={"7$": 10})
    with pytest.raises(BadEdition, match="toll"):
        read_edition(edition_text("classic") + '"7$" = 2\n', "tolls without coins")


def test_1_4_a_game_is_dealt_from_the_composition_given() -> None:
    game = deal(stocks={1: "3", 2: "4"}, draw="1 1 1 1 1 W", spare=0)
    assert sorted(game.deck) == [1, 1, 1, 1, 1, 3, 4, card_code("W")]
    assert hand(game, 1) == "1 1 1 1 1"
