"""Drawings for a page: the curves of a game and the bars of an account, as SVG of our own.

Colours and sizes of type are the page's, by class: `s1` to `s6` are the sides.
"""

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

_WIDTH, _HEIGHT = 400, 270
_LEFT, _RIGHT, _TOP, _BOTTOM = 54, 10, 12, 32
DASHES = ("", "7 3", "2 3", "9 3 2 3", "4 4", "1 2")
"""So that lines can be told apart without colours."""


class Mark(NamedTuple):
    """A labelled point of a curve, which links to more about it on the page."""

    side: int
    number: int
    text: str
    link: str


def _x(number: int, last: int) -> float:
    return round(_LEFT + (_WIDTH - _LEFT - _RIGHT) * (number / last if last else 0), 1)


def _y(chance: float) -> float:
    return round(_TOP + (_HEIGHT - _TOP - _BOTTOM) * (1 - chance), 1)


def round_steps(last: int, most: int = 6) -> list[int]:
    """Round numbers from 0 up to `last`, a few of them.

    >>> round_steps(72), round_steps(3), round_steps(0)
    ([0, 20, 40, 60], [0, 1, 2, 3], [0])
    """
    step = next(size * ten for ten in (1, 10, 100, 1000, 10_000) for size in (1, 2, 5) if last / (size * ten) < most)
    return list(range(0, last + 1, step))


def draw_plot(curves: Sequence[Sequence[float]], title: str, text: str, marks: Sequence[Mark], below: str) -> str:
    """Curves of chances from 0 to 1 over the turns; `below` names the axis."""
    last = len(curves[0]) - 1
    parts = [
        f'<svg class="plot" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="group" aria-labelledby="plot-title plot-text">',
        f'<title id="plot-title">{escape(title)}</title><desc id="plot-text">{escape(text)}</desc>',
    ]
    for percent in (0, 25, 50, 75, 100):
        y = _y(percent / 100)
        parts.append(f'<line class="grid" x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y}" y2="{y}"/>')
        if percent % 50 == 0:
            parts.append(f'<text x="{_LEFT - 5}" y="{y}" dy=".35em" text-anchor="end">{percent} %</text>')
    parts += [
        f'<text x="{_x(number, last)}" y="{_HEIGHT - 13}" text-anchor="middle">{number}</text>'
        for number in round_steps(last)[1:]
    ]
    parts.append(f'<text x="{_LEFT}" y="{_HEIGHT - 13}">{escape(below)}</text>')
    for side, curve in enumerate(curves, 1):
        points = " ".join(f"{_x(number, last)},{_y(chance)}" for number, chance in enumerate(curve))
        dash = f' stroke-dasharray="{DASHES[side - 1]}"' if DASHES[side - 1] else ""
        parts.append(f'<polyline class="curve s{side}"{dash} points="{points}"/>')
    for mark in marks:
        x, y = _x(mark.number, last), _y(curves[mark.side - 1][mark.number])
        parts.append(
            f'<a href="#{mark.link}"><circle class="mark s{mark.side}" cx="{x}" cy="{y}" r="4">'
            f"<title>{escape(mark.text)}</title></circle></a>"
        )
    return "\n".join([*parts, "</svg>"])


def draw_sample(side: int) -> str:
    """A bit of a side's line, for the list of names."""
    dash = f' stroke-dasharray="{DASHES[side - 1]}"' if DASHES[side - 1] else ""
    return (
        f'<svg class="sample" viewBox="0 0 40 10" aria-hidden="true">'
        f'<line class="curve s{side}"{dash} x1="1" x2="39" y1="5" y2="5"/></svg>'
    )


def draw_bar(value: float, most: float) -> str:
    """A bar from the middle: to the right above 0, to the left below."""
    length = round(50 * min(1.0, abs(value) / most), 1) if most else 0.0
    x = 50 if value > 0 else round(50 - length, 1)
    kind = "gain" if value > 0 else "loss"
    return (
        f'<svg class="bar" viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">'
        f'<line class="grid" x1="50" x2="50" y1="0" y2="12"/>'
        f'<rect class="{kind}" x="{x}" y="1" width="{length}" height="10"/></svg>'
    )
