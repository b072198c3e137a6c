"""Connections grouped by address: who has the most of them, and which of those is the oldest."""

from collections import defaultdict
from typing import Generic, Protocol, TypeVar


class Peer(Protocol):
    """The other end of a connection."""

    address: str


P = TypeVar("P", bound=Peer)


class AddressGroups(Generic[P]):
    """Every step costs the same however many there are.

    >>> from types import SimpleNamespace
    >>> class Phone(SimpleNamespace): __hash__ = object.__hash__; __eq__ = object.__eq__
    >>> groups, peers = AddressGroups(), [Phone(address=name) for name in "abbaacb"]
    >>> for moment, peer in enumerate(peers): groups.add(peer, moment)
    >>> groups.largest() is peers[0], groups.oldest() is peers[0], groups.count("b"), len(groups)
    (True, True, 3, 7)
    >>> groups.remove(peers[0]); groups.largest() is peers[1], groups.oldest() is peers[1], groups.since(peers[3])
    (True, True, 3)
    """

    def __init__(self) -> None:
        self._since: dict[P, float] = {}
        self._groups: dict[str, dict[P, None]] = {}
        self._addresses: defaultdict[int, dict[str, None]] = defaultdict(dict)
        """Addresses by the size of their groups."""
        self._most = 0

    def __len__(self) -> int:
        return len(self._since)

    def add(self, peer: P, now: float) -> None:
        group = self._groups.setdefault(peer.address, {})
        group[peer] = None
        self._since[peer] = now
        self._resized(peer.address, len(group) - 1, len(group))

    def remove(self, peer: P) -> None:
        group = self._groups[peer.address]
        del self._since[peer], group[peer]
        self._resized(peer.address, len(group) + 1, len(group))
        if not group:
            del self._groups[peer.address]

    def _resized(self, address: str, before: int, now: int) -> None:
        self._addresses[before].pop(address, None)
        if not self._addresses[before]:
            del self._addresses[before]
        if now:
            self._addresses[now][address] = None
        if now > self._most or (before == self._most and before not in self._addresses):
            self._most = now

    def largest(self) -> P | None:
        """The oldest connection of the address that has the most."""
        if not self._since:
            return None
        address = next(iter(self._addresses[self._most]))
        return next(iter(self._groups[address]))

    def oldest(self) -> P | None:
        return next(iter(self._since), None)

    def since(self, peer: P) -> float:
        """When it was added."""
        return self._since[peer]

    def count(self, address: str) -> int:
        return len(self._groups.get(address, ()))
