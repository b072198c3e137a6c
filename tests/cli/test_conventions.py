"""What all commands have in common: examples, manual pages, completion, and one name for one thing."""

import io
import json
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from docena.cli.app import run, whole_program
from docena.cli.examples import EXAMPLES

SAMPLES = Path(__file__).parents[1] / "samples"
SHELL_SIGNS = ("|", ">", "<")


def every_command() -> Iterator[tuple[str, Any]]:
    for name, command in whole_program().commands.items():
        yield name, command
        for below, inner in getattr(command, "commands", {}).items():
            yield f"{name} {below}", inner


def commands_of(line: str) -> Iterator[list[str]]:
    """The command lines of an example, without what is for the shell."""
    words = shlex.split(line)
    while words:
        end = next((place for place, word in enumerate(words) if word in SHELL_SIGNS), len(words))
        yield words[:end]
        rest = words[end:]
        words = rest[1:] if rest[:1] == ["|"] else []


def test_every_command_has_examples_that_can_be_read() -> None:
    assert {name for name, _ in every_command()} | {""} == set(EXAMPLES)
    for name, command in every_command():
        assert "Examples:" in command.get_help(command.make_context(name, [], resilient_parsing=True)), name
        for line in EXAMPLES[name]:
            for words in commands_of(line):
                assert words[0] == "docena", line
                _check_options(words[1:])


def _check_options(words: list[str]) -> None:
    """Every option of a command line is one that its command has."""
    command: Any = whole_program()
    while words and words[0] in getattr(command, "commands", {}):
        command, words = command.commands[words[0]], words[1:]
    known = {opt for option in command.params for opt in (*option.opts, *option.secondary_opts)}
    assert {word for word in words if word.startswith("--")} <= known, words


def test_every_output_option_has_the_same_name() -> None:
    for name, command in every_command():
        for option in command.params:
            if option.param_type_name == "option" and (option.help or "").startswith("Write"):
                assert "--output" in option.opts or name in ("train",), f"{name} {option.opts}"
        named = {opt for option in command.params for opt in option.opts}
        assert not named & {"--record", "--records", "--into", "--html"}, name


def test_manual_pages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["man", "--output", str(tmp_path)]) == 0
    pages = {path.name for path in tmp_path.iterdir()}
    assert pages == {"docena.1", *(f"docena-{name}.1" for name in whole_program().commands)}
    page = (tmp_path / "docena-score.1").read_text()
    for part in (".TH", ".SH NAME", ".SH SYNOPSIS", ".SH EXAMPLES", "DOCENA SCORE ADD", "\\-\\-left 0,14"):
        assert part in page
    capsys.readouterr()
    assert run(["man", "play"]) == 0
    assert capsys.readouterr().out == (tmp_path / "docena-play.1").read_text()
    assert run(["man", "nothing"]) == 2
    if shutil.which("groff"):
        for path in tmp_path.iterdir():
            done = subprocess.run(
                ["groff", "-man", "-ww", "-z", str(path)], capture_output=True, text=True, check=False
            )
            assert done.returncode == 0
            assert not done.stderr, done.stderr


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_completion(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["completion", shell]) == 0
    assert "_DOCENA_COMPLETE" in capsys.readouterr().out


def test_a_shell_is_told_what_may_follow() -> None:
    def may_follow(line: str) -> list[str]:
        words = {"COMP_WORDS": line, "COMP_CWORD": str(len(line.split(" ")) - 1), "_DOCENA_COMPLETE": "complete_bash"}
        program = [sys.executable, "-m", "docena"]
        return subprocess.run(
            program, env={**os.environ, **words}, capture_output=True, text=True, check=False
        ).stdout.split()

    assert may_follow("docena si") == ["simulate"]
    assert may_follow("docena check --js") == ["--json"]


def test_several_files_and_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    good, bad = SAMPLES / "mod-strict.jsonl", tmp_path / "bad.jsonl"
    games = len(good.read_text().splitlines())
    bad.write_text("{}\n")
    assert run(["check", str(good), str(bad)]) == 1
    said = capsys.readouterr().out
    assert f"{bad}: game 1" in said
    assert said.endswith(f"games {games + 1} ok {games} bad 1\n")
    assert run(["check", str(good), str(bad), "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["games"], found["good"], found["bad"]) == (games + 1, games, 1)
    assert found["files"][1]["bad"][0]["game"] == 1
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(good.read_bytes())))
    assert run(["check", "-"]) == 0
    assert capsys.readouterr().out == f"games {games} ok {games} bad 0\n"


def test_rules_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "masters", "--find", "9.3", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert "9.3" in [clause["number"] for clause in found["clauses"]]


def test_errors_name_no_types(capsys: pytest.CaptureFixture[str]) -> None:
    for line, said in (
        ("serve --port 70000", "port: it must be at most 65535"),
        ("play localhost:1/t/abc --name Ana", "cannot reach localhost:1: nothing answers there"),
        ("play http://nowhere.invalid/t/abc --name Ana", "there is no address of that name"),
        ("play 3CDEF", "name it with --server URL"),
        ("play http://localhost:1/t/x --players 3", "--players is for a new table"),
        ("play --host --people a,b", "--people is for tables here"),
        ("play --server http://localhost:1", "--server goes with the code"),
        ("play --host --bots master@50ms", "Bots at online tables are"),
    ):
        assert run(line.split()) == 2, line
        assert said in capsys.readouterr().err
