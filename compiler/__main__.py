"""`python -m compiler` brings the libraries that playing needs up to date; `--all` every one, LIBRARY only that one.

`--into FOLDER SYSTEM [LIBRARY]` builds the libraries of a wheel, or one of them, for all processors of a system.
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
        case ["--into", folder, name]:
            in_parallel([[*sys.argv[1:], library] for library in SHIPPED])
        case ["--into", folder, name, library]:
            build(library, Path(folder), [system for system in SYSTEMS if system.name == name], best_only=False)
        case libraries:
            for library in libraries:
                update(library)
