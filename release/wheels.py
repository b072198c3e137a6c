"""`make wheels`: the source distribution, and wheels for all systems, built on this machine into the folder `dist`."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from compiler.targets import SYSTEMS

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"


def main() -> None:
    DIST.mkdir(exist_ok=True)
    for old in (*DIST.glob("docena-*.whl"), *DIST.glob("docena-*.tar.gz")):
        old.unlink()
    with tempfile.TemporaryDirectory(prefix="docena-wheels-") as folder:
        print("Compiling the rules and the bots for all systems ...", flush=True)
        run(sys.executable, "-m", "compiler", "--into", folder, *(system.name for system in SYSTEMS))
        # what is built first brings the page up to date, for all of them
        build("sdist")
        for system in SYSTEMS:
            build("wheel", DOCENA_SYSTEM=system.name, DOCENA_LIBRARIES=folder)
    for path in sorted(DIST.iterdir()):
        print(f"{path.stat().st_size / 1e6:5.1f} MB  {path.relative_to(ROOT)}")


def build(target: str, **environment: str) -> None:
    run(sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(DIST), **environment)


def run(*command: str, **environment: str) -> None:
    if status := subprocess.call(command, cwd=ROOT, env={**os.environ, **environment}):
        sys.exit(status)


if __name__ == "__main__":
    main()
