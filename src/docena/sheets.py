"""Pages for paper: one HTML file that needs nothing else, large print, black on white."""

import io
from html import escape

_STYLE = """
@page { size: A4; margin: 14mm; }
@page wide { size: A4 landscape; margin: 12mm; }
* { box-sizing: border-box; }
html { color-scheme: light; }
body { margin: 0 auto; max-width: 182mm; padding: 6mm; background: #fff; color: #000;
  font: 16pt/1.35 "Atkinson Hyperlegible", Verdana, "DejaVu Sans", Arial, sans-serif; overflow-wrap: anywhere; }
@media print { body { padding: 0; max-width: none; } }
h1 { font-size: 26pt; line-height: 1.15; margin: 0 0 2mm; }
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
.blank { table-layout: fixed; }
.blank th { height: 14mm; vertical-align: top; }
.blank td { height: 12mm; }
.wide { page: wide; }
.card { display: flex; flex-direction: column; justify-content: space-between; min-height: 250mm; text-align: center; }
.card h1 { font-size: 88pt; margin: 4mm 0; }
.card .who { font-size: 24pt; font-weight: 700; margin: 3mm 0; }
.card .qr svg { width: 78mm; height: 78mm; }
.certificate { page: wide; display: flex; flex-direction: column; justify-content: center; align-items: center;
  min-height: 182mm; padding: 10mm; text-align: center; border: 1.6mm double #000; }
.certificate h1 { font-size: 46pt; letter-spacing: .06em; }
.certificate .who { font-size: 38pt; font-weight: 700; margin: 6mm 0 2mm; line-height: 1.2; }
.certificate .rank { font-size: 30pt; margin: 4mm 0; }
.lines { display: flex; gap: 20mm; justify-content: center; width: 100%; margin-top: 16mm; }
.lines div { flex: 0 1 70mm; border-top: 0.4mm solid #000; padding-top: 1.5mm; font-size: 13pt; }
.columns { columns: 2; column-gap: 10mm; }
.columns > div { break-inside: avoid; margin-bottom: 4mm; }
.columns p { margin: 0; padding-left: 6mm; text-indent: -4mm; }
"""


def document(title: str, lang: str, body: str) -> str:
    """A whole page."""
    return (
        f'<!doctype html>\n<html lang="{lang}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def rows(heads: list[tuple[str, bool]], lines: list[list[str]], kind: str = "") -> str:
    """A table; a head that says True is over numbers."""
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


def qr(text: str) -> str:
    """A QR code as a drawing."""
    import segno

    drawn = io.BytesIO()
    segno.make(text, error="m", micro=False).save(drawn, kind="svg", scale=8, border=3, xmldecl=False, omitsize=True)
    return drawn.getvalue().decode()
