"""The full screen as a page of character cells: who sits where, at every size from 60x24 on."""

import textwrap
from collections.abc import Sequence
from typing import NamedTuple

from docena.core.cards import WILD
from docena.core.sizes import PLACES
from docena.core.words import say
from docena.terminal.canvas import Canvas
from docena.terminal.frame import draw_bottom, draw_head, draw_log, draw_message
from docena.terminal.gathering import draw_gathering
from docena.terminal.look import Look, key_of, state_of
from docena.terminal.opponents import block_height, draw_blocks, draw_rows, per_row
from docena.terminal.picking import Spot
from docena.terminal.pieces import HUGE, LARGE, SMALL, CardSize, Face, draw_card, face_of, short_cards
from docena.terminal.table import Told

LEAST_WIDTH, LEAST_HEIGHT = 60, 24
_LOG_BESIDE = 100
"""From this width on the log is beside the table."""
_LEAST_LOG = 3
_MESSAGE = 2


class _Plan(NamedTuple):
    """What fits: opponents as blocks of this size or, for None, as rows, and my cards of this size."""

    theirs: CardSize | None
    mine: CardSize


_PLANS = (
    _Plan(HUGE, HUGE),
    _Plan(LARGE, HUGE),
    _Plan(LARGE, LARGE),
    _Plan(SMALL, LARGE),
    _Plan(SMALL, SMALL),
    _Plan(None, SMALL),
)
"""The best first."""


