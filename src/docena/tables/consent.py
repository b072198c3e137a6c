"""Whose consent it takes to undo a move after something hidden was revealed, and whether they can be asked."""

from collections.abc import Sequence

from docena.tables.seats import PERSON, Seat


def clients_of(seats: Sequence[Seat]) -> list[int | None]:
    """A number for the client of each seat: the lowest seat that this client holds; None without a person.

    >>> def person(client): return Seat(PERSON, client=client)
    >>> clients_of([person("a"), Seat(), person("b"), person("a"), person(""), person("")])
    [1, None, 3, 1, 5, 6]
    """
    first: dict[str, int] = {}
    return [
        None if seat.kind != PERSON else first.setdefault(seat.client, number) if seat.client else number
        for number, seat in enumerate(seats, 1)
    ]


def voters_for(seats: Sequence[Seat], asker: int) -> list[list[int]]:
    """The seats of each client that must agree, one list a client: everybody else who has not given up their seat."""
    clients = clients_of(seats)
    others: dict[int, list[int]] = {}
    for number, client in enumerate(clients, 1):
        if client is not None and client != clients[asker - 1]:
            others.setdefault(client, []).append(number)
    return list(others.values())


def absent_for(seats: Sequence[Seat], asker: int) -> list[int]:
    """One seat of each client that must agree and cannot be asked, since nobody is there in any of its seats."""
    return [voter[0] for voter in voters_for(seats, asker) if not any(seats[one - 1].answers for one in voter)]
