"""Tables, a bot and a way to play it all, for the tests of the arena."""

from typing import Any

from docena.arena.arena import Arena
from docena.bots.players.player import LightPlayer
from docena.core.cards import cards_text
from docena.core.options import Options, choose_options
from docena.engine.view import View

SHORT = choose_options("classic", 2, stock=3)
TABLES = [
    choose_options("classic", 2, stock=5),
    choose_options("classic", 3, stock=5),
    choose_options("classic", 4, stock=5, partners=True, table="open"),
    choose_options("mod", 6, stock=5, partners=True),
    choose_options("mod", 5, stock=5, table="open"),
    choose_options("masters", 4, stock=5),
]


def name_of(options: Options) -> str:
    return f"{options.edition.name}-{options.players}-{options.partners}-{options.table}"


def played(arena: Arena) -> dict[str, Any]:
    """Plays it all; returns the report without the times."""
    for _ in arena.run():
        pass
    report = arena.report()
    del report["seconds"]
    for pair in report["pairs"]:
        for key in ("ms_per_turn_a", "ms_per_turn_b", "p99_ms_a", "p99_ms_b"):
            del pair[key]
    return report


class Watcher:
    """Plays as greedy does, and keeps what it saw first."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.seen: list[str] = []
        self._bot = LightPlayer("greedy")
        self._new = False

    def new_game(self, seed: int) -> None:
        self._new = True

    def choose(self, view: View) -> str:
        if self._new:
            assert view.seat is not None
            self.seen.append(f"seat {view.seat}: {cards_text(view.hand(view.seat))}, stock {view.stock_top(view.seat)}")
            self._new = False
        return self._bot.choose(view)

    def close(self) -> None:
        """Nothing to let go."""
