"""Reasons are facts of the table: each is shown by a position in which it holds, and one in which it does not."""

import pytest
from rules.positions import climb, deal, play

from docena.analysis.foresight import foresee, is_revealing, same_end
from docena.analysis.reasons import MOST, Reason, facts_of, reasons_for
from docena.analysis.wording import in_words, say_plan, say_reason, say_reasons
from docena.core.words import LANGUAGES, texts
from docena.game.game import Game

NAMES = ["Ana", "Luis", "Eva", "Leo"]


def keys(game: Game, *moves: str) -> set[str]:
    return {fact.key for fact in facts_of(game.view(game.board.mover), moves)}


def told(game: Game, moves: str, rival: str | None = None, better: bool = True) -> list[str]:
    view = game.view(game.board.mover)
    reasons = reasons_for(view, moves.split(), rival.split() if rival else None, better)
    return [say_reason(reason, NAMES) for reason in reasons]


def test_stock_cards_are_counted() -> None:
    game = deal(stocks={1: "1 9 9", 2: "12 12 12"}, hands={1: "2 3"})
    assert "stock" in keys(game, "S>1")
    assert "stock" not in keys(game, "H12-1")
    assert told(game, "S>1", "H12-1")[0] == "plays a stock card"
    assert "leaves the stock card, a 1, where it is" in told(game, "H12-1", "S>1", better=False)


def test_the_last_stock_card_wins() -> None:
    game = deal(stocks={1: "1", 2: "12"}, hands={1: "2 3"})
    assert told(game, "S>1", "H12-1")[0] == "wins the game"


def test_an_emptied_hand_is_five_new_cards() -> None:
    game = deal(stocks={1: "9 9", 2: "12 12"}, hands={1: "1 2 3 4 5"})
    assert "refill" in keys(game, *climb(1, 1, 5))
    assert "refill" not in keys(game, *climb(1, 1, 4), "H5-1")
    assert "does not empty the hand" in told(game, "H1>1 H2>1 H3>1 H4>1 H5-1", " ".join(climb(1, 1, 5)), better=False)


def test_a_card_that_opens_an_opponents_stock_card_is_a_warning() -> None:
    game = deal(stocks={1: "9 9", 2: "3 12"}, hands={1: "1 2"})
    assert told(game, "H1>1 H2>1 H12-1", "H1>1 H12-1", better=False)[0] == ("opens the way for Luis's stock card, a 3")
    assert "does not open the way for Luis's stock card, a 3" in told(game, "H1>1 H12-1", "H1>1 H2>1 H12-1")
    assert "opens" not in keys(game, "H1>1", "H12-1")


def test_building_on_keeps_an_opponents_card_from_being_played() -> None:
    game = play(deal(stocks={1: "9 9", 2: "3 12"}, hands={1: "1 2 3"}), "H1>1", "H2>1")
    assert told(game, "H3>1 H12-1", "H12-1")[0] == "keeps Luis's 3 from being played"
    assert told(game, "H12-1", "H3>1 H12-1", better=False)[0] == "leaves a pile open for Luis's stock card, a 3"


def test_an_unknown_or_wild_stock_card_is_no_warning() -> None:
    game = deal(stocks={1: "9 9", 2: "W 12"}, hands={1: "1 2"})
    assert not {"opens", "closes", "leaves"} & keys(game, "H1>1", "H12-1")


def test_wilds_are_kept_spent_thrown_away_and_buried() -> None:
    game = deal(stocks={1: "9 9", 2: "12 12"}, hands={1: "W 1 5"})
    assert "keeps the wild" in told(game, "H1>1 H5-1", "HW>1 H5-1")
    assert "spends a wild" in told(game, "HW>1 H5-1", "H1>1 H5-1", better=False)
    assert told(game, "HW-1", "H5-1", better=False)[0] == "throws a wild away"
    assert told(game, "H5-1", "HW-1")[0] == "keeps the wild"
    play(game, "HW-1", "H12-1")
    assert told(game, "H5-1", "H5-2", better=False)[0] == "buries a wild"


def test_discard_piles_in_order_and_out_of_order() -> None:
    game = deal(stocks={1: "9 9", 2: "12 12"}, hands={1: "4 8 8"})
    play(game, "H8-1", "H12-1")
    assert told(game, "H8-1", "H4-2")[0] == "puts the 8 on another 8"
    assert told(game, "H4-1", "H4-2")[0] == "keeps the discard piles in order"
    assert told(game, "H12-1", "H4-1", better=False)[0] == "buries an 8"
    assert told(game, "H4-2", None) == ["starts a discard pile with the 4"]


