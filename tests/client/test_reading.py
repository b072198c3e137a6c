"""From what a server sends, our bots are given a table that allows exactly what the real one allows."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from client.sighted import sight_of
from random_games import LONG, SETTINGS, STYLES, Setting, positions

from docena.bots.players.player import player_for
from docena.client.reading import BadSight, Reading
from docena.client.turns import moves_of_log
from docena.core.cards import DOWN, UNKNOWN
from docena.core.notation import public_line
from docena.engine.table import record_in
from docena.engine.view import View
from docena.game.game import Game
from docena.tables.messages import ViewSight

LINES = 400 if LONG else 50
PRINTED = [setting for setting in SETTINGS if not setting.deck]


def _lines(game: Game) -> list[str]:
    return [public_line(line) for line in game.log]


def _settled(setting: Setting, style: str) -> Iterator[Game]:
    for game in positions(setting, "reading", style, LINES):
        if game.awaits is None:
            yield game


def _cards_on(view: View) -> int:
    piles = [view.draw, view.aside, *(view.building(place) for place in range(1, 5))]
    for seat in view.seats:
        piles += [view.stock(seat), *view.discards(seat)]
    return sum(map(len, piles)) + sum(map(view.hand_size, view.seats))


# what is not in any message; `winners` and `over` of a game that nobody plays any more
_NOT_TOLD = {"kept_die", "kept_die_left", "kept_talks", "kept_owed", "winners", "sinking_seat", "toll_place", "refill"}
_CELLS = {"card", "below", "draw", "aside", "spare", "stock", "discard", "building", "bottom"}


def _differences(read: View, true: View) -> set[str]:
    """The fields, apart from where cards lie, in which two records differ."""
    ours, theirs = record_in(read._tables), record_in(true._tables)
    names = set(ours.dtype.names) - _CELLS - _NOT_TOLD
    if true.toll:
        names |= {"toll_place", "refill"}
    return {name for name in names if (ours[name] != theirs[name]).any()}


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_the_legal_moves_of_the_view_that_was_read_are_those_of_the_message(setting: Setting) -> None:
    style = STYLES[SETTINGS.index(setting) % len(STYLES)]
    readings: dict[int, Reading] = {}
    rng = Random(1)
    for game in _settled(setting, style):
        for seat in {game.board.mover, rng.randint(1, setting.players)}:
            reading = readings.setdefault(seat, Reading(game.options, seat, game.first))
            sight = sight_of(game, seat)
            view = reading.see(sight, _lines(game))
            if not game.over:
                assert view.legal_moves() == sight.legal, game.log
            assert sight_of_view(view) == sight
            assert _cards_on(view) == len(game.options.deck)
            assert view.hand(seat) == game.view(seat).hand(seat)


def sight_of_view(view: View) -> ViewSight:
    """The message again, made from what was read of it."""

    class Read:
        def view(self, _seat: int | None) -> View:
            return view

    return sight_of(Read(), view.seat)  # type: ignore[arg-type]  # all that it needs of a game


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_who_watched_from_the_start_has_the_very_record(setting: Setting) -> None:
    """Everything but where the cards lie is as in the true view; and every card that was seen has its face."""
    reading: Reading | None = None
    for game in positions(setting, "watched", "plays", LINES):
        if game.over or game.awaits:
            continue
        seat = game.board.mover
        reading = reading or Reading(game.options, seat, game.first)
        reading.seat = seat
        view, true = reading.see(sight_of(game, seat), _lines(game)), game.view(seat)
        passed_tolls = {"turns"} if "X" in game.log else set()
        assert _differences(view, true) - passed_tolls == set(), game.log
        for place in range(1, 5):
            assert view.building(place) == true.building(place), game.log
        assert Counter(view.aside) == Counter(true.aside), game.log
        hidden = [int(card) for card in record_in(view._tables).card if card & DOWN]
        assert set(hidden) <= {DOWN | UNKNOWN}


@pytest.mark.parametrize("setting", PRINTED[::3], ids=str)
@pytest.mark.parametrize("bot", ["greedy", "expert"])
def test_a_bot_chooses_the_same_from_what_was_read(setting: Setting, bot: str) -> None:
    reading: Reading | None = None
    for number, game in enumerate(_settled(setting, "plays")):
        if game.over:
            break
        seat = game.board.mover
        reading = reading or Reading(game.options, seat, game.first)
        reading.seat = seat
        view = reading.see(sight_of(game, seat), _lines(game))
        if number % 3 == 0:
            assert player_for(bot).choose(view) == player_for(bot).choose(game.view(seat)), game.log


@pytest.mark.parametrize("setting", PRINTED[::5], ids=str)
@pytest.mark.parametrize("bot", ["greedy", "beginner", "expert", "master@200tries"])
def test_a_bot_that_comes_in_late_chooses_something_legal(setting: Setting, bot: str) -> None:
    """Nothing is remembered: piles that were not watched are guessed."""
    player = player_for(bot)
    for number, game in enumerate(_settled(setting, "mixed")):
        if game.over:
            break
        if number % 12 == 0:
            seat = game.board.mover
            sight = sight_of(game, seat)
            view = Reading(game.options, seat).see(sight, _lines(game))
            assert player.choose(view) in sight.legal


def test_moves_that_are_taken_back_are_forgotten() -> None:
    game = Game.new("classic", players=2, stock=10, seed=7)
    reading = Reading(game.options, game.board.mover, game.first)
    for move in ("HW>1", "H7-3"):
        reading.see(sight_of(game, reading.seat), _lines(game))
        game.play(move)
    reading.see(sight_of(game, reading.seat), _lines(game))
    game.undo()
    game.undo()
    view = reading.see(sight_of(game, reading.seat), _lines(game))
    assert _differences(view, game.view(reading.seat)) == set()
    assert view.building(1) == []


def test_a_server_that_shows_another_number_of_cards_is_not_believed() -> None:
    game = Game.new("classic", players=3, stock=10, seed=7)
    sight = sight_of(game, 1)
    with pytest.raises(BadSight, match="3 seats"):
        Reading(Game.new("classic", players=2, seed=1).options, 1).see(sight, [])
    with pytest.raises(BadSight, match="cards"):
        Reading(Game.new("mod", players=3, seed=1).options, 1).see(sight, [])


def test_lines_of_chance_are_not_moves() -> None:
    assert moves_of_log(["shuffle", "restock 2", "roll +1", "R@2", "."]) == ["R@2", "."]
