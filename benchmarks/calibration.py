"""Are the chances of the analysis true? Plays games between bots, asks for everybody's chance after random turns.

Prints a table for docs/results.md: of the positions given 70 %, how many were won. A position counts once a side.

    python benchmarks/calibration.py --bots expert --games 2000
"""

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from random import Random
from typing import Any, NamedTuple

from docena.analysis.game_analysis import sides_of
from docena.bots.players.player import SeatPlayer, player_for
from docena.game.game import Game


class Bin(NamedTuple):
    """Of the chances that were said in one tenth: how many, their mean, and how often it came true."""

    positions: int
    said: float
    happened: float


def reliability(said: Sequence[float], happened: Sequence[bool], bins: int = 10) -> tuple[list[Bin], float]:
    """Whether chances come true: their bins (only those with any), and the mean error, weighted by positions.

    >>> table, error = reliability([0.1, 0.1, 0.7, 0.7], [False, False, True, False])
    >>> table[1], round(error, 2)
    (Bin(positions=2, said=0.7, happened=0.5), 0.15)
    """
    found: list[list[tuple[float, bool]]] = [[] for _ in range(bins)]
    for chance, came in zip(said, happened, strict=True):
        found[min(bins - 1, int(chance * bins))].append((chance, came))
    table = [
        Bin(len(rows), sum(chance for chance, _ in rows) / len(rows), sum(came for _, came in rows) / len(rows))
        for rows in found
        if rows
    ]
    error = sum(row.positions * abs(row.said - row.happened) for row in table) / max(1, len(said))
    return table, error


def positions(game: Game, players: list[SeatPlayer], rng: Random, wanted: int) -> list[Any]:
    """Plays a game to its end; some of the tables that its turns left, as a spectator saw them, chosen by chance."""
    ends: list[Any] = []
    turns = game.board.turns
    while not game.over and len(game.log) < 20_000:
        mover = game.board.mover
        game.play(players[mover - 1].choose(game.view(mover)))
        if game.board.turns != turns and not game.over:
            turns = game.board.turns
            ends.append(game.view(None))
    return rng.sample(ends, min(wanted, len(ends)))


def main() -> None:
    wanted = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    wanted.add_argument("--bots", default="expert", help="one bot for all seats, or one a seat: a,b,...")
    wanted.add_argument("--edition", default="classic")
    wanted.add_argument("--players", type=int, default=2)
    wanted.add_argument("--partners", action="store_true", default=None)
    wanted.add_argument("--games", type=int, default=2000)
    wanted.add_argument("--positions", type=int, default=3, help="a game")
    wanted.add_argument("--tries", type=int, default=400, help="rollouts for each position")
    wanted.add_argument("--seed", type=int, default=1)
    chosen = wanted.parse_args()
    win_chances = import_module("docena.bots.players.evaluator").win_chances
    names = [name.strip() for name in chosen.bots.split(",")]
    players = [player_for(names[seat % len(names)], seat + 1) for seat in range(chosen.players)]
    rng = Random(chosen.seed)
    said: list[float] = []
    happened: list[bool] = []
    asked = 0
    for number in range(chosen.games):
        game = Game.new(chosen.edition, chosen.players, partners=chosen.partners, seed=chosen.seed * 1_000_003 + number)
        for player in players:
            player.new_game(number)
        views = positions(game, players, rng, chosen.positions)
        winners = game.result["winners"] if game.result else []
        for view in views:
            asked += 1
            chances = win_chances(view, tries=chosen.tries, seed=asked)
            for side in sides_of(view):
                said.append(chances[side[0] - 1])
                happened.append(side[0] in winners)
        if sys.stderr.isatty():
            print(f"\r{number + 1} of {chosen.games} games", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr)
    for player in players:
        player.close()
    table, error = reliability(said, happened)
    partners = ", partnerships" if chosen.partners else ""
    print(f"{chosen.edition}, {chosen.players} players{partners}, {chosen.bots}: {chosen.games:,} games,")
    print(f"{asked:,} positions after random turns, {chosen.tries} rollouts each, seed {chosen.seed}\n")
    print("| said | happened | positions |\n|---|---|---|")
    for row in table:
        print(f"| {100 * row.said:.1f} % | {100 * row.happened:.1f} % | {row.positions:,} |")
    print(f"\nMean error, weighted by positions: {100 * error:.2f} points.")


if __name__ == "__main__":
    main()
