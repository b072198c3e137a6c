"""A process in which bots think: `python -m docena.host.thinker`, started by `docena.host.thinkers`.

It reads questions and writes choices until its input ends, which it does when the host has gone, however it went.
"""

import hashlib
import os
import signal
import sys
import traceback
from collections import OrderedDict
from queue import SimpleQueue
from threading import Thread

import msgspec
import numpy as np

from docena.bots.player import Player, player_for
from docena.engine import make_move
from docena.errors import DocenaError
from docena.game import Game, prepare
from docena.host.frames import READY, Choice, Question, frame_of, next_question
from docena.moves import move_number
from docena.table import TABLE, Tables, copy_of, new_tables
from docena.view import View

MOST_KEPT = 256
"""Players in the middle of a turn; the one that was asked the longest ago is forgotten first."""
NICENESS = 10
_WARMING = ("greedy", "casual", "master@1tries")


def view_from(data: bytes, seat: int) -> View:
    """The view that was sent: its record holds nothing to be covered, so taking a seat's view of it changes nothing."""
    if len(data) != TABLE.itemsize:
        raise DocenaError(f"a table has {TABLE.itemsize} bytes, and {len(data)} came")
    tables = new_tables(1)
    tables.view(np.uint8)[:] = np.frombuffer(data, np.uint8)
    return View(tables, seat)


def seed_at(seed: int, view: bytes) -> int:
    """Chance of a player's own at a position: the same for the same seed and view, and unlike any other position's."""
    digest = hashlib.blake2b(view, digest_size=8, salt=(seed % (1 << 64)).to_bytes(8, "big"))
    return int.from_bytes(digest.digest(), "big") >> 2


class _Kept(msgspec.Struct, frozen=True):
    """A player in the middle of a turn."""

    player: Player
    turns: int
    moves: int
    expects: bytes
    """The view after its last move, if that shows nothing new."""


class Thinker:
    """Chooses moves, and carries on with the plan of a turn while nothing new is seen."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str, int], _Kept] = OrderedDict()

    def choose(self, question: Question) -> str:
        view = view_from(question.view, question.seat)
        whose = (question.key, question.bot, question.seed)
        kept = self._kept.pop(whose, None)
        if kept is None or (kept.turns, kept.moves + 1) != (view.turns, view.moves):
            player = player_for(question.bot, seed_at(question.seed, question.view))
        else:
            player = kept.player  # and with it what is left of its budget for the turn
            if kept.expects != question.view:
                player.close()
        move = player.choose(view)
        after = _after(view, move)
        if int(after["over"][0]) == 0 and int(after["mover"][0]) == question.seat - 1:
            self._kept[whose] = _Kept(player, view.turns, view.moves, after.tobytes())
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return move

    @property
    def kept(self) -> int:
        return len(self._kept)


def _after(view: View, move: str) -> Tables:
    tables = copy_of(view._tables)
    make_move(tables, 0, move_number(move))
    return tables


def warm_up() -> None:
    """Everything is compiled, or read from where it is kept, before anybody waits for it."""
    prepare()
    game = Game.new("classic", players=2, seed=1)
    thinker, seat = Thinker(), game.board.mover
    for bot in _WARMING:
        thinker.choose(Question(0, "", bot, 1, seat, bytes(game.view(seat))))


def answer(thinker: Thinker, question: Question) -> Choice:
    try:
        return Choice(question.number, thinker.choose(question))
    except Exception as error:
        # whatever it is, the table must not wait; and it is told where, not what: a sentence could name cards
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{os.path.basename(place.filename)}:{place.lineno}"
        print(f"docena: a {question.bot} could not choose: {type(error).__name__} at {where}", file=sys.stderr)
        return Choice(question.number)


def _listen(questions: "SimpleQueue[Question]") -> None:
    """Reads on while a bot thinks, to notice at once when the host has gone."""
    try:
        while (question := next_question(sys.stdin.buffer.read)) is not None:
            questions.put(question)
    finally:
        os._exit(0)


def main() -> None:
    # a terminal or a supervisor means the host with these; the end of the host is the end of this
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    out = os.dup(1)
    os.dup2(2, 1)  # whatever prints must not print into the pipe
    questions: SimpleQueue[Question] = SimpleQueue()
    Thread(target=_listen, args=(questions,), daemon=True).start()
    warm_up()
    thinker, choice = Thinker(), Choice(READY)
    try:
        while True:
            os.write(out, frame_of(choice))
            choice = answer(thinker, questions.get())
    except BrokenPipeError:
        os._exit(0)


if __name__ == "__main__":
    main()
