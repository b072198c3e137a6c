"""Print pages: one self-contained HTML file, large type, black on white. And lines for spreadsheets."""

import csv
import io
from collections.abc import Iterable, Sequence
from html import escape

from docena.core.brand import BAND, ICON_LINK

_FORMULA = ("=", "+", "-", "@")
# The paper is the reader's own, A4 or Letter: what is to fill a page fits on the smaller of the two. A card has its
# margins inside: browsers print the address on every page with room for it, and that of the cards has a key.
_STYLE = (
    f"""
h1 {{ padding-bottom: 1.8mm; background: {BAND} 0 100% / 36mm 1.1mm no-repeat;
  -webkit-print-color-adjust: exact; print-color-adjust: exact; }}
:is(.card, .certificate) h1 {{ padding: 0; background: none; }}
"""
    """
@page { size: portrait; margin: 13mm; }
@page wide { size: landscape; margin: 12mm; }
@page card { size: portrait; margin: 0; }
* { box-sizing: border-box; }
html { color-scheme: light; }
body { margin: 0 auto; max-width: 182mm; padding: 6mm; background: #fff; color: #000;
  font: 16pt/1.35 "Atkinson Hyperlegible", Verdana, "DejaVu Sans", Arial, sans-serif; overflow-wrap: anywhere; }
@media print { body { padding: 0; max-width: none; } }
h1 { font-size: 26pt; line-height: 1.15; margin: 0 0 0.2mm; }
h2 { font-size: 20pt; line-height: 1.2; margin: 8mm 0 2mm; break-after: avoid; }
p { margin: 1.5mm 0; }
.soft { font-size: 13pt; color: #333; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { border: 0.4mm solid #000; padding: 1.6mm 2.2mm; text-align: left; vertical-align: middle;
  overflow-wrap: break-word; }
th { background: #eee; font-size: 13pt; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
.number { text-align: right; white-space: nowrap; }
.sheet { break-after: page; }
.sheet:last-child { break-after: auto; }
.centre { text-align: center; }
.blank { table-layout: fixed; }
.blank th { height: 14mm; vertical-align: top; overflow-wrap: anywhere; }
.blank td { height: 13.2mm; }
.blank tr:last-child { font-weight: 700; }
.blank :is(th, td):first-child { width: 20mm; }
.notice { border: 0.4mm solid #000; padding: 2mm 4mm; font-weight: 700; }
@media print { .notice { display: none; } }
.wide { page: wide; }
.card { display: flex; flex-direction: column; justify-content: space-between; min-height: 246mm; text-align: center; }
@media print { .card { page: card; min-height: 272mm; padding: 13mm; -webkit-box-decoration-break: clone;
  box-decoration-break: clone; } }
.card h1 { font-size: 88pt; margin: 4mm 0; }
.card .who { font-size: 24pt; font-weight: 700; margin: 3mm 0; }
.card .qr svg, .card .qr img { width: 78mm; height: 78mm; }
.card table { text-align: left; margin: 3mm 0; }
.card td { font-size: 14pt; line-height: 1.25; }
.card td:first-child { width: 1%; white-space: nowrap; font-weight: 700; }
.card:has(table) h1 { font-size: 64pt; margin: 1mm 0; }
.entries { display: grid; grid-template-columns: 1fr 1fr; grid-auto-rows: 66mm; }
@media print { .entries { page: card; padding: 8mm; } }
.entry { display: flex; align-items: center; gap: 3mm; padding: 4mm; overflow: hidden; border: 0.2mm dashed #777;
  font-size: 12pt; line-height: 1.25; }
.entry > div { min-width: 0; }
.entry b { display: block; font-size: 15pt; line-height: 1.15; margin: 0.8mm 0; }
.entry small { font-size: 9.5pt; color: #333; }
.entry .qr { flex: none; }
.entry .qr svg, .entry .qr img { display: block; width: 38mm; height: 38mm; }
.certificate { page: wide; display: flex; flex-direction: column; justify-content: center; align-items: center;
  min-height: 182mm; padding: 8mm 14mm; text-align: center; border: 0.5mm solid #000;
  outline: 1.6mm solid #1b5a5e; outline-offset: -5mm; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
.certificate h1 { font-size: 42pt; letter-spacing: .06em; margin: 1mm 0 0; }
.certificate .who { font-size: 38pt; font-weight: 700; margin: 2mm 0 3mm; line-height: 1.2; }
.certificate .rank { font-size: 30pt; margin: 1mm 0; }
.certificate svg { width: 30mm; height: 38mm; }
.lines { display: flex; gap: 20mm; justify-content: center; width: 100%; margin-top: 14mm; }
.lines div { flex: 0 1 84mm; border-top: 0.4mm solid #000; padding-top: 1.5mm; font-size: 13pt; }
.chart { break-inside: avoid; }
.chart.long { break-inside: auto; }
.tables { display: grid; grid-template-columns: 1fr 1fr; gap: 3mm; }
.tables > div { display: grid; grid-template-columns: 17mm 1fr; align-items: center; break-inside: avoid;
  border: 0.4mm solid #000; border-radius: 2mm; }
.tables b { align-self: stretch; display: grid; place-content: center; font-size: 30pt;
  border-right: 0.4mm solid #000; }
.tables p { margin: 0; padding: 1mm 2mm 1mm 6mm; text-indent: -4mm; line-height: 1.2; }
.tables .around { padding: 1.5mm 1mm; }
.places td { font-size: 15pt; padding-block: 0.9mm; }
.places :is(td:first-child, .number) { font-weight: 700; }
.score { table-layout: fixed; }
.score th { line-height: 1.1; overflow-wrap: anywhere; }
.score thead th { padding-block: 0.8mm; }
.score tbody th { background: none; font-weight: 400; padding-block: 0.4mm; }
.score td { height: 10.2mm; }
.score .name { width: 24%; }
.score .count { width: 10%; }
.one-game { break-inside: avoid; }
.one-game h2 { margin: 3mm 0 1mm; font-size: 18pt; }
.one-game small { font-size: 13pt; font-weight: 400; }
"""
)


def document(title: str, lang: str, body: str) -> str:
    """A whole page."""
    return (
        f'<!doctype html>\n<html lang="{lang}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n{ICON_LINK}\n<style>{_STYLE}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def rows(heads: list[tuple[str, bool]], lines: list[list[str]], kind: str = "") -> str:
    """A table; headings with True are over numbers."""
    classes = [' class="number"' if number else "" for _, number in heads]
    head = "".join(
        f'<th scope="col"{css}>{escape(text)}</th>' for (text, _), css in zip(heads, classes, strict=True)
    )  # fmt: skip
    body = "".join(
        "<tr>" + "".join(f"<td{css}>{escape(cell)}</td>" for cell, css in zip(line, classes, strict=True)) + "</tr>"
        for line in lines
    )
    css = f' class="{kind}"' if kind else ""
    return f"<table{css}><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def csv_text(lines: Iterable[Sequence[str | int]]) -> str:
    """Lines for a spreadsheet; a name that begins like a formula gets a mark in front, so that it stays a name.

    >>> csv_text([["Ana", 3], ["=1+1", -2]])
    "Ana,3\\n'=1+1,-2\\n"
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for line in lines:
        writer.writerow([f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell for cell in line])
    return out.getvalue()


def qr(text: str) -> str:
    """A QR code as SVG."""
    import segno

    drawn = io.BytesIO()
    segno.make(text, error="m", micro=False).save(drawn, kind="svg", scale=8, border=3, xmldecl=False, omitsize=True)
    return drawn.getvalue().decode()
