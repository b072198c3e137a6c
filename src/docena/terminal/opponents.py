"""The other players on the full screen: with their cards where there is room, otherwise a line each."""

from docena.core.cards import card_text
from docena.core.sizes import PLACES
from docena.core.words import say, texts
from docena.terminal.canvas import Canvas
from docena.terminal.look import Look, key_of, state_of
from docena.terminal.picking import Spot
from docena.terminal.pieces import CardSize, draw_card, face_of, short_cards

_MOST_BACKS = 6


def others_of(look: Look) -> list[int]:
    """The other seats, clockwise from my left."""
    players, me = look.scene.options.players, look.scene.seat
    return [(me + step - 1) % players + 1 for step in range(1, players + (0 if me else 1))]


def block_height(size: CardSize) -> int:
    return size.height + 2


def _block_width(size: CardSize) -> int:
    return (PLACES + 1) * size.width + 4


def per_row(width: int, size: CardSize) -> int:
    return max(1, (width + 2) // _block_width(size))


def draw_blocks(canvas: Canvas, look: Look, lang: str, y: int, width: int, size: CardSize) -> int:
    """All others with their cards; returns the line below."""
    others = others_of(look)
    most = per_row(width, size)
    rows = -(-len(others) // most)
    each = -(-len(others) // rows)
    for row in range(rows):
        seats = others[row * each : (row + 1) * each]
        pitch = width // len(seats)
        for column, seat in enumerate(seats):
            left = column * pitch + max(1, (pitch - _block_width(size) + 4) // 2)
            _draw_block(canvas, look, lang, left, y, size, seat)
        y += block_height(size)
    return y


def _draw_block(canvas: Canvas, look: Look, lang: str, x: int, y: int, size: CardSize, seat: int) -> None:
    view = look.scene.view
    assert view is not None
    _draw_name(canvas, look, lang, x, y, _block_width(size) - 4, seat)
    stock, top = Spot("stock", seat), view.stock_top(seat)
    draw_card(canvas, x, y + 1, size, face_of(top) if top else None, state_of(look, stock), key_of(look, stock))
    canvas.put(x, y + 1 + size.height, str(view.stock_size(seat)).center(size.width), "bold")
    canvas.area(x, y + 1, size.width, size.height + 1, stock)
    x += size.width + 1
    for pile in range(1, PLACES + 1):
        spot, cards = Spot("discard", seat, pile), view.discard(seat, pile)
        draw_card(
            canvas, x, y + 1, size, face_of(cards[0]) if cards else None, state_of(look, spot), key_of(look, spot)
        )
        canvas.put(x, y + 1 + size.height, short_cards(cards[1:], size.width - 1), "soft", size.width - 1)
        canvas.area(x, y + 1, size.width, size.height + 1, spot)
        x += size.width


def draw_rows(canvas: Canvas, look: Look, lang: str, y: int, width: int) -> int:
    """All others in a line each; returns the line below."""
    view = look.scene.view
    assert view is not None
    pitch = (width - 32) // PLACES
    for seat in others_of(look):
        _draw_name(canvas, look, lang, 1, y, 20, seat)
        stock, top = Spot("stock", seat), view.stock_top(seat)
        state, key = state_of(look, stock), key_of(look, stock)
        x = canvas.put(22, y, key, "legal")
        if top:
            face = face_of(top)
            x = canvas.put(x, y, f" {card_text(top):>2} ", state if state in ("picked", "target") else face.style)
        canvas.put(x, y, f" {view.stock_size(seat)}", "bold")
        canvas.area(22, y, 9, 1, stock)
        for pile in range(1, PLACES + 1):
            spot, left = Spot("discard", seat, pile), 32 + (pile - 1) * pitch
            state, key = state_of(look, spot), key_of(look, spot)
            begin = canvas.put(left, y, key, "legal")
            text = short_cards(view.discard(seat, pile), pitch - 2 - len(key)) or "-"
            canvas.put(begin, y, text, state or "cloth", pitch - 1 - len(key))
            canvas.area(left, y, pitch - 1, 1, spot)
        y += 1
    return y


def _draw_name(canvas: Canvas, look: Look, lang: str, x: int, y: int, width: int, seat: int) -> None:
    """A name with its hand as backs of cards; also what a card from the die is given to."""
    scene, view = look.scene, look.scene.view
    assert view is not None
    person = scene.people[seat - 1]
    spot = Spot("seat", seat)
    state, key = state_of(look, spot), key_of(look, spot)
    hand = view.hand_size(seat)
    backs = "▮" * hand if hand <= _MOST_BACKS else f"▮{hand}"
    more = _about(look, lang, seat)
    turn = view.mover == seat and not view.over
    room = width - len(backs) - 1
    style = "target" if state == "target" else "turn" if turn else "bold"
    end = canvas.put(x, y, f"{key}{'▸' if turn else ' '}{person.name}", style, min(room, 14 if more else room))
    if more and end + len(more) + 1 <= x + room:
        canvas.put(end + 1, y, more, "soft", x + room - end - 1)
    canvas.put(x + width - len(backs), y, backs, "soft")
    canvas.area(x, y, width, 1, spot)


def _about(look: Look, lang: str, seat: int) -> str:
    """What else is worth knowing of a player."""
    scene, view = look.scene, look.scene.view
    assert view is not None
    person = scene.people[seat - 1]
    if view.has_coins:
        return f"{view.coins(seat)}$"
    if scene.seat and view.partner(scene.seat) == seat:
        return say(lang, "board", "partner")
    if person.held or (person.kind == "person" and not person.here):
        return say(lang, "screen", "away")
    level = person.level.partition("@")[0]
    return texts(lang)["levels"].get(level, "") if level else ""
