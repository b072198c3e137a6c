"""Records: the text form of a game, and how to read, write, replay and check it.

>>> from docena.game.game import Game
>>> game = Game.new("classic", players=2, stock=10, seed=7)
>>> game.play("HW>1")
>>> line = write_record(record_of(game, names=["Ana", "Luis"]))
>>> line[:42]
'{"docena":1,"edition":"classic","options":'
>>> replay(read_record(line)).hash() == game.hash()
True
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from docena.core.cards import cards_text
from docena.core.editions import NAMES, Edition, edition
from docena.core.errors import DocenaError, IllegalMove, Refused, plain
from docena.core.inputs import MARK
from docena.core.notation import CHANCE_CLAUSES, BadMove, card_code, is_chance, parse_move, shown
from docena.core.options import BadOptions, Options, choose_options
from docena.core.words import say, worded
from docena.game.game import Game

VERSION = 1


class BadRecord(Refused):
    """A broken record: which game, where in its log, which clause, and why."""

    def __init__(
        self, sentence: str | Callable[[str], str], *, index: int | None = None, clause: str | None = None
    ) -> None:
        self.index = index
        self.game: int | None = None
        self._why = sentence
        super().__init__("bad", self._with_place, clause or "")

    def _with_place(self, lang: str) -> str:
        places = [
            say(lang, "record", "game", game=self.game) if self.game is not None else "",
            f"log[{self.index}]" if self.index is not None else "",
            say(lang, "record", "rule", clause=self.clause) if self.clause else "",
        ]
        where = ", ".join(place for place in places if place)
        why = self._why if isinstance(self._why, str) else self._why(lang)
        return f"{where}: {why}" if where else why

    def __str__(self) -> str:
        return self.said("en")  # the game may be known only later


class RecordedPlayer(msgspec.Struct):
    name: str
    kind: str = "human"


class RecordOptions(msgspec.Struct, omit_defaults=True):
    stock: int | None = None
    partners: bool | None = None
    table: str | None = None
    composition: dict[str, int] | None = None
    goal: int | None = None


class Result(msgspec.Struct):
    reason: str
    winners: list[int]
    stock: list[int]
    points: int


class Record(msgspec.Struct):
    """One game as `record-format` has it; unknown keys are ignored."""

    docena: int
    edition: str
    options: RecordOptions
    players: list[RecordedPlayer]
    first: int
    deck: str
    log: list[str]
    result: Result | None = None
    legal: list[list[str]] | msgspec.UnsetType = msgspec.UNSET
    tags: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET


def names_of(record: Record) -> list[str]:
    """The names of the players, safe to show; a seat without a name gets its number."""
    shown = ("".join(filter(str.isprintable, player.name)).strip()[:30] for player in record.players)
    return [name or str(seat) for seat, name in enumerate(shown, 1)]


_decode = msgspec.json.Decoder(Record).decode


def read_record(line: str | bytes) -> Record:
    """A record from one line of JSON."""
    try:
        record = _decode(line.removeprefix(MARK) if isinstance(line, bytes) else line.removeprefix(MARK.decode()))
    except msgspec.ValidationError as error:
        raise BadRecord(plain(str(error))) from None
    except RecursionError:
        raise BadRecord(worded("record", "too_deep")) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadRecord(worded("record", "not_json", error=str(error))) from None
    if record.docena != VERSION:
        raise BadRecord(worded("record", "version", version=record.docena, known=VERSION))
    return record


def write_record(record: Record) -> str:
    """A record as one line of JSON, without a line break."""
    return msgspec.json.encode(record).decode()


def options_of(record: Record, own: Edition | None = None) -> Options:
    """The options of the table on which a record was played; `own` is an edition of the user."""
    if own is not None and record.edition == own.name:
        facts = own
    elif record.edition in NAMES:
        facts = edition(record.edition)
    else:
        raise BadRecord(worded("record", "edition", edition=shown(record.edition)))
    chosen = record.options
    return choose_options(
        facts,
        len(record.players),
        stock=chosen.stock,
        partners=chosen.partners,
        table=chosen.table or "strict",
        cards=chosen.composition,
    )


def start_of(record: Record, own: Edition | None = None) -> Game:
    """The game of a record, dealt and waiting for its first line."""
    try:
        options = options_of(record, own)
        deck = [card_code(card) for card in record.deck.split()]
    except BadRecord:
        raise
    except BadOptions as error:
        raise BadRecord(error.said, clause=error.clause) from None
    except Refused as error:
        raise BadRecord(error.said, clause="1.4") from None
    if sorted(deck) != sorted(options.deck):
        raise BadRecord(_wrong_deck(deck, options), clause="1.4" if record.options.composition else "1.1")
    if not 1 <= record.first <= options.players:
        raise BadRecord(worded("record", "first", first=record.first, players=options.players), clause="2.3")
    return Game(options, deck, record.first)


def _wrong_deck(deck: Sequence[int], options: Options) -> Callable[[str], str]:
    if len(deck) != len(options.deck):
        return worded("record", "deck", found=len(deck), right=len(options.deck))
    too_many = next(card for card in deck if deck.count(card) > options.deck.count(card))
    found, right = deck.count(too_many), options.deck.count(too_many)
    return worded("record", "deck_of", found=found, named=cards_text([too_many]), right=right)


def steps(record: Record, own: Edition | None = None) -> Iterator[tuple[int, Game]]:
    """Replays a record: yields -1 after the deal, then the index of each line of the log that has been played.

    It is the same game each time. `BadRecord` says what is wrong with a line.
    """
    game = start_of(record, own)
    yield -1, game
    for index, line in enumerate(record.log):
        try:
            if game.over:
                raise IllegalMove(worded("record", "after_end", line=shown(line)), "5.1")
            if is_chance(line):
                _give(game, line)
            else:
                _play(game, line)
        except Refused as error:
            raise BadRecord(error.said, index=index, clause=error.clause) from None
        yield index, game


def _give(game: Game, line: str) -> None:
    try:
        game.give(line)
    except Refused as error:
        word = line.split(" ", 1)[0]
        raise IllegalMove(worded("record", "chance", word=word, why=error), CHANCE_CLAUSES[word]) from None


def _play(game: Game, line: str) -> None:
    awaited = game.awaits
    if awaited is not None:
        raise IllegalMove(worded("record", "chance_first", awaited=awaited, line=shown(line)), CHANCE_CLAUSES[awaited])
    try:
        game.play(line)
    except IllegalMove as error:
        raise IllegalMove(worded("record", "not_legal", line=line, why=error), error.clause) from None


def replay(record: Record, own: Edition | None = None) -> Game:
    """The game at the end of a record's log."""
    *_, (_, game) = steps(record, own)
    return game


