"""The sources of each compiled library, and a digest of what they mean: comments and docstrings do not count."""

import ast
import hashlib
from collections.abc import Iterable
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
_ENGINE = ("core/sizes", "core/cards", "core/moves", "engine/*", "engine/rules/*")
_BOTS = (*_ENGINE, "bots/*", "bots/kernels/*")
_SELFPLAY = (*_BOTS, "bots/selfplay/*")
LIBRARIES = {"engine": _ENGINE, "bots": _BOTS, "selfplay": _SELFPLAY, "tests": (*_SELFPLAY, "../../tests/entries/*")}
"""The modules whose code or constants go into each library; only training and tests need the last two."""
_NOT_COMPILED = frozenset(
    {
        *("engine/__init__", "engine/board", "engine/native", "engine/sources", "engine/view_json"),
        *("bots/selfplay/__init__", "bots/selfplay/examples", "bots/selfplay/policy_tuning", "bots/selfplay/targets"),
    }
)
"""Modules beside them that a library does not depend on."""


def library_of(module: str) -> str:
    """The library that the entries of a module are in."""
    if not module.startswith("docena."):
        return "tests"
    if module.startswith("docena.engine."):
        return "engine"
    return "selfplay" if module.startswith("docena.bots.selfplay.") else "bots"


def module_of(path: Path) -> str:
    """The name under which a source is imported."""
    if ".." in path.parts:
        return f"{path.parent.name}.{path.stem}"
    return ".".join(("docena", *path.relative_to(PACKAGE).with_suffix("").parts))


def sources(library: str) -> Iterable[Path]:
    found = (path for name in LIBRARIES[library] for path in PACKAGE.glob(f"{name}.py"))
    return sorted(path for path in found if path.relative_to(PACKAGE).with_suffix("").as_posix() not in _NOT_COMPILED)


def digest_of_bytes(library: str) -> str:
    """Changes with every byte of the sources, and costs a millisecond."""
    digest = hashlib.sha256()
    for path in sources(library):
        text = path.read_bytes()
        digest.update(f"{path.relative_to(PACKAGE).as_posix()} {len(text)}\n".encode() + text)
    return digest.hexdigest()


def digest_of_code(library: str) -> str:
    """Changes with the code only, and costs some tenths of a second."""
    digest = hashlib.sha256()
    for path in sources(library):
        tree = ast.parse(path.read_bytes())
        for node in ast.walk(tree):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
                node.body = [part for part in node.body if not _is_text(part)] or [ast.Pass()]
        digest.update(f"{path.relative_to(PACKAGE).as_posix()} {ast.dump(tree)}\n".encode())
    return digest.hexdigest()


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
