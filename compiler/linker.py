"""From an object file to a shared library."""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

from compiler.targets import System


class NoLinker(Exception):
    """Nothing here can link for that system; the sentence says why."""


def link(found: Path, library: Path, system: System, native: bool) -> None:
    """Links with the C compiler of this machine if it is `native` and there is one, otherwise with `ziglang`.

    The library needs nothing from outside, and what was left open would be an error: no C library is linked.
    """
    command = [*_linker(system, native), "-shared", "-o", str(library), str(found), *_options(system, library.name)]
    # zig keeps what it compiles itself, which is nothing here
    environment = {"ZIG_GLOBAL_CACHE_DIR": str(library.parent / "zig"), **os.environ}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)  # noqa: S603  # of our own choice
    if done.returncode:
        raise NoLinker(f"{Path(command[0]).name} could not link {library.name}: {done.stderr.strip()[-2000:]}")


def _linker(system: System, native: bool) -> list[str]:
    if native and (path := c_compiler()):
        return [path]
    if has_ziglang():
        return [sys.executable, "-m", "ziglang", "cc", "-target", system.zig]
    raise NoLinker("there is no C compiler here to link with; `pip install ziglang` brings one")


def has_ziglang() -> bool:
    return importlib.util.find_spec("ziglang") is not None


def c_compiler() -> str | None:
    """That of this machine, if it has one; those on Windows differ too much to rely on."""
    if sys.platform == "win32":
        return None
    if sys.platform == "darwin" and subprocess.call(
        ["/usr/bin/xcode-select", "-p"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ):
        return None  # there is a `cc` that only asks to install one
    return next((path for name in ("cc", "gcc", "clang") if (path := shutil.which(name))), None)


def _options(system: System, name: str) -> list[str]:
    if system.suffix == ".dylib":
        # macOS loads no library that does not name libSystem
        return ["-nostdlib", "-lSystem", f"-Wl,-install_name,@rpath/{name}"]
    return ["-nostdlib", "-s"] + (["-Wl,-z,defs"] if system.suffix == ".so" else [])
