"""Chapter 8: the die of the mod edition."""

import pytest
from rules.positions import clause_against, climb, deal, discard, hand, play, plays, stock

from docena.core.cards import UNKNOWN
from docena.core.editions import NAMES, edition
from docena.core.errors import DocenaError
from docena.core.moves import FACES
from docena.game.game import Game

LADDER = "1 2 3 4 5 6 7 8 9 10 11 12"


def up_to(height: int, roll: str, after: str = "") -> Game:
    """A pile 1 of this height, built by seat 1, which rolled `roll`; the cards `after` come next from the draw pile."""
    numbers = " ".join(map(str, range(1, height + 1)))
    game = deal("mod", draw=f"{numbers} {after}")
    return play(game, f"roll {roll}", *climb(1, 1, height))


def test_8_1_you_draw_and_roll_at_the_start_of_your_turn() -> None:
    game = deal("mod")
    assert game.awaits == "roll"
    assert game.board.hand_size(1) == 5
    assert game.legal_moves() == []
    play(game, "roll 5-8", "H12-1")
    assert game.board.mover == 2
    assert game.awaits == "roll"


def test_8_1_the_die_has_six_faces() -> None:
    assert FACES[1:] == ("1-4", "5-8", "9-12", "wild", "2", "+1")
    for face in FACES[1:]:
        game = deal("mod")
        game.give(f"roll {face}")
        assert game.board.die == face
    with pytest.raises(DocenaError):
        deal("mod").give("roll 3")


def test_8_1_what_you_rolled_may_be_used_once() -> None:
    game = up_to(0, "wild", "2 4")
    play(game, "R>1", "H2>1")
    assert clause_against(game, "R>1") == "8.1"
    assert plays(game) == []


def test_8_1_at_any_time_of_the_turn() -> None:
    game = up_to(1, "1-4", "3 4 6")
    play(game, "R>1", "H3>1", "H4>1")
    assert game.board.height(1) == 4


def test_8_1_or_not_at_all() -> None:
    game = up_to(0, "wild", "2")
    play(game, "H2-1")
    assert game.board.mover == 2


def test_8_1_what_is_not_used_is_gone_with_the_turn() -> None:
    game = deal("mod")
    play(game, "roll +1", "H12-1", "roll 2")
    assert clause_against(game, "R@1") == "8.4"


def test_8_1_only_mod_has_a_die() -> None:
    assert [name for name in NAMES if edition(name).die] == ["mod"]
    assert deal("classic").awaits is None


@pytest.mark.parametrize(("face", "numbers"), [("1-4", [1, 2, 3, 4]), ("5-8", [5, 6, 7, 8]), ("9-12", [9, 10, 11, 12])])
def test_8_2_a_number_face_stands_in_for_a_card_of_its_range(face: str, numbers: list[int]) -> None:
    for needed in range(1, 13):
        game = up_to(needed - 1, face, "W W W W W W")
        assert ("R>1" in plays(game)) == (needed in numbers)


def test_8_2_wild_stands_in_for_any_number() -> None:
    for needed in range(1, 13):
        assert "R>1" in plays(up_to(needed - 1, "wild", "W W W W W W"))


def test_8_2_the_other_faces_stand_in_for_nothing() -> None:
    for face in ("2", "+1"):
        game = up_to(0, face, "W W")
        assert clause_against(game, "R>1") == "8.2"


def test_8_2_the_next_number_or_a_wild_must_follow_at_once_in_the_same_place() -> None:
    game = up_to(1, "1-4", "1 3 W 12")
    play(game, "R>1")
    assert game.board.height(1) == 2
    assert game.legal_moves() == ["H3>1", "HW>1"]
    assert clause_against(game, "H1>2") == "8.2"
    assert clause_against(game, "H12-1") == "8.2"
    play(game, "H3>1")
    assert game.board.height(1) == 3
    assert "H12-1" in game.legal_moves()


def test_8_2_only_a_card_may_follow_not_another_stand_in() -> None:
    game = up_to(0, "wild", "2")
    play(game, "R>1")
    assert plays(game) == ["H2>1"]


def test_8_2_if_no_such_card_is_at_hand_the_stand_in_is_not_allowed() -> None:
    game = up_to(1, "1-4", "1 2 4 5")
    assert clause_against(game, "R>1") == "8.2"
    assert "R>2" in plays(game), "the 2 can follow there"


def test_8_2_it_may_follow_from_the_stock_pile() -> None:
    game = deal("mod", stocks={1: "2 12"})
    play(game, "roll 1-4", "R>1", "S>1")
    assert game.board.height(1) == 2


def test_8_2_it_may_follow_from_a_discard_pile() -> None:
    game = deal("mod", hands={1: "2"})
    play(game, "roll 2", "H2-3", "roll 2", "H12-1", "roll 1-4")
    play(game, "R>1", "D3>1")
    assert game.board.height(1) == 2


def test_8_2_it_may_not_follow_from_an_opponents_piles() -> None:
    game = deal("mod", 3, stocks={2: "2 12", 3: "W 12"})
    play(game, "roll 1-4")
    assert clause_against(game, "R>1") == "8.2"


def test_8_2_a_partners_stock_and_discard_piles_count() -> None:
    game = deal("mod", 4, partners=True, stocks={3: "2 12"})
    play(game, "roll 1-4", "R>1")
    assert game.legal_moves() == ["PS>1"]
    game = deal("mod", 4, partners=True, hands={3: "2"})
    play(game, "roll 2", "H12-1", "roll 2", "H12-1", "roll 2", "H2-4", "roll 2", "H12-1", "roll 1-4", "R>1")
    assert game.legal_moves() == ["PD4>1"]


