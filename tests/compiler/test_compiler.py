"""The compiler: what it accepts, that it builds the same bytes twice, and that no stale library is ever used."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from docena.engine import native
from docena.engine.signature import Records, signature_of
from docena.engine.sources import PACKAGE
from docena.engine.table import PAD, TABLE, Pads, Tables

ROOT = Path(__file__).parents[2]


def compile_text(folder: Path, body: str) -> "subprocess.CompletedProcess[str]":
    """Compiles and links one entry that is not of the package; prints the object file."""
    program = f"""
import sys, types
from pathlib import Path
from compiler.linker import link
from compiler.entries import representation
from compiler.machine_code import object_of
from compiler.targets import processors_of, system_of
import numpy as np
from docena.engine.jit import entry
from docena.engine.table import Pads, Tables

@entry
def tried(tables: Tables, i: int, pads: Pads) -> int:
    {body}

system = system_of(sys.platform, __import__("platform").machine())
made = Path(sys.argv[0]).with_suffix(".o")
made.write_bytes(object_of([representation(tried)], processors_of(system.architecture)[0], system))
link(made, made.with_suffix(system.suffix), system, native=True)
sys.stdout.buffer.write(made.read_bytes())
"""
    path = folder / "tried.py"
    path.write_text(program, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, str(path)],
        capture_output=True,
        text=True,
        errors="replace",
        env=environment,
        check=False,
    )


def test_the_same_entry_becomes_the_same_bytes(tmp_path: Path) -> None:
    first, second = (compile_text(tmp_path, "return tables[i].turn + pads[0].moves[3]").stdout for _ in range(2))
    assert first == second != ""


@pytest.mark.parametrize(
    "body",
    [
        "if i > 5: raise ValueError\n    return i",
        "return len([i, 1])",
        "return int(np.zeros(i)[0])",
        "return int(np.exp(i * 1.5))",
    ],
    ids=["raise", "list", "array", "libm"],
)
def test_an_entry_that_raises_allocates_or_calls_a_library_is_not_compiled(tmp_path: Path, body: str) -> None:
    done = compile_text(tmp_path, body)
    assert done.returncode == 1
    assert "compiled code must not raise, allocate or call a library" in done.stderr


def test_signatures_are_read_from_annotations() -> None:
    def entry(tables: Tables, i: int, pads: Pads, share: float, asking: bool) -> None: ...

    signature = signature_of(entry)
    assert signature.parameters == {
        "tables": Records(TABLE),
        "i": int,
        "pads": Records(PAD),
        "share": float,
        "asking": bool,
    }
    assert signature.returns is None

    def untyped(tables: list[int]) -> None: ...

    with pytest.raises(TypeError, match="cannot take"):
        signature_of(untyped)


def test_arrays_of_numbers_are_checked_before_a_call() -> None:
    import numpy as np

    rows = np.zeros((3, 2), np.int64)
    assert native._numbers(rows, "i8", 2) == rows.ctypes.data
    for wrong in (rows.T, rows[:, :1], rows[0], rows.astype(np.int32)):
        with pytest.raises(TypeError, match="was expected"):
            native._numbers(wrong, "i8", 2)


def run(folder: Path, program: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Runs a program with the package that is in a folder, and its libraries."""
    environment = {**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}"}
    command = [sys.executable, "-c", program, *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=False, cwd=folder)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a copy of the package, as if it had been installed, and the library of the engine."""
    folder = tmp_path_factory.mktemp("built")
    ignored = shutil.ignore_patterns("__pycache__", "page", "native")
    shutil.copytree(PACKAGE, folder / "docena", ignore=ignored)
    missing = run(folder, "from docena.engine import step")
    assert missing.returncode == 1
    assert missing.stderr.startswith("docena: the compiled engine library for this machine")
    assert "Traceback" not in missing.stderr
    done = run(
        folder, "import runpy, sys; sys.argv = ['', 'engine']; runpy.run_module('compiler', run_name='__main__')"
    )
    assert done.returncode == 0, done.stderr
    return folder


PLAYS = """
import sys
from pathlib import Path
from docena.game.record import check, read_record
games = 0
for path in sorted(Path(sys.argv[1]).glob("*.jsonl")):
    for line in path.read_text(encoding="utf-8").splitlines():
        check(read_record(line))
        games += 1
