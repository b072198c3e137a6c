"""The public log of the current game, also as sentences; updated as the game goes on."""

from docena.core.notation import is_chance, public_line
from docena.engine.view import View
from docena.game.game import Game
from docena.game.record import record_of, start_of
from docena.narration.narrate import narrate, told_of
from docena.tables.log.encoded import EncodedTexts
from docena.tables.room import Room
from docena.tables.slices import Turns

LINES_IN_A_TURN = 1024
SENTENCES_IN_A_TURN = 8
"""A sentence needs the table before its line, so the game is replayed for missing ones."""


class Narration:
    """The log as sentences, in one language."""

    def __init__(self, room: Room, lang: str) -> None:
        self._room, self._lang = room, lang
        self.words, self.mine, self.seats = EncodedTexts(), EncodedTexts(), EncodedTexts()
        """Every sentence, the same as the seat is told that it is about, and that seat."""
        self._again: Game | None = None
        """The game as it was before the first line that has no sentence yet."""
        if room.game is not None and room.game.log:
            self._again = start_of(record_of(room.game))

    @property
    def ready(self) -> bool:
        return self._again is None

    def go_on(self, most: int) -> None:
        """Makes sentences for a number of the missing lines."""
        game, room = self._again, self._room
        if game is None or room.game is None:
            return
        log, names = room.game.log, _names(room)
        for line in log[len(self.words) : len(self.words) + most]:
            self._tell(game.view(None), line, names)
            (game.give if is_chance(line) else game.play)(line)
        if len(self.words) == len(log):
            self._again = None

    def follow(self, before: View | None, start: int) -> None:
        """Makes sentences for the lines from `start` on; `before` is the spectator's view before them."""
        room = self._room
        assert room.game is not None
        if self._again is not None:
            while len(self._again.log) > start:
                self._again.undo()
            self._cut(start)
            return
        self._cut(start)
        for line in room.game.log[start:]:
            self._tell(before or room.game.view(None), line, _names(room))
            before = None

    def begin_again(self) -> None:
        """Another game has been dealt."""
        self._cut(0)
        self._again = None

    def since(self, start: int) -> bytes:
        """The parts of a State's `log` that are sentences."""
        sentences = b',"words":' + self.words.since(start) + b',"mine":' + self.mine.since(start)
        return sentences + b',"seats":' + self.seats.since(start)

    def _tell(self, before: View, line: str, names: list[str]) -> None:
        seat = told_of(before, line)
        self.words.append(narrate(before, line, names, self._lang))
        self.mine.append(narrate(before, line, names, self._lang, seat))
        self.seats.append(seat)

    def _cut(self, length: int) -> None:
        for told in (self.words, self.mine, self.seats):
            told.cut(length)


def _names(room: Room) -> list[str]:
    return [seat.name for seat in room.seats]


class PublicLog:
    """The lines of the current game, and their sentences in the languages of the viewers."""

    def __init__(self, room: Room) -> None:
        self._room, self._game = room, room.game
        self._lines = EncodedTexts()
        self._tales: dict[str, Narration] = {}
        self._waited_for = 0

    async def prepare(self, lang: str | None, turns: Turns) -> None:
        """Makes a line, and a sentence, for everything that has happened; one piece per turn."""
        self._waited_for += 1
        try:
            while not self._caught_up(LINES_IN_A_TURN):
                await turns.take()
            # looked up in each round: it may have been dropped meanwhile
            while lang is not None and not self._tale(lang).ready:
                await turns.take()
                self._tale(lang).go_on(SENTENCES_IN_A_TURN)
        finally:
            self._waited_for -= 1

    def _caught_up(self, most: int | None = None) -> bool:
        log = [] if self._room.game is None else self._room.game.log
        done = len(self._lines)
        for line in log[done : None if most is None else done + most]:
            self._lines.append(public_line(line))
        return len(self._lines) == len(log)

    def _tale(self, lang: str) -> Narration:
        if lang not in self._tales:
            self._tales[lang] = Narration(self._room, lang)
        return self._tales[lang]

    @property
    def is_told(self) -> bool:
        """Whether there are sentences: then `follow` needs a view."""
        return bool(self._tales)

    def forget_words(self) -> None:
        """Drops the sentences: no viewer needs them any more."""
        if not self._waited_for:
            self._tales.clear()

    def follow(self, before: View | None, start: int) -> None:
        """Adds what has happened to the cards: the lines from `start` on are new."""
        if self._room.game is not self._game:
            self._game = self._room.game
            self._lines = EncodedTexts()
            for tale in self._tales.values():
                tale.begin_again()
        if len(self._lines) >= start:
            self._lines.cut(start)
            self._caught_up()
        for tale in self._tales.values():
            tale.follow(before, start)

    def since(self, start: int, lang: str | None) -> bytes:
        """A State's `log`, from a line on; anything not prepared is made at once."""
        self._caught_up()
        parts = b'{"start":%d,"lines":' % start + self._lines.since(start)
        if lang is not None:
            tale = self._tale(lang)
            if not tale.ready:
                assert self._game is not None
                tale.go_on(len(self._game.log))
            parts += tale.since(start)
        return parts + b"}"
