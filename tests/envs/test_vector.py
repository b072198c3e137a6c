"""Tables stepped side by side play the same games as `Game` does, and observe what a view shows."""

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
import pytest
from envs.observed import flat, observed
from random_games import Setting, chance_line, choose
from redraw import redrawn

from docena.bots.selfplay import stepping
from docena.core.cards import DOWN
from docena.core.errors import DocenaError
from docena.core.options import Options, choose_options
from docena.engine.table import Tables, new_pads, record_in
from docena.envs.spaces import Spaces
from docena.envs.vector import IllegalAction, StepArrays, VectorEnv
from docena.game.game import Game
from docena.game.record import read_record, record_of, replay, write_record

KINDS = [
    choose_options("classic", 2, stock=4),
    choose_options("deluxe", 5, stock=3),
    choose_options("classic", 4, stock=3, partners=True),
    choose_options("mod", 3, stock=3),
    choose_options("mod", 6, stock=2, partners=True),
    choose_options("masters", 2, stock=4),
    choose_options("masters", 6, stock=2),
    choose_options("tournament", 6, stock=3),
]
AUTORESETS: Any = ("next_step", "same_step", "disabled")


def name_of(options: Options) -> str:
    return f"{options.edition.name}-{options.players}{'-partners' if options.partners else ''}"


_STEP, _ALL = 0x9E3779B97F4A7C15, (1 << 64) - 1


def _mixed(word: int) -> int:
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & _ALL
    word = (word ^ word >> 27) * 0x94D049BB133111EB & _ALL
    return word ^ word >> 31


class SameChance:
    """The generator of a table (SplitMix64), as a source of chance for a `Game`."""

    event = 0

    def __init__(self, seed: int, game: int) -> None:
        self._state = _mixed((seed * _STEP + _mixed((game + _STEP) & _ALL)) & _ALL)

    def lot(self, n: int) -> int:
        while True:
            self._state = (self._state + _STEP) & _ALL
            product = (_mixed(self._state) >> 32) * n
            if product % (1 << 32) >= (1 << 32) % n:
                return product >> 32

    def shuffle(self, cards: Sequence[int]) -> list[int]:
        order = list(cards)
        for i in range(len(order) - 1, 0, -1):
            j = self.lot(i + 1)
            order[i], order[j] = order[j], order[i]
        return order

    def roll(self) -> int:
        return 1 + self.lot(6)


def same_game(options: Options, seed: int, number: int) -> Game:
    """What a table of an environment deals as its game of this number."""
    chance = SameChance(seed, number)
    deck = chance.shuffle(options.deck)
    return Game(options, deck, chance.lot(options.players) + 1, chance)


def random_actions(masks: Any, rng: Any) -> Any:
    return (rng.integers(1, 256, masks.shape, dtype=np.uint8) * masks).argmax(1)


@pytest.mark.parametrize("options", KINDS, ids=name_of)
def test_the_same_actions_are_the_same_game_everywhere(options: Options) -> None:
    """Through the environment, through `Game` and through a record; observed and masked as the view has it."""
    env = VectorEnv(options=options, tables=2, threads=1, seed=11, autoreset="disabled")
    arrays, rng = env.reset(), np.random.default_rng(2)
    games = [same_game(options, 11 + table, 0) for table in range(2)]
    for _ in range(250):
        for table, game in enumerate(games):
            view = game.view(game.mover)
            assert int(arrays.seats[table]) + 1 == game.mover
            assert arrays.observations[table].tolist() == flat(observed(view, env.spaces))
            legal = {env.spaces.move_number(int(action), game.mover) for action in arrays.masks[table].nonzero()[0]}
            assert legal == set(game.legal_numbers())
        actions = random_actions(arrays.masks, rng)
        arrays = env.step(actions)
        for table, game in enumerate(games):
            if not game.over:
                game.play(env.spaces.move(int(actions[table]), game.mover))
                assert bool(arrays.terminations[table]) == game.over
            assert env.game(table).hash() == game.hash()
    for game in games:
        assert replay(read_record(write_record(record_of(game)))).hash() == game.hash()


