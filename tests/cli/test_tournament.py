"""`docena tournament` and `docena score`, as an organiser uses them."""

import json
import re
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer.main
from tournaments.recount import recount

from docena.cli.app import app, run
from docena.core.brand import ICON_LINK
from docena.core.words import LANGUAGES


class Program:
    """The program with a file of its own."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self._capsys = folder, capsys
        self.file = str(folder / "events.db")

    def ask(self, *words: str, status: int = 0) -> str:
        """What it says: on standard output, or as a complaint."""
        self._capsys.readouterr()
        assert run([*words, "--file", self.file]) == status
        out, err = self._capsys.readouterr()
        return err if status else out

    def data(self, *words: str) -> Any:
        return json.loads(self.ask(*words, "--json"))

    def event(self, *words: str, status: int = 0) -> str:
        return self.ask("tournament", *words, status=status)


@pytest.fixture
def docena(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Program:
    return Program(tmp_path, capsys)


def play_all(docena: Program, left: str = "0,1,2,3,4,5") -> None:
    data = docena.data("tournament", "show")
    for game, table in data["unfinished"]:
        docena.event("report", str(game), str(table), "--winner", "1", "--left", left)


def test_an_event_from_entry_to_certificate(docena: Program) -> None:
    assert "all games at one table; games: 4" in docena.event("new", "Spring games")
    docena.event("enter", "Ana & Luis", "Eva & Juan", "Rosa", "Pedro")
    assert docena.data("tournament", "show")["waiting"] == [3, 4]
    assert "Rosa & Pedro" in docena.event("draw", "--seed", "7")
    assert "Table 1  1 " in docena.event("seat", "--seed", "7")
    docena.event("report", "1", "1", "--winner", "ana", "--left", "0,3,4,2,1,5", status=2)
    names = docena.data("tournament", "show")["games"][0]["tables"][0]["names"]
    side = 1 + next(i for i, people in enumerate(names) if "Ana" in people)
    left = [3, 3, 3, 3, 3, 3]
    left[side - 1] = 0
    text = ",".join(map(str, left))
    assert "Ana & Luis won" in docena.event("report", "1", "1", "--winner", "ana", "--left", text)
    docena.event("report", "2", "1", "--winner", str(side), "--left", text)
    other = side % 3 + 1
    wrong = [3, 3, 3, 3, 3, 3]
    wrong[other - 1] = 0
    docena.event("report", "3", "1", "--side", str(side), "--winner", str(other), "--left", ",".join(map(str, wrong)))
    assert "(to be confirmed)" in docena.event("show")
    docena.event("confirm", "3", "1", "--side", str(side), status=2)
    docena.event("confirm", "3", "1", "--side", str(other))
    docena.event("correct", "3", "1", "--winner", str(side), "--left", text)
    docena.event("report", "4", "1", "--ended", "blocked", "--left", "9,9,9,9,9,9")
    standings = docena.data("tournament", "standings")
    assert (standings[0]["names"], standings[0]["wins"]) == (["Ana", "Luis"], 3)
    assert "Ana & Luis won the event." in docena.event("standings")
    assert "Ana & Luis ganó el torneo." in docena.event("standings", "--lang", "es")
    page = docena.folder / "certificates.html"
    docena.event("print", "certificates", str(page), "--lang", "es", "--date", "2026-05-02")
    assert "Primer lugar" in page.read_text(encoding="utf-8")
    log = docena.event("log")
    assert log.count("\n") == 10
    assert "corrected" in log


def test_undo_and_the_standings_of_the_exported_file(docena: Program) -> None:
    docena.event("new", "Meet", "--format", "meet")
    docena.event("enter", *(f"A{n} & B{n}" for n in range(9)))
    assert "Nobody meets twice." in docena.event("seat", "--seed", "1")
    play_all(docena)
    docena.event("drop", "4")
    file = docena.folder / "event.json"
    docena.event("export", str(file))
    rows = docena.data("tournament", "standings")
    assert [(r["rank"], r["entry"], r["games"], r["wins"], r["points"], r["left"]) for r in rows] == recount(
        file.read_text(encoding="utf-8")
    )
    docena.event("undo")
    assert not any(row["dropped"] for row in docena.data("tournament", "standings"))
    docena.event("undo", "3", status=2)
    docena.event("export", str(docena.folder / "table.csv"))
    assert (docena.folder / "table.csv").read_text(encoding="utf-8").startswith("place,pair,games,wins,points,left\n1,")


def test_another_machine(docena: Program) -> None:
    docena.event("new", "Moving")
    docena.event("enter", "Ana & Luis", "Eva & Juan")
    file = docena.folder / "event.json"
    docena.event("export", str(file))
    docena.file = str(docena.folder / "other.db")
    assert "new lines: 2" in docena.event("import", str(file))
    assert len(docena.data("tournament", "show")["entries"]) == 2
    file.write_text(file.read_text(encoding="utf-8").replace("Ana", "Eve"), encoding="utf-8")
    assert "damaged" in docena.event("import", str(file), status=2)
    assert "dañado" in docena.event("import", str(file), "--lang", "es", status=2)


def test_bad_input_is_refused_in_the_language_of_the_command(docena: Program) -> None:
    assert "no event yet" in docena.event("standings", status=2)
    docena.event("new", "Bad", status=0)
    for words, sentence in [
        (("new", " "), "needs a title"),
        (("new", "x", "--format", "swiss"), "swiss"),
        (("new", "x", "--tie-breaks", "luck"), "tie_breaks"),
        (("enter", "Ana & Ana"), "Ana is entered already"),
        (("enter",), "nobody in this list"),
        (("seat",), "too few"),
        (("report", "1", "1", "--left", "0,1"), "no game 1"),
        (("report", "1", "1", "--left", "a,b"), "no game 1"),
        (("print", "posters", "x.html"), "posters"),
        (("clock", "wind"), "wind"),
        (("undo",), "Nothing has been entered"),
    ]:
        assert sentence in docena.event(*words, status=2), words
    assert "Ana ya está en la lista" in docena.event("enter", "Ana & Ana", "--lang", "es", status=2)
    (docena.folder / "list.csv").write_text("Ana,Luis\nAna,Eva\n", encoding="utf-8")
    assert "line 2: Ana is entered already" in docena.event("enter", "--csv", str(docena.folder / "list.csv"), status=2)
    assert docena.data("tournament", "show")["entries"] == []


def test_what_is_missing_is_told_with_where_to_read_more(docena: Program) -> None:
    assert "(docena tournament penalty --help says more)" in docena.event("penalty", "1", "1", "2", status=2)


def test_the_clock(docena: Program) -> None:
    docena.event("new", "Clock", "--minutes", "20")
    assert "No clock" in docena.event("clock")
    docena.event("enter", "Ana & Luis", "Eva & Juan")
    docena.event("seat")
    docena.event("clock", "start")
    assert re.search(r"Game 1: (20:00|19:5\d) left", docena.event("clock"))
    docena.event("clock", "pause")
    assert "(paused)" in docena.event("clock")
    assert "already" in docena.event("clock", "pause", status=2)
    docena.event("clock", "stop")
    docena.event("clock", "start", "--minutes", "0.001", status=2)
    for minutes in ("inf", "nan", "1e9", "-1"):
        assert "600 minutes" in docena.event("clock", "start", "--minutes", minutes, status=2)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("kind", ["seating", "cards", "sheets", "standings", "certificates"])
def test_pages_for_paper(docena: Program, kind: str, lang: str) -> None:
    docena.event("new", "<Paper> & more", "--format", "meet", "--games", "2")
    docena.event("enter", *(f"A{n} & <b>{n}" for n in range(5)))
    docena.event("seat", "--seed", "1")
    data = docena.data("tournament", "show")
    for game, table in data["unfinished"]:
        seats = data["games"][game - 1]["tables"][table - 1]["seats"]
        left = ",".join(["0", *["2"] * (len(seats) - 1)])
        docena.event("report", str(game), str(table), "--winner", "1", "--left", left)
    page = docena.folder / "page.html"
    docena.event("print", kind, str(page), "--lang", lang, "--url", "http://x")
    text = page.read_text(encoding="utf-8")
    assert f'<html lang="{lang}">' in text
    assert "&lt;Paper&gt; &amp; more" in text
    assert "<b>1" not in text
    whole = text.replace(ICON_LINK, "").replace("http://www.w3.org/2000/svg", "")
    assert "http" not in whole, "it needs nothing else"
    assert ("<svg" in whole) == (kind in ("cards", "certificates"))


def test_the_best_pair_in_simulated_events(docena: Program, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["tournament", "simulate", "--pairs", "4", "--bots", "greedy,random", "--events", "3", "--games", "1,2"]
    reports = []
    for workers in ("1", "2"):
        assert run([*words, "--json", "--workers", workers]) == 0
        reports.append(json.loads(capsys.readouterr().out))
    assert reports[0] == reports[1], "the same seed gives the same events whatever the workers"
    rows = reports[0]["rows"]
    assert [(row["format"], row["games"]) for row in rows[:3]] == [("sheet", 1), ("sheet", 2), ("meet", 1)]
    assert len(rows) == 8
    assert {row["events"] for row in rows} == {3}
    assert sum(row["best_wins"] for row in rows) > 12, "greedy among random players"
    for bad in (["--pairs", "1"], ["--events", "0"], ["--format", "swiss"], ["--bots", "master,random"]):
        assert run(["tournament", "simulate", *bad]) == 2


# --- the score pad


def test_a_match_on_the_pad(docena: Program) -> None:
    assert "Ana deals first" in docena.ask("score", "new", "Ana", "Luis", "--goal", "150")
    told = docena.ask("score", "add", "Ana", "--left", "0,14")
    assert "Ana is ahead." in told
    assert "Luis deals next." in told
    docena.ask("score", "add", "lu", "--left", "3,0")
    docena.ask("score", "fix", "2", "Luis", "--left", "2,0")
    assert docena.data("score", "show")["totals"] == [95, 35]
    docena.ask("score", "undo")
    assert docena.data("score", "show")["totals"] == [95, 40]
    docena.ask("score", "add", "blocked", "--left", "5,5")
    assert "Ana won the match." in docena.ask("score", "add", "1", "--left", "0,9")
    assert "The match is over" in docena.ask("score", "add", "1", "--left", "0,9", status=2)
    assert "ganó el partido" in docena.ask("score", "show", "--lang", "es")
    docena.ask("score", "fix", "1", "Ana", "--left", "0,30")
    data = docena.data("score", "show")
    assert (data["over"], data["late"], data["totals"]) == (True, [2, 3, 4], [175, 0])
    docena.ask("score", "strike", "1")
    assert docena.data("score", "show")["totals"] == [70, 40]
    docena.ask("score", "export", str(docena.folder / "pad.csv"))
    assert (docena.folder / "pad.csv").read_text(encoding="utf-8").splitlines()[1] == "1,0,40,3,0"
    docena.ask("score", "print", str(docena.folder / "pad.html"), "--lang", "es")
    assert "Ana" in (docena.folder / "pad.html").read_text(encoding="utf-8")


def test_a_pad_moves_to_another_phone(docena: Program) -> None:
    docena.ask("score", "new", "Ana & Eva", "Luis & Juan", "--edition", "deluxe", "--title", "Friday")
    docena.ask("score", "add", "Luis", "--left", "3,0,4,0")
    code = docena.ask("score", "share").strip()
    there = docena.data("score", "show")
    docena.file = str(docena.folder / "other.db")
    docena.ask("score", "receive", code)
    here = docena.data("score", "show")
    assert {**here, "id": ""} == {**there, "id": ""}
    assert here["totals"] == [0, 60]
    assert "not whole" in docena.ask("score", "receive", code[:-9], status=2)
    assert "begins with" in docena.ask("score", "receive", "hello", status=2)
    docena.ask("score", "new", "Zoe", "Max", "--title", "Saturday")
    assert docena.ask("score", "list").count("\n") == 2
    docena.ask("score", "remove", "Friday")
    assert docena.ask("score", "list").count("\n") == 1


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["Ana", "--left", "0,31"], "cannot have 31 cards left"),
        (["Ana", "--left", "0,0"], "one winner"),
        (["Ana", "--left", "3,4"], "Ana has not won"),
        (["blocked", "--left", "0,4"], "finished"),
        (["Ana", "--left", "0"], "2 stock piles"),
        (["Ana", "--left", "0,-1"], "cannot be negative"),
        (["Eva", "--left", "0,1"], "no 'Eva' here"),
        (["3", "--left", "0,1"], "no '3' here"),
        (["9" * 5000, "--left", "0,1"], "the players are Ana, Luis"),
        (["Ana", "--left", "x"], "list of numbers"),
    ],
)
def test_games_that_cannot_be(docena: Program, words: list[str], sentence: str) -> None:
    docena.ask("score", "new", "Ana", "Luis")
    assert sentence in docena.ask("score", "add", *words, status=2)
    assert docena.data("score", "show")["games"] == []


def test_matches_that_cannot_be(docena: Program) -> None:
    assert "no match yet" in docena.ask("score", "show", status=2)
    for words, sentence in [
        (["Ana"], "players"),
        (["Ana", "ana"], "entered already"),
        (["Ana & Eva", "Luis"], "two names"),
        (["Ana & Eva", "Luis & Juan", "--edition", "masters"], "not played in partnerships"),
        (["Ana", "Luis", "--dealer", "Eva"], "no 'Eva'"),
        (["Ana", "Luis", "--goal", "5", "--games", "2"], "choose one"),
    ]:
        assert sentence in docena.ask("score", "new", *words, status=2)


def test_a_blank_pad_needs_no_match(docena: Program) -> None:
    page = docena.folder / "blank.html"
    docena.ask("score", "print", str(page), "--blank", "3", "--lang", "es")
    assert page.read_text(encoding="utf-8").count("Nombre:") == 3


def test_the_pad_line_by_line(docena: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    typed = iter(["Ana, Luis", "Ana 0 14", "nobody 1 2", "corregir 1 Ana 0 10", "luis 3 0", "undo", "quit"])
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("typer.prompt", lambda *_, **__: next(typed))
    docena._capsys.readouterr()
    assert run(["score", "--file", docena.file]) == 0
    out = docena._capsys.readouterr().out
    assert "There is no 'nobody' here" in out
    assert docena.data("score", "show")["totals"] == [75, 0]


# --- all of it


def test_every_command_and_option_has_help() -> None:
    group: Any = typer.main.get_command(app)
    page = (Path(__file__).parents[2] / "docs" / "tournaments.md").read_text(encoding="utf-8")
    for name in ("score", "tournament"):
        for command in group.commands[name].commands.values():
            assert command.help, command.name
            for option in command.params:
                assert getattr(option, "help", None), f"{name} {command.name} {option.opts}"
            assert command.name in page, f"{name} {command.name}"


def test_commands_of_organisers_never_load_the_compiler(tmp_path: Path) -> None:
    program = (
        "import sys; from docena.cli.app import run; f = sys.argv[1]\n"
        "run(['tournament', 'new', 'x', '--file', f]); run(['score', 'new', 'a', 'b', '--file', f])\n"
        "run(['tournament', 'enter', 'a & b', 'c & d', '--file', f]); run(['tournament', 'seat', '--file', f])\n"
        "sys.exit('numba' in sys.modules or 'numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program, str(tmp_path / "x.db")], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_file_that_the_disk_has_spoilt_is_told_in_a_sentence(docena: Program) -> None:
    docena.event("new", "Spring games")
    for n in range(40):
        docena.event("note", f"{n} " + "x" * 190)
    docena.ask("score", "new", "Ana", "Luis")
    with sqlite3.connect(docena.file) as spoilt:
        spoilt.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        spoilt.execute("UPDATE events SET body = '{' WHERE table_id = (SELECT id FROM logs WHERE kind = 'pad')")
    assert "cannot be read" in docena.ask("score", "show", status=2)
    file = Path(docena.file)
    for path in file.parent.glob(f"{file.name}-*"):
        path.unlink()
    data = bytearray(file.read_bytes())
    for page in range(4096, len(data), 4096):
        data[page : page + 200] = b"\x07" * 200
    file.write_bytes(data)
    for words in (("tournament", "show"), ("tournament", "list"), ("score", "list"), ("tournament", "note", "x")):
        assert docena.file in docena.ask(*words, status=2)
