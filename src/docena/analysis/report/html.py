"""The analysis of a game as one page that needs nothing else: for phones, desktops, light and dark."""

from html import escape

from docena.analysis.game_analysis import Analysis, Judged
from docena.analysis.report.svg import Mark, draw_bar, draw_plot, draw_sample
from docena.analysis.report.text import because, curves, decimal, heading, how, mistake_line, side_name, verdict
from docena.analysis.wording import say_plan
from docena.core.brand import BAND, ICON_LINK
from docena.core.words import say

_STYLE = """
:root { color-scheme: light dark; --ground: #f6ecd9; --ink: #202b2c; --soft: #545d5a; --rule: #cdbf9f; --card: #fffaf0;
  --gain: #14683f; --loss: #a3231b;
  --s1: #1f5fa8; --s2: #b9460e; --s3: #157347; --s4: #7a28c0; --s5: #8a6100; --s6: #b3185f; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #12181b; --ink: #f3ead9; --soft: #b6c0bd; --rule: #354247; --card: #1c2529;
    --gain: #6ee79a; --loss: #ff9a8b;
    --s1: #7cc0ff; --s2: #ffa36b; --s3: #6ee79a; --s4: #d1a3ff; --s5: #f2cf63; --s6: #ff9ac4; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.2rem 1rem 3rem; max-width: 54rem; background: var(--ground); color: var(--ink);
  font: 1.15rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .6rem; padding-bottom: .4rem; }
h2 { font-size: 1.3rem; line-height: 1.25; margin: 2.2rem 0 .6rem; }
p { margin: .5rem 0; }
.soft { color: var(--soft); font-size: 1rem; }
.verdict { font-size: 1.3rem; font-weight: 600; }
svg.plot { display: block; width: 100%; height: auto; }
svg text { fill: var(--soft); font-size: 16px; }
@media (min-width: 40rem) { svg text { font-size: 9px; } }
.grid { stroke: var(--rule); stroke-width: 1; vector-effect: non-scaling-stroke; }
.curve { fill: none; stroke-width: 2.5; stroke-linejoin: round; vector-effect: non-scaling-stroke; }
.mark { stroke: var(--ground); stroke-width: 1; }
.names { list-style: none; margin: .5rem 0; padding: 0; display: flex; flex-wrap: wrap; gap: .2rem 1.4rem; }
svg.sample { width: 2.6rem; height: .65rem; margin-right: .5rem; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .4rem; text-align: left; font-weight: 400; }
.number { text-align: right; white-space: nowrap; }
.ledger { table-layout: fixed; }
.ledger th.whose { font-weight: 700; padding-top: 1rem; border-bottom: 1px solid var(--rule); }
.ledger .label { width: 42%; }
.ledger .figure { width: 5.4rem; }
.ledger th { overflow-wrap: break-word; }
.ledger tr.end > * { font-weight: 700; border-top: 1px solid var(--rule); }
svg.bar { display: block; width: 100%; height: .9rem; }
.gain { fill: var(--gain); }
.loss { fill: var(--loss); }
article { background: var(--card); border-radius: .6rem; padding: .7rem 1rem; margin: .8rem 0; }
article:target { outline: 2px solid var(--soft); }
article h3 { font-size: 1.15rem; margin: 0 0 .3rem; }
dl { margin: 0; }
dt { color: var(--soft); font-size: 1rem; margin-top: .4rem; }
dd { margin: 0; }
code { font: .95em ui-monospace, monospace; color: var(--soft); }
summary { cursor: pointer; padding: .4rem 0; }
.scroll { overflow-x: auto; }
.all th, .all td { border-bottom: 1px solid var(--rule); white-space: nowrap; }
.all thead th { font-weight: 700; vertical-align: bottom; }
.all { font-size: 1rem; overflow-wrap: break-word; }
.all thead th, .all td:nth-child(2) { white-space: normal; max-width: 10rem; }
"""


def page(analysis: Analysis, lang: str = "en") -> str:
    """The whole page as HTML."""

    def word(key: str, **parts: object) -> str:
        return escape(say(lang, "analysis", key, **parts))

    style = f"{_STYLE}h1 {{ background: {BAND} 0 100% / 9rem .25rem no-repeat; }}\n" + "\n".join(
        f".s{n} {{ stroke: var(--s{n}); }} .mark.s{n} {{ fill: var(--s{n}); }}" for n in range(1, 7)
    )
    everybody = ", ".join(side_name(analysis, side, lang) for side in analysis.sides)
    unjudged = (
        f'<p class="soft">{word("not_judged", n=analysis.decided.not_judged)}</p>'
        if analysis.decided.not_judged
        else ""
    )
    return f"""<!doctype html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{word("title")}: {escape(everybody)}</title>
{ICON_LINK}
<style>{style}
.mark {{ stroke: var(--ground); }}
</style>
</head>
<body>
<header>
<h1>{word("title")}</h1>
<p class="verdict">{escape(verdict(analysis, lang))}</p>
<p class="soft">{escape(heading(analysis, lang))}</p>
</header>
<main>
<section>
<h2>{word("chances")}</h2>
{_names(analysis, lang)}
{_plot(analysis, lang)}
<p class="soft">{word("plot_why")}</p>
<details><summary>{word("table")}</summary>
{_table(analysis, lang)}
</details>
</section>
<section>
<h2>{word("ledger")}</h2>
{_ledger(analysis, lang)}
<p class="soft">{word("ledger_why")}</p>
</section>
<section>
<h2>{word("mistakes")}</h2>
{_mistakes(analysis, lang)}
{unjudged}
<p class="soft">{escape(how(analysis, lang))}</p>
<p class="soft">{word("more_help")}</p>
</section>
</main>
</body>
</html>
"""


