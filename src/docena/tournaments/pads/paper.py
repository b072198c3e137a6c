"""A score pad on paper: with its games, or blank."""

from html import escape

from docena.core.words import say
from docena.tournaments.pads.pad import ScorePad, side_names
from docena.tournaments.paper.sheets import csv_text, document, rows

BLANK_ROWS = 14


def pad_page(pad: ScorePad, lang: str) -> str:
    """The current state of a match."""
    sheet = pad.sheet()
    heads = [(say(lang, "paper", "pad_game"), True), *((side_names(pad, side), True) for side in sheet.sides)]
    lines = []
    for number, row in enumerate(sheet.rows, 1):
        lines.append([str(number), *(str(row[side[0] - 1] or "") for side in sheet.sides)])
    lines.append([say(lang, "paper", "total"), *map(str, sheet.totals)])
    title = pad.choices.title
    rule = _rule(sheet.goal, lang)
    return document(title, lang, f"<h1>{escape(title)}</h1><p>{escape(rule)}</p>{rows(heads, lines)}")


def blank_pad(lang: str, sides: int = 4, goal: int = 500) -> str:
    """A pad to fill in by hand, in large type."""
    heads = [(say(lang, "paper", "pad_game"), True), *((f"{say(lang, 'paper', 'name')}:", False) for _ in range(sides))]
    lines = [[str(number), *[""] * sides] for number in range(1, BLANK_ROWS + 1)]
    lines.append([say(lang, "paper", "total"), *[""] * sides])
    title = say(lang, "paper", "pad")
    return document(
        title, lang, f"<h1>{escape(title)}</h1><p>{escape(_rule(goal, lang))}</p>{rows(heads, lines, 'blank')}"
    )


def pad_csv(pad: ScorePad, lang: str) -> str:
    """The pad for a spreadsheet: a line per game with points and cards left, then the totals."""
    sheet = pad.sheet()
    names = [side_names(pad, side) for side in sheet.sides]
    left = say(lang, "paper", "left")
    people = [f"{left}: {name}" for name in pad.choices.names]
    lines = [
        [number, *(row[side[0] - 1] for side in sheet.sides), *result["stock"]]
        for number, (row, result) in enumerate(zip(sheet.rows, sheet.results, strict=True), 1)
    ]
    return csv_text(
        [
            [say(lang, "paper", "pad_game"), *names, *people],
            *lines,
            [say(lang, "paper", "total"), *sheet.totals, *[""] * len(people)],
        ]
    )


def _rule(goal: int | None, lang: str) -> str:
    points = say(lang, "paper", "points_rule")
    return f"{points} {say(lang, 'paper', 'pad_rule', goal=goal)}" if goal else points
