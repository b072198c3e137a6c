"""`python -m compiler.wasm` brings what the page runs up to date.

`bindings` writes how the page calls it, for `web/`; `bindings check` only compares.
"""

import sys
from pathlib import Path

from compiler.entries import name_of  # first of all: it says how the sources are read
from compiler.wasm.bindings import bindings
from compiler.wasm.build import update
from compiler.wasm.entries import function_of, page_entries
from compiler.wasm.facts import facts_files

LIB = Path(__file__).parents[2] / "web" / "src" / "lib"


def main(what: list[str]) -> None:
    if not what:
        update()
        return
    for path, text in page_sources().items():
        if what == ["bindings"]:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            sys.exit(f"{path} is not what the sources declare: run python -m compiler.wasm bindings")


def page_sources() -> dict[Path, str]:
    """The files of the page that are made from what Python declares."""
    entries = {name_of(entry): function_of(entry) for entry in page_entries()}
    facts = {LIB / "local" / "facts" / name: text for name, text in facts_files().items()}
    return {LIB / "engine" / "bindings.ts": bindings(entries), **facts}


if __name__ == "__main__":
    main(sys.argv[1:])
