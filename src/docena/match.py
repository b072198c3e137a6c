"""One game between players of any kind, move by move, with the time that they take."""

import time
from collections.abc import Sequence
from threading import Event
from typing import Any, Protocol, runtime_checkable

from docena.bots.player import Player
from docena.errors import DocenaError
from docena.game import Game
from docena.program import ProgramFault, Stopped
from docena.thinking import Thinking


@runtime_checkable
class Seeing(Protocol):
    """A player that is shown the whole game: the cheating reference player, and nobody else."""

    name: str

    def new_game(self, seed: int) -> None:
        """A new game begins: chance of the player's own starts from this seed."""

    def choose_seeing(self, game: Game) -> str:
        """The move that the player makes, with all cards in sight."""

    def close(self) -> None:
        """The player is not needed any more."""


@runtime_checkable
class Listening(Protocol):
    """A player that wants to be told what happens, besides being asked for moves."""

    def sit_down(self, game: Game, seat: int) -> None:
        """A new game has been dealt, and this is the player's seat."""

    def hear(self, lines: Sequence[str]) -> None:
        """Lines of the log since the last time."""

    def game_over(self, result: dict[str, Any]) -> None:
        """The game has ended."""

    def drop(self) -> None:
        """The player has made a fault, and is to begin anew."""


AnyPlayer = Player | Seeing


class Fault(DocenaError):
    """What a player did that ends the game for it."""

    def __init__(self, seat: int, sentence: str) -> None:
        super().__init__(sentence)
        self.seat = seat


class Match:
    """A game that is being played."""

    def __init__(
        self, game: Game, players: Sequence[AnyPlayer], names: Sequence[str], stopped: Event | None = None
    ) -> None:
        """`names` are those by which faults are told, a seat each; `stopped` ends the match between two moves."""
        self.game, self.players, self.names = game, players, names
        self.thinking = [Thinking() for _ in players]
        self._stopped = stopped or Event()
        self._told = [0] * len(players)

    def play(self, seeds: Sequence[int], most_moves: int) -> None:
        """Plays to the end, or so many moves; `Fault` names the seat that did what it must not."""
        game, faulty = self.game, 0
        try:
            for seat, (player, seed) in enumerate(zip(self.players, seeds, strict=True), 1):
                player.new_game(seed)
                if isinstance(player, Listening):
                    try:
                        player.sit_down(game, seat)
                    except ProgramFault as fault:
                        raise Fault(seat, str(fault)) from None
            turn, spent = (-1, 0), 0.0
            while not game.over and game.board.moves < most_moves:
                board = game.board
                if (board.turns, board.mover) != turn:
                    self._count(turn[1], spent)
                    turn, spent = (board.turns, board.mover), 0.0
                spent += self._move(board.mover)
            self._count(turn[1], spent)
        except Fault as fault:
            faulty = fault.seat
            raise
        finally:
            self._tell_result(faulty)

    def _count(self, seat: int, spent: float) -> None:
        if seat:
            self.thinking[seat - 1].add(spent)

    def _move(self, seat: int) -> float:
        """One move of a seat; returns the seconds that it took to choose it."""
        if self._stopped.is_set():
            raise Stopped
        player, view = self.players[seat - 1], self.game.view(seat)
        if isinstance(player, Listening):
            self._tell(player, seat)
        begun = time.perf_counter()
        try:
            move = player.choose_seeing(self.game) if isinstance(player, Seeing) else player.choose(view)
        except ProgramFault as fault:
            raise Fault(seat, str(fault)) from None
        took = time.perf_counter() - begun
        self._play(seat, move)
        return took

    def _play(self, seat: int, move: str) -> None:
        try:
            if ":" in move and not move.startswith(f"{seat}:"):
                # at an open table it might be legal, for whoever it is that acts
                raise DocenaError(f"it plays seat {seat}, and cannot act for another")  # noqa: TRY301
            self.game.play(move)
        except DocenaError as error:
            player = self.players[seat - 1]
            if isinstance(player, Listening):
                player.drop()
            said = repr(move if len(move) <= 60 else move[:60] + "...")
            why = str(error) if len(move) <= 60 else "it is not the text of a move"
            raise Fault(seat, f"{self.names[seat - 1]} answered {said}: {why}") from None

    def _tell(self, player: Listening, seat: int) -> None:
        player.hear(self.game.log[self._told[seat - 1] :])
        self._told[seat - 1] = len(self.game.log)

    def _tell_result(self, faulty: int) -> None:
        result = self.game.result or self.game.result_with("abandoned")
        for seat, player in enumerate(self.players, 1):
            if seat != faulty and isinstance(player, Listening):
                self._tell(player, seat)
                player.game_over(result)
