"""The rulebook for players, in their language: one text for each edition, each clause with its number."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources

from docena.core.editions import NAMES, edition
from docena.core.words import check_language


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


@dataclass(frozen=True)
class WholeClause:
    number: str
    text: str
    ruling: bool
    editions: list[str]
    """The editions that it is for; the same number may say something else in others."""


@dataclass(frozen=True)
class WholeChapter:
    number: str
    title: str
    clauses: list[WholeClause]


@dataclass(frozen=True)
class Word:
    term: str
    meaning: str
    editions: list[str]


@dataclass(frozen=True)
class WholeRulebook:
    """The rules of all editions together."""

    title: str
    ruling: str
    editions: dict[str, str]
    """Their titles."""
    chapters: list[WholeChapter]
    words: list[Word]


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


def whole_rulebook(lang: str = "en") -> WholeRulebook:
    """The rules of all editions, each clause with those that it is for.

    >>> [clause.editions for clause in whole_rulebook().chapters[0].clauses][:3]
    [['classic', 'deluxe', 'tournament'], ['mod'], ['masters']]
    """
    books = {name: rulebook(name, lang) for name in NAMES}
    chapters: dict[str, dict[tuple[str, str], WholeClause]] = {}
    words: dict[tuple[str, str], Word] = {}
    for name, book in books.items():
        for chapter in book.chapters:
            clauses = chapters.setdefault(chapter.number, {})
            for clause in chapter.clauses:
                empty = WholeClause(clause.number, clause.text, clause.ruling, [])
                clauses.setdefault((clause.number, clause.text), empty).editions.append(name)
        for term, meaning in book.words.items():
            words.setdefault((term, meaning), Word(term, meaning, [])).editions.append(name)
    titles = {chapter.number: chapter.title for book in books.values() for chapter in book.chapters}
    any_book = books[NAMES[0]]
    return WholeRulebook(
        title=any_book.title,
        ruling=any_book.ruling,
        editions={name: edition(name).title[lang] for name in NAMES},
        chapters=[
            WholeChapter(number, titles[number], sorted(clauses.values(), key=lambda clause: _places(clause.number)))
            for number, clauses in sorted(chapters.items(), key=lambda item: int(item[0]))
        ],
        words=sorted(words.values(), key=lambda word: word.term.casefold()),
    )


def _places(number: str) -> list[int]:
    return [int(part) for part in number.split(".")]
