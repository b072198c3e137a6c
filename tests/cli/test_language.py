"""Commands that people play with are refused in the language that was chosen."""

from pathlib import Path

import pytest

from docena.cli.app import run
from docena.core.editions import edition_text


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["play", "--players", "9"], "docena: classic es para 2 a 6 jugadores, no para 9\n"),
        (["play", "--edition", "poker"], "docena: no hay ninguna edición llamada «poker»; las ediciones son "),
        (["play", "--bots", "deep"], "docena: no hay ningún bot llamado «deep»; los bots son random, "),
        (
            ["play", "-p", "3", "--bots", "casual,expert,casual"],
            "docena: 3 bots no se pueden repartir entre ",
        ),
        (
            ["join", "http://127.0.0.1:1", "--code", "K0M9T"],
            "docena: Los códigos no llevan «0»: ",
        ),
        (["join", "http://127.0.0.1:1", "--code", "K3"], "docena: Un código tiene 5 o 8 caracteres, no 2."),
        (["join", "ftp://x"], "docena: «ftp://x» no es la dirección de un servidor"),
        (["join", "http://127.0.0.1:1"], "docena: ¿qué mesa? Da su enlace"),
        (["join", "http://127.0.0.1:1/t/k3", "--games", "0"], "docena: un bot no se puede ir después de 0 partidas\n"),
        (["join", "http://127.0.0.1:1/t/k3", "--bot", "deep"], "docena: no hay ningún bot llamado «deep»"),
        (["join", "http://127.0.0.1:1/t/k3", "--bot", "random"], "docena: no se puede conectar con 127.0.0.1:1: "),
    ],
)
def test_refusals_are_in_spanish(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*arguments, "--lang", "es"]) == 2
    assert capsys.readouterr().err.startswith(said)


def test_the_environment_chooses_the_language_of_one_command(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOCENA_LANG", "es")
    assert run(["play", "--players", "9"]) == 2
    assert "no para 9" in capsys.readouterr().err
    # a tool for programmers has one language
    assert run(["simulate", "--players", "9"]) == 2
    assert "classic is for 2 to 6 players, not 9" in capsys.readouterr().err


def test_a_language_that_there_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play", "--lang", "fr", "--players", "9"]) == 2
    assert capsys.readouterr().err == "docena: there is no language 'fr'; the languages are en and es\n"


def test_edition_files_are_refused_in_spanish(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.toml"
    for text, said in (
        (edition_text("classic").replace("players = [", "players = [9, "), "players es [9, "),
        (edition_text("classic").replace("goal = 500", "goal = 0"), "goal es 0: es un número de puntos"),
        ("name = ", f"{file} no es un archivo TOML: "),
    ):
        file.write_text(text, encoding="utf-8")
        assert run(["play", "--edition-file", str(file), "--lang", "es"]) == 2
        assert said in capsys.readouterr().err
    assert run(["play", "--edition-file", str(tmp_path / "none"), "--lang", "es"]) == 2
    assert capsys.readouterr().err.endswith("/none: no existe ese archivo\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["play", "--players", "x", "--lang", "es"], "--players es un número entero, no «x»"),
        (["play", "--lang=es", "--playrs", "3"], "no hay ninguna opción --playrs; ¿querías decir "),
        (["rules", "--lang", "es", "classic", "mod"], "esto es más de lo que admite la orden: mod"),
        (["score", "fix", "--lang", "es"], "falta N"),
        (["tournament", "clock", "--minutes", "x", "--lang", "es"], "--minutes es un número, no «x»"),
        (["tournament", "clock", "jump", "--lang", "es"], "DO tiene que ser una de estas palabras: show, "),
        (["replay", "--lang", "es", "/nowhere"], "/nowhere: no existe ese archivo"),
        (["verify", "--lang", "es", "/"], "/: es una carpeta"),
        (["hint", "x", "--tries", "1", "--lang", "es"], "--tries tiene que ser de 10 a "),
        (["rules", "--find", "xyzzy", "--lang", "es"], "ninguna regla de classic menciona «xyzzy»"),
    ],
)
def test_command_lines_are_refused_in_spanish_and_in_our_words(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("DOCENA_EVENTS", str(tmp_path / "events.db"))
    assert run(arguments) == 2
    error = capsys.readouterr().err
    assert said in error
    assert "Invalid" not in error
    assert "--help says" not in error


def test_the_command_line_as_a_whole_follows_the_environment(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOCENA_LANG", "es")
    assert run(["tourament"]) == 2
    assert capsys.readouterr().err == "docena: no hay ninguna orden «tourament»; ¿querías decir tournament?\n"
    assert run(["bench", "--seconds", "x"]) == 2
    assert "--seconds is a number, not 'x'" in capsys.readouterr().err


def test_a_proof_is_judged_in_spanish(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    games = tmp_path / "games"
    assert run(["simulate", "--games", "1", "--output", str(games)]) == 0
    capsys.readouterr()
    assert run(["verify", str(games), "--lang", "es"]) == 1
    assert "partida 1: este registro no tiene prueba" in capsys.readouterr().out


def test_a_stopped_command_says_so_in_spanish(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(_: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("docena.core.editions.edition", stop)
    assert run(["rules", "--lang", "es"]) == 130
    assert capsys.readouterr().err == "docena: interrumpido\n"
