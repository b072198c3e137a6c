"""The sentences that say why a move is not legal, each in a situation where it is the right one."""

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec
import pytest
from rules.positions import climb, deal, draws, play

from docena.core.editions import Edition, edition
from docena.core.errors import IllegalMove
from docena.core.words import card_word, say, texts
from docena.game.game import Game

LADDER = "1 2 3 4 5 6 7 8 9 10 11 12"
UNREACHABLE = {
    "not_legal",  # the last resort: every illegal move has a better sentence
    "owner_stock_finished",  # where cards are sold, a finished stock pile ends the game (9.2)
}


class Case(NamedTuple):
    """A move, and the sentence and the clause that forbid it."""

    key: str
    clause: str
    game: Callable[[], Game]
    move: str
    parts: Mapping[str, Any] = MappingProxyType({})


def masters(coins: int) -> Edition:
    return msgspec.structs.replace(edition("masters"), coins=coins)


def dealt(*events: str, **position: Any) -> Callable[[], Game]:
    return lambda: play(deal(**position), *events)


def mod(*events: str, **position: Any) -> Callable[[], Game]:
    return dealt(*events, edition="mod", **position)


def coins(*events: str, **position: Any) -> Callable[[], Game]:
    return dealt(*events, **{"edition": "masters", **position})


def pairs(*events: str, **position: Any) -> Callable[[], Game]:
    return dealt(*events, players=4, partners=True, **position)


def open_table(*events: str, **position: Any) -> Callable[[], Game]:
    return dealt(*events, table="open", **position)


CASES = [
    Case("over", "5.1", dealt("S>1", stocks={1: "1"}), "H12-1"),
    Case("awaits_shuffle", "4.5", dealt(*climb(1, 1, 12), "H9-1", draw=f"{LADDER} 9 9 9", spare=0), "H9-1"),
    Case("awaits_roll", "8.1", mod(), "H12-1"),
    Case("awaits_restock", "7.1", open_table(*draws(1), "1:draw"), "H12-1"),
    Case("no_seat", "9.2", coins(players=4), "@5S>1", {"seat": 5}),
    Case("no_seat", "8.4", mod("roll +1", players=3), "R@4", {"seat": 4}),
    Case("no_seat", "7.0", open_table(), "3:draw", {"seat": 3}),
    Case("no_seat", "7.0", pairs(table="open"), "1:accuse6", {"seat": 6}),
    Case("pay_first", "9.3", coins("H1$$>1", hands={1: "1$$"}), "H12-1", {"toll": 2}),
    Case("pay_first", "9.3", coins("H1$>1", hands={1: "1$"}), ".", {"toll": 1}),
    Case("follow_first", "8.2", mod("roll 1-4", "R>2", hands={1: "2"}), "H12-1", {"card": 2, "place": 2}),
    Case("follow_first", "8.2", mod("roll 1-4", "R>2", hands={1: "2 1"}), "H1>1", {"card": 2, "place": 2}),
    Case("follow_first", "8.2", mod("roll 1-4", "R>2", hands={1: "2"}), ".", {"card": 2, "place": 2}),
    Case("follow_first", "9.1", coins("C>3", hands={1: "2"}), "C>3", {"card": 2, "place": 3}),
    Case("draw_first", "7.0", open_table("1:draw"), "H12-1", {"owed": 4}),
    Case("no_toll", "9.3", coins(), "T"),
    Case("no_toll", "9.3", dealt(), "X"),
    Case("toll_too_high", "9.3", coins("H1$$>1", edition=masters(1), hands={1: "1$$"}), "T", {"toll": 2, "coins": 1}),
    Case("plays_ended", "9.3", coins("H1$>1", "X", hands={1: "1$ 2"}), "H2>1"),
    Case("plays_ended", "9.3", coins("H1$>1", "X", hands={1: "1$ 2"}), "."),
    Case("hold_cards", "4.6", dealt(), "."),
    Case("not_in_hand", "4.2", dealt(), "H7>1", {"card": "7"}),
    Case("not_in_hand", "4.2", coins(hands={1: "1"}), "H1$>1", {"card": "1$"}),
    Case("not_in_hand", "4.4", dealt(), "HW-1", {"card": "W"}),
    Case("not_in_hand", "8.3", mod("roll 2"), "H7+1", {"card": "7"}),
    Case("does_not_fit", "3.2", dealt("H1>2", hands={1: "1 7"}), "H7>2", {"place": 2, "needed": 2, "card": "7"}),
    Case("does_not_fit", "3.2", dealt(stocks={1: "5 5"}), "S>1", {"place": 1, "needed": 1, "card": "5"}),
    Case("stock_finished", "3.1", pairs("S>1", stocks={1: "1"}), "S>2"),
    Case("discard_empty", "3.4", dealt(), "D4>1", {"pile": 4}),
    Case("no_partner_piles", "6.2", dealt(players=4), "PS>1"),
    Case("no_partner_piles", "6.2", dealt(edition="tournament", players=4), "PD1>1"),
    Case("partner_stock_finished", "3.1", pairs("PS>1", stocks={3: "1"}), "PS>2"),
    Case("partner_discard_empty", "3.4", pairs(), "PD2>1", {"pile": 2}),
    Case("no_die", "8.1", dealt(), "R>1"),
    Case("no_die", "8.1", dealt(), "H12+1"),
    Case("no_die", "8.1", dealt(), "R@2"),
    Case("die_used", "8.1", mod("roll wild", "R>1", "H2>1", hands={1: "2 2"}), "R>2"),
    Case("die_used", "8.3", mod("roll 2", "H12+1", "H12+1"), "H12+1"),
    Case("die_used", "8.4", mod("roll +1", "R@2", players=3), "R@3"),
    Case("die_wrong", "8.2", mod("roll 5-8", hands={1: "2"}), "R>3", {"die": "5-8", "place": 3, "needed": 1}),
    Case("die_wrong", "8.2", mod("roll +1", hands={1: "2"}), "R>1", {"die": "+1", "place": 1, "needed": 1}),
    Case("die_no_follow", "8.2", mod("roll 1-4"), "R>1", {"card": 2}),
    Case("die_no_follow", "8.2", mod("roll 9-12", *climb(1, 1, 11), draw=f"{LADDER} 7 7 7"), "R>1", {"card": 1}),
    Case("not_two", "8.3", mod("roll 5-8"), "H12+1", {"die": "5-8"}),
    Case("last_card", "8.3", mod("roll 2", *climb(1, 1, 4), hands={1: "1 2 3 4"}), "H12+1"),
    Case("not_gift", "8.4", mod("roll wild"), "R@2", {"die": "wild"}),
    Case("not_opponent", "8.4", mod("roll +1"), "R@1", {"seat": 1}),
    Case("not_opponent", "8.4", mod("roll +1", players=4, partners=True), "R@3", {"seat": 3}),
    Case("no_card_to_give", "8.4", mod("roll +1", draw="7", spare=0), "R@2"),
    Case("no_coins_edition", "9.1", dealt(), "C>1"),
    Case("no_coins_edition", "9.2", dealt(), "@2S>1"),
    Case("too_few_coins", "9.1", coins("HW>1", edition=masters(1), hands={1: "W W"}), "C>1", {"needed": 2, "coins": 1}),
    Case("coins_no_follow", "9.1", coins("H1>1", hands={1: "1 2"}), "C>1", {"card": 3}),
    Case("own_card", "9.2", coins(stocks={1: "1 12"}), "@1S>1"),
    Case("no_coin_left", "9.2", coins("@2S>1", edition=masters(1), stocks={2: "1 1 12"}), "@2S>2"),
    Case("owner_discard_empty", "3.4", coins(players=3), "@3D2>1", {"pile": 2, "seat": 3}),
    Case("strict", "7.0", dealt(), "1:draw"),
    Case("not_mover", "7.0", open_table(), "2:draw", {"seat": 1}),
    Case("not_mover", "7.0", open_table("2:out"), "1:draw", {"seat": 2}),
    Case("no_card_to_draw", "4.5", open_table(spare=0), "1:draw"),
    Case("already_out", "7.2", open_table("2:out", players=3), "3:out"),
    Case("your_own_turn", "7.2", open_table(), "1:out"),
    Case("too_late", "7.2", open_table("1:draw"), "2:out"),
    Case("nobody_out", "7.2", open_table(), "2:object"),
    Case("own_objection", "7.2", open_table("2:out"), "2:object"),
    Case("no_talk_rule", "6.5", open_table(players=4), "3:talk"),
    Case("no_talk_rule", "6.5", open_table(edition="tournament", players=4), "1:accuse3"),
    Case("not_partner", "6.5", pairs(table="open"), "2:talk"),
]


