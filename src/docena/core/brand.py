"""What all self-contained pages share: the icon and the colours of the deck."""

from urllib.parse import quote

_MARKS = ("#7fe3d2", "#ffbf5e", "#cdbcff")


def _icon() -> str:
    """A ring of twelve marks, four in each colour."""
    ring = "".join(
        f'<circle cx="50" cy="50" r="36" pathLength="12" stroke="{colour}" stroke-dasharray=".8 .2 .8 .2 .8 .2 .8 8.2" '
        f'transform="rotate({120 * part - 87} 50 50)"/>'
        for part, colour in enumerate(_MARKS)
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" rx="22" '
        f'fill="#1b5a5e"/><g fill="none" stroke-width="9">{ring}</g>'
        '<circle cx="50" cy="50" r="15" fill="#ffd479"/></svg>'
    )


ICON_LINK = f'<link rel="icon" type="image/svg+xml" href="data:image/svg+xml,{quote(_icon(), safe="")}">'
"""The icon as part of the page, which may be opened from a file."""

DAWN, SUN, MOON = "#00706c", "#a84a00", "#4b3399"

BAND = f"linear-gradient(90deg, {DAWN} 0 33.3%, {SUN} 33.3% 66.6%, {MOON} 66.6%)"
"""The three colours side by side, as a background in CSS."""
