"""The full screen before the first deal of an online table: how others come, and who is there."""

import textwrap
from collections.abc import Sequence
from functools import lru_cache

import segno

from docena.core.words import say
from docena.terminal.canvas import Canvas
from docena.terminal.frame import draw_log
from docena.terminal.table import Scene, Told

_QUIET = 2
"""Modules of white around a QR code; the terminal's own margin is not white everywhere."""
_LEAST_BESIDE = 22
"""Columns for the text beside the code."""
_HALVES = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}


@lru_cache(maxsize=4)
def qr_lines(link: str) -> Sequence[str]:
    """A QR code in half blocks, black on white.

    >>> lines = qr_lines("http://192.168.1.20:8012/t/lBDW59XTjwklvzNI")
    >>> len(lines), {len(line) for line in lines}
    (17, {33})
    """
    rows = [list(row) for row in segno.make(link, error="l", micro=False).matrix_iter(border=_QUIET)]
    rows += [[0] * len(rows[0])] * (len(rows) % 2)
    return [
        "".join(_HALVES[upper, lower] for upper, lower in zip(*rows[row : row + 2], strict=True))
        for row in range(0, len(rows), 2)
    ]


def draw_gathering(
    canvas: Canvas, scene: Scene, told: Sequence[Told], lang: str, box: tuple[int, int, int, int]
) -> None:
    """The QR code of the link, the link, the seats, and what has been told."""
    left, top, width, height = box
    code = qr_lines(scene.link) if scene.link else []
    if code and len(code) <= height and len(code[0]) + _LEAST_BESIDE <= width:
        for number, line in enumerate(code):
            canvas.put(left, top + number, line, "code")
        left, width = left + len(code[0]) + 2, width - len(code[0]) - 2
    lines = [(line, "bold") for line in textwrap.wrap(scene.link, width)]
    if scene.code:
        lines.append((say(lang, "online", "code", code=scene.code), "bold"))
    lines.append(("", "cloth"))
    for seat, person in enumerate(scene.people, 1):
        name = person.name or say(lang, "online", "free_seat")
        style = "turn" if seat == scene.seat else "cloth" if person.name else "soft"
        lines.append((f" {seat}  {name} ", style))
    for number, (line, style) in enumerate(lines[:height]):
        canvas.put(left, top + number, line, style, width)
    used = min(height, len(lines) + 1)
    draw_log(canvas, told, (left, top + used, width, height - used))
