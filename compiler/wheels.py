"""What a wheel needs of the compiler: the libraries of one system, and the tag that says which system it is."""

import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

from compiler.targets import SYSTEMS, System, system_of

REQUIREMENTS = ("numba>=0.63", "numpy>=2.1", "msgspec>=0.20")
LINKER = "ziglang>=0.14"
"""Links where there is no C compiler, and for other systems."""


def wanted_system() -> System:
    """The system to build for: this one, or the one that DOCENA_SYSTEM names."""
    name = os.environ.get("DOCENA_SYSTEM")
    if not name:
        return system_of(sys.platform, platform.machine())
    for system in SYSTEMS:
        if system.name == name:
            return system
    raise SystemExit(f"DOCENA_SYSTEM is {name!r}; it may be {', '.join(system.name for system in SYSTEMS)}")


def requirements() -> list[str]:
    """What compiling needs."""
    here = wanted_system() == system_of(sys.platform, platform.machine())
    has_compiler = any(shutil.which(name) for name in ("cc", "gcc", "clang"))
    return [*REQUIREMENTS] if here and has_compiler else [*REQUIREMENTS, LINKER]


def start(root: Path, folder: Path | None) -> "subprocess.Popen[bytes]":
    """Compiles in another process: what is stale in a checkout, or everything for a wheel into a folder."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(root), str(root / "src")])}
    command = [sys.executable, "-m", "compiler"]
    if folder is not None:
        command += ["--into", str(folder), wanted_system().name]
    return subprocess.Popen(command, cwd=root, env=environment)  # noqa: S603  # ourselves


def files_in(folder: Path) -> list[Path]:
    return sorted((folder / wanted_system().name).iterdir())
