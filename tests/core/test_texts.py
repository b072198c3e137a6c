"""Both languages say everything, the rulebook too; and the documents know every command."""

import string
from pathlib import Path
from typing import Any

import pytest
import typer.main

from docena.cli.app import app
from docena.core.editions import NAMES
from docena.core.words import LANGUAGES, texts
from docena.narration.rulebook import rulebook

DOCS = Path(__file__).parents[2] / "docs"


def _parts(text: str) -> set[str]:
    names = {name for _, name, _, _ in string.Formatter().parse(text) if name}
    return {name.removeprefix("a_") for name in names}


def test_both_languages_have_the_same_texts_with_the_same_parts() -> None:
    english, spanish = texts("en"), texts("es")
    assert english.keys() == spanish.keys()
    for section, keys in english.items():
        assert keys.keys() == spanish[section].keys(), section
        for key, text in keys.items():
            assert _parts(text) == _parts(spanish[section][key]), f"{section}.{key}"


def of_several(section: str, key: str) -> str:
    """The key by which a text is asked for: its singular is found by itself."""
    several = key.removesuffix("_one")
    return several if several in texts("en")[section] else key


def test_every_text_is_used() -> None:
    source = Path(DOCS.parent, "src", "docena")
    code = "".join(path.read_text(encoding="utf-8") for path in source.rglob("*.py"))
    made_up = ("awaits_", "partner_", "owner_", "bought_", "buy_", "stock_finished", "discard_empty")  # put together
    for section in ("why_not", "board", "play", "reasons", "plan", "hint", "analysis"):
        for key in {of_several(section, key) for key in texts("en")[section]}:
            assert f'"{key}"' in code or f"'{key}'" in code or key.startswith(made_up), f"{section}.{key}"


@pytest.mark.parametrize("edition", NAMES)
def test_the_rulebook_is_the_same_in_both_languages(edition: str) -> None:
    books = [rulebook(edition, lang) for lang in LANGUAGES]
    numbers = [[clause.number for chapter in book.chapters for clause in chapter.clauses] for book in books]
    assert numbers[0] == numbers[1]
    assert numbers[0] == sorted(numbers[0], key=lambda number: [int(part) for part in number.split(".")])
    assert len(books[0].words) == len(books[1].words)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_trademark_in_what_the_program_says(lang: str) -> None:
    said = " ".join(text for section in texts(lang).values() for text in section.values())
    said += " ".join(
        clause.text for name in NAMES for chapter in rulebook(name, lang).chapters for clause in chapter.clauses
    )
    assert "skip" not in said.lower().replace("skipped", "")


def _commands() -> dict[str, Any]:
    group: Any = typer.main.get_command(app)
    commands: dict[str, Any] = group.commands
    return commands


def test_every_command_stands_in_the_documents() -> None:
    page = (DOCS / "commands.md").read_text(encoding="utf-8")
    for name in _commands():
        assert f"`docena {name}" in page, name


@pytest.mark.parametrize("command", ["simulate", "arena"])
def test_every_option_of_simulate_and_arena_stands_in_the_documents(command: str) -> None:
    page = (DOCS / "commands.md").read_text(encoding="utf-8")
    for option in _commands()[command].params:
        assert any(name in page for name in option.opts), option.opts


def test_every_command_has_help() -> None:
    for name, command in _commands().items():
        assert command.help, name
        for option in command.params:
            assert getattr(option, "help", None), f"{name} {option.opts}"
