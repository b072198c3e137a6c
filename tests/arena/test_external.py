"""Programs as players: what they are told, and what becomes of those that misbehave."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import pytest
from processes import gone
from programs import ANSWER, program
from random_games import SETTINGS, Setting, positions
from redraw import redrawn

from docena.arena.external import ExternalPlayer, move_message
from docena.arena.match import Fault, Match
from docena.arena.program import MOST_LINE, Cancelled, Program, ProgramFault, check_program
from docena.bots.players.player import LightPlayer
from docena.core.notation import public_line
from docena.core.options import choose_options
from docena.engine.view import View
from docena.game.fair import FairChance
from docena.game.game import Game

EXAMPLE = Path(__file__).parents[2] / "examples" / "simple_bot.py"
LONG_TIME = 60.0
"""A turn limit that no machine is too slow for."""


@contextmanager
def player_of(spec: str, turn_limit: float = LONG_TIME) -> Iterator[ExternalPlayer]:
    player = ExternalPlayer(spec, turn_limit)
    try:
        yield player
    finally:
        player.close()


def short_game(number: int = 0, **chosen: Any) -> Game:
    options = choose_options(chosen.pop("edition", "classic"), chosen.pop("players", 2), stock=3, **chosen)
    return Game.deal(options, FairChance.from_seed(1, number))


def play(player: ExternalPlayer, game: Game | None = None, most_moves: int = 60) -> Match:
    """A game of the program in seat 1 against greedy."""
    game = game or short_game()
    others = [LightPlayer("greedy") for _ in range(game.options.players - 1)]
    match = Match(game, [player, *others], [player.spec, *(["greedy"] * len(others))])
    match.play([1] * game.options.players, most_moves)
    return match


# --- playing ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "chosen",
    [
        {},
        {"edition": "mod", "players": 4, "partners": True, "table": "open"},
        {"edition": "masters", "players": 3},
        {"edition": "tournament", "players": 4, "partners": True},
    ],
    ids=str,
)
def test_the_example_plays_whole_games_of_every_kind(chosen: dict[str, Any]) -> None:
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) <= 35
    with player_of(f"{sys.executable} {EXAMPLE}") as player:
        for number in range(2):
            game = short_game(number, **chosen)
            play(player, game, 3000)
            assert game.over
        assert player.name == "simple"


def test_a_program_stays_for_the_next_game_and_goes_when_told_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("docena.arena.program._GOODBYE_SECONDS", LONG_TIME)
    left = tmp_path / "left"
    with player_of(program(tmp_path, leave=f"open({str(left)!r}, 'w').write(str(games)); break")) as player:
        play(player)
        pid = player.pid
        play(player)
        assert player.pid == pid
        assert pid is not None
    assert left.read_text() == "2"
    assert gone(pid)


def test_a_program_that_does_not_go_is_ended(tmp_path: Path) -> None:
    with player_of(program(tmp_path, leave="time.sleep(1000)")) as player:
        play(player)
        pid = player.pid
        assert pid is not None
    assert gone(pid)


def test_what_a_program_complains_about_never_stops_it(tmp_path: Path) -> None:
    shout = "sys.stderr.write('complaint\\n' * 100_000); sys.stderr.flush(); " + ANSWER
    with player_of(program(tmp_path, shout)) as player:
        assert play(player, most_moves=4).game.board.moves == 4


# --- faults -----------------------------------------------------------------------------------------------------

CRASH = "raise ValueError('oh no')"


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        (CRASH, "ended with exit status 1; its last words: ValueError: oh no"),
        ("sys.exit(0)", "ended with exit status 0"),
        ("os.kill(os.getpid(), signal.SIGKILL)", "was ended by SIGKILL"),
        ("print('banana', flush=True)", "answered 'banana': 'banana' is not a move: it should begin with"),
        ("print('', flush=True)", "answered '': '' is not a move: it should begin with"),
        ("print('.', flush=True)", "answered '.': You hold cards: end your turn by discarding one."),
        ("print('2:out', flush=True)", "answered '2:out': it plays seat 1, and cannot act for others"),
        ("print('1:draw', flush=True)", "answered '1:draw': At a strict table only what is legal can be done"),
        ("print('x' * 5000, flush=True)", "...': no move is as long as that"),
        ("os.write(1, b'\\xff\\xfe\\n')", "is not a move: it should begin with"),
        ("os.write(1, b'x' * 4_000_000)", f"wrote more than {MOST_LINE:,} bytes without ending the line"),
        ("os.close(1); time.sleep(1000)", "closed its output"),
        ("os.write(1, (legal[0] + '\\nS>1\\n').encode())", "wrote 'S>1' before it was asked"),
    ],
)
def test_a_fault_is_told_by_name_and_leaves_no_process(
    move: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("docena.arena.program._ENDING_SECONDS", 0.2 if "sleep" in move else LONG_TIME)
    pids: list[int] = []
    start = Program.__init__

    def noted(self: Program, *arguments: Any) -> None:
        start(self, *arguments)
        pids.append(self.pid)

    monkeypatch.setattr(Program, "__init__", noted)
    with player_of(program(tmp_path, move)) as player:
        with pytest.raises(Fault) as fault:
            play(player)
        assert fault.value.seat == 1
        assert str(fault.value).startswith(player.spec)
        assert sentence in str(fault.value)
        assert len(str(fault.value)) < 500
        assert player.pid is None
    assert len(pids) == 1
    assert gone(pids[0])


@pytest.mark.parametrize("pause", [0.0, 0.05])
def test_an_answer_to_new_is_told_as_one(pause: float, tmp_path: Path) -> None:
    """Whether it comes before the first question or only after it, where it looks like the answer."""
    file = tmp_path / "polite.py"
    file.write_text(
        "import json, sys, time\n"
        "for line in sys.stdin:\n"
        "    message = json.loads(line)\n"
        "    if message['type'] == 'hello':\n"
        "        print('docena 2 polite', flush=True)\n"
        "    elif message['type'] == 'new':\n"
        f"        time.sleep({pause})\n"
        "        print('ready', flush=True)\n"
        "    elif message['type'] == 'move':\n"
        "        print(message['view']['legal'][0], flush=True)\n",
        encoding="utf-8",
    )
    with player_of(f"{sys.executable} -I -S {file}") as player:
        with pytest.raises(Fault, match="wrote 'ready' after 'new', which wants no answer"):
            play(player)
        assert player.pid is None


def test_a_program_that_thinks_too_long_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("docena.arena.external.START_SECONDS", LONG_TIME)
    with (
        player_of(program(tmp_path, "time.sleep(1000)"), turn_limit=0.05) as player,
        pytest.raises(Fault, match="did not answer in time"),
    ):
        play(player)


def test_a_program_that_reads_nothing_is_not_waited_for(tmp_path: Path) -> None:
    """However much there is to be told to it: the pipe is full, and we go on."""
    sleeper = Program(f"{sys.executable} -I -S -c 'import time; time.sleep(1000)'")
    for _ in range(20):
        sleeper.send(b"x" * 100_000)
    with pytest.raises(ProgramFault, match="did not answer in time"):
        sleeper.ask(b"and?", 0.05)
    sleeper.close(b"quit")
    assert gone(sleeper.pid)


def test_a_program_must_say_hello(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with (
        player_of(program(tmp_path, hello="print('hi there', flush=True)")) as player,
        pytest.raises(Fault, match=r"answered the hello with 'hi there', not with 'docena 2 NAME'"),
    ):
        play(player)
    monkeypatch.setattr("docena.arena.external.START_SECONDS", 0.05)
    with (
        player_of(program(tmp_path, before="time.sleep(1000)"), turn_limit=0.05) as player,
        pytest.raises(Fault, match="did not answer in time"),
    ):
        play(player)


def test_a_program_of_version_1_is_told_what_to_change(tmp_path: Path) -> None:
    old = program(tmp_path, hello="print('docena 1 old', flush=True)")
    with player_of(old) as player, pytest.raises(Fault) as fault:
        play(player)
    for part in ("version 1", "'docena 2 NAME'", "view.legal", "view.hand", "seed as text", "docs/bot-protocol.md"):
        assert part in str(fault.value)
    assert player.pid is None


def test_the_time_is_that_of_the_whole_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each answer is in time, but together they are not: the clock is set back only where a turn begins."""
    now = [0.0]
    monkeypatch.setattr("docena.arena.external.time.monotonic", lambda: now[0])
    limits: list[float] = []

    def ask(self: ExternalPlayer, question: bytes, seconds: float) -> str:
        limits.append(seconds)
        now[0] += 1.0
        return str(json.loads(question)["view"]["legal"][-1])

    monkeypatch.setattr(ExternalPlayer, "_ask", ask)
    player = ExternalPlayer("fake", 10.0)
    game = Game.new("classic", players=2, stock=10, seed=7)
    turns = []
    for _ in range(12):
        turns.append(game.board.turns)
        game.play(player.choose(game.view(game.board.mover)))
    for turn in set(turns):
        mine = [limit for limit, of in zip(limits, turns, strict=True) if of == turn]
        assert mine == [10.0 - answer for answer in range(len(mine))]
    assert len(set(turns)) < len(turns)