def test_a_pile_made_ready_for_the_own_stock_card_and_one_built_past_it() -> None:
    game = deal(stocks={1: "4 9", 2: "12 12"}, hands={1: "1 2 3 W"})
    assert "makes a pile ready for the stock card, a 4" in told(game, "H1>1 H2>1 H3>1 H12-1", "H12-1")
    assert "brings a pile within one card of the stock card, a 4" in told(game, "H1>1 H2>1 H12-1", "H12-1")
    play(game, *climb(1, 1, 3))
    assert "builds past the stock card, a 4" in told(game, "HW>1 H12-1", "H12-1", better=False)


def test_plays_from_the_discard_piles_free_them() -> None:
    game = deal(stocks={1: "9 9", 2: "12 12"}, hands={1: "1 2"}, spare=60)
    play(game, "H2-1", "H12-1")
    assert {"digs", "frees"} <= keys(game, "H1>1", "D1>1", "H12-2")


def test_a_completed_pile() -> None:
    game = deal(stocks={1: "9 9", 2: "12 12"}, hands={1: "1 2 3 4 5"}, draw="6 7 8 9 10 11")
    play(game, *climb(1, 1, 10))
    play(game, "H11>1")
    assert "completes" in keys(game, "H12>1", "H12-1")


def test_the_partners_stock_card() -> None:
    game = deal("classic", 4, partners=True, stocks={1: "9 9", 2: "12 12", 3: "1 3", 4: "12 12"}, hands={1: "1 2"})
    assert told(game, "PS>1", "H12-1")[0] == "plays Eva's stock card"
    game = deal("classic", 4, partners=True, stocks={1: "9 9", 2: "12 12", 3: "3 3", 4: "12 12"}, hands={1: "1 2"})
    assert "makes a pile ready for Eva's stock card, a 3" in told(game, "H1>1 H2>1 H12-1", "H12-1")


def test_the_die_and_its_gift() -> None:
    game = deal("mod", 3, stocks={1: "9 9", 2: "12", 3: "12 12"}, hands={1: "2 5"})
    assert "die" in keys(play(game.copy(), "roll 1-4"), "R>1", "H2>1", "H12-1")
    assert {"extra"} <= keys(play(game.copy(), "roll 2"), "H5+1", "H12-1")
    gift = play(game.copy(), "roll +1")
    assert told(gift, "R@2 H12-1", "H12-1") == ["gives Luis a card"]
    assert "leaves the die unused" in told(gift, "H12-1", "R@2", better=False)


def test_the_gift_to_the_leader() -> None:
    game = deal("mod", 3, stocks={1: "9 9", 2: "1 12", 3: "12 12"}, hands={1: "2 5", 2: "2 2"})
    play(game, "roll 2", "H5-1", "roll 2", "S>1", "H12-1", "roll 2", "H12-1", "roll +1")
    assert told(game, "R@2 H12-2", "H12-2")[0] == "gives Luis, who leads, a card"
    assert "gives Eva a card" in told(game, "R@3 H12-2", "H12-2")


def test_coins_tolls_and_buying() -> None:
    game = deal("masters", 3, stocks={1: "9 9", 2: "1 12", 3: "12 12"}, hands={1: "1$$ 2 3"})
    assert told(game, "@2S>1", "H12-1", better=False)[0] == "takes a card off Luis's stock pile"
    assert "costs a coin as a 1" in told(game, "C>1 H2>1 H12-1", "H12-1", better=False)
    assert "keeps coins: 1" in told(game, "H12-1", "C>1 H2>1 H12-1")
    play(game, "H1$$>1")
    assert "pays a toll of 2" in told(game, "T H2>1 H12-1", "X H12-1", better=False)
    assert "stops at a toll of 2" in told(game, "X H12-1", "T H2>1 H12-1", better=False)
    assert "refill" not in keys(game, "X", "H12-1")


def test_buying_the_last_card_of_somebodys_stock_pile_loses() -> None:
    game = deal("masters", 2, stocks={1: "9", 2: "1"}, hands={1: "2 3"})
    assert told(game, "@2S>1", "H12-1", better=False)[0] == "ends the game, and somebody else wins it"


def test_at_most_three_reasons_and_each_only_once() -> None:
    game = deal(stocks={1: "1 9", 2: "2 12"}, hands={1: "W 1 2 3 4"}, spare=60)
    for moves in ("S>1", "H1>1 H2>1 HW>2 H3>1 H4>1", "HW-1", "H1>1 H2>1 H3-1"):
        reasons = reasons_for(game.view(1), moves.split(), ["H4-1"], better=True)
        assert 1 <= len(reasons) <= MOST
        assert len({reason.key for reason in reasons}) == len(reasons)


def test_what_both_plans_do_explains_nothing() -> None:
    game = deal(stocks={1: "1 9", 2: "12 12"}, hands={1: "1 5"})
    play(game, "H5-1", "H12-1")
    assert told(game, "S>1", "S>2") == ["plays a stock card"]  # but something must be said
    apart = told(game, "H1>1 H12-2", "H12-1")
    assert "plays nothing and waits" not in apart
    assert told(game, "H12-1", "H1>1 H12-2", better=False)[0] == "buries a 5"


