"""Builds the libraries of this machine into the package, or those of any system into a folder."""

import ctypes
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from compiler.cache import cached, copy
from compiler.linker import NoLinker, has_ziglang, link
from compiler.reproducible import steadied
from compiler.targets import Processor, System, processors_of, system_of
from docena.core.filelock import waited_lock
from docena.engine.native import FOLDER, LEVELS, find, is_current
from docena.engine.sources import digest_of_bytes, digest_of_code


def build(library: str, folder: Path, systems: Sequence[System]) -> None:
    """One pass of Numba for all systems and their processors; each system has a folder of its own."""
    from compiler.entries import representations

    here = _here()
    digests = _digests(library)
    texts = representations(library)
    for system in systems:
        place = folder / system.name
        place.mkdir(parents=True, exist_ok=True)
        for processor in processors_of(system.architecture):
            # wheels are linked by the same linker wherever they are built
            native = system == here and not has_ziglang()
            _make(texts, place / f"{library}-{processor.variant}{system.suffix}", processor, system, native)
        _stamp(place, library, digests)


def _make(texts: Sequence[str], library: Path, processor: Processor, system: System, native: bool) -> None:
    """A library takes its name only when it is whole."""
    from compiler.machine_code import object_of

    with tempfile.TemporaryDirectory(dir=library.parent, prefix=".making-") as bench:
        made, linked = Path(bench, "object.o"), Path(bench, library.name)
        made.write_bytes(object_of(texts, processor, system))
        link(made, linked, system, native)
        if not native:
            linked.write_bytes(steadied(linked.read_bytes()))
        linked.replace(library)


def _digests(library: str) -> dict[str, str]:
    return {"bytes": digest_of_bytes(library), "code": digest_of_code(library)}


def _stamp(place: Path, library: str, digests: dict[str, str]) -> None:
    part = place / f".{library}.{os.getpid()}.part"
    part.write_text(json.dumps(digests) + "\n", encoding="ascii")
    part.replace(place / f"{library}.json")


def _here() -> System:
    return system_of(sys.platform, platform.machine())


def best_processor(system: System) -> Processor:
    """The best kind of processor that this machine's is one of."""
    first = processors_of(system.architecture)[0]
    with tempfile.TemporaryDirectory(prefix="docena-probe-", ignore_cleanup_errors=True) as bench:
        probe = Path(bench, f"probe{system.suffix}")
        _make([], probe, first, system, native=True)
        level = ctypes.PyDLL(str(probe)).docena_cpu_level()
    able = [found for found in processors_of(system.architecture) if LEVELS.get(found.variant, 0) <= level]
    return max(able, key=lambda found: LEVELS.get(found.variant, 0))


PLAYED = ("engine", "bots")
"""The libraries that playing needs; in a checkout the others are compiled when somebody trains, or tests."""
SHIPPED = (*PLAYED, "selfplay")
"""The libraries in a wheel."""


def update(library: str) -> None:
    """Brings a library of the package up to date for this machine, unless another process has just done so."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with waited_lock(FOLDER / library):
        if is_current(library) and find(library):
            return
        try:
            _update(library)
        except NoLinker as error:
            raise SystemExit(f"docena: {error}") from None


def _update(library: str) -> None:
    system, digests = _here(), _digests(library)
    processor = best_processor(system)

    def make(path: Path) -> None:
        from compiler.entries import kept_representations

        _make(list(kept_representations(library).values()), path, processor, system, native=True)

    found = cached(library, digests["code"], system, processor, make)
    copy(found, FOLDER / f"{library}-{processor.variant}{system.suffix}")
    _stamp(FOLDER, library, digests)


def build_stale(libraries: Sequence[str]) -> None:
    """Builds the libraries that are missing or older than their sources, side by side, for this machine."""
    stale = [library for library in libraries if not is_current(library) or not find(library)]
    if stale:
        print("Compiling the rules and the bots ...", flush=True)
    # by one process, so that what both have in common is compiled once
    played = [library for library in stale if library in PLAYED]
    in_parallel([*([played] if played else []), *([library] for library in stale if library not in PLAYED)])


def in_parallel(arguments: Sequence[Sequence[str]]) -> None:
    """Runs this compiler once for each list of arguments, side by side."""
    command = [sys.executable, "-m", "compiler"]
    running = [subprocess.Popen([*command, *more], cwd=Path(__file__).parents[1]) for more in arguments]  # noqa: S603  # ourselves
    ended = [process.wait() for process in running]
    if any(ended):
        raise SystemExit("The libraries could not be compiled; what went wrong stands above.")
