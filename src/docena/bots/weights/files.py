"""Learned weights and settings: networks by family, the weights of the rollout policy, the settings of each level."""

import tomllib
from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import Any, NamedTuple

import numpy as np

from docena.bots import EXPERT, LARGE_MODELS, NAMES, ROLLOUT_PLANNER
from docena.bots.kernels.level import new_levels
from docena.bots.kernels.model import new_large_models, new_models
from docena.bots.kernels.rollout_policy import INITIAL_WEIGHTS
from docena.bots.kernels.scratch import MOST_CLOSINGS, MOST_DISCARDS, USUAL_POSITIONS, new_scratches
from docena.bots.weights.families import family_of
from docena.core.options import Options
from docena.engine.table import record_in

WEIGHTS = "learned.npz"
_ROLLOUT_SETTINGS = {"positions": 48, "closings": 1, "discards": 3}
"""The planner of rollouts has little time."""


class Planner(NamedTuple):
    """The records with which compiled code plans, in arrays: a model, all levels and scratch memory."""

    models: Any
    levels: Any
    scratches: Any


@cache
def _arrays() -> dict[str, Any]:
    source = files("docena.bots.weights").joinpath(WEIGHTS)
    if not source.is_file():
        return {}
    with np.load(BytesIO(source.read_bytes())) as stored:
        return dict(stored)


@cache
def _settings() -> dict[str, Any]:
    """The settings of the levels: see `levels.toml`."""
    return tomllib.loads(files("docena.bots").joinpath("levels.toml").read_text("utf-8"))


def set_network(records: Any, arrays: dict[str, Any]) -> None:
    """Puts a network (`w1`, `b1`, `w2`, `skip`, `b2`) in a small or large model; what it does not need stays empty."""
    record = record_in(records)
    inputs, hidden = arrays["w1"].shape
    if inputs > record.w1.shape[0] or hidden > record.w1.shape[1]:
        raise ValueError(f"a network of {inputs} inputs and {hidden} hidden units does not fit in a model")
    for name in ("w1", "b1", "w2", "skip"):
        getattr(record, name)[...] = 0.0
    record.w1[:inputs, :hidden] = arrays["w1"]
    record.b1[:hidden] = arrays["b1"]
    record.w2[:hidden] = arrays["w2"]
    record.skip[:inputs] = arrays["skip"]
    record.b2 = float(arrays["b2"])


def set_large_model(large_models: Any, arrays: dict[str, Any]) -> None:
    """The same for a large model, which counts as trained from now on."""
    set_network(large_models, arrays)
    record_in(large_models).trained = True


def network_of(name: str) -> dict[str, Any]:
    """The arrays of a family's network; empty if there is none yet."""
    return {key.rpartition("/")[2]: value for key, value in _arrays().items() if key.rpartition("/")[0] == name}


@cache
def _models_of(family: str) -> Any:
    models = new_models(1)
    policy = _arrays().get("tuned/habits", INITIAL_WEIGHTS)
    record_in(models).policy[: len(policy)] = policy
    network = network_of(family)
    if network:
        set_network(models, network)
    return models


@cache
def large_models_of(family: str) -> Any:
    large_models = new_large_models(1)
    network = network_of(f"{LARGE_MODELS}/{family}")
    if network:
        set_large_model(large_models, network)
    return large_models


def levels_of(family: str) -> Any:
    """The settings of all levels at tables of a family, in an array of their own."""
    levels = new_levels()
    spread = _settings()["spread"].get(family, 1.0)
    levels["positions"] = USUAL_POSITIONS
    levels["closings"] = MOST_CLOSINGS
    levels["discards"] = MOST_DISCARDS
    levels["positions"][EXPERT] = _settings()["breadth"].get(family, USUAL_POSITIONS)
    for field, value in _ROLLOUT_SETTINGS.items():
        levels[field][ROLLOUT_PLANNER] = value
    for name, settings in _settings()["level"].items():
        number = NAMES.index(name)
        levels["noise"][number] = settings["noise"] * spread
        levels["miss_rate"][number] = settings["misses"]
        levels["ignores_opponents"][number] = settings["blind"]
        levels["closings"][number] = settings["stops"]
        levels["discards"][number] = settings["discards"]
    return levels


def widen(levels: Any, options: Options) -> None:
    """For games to learn from: `expert` also evaluates what the policy would leave out."""
    levels["stock_may_wait"] = family_for(options) in _settings()["lessons"]["unhurried"]
    levels["positions"][EXPERT] = USUAL_POSITIONS
    levels["discards"][EXPERT] = MOST_DISCARDS


def planner_of(family: str) -> Planner:
    """A planner for tables of a family; all of them share the model."""
    return Planner(_models_of(family), levels_of(family), new_scratches(1))


def planner_for(options: Options) -> Planner:
    """A planner for a table with these options."""
    return planner_of(family_for(options))


def planner_at(table: Any) -> Planner:
    """A planner for a table record."""
    return planner_of(family_at(table))


def with_own_model(planner: Planner) -> Planner:
    """The same planner with a copy of its model, which may be changed."""
    models = new_models(1)
    models.view(np.uint8)[:] = planner.models.view(np.uint8)
    return planner._replace(models=models)


def large_models_at(table: Any) -> Any:
    """The large model for a table record, in an array of one; all share it."""
    return large_models_of(family_at(table))


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
