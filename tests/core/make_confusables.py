"""Makes the table of characters that look like others, from a file of Unicode's.

    cd tests && ../.venv/bin/python -m core.make_confusables confusables.txt

The file is at https://www.unicode.org/Public/security/ (UTS 39). Kept are the characters that look like letters of the
scripts of Europe, like digits, or like marks and signs beside them, but for those that NFKD replaces anyway.
"""

import sys
import unicodedata
from collections import defaultdict
from pathlib import Path

from docena.core import confusables

SCRIPTS = ("LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "DIGIT", "COMBINING")
TABLE = Path(confusables.__file__).with_name("confusables.txt")
HEAD = """\
# What looks like something else, from confusables.txt of Unicode Technical Standard 39, version {version}.
# Made by tests/core/make_confusables.py. Copyright 1991-present Unicode, Inc.: see NOTICE.
# What it looks like; the characters that look like it. Code points, in hexadecimal.
"""


def kept(target: str) -> bool:
    return all(
        ord(character) < 0x80 or unicodedata.name(character, "").split(" ")[0] in SCRIPTS for character in target
    )


def read(text: str) -> dict[str, str]:
    """What each character looks like."""
    found = {}
    for line in text.removeprefix("\ufeff").splitlines():
        source, _, rest = line.partition("#")[0].partition(";")
        if rest:
            target = rest.partition(";")[0]
            found[chr(int(source, 16))] = "".join(chr(int(code, 16)) for code in target.split())
    return found


def table(found: dict[str, str]) -> str:
    likes = defaultdict(list)
    for source, target in sorted(found.items()):
        if kept(target) and unicodedata.normalize("NFKD", source) == source:
            likes[target].append(source)
    lines = (
        f"{'+'.join(f'{ord(c):X}' for c in target)} {' '.join(f'{ord(source):X}' for source in sources)}\n"
        for target, sources in sorted(likes.items())
    )
    return "".join(lines)


if __name__ == "__main__":
    text = Path(sys.argv[1]).read_text(encoding="utf-8")
    version = next((line.split()[-1] for line in text.splitlines() if line.startswith("# Version")), "unknown")
    TABLE.write_text(HEAD.format(version=version) + table(read(text)), encoding="ascii")
