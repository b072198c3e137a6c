"""The commands, as scripts use them."""

import json
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from docena import __version__
from docena.cli.app import run
from docena.core.editions import NAMES


def docena(*arguments: str) -> list[str]:
    """The command line as another process runs it."""
    return [sys.executable, "-c", "from docena.cli import main; main()", *arguments]


def simulate(file: Path, *more: str) -> list[str]:
    """Plays games into a file; returns its lines."""
    assert run(["simulate", "--games", "6", "--output", str(file), *more]) == 0
    return file.read_text(encoding="utf-8").splitlines()


def test_version_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"docena {__version__}\n"


@pytest.mark.parametrize("command", ["--help", "editions", "rules", "--version"])
def test_commands_that_do_not_play_never_load_the_compiler(command: str) -> None:
    program = f"import sys; from docena.cli.app import run; run([{command!r}]); sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, check=False).returncode == 0


def test_a_hint_for_a_position_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    text = "docena1/classic/o:2.5/b:,1.2,1.2,/1:8.12*2.W*2,?*3.6,6,,5/2:?*3,?*3.10,9,,,8/d:?*126"
    text += "/a:1.3.4.5.6.7.8.10.11.12.W*2/v:1/t:1.1/n:9.24"
    assert run(["hint", "--position", text, "--tries", "50", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["seat"] == 1
    assert found["plans"][0]["moves"]
    assert run(["hint", "--position", text, "--tries", "50", "--lang", "es"]) == 0
    assert "Puesto 1" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--position", "chess"], "'chess' is not a position"),
        ([], "a file of records, or a position"),
        (["games.jsonl", "--position", "chess"], "a file of records, or a position"),
    ],
)
def test_what_a_hint_is_not_given_for(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["hint", *arguments]) != 0
    assert said in " ".join(capsys.readouterr().err.split())