def draw_page(look: Look, told: Sequence[Told], lang: str, width: int, height: int) -> Canvas:
    """Everything that the screen shows."""
    canvas = Canvas(width, height)
    scene = look.scene
    if width < LEAST_WIDTH or height < LEAST_HEIGHT:
        _draw_lines(canvas, say(lang, "screen", "too_small", width=LEAST_WIDTH, height=LEAST_HEIGHT), lang)
        return canvas
    if scene.covered:
        _draw_lines(canvas, say(lang, "screen", "your_seat", name=scene.names[scene.covered - 1]), lang)
        canvas.area(0, 0, width, height, "enter")
        return canvas
    log_width = min(60, max(30, width - 80)) if width >= _LOG_BESIDE else 0
    table_width = width - log_width
    draw_head(canvas, look, lang, width)
    bottom = height - 1
    draw_bottom(canvas, look, lang, bottom)
    if scene.view is None:
        draw_gathering(canvas, scene, told, lang, (1, 2, width - 2, bottom - _MESSAGE - 3))
        draw_message(canvas, look, lang, 1, bottom - _MESSAGE, width - 2)
        return canvas
    plan = _plan_for(look, table_width, height - 2 - _MESSAGE - (0 if log_width else _LEAST_LOG))
    used = _used(look, plan, table_width)
    spare = height - 2 - _MESSAGE - used
    gap = min(3, spare // 4) if log_width else min(1, max(0, spare - 6) // 3)
    y = 1 + gap + (max(0, spare - 4 * gap) // 3 if log_width else 0)
    if plan.theirs is None:
        y = draw_rows(canvas, look, lang, y, table_width) + gap
    else:
        y = draw_blocks(canvas, look, lang, y, table_width, plan.theirs) + gap
    y = _draw_building(canvas, look, lang, y, table_width, plan.mine) + gap
    y = _draw_mine(canvas, look, lang, y, table_width, plan.mine)
    draw_message(canvas, look, lang, 1, y + gap if log_width else bottom - _MESSAGE, table_width - 2)
    if log_width:
        draw_log(canvas, told, (table_width + 1, 1, log_width - 2, bottom - 1))
    else:
        draw_log(canvas, told, (1, y, table_width - 2, bottom - _MESSAGE - y))
    return canvas


def _used(look: Look, plan: _Plan, width: int) -> int:
    """The lines that the table takes with a plan."""
    others = look.scene.options.players - 1
    rows = others if plan.theirs is None else -(-others // per_row(width, plan.theirs)) * block_height(plan.theirs)
    return rows + (plan.mine.height + 1) + (plan.mine.height + 2)


def _width_of_mine(size: CardSize) -> int:
    """My stock pile, discard piles and five cards in the hand; more of them lie over each other."""
    return 10 * size.width + (6 if size is not SMALL else 5)


def _plan_for(look: Look, width: int, height: int) -> _Plan:
    for plan in _PLANS:
        if _width_of_mine(plan.mine) <= width and _used(look, plan, width) <= height:
            return plan
    return _PLANS[-1]


def _draw_lines(canvas: Canvas, text: str, lang: str) -> None:
    """A few words in the middle of an empty page."""
    lines = textwrap.wrap(text, max(10, canvas.width - 4)) or [lang]
    for number, line in enumerate(lines):
        canvas.put((canvas.width - len(line)) // 2, canvas.height // 2 - len(lines) // 2 + number, line, "bold")


def _draw_building(canvas: Canvas, look: Look, lang: str, y: int, width: int, size: CardSize) -> int:
    """The building piles with the number that each needs, and the draw pile."""
    view = look.scene.view
    assert view is not None
    pitch = size.width + 4
    left = (width - PLACES * pitch + 4) // 2
    draw = Face(str(view.draw_size)) if view.draw_size else None
    x = max(1, min(left - pitch - 1, 4))
    _draw_pile(canvas, x, y, size, draw)
    canvas.put(x, y + size.height, say(lang, "screen", "draw"), "soft", pitch - 1)
    for place in range(1, PLACES + 1):
        x, spot = left + (place - 1) * pitch, Spot("building", 0, place)
        height = view.height(place)
        top = view.building(place)
        wild = bool(top) and top[0] & 15 == WILD
        draw_card(
            canvas, x, y, size, Face(str(height), 0, wild) if height else None, state_of(look, spot), key_of(look, spot)
        )
        needs = say(lang, "board", "needs", card=height + 1) if height else say(lang, "board", "free")
        canvas.put(x + (size.width - len(needs)) // 2, y + size.height, needs, "soft")
        if view.beside(place):
            canvas.put(x + size.width, y + 1, f"{view.beside(place)}$", "legal")
        canvas.area(x, y, size.width, size.height + 1, spot)
    return y + size.height + 1


def _draw_pile(canvas: Canvas, x: int, y: int, size: CardSize, face: Face | None) -> None:
    """The draw pile: its backs, and how many cards there are."""
    draw_card(canvas, x, y, size, None)
    if face is not None:
        for row in range(1, size.height - 1):
            canvas.put(x + 1, y + row, "░" * (size.width - 2), "soft")
        canvas.put(x + 1, y + size.height // 2, face.text.center(size.width - 2), "bold")


def _draw_mine(canvas: Canvas, look: Look, lang: str, y: int, width: int, size: CardSize) -> int:
    """My name, stock pile, discard piles and hand."""
    scene, view, me = look.scene, look.scene.view, look.scene.seat
    assert view is not None
    _draw_my_name(canvas, look, lang, y, width)
    if not me:
        return y + size.height + 2
    y += 1
    x = 1
    stock = Spot("stock", me)
    top = view.stock_top(me)
    draw_card(canvas, x, y, size, face_of(top) if top else None, state_of(look, stock), key_of(look, stock))
    left = say(lang, "board", "left", n=view.stock_size(me))
    short = str(view.stock_size(me)).center(size.width) if top else ""
    canvas.put(x, y + size.height, left if len(left) <= size.width + 1 else short, "bold")
    canvas.area(x, y, size.width, size.height + 1, stock)
    x += size.width + 2
    for pile in range(1, PLACES + 1):
        spot, cards = Spot("discard", me, pile), view.discard(me, pile)
        draw_card(canvas, x, y, size, face_of(cards[0]) if cards else None, state_of(look, spot), key_of(look, spot))
        canvas.put(x, y + size.height, short_cards(cards[1:], size.width), "soft", size.width)
        canvas.area(x, y, size.width, size.height + 1, spot)
        x += size.width
    hand = [] if scene.covered else view.hand(me)
    x += 2 if size is SMALL else 3
    _draw_hand(canvas, look, x, y, width - x - 1, size, hand)
    canvas.put(x, y + size.height, say(lang, "board", "hand"), "soft")
    return y + size.height + 1


def _draw_hand(canvas: Canvas, look: Look, x: int, y: int, width: int, size: CardSize, hand: Sequence[int]) -> None:
    """The cards of the hand, over each other where they are too many; of equal ones the first is marked as picked."""
    step = size.width if len(hand) < 2 else min(size.width, max(3, (width - size.width) // (len(hand) - 1)))
    for index, card in enumerate(hand, 1):
        spot = Spot("hand", look.scene.seat, card)
        key = str(index) if index < 10 and spot in look.picking.sources else ""
        draw_card(canvas, x, y, size, face_of(card), state_of(look, spot), key)
        canvas.area(x, y, size.width, size.height, spot)
        x += step


def _draw_my_name(canvas: Canvas, look: Look, lang: str, y: int, width: int) -> None:
    """My name, and what I have beside my cards: the die and coins."""
    scene, view = look.scene, look.scene.view
    assert view is not None
    x = 1
    if scene.seat:
        name = scene.names[scene.seat - 1]
        x = canvas.put(x, y, f" {name} ", "turn" if view.mover == scene.seat and not view.over else "bold", 26) + 1
    chips: list[tuple[Spot, str]] = []
    if view.has_die:
        face = say(lang, "board", "wild") if view.die == "wild" else view.die or "-"
        chips.append(
            (Spot("die"), f"{say(lang, 'board', 'die')} {face}{'' if view.die_left or not view.die else ' x'}")
        )
    if view.has_coins and scene.seat:
        chips.append((Spot("coins"), f"{say(lang, 'board', 'coins')} {view.coins(scene.seat)}"))
    for spot, text in chips:
        state, key = state_of(look, spot), key_of(look, spot)
        begin = x
        x = canvas.put(x, y, f"{key} {text}" if key else text, state or "cloth", width - x)
        canvas.area(begin, y, x - begin, 1, spot)
        x += 3
