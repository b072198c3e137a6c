"""Choosing a move by a card and then a place, with keys or a mouse.

>>> picking = Picking(["H7>2", "H7-1", "S>2", "T"], 1, None)
>>> picking.press(Spot("hand", 1, 7)).move, sorted(picking.targets)
('', [Spot(zone='building', seat=0, number=2), Spot(zone='discard', seat=1, number=1)])
>>> picking.press(Spot("building", 0, 2)).move, picking.others
('H7>2', ['T'])
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from docena.core.cards import card_text
from docena.core.notation import Move, parse_move

Zone = Literal["hand", "stock", "discard", "building", "die", "coins", "seat"]


class Spot(NamedTuple):
    """A place of the table that can be pressed."""

    zone: Zone
    seat: int = 0
    """Whose; 0 for what belongs to nobody."""
    number: int = 0
    """Of the pile; of a card in the hand its code."""


def source_of(move: Move, seat: int, partner: int | None) -> Spot | None:
    """Where the card of a move comes from; nowhere for a toll, a pass and acts of open tables."""
    if move.act in ("closing", "extra") or move.source == "hand":
        assert move.card is not None
        return Spot("hand", seat, move.card.code)
    if move.act == "gift":
        return Spot("die")
    if move.act != "play":
        return None
    owner = (partner or seat) if move.partner else move.other or seat
    match move.source:
        case "stock":
            return Spot("stock", owner)
        case "discard":
            return Spot("discard", owner, move.pile)
        case "die":
            return Spot("die")
        case _:
            return Spot("coins")


def target_of(move: Move, seat: int) -> Spot | None:
    """Where the card of a move goes."""
    match move.act:
        case "play":
            return Spot("building", 0, move.place)
        case "closing" | "extra":
            return Spot("discard", seat, move.pile)
        case "gift":
            return Spot("seat", move.other)
    return None


@dataclass
class Press:
    """What a press came to."""

    move: str = ""
    """This move is made."""
    choices: Sequence[str] = ()
    """One of these is meant."""
    refused: str = ""
    """This was meant, and is not legal."""
    unfit: bool = False
    """Nothing can be meant by it now."""


@dataclass
class Picking:
    """The legal moves of a moment by the places that they lead from and to, and the card that has been picked."""

    legal: Sequence[str]
    seat: int
    partner: int | None
    picked: Spot | None = None
    others: list[str] = field(default_factory=list)
    """Legal moves without a card."""
    _moves: dict[Spot, dict[Spot, list[str]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for move in map(parse_move, self.legal):
            source, target = source_of(move, self.seat, self.partner), target_of(move, self.seat)
            if source is None or target is None:
                self.others.append(move.text)
            else:
                self._moves.setdefault(source, {}).setdefault(target, []).append(move.text)

    @property
    def sources(self) -> Collection[Spot]:
        return self._moves.keys()

    @property
    def targets(self) -> Collection[Spot]:
        """The places where the picked card may go."""
        return self._moves[self.picked].keys() if self.picked in self._moves else ()

    def press(self, spot: Spot, free: Collection[int] = ()) -> Press:
        """A press on a place; `free`: building piles that are empty, among which there is nothing to choose (3.3)."""
        if self.picked is not None and spot in self.targets:
            return self._made(self._moves[self.picked][spot])
        if self.picked == spot:
            return self._again(free)
        if spot in self._moves:
            self.picked = spot
            return Press()
        if self.picked is not None:
            return Press(refused=_meant(self.picked, spot, self.seat, self.partner), unfit=True)
        return Press(refused=_first_play(spot, self.seat, self.partner), unfit=True)

    def _again(self, free: Collection[int]) -> Press:
        """Pressed twice: the card goes to the only building pile that takes it, or back."""
        places = [target for target in self.targets if target.zone == "building"]
        picked = self.picked
        if picked is not None and places and (len(places) == 1 or {target.number for target in places} <= set(free)):
            return self._made(self._moves[picked][places[0]])
        self.picked = None
        return Press()

    def _made(self, moves: list[str]) -> Press:
        if len(moves) > 1:
            return Press(choices=moves)
        self.picked = None
        return Press(move=moves[0])


def _meant(source: Spot, target: Spot, seat: int, partner: int | None) -> str:
    """The move that was meant by two presses, though it is not legal; nothing if there is no such move."""
    begun = {
        "hand": f"H{card_text(source.number)}" if source.zone == "hand" else "",
        "die": "R",
        "coins": "C",
    }.get(source.zone, _pile_text(source, seat, partner))
    if target.zone == "building":
        return f"{begun}>{target.number}"
    if target.zone == "discard" and target.seat == seat and source.zone == "hand":
        return f"{begun}-{target.number}"
    return f"R@{target.seat}" if target.zone == "seat" and source.zone == "die" else ""


def _pile_text(source: Spot, seat: int, partner: int | None) -> str:
    owner = "" if source.seat == seat else "P" if source.seat == partner else f"@{source.seat}"
    return f"{owner}{'S' if source.zone == 'stock' else f'D{source.number}'}"


def _first_play(spot: Spot, seat: int, partner: int | None) -> str:
    """A play of a card that can go nowhere now, to say why."""
    return "" if spot.zone in ("building", "seat") else _meant(spot, Spot("building", 0, 1), seat, partner)