def test_8_2_as_a_stand_in_for_12_it_completes_the_pile_and_a_1_must_follow() -> None:
    game = up_to(11, "9-12", "1 5 W")
    play(game, "R>1")
    assert len(game.board.aside) == 11
    assert game.board.height(1) == 0
    assert game.legal_moves() == ["H1>1", "HW>1"]
    play(game, "H1>1")
    assert game.board.height(1) == 1


def test_8_2_a_stand_in_for_12_needs_a_1_or_a_wild() -> None:
    assert clause_against(up_to(11, "9-12", "2 5 7"), "R>1") == "8.2"
    assert clause_against(up_to(11, "9-12", "1 5 7"), "R>1") is None
    assert clause_against(up_to(11, "9-12", "W 5 7"), "R>1") is None


def test_8_2_no_card_lies_where_the_die_stood_in() -> None:
    game = up_to(1, "1-4", "3 4 6")
    play(game, "R>1", "H3>1")
    assert game.board.building(1) == [3, 1]


def test_8_3_up_to_two_more_discards_besides_the_closing_one() -> None:
    game = deal("mod", hands={1: "7 8 9"})
    play(game, "roll 2", "H7+1", "H8+2")
    assert (discard(game, 1, 1), discard(game, 1, 2)) == ("7", "8")
    assert clause_against(game, "H9+1") == "8.3"
    assert game.board.mover == 1
    play(game, "H9-1")
    assert game.board.mover == 2


def test_8_3_apart_at_any_time_of_the_turn() -> None:
    game = deal("mod", hands={1: "7 1 8"})
    play(game, "roll 2", "H7+1", "H1>1", "H8+1", "H12-1")
    assert discard(game, 1, 1) == "12 8 7"


def test_8_3_one_or_none_if_you_like() -> None:
    game = deal("mod", hands={1: "7 8"})
    play(game, "roll 2", "H7+1", "H8-1")
    assert game.board.mover == 2


def test_8_3_never_the_last_card_of_the_hand() -> None:
    game = deal("mod", hands={1: "1 2 3 7 8"})
    play(game, "roll 2", *climb(1, 1, 3), "H7+1")
    assert hand(game, 1) == "8"
    assert clause_against(game, "H8+1") == "8.3"
    assert clause_against(game, "H8-1") is None


def test_8_3_other_faces_give_no_extra_discard() -> None:
    for face in ("1-4", "5-8", "9-12", "wild", "+1"):
        game = play(deal("mod"), f"roll {face}")
        assert clause_against(game, "H12+1") == "8.3"


def test_8_4_an_opponent_takes_the_top_of_the_draw_pile_to_the_bottom_of_the_stock_pile() -> None:
    game = deal("mod", 3, stocks={2: "5 6"}, hands={1: ""}, draw="8 9")
    play(game, "roll +1", "R@2")
    assert stock(game, 2) == "5 6 8"
    assert game.board.draw[0] == 9
    assert game.board.mover == 1


def test_8_4_unseen() -> None:
    game = deal("mod", 3, stocks={2: "5 6"}, hands={1: ""}, draw="8")
    play(game, "roll +1", "R@2")
    for viewer in (1, 2, 3, None):
        assert game.view(viewer).stock(2) == [5, UNKNOWN, UNKNOWN]


def test_8_4_once() -> None:
    game = deal("mod", 3)
    play(game, "roll +1", "R@3")
    assert clause_against(game, "R@2") == "8.4"


def test_8_4_an_opponent_of_your_choice_but_not_yourself() -> None:
    game = play(deal("mod", 3, first=2), "roll +1")
    assert [move for move in game.legal_moves() if "@" in move] == ["R@1", "R@3"]
    assert clause_against(game, "R@2") == "8.4"


def test_8_4_a_partner_is_not_an_opponent() -> None:
    game = play(deal("mod", 4, partners=True), "roll +1")
    assert [move for move in game.legal_moves() if "@" in move] == ["R@2", "R@4"]


def test_8_4_other_faces_give_no_card() -> None:
    for face in ("1-4", "5-8", "9-12", "wild", "2"):
        game = play(deal("mod"), f"roll {face}")
        assert clause_against(game, "R@2") == "8.4"


def test_8_4_with_no_card_to_draw_it_cannot_be_used() -> None:
    game = play(deal("mod", draw="7 7 7 7 7", spare=0), "roll +1")
    assert clause_against(game, "R@2") == "8.4"


def test_8_4_the_set_aside_cards_are_shuffled_for_it() -> None:
    game = deal("mod", stocks={2: "5 6"}, draw=f"{LADDER} 9 9 9", spare=0)
    play(game, "roll +1", *climb(1, 1, 12), "R@2")
    assert game.awaits == "shuffle"
    play(game, "shuffle 4 1 2 3 5 6 7 8 9 10 11 12")
    assert stock(game, 2) == "5 6 4"
    assert game.board.draw_size == 11


def test_8_4_a_finished_stock_pile_is_open_again() -> None:
    game = deal("mod", 4, partners=True, stocks={1: "1"}, hands={1: "", 2: ""}, draw="8")
    play(game, "roll 5-8", "S>1", "H12-1", "roll +1", "R@1")
    assert game.board.stock_size(1) == 1
    assert game.view(3).stock_top(1) == 8