print(games, "numba" in sys.modules)
"""


def test_the_library_plays_the_sample_games(built: Path) -> None:
    """Games of every edition, through the library and without Numba."""
    samples = ROOT / "tests" / "samples"
    games = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in samples.glob("*.jsonl"))
    done = run(built, PLAYS, str(samples))
    assert (done.stdout, done.stderr) == (f"{games} False\n", "")


def test_a_library_that_is_older_than_its_sources_is_not_used(built: Path) -> None:
    rule = built / "docena" / "engine" / "rules" / "coins.py"
    text = rule.read_text(encoding="utf-8")
    program = "from docena.engine import step; print('loaded')"
    try:
        rule.write_text(f"# A remark.\n\n{text}", encoding="utf-8")
        assert run(built, program).stdout == "loaded\n"
        rule.write_text(f"{text}\n\nMORE = 1\n", encoding="utf-8")
        done = run(built, program)
    finally:
        rule.write_text(text, encoding="utf-8")
    assert done.returncode == 1
    assert "was compiled from other sources" in done.stderr
    assert "Traceback" not in done.stderr


COMPILED_IN_BETWEEN = """
from docena.engine import native
path, stamp = next(native.FOLDER.glob("engine-*")), native.FOLDER / "engine.json"
good = path.read_bytes(), stamp.read_text()
path.unlink()
path.write_bytes(b"older, and not to be loaded")
stamp.write_text('{"bytes": "other", "code": "other"}')
def compiled(name):
    path.unlink()
    path.write_bytes(good[0])
    path.chmod(0o755)
    return bool(stamp.write_text(good[1]))
native._compile = compiled
print(native.library("engine")[1].docena_cpu_level() in (0, 1, 2))
"""


def test_an_older_library_is_not_loaded_before_it_is_compiled_anew(built: Path) -> None:
    """The system would not load a new file by the path of one that is loaded."""
    done = run(built, COMPILED_IN_BETWEEN)
    assert (done.stdout, done.stderr) == ("True\n", "")


def test_records_with_gaps_between_them_have_no_address(built: Path) -> None:
    program = (
        "from docena.engine.table import new_tables; print(new_tables(3)[1:].address % 8); new_tables(4)[::2].address"
    )
    done = run(built, program)
    assert done.stdout == "0\n"
    assert "ValueError: compiled code takes arrays without gaps" in done.stderr


def test_the_library_knows_what_the_processor_can_do(built: Path) -> None:
    done = run(built, "from docena.engine import native; print(native.library('engine')[1].docena_cpu_level())")
    assert done.stdout.strip() in ("0", "1", "2")


def test_the_same_code_is_compiled_once_for_all_checkouts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from compiler.cache import cached
    from compiler.targets import SYSTEMS, processors_of

    monkeypatch.setenv("DOCENA_CACHE", str(tmp_path))
    system, made = SYSTEMS[0], list[Path]()
    first, second = processors_of(system.architecture)[:2]

    def make(path: Path) -> None:
        made.append(path)
        path.write_bytes(b"a library")

    place = cached("engine", "one", system, first, make)
    assert cached("engine", "one", system, first, make) == place
    assert made == [place]
    others = {cached("engine", "two", system, first, make), cached("engine", "one", system, second, make)}
    assert len({place, *others}) == len(made) == 3
    # what was used long ago goes, also what a build that was killed has left
    libraries = place.parent
    (libraries / ".making-killed").mkdir()
    old = [libraries / ".making-killed", *(libraries / f"engine-{n}.so" for n in range(30))]
    for path in old:
        path.touch()
        os.utime(path, (1, 1))
    assert cached("engine", "one", system, first, make) == place
    assert place.exists()
    assert not old[0].exists()
    assert sum(path.exists() for path in old) < 30


def test_what_a_c_library_would_have_is_in_the_object_file(tmp_path: Path) -> None:
    """Filling memory becomes a call of `memset`: linking fails if nothing answers it."""
    done = compile_text(tmp_path, "for n in range(i):\n        pads[0].moves[n] = 0\n    return i")
    assert done.returncode == 0, done.stderr
