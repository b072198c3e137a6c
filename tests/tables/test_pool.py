"""Bots think in processes of their own: what they are told, what they answer, and what happens when they fail."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from random_games import Setting
from redraw import redrawn

from docena.bots.players.level_player import LevelPlayer
from docena.bots.players.player import player_for
from docena.core.editions import NAMES
from docena.core.errors import DocenaError
from docena.engine.table import TABLE
from docena.engine.view import View
from docena.game.fair import FairChance
from docena.game.game import Game
from docena.tables.bots.frames import BotAnswer, Question, frame_of, next_question
from docena.tables.bots.pool import COMMAND, BotPool, NoBots
from docena.tables.bots.worker import MOST_KEPT, NICENESS, MoveChooser, answer, seed_at, view_from

LEVELS = ("random", "greedy", "beginner", "casual", "skilled", "expert", "master@20tries", "master@5ms")
SECONDS = 300.0
"""Longer than anything takes, compiling too: a test that hangs fails."""
ENDING_SECONDS = 30.0

# What a process does after it has said that it is ready; `questions` brings what it is asked, `say` answers.
FAKE = """
import os, sys, time
from docena.tables.bots.frames import BotAnswer, frame_of, next_question
def say(number, move=None):
    os.write(1, frame_of(BotAnswer(number, move)))
def questions():
    while (question := next_question(sys.stdin.buffer.read)) is not None:
        yield question
folder = {folder!r}
say(0)
for question in questions():
    with open(folder + "/asked", "a") as asked:
        print(question.key, file=asked)
