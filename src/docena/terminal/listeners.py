"""What tables here and tables on a server have in common: they change, and tell whoever listens."""

import threading
from collections.abc import Callable

from docena.terminal.table import Told, ToldKind


class Listeners:
    """The lock of a table, what has been told there, and who is told about changes."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self.told: list[Told] = []
        self.fault: Exception | None = None
        """What ended the work in the background, if anything did."""
        self.number = 0
        """Of the present scene."""
        self.changed = threading.Condition(threading.RLock())
        self._listeners: list[Callable[[], None]] = []

    def listen(self, listener: Callable[[], None]) -> None:
        """`listener` is called after every change, from any thread."""
        self._listeners.append(listener)

    def wait(self, number: int, seconds: float | None = None) -> bool:
        """Waits until the scene has a higher number than this; False if the time is up."""
        with self.changed:
            return self.changed.wait_for(lambda: self.number > number or self.fault is not None, seconds)

    def tell(self, words: str, kind: ToldKind = "note", seat: int = 0) -> None:
        with self.changed:
            self.told.append(Told(words, kind, seat))

    def change(self) -> None:
        """Something is new: everybody who waits or listens hears of it."""
        with self.changed:
            self.number += 1
            self.changed.notify_all()
        for listener in self._listeners:
            listener()

    def fail(self, fault: Exception) -> None:
        """The work in the background cannot go on."""
        with self.changed:
            self.fault = fault
        self.change()
