"""The analysis of a game as text for a terminal."""

import textwrap
from collections.abc import Sequence

from docena.analysis.game_analysis import Analysis, Judged, least_mistake
from docena.analysis.report.chart import draw_curve, mark
from docena.analysis.wording import say_plan, say_reason
from docena.core.words import say

_SHOWN = 10  # as many mistakes as people will read in a terminal
COLUMNS = ("start", "choice", "others", "luck", "end")


def report(analysis: Analysis, lang: str = "en", width: int = 80, unicode: bool = True) -> str:
    """The whole report: who won, luck and choice, the graph, the mistakes."""

    def word(key: str, **parts: object) -> str:
        return say(lang, "analysis", key, **parts)

    def fill(text: str) -> str:
        return textwrap.fill(text, width)

    parts = [
        fill(heading(analysis, lang)),
        fill(verdict(analysis, lang)),
        f"\n{word('ledger')}\n",
        *_ledger(analysis, lang),
        "",
        fill(word("ledger_why")),
        f"\n{word('chances')}",
        *_graph(analysis, lang, width, unicode),
        "",
        fill(word("chart_why", mark=mark(unicode))),
        f"\n{word('mistakes')}\n",
        *_mistakes(analysis, lang, width),
    ]
    if analysis.decided.not_judged:
        parts.append(fill(word("not_judged", n=analysis.decided.not_judged)))
    parts += [fill(how(analysis, lang)), fill(word("more_help"))]
    return "\n".join(parts)


def heading(analysis: Analysis, lang: str) -> str:
    """What was played."""
    options = analysis.options
    return say(
        lang,
        "analysis",
        "heading",
        edition=options.edition.title.get(lang, options.edition.name),
        players=options.players,
        stock=options.stock,
        turns=len(analysis.points),
        pages=analysis.pages,
    )


def verdict(analysis: Analysis, lang: str) -> str:
    """How it ended."""
    result = analysis.result
    if result is None:
        return say(lang, "analysis", "unfinished")
    if not result["winners"]:
        return say(lang, "analysis", "nobody")
    return say(lang, "analysis", "won", names=side_name(analysis, result["winners"], lang))


def how(analysis: Analysis, lang: str) -> str:
    """What the figures are based on."""
    return say(lang, "analysis", "how", tries=analysis.tries, least=decimal(100 * least_mistake(analysis.tries), lang))


def side_name(analysis: Analysis, seats: Sequence[int], lang: str) -> str:
    """The names of those who win together."""
    return say(lang, "analysis", "and").join(analysis.names[seat - 1] for seat in seats)


def decimal(value: float, lang: str, sign: bool = False) -> str:
    """A number with one decimal, as the language writes it; zero never has a minus sign.

    >>> decimal(-7.25, "en"), decimal(7.26, "es", sign=True), decimal(-0.01, "en", sign=True)
    ('-7.2', '+7,3', '0.0')
    """
    rounded = round(value, 1) or 0.0
    text = f"{rounded:+.1f}" if sign and rounded else f"{rounded:.1f}"
    return text.replace(".", ",") if lang == "es" else text


def mistake_line(analysis: Analysis, judged: Judged, lang: str) -> str:
    """When and by whom a mistake was made, and what it cost."""
    decision = judged.decision
    return say(
        lang,
        "analysis",
        "mistake_one",
        turn=decision.turn,
        ply=decision.ply,
        name=analysis.names[decision.seat - 1],
        cost=decimal(100 * judged.cost, lang),
    )


def because(analysis: Analysis, judged: Judged, lang: str) -> str:
    """What the better plan does, and what the played one does worse."""
    pros = ", ".join(say_reason(reason, analysis.names, lang) for reason in judged.reasons)
    cons = ", ".join(say_reason(reason, analysis.names, lang) for reason in judged.against)
    halves = [say(lang, "analysis", "better_does", what=pros)] if pros else []
    if cons:
        halves.append(say(lang, "analysis", "played_does", what=cons))
    return "; ".join(halves)


def curves(analysis: Analysis) -> list[list[float]]:
    """The chance of each side after the deal and after each turn."""
    points = [analysis.start, *(point.chances for point in analysis.points)]
    return [[chances[side[0] - 1] for chances in points] for side in analysis.sides]


def _ledger(analysis: Analysis, lang: str) -> list[str]:
    heads = [textwrap.wrap(say(lang, "analysis", key), 11, break_long_words=False) for key in ("seat", *COLUMNS)]
    lines = max(map(len, heads))
    rows = [[""] * (lines - len(head)) + head for head in heads]
    for account in analysis.accounts:
        figures = [account.start, account.choice, account.others, account.luck, account.end]
        rows[0].append(analysis.names[account.seat - 1])
        for row, key, figure in zip(rows[1:], COLUMNS, figures, strict=True):
            row.append(decimal(100 * figure, lang, sign=key not in ("start", "end")))
    widths = [max(map(len, row)) for row in rows]
    return [
        "  ".join(
            [cells[0].ljust(widths[0]), *(cell.rjust(n) for cell, n in zip(cells[1:], widths[1:], strict=True))]
        ).rstrip()
        for cells in zip(*rows, strict=True)
    ]


def _graph(analysis: Analysis, lang: str, width: int, unicode: bool) -> list[str]:
    lines = []
    height = 4 if len(analysis.sides) <= 3 else 3
    for side, values in zip(analysis.sides, curves(analysis), strict=True):
        marked = {judged.decision.turn for judged in analysis.mistakes if judged.decision.seat in side}
        lines += ["", f"{'':>5}{side_name(analysis, side, lang)}"]
        lines += draw_curve(values, min(width, 100), height, unicode, marked=marked)
    last = str(len(analysis.points))
    lines.append(f"{'':>6}0{last:>{min(width, 100) - 7}}")
    return lines


def _mistakes(analysis: Analysis, lang: str, width: int) -> list[str]:
    def word(key: str, **parts: object) -> str:
        return say(lang, "analysis", key, **parts)

    def entry(key: str, text: str) -> str:
        indent = 2 + max(len(word(name)) for name in ("played", "better", "because")) + 2
        label = f"{word(key)}:"
        return textwrap.fill(
            f"  {label:<{indent - 2}}{text}", width, subsequent_indent=" " * indent, break_on_hyphens=False
        )

    if not analysis.mistakes:
        return [word("no_mistakes"), ""]
    costliest = sorted(analysis.mistakes, key=lambda judged: -judged.cost)[:_SHOWN]
    lines = []
    if len(analysis.mistakes) > _SHOWN:
        lines += [textwrap.fill(word("some_mistakes", n=_SHOWN, all=len(analysis.mistakes)), width), ""]
    for judged in sorted(costliest, key=lambda judged: judged.decision.ply):
        view, played = judged.decision.view, judged.decision.moves
        lines.append(textwrap.fill(mistake_line(analysis, judged, lang), width, subsequent_indent="  "))
        for key, moves in (("played", played), ("better", judged.best)):
            lines.append(entry(key, f"{say_plan(view, moves, analysis.names, lang)} ({' '.join(moves)})"))
        if why := because(analysis, judged, lang):
            lines.append(entry("because", why))
        lines.append("")
    return lines