def test_after_a_fault_the_program_is_started_again(tmp_path: Path) -> None:
    once = tmp_path / "once"
    crash_once = f"{ANSWER} if os.path.exists({str(once)!r}) else (open({str(once)!r}, 'w').close(), sys.exit(3))"
    with player_of(program(tmp_path, crash_once)) as player:
        with pytest.raises(Fault, match="ended with exit status 3"):
            play(player)
        assert play(player).game.board.moves > 10


def test_what_a_program_has_started_ends_with_it(tmp_path: Path) -> None:
    child = tmp_path / "child"
    before = (
        f"import subprocess\nopen({str(child)!r}, 'w').write(str(subprocess.Popen(['sleep', '1000']).pid))"  # its own
    )
    with player_of(program(tmp_path, "print('banana', flush=True)", before=before)) as player, pytest.raises(Fault):
        play(player)
    assert gone(int(child.read_text()))


def test_nobody_waits_for_an_answer_when_all_is_stopped(tmp_path: Path) -> None:
    stopped = Event()
    stopped.set()
    player = ExternalPlayer(program(tmp_path), LONG_TIME, stopped)
    with pytest.raises(Cancelled):
        play(player)
    assert player.pid is None


@pytest.mark.parametrize("text", ["no interpreter\n", "#!/nowhere/python\n"])
def test_a_file_that_cannot_be_run_gets_a_sentence(text: str, tmp_path: Path) -> None:
    file = tmp_path / "bot"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ProgramFault, match="is not executable"):
        check_program(str(file))
    file.chmod(0o755)
    check_program(str(file))
    with player_of(str(file)) as player, pytest.raises(Fault, match="cannot be started"):
        play(player)