@pytest.mark.parametrize("options", KINDS, ids=name_of)
def test_actions_are_moves_and_moves_are_actions(options: Options) -> None:
    spaces = Spaces(options)
    for seat in range(1, options.players + 1):
        moves = [spaces.move(action, seat) for action in range(spaces.actions)]
        assert len(set(moves)) == spaces.actions
        assert [spaces.action(move, seat) for move in moves] == list(range(spaces.actions))
    with pytest.raises(DocenaError, match="is no action"):
        spaces.action("1:draw", 1)


def test_actions_of_a_duel_are_few() -> None:
    assert Spaces(choose_options("classic", 2)).actions == 125
    assert Spaces(choose_options("masters", 6)).actions < 500


def test_others_are_counted_from_the_seat_that_acts() -> None:
    spaces = Spaces(choose_options("masters", 3))
    assert spaces.move(spaces.action("@2S>1", 1), 2) == "@3S>1"
    assert spaces.move(spaces.action("@2S>1", 1), 3) == "@1S>1"


def test_open_tables_have_no_environment() -> None:
    with pytest.raises(DocenaError, match="strict tables"):
        Spaces(choose_options("classic", 2, table="open"))


# --- resetting


def finished(env: VectorEnv, seed: int = 3) -> tuple[StepArrays, Any]:
    """Plays until some games have just ended, but not all; returns the arrays and which."""
    arrays, rng = env.reset(), np.random.default_rng(seed)
    while True:
        arrays = env.step(random_actions(arrays.masks, rng))
        ended = (arrays.terminations | arrays.truncations).copy()
        if ended.any():
            assert not ended.all()
            return arrays, ended


def test_next_step_deals_with_the_next_step() -> None:
    env = VectorEnv("classic", 2, tables=6, stock=3, threads=1)
    arrays, ended = finished(env)
    assert not arrays.masks[ended].any()
    assert arrays.rewards[ended].any(axis=1).all()
    last = env.game(int(ended.argmax()))
    assert last.over
    arrays = env.step(random_actions(arrays.masks, np.random.default_rng(1)))
    assert not arrays.rewards[ended].any()
    assert arrays.masks[ended].any(axis=1).all()
    table = int(ended.argmax())
    assert env.game(table).hash() == same_game(env.options, table, 1).hash()


def test_same_step_deals_at_once_and_keeps_the_last_observation() -> None:
    env = VectorEnv("classic", 2, tables=6, stock=3, threads=1, autoreset="same_step")
    arrays, ended = finished(env)
    table = int(ended.argmax())
    assert arrays.masks.any(axis=1).all()
    assert arrays.rewards[ended].any(axis=1).all()
    assert env.game(table).hash() == same_game(env.options, table, 1).hash()
    last = env.spaces.unpack(arrays.final_observations[table])
    assert 0 in (int(last["stock_left_0"][0]), int(last["stock_left_1"][0]))


def test_disabled_waits_for_reset() -> None:
    env = VectorEnv("classic", 2, tables=6, stock=3, threads=1, autoreset="disabled")
    arrays, ended = finished(env)
    others = [env.game(int(table)).hash() for table in np.flatnonzero(~ended)]
    table = int(ended.argmax())
    before = env.game(table).hash()
    arrays = env.step(random_actions(arrays.masks, np.random.default_rng(1)))
    assert env.game(table).hash() == before
    assert not arrays.terminations[table]
    kept = [env.game(int(table)).hash() for table in np.flatnonzero(~ended)]
    assert kept != others
    env.reset(which=ended)
    assert env.game(table).hash() == same_game(env.options, table, 1).hash()
    assert [env.game(int(table)).hash() for table in np.flatnonzero(~ended)] == kept


