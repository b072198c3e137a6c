"""Errors that are a sentence for the person who caused them."""


class DocenaError(ValueError):
    """Something was asked for that cannot be; the message says what was wrong and where."""


class IllegalMove(DocenaError):
    """A move that the rules do not allow here."""

    def __init__(self, sentence: str, clause: str) -> None:
        super().__init__(sentence)
        self.clause = clause
        """The rulebook's clause that forbids it."""
