"""What is compiled, the cache of code with bounds checks, and the rules that sources keep."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import docena
from docena.engine.sources import sources

ROOT = Path(docena.__file__).parent
MARKS = {"rule", "hot", "entry", "long_entry"}


def engine_sources() -> set[Path]:
    return set(sources("selfplay"))


def _is_compiled(tree: ast.Module) -> bool:
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return any(isinstance(mark, ast.Name) and mark.id in MARKS for node in functions for mark in node.decorator_list)


def test_every_compiled_module_and_its_constants_are_known_to_the_compiler() -> None:
    """A change in any of them must lead to another library, and to another cache: Numba would not notice it."""
    known = engine_sources()
    for path in ROOT.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        if not _is_compiled(tree):
            continue
        assert path in known, f"{path} has compiled rules and is not in engine/sources.py"
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("docena."):
                names = [name.name for name in node.names]
                if not any(name.isupper() or name in MARKS for name in names):
                    continue
                module = ROOT / Path(*(node.module or "").split(".")[1:])
                source = module.with_suffix(".py") if module.with_suffix(".py").exists() else module / "__init__.py"
                assert source in known, f"{path} takes constants from {source}, which is not in engine/sources.py"


def _start(cache: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    program = "from docena.game.game import Game; print(Game.new(stock=3, seed=1).board.mover)"
    return subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "DOCENA_CACHE": str(cache), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_cache_folder_that_cannot_be_written_is_no_hindrance(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="utf-8")
    done = _start(blocked / "cache", DOCENA_JIT="check")
    assert done.returncode == 0
    assert done.stdout.strip() in ("1", "2")


def test_another_word_for_the_mode_is_refused(tmp_path: Path) -> None:
    done = _start(tmp_path, DOCENA_JIT="maybe")
    assert done.returncode == 1
    assert done.stderr.startswith("docena: DOCENA_JIT is 'maybe'")


def test_nothing_asks_which_edition_it_is() -> None:
    for path in ROOT.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Compare):
                texts = {part.value for part in ast.walk(node) if isinstance(part, ast.Constant)}
                assert not texts & {"classic", "deluxe", "mod", "masters", "tournament"}, f"{path}:{node.lineno}"


def test_only_our_own_old_caches_are_pruned(tmp_path: Path) -> None:
    from docena.engine.numba_jit import _prune

    strangers = [tmp_path / f"precious-folder{n}" for n in range(9)]
    ours = [tmp_path / f"{n:016x}" for n in range(9)]
    for folder in strangers + ours:
        folder.mkdir()
    _prune(tmp_path, ours[0])
    assert all(folder.exists() for folder in [*strangers, ours[0]])
    assert sum(folder.exists() for folder in ours) == 5
