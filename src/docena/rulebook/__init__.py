"""The rulebook for players, in their language: one text for each edition, each clause with its number."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources

from docena.words import check_language


@dataclass(frozen=True)
class Clause:
    number: str
    text: str
    ruling: bool
    """The whole clause is a ruling of ours, where the printed sheets are silent."""


@dataclass(frozen=True)
class Chapter:
    number: str
    title: str
    clauses: list[Clause]


@dataclass(frozen=True)
class Rulebook:
    title: str
    ruling: str
    """The mark that stands before a ruling."""
    chapters: list[Chapter]
    words: dict[str, str]
    """The words of the table, and what each means."""


@cache
def _source(lang: str) -> dict[str, object]:
    file = resources.files(__name__).joinpath(f"{check_language(lang)}.toml")
    return tomllib.loads(file.read_text(encoding="utf-8"))


def rulebook(edition: str, lang: str = "en") -> Rulebook:
    """The rules of one edition.

    >>> [chapter.title for chapter in rulebook("masters").chapters][-1]
    'Coins'
    """
    source = _source(lang)
    chapters: dict[str, Chapter] = {}
    titles: dict[str, str] = source["chapters"]  # type: ignore[assignment]
    clauses: list[dict[str, object]] = source["clause"]  # type: ignore[assignment]
    for clause in clauses:
        if edition in clause["editions"]:  # type: ignore[operator]
            number = str(clause["number"])
            chapter = number.split(".")[0]
            chapters.setdefault(chapter, Chapter(chapter, titles[chapter], []))
            chapters[chapter].clauses.append(Clause(number, str(clause["text"]), bool(clause.get("ruling"))))
    words: dict[str, dict[str, object]] = source["words"]  # type: ignore[assignment]
    return Rulebook(
        title=str(source["title"]),
        ruling=str(source["ruling_mark"]),
        chapters=list(chapters.values()),
        words={
            str(word["term"]): str(word["meaning"])
            for word in words.values()
            if edition in word.get("editions", [edition])  # type: ignore[operator]
        },
    )