"""

GATE = "list(iter(lambda: time.sleep(0.005) or os.path.exists(folder + '/gate'), True))"
"""Waits until the test opens the gate."""


def fake(folder: Path, *body: str) -> list[str]:
    """The command of a process that answers each question with these lines of Python."""
    program = FAKE.format(folder=str(folder)) + "".join(f"    {line}\n" for line in body)
    return [sys.executable, "-c", program]


def asked(folder: Path) -> list[str]:
    return (folder / "asked").read_text().split()


def run(work: Callable[[BotPool], Awaitable[None]], thinkers: BotPool) -> None:
    async def all_of_it() -> None:
        async with asyncio.timeout(SECONDS):
            await thinkers.start()
            try:
                await work(thinkers)
            finally:
                await thinkers.close()

    asyncio.run(all_of_it())


def ask(thinkers: BotPool, key: str, bot: str = "casual", view: View | None = None) -> "asyncio.Future[str | None]":
    future: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()
    seat, data = (1, b"view") if view is None else (view.seat or 0, bytes(view))
    thinkers.ask(key, bot, 7, seat, data, future.set_result)
    return future


async def until(true: Callable[[], bool]) -> None:
    while not true():
        await asyncio.sleep(0.005)


# --- thinking, in this process


def questions_of(game: Game, bot: str, key: str = "table", seed: int = 7) -> Question:
    seat = game.board.mover
    return Question(1, f"{key}:{seat}", bot, seed, seat, bytes(game.view(seat)))


@pytest.mark.parametrize("edition", NAMES)
def test_the_view_that_comes_out_of_the_pipe_is_the_one_that_went_in(edition: str) -> None:
    players = 4 if edition == "tournament" else 3
    game = Game.new(edition, players, seed=5, table="strict" if edition == "masters" else "open")
    for seat in (1, 2):
        view = game.view(seat)
        again = view_from(bytes(view), seat)
        assert bytes(again) == bytes(view)
        assert again.legal_moves() == view.legal_moves()
        assert again.hand(seat) == view.hand(seat)


def test_a_view_of_another_size_is_none() -> None:
    with pytest.raises(DocenaError, match="bytes"):
        view_from(b"\0" * (TABLE.itemsize - 1), 1)


@pytest.mark.parametrize("bot", ["beginner", "casual", "master@50tries"])
def test_a_plan_is_carried_on_as_a_player_at_the_table_would(bot: str) -> None:
    """The same moves as those of one player who sits there for the whole turn."""
    thinker, game, turn, carried = MoveChooser(), Game.new("classic", 3, seed=11), -1, 0
    for _ in range(120):
        view = game.view(game.board.mover)
        if view.turns != turn:
            turn, player = view.turns, player_for(bot, seed_at(7, bytes(view)))
        else:
            carried += 1
        move = thinker.choose(questions_of(game, bot))
        assert move == player.choose(view)
        game.play(move)
    assert carried > 30


def test_a_plan_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    plan = LevelPlayer.plan

    def counted(self: LevelPlayer, view: View) -> tuple[int, ...]:
        made.append(view.moves)
        return plan(self, view)

    monkeypatch.setattr(LevelPlayer, "plan", counted)
    thinker, game, moves = MoveChooser(), Game.new("classic", 2, seed=11), 0
    while moves < 100:
        game.play(thinker.choose(questions_of(game, "expert")))
        moves += 1
    carrying = len(made)
    assert carrying < 70
    # and it is made anew after each move for those who come back with another key
    made.clear()
    game = Game.new("classic", 2, seed=11)
    for key in range(moves):
        game.play(thinker.choose(questions_of(game, "expert", key=str(key))))
    assert len(made) > carrying


@pytest.mark.parametrize("bot", ["random", "beginner", "casual", "master@50tries"])
def test_the_same_seed_and_view_give_the_same_move(bot: str) -> None:
    """Also from a thinker that was asked the same before, and other things in between."""
    game, thinker, seen = Game.new("mod", 3, seed=2), MoveChooser(), []
    for number in range(30):
        question = questions_of(game, bot, key=str(number))
        seen.append((question, MoveChooser().choose(question)))
        game.play(game.legal_moves()[-1])
    for question, move in seen + seen[::-1]:
        assert thinker.choose(question) == move
        assert thinker.choose(question) == move


def test_another_seed_or_view_is_another_chance() -> None:
    game = Game.new("classic", 2, seed=2)
    first = bytes(game.view(1))
    game.play(game.legal_moves()[0])
    seeds = {seed_at(seed, view) for seed in (-1, 0, 1, 1 << 62) for view in (first, bytes(game.view(1)))}
    assert len(seeds) == 8
    assert all(0 <= seed < 1 << 62 for seed in seeds)
    wide = Game.new("classic", 2, seed=2)
    assert len({MoveChooser().choose(questions_of(wide, "random", seed=seed)) for seed in range(20)}) > 5


def test_somebody_elses_move_ends_a_plan() -> None:
    """A person came back for one move: the bot does not go on with what it had in mind."""
    game = Game.new("classic", 2, seed=3)
    for _ in range(200):
        thinker, twin = MoveChooser(), MoveChooser()
        planned = thinker.choose(questions_of(game, "expert"))
        other = next((move for move in game.legal_moves() if ">" in move and move != planned), None)
        mover = game.board.mover
        game.play(other or planned)
        if other and game.board.mover == mover and not game.over:
            assert thinker.choose(questions_of(game, "expert")) == twin.choose(questions_of(game, "expert"))
        if game.over:
            break


def test_only_so_many_players_are_kept_and_only_while_their_turn_lasts() -> None:
    game, thinker = Game.new("classic", 2, seed=11), MoveChooser()
    while thinker.kept == 0:
        game.play(thinker.choose(questions_of(game, "expert")))
    mover = game.board.mover
    while game.board.mover == mover:
        assert thinker.kept <= 1
        game.play(thinker.choose(questions_of(game, "expert")))
    assert thinker.kept == 0
    opening = Game.new("classic", 2, seed=7)
    for key in range(MOST_KEPT + 20):
        thinker.choose(questions_of(opening, "greedy", key=str(key)))
    assert thinker.kept == MOST_KEPT


def test_a_fault_is_answered_and_its_complaint_names_no_card(capsys: pytest.CaptureFixture[str]) -> None:
    game = Game.new("classic", 2, seed=2)
    seat = game.board.mover
    idle = 3 - seat
    wrong = [
        Question(4, "key", "nobody", 1, seat, bytes(game.view(seat))),
        Question(4, "key", "casual", 1, idle, bytes(game.view(idle))),
        Question(4, "key", "master", 1, idle, bytes(game.view(idle))),
        Question(4, "key", "casual", 1, seat, b"no view"),
    ]
    thinker = MoveChooser()
    for question in wrong:
        assert answer(thinker, question) == BotAnswer(4, None)
    said = capsys.readouterr().err.splitlines()
    assert len(said) == len(wrong)
    assert all(" could not choose: " in line and ".py:" in line for line in said)
    assert answer(thinker, questions_of(game, "casual")).move in game.legal_moves()


# --- the processes


def test_every_level_answers_legal_moves_at_every_kind_of_table() -> None:
    settings = [
        Setting("classic", 2, table="open"),
        Setting("deluxe", 4, partners=True),
        Setting("mod", 3),
        Setting("masters", 5),
        Setting("tournament", 6, partners=True),
    ]

    async def work(thinkers: BotPool) -> None:
        async def play(number: int, setting: Setting, bot: str) -> None:
            game = Game.deal(setting.options(), FairChance.from_seed(number))
            for _ in range(25):
                view = game.view(game.board.mover)
                move = await ask(thinkers, f"{number}:{view.seat}", bot, view)
                assert move in view.legal_moves(), (setting, bot, move)
                game.play(move)

        tables = [(setting, bot) for setting in settings for bot in LEVELS]
        await asyncio.gather(*(play(number, *table) for number, table in enumerate(tables)))
        await until(lambda: thinkers.ready == 2)
        assert (thinkers.answered, thinkers.failed, thinkers.waiting) == (25 * len(tables), 0, 0)
        assert thinkers.restarts == 0
        for pid in thinkers.pids:
            assert os.getpriority(os.PRIO_PROCESS, pid) >= min(19, os.getpriority(os.PRIO_PROCESS, 0) + NICENESS)

    run(work, BotPool(2, patience=SECONDS, wait=SECONDS))


def test_a_killed_process_heals_and_nothing_that_was_asked_is_lost() -> None:
    game = Game.new("classic", 2, seed=3)
    view = game.view(game.board.mover)

    async def work(thinkers: BotPool) -> None:
        before = thinkers.pids[0]
        answers = [ask(thinkers, str(key), "casual", view) for key in range(20)]
        os.kill(before, signal.SIGKILL)
        moves = await asyncio.gather(*answers)
        assert set(moves) <= set(view.legal_moves())
        assert thinkers.pids[0] != before
        assert (thinkers.restarts, thinkers.failed) == (1, 0)

    run(work, BotPool(1, patience=SECONDS, wait=SECONDS))


@contextmanager
def one_process() -> "Iterator[subprocess.Popen[bytes]]":
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.read(len(frame_of(BotAnswer(0)))) == frame_of(BotAnswer(0))
            yield process
        finally:
            process.kill()


def test_the_end_of_its_input_ends_the_process_even_while_it_thinks_and_signals_do_not() -> None:
    with one_process() as process:
        assert process.stdin is not None
        process.send_signal(signal.SIGINT)
        process.send_signal(signal.SIGTERM)
        game = Game.new("classic", 4, seed=3)
        process.stdin.write(frame_of(questions_of(game, "casual")))
        process.stdin.flush()
        assert process.stdout is not None
        assert process.stdout.read(1) == b"\0"  # it still answers
        process.stdin.write(frame_of(questions_of(game, "master@600000ms")))
        process.stdin.close()
        assert process.wait(ENDING_SECONDS) == 0


def test_nothing_is_left_of_a_host_that_was_killed() -> None:
    program = """
