"""Bots in a process of their own: the moves they choose, and the pipe to them."""

from typing import Any

import pytest
from tables.bot_questions import questions_of

from docena.bots.kernels.planner import level_move
from docena.bots.players.player import player_for
from docena.core.editions import NAMES
from docena.core.errors import DocenaError
from docena.engine.table import TABLE
from docena.game.game import Game
from docena.tables.bots.frames import BotAnswer, Question
from docena.tables.bots.worker import MOST_KEPT, MoveChooser, answer, seed_at, view_from


@pytest.mark.parametrize("edition", NAMES)
def test_the_view_that_comes_out_of_the_pipe_is_the_one_that_went_in(edition: str) -> None:
    players = 4 if edition == "tournament" else 3
    game = Game.new(edition, players, seed=5, table="strict" if edition == "masters" else "open")
    for seat in (1, 2):
        view = game.view(seat)
        again = view_from(bytes(view), seat)
        assert bytes(again) == bytes(view)
        assert again.legal_moves() == view.legal_moves()
        assert again.hand(seat) == view.hand(seat)


def test_a_view_of_another_size_is_none() -> None:
    with pytest.raises(DocenaError, match="bytes"):
        view_from(b"\0" * (TABLE.itemsize - 1), 1)


@pytest.mark.parametrize("bot", ["beginner", "casual", "master@50tries"])
def test_a_plan_is_carried_on_as_a_player_at_the_table_would(bot: str) -> None:
    """The same moves as those of one player who sits there for the whole turn."""
    thinker, game, turn, carried = MoveChooser(), Game.new("classic", 3, seed=11), -1, 0
    for _ in range(120):
        view = game.view(game.board.mover)
        if view.turns != turn:
            turn, player = view.turns, player_for(bot, seed_at(7, bytes(view)))
        else:
            carried += 1
        move = thinker.choose(questions_of(game, bot))
        assert move == player.choose(view)
        game.play(move)
    assert carried > 30


def test_a_plan_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def counted(work: Any, pads: Any, models: Any, levels: Any, scratches: Any, number: int) -> int:
        begun = int(work["moves"][0])
        move = level_move(work, pads, models, levels, scratches, number)
        if scratches["next_step"][0] == 1 and scratches["expected_move"][0] == begun + 1:
            made.append(begun)
        return move

    monkeypatch.setattr("docena.bots.players.level_player.level_move", counted)
    thinker, game, moves = MoveChooser(), Game.new("classic", 2, seed=11), 0
    while moves < 100:
        game.play(thinker.choose(questions_of(game, "expert")))
        moves += 1
    carrying = len(made)
    assert carrying < 70
    # and it is made anew after each move for those who come back with another key
    made.clear()
    game = Game.new("classic", 2, seed=11)
    for key in range(moves):
        game.play(thinker.choose(questions_of(game, "expert", key=str(key))))
    assert len(made) > carrying


@pytest.mark.parametrize("bot", ["random", "beginner", "casual", "master@50tries"])
def test_the_same_seed_and_view_give_the_same_move(bot: str) -> None:
    """Also from a thinker that was asked the same before, and other things in between."""
    game, thinker, seen = Game.new("mod", 3, seed=2), MoveChooser(), []
    for number in range(30):
        question = questions_of(game, bot, key=str(number))
        seen.append((question, MoveChooser().choose(question)))
        game.play(game.legal_moves()[-1])
    for question, move in seen + seen[::-1]:
        assert thinker.choose(question) == move
        assert thinker.choose(question) == move


def test_another_seed_or_view_is_another_chance() -> None:
    game = Game.new("classic", 2, seed=2)
    first = bytes(game.view(1))
    game.play(game.legal_moves()[0])
    seeds = {seed_at(seed, view) for seed in (-1, 0, 1, 1 << 62) for view in (first, bytes(game.view(1)))}
    assert len(seeds) == 8
    assert all(0 <= seed < 1 << 62 for seed in seeds)
    wide = Game.new("classic", 2, seed=2)
    assert len({MoveChooser().choose(questions_of(wide, "random", seed=seed)) for seed in range(20)}) > 5


def test_somebody_elses_move_ends_a_plan() -> None:
    """A person came back for one move: the bot does not go on with what it had in mind."""
    game = Game.new("classic", 2, seed=3)
    for _ in range(200):
        thinker, twin = MoveChooser(), MoveChooser()
        planned = thinker.choose(questions_of(game, "expert"))
        other = next((move for move in game.legal_moves() if ">" in move and move != planned), None)
        mover = game.board.mover
        game.play(other or planned)
        if other and game.board.mover == mover and not game.over:
            assert thinker.choose(questions_of(game, "expert")) == twin.choose(questions_of(game, "expert"))
        if game.over:
            break


def test_only_so_many_players_are_kept_and_only_while_their_turn_lasts() -> None:
    game, thinker = Game.new("classic", 2, seed=11), MoveChooser()
    while thinker.kept == 0:
        game.play(thinker.choose(questions_of(game, "expert")))
    mover = game.board.mover
    while game.board.mover == mover:
        assert thinker.kept <= 1
        game.play(thinker.choose(questions_of(game, "expert")))
    assert thinker.kept == 0
    opening = Game.new("classic", 2, seed=7)
    for key in range(MOST_KEPT + 20):
        thinker.choose(questions_of(opening, "greedy", key=str(key)))
    assert thinker.kept == MOST_KEPT


def test_a_fault_is_answered_and_its_complaint_names_no_card(capsys: pytest.CaptureFixture[str]) -> None:
    game = Game.new("classic", 2, seed=2)
    seat = game.board.mover
    idle = 3 - seat
    wrong = [
        Question(4, "key", "nobody", 1, seat, bytes(game.view(seat))),
        Question(4, "key", "casual", 1, idle, bytes(game.view(idle))),
        Question(4, "key", "master", 1, idle, bytes(game.view(idle))),
        Question(4, "key", "casual", 1, seat, b"no view"),
    ]
    thinker = MoveChooser()
    for question in wrong:
        assert answer(thinker, question) == BotAnswer(4, None)
    said = capsys.readouterr().err.splitlines()
    assert len(said) == len(wrong)
    assert all(" could not choose: " in line and ".py:" in line for line in said)
    assert answer(thinker, questions_of(game, "casual")).move in game.legal_moves()
