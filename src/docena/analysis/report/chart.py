"""A curve in a terminal: an area of blocks, or of plain signs where there are no blocks."""

from collections.abc import Collection, Sequence

_BLOCKS = " ▁▂▃▄▅▆▇█"
_SIGNS = " .:#"
_LABEL = 6


def mark(unicode: bool) -> str:
    """The mark under a mistake."""
    return "▲" if unicode else "^"


def draw_curve(
    values: Sequence[float], width: int, height: int = 4, unicode: bool = True, marked: Collection[int] = ()
) -> list[str]:
    """The lines of a curve of values from 0 to 1, with an axis, and a mark under the values with these numbers.

    >>> for line in draw_curve([0.5, 1.0, 0.0, 0.75], width=14, height=2, unicode=False, marked=[2]):
    ...     print(line)
     100 |  ##  ::
       0 |####  ##
         +-----^--
    """
    columns = max(2, width - _LABEL)
    steps = len(values) - 1
    at = [round(column * steps / (columns - 1)) for column in range(columns)]
    shades = _BLOCKS if unicode else _SIGNS
    wall, corner, floor = ("│", "└", "─") if unicode else ("|", "+", "-")
    lines = []
    for row in range(height - 1, -1, -1):
        label = {height - 1: "100", 0: "0"}.get(row, "")
        filled = (min(1.0, max(0.0, values[number] * height - row)) for number in at)
        cells = "".join(shades[round(share * (len(shades) - 1))] for share in filled)
        lines.append(f"{label:>{_LABEL - 2}} {wall}{cells}".rstrip())
    marks = {_column(number, steps, columns) for number in marked}
    axis = "".join(mark(unicode) if column in marks else floor for column in range(columns))
    return [*lines, f"{'':>{_LABEL - 1}}{corner}{axis}"]


def _column(number: int, steps: int, columns: int) -> int:
    return round(number * (columns - 1) / steps) if steps else 0
