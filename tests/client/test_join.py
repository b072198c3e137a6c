"""A bot that sits down at a server's table plays on through everything that can go wrong on the way."""

import asyncio
import contextlib
from collections.abc import Sequence

import pytest
from client.fake import FakeTable, a_house, open_table, until
from msgspec import structs
from typer.testing import CliRunner

from docena.bots.players.player import player_for
from docena.cli.app import app, run
from docena.client import join as joining
from docena.client.address import read_address
from docena.client.join import Guest, join
from docena.client.seating import Seated, sit_down
from docena.core.errors import DocenaError
from docena.game.game import Game
from docena.tables import commands as cmd

EDITIONS = [
    {"edition": "classic", "players": 2, "stock": 3},
    {"edition": "mod", "players": 3, "stock": 2, "table": "open"},
    {"edition": "masters", "players": 2, "stock": 3},
    {"edition": "tournament", "players": 4, "stock": 1},
    {"edition": "classic", "players": 4, "stock": 2, "partners": True},
]


PATIENCE = 600.0
"""Longer than compiling what a bot needs takes on a busy machine."""


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joining, "_FIRST_PAUSE", 0.01)
    monkeypatch.setattr(joining, "_RETRY_SECONDS", 0.01)


def _play(
    choices: dict[str, object], faults: Sequence[str] = (), games: int = 1, bot: str = "greedy"
) -> tuple[FakeTable, list[Guest], list[str]]:
    """All seats of a table are bots that came over the network."""
    said: list[str] = []

    async def sit() -> tuple[FakeTable, list[Guest]]:
        async with a_house(*faults) as (registry, address):
            table = await open_table(registry, **choices)
            seats = [
                join(address, table.id, player_for(bot), name=f"Bot {n}", games=games, tell=said.append)
                for n in range(table.options.players)
            ]
            guests = await asyncio.wait_for(asyncio.gather(*seats), PATIENCE)
            return table, guests

    table, guests = asyncio.run(sit())
    return table, guests, said


def _replayed(table: FakeTable) -> Game:
    assert table.game is not None
    return table.game


@pytest.mark.parametrize("choices", EDITIONS, ids=lambda choices: f"{choices['edition']}-{choices['players']}")
@pytest.mark.parametrize("bot", ["greedy", "casual"])
def test_bots_play_a_game_to_its_end(choices: dict[str, object], bot: str) -> None:
    table, guests, said = _play(choices, bot=bot)
    game = _replayed(table)
    assert game.over
    assert all(guest.played == 1 for guest in guests)
    assert all(guest.results == [game.result] for guest in guests)
    assert len([ask for ask in table.asked if isinstance(ask, cmd.Stand)]) == len(guests)
    assert any("sits in seat 1 at table ABCDE" in line for line in said)
    # each move was the first that the bot asked for: what it read of the messages was right
    moves = [ask for ask in table.asked if isinstance(ask, cmd.MakeMove)]
    assert len(moves) == len(table.moves)


FAULTS = ["cut_before", "cut_after", "stale", "unavailable", "going", "undo"]


@pytest.mark.parametrize("fault", FAULTS)
def test_no_move_is_lost_or_made_twice_when_something_goes_wrong(fault: str) -> None:
    table, guests, _ = _play(EDITIONS[0], ["", "", fault, "", fault, fault])
    game = _replayed(table)
    assert game.over
    assert all(guest.played == 1 for guest in guests)
    assert not table.faults
    if fault != "undo":
        assert len(game.log) >= len(table.moves)
        assert [move for _, move in table.moves] == [
            line for line in game.log if not line.startswith(("shuffle", "roll", "restock"))
        ]
    sent = [ask for ask in table.asked if isinstance(ask, cmd.MakeMove)]
    again = len(sent) - len({ask.id for ask in sent})
    # a move whose fate is not known is asked for under the same id
    assert again == (3 if fault in ("cut_before", "cut_after", "going", "unavailable") else 0)


def test_several_games_are_played() -> None:
    table, guests, said = _play(EDITIONS[0], games=2)
    assert table.number == 2
    assert all(guest.played == 2 for guest in guests)
    assert len([line for line in said if "is dealt" in line]) == 4


class _Paper:
    """A connection that goes nowhere: what is sent is written down."""

    def __init__(self) -> None:
        self.sent: list[cmd.AnyCommand] = []

    async def send(self, payload: bytes) -> None:
        self.sent.append(cmd.read_command(payload))


