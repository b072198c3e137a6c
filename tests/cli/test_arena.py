"""`docena arena`, as scripts and people use it."""

import fcntl
import json
import os
import pty
import struct
import subprocess
import sys
import termios
from contextlib import suppress
from pathlib import Path

import pytest
from programs import ANSWER, program

from docena.cli.app import run

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "simple_bot.py"


def docena(*arguments: str) -> list[str]:
    return [sys.executable, "-c", "from docena.cli import main; main()", *arguments]


def test_json_has_the_keys_that_scripts_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["arena", "--bots", "greedy,random", "--games", "2", "--short"]) == 0  # compiles what is not yet
    capsys.readouterr()
    assert run(["arena", "--bots", "greedy,random,greedy", "--games", "100", "--short", "--seed", "3", "--json"]) == 0
    captured = capsys.readouterr()
    report = json.loads(captured.out)
    assert {"edition", "players", "partners", "stock", "table", "seed", "pairs", "elo"} <= report.keys()
    assert (report["edition"], report["players"], report["stock"], report["seed"]) == ("classic", 2, 10, 3)
    assert [(pair["a"], pair["b"]) for pair in report["pairs"]] == [
        ("greedy", "random"),
        ("greedy", "greedy"),
        ("random", "greedy"),
    ]
    first, equal, _ = report["pairs"]
    keys = "a b games wins_a wins_b draws win_rate ci95 elo elo_ci95 ms_per_turn_a ms_per_turn_b p99_ms_a p99_ms_b"
    assert {*keys.split(), "errors"} <= first.keys()
    assert first["games"] == first["wins_a"] + first["wins_b"] + first["draws"] == 100
    assert first["win_rate"] > 0.95
    assert first["ci95"][0] > 0.9
    assert equal["win_rate"] == 0.5
    assert [row["bot"] for row in report["elo"]] == ["greedy", "random", "greedy"]
    assert report["elo"][0] == {"bot": "greedy", "elo": 0, "elo_ci95": [0, 0]}
    assert report["elo"][1]["elo_ci95"][1] < -100
    assert captured.err == ""


def test_the_table_has_a_line_for_each_pair_and_a_list(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = "arena --bots greedy,random,random --games 40 --players 4 --partners --stock 2 --edition deluxe"
    assert run(arguments.split()) == 0
    out = capsys.readouterr().out
    assert out.startswith("deluxe, 4 players, in partnerships, stock 2, strict table, seed 1\n120 games in ")
    assert len([line for line in out.splitlines() if line.startswith("greedy  random ")]) == 2
    assert "Elo" in out
    assert "\x1b" not in out


def test_programs_take_part(capsys: pytest.CaptureFixture[str]) -> None:
    spec = f"{sys.executable} {EXAMPLE}"
    arguments = ["arena", "--bots", f"greedy,{spec}", "--games", "4", "--stock", "3", "--turn-limit", "60000", "--json"]
    assert run(arguments) == 0
    (pair,) = json.loads(capsys.readouterr().out)["pairs"]
    assert (pair["b"], pair["games"], pair["errors"]) == (spec, 4, [])
    assert pair["ms_per_turn_b"] > 0


def test_a_fault_stops_with_status_1_and_prints_the_results(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spec = program(tmp_path, f"{ANSWER} if games != 3 else print('banana', flush=True)")
    arguments = ["arena", "--bots", f"greedy,{spec}", "--games", "6", "--stock", "3", "--workers", "1"]
    arguments += ["--turn-limit", "60000"]
    assert run(arguments) == 1
    captured = capsys.readouterr()
    assert captured.err.startswith(f"docena: game 3: {spec} answered 'banana': 'banana' is not a move: ")
    assert "\n2 games in " in captured.out
    assert run([*arguments, "--on-error", "forfeit", "--json"]) == 0
    captured = capsys.readouterr()
    (pair,) = json.loads(captured.out)["pairs"]
    assert (pair["games"], len(pair["errors"])) == (6, 2)
    assert run([*arguments, "--on-error", "forfeit"]) == 0
    out = capsys.readouterr().out
    assert "answered 'banana': 'banana' is not a move: it should begin with" in out
    assert "a seat and a colon; the game is lost for it" in out


def test_ctrl_c_prints_the_results_so_far(tmp_path: Path) -> None:
    """The program itself stands in for the person at the keyboard; it then never answers.

    It does so in the third round of 16 deals, which begins after the first has been counted.
    """
    stop = f"{ANSWER} if games <= 64 else (os.kill(os.getppid(), signal.SIGINT), time.sleep(1000))"
    spec = program(tmp_path, stop)
    arguments = ["--bots", f"greedy,{spec}", "--games", "100", "--stock", "1", "--workers", "1", "--json"]
    done = subprocess.run(
        docena("arena", *arguments, "--turn-limit", "600000"), capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 130
    assert done.stderr.endswith("docena: stopped; these are the results so far\n")
    assert 32 <= json.loads(done.stdout)["pairs"][0]["games"] <= 64


def test_a_person_sees_a_live_table_and_the_results_stay_plain() -> None:
    terminal, ours = pty.openpty()
    fcntl.ioctl(ours, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 180, 0, 0))
    shown = b""
    arguments = ["--bots", "greedy,random", "--games", "200", "--short"]
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "180", "LINES": "40"}  # whatever the test runner says
    with subprocess.Popen(docena("arena", *arguments), stdout=subprocess.PIPE, stderr=ours, env=environment) as running:
        os.close(ours)
        with suppress(OSError):  # the end of a terminal is an error
            while data := os.read(terminal, 1 << 16):
                shown += data
        assert running.stdout is not None
        out = running.stdout.read().decode()
    os.close(terminal)
    assert running.returncode == 0
    assert b"share of a" in shown
    assert b"200/200" in shown
    assert "\x1b" not in out
    assert "200 games in" in out


def test_a_wish_that_was_not_met_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["arena", "--bots", "greedy,random", "--games", "60", "--until", "0.5", "--short"]) == 0
    assert "greedy - random: after 60 games the Elo is not yet known to +-0.5" in capsys.readouterr().out


