"""Random games of every setting, line by line against the model, which was written separately from the rulebook."""

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from model import STAND_IN, Model
from random_games import LONG, SETTINGS, STYLES, Setting, Snapshot, step

from docena.core.cards import card_text
from docena.game.game import Game
from docena.game.record import record_of, write_record

EXAMPLES = 150 if LONG else 10
MOST_LINES = 2000 if LONG else 250


TEXT = [card_text(code) for code in range(64)]


def texts(cards: list[int]) -> list[str]:
    return [TEXT[card] for card in cards]


def seen_in_game(game: Game) -> dict[str, object]:
    """All that the engine says of a position, in the model's words."""
    board = Snapshot(game.board)
    stocks = [texts(board.stock(seat))[::-1] for seat in board.seats]
    cards = texts(game.chance_cards()) if game.awaits in ("shuffle", "restock") else []
    return {
        "legal": game.legal_moves(),
        "awaits": game.awaits,
        "chance cards": sorted(cards),
        "result": game.result,
        "mover": board.mover,
        "turn": board.turn,
        "hands": [sorted(texts(board.hand(seat))) for seat in board.seats],
        "hand sizes": [board.hand_size(seat) for seat in board.seats],
        # while a stock pile waits to be shuffled (7.1) its face-down cards are in no order
        "stocks": [sorted(pile) for pile in stocks] if game.awaits == "restock" else stocks,
        "stock sizes": [board.stock_size(seat) for seat in board.seats],
        "discards": [[texts(pile)[::-1] for pile in board.discards(seat)] for seat in board.seats],
        "building": [texts(board.building(place))[::-1] for place in range(1, 5)],
        "heights": [board.height(place) for place in range(1, 5)],
        "draw": texts(board.draw)[::-1],
        "draw size": board.draw_size,
        "aside": sorted(texts(board.aside)),
        "coins": [board.coins(seat) for seat in board.seats],
        "beside": [board.beside(place) for place in range(1, 5)],
        "owed": 0 if game.awaits else board.owed,  # a draw that waits for a shuffle is owed or is not
        "toll": board.toll,
        "must follow": board.must_follow,
        "penalised": [board.penalised(seat) for seat in board.seats],
    }


def seen_in_model(model: Model) -> dict[str, object]:
    return {
        "legal": model.legal(),
        "awaits": model.awaits,
        "chance cards": sorted(model.chance_cards()),
        "result": model.result,
        "mover": model.mover,
        "turn": model.turn,
        "hands": [sorted(hand) for hand in model.hands],
        "hand sizes": [len(hand) for hand in model.hands],
        "stocks": [sorted(pile) for pile in model.stocks] if model.awaits == "restock" else model.stocks,
        "stock sizes": [len(pile) for pile in model.stocks],
        "discards": model.discards,
        "building": [[card for card in pile if card != STAND_IN] for pile in model.building],
        "heights": [len(pile) for pile in model.building],
        "draw": model.draw,
        "draw size": len(model.draw),
        "aside": sorted(model.aside),
        "coins": model.coins,
        "beside": model.beside,
        "owed": 0 if model.awaits else model.now.owed,
        "toll": model.now.toll,
        "must follow": None if model.now.follow is None else model.now.follow + 1,
        "penalised": model.penalised,
    }


def compare(game: Game, model: Model) -> None:
    ours, theirs = seen_in_game(game), seen_in_model(model)
    if ours != theirs:
        differences = [f"{key}: engine {ours[key]}, model {theirs[key]}" for key in ours if ours[key] != theirs[key]]
        pytest.fail("\n".join([*differences, write_record(record_of(game))]))


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
@settings(max_examples=EXAMPLES, derandomize=True, deadline=None, database=None)
@given(seed=st.integers(0, 2**32), style=st.sampled_from(STYLES))
def test_every_line_agrees_with_the_model(setting: Setting, seed: int, style: str) -> None:
    rng = Random(seed)
    game = setting.deal(rng)
    model = Model.from_record(json.loads(write_record(record_of(game))))
    compare(game, model)
    for _ in range(MOST_LINES):
        if game.over:
            break
        model.apply(step(game, rng, style))
        compare(game, model)
