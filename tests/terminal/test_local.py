"""A table on this machine: every change is on disk first, and whoever comes back finds all of it."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from docena.core.editions import NAMES, edition
from docena.core.errors import DocenaError, Refused
from docena.core.options import Options, choose_options
from docena.game.record import check
from docena.tables.phases import BETWEEN, OVER, PLAYING
from docena.terminal.game_file import GameFile, unfinished_games
from docena.terminal.local import LocalTable
from docena.terminal.opening import NewTable, new_table, resume_table, waiting_words


def play_to_the_end(table: LocalTable, before_move: Callable[[], None] = lambda: None) -> None:
    """The people play the first move that is legal but for a discard, if there is one."""
    number = -1
    while table.scene.phase == PLAYING:
        scene = table.scene
        assert table.fault is None
        if scene.covered:
            table.uncover()
        elif scene.my_turn:
            before_move()
            table.play(next((move for move in scene.legal if "-" not in move), scene.legal[0]))
        else:
            assert table.wait(max(number, scene.number), 240)


def options_of(name: str, players: int) -> Options:
    return choose_options(name, players, stock=3)


@pytest.mark.parametrize("name", NAMES)
def test_a_game_of_every_edition_is_kept_and_comes_back(name: str, folder: Path) -> None:
    """After every move of the person, a copy of the file is the whole game so far."""
    players = edition(name).players[-1]
    table = new_table(NewTable(options_of(name, players), ["Ana"], ["greedy"]), "en", pace=0.0, folder=folder)
    table.begin()
    copies = folder.parent / "copies"
    assert table.file is not None
    path = table.file.path
    positions: list[tuple[list[str], bytes]] = []

    def copy() -> None:
        copies.mkdir(exist_ok=True)
        if len(positions) < 20:
            (copies / f"{len(positions)}.game").write_bytes(path.read_bytes())
            positions.append((list(table.scene.legal), bytes(table.scene.view or b"")))

    play_to_the_end(table, copy)
    assert table.scene.phase in (BETWEEN, OVER)
    for number, (legal, view) in enumerate(positions):
        again = resume_table(str(copies / f"{number}.game"), "es", pace=0.0, folder=folder)
        assert (list(again.scene.legal), bytes(again.scene.view or b"")) == (legal, view)
        again.close()
    for record in table.all_records():
        check(record)
    table.close()


def test_a_line_that_is_not_whole_counts_for_nothing(table: LocalTable, folder: Path) -> None:
    table.play(table.scene.legal[0])
    assert table.file is not None
    path, legal = table.file.path, list(table.scene.legal)
    table.close()
    with path.open("ab") as file:
        file.write(b'{"move":"H7')
    again = resume_table(None, "en", pace=0.0, folder=folder)
    assert list(again.scene.legal) == legal
    again.close()
    assert path.read_bytes().endswith(b"}\n")


def test_a_damaged_line_is_named(table: LocalTable, folder: Path) -> None:
    table.play(table.scene.legal[0])
    assert table.file is not None
    path = table.file.path
    table.close()
    path.write_bytes(path.read_bytes() + b'{"move":"H13>2"}\n')
    with pytest.raises(Refused, match="is damaged in line 4"):
        resume_table(None, "en", pace=0.0, folder=folder)
    path.write_bytes(b"nonsense\n")
    with pytest.raises(Refused, match="is damaged in line 1"):
        resume_table(path.name, "en", pace=0.0, folder=folder)


def test_two_programs_do_not_play_one_game(table: LocalTable, folder: Path) -> None:
    assert table.file is not None
    with pytest.raises(Refused, match="is being played in another window"):
        resume_table(table.file.path.name, "en", pace=0.0, folder=folder)
    with pytest.raises(Refused, match="no game to go on with"):
        resume_table(None, "en", pace=0.0, folder=folder)
    assert waiting_words("en", folder) == ""
    table.close()
    assert "is waiting" in waiting_words("en", folder)


def test_what_cannot_be_written_has_not_happened(table: LocalTable, monkeypatch: pytest.MonkeyPatch) -> None:
    before = bytes(table.scene.view or b"")

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        with pytest.raises(DocenaError, match="No space left"):
            table.play(table.scene.legal[0])
    assert bytes(table.scene.view or b"") == before
    table.play(table.scene.legal[0])


def test_a_folder_that_cannot_be_written_ends_no_game(tmp_path: Path) -> None:
    (tmp_path / "games").write_text("not a folder")
    table = new_table(
        NewTable(options_of("classic", 2), ["Ana"], ["greedy"]), "en", pace=0.0, folder=tmp_path / "games"
    )
    assert table.file is None
    assert any("cannot be kept" in told.words for told in table.told)
    table.close()


def test_undo_is_kept_too(table: LocalTable, folder: Path) -> None:
    """A play from the hand shows nothing hidden and can be taken back; what followed is forgotten on disk, too."""
    play = next(move for move in table.scene.legal if move.startswith("HW>"))
    before = bytes(table.scene.view or b"")
    table.play(play)
    assert table.scene.undoable
    table.undo()
    assert bytes(table.scene.view or b"") == before
    with pytest.raises(Refused, match="nothing to take back"):
        table.undo()
    table.close()
    again = resume_table(None, "en", pace=0.0, folder=folder)
    assert bytes(again.scene.view or b"") == before
    again.close()


def test_the_next_game_and_a_rematch(folder: Path) -> None:
    asked = NewTable(choose_options("classic", 2, stock=2), ["Ana", "Luis"], [], goal=60)
    table = new_table(asked, "en", pace=0.0, folder=folder)
    table.begin()
    for game in range(1, 30):
        assert table.scene.game == game
        play_to_the_end(table)
        if table.scene.phase == OVER:
            break
        table.next_game()
    assert table.scene.score.over
    table.next_game()
    assert table.scene.phase == PLAYING
    assert not table.scene.score.rows
    table.close()
    assert len(unfinished_games(folder)) == 1


def test_a_match_that_is_over_leaves_no_file(folder: Path) -> None:
    asked = NewTable(choose_options("classic", 2, stock=2), ["Ana"], ["greedy"], goal=0)
    table = new_table(asked, "en", pace=0.0, folder=folder)
    table.begin()
    while table.scene.phase != OVER:
        if table.scene.phase == BETWEEN:
            table.next_game()
        play_to_the_end(table)
    table.close()
    assert unfinished_games(folder) == []


def test_people_at_one_keyboard_see_only_their_own_cards(folder: Path) -> None:
    asked = NewTable(choose_options("classic", 3, stock=10), ["Ana", "Luis"], ["greedy"], seed=1)
    table = new_table(asked, "en", pace=0.0, folder=folder)
    table.begin()
    seen: set[int] = set()
    while table.scene.phase == PLAYING:
        scene = table.scene
        if scene.covered:
            assert not scene.legal
            assert scene.view is not None
            assert scene.view.seat != scene.covered
            table.uncover()
            assert table.scene.seat == scene.covered
        elif scene.my_turn:
            seen.add(scene.seat)
            table.play(scene.legal[0])
        else:
            table.wait(scene.number, 60)
    assert seen == {1, 2}
    table.close()


def test_master_plays(folder: Path) -> None:
    asked = NewTable(options_of("classic", 2), ["Ana"], ["master@5ms"])
    table = new_table(asked, "en", pace=0.0, folder=folder)
    table.begin()
    play_to_the_end(table)
    table.close()


def test_nonsense_is_refused(folder: Path) -> None:
    for asked in (
        NewTable(options_of("classic", 2), ["Ana"], ["nobody"]),
        NewTable(options_of("classic", 4), ["Ana"], ["greedy", "random"]),
        NewTable(options_of("classic", 2), ["Ana", "Luis", "Eva"], ["greedy"]),
        NewTable(options_of("classic", 2), ["Ana"], ["master@0ms"]),
    ):
        with pytest.raises(DocenaError):
            new_table(asked, "en", pace=0.0, folder=folder)
    assert unfinished_games(folder) == []


def test_a_bot_that_fails_is_heard_of(table: LocalTable, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise DocenaError("the bot is broken")

    monkeypatch.setattr("docena.terminal.bot_thread.player_for", broken)
    table.begin()
    assert table.wait(table.scene.number, 60)
    assert isinstance(table.fault, DocenaError)


def test_the_file_says_nothing_else_than_it_must(table: LocalTable) -> None:
    assert table.file is not None
    assert table.file.path.stat().st_mode & 0o077 == 0
    assert table.file.path.parent.stat().st_mode & 0o077 == 0
    table.close()
    again = GameFile.open(table.file.path)
    assert [entry.deal for entry in again.entries] == [""]
    again.close()
