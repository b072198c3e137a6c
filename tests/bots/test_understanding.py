"""`expert` and `master` understand partners, the die, coins and tolls: positions in which one choice is clearly right.

In each there are tempting moves beside it, which `greedy` or `random` make. In pairs seats 1 and 3 are partners.
"""

from collections import Counter
from collections.abc import Mapping
from itertools import product
from random import Random

import msgspec
import pytest
from rules.positions import climb, play

from docena.bots.players.player import player_for
from docena.core.editions import Edition, edition
from docena.core.notation import card_code
from docena.core.options import choose_options
from docena.game.game import Game

SEEDS = range(1, 6)
MASTER = "master@15000tries"
"""About what 100 ms are."""
understood = pytest.mark.parametrize("bot", ["expert", MASTER])


def lay(
    of: Edition | str,
    players: int,
    stock: int,
    stocks: Mapping[int, str],
    draw: str,
    *,
    first: int = 1,
    pairs: bool = False,
) -> Game:
    """A game with the whole deck of an edition, so that a bot may reckon with what is usual.

    `stocks` name the tops of stock piles and `draw` that of the draw pile, five cards a hand; `?` is any card.
    """
    options = choose_options(of, players, stock=stock, partners=pairs)
    rest = options.deck
    Random(5).shuffle(rest)
    for card in " ".join([*stocks.values(), draw]).split():
        if card != "?":
            rest.remove(card_code(card))

    def cards(named: list[str]) -> list[int]:
        return [rest.pop() if card == "?" else card_code(card) for card in named]

    turns = [(first - 1 + turn) % players + 1 for turn in range(players)]
    piles = {seat: cards((stocks.get(seat, "").split() + ["?"] * stock)[:stock]) for seat in turns}
    dealt = [piles[seat][depth] for depth in reversed(range(stock)) for seat in turns]
    return Game(options, dealt + cards(draw.split()) + rest, first)


def with_coins(coins: int) -> Edition:
    return msgspec.structs.replace(edition("masters"), coins=coins)


def turns_of(bot: str, game: Game) -> list[list[str]]:
    """The moves of a bot in the rest of the turn, once with each seed."""
    assert len(game.legal_moves()) > 1
    turns = []
    for seed in SEEDS:
        table, player, seat = game.copy(), player_for(bot, seed), game.board.mover
        while not table.over and table.awaits is None and table.board.mover == seat:
            table.play(player.choose(table.view(seat)))
        turns.append(table.log[len(game.log) :])
    return turns


def beginnings(bot: str, game: Game, moves: int) -> set[str]:
    """How a bot begins the rest of the turn, with two seeds or more: a thought in tries goes astray once in a while."""
    begun = Counter(" ".join(turn[:moves]) for turn in turns_of(bot, game))
    return {moves for moves, times in begun.items() if times > 1}


def winners(bot: str, game: Game) -> set[int]:
    """Who has won at the end of the bot's turn, over all seeds; 0 for nobody."""
    found: set[int] = set()
    for turn in turns_of(bot, game):
        result = play(game.copy(), *turn).result
        found.update(result["winners"] if result else [0])
    return found


@understood
@pytest.mark.parametrize("stock", [3, 5])
def test_a_partners_discard_pile_frees_the_partners_stock_card(bot: str, stock: int) -> None:
    hands = "8 9 10 11 11  7 8 9 12 12  5 8 10 11 12  1 2 3 4 8  9"
    game = lay("classic", 4, stock, {1: "9", 2: "2", 3: "6", 4: "3"}, hands, pairs=True)
    play(game, "H8-1", "H12-1", "H5-1", *climb(1, 1, 4), "H8-1")
    assert beginnings(bot, game, 2) == {"PD1>1 PS>1"}  # 6.2
    assert not any("PS>1" in turn for turn in turns_of("greedy", game))


@understood
def test_a_partners_last_stock_card_wins(bot: str) -> None:
    hands = "2 2 7 8 9  10 7 12 8 8  4 9 9 7 10  11 7 8 12 6  W"
    game = lay("classic", 4, 1, {1: "1", 2: "12", 3: "5", 4: "11"}, hands, pairs=True)
    play(game, "S>1", "H2-1", "H10-1", "H4-1", "H11-1")
    assert winners(bot, game) == {1, 3}  # 6.4: a 2, the wild, the partner's 4, the partner's last card
    assert winners("greedy", game) == {0}


