"""Games between bots of any kind in one call: named ones, programs, and objects of your own."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from docena.arena.lineup import Lineup
from docena.arena.match import AnyPlayer, Match
from docena.arena.simulate import DEFAULT_MOST_MOVES, check_seed
from docena.arena.statistics import interval
from docena.core.editions import Edition
from docena.core.errors import DocenaError
from docena.core.moves import move_text
from docena.core.options import choose_options
from docena.engine.view import View
from docena.game.fair import FairChance
from docena.game.game import Game
from docena.game.record import Record, record_of

_TURN_LIMIT = 5.0


@runtime_checkable
class OwnBot(Protocol):
    """A bot of your own: all that it needs is `choose`.

    It may have a `name`, and `new_game(seed)`, which is called when a game begins.
    """

    def choose(self, view: View) -> str | int:
        """A legal move, as text or number; the view is that of the seat that moves."""


AnyBot = str | OwnBot | Callable[[], OwnBot]
"""A bot by name or command, an object, which plays all seats of its bot, or a class that makes one for each seat."""


class _OwnPlayer:
    """An object of the user's as a player."""

    def __init__(self, bot: OwnBot) -> None:
        self._bot = bot
        self.name = str(getattr(bot, "name", type(bot).__name__))

    def new_game(self, seed: int) -> None:
        begin = getattr(self._bot, "new_game", None)
        if begin is not None:
            begin(seed)

    def choose(self, view: View) -> str:
        move = self._bot.choose(view)
        return move if isinstance(move, str) else move_text(int(move))

    def close(self) -> None:
        """The object is its owner's."""


@dataclass
class BotScore:
    """What one bot has done."""

    name: str
    games: int = 0
    wins: int = 0
    points: int = 0
    """Won by 5.2, in all."""

    @property
    def share(self) -> float:
        """The share of its games that it won."""
        return self.wins / self.games if self.games else 0.0

    @property
    def ci95(self) -> tuple[float, float]:
        """Wilson's 95 % interval of the share."""
        return interval(self.wins, self.games)


@dataclass
class Series:
    """Games that have been played."""

    scores: list[BotScore]
    """In the order in which the bots were given."""
    records: list[Record] = field(default_factory=list)


def play(
    bots: Sequence[AnyBot],
    games: int = 100,
    *,
    edition: Edition | str = "classic",
    players: int | None = None,
    stock: int | None = None,
    short: bool = False,
    partners: bool | None = None,
    seed: int = 1,
    most_moves: int = DEFAULT_MOST_MOVES,
) -> Series:
    """Plays games between bots, who move on by one seat after each game; `Fault` says who broke the rules.

    With more `players` than bots, they go round the table by turns. A game that has not ended after `most_moves` is
    nobody's.

    >>> class First:
    ...     def choose(self, view):
    ...         return view.legal_moves()[-1]
    >>> series = play(["greedy", First()], games=10, stock=3)
    >>> [score.name for score in series.scores], series.scores[0].games, len(series.records)
    (['greedy', 'First'], 10, 10)
    """
    number = len(bots) if players is None else players
    options = choose_options(edition, number, stock=stock, short=short, partners=partners)
    if not bots or number % len(bots):
        raise DocenaError(f"{len(bots)} bots cannot share {number} seats evenly")
    if games < 1:
        raise DocenaError(f"the number of games is at least 1, not {games}")
    check_seed(seed)
    lineup = Lineup(_TURN_LIMIT)
    try:
        everybody = list(bots) * (number // len(bots))
        seated = [_player(bot, everybody[:place], lineup) for place, bot in enumerate(everybody)]
        series = Series([BotScore(player.name) for player in seated[: len(bots)]])
        for game_number in range(games):
            _play_one(
                series, Game.deal(options, FairChance.from_seed(seed, game_number)), seated, game_number, most_moves
            )
    finally:
        lineup.close()
    return series


def _player(bot: AnyBot, before: Sequence[AnyBot], lineup: Lineup) -> AnyPlayer:
    if isinstance(bot, str):
        lineup.check([bot])
        return lineup.sit([*(other for other in before if other == bot and isinstance(other, str)), bot])[-1]
    made = bot() if isinstance(bot, type) or not isinstance(bot, OwnBot) else bot
    if not isinstance(made, OwnBot):
        raise DocenaError(f"{made!r} is not a bot: it has no method choose(view)")
    return _OwnPlayer(made)


def _play_one(series: Series, game: Game, seated: Sequence[AnyPlayer], number: int, most_moves: int) -> None:
    places = [(seat + number) % len(seated) for seat in range(len(seated))]
    players = [seated[place] for place in places]
    seeds = [(number * len(seated) + place) & 0xFFFF_FFFF for place in places]
    Match(game, players, [player.name for player in players]).play(seeds, most_moves)
    names = [player.name for player in players]  # a program says its name when its first game begins
    result: dict[str, Any] = game.result or game.result_with("abandoned")
    count = len(series.scores)
    for bot, score in enumerate(series.scores):
        score.name = seated[bot].name
        score.games += 1
        if any(places[seat - 1] % count == bot for seat in result["winners"]):
            score.wins += 1
            score.points += result["points"]
    reason = None if game.over else "abandoned"
    series.records.append(record_of(game, names=names, kinds=["bot"] * len(names), reason=reason))
