"""A view as text: the same as the view that it is written from, and as silent about what is hidden.

Compiled code cannot be tampered with, so that the planted leaks are written into a copy of the source, uncompiled: they
run only where the engine is plain Python, as it is in one of the runs of `test_all_modes_write_the_same`.
"""

import os
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from types import ModuleType

import msgspec
import pytest
from engine.test_modes import run
from random_games import LONG, SETTINGS, STYLES, Setting, Snapshot, positions
from redraw import own_table, redrawn
from rules.positions import climb, deal, play

from docena.core.cards import card_text
from docena.core.errors import DocenaError
from docena.core.moves import FACES
from docena.engine import view_json as views
from docena.engine import view_writer
from docena.engine.jit import MODE
from docena.engine.table import Tables, record_in
from docena.engine.view import View
from docena.engine.view_json import view_json
from docena.game.game import Game
from docena.tables.messages import BuildingSight, InterruptedSight, SeatSight, ViewSight

LINES = int(os.environ.get("DOCENA_LINES", "400" if LONG else "100"))
EVERY = 2 if LONG else 8

Writer = Callable[[Tables, int | None], bytes]


def texts(cards: list[int]) -> list[str]:
    return [card_text(card) for card in cards]


def by_kind(counted: tuple[int, int]) -> tuple[int, int]:
    return counted[0] & 15, counted[0]


def plain_sight(view: View, log: list[str]) -> ViewSight:
    """The same in plain Python; where something stands in for a card is read from the log."""
    board = Snapshot(view)
    table = board.table
    last = log[-1] if log else ""
    stand_in = int(last[2]) if last.startswith(("R>", "C>")) else 0

    def building(place: int) -> BuildingSight:
        card = board.building(place)[0] if board.height(place) and place != stand_in else 0
        cards = texts(board.building(place))
        return BuildingSight(board.height(place), card_text(card) if card else None, cards, board.beside(place))

    def seat_sight(seat: int) -> SeatSight:
        top = texts(board.stock(seat)[:1])
        return SeatSight(
            board.partner(seat),
            board.hand_size(seat),
            board.stock_size(seat),
            top[0] if top and top != ["?"] else None,
            [texts(pile) for pile in board.discards(seat)],
            board.coins(seat),
            bool(table.passed >> (seat - 1) & 1),
            board.penalised(seat),
        )

    def interrupted() -> InterruptedSight | None:
        if board.mover == board.turn:
            return None
        return InterruptedSight(FACES[table.kept_die] or None, table.kept_die_left, table.kept_talks, table.kept_owed)

    return ViewSight(
        turn=board.turn,
        mover=board.mover,
        turns=board.turns,
        moves=board.moves,
        played=bool(table.played),
        moved=board.moved,
        over=board.over,
        winners=[seat for seat in board.seats if board.over and table.winners >> (seat - 1) & 1],
        awaits=board.awaits,
        building=[building(place) for place in range(1, 5)],
        draw=board.draw_size,
        aside=len(board.aside),
        aside_cards={card_text(card): n for card, n in sorted(Counter(board.aside).items(), key=by_kind)},
        die=board.die,
        die_left=board.die_left,
        toll=board.toll,
        toll_place=table.toll_place + 1 if board.toll else None,
        refill=bool(board.toll and table.refill),
        must_follow=board.must_follow,
        plays_ended=board.plays_ended,
        owed=board.owed,
        talks=table.talks,
        interrupted=interrupted(),
        seats=[seat_sight(seat) for seat in board.seats],
        hand=[] if view.seat is None else texts(board.hand(view.seat)),
        legal=view.legal_moves(),
    )


def some_positions(setting: Setting, styles: tuple[str, ...]) -> Iterator[Game]:
    for style in styles:
        for number, game in enumerate(positions(setting, "wire", style, LINES)):
            stands_in = game.log and game.log[-1].startswith(("R>", "C>"))
            if number % EVERY == 0 or stands_in or game.awaits in ("restock", "shuffle"):
                yield game


