"""Simulated records, judged by the model; the long run is `make referee`."""

from collections import Counter

import pytest
from referee import judge_setting, settings

from docena.core.options import Options

SETTINGS = list(settings())


def _name(options: Options) -> str:
    partners = "-partners" if options.partners else ""
    return f"{options.edition.name}-{options.players}{partners}-{options.table}-{options.stock}"


@pytest.mark.parametrize("options", SETTINGS, ids=_name)
def test_a_game_of_each_setting(options: Options) -> None:
    for bot in ("greedy", "random"):
        assert judge_setting(options, bot, games=1, seed=11)["games"] == 1


def test_simulated_seats_do_everything_that_an_open_table_allows() -> None:
    seen: Counter[str] = Counter()
    for options in SETTINGS:
        if options.open_table and options.partners and options.stock > 10 and options.edition.die:
            seen += judge_setting(options, "greedy", games=30, seed=5)
    for act in (":draw", ":out", ":object", ":talk", ":accuse", "restock", "shuffle", "roll", "R>", "R@", "H+"):
        assert seen[act] > 0, act
