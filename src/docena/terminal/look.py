"""What the person at the full screen is doing: the card picked, what the line says, and what each key presses."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from docena.core.notation import parse_move
from docena.terminal.picking import Picking, Spot, source_of, target_of
from docena.terminal.pieces import State
from docena.terminal.table import Scene

BUILDING_KEYS, DISCARD_KEYS = "asdf", "zxcv"
STOCK_KEY, DIE_KEY, COINS_KEY, BUY_KEY = "q", "w", "e", "b"


@dataclass
class Look:
    """The state of the screen between two scenes."""

    scene: Scene
    picking: Picking
    cursor: Spot | None = None
    buying: int = 0
    """The seat whose piles the keys mean; -1: the next key names it; 0: one's own."""
    message: str = ""
    choices: Sequence[tuple[str, str]] = ()
    """Keys with what each does, where there is something to choose."""
    hinted: Sequence[Spot] = ()
    """The first move of a hint."""
    keys: Mapping[str, Spot] = field(default_factory=dict)
    last: Sequence[Spot] = ()
    """The places of the last move."""


def look_at(scene: Scene, before: Look | None = None) -> Look:
    """The look of a new scene; the card that was picked stays picked if it still can be."""
    partner = scene.view.partner(scene.seat) if scene.view is not None and scene.seat else None
    picking = Picking(scene.legal, scene.seat, partner)
    look = Look(scene, picking, last=_places_of_last(scene))
    if before is not None and before.scene.seat == scene.seat and before.scene.game == scene.game:
        if before.picking.picked in picking.sources:
            picking.picked = before.picking.picked
        look.cursor = before.cursor
    look.keys = keys_of(look)
    return look


def _places_of_last(scene: Scene) -> Sequence[Spot]:
    if not scene.last or scene.view is None:
        return ()
    seat, text = scene.last
    move = parse_move(text)
    spots = (source_of(move, seat, scene.view.partner(seat)), target_of(move, seat))
    return [spot for spot in spots if spot is not None and spot.zone != "hand"]


def keys_of(look: Look) -> dict[str, Spot]:
    """What each key presses now."""
    scene, me = look.scene, look.scene.seat
    if scene.view is None or not me:
        return {}
    keys: dict[str, Spot] = {}
    for index, card in enumerate(scene.view.hand(me)[:9], 1):
        keys[str(index)] = Spot("hand", me, card)
    keys |= {key: Spot("building", 0, place) for place, key in enumerate(BUILDING_KEYS, 1)}
    keys[DIE_KEY], keys[COINS_KEY] = Spot("die"), Spot("coins")
    partner = scene.view.partner(me)
    keys |= _pile_keys(me)
    if partner:
        keys |= {key.upper(): spot for key, spot in _pile_keys(partner).items()}
    if look.picking.picked == Spot("die"):
        keys |= {str(spot.seat): spot for spot in look.picking.targets if spot.zone == "seat"}
    if look.buying > 0:
        keys |= _pile_keys(look.buying)
    return keys


def _pile_keys(seat: int) -> dict[str, Spot]:
    return {STOCK_KEY: Spot("stock", seat)} | {
        key: Spot("discard", seat, pile) for pile, key in enumerate(DISCARD_KEYS, 1)
    }


def state_of(look: Look, spot: Spot) -> State:
    """How a place is marked."""
    picking = look.picking
    if picking.picked == spot:
        return "picked"
    if spot in picking.targets:
        return "target"
    if look.cursor == spot:
        return "cursor"
    if spot in look.hinted:
        return "target"
    if spot in picking.sources and picking.picked is None:
        return "legal"
    return "last" if spot in look.last else ""


def key_of(look: Look, spot: Spot) -> str:
    """The key of a place, where pressing it does something now."""
    if spot not in look.picking.sources and spot not in look.picking.targets:
        return ""
    found = next((key for key, pressed in look.keys.items() if pressed == spot), "")
    return found or (f"{BUY_KEY}{spot.seat}" if spot.zone == "stock" and spot.seat else "")
