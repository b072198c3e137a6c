"""Every pair of colours has the contrast of WCAG 2: in all themes, on every cloth, with every back."""

import re
from itertools import product
from pathlib import Path

import pytest

import hatch_build as build

STYLES = Path(build.__file__).parent / "web" / "src" / "styles"
TEXT, GRAPHIC = 4.5, 3.0
THEMES = ("light", "dark", "contrast")
PAIRS = [
    *((TEXT, front, ground) for ground in ("room", "room-2") for front in ("room-ink", "room-soft")),
    *((TEXT, front, "panel") for front in ("panel-ink", "panel-soft", "good", "bad", "clay")),
    *((TEXT, "clay-ink", ground) for ground in ("clay", "clay-2")),
    *((TEXT, front, ground) for front in ("on-cloth", "on-cloth-soft") for ground in ("cloth", "cloth-lit", "well")),
    *((TEXT, "lamp", ground) for ground in ("cloth-edge", "well")),
    *((TEXT, front, "paper") for front in ("ink", "dawn", "sun", "moon")),
    *((TEXT, band, f"{band}-tint") for band in ("dawn", "sun", "moon")),
    *((TEXT, "plate-ink", f"plate-{n}") for n in range(1, 7)),
    *((TEXT, front, "night") for front in ("paper", "star")),
    (TEXT, "clay", "room"),
    (TEXT, "lamp-ink", "lamp"),
    (TEXT, "chosen-ink", "chosen"),
    (TEXT, "on-cloth", "cloth-edge"),
    (TEXT, "back-line", "back"),
    (TEXT, "coin-ink", "coin"),
    *((GRAPHIC, front, "cloth") for front in ("paper", "back-line", "lamp", "coin", "focus-cloth")),
    *((GRAPHIC, front, "cloth-lit") for front in ("paper", "lamp", "focus-cloth", "dawn-lit", "sun-lit", "moon-lit")),
    *((GRAPHIC, f"plate-{n}", "cloth-lit") for n in range(1, 7)),
    *((GRAPHIC, f"{band}-lit", "night") for band in ("dawn", "sun", "moon")),
    *((GRAPHIC, "mark-off", ground) for ground in ("cloth-edge", "well")),
    *((GRAPHIC, "coin-edge", ground) for ground in ("paper", "coin")),
    *((GRAPHIC, "focus", ground) for ground in ("room", "panel")),
    (GRAPHIC, "room-line", "room"),
    (GRAPHIC, "room-line", "room-2"),
    (GRAPHIC, "panel-line", "panel"),
    (GRAPHIC, "chosen", "panel"),
]
Colours = dict[str, str]


def declared(css: str) -> dict[str, Colours]:
    """The colours of each rule for the root, by its selector."""
    rules = re.findall(r"^(:root[^{]*)\{(.*?)^\}", css, re.S | re.M)
    return {head.strip(): dict(re.findall(r"--([\w-]+):\s*(#[0-9a-fA-F]{3,6});", body)) for head, body in rules}


TOKENS = declared((STYLES / "tokens.css").read_text(encoding="utf-8"))
CLOTHS = declared((STYLES / "cloths.css").read_text(encoding="utf-8"))


def choices(kind: str) -> list[str]:
    """The first one has no rule of its own."""
    return ["", *sorted({found[1] for head in CLOTHS if (found := re.search(rf"data-{kind}='(\w+)'", head))})]


def colours(theme: str, cloth: str = "", back: str = "") -> Colours:
    found = dict(TOKENS[":root"])
    if theme != "light":
        found |= TOKENS[f":root[data-theme='{theme}']"]
    for kind, name in (("cloth", cloth), ("back", back)):
        found |= CLOTHS.get(f":root[data-theme='{theme}'][data-{kind}='{name}']", {})
    return found


def luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def faults(found: Colours) -> list[str]:
    return [
        f"{front} on {ground}: {ratio:.2f}"
        for least, front, ground in PAIRS
        if (ratio := contrast(found[front], found[ground])) < least
    ]


@pytest.mark.parametrize("theme", THEMES)
def test_every_pair_of_colours_has_its_contrast(theme: str) -> None:
    looks = [(cloth, back) for cloth, back in product(choices("cloth"), choices("back"))]
    assert len(looks) >= 16
    found = {look: wrong for look in looks if (wrong := faults(colours(theme, *look)))}
    assert not found


def test_each_cloth_and_back_has_colours_of_its_own_in_both_themes() -> None:
    for theme in ("light", "dark"):
        seen = [colours(theme, cloth)["cloth"] for cloth in choices("cloth")]
        assert len(set(seen)) == len(seen) >= 4
        backs = [colours(theme, "", back)["back"] for back in choices("back")]
        assert len(set(backs)) == len(backs) >= 4


def test_a_pale_colour_is_found() -> None:
    assert contrast("#000", "#ffffff") == pytest.approx(21)
    assert faults(colours("light") | {"room-soft": "#a09a8c"}) == [
        "room-soft on room: 2.39",
        "room-soft on room-2: 2.08",
    ]


def test_pages_without_a_script_have_the_colours_of_the_dark_theme() -> None:
    """Before the script has run, the system's wish decides: those few colours are the same as the theme's."""
    css = (STYLES / "tokens.css").read_text(encoding="utf-8")
    early = dict(
        re.findall(r"--([\w-]+):\s*(#[0-9a-fA-F]{3,6});", css[css.index("@media (prefers-color-scheme: dark)") :])
    )
    dark = colours("dark")
    assert early
    assert {name: dark[name] for name in early} == early