@understood
@pytest.mark.parametrize("hand", ["6 W 9 10 12", "1 6 7 11 W"])
def test_a_way_to_win_is_seen_beside_all_that_the_die_allows(bot: str, hand: str) -> None:
    game = lay("mod", 3, 1, {1: "7", 2: "12"}, f"1 2 3 4 10  12 ? ? ? ?  {hand}", first=2)
    play(game, "roll 9-12", *climb(2, 1, 4), "H10-1", "roll 9-12", "H12-1", "roll 2")
    assert winners(bot, game) == {1}  # the wild as a 5, the 6, the last card; 8.3: and two discards more at any time
    assert winners("greedy", game) == {0}


@understood
def test_the_die_stands_in_on_the_way_to_a_partners_last_stock_card(bot: str) -> None:
    game = lay("mod", 4, 1, {1: "1", 2: "12", 3: "7", 4: "11"}, "2 3 4 6 1", pairs=True)
    play(game, "roll 5-8", "S>1", *climb(1, 2, 4))
    assert winners(bot, game) == {1, 3}  # 8.2: the die as a 5, the 6, the partner's last card
    assert winners("greedy", game) == {0}


@understood
def test_a_pile_is_not_built_up_to_an_opponents_last_stock_card(bot: str) -> None:
    game = lay("classic", 4, 1, {1: "10", 2: "6", 3: "12", 4: "1"}, "2 3 4 8 11  5 7 8 9 12", first=4, pairs=True)
    play(game, "S>1", *climb(1, 2, 4), "H8-1")
    assert not any("H5>1" in turn for turn in turns_of(bot, game))
    assert beginnings("greedy", game, 1) == {"H5>1"}


@understood
def test_a_wild_covers_an_opponents_last_stock_card_rather_than_free_the_own(bot: str) -> None:
    """Seat 4 has finished, and seat 2, which is next, wins by its 6 on pile 2."""
    hands = "1 2 3 4 5  9 8 8 9 11  W 8 9 11 12"
    game = lay("classic", 4, 1, {1: "3", 2: "6", 3: "12", 4: "1"}, hands, first=4, pairs=True)
    play(game, "S>1", *climb(2, 1, 5), "H8-1")
    assert beginnings(bot, game, 1) == {"HW>2"}
    assert beginnings("greedy", game, 2) == {"HW>1 S>1"}


@understood
@pytest.mark.parametrize("stock", [3, 5, 10])
@pytest.mark.parametrize("theirs", ["2", "4"])
def test_the_die_stands_in_where_the_stock_card_comes_nearer(bot: str, stock: int, theirs: str) -> None:
    game = lay("mod", 2, stock, {1: "7", 2: theirs}, "1 1 2 3 4  6 3 10 11 12")
    play(game, "roll wild", "H1>1", *climb(2, 1, 4))
    assert {"R>1", "R>2"} <= set(game.legal_moves())
    assert beginnings(bot, game, 3) == {"R>2 H6>2 S>2"}  # 8.2: as a 5
    assert not any("S>2" in turn for turn in turns_of("greedy", game))


@understood
@pytest.mark.parametrize("nearest", [2, 3, 4])
def test_the_die_gives_a_card_to_the_opponent_who_is_nearest_to_the_end(bot: str, nearest: int) -> None:
    hands = "12 ? ? ? ? " * (5 - nearest) + "10 10 11 8 12"
    game = lay("mod", 4, 5, {nearest: "1 2 3 4 9"}, hands, first=nearest)
    play(game, "roll 2", *["S>1"] * 4, "H12-1")
    while game.board.mover != 1:
        play(game, "roll 2", "H12-1")
    play(game, "roll +1")
    assert {"R@2", "R@3", "R@4"} <= set(game.legal_moves())
    assert beginnings(bot, game, 1) == {f"R@{nearest}"}  # 8.4
    assert beginnings("random", game, 1) != {f"R@{nearest}"}


@understood
@pytest.mark.parametrize("nearest", [2, 3])
def test_the_die_gives_a_card_to_the_partnership_that_is_nearest_to_the_end(bot: str, nearest: int) -> None:
    pair = (nearest, nearest + 3)
    hands = "12 ? ? ? ? " * (7 - nearest) + "10 10 11 11 12"
    game = lay("mod", 6, 3, {1: "10", 4: "12", pair[0]: "1 2 9", pair[1]: "3 4 11"}, hands, first=nearest, pairs=True)
    while game.board.mover != 1:
        play(game, "roll 2", *["S>1"] * 2 * (game.board.mover in pair), "H12-1")
    play(game, "roll +1")
    assert {"R@2", "R@3", "R@5", "R@6"} <= set(game.legal_moves())
    assert beginnings(bot, game, 1) <= {f"R@{seat}" for seat in pair}
    assert not beginnings("random", game, 1) <= {f"R@{seat}" for seat in pair}


