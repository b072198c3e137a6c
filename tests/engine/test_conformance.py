"""What every table of every edition must keep to, whatever its rules.

`DOCENA_GAMES` and `DOCENA_LINES` say how many games each setting plays and how long they may be: `test_modes` runs
this in all modes of the engine, of which one is slow.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from random import Random

import numpy as np
import pytest
from random_games import LONG, SETTINGS, STYLES, Setting, Snapshot, contents, positions, step

from docena.core.errors import DocenaError, IllegalMove
from docena.core.moves import all_moves, move_text
from docena.core.notation import parse_move
from docena.engine.table import TABLE
from docena.game.game import Game
from docena.game.record import check, read_record, record_of, replay, write_record

GAMES = int(os.environ.get("DOCENA_GAMES", "16" if LONG else "4"))
MOST_LINES = int(os.environ.get("DOCENA_LINES", "100"))

Runs = Callable[[Setting], Iterable[Iterable[Game]]]

# for the whole module, so that all tests of one setting run after each other and its games are played once
every_setting = pytest.mark.parametrize("setting", SETTINGS, ids=str, scope="module")


def played(setting: Setting) -> Iterator[Iterator[Game]]:
    """Random games of a setting, in all styles, each as a run of positions."""
    for number in range(GAMES):
        style = STYLES[(SETTINGS.index(setting) + number) % len(STYLES)]
        yield positions(setting, number, style, MOST_LINES)


@lru_cache(maxsize=1)
def games(setting: Setting) -> list[list[Game]]:
    """The same games with a copy of every position, for all tests that leave them as they are."""
    return [[game.copy() for game in run] for run in played(setting)]


def some_positions(setting: Setting, every: int, runs: Runs = games) -> Iterator[Game]:
    """One position in so many, and the last of each game."""
    for run in runs(setting):
        for number, position in enumerate(run):
            if number % every == 0 or position.over:
                yield position


@every_setting
def test_legal_moves_are_sorted_and_unique_and_have_one_text_and_one_number(setting: Setting) -> None:
    for game in some_positions(setting, every=2):
        numbers, texts = game.legal_numbers(), game.legal_moves()
        assert numbers == sorted(set(numbers))
        assert texts == sorted(set(texts))
        assert sorted(parse_move(text).number for text in texts) == numbers
        assert sorted(move_text(number) for number in numbers) == texts
        assert bool(numbers) == (not game.over and game.awaits is None)


@every_setting
def test_each_seat_sees_its_own_moves_and_idle_seats_see_none(setting: Setting) -> None:
    for game in some_positions(setting, every=6):
        board = game.board
        moves = {seat: game.view(seat).legal_moves() for seat in board.seats}
        assert sorted(move for seat in board.seats for move in moves[seat]) == game.legal_moves()
        assert game.view(None).legal_moves() == []
        for seat in board.seats:
            if seat != board.mover:
                assert all(move.startswith(f"{seat}:") for move in moves[seat])
            if seat != board.mover and not board.open_table:
                assert moves[seat] == []


@every_setting
def test_cards_and_coins_are_conserved(setting: Setting) -> None:
    for game in some_positions(setting, every=1):
        board = Snapshot(game.board)
        piles = [board.draw, board.aside, *(board.building(place) for place in range(1, 5))]
        for seat in board.seats:
            piles += [board.hand(seat), board.stock(seat), *board.discards(seat)]
            assert len(board.hand(seat)) == board.hand_size(seat) <= 5
            assert len(board.stock(seat)) == board.stock_size(seat)
        assert len(board.draw) == board.draw_size
        assert sorted(card for pile in piles for card in pile) == sorted(game.options.deck)
        coins = [board.coins(seat) for seat in board.seats] + [board.beside(place) for place in range(1, 5)]
        assert min(coins) >= 0
        assert sum(coins) == game.options.edition.coins * game.options.players


@every_setting
def test_a_copy_is_equal_and_independent(setting: Setting) -> None:
    rng = Random(str(setting))
    for game in some_positions(setting, every=20, runs=played):
        before = bytes(game.board), game.hash(), list(game.log)
        _ = [np.full(TABLE.itemsize, 255, np.uint8) for _ in range(50)]  # memory that is not zero, should it be used
        twin = game.copy()
        assert (bytes(twin.board), twin.hash(), twin.log) == before
        for _ in range(10):
            if not twin.over:
                step(twin, rng, "mixed")
        assert (bytes(game.board), game.hash(), game.log) == before
        assert twin.log[: len(game.log)] == game.log


@every_setting
def test_undo_brings_everything_back(setting: Setting) -> None:
    for run in played(setting):
        *_, last = run
        # what the game looked like before each of its moves, from the beginning
        fresh = Game(last.options, last.deck, last.first)
        before = []
        for line in last.log:
            if fresh.awaits:
                fresh.give(line)
            else:
                before.append((line, bytes(fresh.board), list(fresh.log)))
                fresh.play(line)
        assert bytes(fresh.board) == bytes(last.board)
        for line, table, log in reversed(before):
            _ = [np.full(TABLE.itemsize, 255, np.uint8) for _ in range(5)]
            assert last.undo() == line
            assert (bytes(last.board), last.log) == (table, log)
        with pytest.raises(DocenaError):
            last.undo()


@every_setting
def test_a_game_goes_on_the_same_after_undo(setting: Setting) -> None:
    for game in some_positions(setting, every=30):
        twin, before = game.copy(), game.hash()
        for move in game.legal_moves()[::3]:
            twin.play(move)
            assert twin.undo() == move
            assert (twin.hash(), twin.log) == (before, game.log)


@every_setting
def test_a_record_gives_the_game_back(setting: Setting) -> None:
    for game in some_positions(setting, every=60):
        record = record_of(game)
        line = write_record(record)
        read = read_record(line)
        assert read == record
        assert write_record(read) == line
        again = replay(read)
        assert (again.hash(), again.log, again.result) == (game.hash(), game.log, game.result)
        assert bytes(again.board) == bytes(game.board)
        assert check(read_record(write_record(record_of(game, reason="abandoned")))).hash() == game.hash()


@every_setting
def test_listed_moves_can_be_made_and_others_cannot(setting: Setting) -> None:
    rng = Random(str(setting))
    for game in some_positions(setting, every=15):
        listed, before = game.legal_numbers(), bytes(game.board)
        for move in listed:
            twin = game.copy()
            twin.play(move)
            assert twin.log == [*game.log, move_text(move)]
            assert bytes(twin.board) != before
        for move in rng.sample(sorted(set(all_moves()) - set(listed)), 25):
            with pytest.raises(IllegalMove) as error:
                game.play(move)
            assert len(str(error.value)) > 5
            assert error.value.clause[0].isdigit()
            assert game.why_not(move) == str(error.value)
            assert game.why_not(move, "es")
        assert bytes(game.board) == before
        assert all(game.why_not(move) is None for move in listed)


@every_setting
def test_chance_that_is_not_awaited_is_refused(setting: Setting) -> None:
    for game in some_positions(setting, every=12):
        before, awaited, mover = (bytes(game.board), list(game.log)), game.awaits or "a move", game.board.mover
        lines = ["", "S>1", "roll 7", "shuffle", "shuffle 13", f"restock {mover}", f"restock {mover % 6 + 1} 1 1"]
        others = {"roll": "roll 5-8", "shuffle": "shuffle 1 1", "restock": f"restock {mover} 1 1"}
        lines += [line for word, line in others.items() if word != awaited or sorted(game.chance_cards()) != [1, 1]]
        for line in lines:
            if line != "roll 5-8" or awaited != "roll":
                with pytest.raises(DocenaError):
                    game.give(line)
        assert (bytes(game.board), game.log) == before


def plays_onto(moves: list[str], place: int) -> list[str]:
    return [move for move in moves if move[0] in "HDS" and move.endswith(f">{place}")]


def after(game: Game, *moves: str) -> Game | None:
    """The game after these moves, with tolls paid; None if they cannot be made one after the other without chance."""
    twin = game.copy()
    for move in moves:
        if twin.over or twin.awaits or move not in twin.legal_moves():
            return None
        twin.play(move)
        if "T" in twin.legal_moves():
            twin.play("T")
    return twin


@every_setting
def test_equal_positions_have_equal_hashes_whatever_the_order_of_moves(setting: Setting) -> None:
    """Two plays from different places onto different building piles, made in either order."""
    rng = Random(str(setting))
    for game in some_positions(setting, every=7):
        moves = game.legal_moves()
        pairs = [
            (one, other)
            for place in range(1, 4)
            for one in plays_onto(moves, place)
            for other in plays_onto(moves, place + 1)
            if one[0] != other[0] or one[0] == "H"
        ]
        for one, other in rng.sample(pairs, min(3, len(pairs))):
            here, there = after(game, one, other), after(game, other, one)
            if here is not None and there is not None and same_cards(here, there):
                assert here.legal_moves() == there.legal_moves()
                assert here.hash() == there.hash(), (one, other, write_record(record_of(game)))


def same_cards(one: Game, other: Game) -> bool:
    """Whether the same cards lie in the same places; those set aside lie in no order."""
    return contents(Snapshot(one.board)) == contents(Snapshot(other.board))


@every_setting
def test_different_positions_have_different_hashes(setting: Setting) -> None:
    """Every line changes the position, but for an accusation that is not upheld (6.5)."""
    last = ""
    for game in positions(setting, 0, "mixed", MOST_LINES // 2):
        if not game.log or "accuse" not in game.log[-1]:
            assert game.hash() != last
        last = game.hash()
