"""Hints at a table: found in a thread of their own, so that nobody waits in silence."""

import threading
from collections.abc import Callable, Sequence

from docena.analysis.hints import Hint, hints
from docena.core.errors import DocenaError
from docena.engine.view import View

TRIES = 1000
_SHOWN = 3


class HintSearch:
    """One search; `done` is called in its thread when it has ended."""

    def __init__(self, view: View, names: Sequence[str], lang: str, done: Callable[[], None] = lambda: None) -> None:
        self._view, self._names, self._lang, self._done = view, list(names), lang, done
        self.found: list[Hint] = []
        self.error: DocenaError | None = None
        self._thread = threading.Thread(target=self._run, name="hint", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            self.found = hints(self._view, tries=TRIES, most=_SHOWN, names=self._names, lang=self._lang)
        except DocenaError as error:
            self.error = error
        self._done()

    def wait(self, seconds: float) -> bool:
        """Whether it has ended within this time."""
        self._thread.join(seconds)
        return not self._thread.is_alive()
