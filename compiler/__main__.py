"""`python -m compiler` brings the libraries that playing needs up to date; `--all` every one, LIBRARY only that one.

`--into FOLDER SYSTEM...` builds the libraries of wheels for all processors of these systems, each in a folder with the
name of its system; `--library NAME --into FOLDER SYSTEM...` builds only one of them.
"""

import sys
from pathlib import Path

from compiler.build import PLAYED, SHIPPED, build, build_stale, in_parallel, update
from compiler.targets import SYSTEMS
from docena.engine.sources import LIBRARIES

if __name__ == "__main__":
    match sys.argv[1:]:
        case []:
            build_stale(PLAYED)
        case ["--all"]:
            build_stale(tuple(LIBRARIES))
        case ["--into", _, *_]:
            in_parallel([["--library", library, *sys.argv[1:]] for library in SHIPPED])
        case ["--library", library, "--into", folder, *names]:
            build(library, Path(folder), [system for system in SYSTEMS if system.name in names])
        case libraries:
            for library in libraries:
                update(library)
