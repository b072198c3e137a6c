"""The analysis of a game: its decisions, its ledger, its mistakes, and how they are shown."""

import json
import re
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
import simple_evaluator
import teaching
from rules.positions import deal, draws, play

import docena
from docena.analysis.decisions import decisions_of
from docena.analysis.game_analysis import LEAST, Analysis, analyse, least_mistake
from docena.analysis.luck import Cost, accounts
from docena.analysis.report.chart import draw_curve
from docena.analysis.report.html import page
from docena.analysis.report.svg import draw_plot
from docena.analysis.report.text import report
from docena.bots.players.evaluated import EvaluatedPlan
from docena.cli.app import run
from docena.core.notation import is_chance, parse_move
from docena.core.words import LANGUAGES
from docena.game.record import Record, read_record, record_of, write_record

SAMPLES = sorted((Path(__file__).parents[1] / "samples").glob("*.jsonl"))


@pytest.fixture(autouse=True)
def _simple_evaluator(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "docena.bots.players.evaluator", simple_evaluator)


def written(path: Path, record: Record) -> str:
    file = path / "games.jsonl"
    file.write_text(write_record(record) + "\n", encoding="utf-8")
    return str(file)


def sample(file: Path) -> Record:
    with file.open("rb") as lines:
        return read_record(next(lines))


@pytest.fixture(scope="module")
def duel() -> Analysis:
    return analyse(teaching.played(stock=8), evaluator=simple_evaluator)


# --- decisions


def test_a_turn_is_split_where_something_hidden_is_seen() -> None:
    game = deal(stocks={1: "2 9 9", 2: "12 12 12"}, hands={1: "1 3 4 5 6"}, draw="12 12 12 12 12 12", spare=60)
    moves = ["H1>1", "S>1", "H3>1", "H4>1", "H5>1", "H6>1", "H12-1", "H12-1"]
    decided = decisions_of(record_of(play(game, *moves)))
    told = [(decision.turn, decision.seat, decision.ply, decision.moves) for decision in decided.decisions]
    assert told == [
        (1, 1, 0, ("H1>1", "S>1")),
        (1, 1, 2, ("H3>1", "H4>1", "H5>1", "H6>1")),
        (1, 1, 6, ("H12-1",)),
        (2, 2, 7, ("H12-1",)),
    ]
    assert [(end.turn, end.seat, end.ply, end.whole) for end in decided.ends] == [(1, 1, 7, True), (2, 2, 8, True)]
    assert decided.not_judged == 0


def test_a_decision_is_seen_as_its_seat_saw_it() -> None:
    decided = decisions_of(teaching.played(players=3))
    for decision in decided.decisions:
        view = decision.view
        assert view.seat == view.mover == decision.seat
        assert all(card & 15 == 14 for other in view.seats if other != view.seat for card in view.hand(other))
    assert all(end.view.seat is None for end in decided.ends)


@pytest.mark.parametrize("file", SAMPLES, ids=lambda file: str(file.stem))
def test_every_card_move_belongs_to_a_decision_or_is_counted_as_not_judged(file: Path) -> None:
    record = sample(file)
    decided = decisions_of(record)
    moves = [line for line in record.log if not is_chance(line) and not parse_move(line).is_act]
    found = [move for decision in decided.decisions for move in decision.moves]
    if not decided.not_judged:
        assert found == moves
    assert len(moves) - len(found) >= decided.not_judged
    plies = [end.ply for end in decided.ends]
    assert plies == sorted(set(plies))
    assert plies[-1] == len(record.log)


def test_acts_of_others_are_no_decisions_and_talking_does_not_cut_one() -> None:
    game = deal(players=4, partners=True, table="open", hands={1: "1 2"}, spare=60)
    play(game, *draws(1), "H1>1", "3:talk", "2:accuse4", "2:accuse3", "H2>1", "H12-1", "3:out", *draws(3))
    play(game, "4:object", *draws(2), "H12-1")
    decided = decisions_of(record_of(game))
    assert [decision.moves for decision in decided.decisions] == [("H1>1", "H2>1", "H12-1"), ("H12-1",)]
    assert [decision.seat for decision in decided.decisions] == [1, 2]
    assert [end.seat for end in decided.ends] == [1, 3, 2]