def check(record: Record, own: Edition | None = None) -> Game:
    """Replays a record and checks everything in it; raises `BadRecord` on the first difference."""
    moves = [line for line in record.log if not is_chance(line)]
    if record.legal is not msgspec.UNSET and len(record.legal) != len(moves):
        raise BadRecord(worded("record", "legal_lists", lists=len(record.legal), log=len(moves)))
    legal = iter([]) if record.legal is msgspec.UNSET else iter(record.legal)
    game = start_of(record, own)
    for index, replayed in steps(record, own):
        game = replayed
        following = record.log[index + 1] if index + 1 < len(record.log) else None
        if record.legal is not msgspec.UNSET and following is not None and not is_chance(following):
            listed = next(legal)
            if not game.over and game.awaits is None:
                _compare_legal(game, listed, index + 1)
    _check_result(record.result, game)
    return game


def _compare_legal(game: Game, theirs: list[str], index: int) -> None:
    ours = game.legal_moves()
    if ours == theirs:
        return
    missing = sorted(set(ours) - set(theirs))
    extra = sorted(set(theirs) - set(ours))
    if missing:
        sentence = worded("record", "legal_missing", move=shown(missing[0]))
        raise BadRecord(sentence, index=index, clause=parse_move(missing[0]).clause)
    if extra:
        raise BadRecord(worded("record", "legal_extra", move=shown(extra[0])), index=index, clause=_clause_of(extra[0]))
    raise BadRecord(worded("record", "legal_order"), index=index)


def _clause_of(text: str) -> str:
    try:
        return parse_move(text).clause
    except BadMove as error:
        return error.clause


def _check_result(said: Result | None, game: Game) -> None:
    if said is None:
        return
    if said.reason not in ("stock", "blocked", "abandoned"):
        raise BadRecord(worded("record", "no_reason", reason=shown(said.reason)))
    ours = game.result or game.result_with("abandoned")
    if said.reason != ours["reason"]:
        clause = "4.7" if "blocked" in (said.reason, ours["reason"]) else "5.1"
        raise BadRecord(worded("record", f"reason_{ours['reason']}", reason=shown(said.reason)), clause=clause)
    for key, clause in (("winners", "5.1"), ("stock", "3.1"), ("points", "5.2")):
        if getattr(said, key) != ours[key]:
            found = getattr(said, key)
            raise BadRecord(worded("record", "result", field=key, found=found, right=ours[key]), clause=clause)


def record_of(
    game: Game,
    *,
    names: Sequence[str] | None = None,
    kinds: Sequence[str] | None = None,
    reason: str | None = None,
    tags: dict[str, Any] | None = None,
    goal: int | None = None,
) -> Record:
    """The record of a game as it stands; `reason` ends one that is not over ("abandoned")."""
    options = game.options
    if not game.deck:
        raise DocenaError("a game that began from a position has no record: nobody knows its deal")
    names = names or [f"player {seat}" for seat in range(1, options.players + 1)]
    kinds = kinds or ["human"] * options.players
    if len(names) != options.players or len(kinds) != options.players:
        raise DocenaError(f"a record of this game names {options.players} players")
    if reason not in (None, "abandoned"):
        raise DocenaError(f"a game that is not over ends as 'abandoned', not {reason!r}")
    ended = game.result or (game.result_with(reason) if reason else None)
    return Record(
        docena=VERSION,
        edition=options.edition.name,
        options=record_options(options, goal),
        players=[RecordedPlayer(name, kind) for name, kind in zip(names, kinds, strict=True)],
        first=game.first,
        deck=cards_text(game.deck),
        log=list(game.log),
        result=None if ended is None else Result(**ended),
        tags=msgspec.UNSET if tags is None else tags,
    )


def record_options(options: Options, goal: int | None = None) -> RecordOptions:
    """The options as a record writes them; the composition only where it is not the edition's own."""
    name = options.edition.name
    usual = name in NAMES and edition(name).cards == options.cards
    composition = None if usual else {card: n for card, n in options.cards.items() if n}
    return RecordOptions(options.stock, options.partners, options.table, composition, goal)
