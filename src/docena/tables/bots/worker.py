"""A bot process: `python -m docena.tables.bots.worker`, started by `docena.tables.bots.pool`.

It reads questions and writes answers until its input ends, which happens however the server exits.
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

from docena.analysis.hints import Hints, hints
from docena.bots.players.player import SeatPlayer, player_for
from docena.core.errors import DocenaError
from docena.core.notation import parse_move
from docena.engine.step import make_move
from docena.engine.table import TABLE, Tables, copy_of, new_tables
from docena.engine.view import View
from docena.tables.bots.frames import READY, BotAnswer, Question, frame_of, next_question

MOST_KEPT = 256
"""Players in the middle of a turn; the least recently used is dropped first."""
NICENESS = 10
HINT_TRIES = 2000
MOST_HINTS = 3


def view_from(data: bytes, seat: int) -> View:
    """The view that was sent: its record has nothing hidden in it, so taking a seat's view of it changes nothing."""
    if len(data) != TABLE.itemsize:
        raise DocenaError(f"a table has {TABLE.itemsize} bytes, and {len(data)} came")
    tables = new_tables(1)
    tables.view(np.uint8)[:] = np.frombuffer(data, np.uint8)
    return View(tables, seat)


def seed_at(seed: int, view: bytes) -> int:
    """The random seed of a player at a position: the same for the same seed and view, different for other positions."""
    digest = hashlib.blake2b(view, digest_size=8, salt=(seed % (1 << 64)).to_bytes(8, "big"))
    return int.from_bytes(digest.digest(), "big") >> 2


class _UnfinishedTurn(msgspec.Struct, frozen=True):
    """A player in the middle of a turn."""

    player: SeatPlayer
    turns: int
    moves: int
    expects: bytes
    """The view after its last move, if that shows nothing new."""


class MoveChooser:
    """Chooses moves, and continues the plan of a turn while nothing new is revealed."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str, int], _UnfinishedTurn] = OrderedDict()

    def choose(self, question: Question) -> str:
        view = view_from(question.view, question.seat)
        whose = (question.key, question.bot, question.seed)
        kept = self._kept.pop(whose, None)
        if kept is None or (kept.turns, kept.moves + 1) != (view.turns, view.moves):
            player = player_for(question.bot, seed_at(question.seed, question.view))
        else:
            player = kept.player  # and with it the rest of its budget for the turn
            if kept.expects != question.view:
                player.close()
        move = player.choose(view)
        after = _after(view, move)
        if int(after["over"][0]) == 0 and int(after["mover"][0]) == question.seat - 1:
            self._kept[whose] = _UnfinishedTurn(player, view.turns, view.moves, after.tobytes())
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return move

    @property
    def kept(self) -> int:
        return len(self._kept)


def _after(view: View, move: str) -> Tables:
    tables = copy_of(view.tables)
    make_move(tables, 0, parse_move(move).number)
    return tables


def hint(question: Question) -> str:
    """The best plans from what a seat may know, as the JSON of `Hints`."""
    assert question.wish is not None
    view, wish = view_from(question.view, question.seat), question.wish
    seed = seed_at(question.seed, question.view)
    plans = hints(view, tries=HINT_TRIES, seed=seed, most=MOST_HINTS, names=wish.names, lang=wish.lang)
    found = Hints(wish.ply, view.mover, wish.names[view.mover - 1], tuple(plans))
    return msgspec.json.encode(found).decode()


def answer(thinker: MoveChooser, question: Question) -> BotAnswer:
    try:
        return BotAnswer(question.number, hint(question) if question.wish is not None else thinker.choose(question))
    except Exception as error:
        # on any error the table must not wait; only the place is logged, as the message could name cards
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{os.path.basename(place.filename)}:{place.lineno}"
        print(f"docena: a {question.bot} could not choose: {type(error).__name__} at {where}", file=sys.stderr)
        return BotAnswer(question.number)


def _listen(questions: "SimpleQueue[Question]") -> None:
    """Keeps reading while a bot is choosing, to notice at once when the server has gone."""
    try:
        while (question := next_question(sys.stdin.buffer.read)) is not None:
            questions.put(question)
    finally:
        os._exit(0)


def main() -> None:
    # these signals are meant for the server; this process ends when the server does
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    out = os.dup(1)
    os.dup2(2, 1)  # nothing may print into the pipe
    questions: SimpleQueue[Question] = SimpleQueue()
    Thread(target=_listen, args=(questions,), daemon=True).start()
    thinker, choice = MoveChooser(), BotAnswer(READY)
    try:
        while True:
            os.write(out, frame_of(choice))
            choice = answer(thinker, questions.get())
    except BrokenPipeError:
        os._exit(0)


if __name__ == "__main__":
    main()
