"""Limits on wrong passwords: guessing is too slow, and other people's guesses do not lock the owner out."""

from collections import OrderedDict
from typing import NamedTuple, TypeVar

from docena.server.protection.limits import Addresses

FREE = 5
"""Wrong passwords in a row for one name, from one place, after which that place has to wait."""
FIRST_WAIT, LONGEST_WAIT = 10.0, 3600.0
"""Seconds: each further wrong password doubles the wait."""
FORGOTTEN_AFTER = 86_400.0
NAME_RATE, NAME_BURST = 1 / 60, 30.0
"""Wrong passwords for one name from all unknown places together: rate per second, and burst."""
MOST_PLACES = 100_000

_V = TypeVar("_V")


class TooSoon(Exception):  # caught where a person can be told
    """The seconds to wait; 0 if that depends on others."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class Place(NamedTuple):
    """The origin of an attempt: an address, or a device on which the name's owner has logged in before."""

    name: str
    where: str
    device: bool


class Guesses:
    """Counts wrong passwords for each name and place.

    All unknown places together also have a limit for each name, as one attacker may have many addresses. Devices and
    addresses from which the owner has logged in are exempt: whatever others do, the owner can log in from there.
    """

    def __init__(self, most: int = MOST_PLACES) -> None:
        self._most = most
        self._wrong: OrderedDict[Place, tuple[int, float]] = OrderedDict()
        self._known: OrderedDict[Place, None] = OrderedDict()
        self._names = Addresses(NAME_RATE, NAME_BURST, most)

    def __len__(self) -> int:
        return len(self._wrong) + len(self._known) + len(self._names)

    def begin(self, place: Place, now: float) -> None:
        """Counts a guess as wrong until it proves right, so that parallel guesses cannot exceed the limit."""
        count, last = self._wrong.get(place, (0, now))
        if now - last > FORGOTTEN_AFTER:
            count = 0
        if count >= FREE:
            wait = last + min(FIRST_WAIT * 2.0 ** (count - FREE), LONGEST_WAIT) - now
            if wait > 0:
                raise TooSoon(wait)
        if not self._is_known(place) and not self._names.take(place.name, now):
            raise TooSoon(0.0)
        self._wrong[place] = (count + 1, now)
        _trim(self._wrong, place, self._most)

    def right(self, place: Place, now: float) -> None:
        """The guess was right: this place knows the password."""
        self._give_back(place, now)
        self._wrong.pop(place, None)
        if not place.device:
            self._known[place] = None
            _trim(self._known, place, self._most)

    def unanswered(self, place: Place, now: float) -> None:
        """The password was not checked after all."""
        self._give_back(place, now)
        count, last = self._wrong.pop(place, (0, now))
        if count > 1:
            self._wrong[place] = (count - 1, last)

    def _is_known(self, place: Place) -> bool:
        return place.device or place in self._known

    def _give_back(self, place: Place, now: float) -> None:
        if not self._is_known(place):
            self._names.spend(place.name, -1.0, now)


def _trim(kept: OrderedDict[Place, _V], latest: Place, most: int) -> None:
    kept.move_to_end(latest)
    if len(kept) > most:
        kept.popitem(last=False)
