"""Node counts: how many sequences of so many moves there are from a position, as `perft` counts them in chess.

Each file of `perft/` is a position, as a record without its result, and its counts. Any other program can count them
too: wherever chance is awaited, a shuffle or a restock lays the cards in the order of their texts, sorted by code
point, and the die shows the face whose number is the number of lines so far, modulo 6, in the order 1-4, 5-8, 9-12,
wild, 2, +1. New files are written with DOCENA_GOLDEN_UPDATE=1.
"""

import json
import os
from pathlib import Path

import pytest
from model import Model
from random_games import Setting, positions

from docena.core.cards import card_text
from docena.core.moves import FACES
from docena.game.game import Game
from docena.game.record import read_record, record_of, replay, write_record

FOLDER = Path(__file__).parent / "perft"
UPDATE = bool(os.environ.get("DOCENA_GOLDEN_UPDATE"))
DEPTH = 4

POSITIONS: dict[str, tuple[Setting, str, int]] = {
    "classic": (Setting("classic", 2, 2, deck="few"), "plays", 2),
    "classic-partners": (Setting("classic", 4, 2, partners=True, deck="low"), "rare", 19),
    "classic-partners-open": (Setting("classic", 4, 1, partners=True, table="open", deck="few"), "rare", 47),
    "deluxe": (Setting("deluxe", 3, 2, deck="low"), "plays", 11),
    "deluxe-open": (Setting("deluxe", 2, 2, table="open", deck="few"), "rare", 14),
    "masters": (Setting("masters", 2, 3, deck="few-tolls"), "rare", 7),
    "mod": (Setting("mod", 2, 3, deck="few"), "mixed", 10),
    "mod-partners": (Setting("mod", 4, 2, partners=True, deck="few"), "mixed", 18),
    "mod-partners-open": (Setting("mod", 4, 2, partners=True, table="open", deck="few"), "rare", 23),
    "tournament": (Setting("tournament", 4, 3, partners=True, deck="low"), "rare", 18),
    "tournament-open": (Setting("tournament", 4, 2, partners=True, table="open", deck="few"), "mixed", 5),
}
"""Where each position comes from: a random game at a table, of some style, after so many lines."""


def fixed_chance(awaits: str, cards: list[str], seat: int | None, lines: int) -> str:
    if awaits == "roll":
        return f"roll {FACES[1 + lines % 6]}"
    return " ".join([awaits, *([str(seat)] if awaits == "restock" else []), *sorted(cards)])


def settle(game: Game) -> None:
    """Gives all the chance that is awaited."""
    while game.awaits:
        cards = [card_text(card) for card in game.chance_cards()] if game.awaits != "roll" else []
        game.give(fixed_chance(game.awaits, cards, game.board.mover, len(game.log)))


def count(game: Game, depth: int) -> int:
    """How many sequences of `depth` moves there are."""
    if depth == 1:
        return len(game.legal_numbers())
    nodes = 0
    for move in game.legal_numbers():
        twin = game.copy()
        twin.play(move)
        settle(twin)
        nodes += count(twin, depth - 1)
    return nodes


def model_after(line: str, moves: list[str]) -> Model:
    """The model has no copies: it plays a record from the start, and then these moves."""
    record = json.loads(line)
    model = Model.from_record(record)
    lines = 0
    for text in record["log"]:
        model.apply(text)
        lines += 1
    for text in ["", *moves]:
        if text:
            model.apply(text)
            lines += 1
        while model.awaits:
            model.apply(fixed_chance(model.awaits, model.chance_cards(), model.awaits_seat, lines))
            lines += 1
    return model


def count_by_model(line: str, depth: int, moves: list[str]) -> int:
    legal = model_after(line, moves).legal()
    return len(legal) if depth == 1 else sum(count_by_model(line, depth - 1, [*moves, move]) for move in legal)


def written(name: str) -> str:
    setting, style, lines = POSITIONS[name]
    *_, game = positions(setting, "perft", style, lines)
    settle(game)
    counts = [f"depth {depth}: {count(game, depth)}" for depth in range(1, DEPTH + 1)]
    return "\n".join([write_record(record_of(game)), *counts]) + "\n"


@pytest.mark.parametrize("name", POSITIONS)
def test_node_counts(name: str) -> None:
    file = FOLDER / f"{name}.txt"
    if UPDATE:
        file.write_text(written(name), encoding="utf-8")
    line, *counts = file.read_text(encoding="utf-8").splitlines()
    game = replay(read_record(line))
    settle(game)
    assert counts == [f"depth {depth}: {count(game, depth)}" for depth in range(1, DEPTH + 1)]
    for depth in (1, 2):
        assert counts[depth - 1] == f"depth {depth}: {count_by_model(line, depth, [])}"


def test_no_other_counts() -> None:
    assert {file.stem for file in FOLDER.iterdir()} == set(POSITIONS)
