"""`docena check`, `docena verify` and `docena replay`: commands for records."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from docena.cli.language import Language
from docena.cli.output import print_json
from docena.cli.table_options import EditionFile, Json
from docena.core.words import refused, say

if TYPE_CHECKING:
    from docena.core.editions import Edition
    from docena.game.playback import Playback
    from docena.game.record import Record

RecordFile = Annotated[
    Path, typer.Argument(help="A file of records, one game per line; - for standard input.", metavar="FILE")
]
RecordFiles = Annotated[
    list[Path], typer.Argument(help="Files of records, one game per line; - for standard input.", metavar="FILE...")
]
WhichGame = Annotated[int, typer.Option("--game", "-g", help="The number of the game in the file.", metavar="K")]


def _lines(file: Path) -> Iterator[tuple[int, bytes]]:
    """The games of a file, numbered from 1."""
    from docena.core.inputs import read_lines

    yield from enumerate(read_lines(file), 1)


class _Judged(NamedTuple):
    """What was found in a file."""

    file: str
    games: int
    good: int
    bad: Sequence[dict[str, Any]]
    """The bad games: their numbers, and what is wrong."""


def _judge(file: Path, judge: Callable[[bytes], str | None], lang: str, *, tell: bool, named: bool) -> _Judged:
    """Checks each game of a file; `tell`: prints what is found, `named` with the file."""
    from docena.game.record import BadRecord
    from docena.game.verify import BadProof

    good, bad = 0, list[dict[str, Any]]()
    for number, line in _lines(file):
        game = say(lang, "record", "game", game=number)
        try:
            said = judge(line)
            if said and tell:
                typer.echo(f"{file}: {game}: {said}" if named else f"{game}: {said}")
            good += 1
        except (BadProof, BadRecord) as error:
            why = error.said(lang)
            if isinstance(error, BadProof):
                whole = f"{game}: {why}"
            else:
                error.game = number
                whole = error.said(lang)
            if tell:
                typer.echo(f"{file}: {whole}")
            bad.append({"game": number, "why": why})
    return _Judged(str(file), good + len(bad), good, bad)


def _judge_all(
    files: Sequence[Path], judge: Callable[[bytes], str | None], lang: str, json: bool, words: tuple[str, str]
) -> int:
    """Checks files and prints what was found; `words` are for the last line. Returns the exit status."""
    found = [_judge(file, judge, lang, tell=not json, named=len(files) > 1) for file in files]
    games, good = sum(one.games for one in found), sum(one.good for one in found)
    bad = games - good
    if json:
        listed = [{"file": one.file, "games": one.games, "good": one.good, "bad": one.bad} for one in found]
        print_json({"games": games, "good": good, "bad": bad, "files": listed})
    else:
        typer.echo(f"games {games} {words[0]} {good} {words[1]} {bad}")
    return 1 if bad else 0


def check(files: RecordFiles, lang: Language = "en", edition_file: EditionFile = None, json: Json = False) -> int:
    """Check records of games.

    Replays each game and compares everything that its record says. The last line counts; the exit status is 1 if any
    game is bad.
    """
    from docena.core.editions import read_edition_file
    from docena.game.record import check as check_record
    from docena.game.record import read_record

    own = read_edition_file(edition_file) if edition_file else None

    def judge(line: bytes) -> None:
        check_record(read_record(line), own)

    return _judge_all(files, judge, lang, json, ("ok", "bad"))


def verify(files: RecordFiles, lang: Language = "en", edition_file: EditionFile = None, json: Json = False) -> int:
    """Check the fairness of games.

    Recomputes every shuffle and roll from the secret that was committed to before the deal and revealed afterwards.
    """
    from docena.core.editions import read_edition_file
    from docena.game.record import read_record
    from docena.game.verify import verify_record

    own = read_edition_file(edition_file) if edition_file else None

    def judge(line: bytes) -> str:
        proof = verify_record(read_record(line), own)
        return say(lang, "proof", "good", events=proof.events, commit=proof.commit)

    return _judge_all(files, judge, lang, json, ("fair", "not"))


def replay(
    file: RecordFile,
    game: WhichGame = 1,
    seat: Annotated[int | None, typer.Option("--seat", help="Show only what this seat could see.")] = None,
    lang: Language = "en",
    edition_file: EditionFile = None,
) -> None:
    """Step through a game.

    Enter goes forward, b back, a number jumps, q quits. In a pipe the whole game is printed.
    """
    with one_record(file, game, edition_file) as (record, own):
        _show(record, own, seat, lang)


@contextmanager
def one_record(file: Path, game: int, edition_file: Path | None) -> "Iterator[tuple[Record, Edition | None]]":
    """A game of a file and the user's edition; errors found in the record name the game."""
    from docena.core.editions import read_edition_file
    from docena.game.record import BadRecord, read_record

    own = read_edition_file(edition_file) if edition_file else None
    line = next((line for number, line in _lines(file) if number == game), None)
    if line is None:
        raise refused("not_found", "replay", "no_game", game=game, file=file)
    try:
        yield read_record(line), own
    except BadRecord as error:
        error.game = game
        raise


def _show(record: "Record", own: "Edition | None", seat: int | None, lang: str) -> None:
    from docena.game.playback import Playback

    if seat is not None and not 1 <= seat <= len(record.players):
        raise refused("bad", "replay", "no_seat", seat=seat, players=len(record.players))
    shown = Playback(record, own, seat, lang)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        for step in range(shown.length + 1):
            typer.echo(shown.page(step))
        return
    _step_through(shown, lang)


def _step_through(shown: "Playback", lang: str) -> None:
    step = 0
    while True:
        typer.echo("\033[2J\033[H", nl=False)  # a clear page
        typer.echo(shown.page(step))
        try:
            answer = input("\n" + say(lang, "play", "step", step=step, last=shown.length)).strip().lower()
        except (EOFError, KeyboardInterrupt):
            typer.echo("")
            return
        if answer == "q":
            return
        if answer == "b":
            step = max(0, step - 1)
        elif answer.isdecimal():
            step = min(int(answer), shown.length)
        elif step == shown.length:
            return
        else:
            step += 1