def _told(**changes: object) -> list[cmd.AnyCommand]:
    """What a bot in seat 1 asks for when it is told twice of a table that has been changed like this."""

    async def tell() -> list[cmd.AnyCommand]:
        async with a_house() as (registry, address):
            table = await open_table(registry, **EDITIONS[0])
            table.sit("Bot", 1)
            table.sit("Ana", 2)
            table.game = Game.new("classic", players=2, stock=3, first=2, seed=1)
            state = table.state(1)
            assert state.table is not None
            held = changes.pop("held", False)
            people = [structs.replace(person, held=held) for person in state.table.people]
            state = structs.replace(state, table=structs.replace(state.table, people=people, **changes))
            seated = Seated(table.id, "ABCDE", 1, table.secrets[0])
            guest = Guest(address, seated, player_for("greedy"), games=None, lang="en", tell=lambda _: None)
            paper = _Paper()
            guest._connection = paper  # type: ignore[assignment]  # all that a guest needs of one here
            for _ in range(2):
                guest._take_state(state)
                await guest._act()
            return paper.sent

    return asyncio.run(tell())


def test_a_bot_takes_its_seat_back_and_lets_others_take_back_moves() -> None:
    assert [type(ask) for ask in _told(held=True)] == [cmd.TakeSeatBack]
    assert [type(ask) for ask in _told(undo=2)] == [cmd.Agree]
    assert _told(undo=1) == _told(undo=2, agreed=[1]) == _told() == []


def test_a_bot_that_finds_no_room_comes_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joining, "_FULL_SECONDS", 0.01)
    said: list[str] = []

    async def sit() -> None:
        async with a_house() as (registry, address):
            table = await open_table(registry, **EDITIONS[0])
            seated = await sit_down(address, table.id, "Bot", 2)
            registry.full = 2
            guest = Guest(address, seated, player_for("greedy"), games=None, lang="en", tell=said.append)
            running = asyncio.create_task(guest.run())
            await until(lambda: any(seat == 2 for _, seat in table.sockets))
            running.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await running

    asyncio.run(sit())
    assert said.count("The server is busy.") == 2


def test_a_bot_that_is_not_let_in_says_why() -> None:
    async def sit() -> None:
        async with a_house() as (registry, address):
            with pytest.raises(DocenaError, match=r"no seat: There is no such table\."):
                await join(address, "t9", player_for("greedy"), name="Bot")
            table = await open_table(registry, **EDITIONS[0])
            seated = await sit_down(address, table.id, "Bot", 2)
            assert seated.seat == 2
            seated.secret = "x" * 32
            guest = Guest(address, seated, player_for("greedy"), games=None, lang="en", tell=lambda _: None)
            with pytest.raises(DocenaError, match="opens no seat"):
                await guest.run()
        with pytest.raises(DocenaError, match="cannot reach"):
            await sit_down(address, table.id, "Bot")

    asyncio.run(sit())


def test_a_bot_gives_up_when_there_is_no_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joining, "_MOST_ATTEMPTS", 3)
    said: list[str] = []

    async def sit() -> None:
        async with a_house() as (registry, address):
            table = await open_table(registry, **EDITIONS[0])
            seated = await sit_down(address, table.id, "Bot")
        guest = Guest(address, seated, player_for("greedy"), games=None, lang="es", tell=said.append)
        with pytest.raises(DocenaError, match="cannot reach"):
            await guest.run()

    asyncio.run(sit())
    assert len(said) == 1
    assert said[0].startswith("No hay conexión")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["join", "http://127.0.0.1:9"], "which table?"),
        (["join", "http://127.0.0.1:9/t/abc", "--bot", "nobody"], "no bot called"),
        (["join", "http://127.0.0.1:9/t/abc", "--games", "0"], "cannot leave after 0 games"),
        (["join", "http://127.0.0.1:9/t/abc", "--lang", "xx"], "no language"),
        (["join", "gopher://x"], "not the address"),
        (["join", "http://127.0.0.1:9/t/abc", "--bot", "greedy"], "cannot reach 127.0.0.1:9"),
    ],
)
def test_complaints_of_the_command_are_sentences(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == 2
    complaint = capsys.readouterr().err
    assert sentence in complaint
    assert "Traceback" not in complaint


def test_the_help_names_the_options() -> None:
    said = CliRunner().invoke(app, ["join", "--help"]).output
    assert all(option in said for option in ("--bot", "--code", "--seat", "--games", "--name"))


async def _answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, body: bytes, times: int) -> None:
    """Whatever is asked for, this is what there is."""
    await reader.readuntil(b"\r\n\r\n")
    with contextlib.suppress(ConnectionError):
        writer.write(b"HTTP/1.1 201 Created\r\nConnection: close\r\n\r\n")
        for _ in range(times):
            writer.write(body)
            await writer.drain()
    writer.close()


@pytest.mark.parametrize(
    ("body", "times"), [(b"[" * 100_000, 1), (b'{"table":' + b"[" * 100_000, 1), (b"x" * 65536, 80)]
)
def test_what_no_server_of_tables_answers_is_said_in_a_sentence(body: bytes, times: int) -> None:
    async def main() -> None:
        server = await asyncio.start_server(lambda reader, writer: _answer(reader, writer, body, times), "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        async with server:
            with pytest.raises(DocenaError, match="does not answer as a server of tables does"):
                await sit_down(read_address(f"http://127.0.0.1:{port}"), "abc", "Bot")

    asyncio.run(main())
