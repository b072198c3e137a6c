"""People waiting to be let in to a table with approval."""

from collections.abc import Iterable

import msgspec

REQUEST_SECONDS = 600
"""After this a request without an answer expires."""
REFUSED_SECONDS = 300
"""After this somebody who was refused may ask again."""
MOST_WAITING = 4
"""Requests that may wait at a table: a list for a person to read, and never more than seats."""
MOST_REQUESTS = 100
"""Requests between two deals of a table, since each is an event: beyond them people need the link."""
MOST_REMEMBERED = 20


class Newcomer(msgspec.Struct, frozen=True):
    """Somebody who has asked to sit down."""

    request: str
    name: str
    secret: str
    """The hash of the newcomer's secret, which gives access to the seat later."""
    player: str
    seat: int
    """The requested seat; 0 for any."""
    until: int
    """When the request expires: seconds since 1970."""
    declined: int = 0
    """When it was refused; 0 for a waiting request."""


class Newcomers:
    """The requests of a table since its last deal; changed by events only."""

    def __init__(self) -> None:
        self._asked: dict[str, Newcomer] = {}
        self.count = 0
        """Requests since the last deal."""

    def get(self, request: str) -> Newcomer | None:
        return self._asked.get(request)

    @property
    def waiting(self) -> list[Newcomer]:
        return [newcomer for newcomer in self._asked.values() if not newcomer.declined]

    def waits(self, request: str, today: int) -> Newcomer | None:
        """This request, if it can still be answered."""
        found = self._asked.get(request)
        return found if found is not None and not found.declined and found.until > today else None

    def lapsed(self, today: int) -> list[Newcomer]:
        return [newcomer for newcomer in self.waiting if newcomer.until <= today]

    def refusals(self, requests: Iterable[str], today: int) -> int:
        """How many of these requests were refused recently."""
        found = (self._asked.get(request) for request in requests)
        return sum(
            1 for one in found if one is not None and one.declined and abs(today - one.declined) < REFUSED_SECONDS
        )

    def of_player(self, player: str) -> list[Newcomer]:
        """This player's requests; players without a key cannot be told apart."""
        return [newcomer for newcomer in self._asked.values() if player and newcomer.player == player]

    # --- changing

    def add(self, newcomer: Newcomer) -> None:
        self.count += 1
        self._asked[newcomer.request] = newcomer
        if len(self._asked) > MOST_REMEMBERED:
            answered = (one.request for one in self._asked.values() if one.declined)
            del self._asked[next(answered, next(iter(self._asked)))]

    def decline(self, request: str, at: int) -> None:
        found = self._asked.get(request)
        if found is not None:
            self._asked[request] = msgspec.structs.replace(found, declined=at)

    def remove(self, request: str) -> None:
        self._asked.pop(request, None)

    def seated(self, secret: str) -> None:
        """The newcomer with this secret has sat down."""
        for newcomer in self.waiting:
            if newcomer.secret == secret:
                self.remove(newcomer.request)

    def clear(self) -> None:
        """A game begins, or the table was closed."""
        self._asked.clear()
        self.count = 0
