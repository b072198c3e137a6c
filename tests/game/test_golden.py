"""Golden games: whole games in plain text, to be read by people, and written again by every run of the tests.

A change of the rules or of the notation shows here as a difference that a person can judge. If it is meant, run the
tests once with DOCENA_GOLDEN_UPDATE=1 and read the difference before committing it.
"""

import os
from pathlib import Path

import pytest
from random_games import Setting, positions

from docena.core.cards import cards_text
from docena.core.editions import NAMES
from docena.core.moves import FACES
from docena.core.notation import is_chance
from docena.engine.board import Board
from docena.game.game import Game

FOLDER = Path(__file__).parent / "golden"
UPDATE = bool(os.environ.get("DOCENA_GOLDEN_UPDATE"))
MOST_LINES = 400

GAMES: dict[str, tuple[Setting, str, int]] = {
    "classic": (Setting("classic", 2, 8), "plays", 14),
    "classic-blocked": (Setting("classic", 2, 3, deck="few"), "uniform", 9),
    "classic-shuffle": (Setting("classic", 3, 8, deck="wild"), "mixed", 34),
    "classic-open": (Setting("classic", 3, 2, table="open"), "mixed", 16),
    "classic-partners": (Setting("classic", 4, 2, partners=True), "plays", 46),
    "deluxe": (Setting("deluxe", 5, 3), "plays", 30),
    "deluxe-partners-open": (Setting("deluxe", 4, 1, partners=True, table="open"), "mixed", 27),
    "mod": (Setting("mod", 2, 4), "mixed", 15),
    "mod-partners-open": (Setting("mod", 4, 1, partners=True, table="open"), "mixed", 23),
    "masters": (Setting("masters", 3, 4, deck="tolls"), "mixed", 42),
    "tournament": (Setting("tournament", 6, 2, partners=True), "plays", 59),
    "tournament-open": (Setting("tournament", 4, 2, partners=True, table="open"), "mixed", 36),
}
"""What is played, how, and with which seed."""


def on_the_table(board: Board) -> list[str]:
    """The table in words, with every card that does not lie face down."""
    out = f", out of turn: it is the turn of seat {board.turn}" if board.mover != board.turn else ""
    lines = ["", f"== seat {board.mover}{out}"]
    for place in range(1, 5):
        cards = cards_text(board.building(place)[::-1])
        coins = f", {board.beside(place)} coins beside it" if board.beside(place) else ""
        if board.height(place) or coins:
            lines.append(f"building pile {place} has reached {board.height(place)}: {cards}{coins}")
    lines.append(f"draw pile {board.draw_size}, set aside {len(board.aside)}")
    for seat in board.seats:
        top = cards_text([board.stock_top(seat)]) if board.stock_size(seat) else "finished"
        piles = enumerate(board.discards(seat), 1)
        discards = ", ".join(f"pile {number}: {cards_text(pile[::-1])}" for number, pile in piles if pile)
        parts = [f"seat {seat}: stock {board.stock_size(seat)}, {top}", f"hand {cards_text(board.hand(seat))}".strip()]
        parts += [f"discard {discards}"] if discards else []
        parts += [f"{board.coins(seat)} coins"] if board.has_coins else []
        parts += ["will not draw"] if board.penalised(seat) else []
        lines.append("; ".join(parts))
    return lines


def heading(game: Game) -> list[str]:
    options = game.options
    partners = ", partnerships" if options.partners else ""
    return [
        f"{options.edition.name}, {options.players} players{partners}, stock {options.stock}, {options.table} table",
        f"deck: {cards_text(game.deck)}",
        f"seat {game.first} begins",
    ]


def written(setting: Setting, style: str, seed: int) -> str:
    """A whole game: the table at the start of each turn, then each move and, behind it, all that was legal."""
    lines: list[str] = []
    turn, legal = 0, [""]
    for game in positions(setting, seed, style, 1000):
        board = game.board
        if not game.log:
            lines += heading(game)
        else:
            last = game.log[-1]
            lines.append(last if is_chance(last) else f"{last:<10} of {' '.join(legal)}")
        if board.turns != turn and board.awaits is None and not board.over:
            lines += on_the_table(board)
            turn = board.turns
        legal = game.legal_moves()
    lines += ["", f"result: {game.result}"]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", GAMES)
def test_golden_game(name: str) -> None:
    file, text = FOLDER / f"{name}.txt", written(*GAMES[name])
    assert "result: None" not in text
    assert text.count("\n") <= MOST_LINES
    if UPDATE:
        file.write_text(text, encoding="utf-8")
    assert file.read_text(encoding="utf-8") == text


def test_every_edition_has_a_golden_game_and_there_are_no_others() -> None:
    assert {setting.edition for setting, _, _ in GAMES.values()} == set(NAMES)
    assert {file.stem for file in FOLDER.iterdir()} == set(GAMES)


def test_the_golden_games_show_everything() -> None:
    """Every kind of move and of chance happens in one of them."""
    text = "".join(file.read_text(encoding="utf-8") for file in FOLDER.iterdir())
    moves = ["\nS>", "\nH", "\nD", "\nPS>", "\nPD", "\n@", "\nR>", "\nC>", "\nR@", "\nT ", "\nX ", "\n. "]
    acts = [":draw", ":out", ":object", ":talk", ":accuse"]
    faces = [f"\nroll {face}\n" for face in FACES[1:]]
    missing = [part for part in [*moves, *acts, *faces, "\nshuffle ", "\nrestock ", "'blocked'"] if part not in text]
    assert not missing
