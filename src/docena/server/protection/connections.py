"""How many connections there may be, and which one is dropped when there is no room for another.

Players are dropped last, and an address with few connections is not shut out by one that has many. As long as
there is room, nobody is limited: three hundred phones behind one router are three hundred clients.
"""

from collections.abc import Callable
from enum import IntEnum
from typing import Protocol

from docena.server.protection.groups import AddressGroups, Peer


class Rank(IntEnum):
    """The rank of a connection."""

    NEW = 0
    """It has not sent a whole request yet."""
    IDLE = 1
    """It has been answered, and is kept for the next request."""
    BUSY = 2
    """A request is being answered, or a socket has not said hello yet."""
    WATCHING = 3
    """A socket without a seat."""
    SEATED = 4
    """A socket of somebody with a seat at a table."""


MOST_WAITING = 4000
"""Limit on new and idle connections, whatever the limit on open files: each takes memory, too."""
MOST_BUSY = 4000
HEAD_SECONDS = 15.0
"""Seconds for a connection to send a whole request, or the head of one that has a body."""
BUSY_SECONDS = 3.0
"""A request that takes longer may be dropped if there is no other room."""
_LOBBY = 8
"""One place in this many is reserved for connections that are not sockets: people enter through them."""
_AT_ONCE = 500


class Droppable(Peer, Protocol):
    rank: Rank | None
    """Set here: None for a closed connection."""

    def drop(self) -> None:
        """Closes it at once."""


class Connections:
    """All connections of a server."""

    def __init__(self, most: int, now: Callable[[], float]) -> None:
        self._most, self._now = most, now
        self._most_sockets = most - max(1, most // _LOBBY)
        self._new: dict[Droppable, float] = {}
        """When they connected, in order."""
        self._waiting: AddressGroups[Droppable] = AddressGroups()
        self._busy: AddressGroups[Droppable] = AddressGroups()
        self._watching: AddressGroups[Droppable] = AddressGroups()
        self._seated: AddressGroups[Droppable] = AddressGroups()
        self._groups = (self._waiting, self._waiting, self._busy, self._watching, self._seated)
        """By rank."""
        self.dropped = 0
        """Connections closed to make room, or because they sent nothing."""

    def count(self, rank: Rank) -> int:
        """New and idle ones count together."""
        return len(self._groups[rank])

    def __len__(self) -> int:
        return len(self._waiting) + len(self._busy) + len(self._watching) + len(self._seated)

    def admit(self, peer: Droppable) -> bool:
        """Accepts a new connection, if there is room or something can be dropped for it."""
        if len(self) >= self._most and not self._make_room(peer):
            self.dropped += 1
            return False
        self._put(peer, Rank.NEW)
        return True

    def leave(self, peer: Droppable) -> None:
        """Removes a closed connection."""
        if peer.rank is not None:
            self._groups[peer.rank].remove(peer)
            self._new.pop(peer, None)
            peer.rank = None

    def move(self, peer: Droppable, rank: Rank) -> bool:
        """Changes the connection's rank; False if there is no room at that rank."""
        if peer.rank is None or not self._has_room(peer, rank):
            return False
        self.leave(peer)
        self._put(peer, rank)
        return True

    def sweep(self) -> None:
        """Drops connections that never complete the head of a request."""
        late = self._now() - HEAD_SECONDS
        for _ in range(_AT_ONCE):
            oldest = next(iter(self._new), None)
            if oldest is None or self._new[oldest] > late:
                return
            self._drop(oldest)

    def _put(self, peer: Droppable, rank: Rank) -> None:
        peer.rank = rank
        self._groups[rank].add(peer, self._now())
        if rank is Rank.NEW:
            self._new[peer] = self._now()
        if len(self._waiting) > MOST_WAITING:
            self._drop_largest(self._waiting)

    def _has_room(self, peer: Droppable, rank: Rank) -> bool:
        if rank is Rank.BUSY:
            return len(self._busy) < MOST_BUSY or self._drop_slow()
        is_socket = peer.rank in (Rank.WATCHING, Rank.SEATED)
        if rank < Rank.BUSY or is_socket or len(self._watching) + len(self._seated) < self._most_sockets:
            return True
        largest = self._watching.largest()
        if largest is None:
            return False
        # a spectator replaces only one from an address that has more of them
        if rank is Rank.WATCHING and not self._has_more(self._watching, largest, peer):
            return False
        self._drop(largest)
        return True

    def _make_room(self, newcomer: Droppable) -> bool:
        waiting, busy = self._waiting.largest(), self._busy.largest()
        if (
            busy is not None
            and self._has_more(self._busy, busy, newcomer)
            and (waiting is None or self._busy.count(busy.address) > self._waiting.count(waiting.address))
        ):
            self._drop(busy)
            return True
        return self._drop_largest(self._waiting) or self._drop_slow()

    def _has_more(self, group: AddressGroups[Droppable], peer: Droppable, other: Droppable) -> bool:
        return group.count(peer.address) > group.count(other.address) + 1

    def _drop_largest(self, group: AddressGroups[Droppable]) -> bool:
        peer = group.largest()
        if peer is not None:
            self._drop(peer)
        return peer is not None

    def _drop_slow(self) -> bool:
        for peer in (self._busy.largest(), self._busy.oldest()):
            if peer is not None and self._busy.since(peer) <= self._now() - BUSY_SECONDS:
                self._drop(peer)
                return True
        return False

    def _drop(self, peer: Droppable) -> None:
        self.leave(peer)
        self.dropped += 1
        peer.drop()
