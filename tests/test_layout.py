"""The package stays easy to find one's way in: small modules, and each name only once."""

import ast
import re
from collections import defaultdict
from pathlib import Path

import docena

PACKAGE = Path(docena.__file__).parent
MODULES = sorted(PACKAGE.rglob("*.py"))
MOST_LINES = 400


def test_no_class_name_twice() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(f"{path.relative_to(PACKAGE)}:{node.lineno}")
    assert places
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


def test_no_module_is_too_long_to_read() -> None:
    lengths = {str(path.relative_to(PACKAGE)): len(path.read_text(encoding="utf-8").splitlines()) for path in MODULES}
    assert {name: length for name, length in lengths.items() if length > MOST_LINES} == {}


def test_only_packages_at_the_top() -> None:
    assert {path.name for path in PACKAGE.glob("*.py")} == {"__init__.py", "__main__.py"}


def test_the_ten_questions_have_ten_answers_that_exist() -> None:
    questions = (PACKAGE.parents[1] / "ARCHITECTURE.md").read_text(encoding="utf-8").split("## Ten questions")[1]
    answers = re.findall(r"`([a-z_/]+/[a-z_]*(?:\.\w+)?)`", questions)
    assert len(re.findall(r"^\d+\. ", questions, re.M)) == 10
    assert len(answers) >= 10
    assert [answer for answer in answers if not (PACKAGE / answer).exists()] == []