@understood
def test_coins_buy_the_cards_behind_which_the_last_stock_card_waits(bot: str) -> None:
    """Two coins are too few to stand in for anything on the way from the 5 to the 8."""
    hands = "2 3 4 5 9  6 9 10 10 11  12 9 10 11 11  5 10 10 11"
    game = lay(with_coins(2), 3, 2, {1: "1 8", 2: "12 9", 3: "7 11"}, hands)
    play(game, "S>1", *climb(1, 2, 4), "H9-1", "H6-1", "H12-1")
    assert beginnings(bot, game, 4) == {"H5>1 @2D1>1 @3S>1 S>1"}  # 9.2
    assert winners(bot, game) == {1}
    assert winners("greedy", game) == {0}


@understood
def test_an_opponents_last_stock_card_is_not_bought(bot: str) -> None:
    """It would free the own stock card for one coin; six coins in its place free that and cover the opponent's."""
    game = lay("masters", 3, 2, {1: "7", 2: "12", 3: "1 6"}, "2 3 4 5 9  9 3 10 12 12", first=3)
    play(game, "S>1", *climb(1, 2, 5), "H9-1")
    assert "@3S>1" in game.legal_moves()  # 9.2: seat 3 would be the winner
    assert beginnings(bot, game, 2) == {"C>1 S>1"}
    assert not any("S>1" in turn for turn in turns_of("greedy", game))


def before_a_toll(stock_card: str, stock: int, hand: str) -> Game:
    """Seat 1 has built pile 1 up to 5 and holds these cards."""
    game = lay("masters", 2, stock, {1: stock_card, 2: "5"}, f"1 2 3 4 5  {hand}")
    return play(game, *climb(1, 1, 5))


# with five stock cards `expert` holds the two coins to be worth as much as the card, within a hundredth
@pytest.mark.parametrize(
    ("bot", "stock"), [*product(["expert"], [1, 3, 10, 15]), *product([MASTER], [1, 3, 5, 10, 15])]
)
def test_a_toll_is_paid_that_frees_the_stock_card(bot: str, stock: int) -> None:
    game = before_a_toll("7", stock, "6$$ 10 10 11 12")
    play(game, "H6$$>1")
    assert beginnings(bot, game, 2) == {"T S>1"}  # 9.3
    assert beginnings("random", game, 2) != {"T S>1"}


@understood
@pytest.mark.parametrize("stock", [3, 5, 10, 15])
def test_no_toll_is_paid_for_nothing(bot: str, stock: int) -> None:
    game = play(before_a_toll("10", stock, "6$$ 4 10 11 12"), "H6$$>1")
    assert beginnings(bot, game, 1) == {"X"}  # 9.3: nothing of seat 1 fits, and a discard closes the turn anyway
    assert beginnings("greedy", game, 1) == {"T"}


def a_card_for_sale(last: str) -> Game:
    """Pile 1 needs a 5, one lies on top of seat 1's discard piles, and seat 2 has one stock card and a coin."""
    hands = "5 8 9 11 12  2 3 4 8 9  10 11 12 11 10  8"
    game = lay(with_coins(1), 3, 2, {1: "10 9", 2: f"1 {last}", 3: "12"}, hands)
    return play(game, "H5-1", "S>1", *climb(1, 2, 4), "H8-1", "H10-1")


def test_the_closing_discard_covers_what_an_opponent_would_buy_to_win() -> None:
    """Only tries tell: `expert` holds all piles to be as good, but does not play the card away."""
    game = a_card_for_sale("6")
    assert play(game.copy(), "H8-2", "@1D1>1", "S>1").over  # 9.2: the 5 is bought, and the 6 wins
    assert {turn[-1][-2:] for turn in turns_of(MASTER, game)} == {"-1"}
    assert not any("D1>1" in turn for bot in ("expert", MASTER) for turn in turns_of(bot, game))
    assert {turn[-1][-2:] for turn in turns_of(MASTER, a_card_for_sale("11"))} != {"-1"}
    assert beginnings("greedy", game, 1) == {"D1>1"}
