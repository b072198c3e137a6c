"""Positions as text: what is written comes back, and what cannot be is refused with a reason."""

import re
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from entries.play import bot_move
from random_games import DECKS, SETTINGS, STYLES, Setting, positions

from docena.bots import bot_number
from docena.bots.kernels.plans import SEARCH_TABLES
from docena.bots.weights.files import planner_at
from docena.core.errors import Refused
from docena.core.words import LANGUAGES, texts
from docena.engine.positions.position import BadPosition
from docena.engine.table import Tables, new_pads, new_tables, record_in
from docena.engine.view import View
from docena.game.game import Game

DOCUMENT = Path(__file__).parents[2] / "docs" / "position-format.md"
SAFE = re.compile(r"[A-Za-z0-9._~:/?@!$'()*,;-]+")


def expert_move(tables: Tables, mover: int) -> int:
    pads, work = new_pads(1), new_tables(SEARCH_TABLES)
    record_in(pads).chance = 99
    work[:1] = View(tables, mover).tables
    return int(bot_move(work, pads, bot_number("expert"), *planner_at(record_in(tables))))


def comes_back(game: Game, *, chooses: bool) -> None:
    """A whole table and every view of it, through text."""
    text = game.position()
    again = Game.from_position(text)
    assert again.position() == text
    assert again.hash() == game.hash()
    assert again.legal_numbers() == game.legal_numbers()
    assert SAFE.fullmatch(text)
    for seat in [*game.board.seats, None]:
        view = game.view(seat)
        read = View.from_position(view.position())
        assert read.seat == seat
        assert read.as_dict() == view.as_dict()
        assert again.sight(seat) == game.sight(seat)
    if chooses and game.awaits is None and not game.over:
        mover = game.board.mover
        there = expert_move(game.tables, mover)
        assert expert_move(again.tables, mover) == there
        assert expert_move(View.from_position(game.view(mover).position()).tables, mover) == there


def some_games(setting: Setting, lines: int, every: int, styles: tuple[str, ...] = STYLES) -> int:
    n = 0
    for style in styles:
        for number, game in enumerate(positions(setting, "text", style, lines)):
            if number % every == 0 or game.awaits in ("restock", "shuffle") or game.over:
                comes_back(game, chooses=number % 3 == 0)
                n += 1
    return n


@pytest.mark.parametrize("setting", SETTINGS[::2], ids=str)
def test_positions_come_back(setting: Setting) -> None:
    assert some_games(setting, 60, 12, ("mixed", "rare"))


@pytest.mark.long
@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_a_hundred_thousand_positions_come_back(setting: Setting) -> None:
    wanted = 100_000 // len(SETTINGS) + 1
    rng, n = Random(f"long {setting}"), 0
    while n < wanted:
        for number, game in enumerate(positions(setting, rng.getrandbits(40), rng.choice(STYLES), 400)):
            comes_back(game, chooses=number % 2 == 0)
            n += 1


def test_the_game_goes_on_from_a_position_as_it_would_have() -> None:
    for setting in SETTINGS[::9]:
        *_, game = positions(setting, "go on", "mixed", 40)
        again = Game.from_position(game.position())
        assert again.log == []
        for _ in range(60):
            if game.over or game.awaits:
                break
            move = game.legal_moves()[0]
            game.play(move)
            again.play(move)
        assert again.hash() == game.hash()


def test_unknown_cards_are_dealt_at_random() -> None:
    game = Game.new("masters", 3, seed=4)
    seen = game.view(game.mover)
    with pytest.raises(BadPosition, match="give a seed"):
        Game.from_position(seen.position())
    games = [Game.from_position(seen.position(), seed=seed) for seed in (1, 1, 2)]
    assert games[0].hash() == games[1].hash() != games[2].hash()
    for dealt in games:
        assert dealt.view(game.mover).as_dict() == seen.as_dict()
        assert sorted(sum((dealt.board.hand(s) + dealt.board.stock(s) for s in (1, 2, 3)), dealt.board.draw)) == sorted(
            sum((game.board.hand(s) + game.board.stock(s) for s in (1, 2, 3)), game.board.draw)
        )


def test_a_match_score_and_an_own_deck_stand_in_it() -> None:
    setting = Setting("classic", 2, 2, deck="few")
    game = setting.deal(Random(1))
    text = game.position(score=(120, 85), goal=500)
    assert "/m:500.120.85/" in text
    assert "/c:1.2.3.4.5.6.7.8.9.10.11.12.W*3/" in text
    assert {card: n for card, n in Game.from_position(text).options.cards.items() if n} == DECKS["few"]


def test_the_edition_of_a_bare_view_is_found_by_its_facts() -> None:
    for name, partners in (("classic", True), ("mod", False), ("masters", False), ("tournament", True)):
        game = Game.new(name, 4, partners=partners, seed=3)
        assert View(game.tables, 1).position().split("/")[1] == name


def test_a_game_from_a_position_has_no_record() -> None:
    from docena.game.record import record_of

    with pytest.raises(ValueError, match="no record"):
        record_of(Game.from_position(Game.new("classic", seed=1).position()))