def test_what_is_interrupted_is_not_judged() -> None:
    game = deal(players=4, partners=True, table="open", hands={1: "1 2"}, spare=60)
    play(game, *draws(1), "H1>1", "1:draw", "restock 1 12 12", "H2>1", "H12-1")
    decided = decisions_of(record_of(game))
    assert [decision.moves for decision in decided.decisions] == [("H2>1", "H12-1")]
    assert decided.not_judged == 1


def test_a_decision_that_the_record_cuts_is_not_judged() -> None:
    game = play(deal(stocks={1: "9 9", 2: "12 12"}, hands={1: "1 2"}), "H1>1", "H2>1")
    decided = decisions_of(record_of(game))
    assert decided.decisions == []
    assert decided.not_judged == 1
    assert [(end.ply, end.whole) for end in decided.ends] == [(2, False)]
    assert "could not be judged" in report(analyse(record_of(game), evaluator=simple_evaluator))


def test_a_record_cut_anywhere_is_analysed_as_far_as_it_goes() -> None:
    whole = teaching.played("mod", stock=3)
    for lines in range(len(whole.log)):
        record = teaching.played("mod", stock=3, lines=lines)
        found = analyse(record, evaluator=simple_evaluator)
        assert found.result is None
        assert len(found.points) == (len(decisions_of(record).ends))
        for account in found.accounts:
            parts = account.start + account.choice + account.others + account.luck
            assert parts == pytest.approx(account.end)
        report(found)
        page(found)
    assert "ends before the game does" in report(found)


# --- chances, costs and the ledger


def test_the_last_point_is_the_result(duel: Analysis) -> None:
    assert duel.result is not None
    winner = duel.result["winners"][0]
    assert duel.points[-1].chances == tuple(float(seat == winner) for seat in (1, 2))
    assert all(sum(point.chances) == pytest.approx(1) for point in duel.points)


def test_a_blocked_game_is_won_by_nobody() -> None:
    (file,) = (file for file in SAMPLES if file.stem == "classic-blocked")
    lines = file.read_text(encoding="utf-8").splitlines()
    record = next(record for record in map(read_record, lines) if record.result and record.result.reason == "blocked")
    found = analyse(record, evaluator=simple_evaluator)
    assert found.points[-1].chances == (0.0,) * len(found.names)
    assert "The game was blocked, and nobody won." in report(found)


def test_chances_after_a_turn_are_what_a_spectator_sees_and_decisions_what_the_seat_does() -> None:
    simple_evaluator.calls.clear()
    analyse(teaching.played(), evaluator=simple_evaluator)
    assert {view.seat for what, view, _ in simple_evaluator.calls if what == "win_chances"} == {None}
    assert all(view.seat == view.mover for what, view, _ in simple_evaluator.calls if what != "win_chances")


def test_choices_are_what_the_better_plans_were_worth(duel: Analysis) -> None:
    assert duel.mistakes
    for account in duel.accounts:
        lost = sum(judged.cost for judged in duel.judged if judged.decision.seat == account.seat)
        assert account.choice == pytest.approx(-lost, abs=0.001)
    first, second = duel.accounts
    assert first.others == pytest.approx(-second.choice)
    assert first.luck == pytest.approx(-second.luck, abs=0.002)


def test_accounts_add_up_exactly_as_they_are_shown() -> None:
    for share in range(1, 60):
        costs = [Cost(1, share / 997, [0.4, 0.3, 0.3]), Cost(3, share / 331, [0.2, 0.7, 0.1])]
        for account in accounts([1 / 3] * 3, [0.0, 1.0, 0.0], costs, [[1], [2], [3]]):
            tenths = [round(1000 * value) for value in account[1:]]
            assert sum(tenths[:4]) == tenths[4]
            assert [value / 1000 for value in tenths] == list(account[1:])


