"""Every clause of the rulebook has a test that is named after it."""

import re
import tomllib
from importlib import resources
from pathlib import Path

import pytest
from rules.mutants import MUTANTS, ROOT

HERE = Path(__file__).parent


def clauses() -> list[str]:
    rulebook = tomllib.loads(
        resources.files("docena.narration.rulebook").joinpath("en.toml").read_text(encoding="utf-8")
    )
    return list(dict.fromkeys(clause["number"] for clause in rulebook["clause"]))


def clauses_with_tests() -> set[str]:
    """The clauses that test functions in the chapters' files are named after."""
    found = set()
    for file in HERE.glob("test_*.py"):
        for chapter, number in re.findall(r"^def test_(\d+)_(\d+)_[a-z0-9]", file.read_text(encoding="utf-8"), re.M):
            found.add(f"{chapter}.{number}")
    return found


@pytest.mark.parametrize("clause", clauses())
def test_the_clause_has_a_test(clause: str) -> None:
    assert clause in clauses_with_tests(), f"no test in tests/rules is named after clause {clause}"


def test_no_test_is_named_after_a_clause_that_does_not_exist() -> None:
    assert clauses_with_tests() <= set(clauses())


def test_each_test_stands_in_the_file_of_its_chapter() -> None:
    for file in HERE.glob("test_*.py"):
        chapters = set(re.findall(r"^def test_(\d+)_\d+_", file.read_text(encoding="utf-8"), re.M))
        assert len(chapters) <= 1
        assert all(file.name.startswith(f"test_{chapter}_") for chapter in chapters)


@pytest.mark.parametrize("file", sorted({mutant.file for mutant in MUTANTS}))
def test_what_a_mutant_breaks_stands_in_its_file_exactly_once(file: str) -> None:
    text = (ROOT / "src" / "docena" / file).read_text(encoding="utf-8")
    stale = [mutant.old for mutant in MUTANTS if mutant.file == file and text.count(mutant.old) != 1]
    assert not stale, f"mutants.py is out of date with {file}"
