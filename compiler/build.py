"""Builds the libraries of this machine into the package, or those of any system into a folder."""

import json
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from compiler.linker import link
from compiler.targets import Processor, System, processors_of, system_of
from docena.engine.native import FOLDER, LEVELS, is_current
from docena.engine.sources import digest_of_bytes, digest_of_code


def build(library: str, folder: Path, systems: Sequence[System], best_only: bool) -> None:
    """One pass of Numba for all systems; a library takes its name only when it is whole."""
    from compiler.entries import representations
    from compiler.machine_code import object_of

    here = system_of(sys.platform, platform.machine())
    digests = {"bytes": digest_of_bytes(library), "code": digest_of_code(library)}
    texts = representations(library)
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder, prefix=".making-") as bench:
        for system in systems:
            for processor in [_best(Path(bench), system)] if best_only else processors_of(system.architecture):
                made = Path(bench) / f"{library}-{processor.variant}.o"
                made.write_bytes(object_of(texts, processor, system))
                link(made, made.with_suffix(system.suffix), system, native=system == here)
                place = folder if best_only else folder / system.name
                place.mkdir(exist_ok=True)
                made.with_suffix(system.suffix).replace(place / f"{library}-{processor.variant}{system.suffix}")
                stamp = Path(bench) / "stamp"
                stamp.write_text(json.dumps(digests) + "\n", encoding="ascii")
                stamp.replace(place / f"{library}.json")


def _best(bench: Path, system: System) -> Processor:
    """The best kind of processor that this machine's is one of."""
    import ctypes

    from compiler.machine_code import object_of

    first = processors_of(system.architecture)[0]
    probe = bench / "probe.o"
    probe.write_bytes(object_of([], first, system))
    link(probe, probe.with_suffix(system.suffix), system, native=True)
    level = ctypes.PyDLL(str(probe.with_suffix(system.suffix))).docena_cpu_level()
    able = [found for found in processors_of(system.architecture) if LEVELS.get(found.variant, 0) <= level]
    return max(able, key=lambda found: LEVELS.get(found.variant, 0))


PLAYED = ("engine", "bots")
"""The libraries that playing needs; in a checkout the others are compiled when somebody trains, or tests."""
SHIPPED = (*PLAYED, "selfplay")
"""The libraries in a wheel."""


def update(library: str) -> None:
    """Builds a library into the package for this machine, unless another process has just done so."""
    from docena.storage.filelock import FileLock, Locked

    FOLDER.mkdir(parents=True, exist_ok=True)
    while True:
        try:
            lock = FileLock(FOLDER / library)
        except Locked:
            time.sleep(0.2)
        else:
            with lock:
                if not is_current(library):
                    build(library, FOLDER, [system_of(sys.platform, platform.machine())], best_only=True)
            return


def build_stale(libraries: Sequence[str]) -> None:
    """Builds the libraries that are missing or older than their sources, side by side, for this machine."""
    stale = [library for library in libraries if not is_current(library)]
    if stale:
        print("Compiling the rules and the bots ...", flush=True)
    in_parallel([[library] for library in stale])


def in_parallel(arguments: Sequence[Sequence[str]]) -> None:
    """Runs this compiler once for each list of arguments, side by side."""
    command = [sys.executable, "-m", "compiler"]
    running = [subprocess.Popen([*command, *more], cwd=Path(__file__).parents[1]) for more in arguments]  # noqa: S603  # ourselves
    ended = [process.wait() for process in running]
    if any(ended):
        raise SystemExit("The libraries could not be compiled; what went wrong stands above.")
