"""A game at the terminal: what is typed and what is said."""

import io
import json
from pathlib import Path

import pytest

from docena.cli.app import run


def play(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, typed: str, *arguments: str) -> str:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    assert run(["play", "--seed", "3", *arguments]) == 0
    return capsys.readouterr().out


def test_a_whole_game_by_hints(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Whoever follows every hint comes to the end of the game, and its record is right and fair."""
    answers = iter(["h"] * 2000)  # more would be no game any more
    said: list[str] = []

    def answer(prompt: str = "") -> str:
        if prompt.startswith("Play the next game?"):
            return "no"
        said.append(capsys.readouterr().out)
        hints = [line for line in said[-1].splitlines() if line.startswith("I would type: ")]
        return hints[-1].removeprefix("I would type: ").split("   (")[0] if hints else next(answers)

    monkeypatch.setattr("docena.terminal.line_mode.ask_line", answer)
    file = tmp_path / "game.jsonl"
    assert run(["play", "--stock", "5", "--players", "3", "--output", str(file)]) == 0
    ending = capsys.readouterr().out
    assert "won: " in ending or "blocked" in ending
    record = json.loads(file.read_text(encoding="utf-8"))
    assert [player["kind"] for player in record["players"]] == ["human", "bot", "bot"]
    assert run(["check", str(file)]) == 0
    assert run(["verify", str(file)]) == 0


def test_what_cannot_be_played_is_explained(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    said = play(capsys, monkeypatch, "8\ns\nnonsense\nt\nq\n", "--seed", "7", "--bots", "greedy")
    assert "You hold no 8." in said
    assert "Building pile 1 needs a 2, not a 12." in said
    assert "I do not know 'nonsense'." in said
    assert "There is no toll to settle." in said
    assert "Until next time." in said


def test_several_moves_can_be_typed_in_a_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    said = play(capsys, monkeypatch, "9-1, 8, 4-2\nq\n", "--seed", "7", "--bots", "greedy")
    assert "You discarded a 9 on your discard pile 1." in said
    assert "You hold no 8." in said
    assert "discard pile 2." not in said.split("You hold no 8.")[1], "what follows a slip is not played"


def test_it_speaks_spanish(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    said = play(capsys, monkeypatch, "?\nhelp\nq\n", "--lang", "es", "--edition", "mod")
    assert "Pilas de construcción" in said
    assert "Hasta la próxima." in said


def test_the_end_of_input_ends_the_game(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Until next time." in play(capsys, monkeypatch, "")


def test_undo_until_something_hidden_is_seen(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Seed 3, masters: buying turns up a card; before it, coins for a wild's place can be taken back."""
    file = tmp_path / "game.jsonl"
    said = play(
        capsys, monkeypatch, "u\n@3s 1\nu\nq\n", "--edition", "masters", "--players", "3", "--output", str(file)
    )
    assert "There is nothing to take back." in said
    assert "That cannot be taken back: a hidden card has been seen since." in said
    assert json.loads(file.read_text(encoding="utf-8"))["log"] == ["@3S>1"]


def test_a_hand_card_can_be_taken_back(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    said = play(capsys, monkeypatch, "w 4\nu\nq\n", "--edition", "mod", "--players", "4", "--partners")
    assert "You played a wild" in said
    assert "Taken back: w 4." in said
