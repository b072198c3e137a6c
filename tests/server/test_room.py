"""Who goes when there is no room for all connections, one decision at a time."""

from collections.abc import Sequence
from random import Random

import pytest

from docena.server.protection import connections as module
from docena.server.protection.connections import BUSY_SECONDS, HEAD_SECONDS, Connections, Rank


class Phone:
    """A connection as the list of all of them sees it."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.rank: Rank | None = None
        self.is_dropped = False

    def drop(self) -> None:
        self.is_dropped = True


class Place:
    """So many connections at most, and a clock that is put on by hand."""

    def __init__(self, most: int) -> None:
        self.now = 1000.0
        self.all = Connections(most, lambda: self.now)

    def come(self, address: str, rank: Rank = Rank.NEW) -> Phone:
        phone = Phone(address)
        assert self.all.admit(phone)
        if rank is not Rank.NEW:
            assert self.all.move(phone, Rank.BUSY)
            assert rank is Rank.BUSY or self.all.move(phone, rank)
        self.now += 0.001
        return phone

    def many(self, n: int, address: str, rank: Rank = Rank.NEW) -> list[Phone]:
        return [self.come(address, rank) for _ in range(n)]


def dropped(phones: Sequence[Phone]) -> int:
    return sum(phone.is_dropped for phone in phones)


def test_while_there_is_room_one_address_may_have_all_of_it() -> None:
    place = Place(1000)
    phones = [*place.many(300, "hall", Rank.SEATED), *place.many(300, "hall", Rank.IDLE), *place.many(300, "hall")]
    assert not dropped(phones)
    assert len(place.all) == 900


@pytest.mark.parametrize("rank", [Rank.NEW, Rank.IDLE, Rank.BUSY])
def test_the_address_with_most_connections_makes_room(rank: Rank) -> None:
    place = Place(100)
    honest = [place.come(f"home {number}") for number in range(10)]
    crowd = place.many(90, "crowd", rank)
    honest += [place.come(f"away {number}", Rank.IDLE) for number in range(20)]
    assert not dropped(honest)
    assert dropped(crowd) == 20
    assert all(phone.is_dropped for phone in crowd[:20])  # the oldest of them


def test_whoever_sits_is_never_dropped_and_there_is_always_a_way_in() -> None:
    place = Place(80)
    seated = place.many(70, "hall", Rank.SEATED)
    for _ in range(3):
        late = place.come("hall")
        assert place.all.move(late, Rank.BUSY)
        assert not place.all.move(late, Rank.SEATED)  # the last places are for requests
        place.all.leave(late)
    crowd = place.many(500, "crowd")
    health = place.come("monitor")
    assert place.all.move(health, Rank.BUSY)
    assert not dropped(seated)
    assert not health.is_dropped
    assert dropped(crowd) == 491
    assert len(place.all) == 80


def test_a_player_takes_the_place_of_a_spectator_and_a_spectator_only_of_one_who_is_among_many() -> None:
    place = Place(80)
    watching = place.many(60, "crowd", Rank.WATCHING)
    home = place.many(10, "home", Rank.WATCHING)
    more = place.come("crowd", Rank.BUSY)
    assert not place.all.move(more, Rank.WATCHING)
    place.come("elsewhere", Rank.WATCHING)
    place.come("crowd", Rank.SEATED)
    assert dropped(watching) == 2
    assert not dropped(home)


def test_a_request_is_dropped_when_it_takes_long_and_there_is_no_other_way() -> None:
    place = Place(40)
    slow = place.many(40, "here", Rank.BUSY)
    assert not place.all.admit(Phone("here"))
    assert not dropped(slow)
    place.now += BUSY_SECONDS
    place.come("here")
    assert [phone.is_dropped for phone in slow[:2]] == [True, False]


def test_a_connection_that_asks_for_nothing_has_so_much_time_and_no_more() -> None:
    place = Place(1000)
    silent, idle, busy = place.come("here"), place.come("here", Rank.IDLE), place.come("here", Rank.BUSY)
    place.now += HEAD_SECONDS - 1
    place.all.sweep()
    assert not silent.is_dropped
    # the second request of a connection has as much time for its head
    assert place.all.move(idle, Rank.NEW)
    place.now += 1
    place.all.sweep()
    assert (silent.is_dropped, idle.is_dropped, busy.is_dropped) == (True, False, False)
    place.now += HEAD_SECONDS
    place.all.sweep()
    assert (idle.is_dropped, busy.is_dropped) == (True, False)


def test_memory_is_bounded_where_many_files_may_be_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_WAITING", 50)
    monkeypatch.setattr(module, "MOST_BUSY", 50)
    place = Place(100_000)
    assert dropped(place.many(200, "here")) == 150
    place.many(50, "here", Rank.BUSY)
    late = place.come("here")
    assert not place.all.move(late, Rank.BUSY)
    place.now += BUSY_SECONDS
    assert place.all.move(late, Rank.BUSY)


def test_whatever_happens_the_numbers_are_right() -> None:
    rng, place = Random(5), Place(60)
    phones: list[Phone] = []
    for _ in range(20_000):
        place.now += rng.random()
        kind = rng.randrange(4)
        if kind == 0 or not phones:
            phone = Phone(rng.choice("aaaabbcdefgh"))
            if place.all.admit(phone):
                phones.append(phone)
        elif kind == 1:
            place.all.leave(phones.pop(rng.randrange(len(phones))))
        elif kind == 2:
            place.all.move(rng.choice(phones), Rank(rng.randrange(5)))
        else:
            place.all.sweep()
        phones = [phone for phone in phones if not phone.is_dropped]
        assert len(place.all) == len(phones) <= 60
        assert all(phone.rank is not None for phone in phones)
        assert sum(phone.rank in (Rank.WATCHING, Rank.SEATED) for phone in phones) <= 53
