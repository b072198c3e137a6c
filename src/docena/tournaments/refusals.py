"""What cannot be done at an event, as a sentence in either language."""

from typing import Any, NoReturn

from docena.core.errors import DocenaError
from docena.core.words import say


class Refused(DocenaError):
    """Why not: the text `key` of the section `event_refused`, with its parts."""

    def __init__(self, key: str, **parts: Any) -> None:
        self.key = key
        self.parts = parts
        super().__init__(self.said("en"))

    def said(self, lang: str) -> str:
        return say(lang, "event_refused", self.key, **self.parts)


class RefusedLines(Refused):
    """Several things wrong in one list, each with its line; nothing of the list was taken."""

    def __init__(self, lines: list[tuple[int, Refused]]) -> None:
        self.lines = lines
        super().__init__("list", n=len(lines))

    def said(self, lang: str) -> str:
        each = [say(lang, "event_refused", "line", line=line, why=why.said(lang)) for line, why in self.lines]
        return "\n".join([super().said(lang), *each])


def refuse(key: str, **parts: Any) -> NoReturn:
    raise Refused(key, **parts)
