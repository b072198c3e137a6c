"""One game between players of any kind, move by move, with the time that they take."""

import time
from collections.abc import Sequence
from threading import Event
from typing import Any, Protocol, runtime_checkable

from docena.arena.program import Cancelled, ProgramFault
from docena.arena.times import TurnTimes
from docena.bots.players.player import SeatPlayer
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
        """The player is no longer needed."""


@runtime_checkable
class Listener(Protocol):
    """A player that is also told what happens, not only asked for moves."""

    def sit_down(self, options: Options, seat: int, first: int) -> None:
        """A new game has been dealt: the table, the player's seat, and the seat that begins."""

    def receive(self, lines: Sequence[str]) -> None:
        """Lines of the log since the last time, as all seats may know them."""

    def game_over(self, result: dict[str, Any]) -> None:
        """The game has ended."""

    def drop(self) -> None:
        """The player has made a fault, and must start again."""


AnyPlayer = SeatPlayer | Seeing

_MOST_SHOWN = 60


def shortened(answer: str) -> str:
    """A player's answer, as it is quoted in a sentence.

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
        """Lets it be sent from one process to another."""
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
        self._listeners = {seat: player for seat, player in seats if isinstance(player, Listener)}
        self._sent = dict.fromkeys(self._listeners, 0)

    def play(self, seeds: Sequence[int], most_moves: int) -> None:
        """Plays to the end, or up to a number of moves; `Fault` names the seat that broke the protocol or the rules."""
        game, faulty = self.game, 0
        try:
            for player, seed in zip(self.players, seeds, strict=True):
                player.new_game(seed)
            for seat, listener in self._listeners.items():
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
            self._send_result(faulty)

    def _count(self, seat: int, spent: float) -> None:
        if seat:
            self.times[seat - 1].add(spent)

    def _move(self, seat: int) -> float:
        """One move of a seat; returns the seconds that it took to choose it."""
        if self._stopped.is_set():
            raise Cancelled
        self._send_log(seat)
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
            if seat in self._listeners:
                self._listeners[seat].drop()
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

    def _send_log(self, seat: int) -> None:
        """Sends a listener what has happened since the last time."""
        if seat in self._listeners:
            self._listeners[seat].receive([public_line(line) for line in self.game.log[self._sent[seat] :]])
            self._sent[seat] = len(self.game.log)

    def _send_result(self, faulty: int) -> None:
        result = self.game.result or self.game.result_with("abandoned")
        for seat, listener in self._listeners.items():
            if seat != faulty:
                self._send_log(seat)
                listener.game_over(result)
