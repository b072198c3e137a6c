"""Stepping through the record of a game."""

from docena.core.editions import Edition
from docena.core.notation import public_line
from docena.engine.board import Board
from docena.game.record import Record, names_of, steps
from docena.narration.narrate import narrate, narrate_result
from docena.narration.screen import draw_table


class Playback:
    """The pages of a game: one after the deal, one after each line of its log."""

    def __init__(self, record: Record, own: Edition | None = None, seat: int | None = None, lang: str = "en") -> None:
        self.names = names_of(record)
        self.seat = seat
        self.lang = lang
        self._boards: list[Board] = []
        self._lines: list[str] = []
        self._result = ""
        for index, game in steps(record, own):
            self._boards.append(game.view(seat) if seat else game.copy().board)
            self._lines.append(record.log[index] if index >= 0 else "")
            self._result = narrate_result(game.result, self.names, lang)

    @property
    def length(self) -> int:
        """The number of the last page; the first is 0."""
        return len(self._boards) - 1

    def page(self, step: int) -> str:
        """The table after `step` lines of the log, below the last line in words."""
        line = self._lines[step]
        told = narrate(self._boards[step - 1], line, self.names, self.lang) if line else ""
        if self.seat:
            line = public_line(line)
        heading = f"{step}. {line:<8} {told}" if line else f"{step}."
        page = f"{heading}\n{draw_table(self._boards[step], self.names, self.lang, self.seat)}\n"
        return page + (f"{self._result}\n" if step == self.length and self._result else "")
