"""An independent referee: replays simulated records with the model of the rules, not with the engine.

`python tests/referee.py [GAMES]` plays so many games (default 20) for every setting below and reports.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

from model import Model

from docena.arena.simulate import Simulation, bots_for
from docena.core.editions import NAMES, edition
from docena.core.options import Options, choose_options

STOCKS = (None, 10, 3)


def settings() -> Iterator[Options]:
    """Every edition, number of players, partnership, kind of table, and three stock sizes."""
    for name in NAMES:
        facts = edition(name)
        for players in facts.players:
            pairs = {"never": [False], "always": [True], "may": [False, True] if players in (4, 6) else [False]}
            for partners in pairs[facts.partners]:
                for table in ("strict", "open") if facts.open_tables else ("strict",):
                    for stock in STOCKS:
                        yield choose_options(name, players, stock=stock, partners=partners, table=table)


def judge(record: dict[str, Any]) -> Counter[str]:
    """Replays a record; fails on the first difference. Returns how often each kind of event occurred."""
    model = Model.from_record(record)
    legal = iter(record["legal"])
    seen: Counter[str] = Counter()
    for index, line in enumerate(record["log"]):
        word = line.split(" ")[0]
        if word in ("roll", "shuffle", "restock"):
            assert model.awaits == word, (index, line, model.awaits)
            seen[word] += 1
        else:
            assert model.legal() == next(legal), (index, line)
            seen["".join(letter for letter in line if not letter.isdigit())] += 1
        model.apply(line)
    expected = None if record["result"]["reason"] == "abandoned" else record["result"]
    assert model.result == expected, (model.result, record["result"])
    return seen


def judge_setting(options: Options, bot: str, games: int, seed: int) -> Counter[str]:
    """Plays games of one setting by a bot and judges them."""
    seen: Counter[str] = Counter()
    lines: list[str] = []
    for _ in Simulation(options, bots_for([bot], options.players), games, seed=seed).run(lines.append, legal=True):
        while lines:
            record = json.loads(lines.pop(0))
            try:
                seen += judge(record)
            except AssertionError as difference:
                raise AssertionError(f"{record['edition']} {record['options']} {bot}: {difference}") from None
            seen["games"] += 1
    return seen


def main(games: int) -> None:
    seen: Counter[str] = Counter()
    for number, options in enumerate(settings()):
        for bot in ("greedy", "random"):
            seen += judge_setting(options, bot, games, seed=1000 + number)
        print(f"\r{seen['games']:,} games without a difference", end="", flush=True)
    print("\n" + ", ".join(f"{kind} {count:,}" for kind, count in seen.most_common()))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
