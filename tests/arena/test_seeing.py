"""Players of a match: those who see everything, those who see a view, and those who do what is illegal."""

import pytest
from arena.short_arenas import SHORT, Watcher, played

from docena.arena.arena import Arena
from docena.arena.match import AnyPlayer, Fault, Match, Seeing
from docena.bots.players.player import LightPlayer, SeatPlayer
from docena.core.errors import DocenaError
from docena.engine.view import View
from docena.game.game import Game


class Seer:
    """Is shown the whole game; plays its first legal move that is no act."""

    name = "seer"

    def __init__(self) -> None:
        self.games: list[Game] = []

    def new_game(self, seed: int) -> None:
        self.seed = seed

    def choose_seeing(self, game: Game) -> str:
        self.games.append(game)
        assert len(game.board.draw) == game.board.draw_size
        assert 0 not in game.board.hand(1) + game.board.hand(2)
        return LightPlayer("greedy").choose(game.view(game.board.mover))

    def close(self) -> None:
        """Nothing to let go."""


def test_a_player_that_sees_is_given_the_game_and_others_a_view() -> None:
    seer, watcher = Seer(), Watcher("b")
    assert isinstance(seer, Seeing)
    assert not isinstance(watcher, Seeing)
    players: list[AnyPlayer] = [seer, watcher]
    game = Game.new("classic", players=2, stock=3, seed=1)
    match = Match(game, players, ["seer", "b"])
    match.play([1, 2], 2000)
    assert game.over
    assert all(seen is game for seen in seer.games)
    assert len(watcher.seen) == 1
    assert match.times[0].turns > 0


def test_the_reference_takes_part_only_when_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys
    from types import ModuleType

    fake = ModuleType("docena.bots.players.reference")
    fake.ReferencePlayer = lambda seed: Seer()  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "docena.bots.players.reference", fake)
    report = played(Arena(SHORT, ["greedy", "random"], 2, reference=True))
    assert [row["bot"] for row in report["elo"]] == ["greedy", "random", "reference"]
    assert [(pair["a"], pair["b"]) for pair in report["pairs"]][1:] == [
        ("greedy", "reference"),
        ("random", "reference"),
    ]
    with pytest.raises(DocenaError, match="there is no bot called 'reference'"):
        Arena(SHORT, ["greedy", "reference"], 2)


def test_an_illegal_move_of_a_bot_of_ours_is_a_fault_too() -> None:
    class Bad(Watcher):
        def choose(self, view: View) -> str:
            return "T"

    bad: SeatPlayer = Bad("bad")
    game = Game.new("classic", players=2, stock=3, seed=1)
    with pytest.raises(Fault, match="bad answered 'T': There is no toll to settle"):
        Match(game, [bad, bad], ["bad", "bad"]).play([1, 2], 100)
