"""Lessons: short games from a prepared deck, explained step by step and played by the engine itself.

A lesson is a file of this folder. Its first lines say what is played and how the cards lie; each step says something,
and may wait for a move of the learner (`do`) or show what others do and what chance brings (`watch`).
"""

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import resources

import msgspec

from docena.core.errors import DocenaError
from docena.core.notation import card_code, is_chance
from docena.core.options import Options, choose_options
from docena.core.words import check_language
from docena.game.fair import FairChance
from docena.game.game import Game
from docena.narration.narrate import narrate

LESSONS = ("basic", "die", "coins", "partners", "open")
"""In the order in which they are learned."""

Said = dict[str, str]


class BadLesson(DocenaError):
    """A lesson that cannot be played as it is written."""


class _Step(msgspec.Struct, forbid_unknown_fields=True):
    say: Said
    do: str = ""
    watch: list[str] = []
    other: Said = {}
    """What a learner who does something else is told."""
    look: list[str] = []
    """The places to highlight, named as on boards: `stock-1`, `building-2`, `discard-1-3`, `seat-2`, `die` ..."""


class _Script(msgspec.Struct, forbid_unknown_fields=True):
    edition: str
    players: int
    names: list[str]
    """Those of the other seats, from seat 2 on."""
    stocks: list[str]
    """A stock pile for each seat, top first."""
    draw: str
    """The draw pile as far as it matters, top first."""
    title: Said
    about: Said
    step: list[_Step]
    partners: bool = False
    table: str = "strict"


class LessonLine(msgspec.Struct, frozen=True):
    """A lesson in a list."""

    lesson: str
    edition: str
    title: str
    about: str
    steps: int
    """Moves of the learner."""


class LessonStep(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is said, with the table as the learner sees it."""

    say: str
    view: msgspec.Raw
    expect: list[str] = []
    """The moves that continue the lesson; none: the learner only reads."""
    other: str = ""
    """What a learner who does something else is told."""
    words: str = ""
    """What has just happened; the lesson then continues by itself."""
    look: list[str] = []
    """Places on the table to highlight."""


class LessonSight(msgspec.Struct, frozen=True):
    """A whole lesson; the learner sits in seat 1."""

    lesson: str
    edition: str
    title: str
    names: list[str]
    """Of all seats; the learner's is empty."""
    partners: bool
    steps: list[LessonStep]


@cache
def _script(name: str) -> _Script:
    text = resources.files(__name__).joinpath(f"{name}.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), _Script)


def lessons_listed(lang: str = "en") -> list[LessonLine]:
    """All lessons, in the order in which they are learned.

    >>> [line.title for line in lessons_listed()][0]
    'The basic game'
    """
    check_language(lang)
    scripts = [(name, _script(name)) for name in LESSONS]
    return [
        LessonLine(name, script.edition, script.title[lang], script.about[lang], sum(bool(s.do) for s in script.step))
        for name, script in scripts
    ]


def lesson_sight(name: str, lang: str = "en") -> LessonSight:
    """A lesson in a language, with every table that it shows; `BadLesson` if a move in it is not legal."""
    script = _script(check_name(name))
    check_language(lang)
    names = ["", *script.names]
    return LessonSight(name, script.edition, script.title[lang], names, script.partners, list(_steps(script, lang)))


def check_name(name: str) -> str:
    if name not in LESSONS:
        raise BadLesson(f"there is no lesson {name!r}; there are {', '.join(LESSONS)}")
    return name


def _steps(script: _Script, lang: str) -> Iterator[LessonStep]:
    options = choose_options(
        script.edition,
        script.players,
        stock=len(script.stocks[0].split()),
        partners=script.partners,
        table=script.table,
    )
    game = Game(options, _deck(script, options), 1)
    names = ["", *script.names]
    for step in script.step:
        said = step.say[lang]
        for line in step.watch:
            words = narrate(game.board, line, names, lang, me=1)
            _do(game, line)
            yield LessonStep(said, msgspec.Raw(game.sight(1)), words=words, look=step.look)
        expect = [step.do] if step.do else []
        if step.do or not step.watch:
            yield LessonStep(said, msgspec.Raw(game.sight(1)), expect, step.other.get(lang, ""), look=step.look)
        if step.do:
            _do(game, step.do)


def _do(game: Game, line: str) -> None:
    try:
        if is_chance(line):
            game.give(line)
        else:
            game.play(line)
    except DocenaError as error:
        raise BadLesson(f"after {' '.join(game.log)}: {line!r} cannot be: {error}") from None


def _deck(script: _Script, options: Options) -> list[int]:
    """2.4: stock piles are dealt card by card from seat 1, so their tops come last; the rest is the draw pile."""
    piles = [[card_code(card) for card in reversed(stock.split())] for stock in script.stocks]
    deck = [card for dealt in zip(*piles, strict=True) for card in dealt]
    deck += [card_code(card) for card in script.draw.split()]
    rest = list(options.deck)
    for card in deck:
        rest.remove(card)
    return deck + FairChance.from_seed(1).shuffle(rest)
