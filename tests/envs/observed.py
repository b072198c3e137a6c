"""Observations by the words of docs/environments.md, from a view and with nothing of the compiled code."""

from typing import Any

from docena.core.cards import WILD
from docena.core.moves import FACES
from docena.engine.view import View
from docena.envs.spaces import Spaces


def observed(view: View, spaces: Spaces) -> dict[str, list[int]]:
    """The fields of the observation of the seat that moves."""
    seat, players = view.mover, view.players
    found: dict[str, list[int]] = {"heights": [view.height(place) for place in range(1, 5)]}
    hand = view.hand(seat)
    for toll in range(spaces.tolls):
        name = f"hand_toll_{toll}" if toll else "hand"
        found[name] = [hand.count(kind + 16 * toll) for kind in range(1, WILD + 1)]
    for step in range(players):
        other = (seat - 1 + step) % players + 1
        found[f"stock_top_{step}"] = [view.stock_top(other)]
        found[f"stock_left_{step}"] = [view.stock_size(other)]
        found[f"hand_size_{step}"] = [view.hand_size(other)]
        found[f"discards_{step}"] = [card for pile in view.discards(other) for card in [*pile, 0, 0, 0][:3]]
        if view.has_coins:
            found[f"coins_{step}"] = [view.coins(other)]
    found |= {"draw_pile": [view.draw_size], "set_aside": [len(view.aside)]}
    found["passes"] = [sum(seat["passed"] for seat in view.as_dict()["seats"])]
    if view.has_die:
        found |= {"die": [FACES.index(view.die or "")], "die_left": [view.die_left]}
    if view.has_coins:
        found["beside"] = [view.beside(place) for place in range(1, 5)]
        found |= {"toll": [view.toll], "ended": [int(view.plays_ended)]}
    if view.has_die or view.has_coins:
        found["must_follow"] = [view.must_follow or 0]
    return found


def flat(fields: dict[str, list[int]]) -> list[int]:
    return [min(255, number) for numbers in fields.values() for number in numbers]


def unpacked(spaces: Spaces, observation: Any) -> dict[str, list[int]]:
    return {name: part.tolist() for name, part in spaces.unpack(observation).items()}