def test_a_better_plan_is_praised_first_and_a_worse_one_blamed() -> None:
    game = deal(stocks={1: "9 9", 2: "3 12"}, hands={1: "1 2 3 5"}, spare=60)
    play(game, "H5-1", "H12-1", "H1>1", "H2>1")
    praise, blame = "keeps Luis's 3 from being played", "buries a 5"
    assert told(game, "H3>1 H12-1", "H12-2", better=True)[:2] == [praise, blame]
    assert told(game, "H3>1 H12-1", "H12-2", better=False)[:2] == [blame, praise]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_reason_and_step_can_be_said(lang: str) -> None:
    for key in texts(lang)["reasons"].keys() - {"but"}:
        said = say_reason(Reason(key, True, 1.0, seat=2, card="8", place=3, n=4), NAMES, lang)
        assert said
        assert "{" not in said
        assert "None" not in said
    game = deal("masters", 3, stocks={1: "9 9", 2: "1 12", 3: "12 12"}, hands={1: "1$$ 2 3"})
    assert "Luis" in say_plan(game.view(1), ["@2S>1"], NAMES, lang)
    pros_and_cons = [Reason("stock", True, 1.0), Reason("wild", False, 1.0)]
    assert texts(lang)["reasons"]["but"] in say_reasons(in_words(pros_and_cons, NAMES, lang), lang)


def test_every_reason_of_the_texts_is_given_somewhere() -> None:
    from pathlib import Path

    import docena.analysis.reasons as module

    source = Path(module.__file__).read_text(encoding="utf-8")
    for key in texts("en")["reasons"].keys() - {"but"}:
        assert f'"{key}"' in source, key


def test_a_plan_in_words() -> None:
    game = deal(stocks={1: "2 9", 2: "12 12"}, hands={1: "W 1"})
    assert say_plan(game.view(1), ["HW>1", "S>1"], NAMES) == (
        "wild on pile 1 as a 1, stock card 2 on pile 1, then go on with what turns up"
    )
    assert say_plan(game.view(1), ["H1-2"], NAMES, "es") == "terminar con 1 en la pila de descarte 2"


def test_a_view_foresees_no_hidden_card() -> None:
    game = deal(stocks={1: "1 7", 2: "12 12"}, hands={1: "2 3"})
    after = foresee(game.view(1), ["S>1"])[-1]
    assert after.stock_top(1) & 15 == 14
    assert not foresee(game.view(1), ["H12-1"])[-1].hand(2)[0] < 13


def test_plans_that_are_not_legal_are_refused() -> None:
    game = deal(stocks={1: "9 9", 2: "12 12"}, hands={1: "2 3"})
    with pytest.raises(ValueError, match="H2>1 is not legal"):
        foresee(game.view(1), ["H2>1"])


def test_where_a_decision_ends() -> None:
    game = deal(stocks={1: "1 9", 2: "12 12"}, hands={1: "1 2 3 4 5"})
    view = game.view(1)

    def reveals(*moves: str) -> bool:
        boards = foresee(view, moves)
        return is_revealing(boards[-2], boards[-1])

    assert not reveals("H1>1")
    assert reveals("S>1")
    assert reveals("H1-1")
    assert reveals(*climb(1, 1, 5))


def test_what_nobody_sees_ends_no_decision() -> None:
    game = play(deal("mod", 3, stocks={1: "9 9", 2: "12 12", 3: "12 12"}, hands={1: "2 5"}), "roll +1")
    given = foresee(game.view(1), ["R@2"])
    assert given[1].stock_size(2) == 3
    assert not is_revealing(*given)
    both = deal(players=4, partners=True, stocks={1: "1", 2: "12", 3: "12", 4: "12"}, hands={1: "2 5"})
    assert not is_revealing(*foresee(both.view(1), ["S>1"]))  # no card was below it, and the partner has one left


def test_a_refill_of_a_single_card_is_seen() -> None:
    game = deal(stocks={1: "9 9", 2: "9 9"}, hands={1: "1 2 3 4 5"}, draw="7", spare=0)
    boards = foresee(game.view(1), climb(1, 1, 5))
    assert boards[-1].hand_size(1) == boards[-2].hand_size(1) == 1
    assert is_revealing(boards[-2], boards[-1])


def test_plans_that_come_to_the_same() -> None:
    view = deal(stocks={1: "9 9", 2: "12 12"}, hands={1: "1 1 2"}).view(1)
    assert same_end(view, ["H1>1", "H1>2", "H12-1"], ["H1>3", "H1>1", "H12-4"])
    assert not same_end(view, ["H1>1", "H12-1"], ["H1>1", "H2-1"])
    assert not same_end(view, ["H1>1", "H12-1"], ["H12-1"])