def _names(analysis: Analysis, lang: str) -> str:
    names = (
        f"<li>{draw_sample(number)}{escape(side_name(analysis, side, lang))}</li>"
        for number, side in enumerate(analysis.sides, 1)
    )
    return f'<ul class="names">{"".join(names)}</ul>'


def _plot(analysis: Analysis, lang: str) -> str:
    lines = curves(analysis)
    description = " ".join(
        say(
            lang,
            "analysis",
            "plot_text",
            names=side_name(analysis, side, lang),
            start=round(100 * line[0]),
            end=round(100 * line[-1]),
        )
        for side, line in zip(analysis.sides, lines, strict=True)
    )
    side_of = {seat: number for number, side in enumerate(analysis.sides, 1) for seat in side}
    marks = [
        Mark(side_of[judged.decision.seat], judged.decision.turn, mistake_line(analysis, judged, lang), _anchor(judged))
        for judged in analysis.mistakes
    ]
    return draw_plot(lines, say(lang, "analysis", "plot_title"), description, marks, say(lang, "analysis", "turn"))


def _table(analysis: Analysis, lang: str) -> str:
    def word(key: str) -> str:
        return escape(say(lang, "analysis", key))

    heads = "".join(
        f'<th scope="col" class="number">{escape(side_name(analysis, side, lang))}</th>' for side in analysis.sides
    )
    columns = curves(analysis)
    rows = [("0", word("deal"), "0")]
    rows += [(str(point.turn), escape(analysis.names[point.seat - 1]), str(point.ply)) for point in analysis.points]
    lines = []
    for number, (turn, name, ply) in enumerate(rows):
        figures = "".join(f'<td class="number">{decimal(100 * column[number], lang)} %</td>' for column in columns)
        lines.append(f'<tr><th scope="row">{turn}</th><td>{name}</td>{figures}<td class="number">{ply}</td></tr>')
    return f"""<div class="scroll" tabindex="0" role="region" aria-label="{word("table")}"><table class="all">
<thead><tr><th scope="col">{word("turn")}</th><th scope="col">{word("seat")}</th>{heads}
<th scope="col" class="number">{word("page")}</th></tr></thead>
<tbody>
{chr(10).join(lines)}
</tbody></table></div>"""


def _ledger(analysis: Analysis, lang: str) -> str:
    most = max(max(abs(a.choice), abs(a.others), abs(a.luck)) for a in analysis.accounts)
    groups = []
    for account in analysis.accounts:
        rows = [
            f'<tr><th class="whose" colspan="3" scope="rowgroup">{escape(analysis.names[account.seat - 1])}</th></tr>'
        ]
        for key in ("start", "choice", "others", "luck", "end"):
            value: float = getattr(account, key)
            fixed = key in ("start", "end")
            bar = "" if fixed else draw_bar(value, most)
            figure = decimal(100 * value, lang, sign=not fixed).replace("-", "&minus;")
            rows.append(
                f'<tr class="{key}"><th scope="row">{escape(say(lang, "analysis", key))}</th><td>{bar}</td>'
                f'<td class="number">{figure}</td></tr>'
            )
        groups.append(f"<tbody>{''.join(rows)}</tbody>")
    columns = '<colgroup><col class="label"><col><col class="figure"></colgroup>'
    return f'<table class="ledger">{columns}{chr(10).join(groups)}</table>'


def _mistakes(analysis: Analysis, lang: str) -> str:
    if not analysis.mistakes:
        return f"<p>{escape(say(lang, 'analysis', 'no_mistakes'))}</p>"
    return "\n".join(_mistake(analysis, judged, lang) for judged in analysis.mistakes)


def _anchor(judged: Judged) -> str:
    return f"page-{judged.decision.ply}"


def _mistake(analysis: Analysis, judged: Judged, lang: str) -> str:
    def entry(key: str, text: str, moves: tuple[str, ...] = ()) -> str:
        notation = f" <code>{escape(' '.join(moves))}</code>" if moves else ""
        return f"<dt>{escape(say(lang, 'analysis', key))}</dt><dd>{escape(text)}{notation}</dd>"

    view, played = judged.decision.view, judged.decision.moves
    entries = [
        entry("played", say_plan(view, played, analysis.names, lang), played),
        entry("better", say_plan(view, judged.best, analysis.names, lang), judged.best),
    ]
    if why := because(analysis, judged, lang):
        entries.append(entry("because", why))
    heading = f"<h3>{escape(mistake_line(analysis, judged, lang))}</h3>"
    return f'<article id="{_anchor(judged)}">{heading}<dl>{"".join(entries)}</dl></article>'
