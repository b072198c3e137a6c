"""A bot that joins over the network knows what a bot of the arena knows, field by field, and nothing else."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from client.sighted import sight_of
from random_games import LONG, SETTINGS, STYLES, Setting, Snapshot, positions
from redraw import redrawn

from docena.bots.players.player import player_for
from docena.client.reading import BadSight, view_of
from docena.engine.table import TABLE
from docena.engine.view import View
from docena.engine.view_json import view_json
from docena.game.game import Game
from docena.tables.messages import ViewSight

LINES = 400 if LONG else 50
PRINTED = [setting for setting in SETTINGS if not setting.deck]


def read(game: Game, seat: int) -> View:
    return view_of(sight_of(game, seat), game.options, seat, game.first)


def _settled(setting: Setting, style: str) -> Iterator[Game]:
    for game in positions(setting, "reading", style, LINES):
        if game.awaits is None:
            yield game


# which cell a card lies in says nothing; the cards in the piles are compared one by one
_CELLS = {"card", "below", "draw", "aside", "spare", "stock", "discard", "building", "bottom"}


def contents(view: View) -> dict[str, Any]:
    """All that a view knows, without what is over and done with."""
    board = Snapshot(view)
    table = board.table
    known = {name: getattr(table, name) for name in TABLE.names or () if name not in {*_CELLS, "sinking_seat"}}
    if not table.toll:
        known.update(toll_place=0, refill=0)
    if table.mover == table.turn:
        known.update(kept_die=0, kept_die_left=0, kept_talks=0, kept_owed=0)
    known = {name: value.tolist() if hasattr(value, "tolist") else value for name, value in known.items()}
    known["draw"], known["aside"] = board.draw, Counter(board.aside)
    known["building"] = [board.building(place) for place in range(1, 5)]
    known["bottom"] = [board._pile(int(cell))[:1] for cell in table.bottom]
    known["stock"] = [board.stock(seat) for seat in board.seats]
    known["discard"] = [board.discards(seat) for seat in board.seats]
    known["hands"] = [board.hand(seat) for seat in board.seats]
    return known


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_what_a_bot_knows_does_not_depend_on_the_way_it_plays(setting: Setting) -> None:
    style = STYLES[SETTINGS.index(setting) % len(STYLES)]
    rng = Random(1)
    for game in _settled(setting, style):
        for seat in {game.board.mover, rng.randint(1, setting.players)}:
            view, true = read(game, seat), game.view(seat)
            assert contents(view) == contents(true), game.log
            assert view.as_json() == true.as_json() == game.sight(seat), game.log
            assert view.legal_moves() == true.legal_moves()


def test_all_there_is_to_know_is_known_somewhere() -> None:
    """The comparison above would prove little if nothing ever had another value than at the deal."""
    seen: dict[str, set[str]] = {}
    for setting in SETTINGS:
        for game in _settled(setting, "mixed"):
            for name, value in contents(read(game, game.board.mover)).items():
                seen.setdefault(name, set()).add(str(value))
    never = {name for name, values in seen.items() if len(values) < 2}
    assert never <= {"awaits", "due", "drawing", "taking", "sinking", "rolling", "refill", "kept_talks"}, never


@pytest.mark.parametrize("setting", SETTINGS[::4], ids=str)
def test_what_is_read_does_not_change_with_what_is_hidden(setting: Setting) -> None:
    rng = Random(str(setting))
    for number, game in enumerate(_settled(setting, "mixed")):
        if number % 8 == 0:
            seat = game.board.mover
            sight = msgspec.json.decode(view_json(redrawn(game, seat, rng), seat), type=ViewSight)
            assert bytes(view_of(sight, game.options, seat, game.first)) == bytes(read(game, seat))


@pytest.mark.parametrize("setting", PRINTED[::3], ids=str)
@pytest.mark.parametrize("bot", ["greedy", "expert"])
def test_a_bot_chooses_the_same_from_what_was_read(setting: Setting, bot: str) -> None:
    for number, game in enumerate(_settled(setting, "plays")):
        if game.over:
            break
        if number % 3 == 0:
            seat = game.board.mover
            assert player_for(bot).choose(read(game, seat)) == player_for(bot).choose(game.view(seat)), game.log


def test_a_server_that_shows_another_number_of_cards_is_not_believed() -> None:
    game = Game.new("classic", players=3, stock=10, seed=7)
    sight = sight_of(game, 1)
    with pytest.raises(BadSight, match="3 seats"):
        view_of(sight, Game.new("classic", players=2, seed=1).options, 1, 1)
    with pytest.raises(BadSight, match="more than the 112 cards"):
        view_of(sight, Game.new("mod", players=3, seed=1).options, 1, 1)
    with pytest.raises(BadSight, match="161 of the 162 cards"):
        view_of(msgspec.structs.replace(sight, draw=sight.draw - 1), game.options, 1, game.first)


@pytest.mark.parametrize(
    "changes",
    [
        {"draw": -1},
        {"mover": 0},
        {"turn": 4},
        {"turns": 1 << 40},
        {"awaits": "tea"},
        {"die": "7"},
        {"hand": ["1"] * 9},
        {"must_follow": 1000},
        {"winners": [99], "over": True},
    ],
    ids=str,
)
def test_a_server_that_shows_what_cannot_be_is_not_believed(changes: dict[str, Any]) -> None:
    game = Game.new("classic", players=3, stock=10, seed=7)
    with pytest.raises(BadSight):
        view_of(msgspec.structs.replace(sight_of(game, 1), **changes), game.options, 1, game.first)
