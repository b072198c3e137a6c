"""Who entered a line of an event's log: derived from the key that was used, with a name where a director gives one.

Lines of earlier versions have a director's bare name, or the code of the online table that reported.
"""

import re

from docena.core.words import say
from docena.storage.keys import DIRECTOR
from docena.tournaments.entries import one_line

_NAMED = f"{DIRECTOR}: "
_TABLE = re.compile(r"table (\d{1,6})")
_ONLINE = re.compile(r"online table (\d{1,6})")
_ONLINE_BY_CODE = re.compile(r"online \w{1,40}")


def director(name: str = "") -> str:
    """A director, who may sign with any name: it never looks like another role.

    >>> director(), director("  María "), director("table 3")
    ('director', 'director: María', 'director: table 3')
    """
    line = one_line(name).removeprefix(_NAMED)
    return DIRECTOR if line in ("", DIRECTOR) else _NAMED + line


def online_table(number: int) -> str:
    """A table of the server, which reports automatically."""
    return f"online table {number}"


def author_words(by: str, lang: str) -> str:
    """
    >>> author_words("director: María", "en"), author_words("table 3", "es"), author_words("María", "es")
    ('director: María', 'mesa 3', 'María')
    """
    line = one_line(by)
    if line == DIRECTOR:
        return say(lang, "author", "director")
    if line.startswith(_NAMED):
        return say(lang, "author", "named", name=line.removeprefix(_NAMED))
    if found := _TABLE.fullmatch(line):
        return say(lang, "author", "table", n=found[1])
    if found := _ONLINE.fullmatch(line):
        return say(lang, "author", "online", n=found[1])
    return say(lang, "author", "online_unknown") if _ONLINE_BY_CODE.fullmatch(line) else line
