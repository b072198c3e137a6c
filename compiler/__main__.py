"""`python -m compiler` brings the libraries that playing needs up to date; `--all` every one, LIBRARY only that one."""

import sys

from compiler.build import PLAYED, build_stale, update
from docena.engine.sources import LIBRARIES

if __name__ == "__main__":
    if sys.argv[1:] == ["--all"]:
        build_stale(tuple(LIBRARIES))
    elif sys.argv[1:]:
        for library in sys.argv[1:]:
            update(library)
    else:
        build_stale(PLAYED)
