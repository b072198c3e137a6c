"""What has been learned: the networks of all families, the habits of the quick player, and the faults of each level."""

import tomllib
from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import Any

import numpy as np

from docena.bots import CAREFUL, EXPERT, NAMES, OPINIONS
from docena.bots.kernels.large_evaluation import new_opinions
from docena.bots.kernels.mind import DISCARDS, STOPS, USUAL_STATES, new_minds
from docena.bots.kernels.rollout_policy import USUAL
from docena.bots.weights.families import family_of
from docena.core.options import Options
from docena.engine.table import record_in

WEIGHTS = "learned.npz"


@cache
def _arrays() -> dict[str, Any]:
    source = files("docena.bots.weights").joinpath(WEIGHTS)
    if not source.is_file():
        return {}
    with np.load(BytesIO(source.read_bytes())) as stored:
        return dict(stored)


@cache
def _levels() -> dict[str, Any]:
    """What each level gets wrong: see `levels.toml`."""
    return tomllib.loads(files("docena.bots").joinpath("levels.toml").read_text("utf-8"))


def set_network(records: Any, arrays: dict[str, Any]) -> None:
    """Puts a network (`w1`, `b1`, `w2`, `skip`, `b2`) in a mind or an opinion; what it does not need stays empty."""
    record = record_in(records)
    inputs, hidden = arrays["w1"].shape
    if inputs > record.w1.shape[0] or hidden > record.w1.shape[1]:
        raise ValueError(f"a network of {inputs} inputs and {hidden} hidden units does not fit in a mind")
    for name in ("w1", "b1", "w2", "skip"):
        getattr(record, name)[...] = 0.0
    record.w1[:inputs, :hidden] = arrays["w1"]
    record.b1[:hidden] = arrays["b1"]
    record.w2[:hidden] = arrays["w2"]
    record.skip[:inputs] = arrays["skip"]
    record.b2 = float(arrays["b2"])


def set_opinion(opinions: Any, arrays: dict[str, Any]) -> None:
    """The same for a second opinion, which is known from now on."""
    set_network(opinions, arrays)
    record_in(opinions).known = True


def set_levels(minds: Any, family: str) -> None:
    """Puts the habits of the quick player in a mind, and what each level gets wrong at tables of a family."""
    mind = record_in(minds)
    spread = _levels()["spread"].get(family, 1.0)
    habits = _arrays().get("tuned/habits", USUAL)
    mind.habits[: len(habits)] = habits
    mind.most_states[:] = USUAL_STATES
    mind.most_stops[:] = STOPS
    mind.most_discards[:] = DISCARDS
    mind.most_states[EXPERT] = _levels()["breadth"].get(family, USUAL_STATES)
    mind.most_states[CAREFUL], mind.most_stops[CAREFUL], mind.most_discards[CAREFUL] = 48, 1, 3
    for name, faults in _levels()["level"].items():
        number = NAMES.index(name)
        mind.noise[number] = faults["noise"] * spread
        mind.misses[number] = faults["misses"]
        mind.blind[number] = faults["blind"]
        mind.most_stops[number] = faults["stops"]
        mind.most_discards[number] = faults["discards"]


def look_widely(minds: Any, options: Options) -> None:
    """For games that are learnt from: `expert` weighs also what by habit it would not."""
    mind = record_in(minds)
    mind.unhurried[:] = family_for(options) in _levels()["lessons"]["unhurried"]
    mind.most_states[EXPERT] = USUAL_STATES
    mind.most_discards[EXPERT] = DISCARDS


def network_of(name: str) -> dict[str, Any]:
    """The arrays of a family's network; empty if there is none yet."""
    return {key.rpartition("/")[2]: value for key, value in _arrays().items() if key.rpartition("/")[0] == name}


@cache
def _opinion_of(family: str) -> Any:
    opinions = new_opinions(1)
    network = network_of(f"{OPINIONS}/{family}")
    if network:
        set_opinion(opinions, network)
    return opinions


@cache
def _fresh_mind(family: str) -> Any:
    minds = new_minds(1)
    set_levels(minds, family)
    network = network_of(family)
    if network:
        set_network(minds, network)
    return minds


def mind_of(family: str) -> Any:
    """A new mind for tables of a family, in an array of one."""
    minds = new_minds(1)
    minds.view(np.uint8)[:] = _fresh_mind(family).view(np.uint8)
    return minds


def family_for(options: Options) -> str:
    facts = options.edition
    piles = options.partners and facts.partner_piles
    return family_of(options.players, options.partners, piles, facts.die, facts.coins > 0)


def family_at(table: Any) -> str:
    """The family of a table record."""
    return family_of(
        int(table.players),
        bool(table.partners),
        bool(table.partner_piles),
        bool(table.has_die),
        bool(table.has_coins),
    )


def mind_for(options: Options) -> Any:
    """A new mind for a table with these options."""
    return mind_of(family_for(options))


def mind_at(table: Any) -> Any:
    """A new mind for a table record."""
    return mind_of(family_at(table))


def opinion_at(table: Any) -> Any:
    """The second opinion for a table record; all share it."""
    return _opinion_of(family_at(table))
