"""Mirrored deals: each is played twice, with the seats of two bots exchanged.

Both games have the same deck, the same seat to begin and the same source of later chance, so that luck in the cards
falls on both bots alike.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Event
from typing import Any

from docena.arena.lineup import Lineup, is_program
from docena.arena.match import Fault, Match
from docena.arena.simulate import DEFAULT_MOST_MOVES, Simulation
from docena.arena.times import TurnTimes
from docena.core.options import Options
from docena.game.fair import FairChance
from docena.game.game import Game
from docena.game.record import record_of, write_record

A, B = 0, 1
LOSS, DRAW, WIN = 0, 1, 2
"""What a game is worth to bot a, in half points."""


def sides(options: Options, swapped: bool) -> list[int]:
    """Which bot plays each seat: by turns round the table; in partnerships, partners are of one side.

    >>> from docena.core.options import choose_options
    >>> sides(choose_options("classic", 3), False), sides(choose_options("classic", 3), True)
    ([0, 1, 0], [1, 0, 1])
    >>> sides(choose_options("classic", 6, partners=True), False)
    [0, 1, 0, 0, 1, 0]
    """
    apart = options.players // 2 if options.partners else options.players
    return [(seat % apart + swapped) % 2 for seat in range(options.players)]


@dataclass(frozen=True)
class Pairing:
    """Two bots at a kind of table, with the deals of a seed."""

    options: Options
    a: str
    b: str
    seed: int
    most_moves: int = DEFAULT_MOST_MOVES
    record: bool = False
    """Whether a record of each game is wanted."""

    def seated(self, swapped: bool) -> list[str]:
        """The bot in each seat."""
        return [(self.a, self.b)[side] for side in sides(self.options, swapped)]


@dataclass
class PairResult:
    """The results of some mirrored deals: the half points of bot a in both games of each, times and faults."""

    halves: list[tuple[int, int]]
    times: tuple[TurnTimes, TurnTimes] = field(default_factory=lambda: (TurnTimes(), TurnTimes()))
    faults: list[str] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    """What programs call themselves, by how they are started."""
    records: list[str] = field(default_factory=list)
    """The records of the games, if they were wanted: each a line of text."""


def play_compiled(pairing: Pairing, start: int, n: int) -> PairResult:
    """Mirrored deals by bots that compiled play knows."""
    both = [_compiled(pairing, start, n, swapped) for swapped in (False, True)]
    records = [line for pair in zip(*(lines for _, lines in both), strict=True) for line in pair]
    return PairResult(list(zip(*(halves for halves, _ in both), strict=True)), records=records)


def _compiled(pairing: Pairing, start: int, n: int, swapped: bool) -> tuple[list[int], list[str]]:
    """The half points of bot a in these deals, with the seats one way round, and the records if they are wanted."""
    bots = pairing.seated(swapped)
    simulation = Simulation(pairing.options, bots, max(n, 1), seed=pairing.seed, most_moves=pairing.most_moves)
    results, lines = simulation.recorded(start, n) if pairing.record else (simulation.results(start, n), [])
    winners: Any = results["winners"]
    of_a = sum(1 << seat for seat, side in enumerate(sides(pairing.options, swapped)) if side == A)
    return [DRAW if not seats else WIN if seats & of_a else LOSS for seats in winners.tolist()], lines


def play_mirrored(
    pairing: Pairing, number: int, lineup: Lineup, *, forfeit: bool, stopped: Event | None = None
) -> PairResult:
    """One mirrored deal by players of any kind. A fault loses the game if `forfeit`, or else is raised."""
    played = PairResult([])
    halves = [_play_one(pairing, number, swapped, lineup, played, forfeit, stopped) for swapped in (False, True)]
    played.halves.append((halves[0], halves[1]))
    return played


def _play_one(
    pairing: Pairing,
    number: int,
    swapped: bool,
    lineup: Lineup,
    played: PairResult,
    forfeit: bool,
    stopped: Event | None,
) -> int:  # fmt: skip
    of = sides(pairing.options, swapped)
    bots = pairing.seated(swapped)
    game = Game.deal(pairing.options, FairChance.from_seed(pairing.seed, number))
    players = lineup.sit(bots)
    match = Match(game, players, bots, stopped)
    unfinished = True
    try:
        match.play([_seed(pairing.seed, number, seat) for seat in range(len(bots))], pairing.most_moves)
        winners = (game.result or {"winners": []})["winners"]
        unfinished = False
    except Fault as fault:
        sentence = f"game {2 * number + 1 + swapped}: {fault}"
        if not forfeit:
            raise Fault(fault.seat, sentence) from None
        unfinished = False
        played.faults.append(f"{sentence}; the game is lost for it")
        return WIN if of[fault.seat - 1] == B else LOSS
    finally:
        for side, times in zip(of, match.times, strict=True):
            played.times[side].merge(times)
        played.names |= {bot: player.name for bot, player in zip(bots, players, strict=True) if is_program(bot)}
        if pairing.record and not unfinished:
            played.records.append(_record_line(game, [player.name for player in players]))
    return DRAW if not winners else WIN if of[winners[0] - 1] == A else LOSS


def _record_line(game: Game, names: Sequence[str]) -> str:
    reason = None if game.over else "abandoned"
    return write_record(record_of(game, names=names, kinds=["bot"] * len(names), reason=reason))


def _seed(seed: int, number: int, seat: int) -> int:
    """A seed for a player's own chance: by seat, so that equal bots play both games alike; independent of the deal."""
    said = hashlib.blake2b(f"player {seed} {number} {seat}".encode(), digest_size=8).digest()
    return int.from_bytes(said, "big") >> 2
