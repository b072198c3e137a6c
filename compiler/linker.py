"""From an object file to a shared library."""

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

from compiler.targets import System


class NoLinker(Exception):
    """Nothing here can link for that system."""


def link(found: Path, library: Path, system: System, native: bool) -> None:
    """Links for this machine with its own C compiler, and for others, or where there is none, with `ziglang`."""
    command = [*_linker(system, native), "-shared", "-o", str(library), str(found)]
    if system.suffix != ".dylib":
        command.append("-s")
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603  # a compiler of our own choice
    if done.returncode:
        raise NoLinker(f"{command[0]} could not link {library.name}: {done.stderr.strip()[-2000:]}")


def _linker(system: System, native: bool) -> list[str]:
    if native:
        for name in ("cc", "gcc", "clang"):
            if path := shutil.which(name):
                return [path, "-nostdlib"] if system.suffix == ".so" else [path]
    if importlib.util.find_spec("ziglang"):
        return [sys.executable, "-m", "ziglang", "cc", "-target", system.zig]
    raise NoLinker("there is no C compiler here; `pip install ziglang` brings one")
