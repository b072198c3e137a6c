"""Paired deals: both bots play the same cards in the same seats, and equal bots share the points."""

import pytest
from arena.short_arenas import SHORT, TABLES, Watcher, name_of

from docena.arena.lineup import Lineup
from docena.arena.pairs import DRAW, LOSS, WIN, Pairing, play_compiled, play_mirrored, sides
from docena.core.options import Options


@pytest.mark.parametrize("options", TABLES, ids=name_of)
def test_every_bot_plays_every_seat_of_a_deal(options: Options) -> None:
    first, second = sides(options, False), sides(options, True)
    assert [a + b for a, b in zip(first, second, strict=True)] == [1] * options.players
    assert all(first[seat] != first[seat + 1] for seat in range(min(options.players, 3) - 1))
    if options.partners:
        half = options.players // 2
        assert first[:half] == first[half:]


@pytest.mark.parametrize("options", TABLES, ids=name_of)
def test_equal_bots_share_the_points_of_each_deal(options: Options) -> None:
    """Greedy plays the same deal the same way twice: whoever has the better seat wins once."""
    halves = play_compiled(Pairing(options, "greedy", "greedy", 7), 0, 60).halves
    assert len(halves) == 60
    assert {sum(twins) for twins in halves} == {2}
    assert len(set(halves)) > 1


@pytest.mark.parametrize("bot", ["greedy", "random"])
@pytest.mark.parametrize("options", TABLES[:4], ids=name_of)
def test_equal_bots_share_the_points_of_each_deal_in_python(options: Options, bot: str) -> None:
    """LocalWorker random does so too: its own chance goes by the seat."""
    lineup = Lineup(1.0)
    for number in range(3):
        twins = play_mirrored(Pairing(options, bot, bot, 7, most_moves=300), number, lineup, forfeit=False)
        assert sum(*twins.halves) == 2


def test_both_bots_see_the_same_cards_in_the_same_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    watchers = {"a": Watcher("a"), "b": Watcher("b")}
    monkeypatch.setattr(Lineup, "_new", lambda self, spec: watchers[spec])
    for number in range(5):
        play_mirrored(Pairing(SHORT, "a", "b", 3), number, Lineup(1.0), forfeit=False)
    a, b = watchers["a"].seen, watchers["b"].seen
    assert len(a) == len(set(a)) == 10
    assert a[0::2] == b[1::2]
    assert a[1::2] == b[0::2]


def test_games_without_a_winner_are_draws() -> None:
    pairing = Pairing(SHORT, "greedy", "random", 1, most_moves=5)
    assert play_compiled(pairing, 0, 3).halves == [(DRAW, DRAW)] * 3
    assert play_mirrored(pairing, 0, Lineup(1.0), forfeit=False).halves == [(DRAW, DRAW)]


def test_the_better_bot_wins_whichever_is_named_first() -> None:
    better = Pairing(SHORT, "greedy", "random", 1)
    worse = Pairing(SHORT, "random", "greedy", 1)
    assert play_compiled(better, 0, 40).halves.count((WIN, WIN)) > 25
    assert play_compiled(worse, 0, 40).halves.count((LOSS, LOSS)) > 25


def test_a_number_is_the_same_deal_in_any_chunk() -> None:
    pairing = Pairing(SHORT, "greedy", "random", 5)
    assert play_compiled(pairing, 0, 30).halves == [
        twins for start in (0, 10, 20) for twins in play_compiled(pairing, start, 10).halves
    ]