def test_the_same_seeds_are_the_same_games_however_they_are_stepped() -> None:
    def played(tables: int, threads: int) -> list[str]:
        env = VectorEnv("mod", 3, tables=tables, stock=2, threads=threads, seed=40)
        arrays = env.reset()
        for _ in range(80):
            arrays = env.step(arrays.masks.argmax(1))
        hashes = [env.game(table).hash() for table in range(4)]
        env.close()
        return hashes

    assert played(4, 1) == played(9, 1) == played(9, 3)


def test_seeds_of_ones_own() -> None:
    env = VectorEnv("classic", 2, tables=3, threads=1)
    env.reset(seed=[5, 9, 5])
    assert env.game(0).hash() == env.game(2).hash() == same_game(env.options, 5, 0).hash()
    assert env.game(1).hash() == same_game(env.options, 9, 0).hash()


def test_a_game_that_is_too_long_is_cut_short_and_worth_nothing() -> None:
    env = VectorEnv("classic", 2, tables=2, threads=1, most_moves=7, autoreset="disabled")
    arrays = env.reset()
    for step in range(7):
        assert not arrays.truncations.any()
        arrays = env.step(arrays.masks.argmax(1))
        assert arrays.truncations.all() == (step == 6)
    assert not arrays.rewards.any()
    assert not arrays.terminations.any()


# --- rewards and bots


@pytest.mark.parametrize("options", KINDS, ids=name_of)
def test_rewards_are_what_the_game_was_worth(options: Options) -> None:
    for reward in ("win", "points", "stock"):
        env = VectorEnv(options=options, tables=4, threads=1, reward=reward, autoreset="disabled", seed=8)
        arrays, rng, seen = env.reset(), np.random.default_rng(4), 0
        for _ in range(3000):
            arrays = env.step(random_actions(arrays.masks, rng))
            for table in np.flatnonzero(arrays.terminations):
                seen += 1
                rewarded = arrays.rewards[table]
                result = env.game(int(table)).result
                assert result is not None
                won = np.array([seat in result["winners"] for seat in range(1, options.players + 1)])
                if reward == "stock":
                    left = np.array(result["stock"])
                    half = options.players // 2
                    for seat in range(options.players):
                        side = [seat, (seat + half) % options.players] if options.partners else [seat]
                        lead = np.delete(left, side).mean() - left[side].mean()
                        right = lead / options.stock if result["winners"] else 0
                        assert rewarded[seat] == pytest.approx(right, abs=1e-5)
                else:
                    worth = result["points"] if reward == "points" else 1
                    right = np.where(won, worth, -worth) if result["winners"] else np.zeros(options.players)
                    assert rewarded.tolist() == right.tolist()
            if seen == 4:
                break
        assert seen


def test_bots_play_inside_a_step() -> None:
    env = VectorEnv("classic", 3, tables=30, stock=3, threads=1, bots=[None, "greedy", "random"], autoreset="disabled")
    arrays, rng, score = env.reset(), np.random.default_rng(4), np.zeros(3)
    for _ in range(400):
        playing = ~(arrays.terminations | arrays.truncations)
        arrays = env.step(random_actions(arrays.masks, rng))
        assert not arrays.seats[playing & arrays.masks.any(axis=1)].any()
        score += arrays.rewards.sum(axis=0)
    assert score.argmax() == 1


@pytest.mark.parametrize(
    ("bots", "said"),
    [
        (["greedy"], "names 1 seats"),
        (["greedy", "random"], "at least one seat"),
        ([None, "expert"], "only random and greedy can play inside a step, not expert"),
        ([None, "deep"], "deep"),
    ],
)
def test_bots_that_cannot_be(bots: list[str | None], said: str) -> None:
    with pytest.raises(DocenaError, match=said):
        VectorEnv("classic", 2, tables=1, bots=bots)


# --- what is refused