@pytest.mark.parametrize("setting", SETTINGS if MODE == "1" else SETTINGS[::8], ids=str)
def test_the_text_is_the_view_and_does_not_change_with_what_is_hidden(setting: Setting) -> None:
    rng = Random(str(setting))
    styles = STYLES if LONG else ("mixed", STYLES[SETTINGS.index(setting) % 3])
    for game in some_positions(setting, styles):
        everybody = [*game.board.seats, None]
        assert game.sights(everybody) == {seat: game.sight(seat) for seat in everybody}, game.log
        for seat in everybody:
            text, plain = game.sight(seat), plain_sight(game.view(seat), game.log)
            assert text == msgspec.json.encode(plain), (seat, game.log)
            assert msgspec.json.decode(text, type=ViewSight) == plain
            assert text == view_json(redrawn(game, seat, rng), seat), (seat, game.log)


def test_all_that_a_text_can_say_is_said() -> None:
    """The games above would prove little if they never came to a toll, a stand-in or a penalty."""
    said: dict[str, set[object]] = {}
    for setting in SETTINGS:
        for game in some_positions(setting, ("mixed",)):
            sight = msgspec.json.decode(game.sight(game.board.mover), type=ViewSight)
            for name in ("awaits", "die", "must_follow"):
                said.setdefault(name, set()).add(getattr(sight, name))
            for name in ("played", "moved", "winners", "talks", "interrupted", "toll_place"):
                said.setdefault(name, set()).add(bool(getattr(sight, name)))
            for name in ("over", "toll", "plays_ended", "owed", "aside", "die_left"):
                said.setdefault(name, set()).add(bool(getattr(sight, name)))
            said.setdefault("top", set()).update(pile.top is None for pile in sight.building if pile.height)
            said.setdefault("beside", set()).update(pile.coins > 0 for pile in sight.building)
            said.setdefault("passed", set()).update(seat.passed for seat in sight.seats)
            said.setdefault("partner", set()).update(seat.partner is not None for seat in sight.seats)
            said.setdefault("penalised", set()).update(seat.penalised for seat in sight.seats)
            said.setdefault("stock", set()).update(len(str(seat.stock)) for seat in sight.seats)
    assert said.pop("awaits") == {None, "roll", "shuffle", "restock"}
    assert said.pop("die") == {None, "1-4", "5-8", "9-12", "wild", "2", "+1"}
    assert said.pop("must_follow") == {None, 1, 2, 3, 4}
    assert said.pop("stock") == {1, 2, 3}
    assert all(values == {False, True} for values in said.values()), said


@pytest.mark.parametrize("moves", [0, 9, 10, 999, 1000, 10_203, 1_000_000, 2_147_483_647])
def test_numbers_of_any_length(moves: int) -> None:
    tables = own_table(Game.new(players=2, seed=1))
    record_in(tables).moves = moves
    assert msgspec.json.decode(view_json(tables, 1), type=ViewSight).moves == moves


def test_a_refill_that_waits_for_a_toll_is_told_until_the_toll_is_settled() -> None:
    """9.3; notes of a toll that is settled say nothing any more."""
    game = deal("masters", hands={1: "1 2 3 4 5$"})
    play(game, *climb(3, 1, 4), "H5$>3")
    before = game.view(1).as_dict()
    play(game, "T")
    after = game.view(1).as_dict()
    assert [(seen["refill"], seen["toll_place"]) for seen in (before, after)] == [(True, 3), (False, None)]


def test_a_seat_that_is_not_there_sees_nothing() -> None:
    game = Game.new(players=2, seed=1)
    for seat in (0, 3, -1):
        with pytest.raises(DocenaError):
            game.sight(seat)