def test_help_never_loads_the_compiler() -> None:
    ask = "import sys; from docena.cli.app import run; run(['arena', '--help']); sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", ask], capture_output=True, check=False).returncode == 0


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "--bots is missing"),
        (["--bots", "greedy"], "an arena needs at least two bots"),
        (["--bots", ""], "an arena needs at least two bots"),
        (["--bots", "greedy,,random"], "an arena needs at least two bots"),
        (["--bots", "greedy,master9"], "there is no bot called 'master9'"),
        (["--bots", "greedy,./nowhere"], "./nowhere cannot be started: there is no program ./nowhere"),
        (["--bots", f"greedy,{EXAMPLE.parent.parent}/README.md"], "README.md is not executable (chmod +x "),
        (["--bots", "greedy,/tmp"], "/tmp is a folder"),
        (["--bots", "greedy,python3 'x"], "is not a command line: No closing quotation"),
        (["--bots", "greedy,random", "--games", "0"], "the number of games is at least 2"),
        (["--bots", "greedy,random", "--games", "-2"], "the number of games is at least 2"),
        (["--bots", "greedy,random", "--games", "11"], "the number of games is even, not 11"),
        (["--bots", "greedy,random", "--games", "x"], "--games is a whole number"),
        (["--bots", "greedy,random", "--until", "-1"], "--until is an Elo interval above 0"),
        (["--bots", "greedy,random", "--seed", "-1"], "a seed is a number from 0"),
        (["--bots", "greedy,random", "--workers", "0"], "the number of workers is 1 to 256"),
        (["--bots", "greedy,random", "--workers", "999"], "the number of workers is 1 to 256"),
        (["--bots", "greedy,random", "--players", "7"], "classic is for 2 to 6 players, not 7"),
        (["--bots", "greedy,random", "--partners"], "partnerships are for 4 or 6 players, not 2"),
        (["--bots", "greedy,random", "--edition", "nope"], "there is no edition called 'nope'"),
        (["--bots", "greedy,random", "--on-error", "weep"], "--on-error is stop or forfeit, not 'weep'"),
        (["--bots", "greedy,random", "--turn-limit", "0"], "the turn limit is 1 to 3,600,000 ms, not 0"),
    ],
)
def test_bad_input_gets_a_sentence(arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["arena", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith("docena: ")
    assert sentence in captured.err
    assert "Traceback" not in captured.err
    assert captured.out == ""