import asyncio
from docena.tables.bots.pool import BotPool
async def main():
    thinkers = BotPool(2)
    await thinkers.start()
    while thinkers.ready < 2:
        await asyncio.sleep(0.01)
    print(*thinkers.pids, flush=True)
    await asyncio.sleep(1000)
asyncio.run(main())
"""
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as host:
        assert host.stdout is not None
        pids = [int(pid) for pid in host.stdout.readline().split()]
        host.kill()
    assert len(pids) == 2

    async def gone() -> None:
        async with asyncio.timeout(ENDING_SECONDS):
            await until(lambda: not any(map(_runs, pids)))

    try:
        asyncio.run(gone())
    finally:
        for pid in filter(_runs, pids):
            os.kill(pid, signal.SIGKILL)


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat")
    try:
        return not state.exists() or state.read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize("edition", NAMES)
def test_nothing_but_the_view_goes_through_the_pipe(edition: str, tmp_path: Path) -> None:
    """Every byte that a process reads is the same when all that the seat cannot know is dealt anew."""
    game = Game.new(edition, 4, seed=9)
    for _ in range(15):
        game.play(game.legal_moves()[-1])
    seat = game.board.mover
    views = [game.view(seat)] + [View(redrawn(game, seat, Random(n)), seat) for n in range(3)]
    body = "open(f'{folder}/{question.number}', 'wb').write(question.view); say(question.number, 'H1>1')"

    async def work(thinkers: BotPool) -> None:
        for view in views:
            assert await ask(thinkers, "key", "casual", view) == "H1>1"

    run(work, BotPool(1, fake(tmp_path, body)))
    sent = [(tmp_path / str(number)).read_bytes() for number in range(1, len(views) + 1)]
    assert sent == [bytes(game.view(seat))] * len(views)
    # and the rest of a question says nothing about the game
    frames = {frame_of(Question(1, "key", "casual", 7, seat, bytes(view))) for view in views}
    assert len(frames) == 1
    assert len(frames.pop()) < len(sent[0]) + 40


def test_a_question_can_be_read_back_whatever_comes_in_pieces() -> None:
    question = Question(3, "ключ", "master@100ms", -5, 6, bytes(range(256)))
    data = frame_of(question)
    place = 0

    def read(size: int) -> bytes:
        nonlocal place
        place += size
        return data[place - size : place]

    assert next_question(read) == question
    assert next_question(read) is None
    for length in range(len(data)):
        piece = data[:length]
        place = 0
        assert next_question(lambda size, piece=piece: _cut(piece, size)) is None  # type: ignore[misc]


def _cut(piece: bytes, size: int) -> bytes:
    return piece[:size] if size == 4 else piece[4 : 4 + size]


# --- processes that fail


def test_one_that_takes_too_long_is_ended_and_the_rest_goes_on(tmp_path: Path) -> None:
    body = "time.sleep(1000 if question.key == 'slow' else 0); say(question.number, 'H1>1')"

    async def work(thinkers: BotPool) -> None:
        before = thinkers.pids
        answers = [ask(thinkers, key) for key in ("slow", "a", "b")]
        assert await asyncio.gather(*answers) == [None, "H1>1", "H1>1"]
        assert thinkers.pids != before
        assert (thinkers.answered, thinkers.failed, thinkers.restarts) == (2, 1, 1)

    run(work, BotPool(1, fake(tmp_path, body), patience=1.5))
    assert asked(tmp_path) == ["slow", "a", "b"]


def test_a_question_that_kills_is_asked_twice_and_then_given_up(tmp_path: Path) -> None:
    body = "os._exit(1) if question.key == 'deadly' else say(question.number, 'H1>1')"

    async def work(thinkers: BotPool) -> None:
        answers = [ask(thinkers, key) for key in ("deadly", "a")]
        assert await asyncio.gather(*answers) == [None, "H1>1"]
        assert thinkers.restarts == 2

    run(work, BotPool(1, fake(tmp_path, body)))
    assert asked(tmp_path) == ["deadly", "deadly", "a"]


@pytest.mark.parametrize(
    "body",
    [
        "os.write(1, b'\\xff' * 100)",
        "os.write(1, b'\\0\\0\\0\\5hello')",
        "say(question.number + 1, 'H1>1')",
        "say(question.number, 'H1>1'); say(question.number, 'H1>1')",
        "os.write(1, b'\\0')",
    ],
)
def test_nonsense_ends_a_process_and_nobody_waits_forever(body: str, tmp_path: Path) -> None:
    async def work(thinkers: BotPool) -> None:
        assert await ask(thinkers, "a") in (None, "H1>1")
        assert await ask(thinkers, "b") in (None, "H1>1")
        await until(lambda: thinkers.restarts > 0)

    run(work, BotPool(1, fake(tmp_path, body), patience=1.0))


def test_a_fault_of_the_bot_is_answered_with_none(tmp_path: Path) -> None:
    async def work(thinkers: BotPool) -> None:
        assert await ask(thinkers, "a") is None
        assert (thinkers.failed, thinkers.restarts) == (1, 0)

    run(work, BotPool(1, fake(tmp_path, "say(question.number)")))


@pytest.mark.parametrize("command", [["/no/such/program"], [sys.executable, "-c", "raise SystemExit(1)"]])
def test_what_cannot_be_started_is_told(command: list[str]) -> None:
    async def start() -> None:
        thinkers = BotPool(2, command)
        with pytest.raises(NoBots, match="does not start"):
            await thinkers.start()
        assert thinkers.pids == []

    asyncio.run(start())
    with pytest.raises(NoBots, match="at least one"):
        BotPool(0)


# --- queues


def test_a_cancelled_question_is_not_answered(tmp_path: Path) -> None:
    body = f"{GATE}; say(question.number, question.key)"

    async def work(thinkers: BotPool) -> None:
        answers = {key: ask(thinkers, key) for key in ("thinking", "waiting", "wanted")}
        await until(lambda: (tmp_path / "asked").exists())
        thinkers.cancel("thinking")
        thinkers.cancel("waiting")
        thinkers.cancel("never asked")
        (tmp_path / "gate").touch()
        assert await answers["wanted"] == "wanted"
        assert not answers["thinking"].done()
        assert not answers["waiting"].done()
        assert thinkers.waiting == 0

    run(work, BotPool(1, fake(tmp_path, body)))
    assert asked(tmp_path) == ["thinking", "wanted"]


def test_a_newer_question_of_a_key_takes_the_place_of_the_older(tmp_path: Path) -> None:
    body = f"{GATE}; say(question.number, str(question.number))"

    async def work(thinkers: BotPool) -> None:
        first, old = ask(thinkers, "first"), ask(thinkers, "key")
        new = ask(thinkers, "key")
        (tmp_path / "gate").touch()
        assert (await first, await new) == ("1", "3")
        assert not old.done()
        # also while the older is being thought about
        (tmp_path / "gate").unlink()
        old = ask(thinkers, "key")
        await until(lambda: len(asked(tmp_path)) == 3)
        new = ask(thinkers, "key")
        (tmp_path / "gate").touch()
        assert await new == "5"
        assert not old.done()

    run(work, BotPool(1, fake(tmp_path, body)))


def test_no_table_gets_ahead_of_another(tmp_path: Path) -> None:
    """One that asks again as soon as it is answered waits for all others in between."""

    async def work(thinkers: BotPool) -> None:
        others = [ask(thinkers, f"other{n}") for n in range(3)]

        async def greedy_table() -> None:
            for _ in range(5):
                await ask(thinkers, "again")

        await asyncio.gather(greedy_table(), *others)

    run(work, BotPool(1, fake(tmp_path, "time.sleep(0.01); say(question.number, 'H1>1')")))
    assert asked(tmp_path) == ["other0", "other1", "other2"] + ["again"] * 5


def test_one_with_nothing_to_do_helps_the_others(tmp_path: Path) -> None:
    body = "time.sleep(1000 if question.key == '0' else 0); say(question.number, str(os.getpid()))"

    async def work(thinkers: BotPool) -> None:
        await until(lambda: thinkers.ready == 2)
        stuck = ask(thinkers, "0")
        moves = await asyncio.gather(*(ask(thinkers, str(key)) for key in range(1, 20)))
        assert not stuck.done()
        assert len(set(moves)) == 1

    run(work, BotPool(2, fake(tmp_path, body)))


def test_a_key_stays_with_its_process_while_that_is_free(tmp_path: Path) -> None:
    async def work(thinkers: BotPool) -> None:
        await until(lambda: thinkers.ready == 2)
        found = {}
        for key in map(str, range(8)):
            found[key] = {await ask(thinkers, key) for _ in range(5)}
        assert all(len(pids) == 1 for pids in found.values())
        assert len(set.union(*found.values())) == 2

    run(work, BotPool(2, fake(tmp_path, "say(question.number, str(os.getpid()))")))


def test_closing_answers_all_that_is_waited_for(tmp_path: Path) -> None:
    async def work(thinkers: BotPool) -> None:
        answers = [ask(thinkers, str(key)) for key in range(3)]
        await until(lambda: (tmp_path / "asked").exists())
        pids = thinkers.pids
        await thinkers.close()
        assert await asyncio.gather(*answers) == [None] * 3
        assert not any(map(_runs, pids))
        assert await ask(thinkers, "too late") is None
        await thinkers.close()

    run(work, BotPool(1, fake(tmp_path, "time.sleep(1000)")))


def test_a_question_does_not_wait_forever_for_its_turn(tmp_path: Path) -> None:
    async def work(thinkers: BotPool) -> None:
        answers = [ask(thinkers, str(key)) for key in range(3)]
        assert await asyncio.gather(*answers) == [None] * 3
        assert thinkers.waiting == 0

    run(work, BotPool(1, fake(tmp_path, "time.sleep(1000)"), wait=0.2))


def test_a_fault_at_one_table_does_not_end_the_thinking_of_others(tmp_path: Path) -> None:
    complaints: list[Any] = []

    async def work(thinkers: BotPool) -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: complaints.append(context["exception"]))

        def faulty(_: str | None) -> None:
            raise ValueError("a fault")

        thinkers.ask("faulty", "casual", 1, 1, b"view", faulty)
        assert await ask(thinkers, "fine") == "H1>1"

    run(work, BotPool(1, fake(tmp_path, "say(question.number, 'H1>1')")))
    assert [str(error) for error in complaints] == ["a fault"]