def test_a_partners_mistake_is_not_ones_own_but_costs_as_much() -> None:
    ledger = accounts([0.5] * 4, [0.0, 1.0] * 2, [Cost(3, 0.2, [0.5] * 4)], [[1, 3], [2, 4]])
    assert [account.choice for account in ledger] == [0.0, 0.0, -0.2, 0.0]
    assert [account.others for account in ledger] == [-0.2, 0.2, 0.0, 0.2]
    assert [account.luck for account in ledger] == [-0.3, 0.3, -0.3, 0.3]


def test_what_is_given_away_goes_to_the_others_by_their_chances() -> None:
    ledger = accounts([0.5, 0.3, 0.2], [0.5, 0.3, 0.2], [Cost(1, 0.1, [0.5, 0.4, 0.1])], [[1], [2], [3]])
    assert [account.others for account in ledger] == [0.0, 0.08, 0.02]


def test_choice_is_never_above_zero() -> None:
    ledger = accounts([0.5, 0.5], [0.5, 0.5], [Cost(1, -0.01, [0.5, 0.5])], [[1], [2]])
    assert ledger[0].choice == 0
    assert ledger[1].others == 0


def test_a_mistake_is_clearly_worse_and_says_what_was_better(duel: Analysis) -> None:
    for judged in duel.judged:
        assert judged.mistake == (judged.cost >= least_mistake(duel.tries))
        assert (judged.best != judged.decision.moves) or judged.cost == 0
    for judged in duel.mistakes:
        assert judged.reasons or judged.against
        assert all(reason.good is not False for reason in judged.reasons)
        assert all(reason.good is not True for reason in judged.against)


def test_few_tries_can_tell_only_great_mistakes() -> None:
    assert least_mistake(1_000_000) == LEAST
    assert least_mistake(50) == pytest.approx(0.2)


def test_the_better_plan_is_compared_in_other_games_than_it_was_found_in() -> None:
    seeds: dict[str, list[int]] = {"best_plans": [], "compare_plans": []}

    class Listening:
        win_chances = staticmethod(simple_evaluator.win_chances)

        def best_plans(self, view: docena.View, tries: int = 1, seed: int = 1, most: int = 5) -> list[EvaluatedPlan]:
            seeds["best_plans"].append(seed)
            return simple_evaluator.best_plans(view, tries, seed, most)

        def compare_plans(self, view: docena.View, plans: object, tries: int = 1, seed: int = 1) -> list[EvaluatedPlan]:
            seeds["compare_plans"].append(seed)
            return simple_evaluator.compare_plans(view, plans, tries, seed)  # type: ignore[arg-type]

    analyse(teaching.played(), evaluator=Listening())
    assert seeds["compare_plans"]
    assert not set(seeds["best_plans"]) & set(seeds["compare_plans"])


def test_a_plan_that_comes_to_the_same_as_the_best_costs_nothing() -> None:
    class Sure:
        win_chances = staticmethod(simple_evaluator.win_chances)
        best_plans = staticmethod(simple_evaluator.best_plans)

        def compare_plans(self, *_: object, **__: object) -> list[EvaluatedPlan]:
            raise AssertionError("there is nothing to compare")

    game = play(deal(stocks={1: "1 9", 2: "12 12"}, hands={1: "2 3"}), "S>4")
    (judged,) = analyse(record_of(game), evaluator=Sure()).judged
    assert judged.cost == 0
    assert judged.best == ("S>4",)


def test_progress_is_told_to_the_end() -> None:
    heard: list[tuple[int, int]] = []
    analyse(teaching.played(), evaluator=simple_evaluator, progress=lambda done, total: heard.append((done, total)))
    assert [done for done, _ in heard] == list(range(1, len(heard) + 1))
    assert {total for _, total in heard} == {len(heard)}


@pytest.mark.parametrize("file", SAMPLES, ids=lambda file: str(file.stem))
def test_games_of_every_kind_of_table(file: Path) -> None:
    found = analyse(sample(file), evaluator=simple_evaluator)
    for lang in LANGUAGES:
        assert len(report(found, lang)) > 400
        assert "</html>" in page(found, lang)
    for account in found.accounts:
        assert account.start + account.choice + account.others + account.luck == pytest.approx(account.end)


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


def test_the_library_has_it_too() -> None:
    found = docena.analyse(teaching.played(), evaluator=simple_evaluator)
    assert isinstance(found, Analysis)