def sentence(case: Case, lang: str) -> str:
    parts = {name: card_word(str(part), lang) for name, part in case.parts.items()}
    return say(lang, "why_not", case.key, **parts)


@pytest.mark.parametrize("case", CASES, ids=[f"{case.key} {case.move}" for case in CASES])
def test_the_sentence(case: Case) -> None:
    game = case.game()
    with pytest.raises(IllegalMove) as refused:
        game.play(case.move)
    assert str(refused.value) == sentence(case, "en")
    assert refused.value.clause == case.clause


@pytest.mark.parametrize("case", CASES, ids=[f"{case.key} {case.move}" for case in CASES])
def test_the_sentence_in_spanish(case: Case) -> None:
    assert case.game().why_not(case.move, "es") == sentence(case, "es")


def test_a_refused_move_changes_nothing() -> None:
    game = deal()
    before = game.hash()
    with pytest.raises(IllegalMove):
        game.play("H7>1")
    assert (game.hash(), game.log) == (before, [])


def test_a_legal_move_has_no_sentence() -> None:
    assert deal().why_not("H12-1") is None


def test_every_sentence_has_a_situation() -> None:
    assert {case.key for case in CASES} == set(texts("en")["why_not"]) - UNREACHABLE


def placeholders(text: str) -> list[str]:
    """What a text names; `{a_card}` is the `{card}` with its English article."""
    return sorted(re.findall(r"\{(?:a_)?(\w+)[^}]*\}", text))


def test_spanish_has_the_same_keys_in_all_sections() -> None:
    english, spanish = texts("en"), texts("es")
    assert list(english) == list(spanish)
    for section in english:
        assert list(english[section]) == list(spanish[section]), section


def test_spanish_has_the_same_placeholders_in_all_sections() -> None:
    for section, sentences in texts("en").items():
        for key, sentence in sentences.items():
            assert placeholders(sentence) == placeholders(texts("es")[section][key]), f"{section}.{key}"
