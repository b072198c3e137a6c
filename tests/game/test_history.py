"""Games of a host: small, with no past, and aware of what a move has revealed."""

import tracemalloc
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from random_games import SETTINGS, Setting, choose, positions
from redraw import face_down_cells, own_table

from docena.core.errors import DocenaError, IllegalMove
from docena.core.notation import is_chance, parse_move
from docena.core.options import choose_options
from docena.engine.table import record_in
from docena.game.fair import FairChance
from docena.game.game import Game
from docena.game.undo import EVERY

LINES = 60

some_settings = pytest.mark.parametrize("setting", SETTINGS[::4], ids=str)


def pair(setting: Setting, seed: int) -> tuple[Game, Game]:
    """The same deal twice: with a past and without one."""
    options = setting.options()
    return tuple(Game.deal(options, FairChance.from_seed(seed), past=past) for past in (True, False))  # type: ignore[return-value]


def play_on(game: Game, rng: Random, moves: int) -> None:
    for _ in range(moves):
        if not game.over:
            game.play(choose(rng, game.legal_moves(), "mixed"))


def state(game: Game) -> tuple[bytes, list[str], int]:
    assert game.chance is not None
    return bytes(game.board), list(game.log), game.chance.event


def moves_in(game: Game) -> int:
    return sum(not is_chance(line) for line in game.log)


@some_settings
def test_a_game_without_a_past_is_taken_back_by_playing_some_of_it_again(
    setting: Setting, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = Counter[int]()
    play = Game.play

    def counted(game: Game, move: str | int) -> None:
        played[id(game)] += 1
        play(game, move)

    monkeypatch.setattr(Game, "play", counted)
    for seed in range(2):
        games, rng = pair(setting, seed), Random(seed)
        for _ in range(12):
            turn, moves = rng.random(), rng.choice((5, 30, 150))
            for game in games:
                play_on(game, Random(turn), moves)
            assert state(games[0]) == state(games[1])
            for depth in (1, 1, 2, 3, 1, rng.randrange(1, 80)):
                if depth <= moves_in(games[0]):
                    played.clear()
                    assert games[0].undo(depth) == games[1].undo(depth)
                    assert state(games[0]) == state(games[1])
                    assert (played[id(games[0])], played[id(games[1])] <= EVERY) == (0, True)


def test_a_game_without_a_past_has_a_beginning() -> None:
    game = pair(Setting("mod", 3), 1)[1]
    dealt = state(game)
    play_on(game, Random(1), 30)
    assert state(game)[2] > dealt[2] + 3
    for _ in range(29):
        game.undo()
    with pytest.raises(DocenaError, match="no move to take back"):
        game.undo(2)
    game.undo()
    assert state(game) == dealt
    with pytest.raises(DocenaError, match="no move to take back"):
        game.undo()


@some_settings
def test_what_a_game_tells_without_a_board_is_what_the_board_tells(setting: Setting) -> None:
    for game in positions(setting, "lean", "mixed", LINES):
        board, legal = game.board, set(game.legal_numbers())
        assert (game.mover, game.turns, game.over, game.awaits) == (board.mover, board.turns, board.over, board.awaits)
        assert {number for number in range(0, 1024, 3) if game.is_legal(number)} == {n for n in legal if n % 3 == 0}


def test_a_refused_move_changes_nothing() -> None:
    for game in pair(Setting("classic", 4), 3):
        play_on(game, Random(3), 20)
        before, revealed = state(game), game.revealed
        with pytest.raises(IllegalMove):
            game.play("R>1")
        assert (state(game), game.revealed) == (before, revealed)
        game.undo()
        assert len(game.log) < len(before[1])


# --- what a move reveals


def moves_of(setting: Setting) -> Iterator[tuple[Game, str]]:
    """Games before a move, and the move."""
    before: Game | None = None
    for game in positions(setting, "revealed", "mixed", LINES):
        if before is not None:
            yield before, game.log[-1]
        before = None if game.awaits or game.over else game.copy()


def other_cards(game: Game, rng: Random) -> Game:
    """The same game with other cards where they lie face down; all hands are as they were."""
    twin, tables = game.copy(), own_table(game)
    table = record_in(tables)
    cells = face_down_cells(table)
    cards = [int(table.card[cell]) for cell in cells]
    rng.shuffle(cards)
    for cell, card in zip(cells, cards, strict=True):
        table.card[cell] = card
    twin.tables = tables
    return twin


@pytest.mark.parametrize("setting", SETTINGS[::2], ids=str)
def test_nobody_sees_more_after_a_move_that_reveals_nothing(setting: Setting) -> None:
    rng = Random(str(setting))
    for game, move in moves_of(setting):
        twin = other_cards(game, rng)
        game.play(move)
        twin.play(move)
        if not game.revealed:
            assert [game.sight(seat) for seat in game.board.seats] == [twin.sight(seat) for seat in game.board.seats], (
                move
            )


@pytest.mark.parametrize("setting", SETTINGS[::2], ids=str)
def test_a_move_reveals_what_is_drawn_turned_or_left_to_chance(setting: Setting) -> None:
    for game, move in moves_of(setting):
        before = game.copy().board
        game.play(move)
        after = game.board
        turned = any(0 < after.stock_size(seat) < before.stock_size(seat) for seat in after.seats)
        drawn = before.draw_size != after.draw_size
        assert game.revealed == (drawn or turned or game.awaits is not None), move


def reveals(game: Game, move: str) -> bool:
    game.play(move)
    return game.revealed


def test_what_reveals_something() -> None:
    game = Game.new("classic", players=2, stock=10, seed=7)
    assert not reveals(game, "HW>1")
    assert reveals(game, "H7-3"), "the next player draws"
    game.undo()
    assert not game.revealed
    while not game.is_legal(parse_move("S>1").number):
        game.play(game.legal_moves()[0])
    assert reveals(game, "S>1"), "a stock card is turned up"
    opened = Game.new("classic", players=2, seed=1, table="open")
    assert reveals(opened, f"{opened.mover}:draw")
    rolled = Game.new("mod", players=2, seed=1, table="open")
    assert reveals(rolled, f"{3 - rolled.mover}:out"), "the die is rolled"


# --- size, and threads


def test_a_game_without_a_past_is_small() -> None:
    options = choose_options("mod", 4)

    def played() -> list[Game]:
        rng = Random(1)
        games = [Game.deal(options, FairChance.from_seed(seed), past=False) for seed in range(20)]
        for game in games:
            play_on(game, rng, 60)
        return games

    played()  # moves that have been read are kept for all games together, and count for none of them
    tracemalloc.start()
    try:
        games = played()
        size, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert size / len(games) < 12_000


def test_threads_do_not_share_a_pad() -> None:
    def play_out(seed: int) -> str:
        game, rng = Game.deal(choose_options("mod", 3), FairChance.from_seed(seed)), Random(seed)
        for _ in range(150):
            if not game.over:
                numbers = game.legal_numbers()
                assert all(map(game.is_legal, numbers))
                game.play(rng.choice(numbers))
        return game.hash()

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(play_out, range(12))) == list(map(play_out, range(12)))


def test_a_move_may_be_named_by_text_or_number() -> None:
    one, other = pair(Setting("classic", 2), 5)
    move = one.legal_moves()[0]
    one.play(move)
    other.play(parse_move(move).number)
    assert state(one) == state(other)
    assert one.log[0] is other.log[0]