def test_simulate_reports_seats_and_bots(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["simulate", "--bots", "greedy,random", "--games", "300", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["games"] == 300
    assert report["seats"][0]["bot"] == "greedy"
    assert report["seats"][0]["wins"] > 250
    low, high = report["seats"][0]["ci95"]
    assert low < report["seats"][0]["win_rate"] <= high
    assert [row["bot"] for row in report["bots"]] == ["greedy", "random"]
    assert report["games_per_second"] > 0
    assert report["moves_per_second"] > 0


def test_simulate_prints_no_progress_into_a_pipe() -> None:
    done = subprocess.run(docena("simulate", "--games", "50"), capture_output=True, text=True, check=True)
    assert "games/s" in done.stdout
    assert "\r" not in done.stdout + done.stderr
    assert "\x1b" not in done.stdout + done.stderr


@pytest.mark.parametrize("table", ["strict", "open"])
def test_the_same_seed_gives_the_same_records_whatever_the_workers(tmp_path: Path, table: str) -> None:
    common = ["--edition", "mod", "--players", "4", "--partners", "--table", table, "--seed", "7", "--games", "40"]
    for workers in ("1", "2", "3"):
        simulate(tmp_path / workers, *common, "--workers", workers, "--legal")
    records = [(tmp_path / workers).read_bytes() for workers in ("1", "2", "3")]
    assert records[0] == records[1] == records[2]


def test_records_are_the_games_that_were_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = ["--edition", "classic", "--players", "3", "--games", "60", "--seed", "4", "--json"]
    assert run(["simulate", *settings]) == 0
    without = json.loads(capsys.readouterr().out)
    assert run(["simulate", *settings, "--output", str(tmp_path / "games")]) == 0
    recorded = json.loads(capsys.readouterr().out)
    assert recorded["seats"] == without["seats"]
    lines = (tmp_path / "games").read_text(encoding="utf-8").splitlines()
    results = [json.loads(line)["result"] for line in lines]
    assert sum(1 in result["winners"] for result in results) == without["seats"][0]["wins"]


@pytest.mark.parametrize("edition", NAMES)
def test_simulated_records_pass_the_check(edition: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.jsonl"
    simulate(file, "--edition", edition, "--legal", "--short")
    capsys.readouterr()
    assert run(["check", str(file)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "games 6 ok 6 bad 0"


def test_a_long_game_is_abandoned(tmp_path: Path) -> None:
    lines = simulate(tmp_path / "games", "--max-moves", "25")
    assert {json.loads(line)["result"]["reason"] for line in lines} == {"abandoned"}
    assert run(["check", str(tmp_path / "games")]) == 0


def test_games_longer_than_the_log_buffer_are_recorded_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = simulate(tmp_path / "whole", "--legal", "--players", "4")
    monkeypatch.setattr("docena.arena.simulate._LOG", 700)
    assert simulate(tmp_path / "pieces", "--legal", "--players", "4") == whole


def test_check_counts_and_names_the_broken_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.jsonl"
    lines = simulate(file)
    broken = json.loads(lines[2])
    broken["log"][4] = "H7>9"
    lines[2] = json.dumps(broken)
    file.write_text("\n".join(lines), encoding="utf-8")
    capsys.readouterr()
    assert run(["check", str(file)]) == 1
    out = capsys.readouterr().out.splitlines()
    assert out[0].startswith(f"{file}: game 3, log[4], rule 4.2: 'H7>9' is not a move: after 'H7>' there should be")
    assert out[-1] == "games 6 ok 5 bad 1"


def test_replay_prints_every_page_into_a_pipe(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = simulate(tmp_path / "games")
    capsys.readouterr()
    assert run(["replay", str(tmp_path / "games"), "--game", "2"]) == 0
    out = capsys.readouterr().out
    log = json.loads(lines[1])["log"]
    assert f"{len(log)}. {log[-1]}" in out
    assert "won:" in out


def test_replay_for_a_seat_shows_no_other_hand(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    simulate(tmp_path / "games", "--edition", "mod", "--table", "open", "--players", "4", "--partners")
    capsys.readouterr()
    assert run(["replay", str(tmp_path / "games"), "--seat", "2", "--lang", "es"]) == 0
    out = capsys.readouterr().out
    assert "greedy 1, mano" not in out
    assert "restock 1 " not in out
    assert "shuffle 1" not in out


def test_rules_keep_their_numbers_in_both_languages(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "mod", "--lang", "es"]) == 0
    spanish = capsys.readouterr().out
    assert run(["rules", "mod"]) == 0
    english = capsys.readouterr().out
    numbers = [line.split()[0] for line in english.splitlines() if line[:1].isdigit()]
    assert "8.4" in numbers
    assert numbers == [line.split()[0] for line in spanish.splitlines() if line[:1].isdigit()]


def test_rules_can_be_searched(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "masters", "--find", "9.3"]) == 0
    assert "toll" in capsys.readouterr().out
    assert run(["rules", "classic", "--find", "zebra"]) == 2


def test_editions_can_be_copied_and_changed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["editions", "--show", "masters"]) == 0
    own = capsys.readouterr().out.replace('name = "masters"', 'name = "ours"').replace('"7$$" = 1', '"7$$$" = 4')
    (tmp_path / "ours.toml").write_text(own, encoding="utf-8")
    games = tmp_path / "games"
    file = ["--edition-file", str(tmp_path / "ours.toml")]
    lines = simulate(games, *file, "--legal")
    assert json.loads(lines[0])["options"]["composition"]["7$$$"] == 4
    assert run(["check", str(games), *file]) == 0
    assert run(["check", str(games)]) == 1  # nobody else knows this edition


def test_bench_prints_the_keys_that_scripts_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bench", "--json", "--seconds", "0.02"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["moves_per_second"] > 0
    assert report["games_per_second"] > 0
    assert set(report["editions"]) == set(NAMES)
    assert report["editions"]["mod"]["moves_per_second"] > 0
    assert set(report["editions"]["tournament"]["players"]) == {"4", "6"}
    assert report["table_bytes"] <= 1024


# --- bad input --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["simulate", "--edition", "nope"], "there is no edition called 'nope'"),
        (["simulate", "--players", "7"], "classic is for 2 to 6 players, not 7"),
        (["simulate", "--players", "5", "--partners"], "partnerships are for 4 or 6 players, not 5"),
        (["simulate", "--players", "6", "--stock", "28"], "the largest stock pile for 6 players is 27"),
        (["simulate", "--stock", "0"], "a stock pile has at least one card"),
        (["simulate", "--stock", "9", "--short"], "choose it or a stock size, not both"),
        (["simulate", "--edition", "masters", "--table", "open"], "masters has no open tables"),
        (["simulate", "--edition", "masters", "--players", "4", "--partners"], "is not played in partnerships"),
        (["simulate", "--edition", "tournament", "--no-partners"], "is always played in partnerships"),
        (["simulate", "--table", "round"], "a table is strict or open, not 'round'"),
        (["simulate", "--bots", "master9"], "there is no bot called 'master9'"),
        (["simulate", "--players", "4", "--bots", "greedy,random,random"], "3 bots cannot be shared out"),
        (["simulate", "--games", "0"], "the number of games is at least 1"),
        (["simulate", "--games", "many"], "--games is a whole number"),
        (["simulate", "--workers", "0"], "the number of workers is 1 to 256"),
        (["simulate", "--seed", "-1"], "a seed is a number from 0"),
        (["simulate", "--max-moves", "0"], "the limit of moves is 1 to"),
        (["simulate", "--legal"], "--legal needs --output"),
        (["simulate", "--edition-file", "/nowhere.toml"], "cannot read the edition file /nowhere.toml"),
        (["simulate", "--output", "/nowhere/games"], "cannot write /nowhere/games"),
        (["check", "/nowhere"], "there is no such file"),
        (["replay", "/nowhere"], "there is no such file"),
        (["verify", "/nowhere"], "there is no such file"),
        (["rules", "poker"], "there is no edition called 'poker'"),
        (["rules", "--lang", "fr"], "there is no language 'fr'"),
        (["editions", "--lang", "fr"], "there is no language 'fr'"),
        (["play", "--lang", "fr"], "there is no language 'fr'"),
        (["bench", "--seconds", "0"], "--seconds must be 0.01 to 600"),
        (["bensch"], "there is no command 'bensch'; did you mean bench?"),
        (["simulate", "--gamse", "3"], "there is no option"),
    ],
)
def test_bad_input_gets_a_sentence(arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(arguments) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith("docena: ")
    assert sentence in captured.err
    assert "Traceback" not in captured.err
    assert captured.out == ""


_EDITION = """
name = "mine"
players = [2]
stock = {2 = 5}
cards = {1 = 5, 2 = 5, W = 10}
"""


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("players = [2]", "players = [2, 9]", "list how many can play, from 2 to 6"),
        ("players = [2]", "players = 2", "players: it must be a list, not a whole number"),
        ("players = [2]", "players = [2, 3]", "there is no entry for 3 players"),
        ("2 = 5}", "2 = 50}", "a deck of 20 is too small for 2 stock piles of 50"),
        ("W = 10", "W = -1", "there cannot be -1 of 'W'"),
        ("W = 10", "Joker = 10", "'Joker' is not a card"),
        ("W = 10", '"W$" = 10', "has a toll, but players have no coins"),
        ("W = 10", "3 = 1", "without wilds no building pile can be completed"),
        ("W = 10", "W = 1000", "it may be 2 to 239"),
        ('name = "mine"', 'name = "Mi ne"', "use at most 40 small letters"),
        ('name = "mine"', "", "name is missing"),
        ('name = "mine"', 'name = "mine"\ncolour = 3', "there is nothing called colour"),
        ('name = "mine"', 'name = "mine"\npartners = "maybe"', "'maybe' is not one of the possible values"),
        ('name = "mine"', 'name = "mine"\npartners = "always"', "partnerships are for 4 or 6 players"),
        ('name = "mine"', 'name = "mine"\ncoins = 12', "no rules for coins at open tables"),
        ('name = "mine"', 'name = "mine', "not a TOML file"),
    ],
)
def test_a_bad_edition_file_gets_a_sentence(
    old: str, new: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(_EDITION.replace(old, new, 1), encoding="utf-8")
    assert run(["simulate", "--edition-file", str(file)]) == 2
    assert sentence in capsys.readouterr().err


def test_the_edition_of_that_test_is_good(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(_EDITION, encoding="utf-8")
    assert run(["simulate", "--games", "5", "--edition-file", str(tmp_path / "mine.toml")]) == 0


def test_a_device_that_is_full_gets_a_sentence() -> None:
    done = subprocess.run(
        docena("simulate", "--games", "500", "--output", "/dev/full"), capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "the disk is full" in done.stderr
    assert "Traceback" not in done.stderr


def _small_files_only() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))


def test_a_disk_that_fills_up_leaves_no_half_written_file(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text("what was there before", encoding="utf-8")
    program = docena("simulate", "--games", "500", "--output", str(file))
    subprocess.run(docena("simulate", "--games", "1"), capture_output=True, check=True)  # the compiled code is there
    done = subprocess.run(program, capture_output=True, text=True, preexec_fn=_small_files_only, check=False)
    assert done.returncode == 2
    assert f"cannot write {file}: File too large; nothing was kept" in done.stderr
    assert "Traceback" not in done.stderr
    assert file.read_text(encoding="utf-8") == "what was there before"
    assert os.listdir(tmp_path) == ["games.jsonl"]


def test_a_reader_that_goes_away_is_no_error() -> None:
    program = " ".join(docena("rules", "classic")[:2]) + " 'from docena.cli import main; main()' rules classic"
    done = subprocess.run(f"{program} | head -n 1", shell=True, capture_output=True, text=True, check=True)
    assert done.stderr == ""


def test_verify_goes_on_after_a_bad_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = simulate(tmp_path / "games")
    (tmp_path / "games").write_text("\n".join(["{", *lines]), encoding="utf-8")
    capsys.readouterr()
    assert run(["verify", str(tmp_path / "games")]) == 1
    out = capsys.readouterr().out.splitlines()
    assert "game 1: not JSON" in out[0]
    assert "game 2: this record has no proof" in out[1]
    assert out[-1] == "games 7 fair 0 not 7"


def test_replay_names_the_game_that_is_broken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = simulate(tmp_path / "games")
    (tmp_path / "games").write_text("\n".join(["{", *lines]), encoding="utf-8")
    capsys.readouterr()
    assert run(["replay", str(tmp_path / "games"), "--game", "2"]) == 0
    assert run(["replay", str(tmp_path / "games")]) == 2
    assert "docena: game 1: not JSON" in capsys.readouterr().err


def test_an_abandoned_game_ends_with_the_chance_that_was_due(tmp_path: Path) -> None:
    for limit in range(3, 40, 4):
        for line in simulate(tmp_path / "games", "--edition", "mod", "--max-moves", str(limit)):
            log = json.loads(line)["log"]
            assert sum(event.split(" ")[0] not in ("roll", "shuffle", "restock") for event in log) == limit
            assert not (log[-1].startswith("H") and "-" in log[-1]), "a closing discard, and no roll after it"


def test_a_name_of_ours_is_kept_only_where_records_can_say_the_difference(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(["editions", "--show", "classic"])
    text = capsys.readouterr().out
    (tmp_path / "own.toml").write_text(text.replace("W = 18", "W = 20"), encoding="utf-8")
    simulate(tmp_path / "games", "--edition-file", str(tmp_path / "own.toml"))
    assert run(["check", str(tmp_path / "games")]) == 0
    (tmp_path / "own.toml").write_text(text.replace("die = false", "die = true"), encoding="utf-8")
    assert run(["simulate", "--edition-file", str(tmp_path / "own.toml")]) == 2
    assert "give it another name" in capsys.readouterr().err


def test_no_command_at_all_shows_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([]) == 0
    assert "simulate" in capsys.readouterr().out