@pytest.mark.parametrize(("spec", "sentence"), [("./nowhere", "there is no program"), ("/tmp", "is a folder")])
def test_a_program_that_is_not_there_gets_a_sentence(spec: str, sentence: str) -> None:
    with pytest.raises(ProgramFault, match=sentence):
        check_program(spec)


# --- what is told -----------------------------------------------------------------------------------------------


class Told:
    """A program that is none: it keeps what it was told."""

    def __init__(self, spec: str, stopped: Event | None) -> None:
        self.lines: list[bytes] = []
        self.pid = 0

    def send(self, line: bytes) -> None:
        self.lines.append(line)

    def ask(self, line: bytes, seconds: float) -> str:
        self.lines.append(line)
        message = json.loads(line)
        if message["type"] == "hello":
            return "docena 2 told"
        # now and then a card too many
        legal = message["view"]["legal"]
        return "1:draw" if "1:draw" in legal and len(self.lines) % 9 == 0 else str(legal[-1])

    def close(self, goodbye: bytes | None = None) -> None:
        if goodbye is not None:
            self.lines.append(goodbye)


def told_in(game: Game, monkeypatch: pytest.MonkeyPatch, most_moves: int) -> list[bytes]:
    """All that a program in seat 1 is told in a game."""
    programs: list[Told] = []

    def start(spec: str, stopped: Event | None) -> Told:
        programs.append(Told(spec, stopped))
        return programs[0]

    monkeypatch.setattr("docena.arena.external.Program", start)
    monkeypatch.setattr(
        "docena.arena.external.time.monotonic", lambda: 0.0
    )  # the time left is not a matter of the cards
    with player_of("fake") as player:
        play(player, game, most_moves)
    return programs[0].lines