def test_threads_do_not_write_on_one_sheet() -> None:
    games = [Game.new("masters", 4, seed=seed) for seed in range(8)]
    asked = [(game, seat) for game in games for seat in range(1, 5)] * (4 if MODE == "0" else 400)
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(lambda one: one[0].sight(one[1]), asked))
    wanted = {id(game): [game.sight(seat) for seat in range(1, 5)] for game in games}
    assert found == [wanted[id(game)][seat - 1] for game, seat in asked]


@pytest.mark.skipif(MODE != "1", reason="this is one of those runs")
@pytest.mark.parametrize("mode", ["0", "check"])
def test_all_modes_write_the_same(mode: str) -> None:
    assert "passed" in run(mode, "-m", "pytest", "-q", "-p", "no:cacheprovider", __file__, "-k", "not is_said")


# --- planted leaks: mistakes of the writer, which are harmless as long as the table is covered

IMPORTED = "from docena.engine.view_writer import SHEET, write_views\n"
NOT_COVERED = ("    cover(v, seat)\n", "")
MOVES_OF_ANOTHER = ("put_legal(seat, int64(v.mover),", "put_legal(seat, seat,")
MISTAKES = {
    "the hand of whoever moves": ("put_hand(v, seat,", "put_hand(v, int64(v.mover),"),
    "the hand of the seat opposite": ("put_hand(v, seat,", "put_hand(v, (seat + v.players // 2) % v.players,"),
    "the next card of a stock pile": ("v.card[v.stock[seat]])", "v.card[v.below[v.stock[seat]]] & 63)"),
    "the draw pile among the discards": ("int64(v.discard[seat, pile])", "int64(0 if seat + pile else v.draw)"),
    "the draw pile among the cards of a building pile": (
        "put(sheet, n, FACE_UP), int64(v.building[place]))",
        "put(sheet, n, FACE_UP), int64(v.draw))",
    ),
    "the draw pile among the cards set aside": (
        "cell = int64(v.aside)\n    while cell != 0:\n        pad.cards[v.card[cell]] += 1",
        "cell = int64(v.draw)\n    while cell != 0:\n        pad.cards[v.card[cell] & 63] += 1",
    ),
    "the kind of the draw pile's top card": ("int64(v.draw_n)", "int64(v.card[v.draw] & 15)"),
    "to an idle seat, what the mover can play": MOVES_OF_ANOTHER,
}
planted = pytest.mark.skipif(MODE != "0", reason="leaks are planted in plain Python")


def leaky(*changes: tuple[str, str]) -> Writer:
    """The writer of a source with these changes."""
    source = Path(view_writer.__file__).read_text(encoding="utf-8")
    for old, new in changes:
        assert source.count(old) == 1, old
        source = source.replace(old, new)
    module = ModuleType("leaky")
    exec(compile(source, "leaky.py", "exec"), module.__dict__)
    called = Path(views.__file__).read_text(encoding="utf-8")
    assert called.count(IMPORTED) == 1
    exec(compile(called.replace(IMPORTED, ""), "leaky.py", "exec"), module.__dict__)
    writer: Writer = module.view_json
    return writer


def tells_something(writer: Writer) -> bool:
    rng = Random(1)
    return any(
        writer(own_table(game), seat) != writer(redrawn(game, seat, rng), seat)
        for setting in SETTINGS[::15]
        for game in some_positions(setting, ("mixed",))
        for seat in [*game.board.seats, None]
    )


@planted
@pytest.mark.parametrize("mistake", MISTAKES)
def test_planted_leaks_are_caught(mistake: str) -> None:
    assert tells_something(leaky(MISTAKES[mistake], NOT_COVERED))


@planted
def test_moves_found_with_the_full_table_are_caught() -> None:
    assert tells_something(leaky(("legal(v, pad)", "legal(tables[i], pad)"), MOVES_OF_ANOTHER))


@planted
@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_shows_nothing_of_a_covered_table(mistake: str) -> None:
    assert not tells_something(leaky(MISTAKES[mistake]))
