"""The looks of the full screen: styles by name, for a light, a dark and a high-contrast theme."""

from collections.abc import Mapping
from functools import cache

from rich.style import Style

THEMES = ("dark", "light", "contrast")


COLORS: Mapping[str, Mapping[str, str]] = {
    "dark": {
        "back": "#103438", "edge": "#0a2528", "ink": "#fff9ec", "soft": "#a9c9c3", "lamp": "#f5bd58",
        "lamp_ink": "#2b1d00", "paper": "#f4ecdc", "dawn": "#00635f", "sun": "#984200", "moon": "#452e90",
        "night": "#1d1a3d", "star": "#ffd479", "chat": "#7fe3d2", "frame": "#cfe4de", "place": "#5f8f8a",
    },
    "light": {
        "back": "#f6ecd9", "edge": "#eaddc2", "ink": "#202b2c", "soft": "#545d5a", "lamp": "#a83f26",
        "lamp_ink": "#fffaf0", "paper": "#ffffff", "dawn": "#00635f", "sun": "#984200", "moon": "#452e90",
        "night": "#1d1a3d", "star": "#ffd479", "chat": "#00635f", "frame": "#545d5a", "place": "#85795f",
    },
    "contrast": {
        "back": "#000000", "edge": "#000000", "ink": "#ffffff", "soft": "#ffffff", "lamp": "#ffe600",
        "lamp_ink": "#000000", "paper": "#ffffff", "dawn": "#00514e", "sun": "#7a3300", "moon": "#35207f",
        "night": "#000000", "star": "#ffe600", "chat": "#ffffff", "frame": "#ffffff", "place": "#ffffff",
    },
}  # fmt: skip


@cache
def styles(theme: str) -> dict[str, Style]:
    """The styles of a theme. A shape or a letter says what a colour says, too: not all terminals have colours."""
    color = COLORS[theme]

    def on_table(name: str, *, bold: bool = False, italic: bool = False, reverse: bool = False) -> Style:
        return Style(color=color[name], bgcolor=color["back"], bold=bold, italic=italic, reverse=reverse)

    return {
        "cloth": on_table("ink"),
        "bold": on_table("ink", bold=True),
        "soft": on_table("soft"),
        "chat": on_table("chat", italic=True),
        "head": Style(color=color["ink"], bgcolor=color["edge"], bold=True),
        "head_soft": Style(color=color["soft"], bgcolor=color["edge"]),
        "key": Style(color=color["lamp"], bgcolor=color["edge"], bold=True),
        "turn": Style(color=color["lamp_ink"], bgcolor=color["lamp"], bold=True),
        "frame": on_table("frame"),
        "place": on_table("place"),
        "legal": on_table("lamp", bold=True),
        "target": on_table("lamp", bold=True),
        "picked": Style(color=color["lamp_ink"], bgcolor=color["lamp"], bold=True),
        "cursor": on_table("ink", bold=True, reverse=True),
        "last": on_table("ink", bold=True),
        "dawn": Style(color=color["dawn"], bgcolor=color["paper"], bold=True),
        "sun": Style(color=color["sun"], bgcolor=color["paper"], bold=True),
        "moon": Style(color=color["moon"], bgcolor=color["paper"], bold=True),
        "code": Style(color="#000000", bgcolor="#ffffff"),
        "wild": Style(color=color["star"], bgcolor=color["night"], bold=True),
    }