def test_messages_are_those_of_the_protocol(monkeypatch: pytest.MonkeyPatch) -> None:
    game = short_game(edition="mod")
    lines = [json.loads(line) for line in told_in(game, monkeypatch, 4000)]
    assert [line["type"] for line in lines[:2]] == ["hello", "new"]
    assert {line["type"] for line in lines[2:-2]} == {"move"}
    assert [line["type"] for line in lines[-2:]] == ["over", "quit"]
    new = lines[1]
    assert new["options"] == {"stock": 3, "partners": False, "table": "strict"}
    assert (new["edition"], new["players"], new["seat"], new["first"]) == ("mod", 2, 1, game.first)
    assert sum(new["cards"].values()) == len(game.deck)
    assert isinstance(new["seed"], str)
    assert new["seed"].isdigit()
    assert lines[-2]["result"] == game.result
    heard = [line for message in lines[2:-1] for line in message["log"]]
    assert heard == [public_line(line) for line in game.log]


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_a_question_is_the_same_to_the_byte_when_all_that_is_hidden_is_redrawn(setting: Setting) -> None:
    rng = Random(str(setting))
    for number, game in enumerate(positions(setting, "external", "mixed", 80)):
        if number % 8 or game.awaits is not None or game.over:
            continue
        seat, lines = game.board.mover, [public_line(line) for line in game.log]
        asked = move_message(game.view(seat), lines, 5000)
        assert move_message(View(redrawn(game, seat, rng), seat), lines, 5000) == asked


def test_nothing_that_is_told_depends_on_cards_that_have_not_been_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same moves with other cards deep in the draw pile and in the stock piles: the same messages to the byte."""
    game = Game.new("classic", players=2, stock=30, seed=3, first=2)
    told = told_in(game, monkeypatch, 30)
    assert len(told) > 12
    deck, rng = list(game.deck), Random(1)
    hidden = [*range(20), *range(len(deck) - 40, len(deck))]  # the undermost of both stock piles, and the last to draw
    others = [deck[place] for place in hidden]
    rng.shuffle(others)
    for place, card in zip(hidden, others, strict=True):
        deck[place] = card
    assert deck != game.deck
    assert told_in(Game(game.options, deck, 2, FairChance.from_seed(99)), monkeypatch, 30) == told


def test_orders_of_shuffled_cards_are_never_told(monkeypatch: pytest.MonkeyPatch) -> None:
    options = choose_options("mod", 2, table="open", stock=20)
    restocked = shuffled = 0
    for number in range(3):
        game = Game.deal(options, FairChance.from_seed(2, number))
        lines = [json.loads(line) for line in told_in(game, monkeypatch, 1500)]
        heard = [line for message in lines for line in message.get("log", ())]
        shuffled += heard.count("shuffle")
        restocked += sum(line.startswith("restock") for line in heard)
        assert not any(line.startswith("shuffle ") for line in heard)
        assert all(len(line.split()) == 2 for line in heard if line.startswith("restock"))
    assert shuffled
    assert restocked
