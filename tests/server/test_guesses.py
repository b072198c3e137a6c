"""How many passwords can be tried, by one place and by many."""

import pytest

from docena.server.people.guesses import (
    FIRST_WAIT,
    FREE,
    LONGEST_WAIT,
    NAME_BURST,
    NAME_RATE,
    Guesses,
    Place,
    TooSoon,
)

DAY = 86_400.0
HOME = Place("ana", "10.0.0.1", False)


def tries(guesses: Guesses, place: Place, now: float) -> bool:
    try:
        guesses.begin(place, now)
    except TooSoon:
        return False
    return True


def test_each_wrong_password_doubles_the_wait_up_to_an_hour() -> None:
    guesses, now, waits = Guesses(), 0.0, []
    for _ in range(FREE):
        guesses.begin(HOME, now)
    for _ in range(12):
        with pytest.raises(TooSoon) as soon:
            guesses.begin(HOME, now)
        waits.append(soon.value.seconds)
        now += soon.value.seconds
        assert not tries(guesses, HOME, now - 0.1)
        guesses.begin(HOME, now)
    assert waits[:4] == [FIRST_WAIT, 2 * FIRST_WAIT, 4 * FIRST_WAIT, 8 * FIRST_WAIT]
    assert waits[-3:] == [LONGEST_WAIT] * 3


def test_one_place_gets_some_forty_guesses_a_day_however_often_it_tries() -> None:
    guesses = Guesses()
    assert 20 < sum(tries(guesses, HOME, float(now)) for now in range(int(DAY))) < 40


def test_many_places_together_are_slowed_down() -> None:
    guesses = Guesses()
    let_in = sum(tries(guesses, Place("ana", f"{now}", False), float(now)) for now in range(int(DAY)))
    assert let_in <= NAME_BURST + DAY * NAME_RATE
    assert tries(guesses, Place("berta", "1", False), DAY)


def test_one_address_alone_never_uses_up_what_all_have() -> None:
    guesses = Guesses()
    for now in range(int(DAY)):
        tries(guesses, HOME, float(now))
        if now % 600 == 0:
            owner = Place("ana", f"cafe {now}", False)
            guesses.begin(owner, float(now))
            guesses.right(owner, float(now))


def test_known_places_are_not_under_the_limit_of_all() -> None:
    guesses = Guesses()
    guesses.begin(HOME, 0.0)
    guesses.right(HOME, 0.0)
    for number in range(100):
        tries(guesses, Place("ana", str(number), False), 1.0)
    assert not tries(guesses, Place("ana", "elsewhere", False), 1.0)
    assert tries(guesses, HOME, 1.0)
    assert tries(guesses, Place("ana", "phone", True), 1.0)
    assert not tries(guesses, Place("ana", "phone", False), 1.0)


def test_many_guesses_at_once_count_before_any_is_answered() -> None:
    guesses = Guesses()
    assert sum(tries(guesses, HOME, 0.0) for _ in range(50)) == FREE


def test_a_guess_that_nobody_looked_at_does_not_count() -> None:
    guesses = Guesses()
    for _ in range(100):
        guesses.begin(HOME, 0.0)
        guesses.unanswered(HOME, 0.0)
    assert sum(tries(guesses, HOME, 0.0) for _ in range(50)) == FREE


def test_the_right_password_makes_up_for_the_wrong_ones() -> None:
    guesses = Guesses()
    for number in range(100):
        assert tries(guesses, HOME, float(number))
        if number % FREE == FREE - 1:
            guesses.right(HOME, float(number))


def test_wrong_passwords_are_forgotten_after_a_quiet_day() -> None:
    guesses = Guesses()
    for _ in range(FREE):
        guesses.begin(HOME, 0.0)
    assert sum(tries(guesses, HOME, DAY + 1.0) for _ in range(50)) == FREE


def test_what_is_remembered_is_bounded() -> None:
    guesses = Guesses(most=50)
    for number in range(1000):
        place = Place(f"name {number}", f"{number}", False)
        guesses.begin(place, float(number))
        if number % 2:
            guesses.right(place, float(number))
    assert len(guesses) <= 150