# --- what cannot be

PLAIN = "docena1/classic/o:2.2/c:1.2.3.4.5.6.7.8.9.10.11.12.W*3/b:1,,,/1:2.3,4.5,/2:6.7,8.9/d:10.11.12.W*3/t:1.1/n:1.0"
MOD = PLAIN.replace("classic", "mod")
COINS = PLAIN.replace("classic", "masters").replace("/t:", "/k:12.12,0.0.0.0/t:")

IMPOSSIBLE = {
    "too_long": PLAIN + "x" * 9000,
    "begins": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "unknown_field": PLAIN + "/5:1",
    "twice": PLAIN + "/t:1.1",
    "missing": PLAIN.replace("/2:6.7,8.9", ""),
    "number": PLAIN.replace("t:1.1", "t:1.3"),
    "numbers": PLAIN.replace("t:1.1", "t:1"),
    "card": PLAIN.replace("10.11", "10.13"),
    "known_card": PLAIN.replace("b:1,", "b:?,"),
    "fewer_cards": PLAIN.replace("d:10", "d:10*240"),
    "options": PLAIN.replace("o:2.2", "o:2.2.fast"),
    "four_piles": PLAIN.replace("b:1,,,", "b:1"),
    "seat_piles": PLAIN.replace("2:6.7,8.9", "2:6.7,8.9,,,,,"),
    "coins": COINS.replace("12.12,", ""),
    "die": MOD.replace("/t:", "/r:7.1/t:"),
    "state": PLAIN.replace("/t:", "/h:asleep/t:"),
    "state_seats": PLAIN.replace("/t:", "/h:passed.2.1/t:"),
    "wrong_card": PLAIN.replace("b:1,", "b:2,").replace("1:2.3", "1:1.3"),
    "complete": PLAIN.replace("b:1,", "b:1.-*11,"),
    "too_many": PLAIN.replace("d:10", "d:11"),
    "total": PLAIN.replace("d:10.", "d:"),
    "hand": PLAIN.replace("1:2.3", "1:2.3.10.11.12.W").replace("d:10.11.12.W*3", "d:W*2"),
    "aside": PLAIN.replace("d:10.11.12.W*3", "d:10/a:11.12.W*3"),
    "aside_kind": PLAIN.replace("c:1.", "c:1*13.").replace("/t:", "/a:1*12/t:"),
    "aside_unknown": MOD.replace("d:10.11.12.W*3", "d:10/a:?*5"),
    "own_hand": PLAIN.replace("1:2.3", "1:?*2").replace("/t:", "/v:1/t:"),
    "open_card": PLAIN.replace(",8.9", ",8.?"),
    "coins_needed": COINS.replace("/k:12.12,0.0.0.0", ""),
    "no_coins": COINS.replace("masters", "classic"),
    "coin_count": COINS.replace("12.12,", "12.11,"),
    "no_die": PLAIN.replace("/t:", "/r:1-4.1/t:"),
    "phase": PLAIN.replace("/t:", "/h:roll/t:"),
    "out_of_turn": PLAIN.replace("t:1.1", "t:1.1.2"),
    "finished": PLAIN.replace("2:6.7,8.9", "2:6.7").replace("d:10", "d:8.9.10"),
    "no_move": MOD.replace("/t:", "/h:follow.2/t:").replace("b:1,,,", "b:1,-*10,,"),
}


def test_the_plain_position_can_be() -> None:
    for text in (PLAIN, MOD.replace("/t:", "/h:roll/t:"), COINS):
        Game.from_position(text)


@pytest.mark.parametrize("key", IMPOSSIBLE)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_cannot_be_is_refused_with_a_reason(key: str, lang: str) -> None:
    with pytest.raises(Refused) as refused:
        View.from_position(IMPOSSIBLE[key])
    pattern = re.sub(r"\\\{\w+\\\}", ".*", re.escape(texts(lang)["position"][key]))
    assert re.search(pattern, refused.value.said(lang)), refused.value.said(lang)


def test_every_reason_is_tried() -> None:
    assert set(IMPOSSIBLE) | {"field", "unknown_cards"} == set(texts("en")["position"])


def test_any_text_is_a_position_or_refused() -> None:
    rng = Random(5)
    for _ in range(3000):
        text = list(rng.choice((PLAIN, MOD, COINS)))
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(text))
            text[at : at + rng.randint(0, 2)] = rng.choice("0123456789?W.*,:/-$ab\u00e9")
        with suppress(Refused):
            View.from_position("".join(text)).as_dict()


def test_the_document_names_every_word_and_field() -> None:
    from docena.engine.positions import position_writer
    from docena.engine.positions.turn_words import PHASES

    told: Any = set(re.findall(r"`([a-z]+)[.`]", DOCUMENT.read_text(encoding="utf-8")))
    assert set(PHASES) <= told
    fields = set(re.findall(r"`([a-z]):", DOCUMENT.read_text(encoding="utf-8")))
    assert {
        value
        for name, value in vars(position_writer).items()
        if name.isupper() and isinstance(value, str) and len(value) == 1
    } <= fields