def test_an_illegal_action_is_refused_before_anything_is_done() -> None:
    env = VectorEnv("classic", 2, tables=3, threads=1)
    with pytest.raises(DocenaError, match="reset comes before"):
        env.step(np.zeros(3, np.int64))
    arrays = env.reset()
    before = [env.game(table).hash() for table in range(3)]
    actions = arrays.masks.argmax(1)
    for wrong in (-1, 125, int(arrays.masks[2].argmin())):
        actions[2] = wrong
        with pytest.raises(IllegalAction, match=f"action {wrong} is not legal at table 2"):
            env.step(actions)
    assert [env.game(table).hash() for table in range(3)] == before
    with pytest.raises(DocenaError, match="one action for each of the 3 tables"):
        env.step(actions[:2])


def test_arrays_of_ones_own_are_written_and_checked() -> None:
    env = VectorEnv("classic", 2, tables=3, threads=1)
    own = env.new_arrays()
    mine = VectorEnv("classic", 2, tables=3, threads=1, arrays=own)
    assert mine.reset() is own
    assert own.observations.any()
    wrong = StepArrays(**{**vars(own), "masks": own.masks.astype(np.int64)})
    with pytest.raises(DocenaError, match="masks should be an array of uint8"):
        VectorEnv("classic", 2, tables=3, arrays=wrong)


def test_a_table_takes_less_than_two_kilobytes() -> None:
    assert VectorEnv("classic", 2, tables=1).bytes_per_table < 2000


# --- secrets


def observation_of(tables: Tables, spaces: Spaces) -> bytes:
    """What the seat that moves observes of a table, mask included."""
    observation, mask = np.zeros(spaces.width, np.uint8), np.zeros(spaces.actions, np.uint8)
    states = stepping.new_episode_states(1)
    stepping.observe_table(tables, states, new_pads(1), spaces.action_of, observation, mask, np.zeros(1, np.uint8))
    return observation.tobytes() + mask.tobytes()


def leaks(look: Any, positions: int = 300) -> bool:
    """Whether an observation changes with what its seat cannot know."""
    rng = Random(7)
    for options in KINDS:
        spaces = Spaces(options)
        setting = Setting(options.edition.name, options.players, options.stock, options.partners)
        game, looked = setting.deal(rng), 0
        while looked < positions // len(KINDS):
            if game.over:
                game = setting.deal(rng)
            if game.awaits:
                game.give(chance_line(game, rng))
                continue
            looked += 1
            if look(game.tables, spaces) != look(redrawn(game, game.mover, rng), spaces):
                return True
            game.play(choose(rng, game.legal_moves(), "mixed"))
    return False


def test_observations_tell_nothing_that_is_hidden() -> None:
    assert not leaks(observation_of)


@pytest.mark.long
def test_a_hundred_thousand_observations_tell_nothing() -> None:
    assert not leaks(observation_of, 100_000)


def next_card(table: Any) -> int:
    return int(table.card[table.draw])


def under_the_stock_top(table: Any) -> int:
    return int(table.card[table.below[table.stock[table.mover]]]) & ~DOWN


def under_anothers_stock_top(table: Any) -> int:
    return int(table.card[table.below[table.stock[(table.mover + 1) % table.players]]]) & ~DOWN


def hand_to_the_left(table: Any) -> int:
    return int(table.hand[(table.mover + 1) % table.players, 0]) % 251


def whole_draw_pile(table: Any) -> int:
    return int(sum((cell + 1) * int(card) for cell, card in enumerate(table.card)) % 251)


@pytest.mark.parametrize(
    "leak",
    [next_card, under_the_stock_top, under_anothers_stock_top, hand_to_the_left, whole_draw_pile],
    ids=lambda leak: str(leak.__name__),
)
@pytest.mark.parametrize("place", [0, -1])
def test_planted_leaks_are_caught(leak: Any, place: int) -> None:
    def look(tables: Tables, spaces: Spaces) -> bytes:
        seen = bytearray(observation_of(tables, spaces))
        seen[place] = (seen[place] + leak(record_in(tables))) % 256
        return bytes(seen)

    assert leaks(look)
