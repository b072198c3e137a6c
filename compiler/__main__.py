"""`python -m compiler` brings the libraries that playing needs up to date; `--all` every one, LIBRARY only that one."""

import platform
import sys

from compiler.build import PLAYED, build, build_stale
from compiler.targets import system_of
from docena.engine.native import FOLDER
from docena.engine.sources import LIBRARIES

if __name__ == "__main__":
    if sys.argv[1:] == ["--all"]:
        build_stale(tuple(LIBRARIES))
    elif sys.argv[1:]:
        for library in sys.argv[1:]:
            build(library, FOLDER, [system_of(sys.platform, platform.machine())], best_only=True)
    else:
        build_stale(PLAYED)
