"""Commands that people play with are refused in the language that was chosen."""

import pytest

from docena.cli.app import run


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
            "docena: Ningún código lleva «0»: ",
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
