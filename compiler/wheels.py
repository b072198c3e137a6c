"""What a wheel needs of the compiler: the libraries of one system, and the tag that says which system it is."""

import os
import platform
import subprocess
import sys
from pathlib import Path

from compiler.linker import c_compiler
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


def tag() -> str:
    """The wheel's: one that was not ordered for a system by its name is for this machine and those like it."""
    system = wanted_system()
    if system.suffix == ".so" and not os.environ.get("DOCENA_SYSTEM"):
        return f"py3-none-linux_{platform.machine()}"
    return f"py3-none-{system.tag}"


def requirements() -> list[str]:
    """What compiling needs."""
    if libraries() is not None:
        return []
    here = wanted_system() == system_of(sys.platform, platform.machine())
    return [*REQUIREMENTS] if here and c_compiler() else [*REQUIREMENTS, LINKER]


def libraries() -> Path | None:
    """A folder with the libraries of all systems, if they have been compiled before."""
    folder = os.environ.get("DOCENA_LIBRARIES")
    return Path(folder) if folder else None


def start(root: Path, folder: Path | None) -> "subprocess.Popen[bytes]":
    """Compiles in another process: what is stale in a checkout, or everything for a wheel into a folder."""
    # pip names there what it has installed for the build
    places = [str(root), str(root / "src"), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(places)}
    command = [sys.executable, "-m", "compiler"]
    if folder is not None:
        command += ["--into", str(folder), wanted_system().name]
    return subprocess.Popen(command, cwd=root, env=environment)  # noqa: S603  # ourselves


def files_in(folder: Path) -> list[Path]:
    return sorted((folder / wanted_system().name).iterdir())
