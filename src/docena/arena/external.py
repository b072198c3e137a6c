"""Programs as players: the protocol by which a bot in any language plays here (docs/bot-protocol.md).

We write one JSON object a line; the program answers in plain lines. What is sent is a seat's view, the moves that it
may make, and the lines of the log without the orders of shuffled cards: nothing that a person there would not know.
"""

import time
from collections.abc import Sequence
from threading import Event
from typing import Any

import msgspec

from docena.arena.match import shortened
from docena.arena.program import Program, ProgramFault, WroteBeforeAsked
from docena.core.options import Options
from docena.engine.view import View
from docena.game.record import record_options

PROTOCOL = 2
START_SECONDS = 10.0
"""Seconds that a program may take to say hello."""

_MOST_NAME = 40
_GLANCE_SECONDS = 0.2
_SPEAKS_1 = (
    "speaks version 1 of the protocol, which is no longer spoken: answer the hello with 'docena 2 NAME', take the "
    "legal moves from view.legal, your hand from view.hand and the seed as text (docs/bot-protocol.md has the rest)"
)


def message(kind: str, **parts: Any) -> bytes:
    """A line of ours, without its end."""
    return msgspec.json.encode({"type": kind, **parts})


def new_message(options: Options, seat: int, first: int, seed: int) -> bytes:
    facts = options.edition
    return message(
        "new",
        edition=facts.name,
        options=record_options(options),
        cards={card: n for card, n in options.cards.items() if n},
        die=facts.die,
        coins=facts.coins,
        players=options.players,
        seat=seat,
        first=first,
        seed=str(seed),  # as text: 64-bit numbers lose digits in some languages
    )


def move_message(view: View, lines: Sequence[str], ms: int) -> bytes:
    """The question for a move: what has happened since the last one, the table with the legal moves, the time left."""
    return message("move", log=list(lines), view=msgspec.Raw(view.as_json()), ms=ms)


class ExternalPlayer:
    """A program that plays a seat. It is started for its first game, and again after a fault."""

    def __init__(self, spec: str, turn_limit: float, stopped: Event | None = None) -> None:
        """`turn_limit`: seconds for all moves of one turn."""
        self.name = self.spec = spec
        self._limit = turn_limit
        self._stopped = stopped
        self._program: Program | None = None
        self._seed = 0
        self._received: list[str] = []
        self._turn = -1
        self._left = turn_limit
        self._first_of_game = True

    @property
    def pid(self) -> int | None:
        """The process, while there is one."""
        return None if self._program is None else self._program.pid

    def new_game(self, seed: int) -> None:
        self._seed = seed

    def sit_down(self, options: Options, seat: int, first: int) -> None:
        if self._program is None:
            self._start()
        assert self._program is not None
        self._received, self._turn, self._first_of_game = [], -1, True
        self._program.send(new_message(options, seat, first, self._seed))

    def _start(self) -> None:
        self._program = Program(self.spec, self._stopped)
        answer = self._ask(message("hello", docena=PROTOCOL), max(START_SECONDS, self._limit))
        words = answer.split(maxsplit=2)
        if words[:2] == ["docena", "1"]:
            self.drop()
            raise ProgramFault(f"{self.spec} {_SPEAKS_1}")
        if words[:2] != ["docena", str(PROTOCOL)]:
            self.drop()
            expected = f"'docena {PROTOCOL} NAME'"
            raise ProgramFault(f"{self.spec} answered the hello with {shortened(answer)}, not with {expected}")
        called = "".join(filter(str.isprintable, words[2])) if len(words) > 2 else ""
        self.name = called[:_MOST_NAME] or self.spec

    def receive(self, lines: Sequence[str]) -> None:
        """What has happened at the table since the last time."""
        self._received += lines

    def choose(self, view: View) -> str:
        if view.turns != self._turn:
            self._turn, self._left = view.turns, self._limit
        question = move_message(view, self._received, int(1000 * self._left))
        self._received = []
        asked = time.monotonic()
        try:
            answer = self._ask(question, self._left)
        except WroteBeforeAsked as fault:
            raise ProgramFault(self._too_soon(fault.said_line)) from None
        if self._first_of_game and answer not in view.legal_moves():
            self._blame_new(answer)
        self._first_of_game = False
        self._left -= time.monotonic() - asked
        return answer

    def _blame_new(self, answer: str) -> None:
        """Complains about an answer to `new` that came just too late to be noticed before the first question."""
        assert self._program is not None
        if self._program.says_more(_GLANCE_SECONDS):
            self.drop()
            raise ProgramFault(self._too_soon(shortened(answer)))

    def _too_soon(self, said: str) -> str:
        if self._first_of_game:
            return f"{self.spec} wrote {said} after 'new', which wants no answer"
        return f"{self.spec} wrote {said} before it was asked"

    def _ask(self, question: bytes, seconds: float) -> str:
        assert self._program is not None
        try:
            return self._program.ask(question, seconds)
        except BaseException:
            self.drop()
            raise

    def game_over(self, result: dict[str, Any]) -> None:
        """The game has ended for everybody."""
        if self._program is not None:
            self._program.send(message("over", log=self._received, result=result))
        self._received = []

    def drop(self) -> None:
        """Ends the program at once: it can no longer be talked to."""
        if self._program is not None:
            self._program.close()
            self._program = None

    def close(self) -> None:
        if self._program is not None:
            self._program.close(message("quit"))
            self._program = None
