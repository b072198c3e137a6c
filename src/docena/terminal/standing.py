"""The score sheet and the end of a game, in words."""

from collections.abc import Sequence

from docena.core.words import say
from docena.tables.messages import ScoreSight
from docena.terminal.table import Scene


def side_names(score: ScoreSight, names: Sequence[str]) -> list[str]:
    """The sides by the names of those who play for them."""
    return [" & ".join(names[seat - 1] for seat in side) for side in score.sides]


def score_rows(scene: Scene) -> list[list[str]]:
    """The score sheet as rows of cells: the sides, each game, the totals."""
    score, lang_sides = scene.score, side_names(scene.score, scene.names)
    rows = [["", *lang_sides]]
    for number, points in enumerate(score.rows, 1):
        rows.append([str(number), *(str(points[side[0] - 1]) for side in score.sides)])
    return rows


def score_lines(scene: Scene, lang: str) -> list[str]:
    """The score sheet as sentences, which make sense read aloud."""
    score, names = scene.score, side_names(scene.score, scene.names)
    lines = [
        say(lang, "terminal", "standing", name=name, n=total, won=won)
        for name, total, won in zip(names, score.totals, score.wins, strict=True)
    ]
    return [*lines, match_words(scene, lang)]


def match_words(scene: Scene, lang: str) -> str:
    """How far the match is."""
    score = scene.score
    if score.over and score.goal != 0:
        winners = [name for name, side in zip(side_names(score, scene.names), score.sides, strict=True)
                   if set(side) & set(score.winners)]  # fmt: skip
        return say(lang, "score", "won", names=", ".join(winners))
    if score.goal:
        return say(lang, "score", "to_goal", goal=score.goal)
    return say(lang, "score", "to_games", games=score.games) if score.games else ""


def rules_lines(edition: str, lang: str) -> list[tuple[str, str]]:
    """The rulebook as headings and clauses: pairs of a number and a text; a heading's number has no dot."""
    from docena.narration.rulebook import rulebook

    book = rulebook(edition, lang)
    lines: list[tuple[str, str]] = []
    for chapter in book.chapters:
        lines.append((chapter.number, chapter.title))
        lines += [(clause.number, (book.ruling if clause.ruling else "") + clause.text) for clause in chapter.clauses]
    return lines
