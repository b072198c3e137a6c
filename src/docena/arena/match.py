"""One game between players of any kind, move by move, with the time that they take."""

import time
from collections.abc import Sequence
from threading import Event
from typing import Any, Protocol, runtime_checkable

from docena.arena.program import Cancelled, ProgramFault
from docena.arena.times import TurnTimes
from docena.bots.players.player import Player
from docena.core.errors import DocenaError
from docena.core.notation import parse_move, public_line
from docena.core.options import Options
from docena.game.game import Game


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

    def sit_down(self, options: Options, seat: int, first: int) -> None:
        """A new game has been dealt: at such a table, with the player in this seat, begun by that one."""

    def hear(self, lines: Sequence[str]) -> None:
        """Lines of the log since the last time, as all seats may know them."""

    def game_over(self, result: dict[str, Any]) -> None:
        """The game has ended."""

    def drop(self) -> None:
        """The player has made a fault, and is to begin anew."""


AnyPlayer = Player | Seeing

_MOST_SHOWN = 60


def shortened(answer: str) -> str:
    """What a player answered, for a sentence.

    >>> shortened("H7>2")
    "'H7>2'"
    """
    return repr(answer if len(answer) <= _MOST_SHOWN else answer[:_MOST_SHOWN] + "...")


class Fault(DocenaError):
    """What a player did that ends the game for it."""

    def __init__(self, seat: int, sentence: str) -> None:
        super().__init__(sentence)
        self.seat = seat

    def __reduce__(self) -> tuple[type["Fault"], tuple[int, str]]:
        """It is sent from one process to another."""
        return Fault, (self.seat, str(self))


class Match:
    """A game that is being played."""

    def __init__(
        self, game: Game, players: Sequence[AnyPlayer], names: Sequence[str], stopped: Event | None = None
    ) -> None:
        """`names` are those that faults are reported with, one a seat; `stopped` ends the match between two moves."""
        self.game, self.players, self.names = game, players, names
        self.times = [TurnTimes() for _ in players]
        self._stopped = stopped or Event()
        seats = list(enumerate(players, 1))
        self._seeing = {seat: player for seat, player in seats if isinstance(player, Seeing)}
        self._blind = {seat: player for seat, player in seats if not isinstance(player, Seeing)}
        self._listening = {seat: player for seat, player in seats if isinstance(player, Listening)}
        self._told = dict.fromkeys(self._listening, 0)

    def play(self, seeds: Sequence[int], most_moves: int) -> None:
        """Plays to the end, or so many moves; `Fault` names the seat that did what it must not."""
        game, faulty = self.game, 0
        try:
            for player, seed in zip(self.players, seeds, strict=True):
                player.new_game(seed)
            for seat, listener in self._listening.items():
                try:
                    listener.sit_down(game.options, seat, game.first)
                except ProgramFault as fault:
                    raise Fault(seat, str(fault)) from None
            turn, spent = (-1, 0), 0.0
            board = game.board
            while not board.over and board.moves < most_moves:
                if (board.turns, board.mover) != turn:
                    self._count(turn[1], spent)
                    turn, spent = (board.turns, board.mover), 0.0
                spent += self._move(board.mover)
                board = game.board
            self._count(turn[1], spent)
        except Fault as fault:
            faulty = fault.seat
            raise
        finally:
            self._tell_result(faulty)

    def _count(self, seat: int, spent: float) -> None:
        if seat:
            self.times[seat - 1].add(spent)

    def _move(self, seat: int) -> float:
        """One move of a seat; returns the seconds that it took to choose it."""
        if self._stopped.is_set():
            raise Cancelled
        self._tell(seat)
        begun = time.perf_counter()
        if seat in self._seeing:
            move = self._seeing[seat].choose_seeing(self.game)
            took = time.perf_counter() - begun
        else:
            view = self.game.view(seat)
            begun = time.perf_counter()
            try:
                move = self._blind[seat].choose(view)
            except ProgramFault as fault:
                raise Fault(seat, str(fault)) from None
            took = time.perf_counter() - begun
        why = self._refused(seat, move)
        if why is not None:
            if seat in self._listening:
                self._listening[seat].drop()
            raise Fault(seat, f"{self.names[seat - 1]} answered {shortened(move)}: {why}")
        return took

    def _refused(self, seat: int, move: str) -> str | None:
        """Plays a move; or says why it cannot be played."""
        if len(move) > _MOST_SHOWN:
            return "no move is as long as that"
        try:
            if parse_move(move).seat not in (0, seat):
                # at an open table it can be legal, but for another seat
                return f"it plays seat {seat}, and cannot act for others"
            self.game.play(move)
        except DocenaError as error:
            return str(error)
        return None

    def _tell(self, seat: int) -> None:
        """Tells a seat that listens what has happened since it was last told."""
        if seat in self._listening:
            self._listening[seat].hear([public_line(line) for line in self.game.log[self._told[seat] :]])
            self._told[seat] = len(self.game.log)

    def _tell_result(self, faulty: int) -> None:
        result = self.game.result or self.game.result_with("abandoned")
        for seat, listener in self._listening.items():
            if seat != faulty:
                self._tell(seat)
                listener.game_over(result)
