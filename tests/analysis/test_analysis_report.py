"""How the analysis of a game is shown: as text, as a page, and by the command."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
import simple_evaluator
import teaching

from docena.analysis.game_analysis import Analysis, analyse
from docena.analysis.report.chart import draw_curve
from docena.analysis.report.html import page
from docena.analysis.report.svg import draw_plot
from docena.analysis.report.text import report
from docena.cli.app import run
from docena.core.words import LANGUAGES
from docena.game.record import Record, write_record


def written(path: Path, record: Record) -> str:
    file = path / "games.jsonl"
    file.write_text(write_record(record) + "\n", encoding="utf-8")
    return str(file)


# --- text


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("width", [40, 60, 80, 100])
def test_the_report_fits_the_terminal(duel: Analysis, lang: str, width: int) -> None:
    lines = report(duel, lang, width).splitlines()
    ledger = 60  # five columns of figures need what they need
    assert all(len(line) <= max(width, ledger) for line in lines)
    assert any(len(line) == width for line in lines if "─" in line)


def test_without_blocks_the_report_is_plain(duel: Analysis) -> None:
    assert report(duel, "en", unicode=False).isascii()
    assert "^" in report(duel, "en", unicode=False)


def test_pages_of_mistakes_can_be_given_to_hint(duel: Analysis) -> None:
    text = report(duel)
    plies = [int(ply) for ply in re.findall(r"Turn \d+, page (\d+):", text)]
    assert plies
    assert plies == sorted(plies)
    assert set(plies) <= {judged.decision.ply for judged in duel.mistakes}


def test_of_many_mistakes_the_costliest_are_told_in_the_order_of_the_game() -> None:
    found = analyse(teaching.played(stock=20), evaluator=simple_evaluator)
    costs = sorted((judged.cost for judged in found.mistakes), reverse=True)
    assert len(costs) > 10
    text = report(found)
    assert f"The 10 costliest of {len(costs)}" in text
    told = [float(cost) for cost in re.findall(r"gave away ([\d.]+) points", text)]
    assert sorted(told, reverse=True) == [round(100 * cost, 1) for cost in costs[:10]]
    plies = [int(ply) for ply in re.findall(r"Turn \d+, page (\d+):", text)]
    assert plies == sorted(plies)


def test_a_curve_rises_and_falls() -> None:
    *rows, axis = draw_curve([0.0, 1.0, 0.5], 9, height=2, marked=[1])
    assert rows == [" 100 │ █", "   0 │ ██"]
    assert axis == "     └─▲─"
    assert draw_curve([0.3], 10)[-1] == "     └────"


# --- the page


class Reader(HTMLParser):
    """Reads a page, and sees that what is opened is closed."""

    VOID = ("meta", "link", "col", "line", "rect", "polyline")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.cells: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "td":
            self.cells.append(data)


def read(html: str) -> Reader:
    reader = Reader()
    reader.feed(html)
    reader.close()
    assert reader.open == []
    return reader


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_is_whole_and_needs_nothing_else(duel: Analysis, lang: str) -> None:
    html = page(duel, lang)
    reader = read(html)
    names = [name for name, _ in reader.tags]
    assert ("html", {"lang": lang}) in reader.tags
    assert not {"script", "img", "iframe", "object"} & set(names)
    links = [attrs["href"] or "" for name, attrs in reader.tags if name == "link"]
    assert all(link.startswith("data:") for link in links), "the icon is in the page itself"
    assert "url(" not in html
    assert "//" not in re.sub(r"<style>.*</style>", "", html, flags=re.DOTALL)
    assert "@import" not in html
    for name, attributes in reader.tags:
        assert not {"src", "xlink:href", "style", "onload"} & attributes.keys()
        assert name == "link" or (attributes.get("href") or "#").startswith("#")
    assert "prefers-color-scheme: dark" in html
    assert "width=device-width" in html


def test_the_plot_can_be_read_aloud_and_its_dots_lead_to_mistakes(duel: Analysis) -> None:
    reader = read(page(duel))
    plot = next(attributes for _, attributes in reader.tags if attributes.get("class") == "plot")
    assert plot["role"] == "group"  # an image would hide its links
    ids = {attributes.get("id") for _, attributes in reader.tags}
    assert set(str(plot["aria-labelledby"]).split()) <= ids
    links = [str(attributes["href"])[1:] for name, attributes in reader.tags if name == "a"]
    assert len(links) == len(duel.mistakes)
    assert set(links) <= ids


def test_the_table_has_the_numbers_of_the_plot(duel: Analysis) -> None:
    cells = read(page(duel)).cells
    shown = [cell for cell in cells if cell.endswith(" %")]
    rows = [duel.start, *(point.chances for point in duel.points)]
    assert shown == [f"{100 * chance:.1f} %" for chances in rows for chance in chances]
    curve = re.search(r'<polyline class="curve s1" points="([^"]*)"', page(duel))
    assert curve is not None
    assert len(curve[1].split()) == len(rows)


def test_the_plot_draws_high_chances_high() -> None:
    svg = draw_plot([[0.0, 1.0]], "title", "text", [], "turn")
    curve = re.search(r'points="([^"]*)"', svg)
    assert curve is not None
    (left, low), (right, high) = (map(float, point.split(",")) for point in curve[1].split())
    assert left < right
    assert high < low


def test_names_are_escaped() -> None:
    record = teaching.played(stock=2)
    record.players[0].name = "<script>alert(1)"
    record.players[1].name = "\"&'</title>"
    html = page(analyse(record, evaluator=simple_evaluator))
    assert "<script" not in html
    assert html.count("</title>") == html.count("<title")
    read(html)


# --- the command


def test_the_command_writes_text_and_a_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(tmp_path, teaching.played())
    target = tmp_path / "game.html"
    assert run(["analyse", file, "--output", str(target), "--lang", "es"]) == 0
    captured = capsys.readouterr()
    assert "Suerte y decisiones" in captured.out
    assert f"El informe está en {target}." in captured.out
    assert "\x1b" not in captured.err
    read(target.read_text(encoding="utf-8"))


def test_the_command_as_data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = teaching.played()
    assert run(["analyse", written(tmp_path, record), "--json", "--tries", "500"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["players"] == ["Ana", "Luis"]
    assert told["result"]["winners"] == (record.result.winners if record.result else None)
    assert told["turns"][-1]["ply"] == told["pages"] == len(record.log)
    assert told["tries"] == 500
    for row in told["ledger"]:
        assert row["start"] + row["choice"] + row["others"] + row["luck"] == pytest.approx(row["end"])
    for decision in told["decisions"]:
        assert record.log[decision["ply"]] == decision["moves"][0]
        assert decision["cost"] == pytest.approx(decision["best_chance"] - decision["chance"], abs=1e-3)
        assert decision["mistake"] == ("best_words" in decision)


def test_a_page_that_cannot_be_written_is_refused_before_the_thinking(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    simple_evaluator.calls.clear()
    file = written(tmp_path, teaching.played())
    assert run(["analyse", file, "--output", "/nowhere/page.html"]) == 2
    assert "cannot write /nowhere/page.html" in capsys.readouterr().err
    assert simple_evaluator.calls == []


def test_a_broken_record_leaves_the_old_page_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = teaching.played()
    record.log[5] = "H7>9"
    target = tmp_path / "page.html"
    target.write_text("before", encoding="utf-8")
    assert run(["analyse", written(tmp_path, record), "--output", str(target)]) == 2
    assert "game 1, log[5]" in capsys.readouterr().err
    assert target.read_text(encoding="utf-8") == "before"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--game", "3"], "there is no game 3 in"),
        (["--lang", "fr"], "there is no language 'fr'"),
        (["--tries", "5"], "--tries must be 10 to 1000000, not 5"),
        (["--edition-file", "/nowhere.toml"], "cannot read the edition file"),
    ],
)
def test_bad_input_gets_a_sentence(
    arguments: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["analyse", written(tmp_path, teaching.played()), *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert sentence in captured.err
