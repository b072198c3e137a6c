"""Fair chance can be verified by anybody, and every kind of cheating with it shows."""

import hashlib
import hmac
from typing import Any

import msgspec
import pytest

from docena.bots.players.player import player_for
from docena.game.fair import FairChance, commitment, new_secret
from docena.game.game import Game
from docena.game.record import Record, read_record, record_of, write_record
from docena.game.verify import BadProof, verify_record


def fair_game(edition: str, players: int, **options: Any) -> Record:
    chance = FairChance(new_secret(), "table 5, game 1", [b"Ana's", b"Luis's"])
    game = Game.new(edition, players, chance=chance, **options)
    greedy = player_for("greedy")
    while not game.over:
        game.play(greedy.choose(game.view(game.board.mover)))
    return read_record(write_record(record_of(game, tags={"fair": chance.proof()})))


SETTINGS: list[tuple[str, int, dict[str, Any]]] = [
    ("classic", 4, {}),
    ("mod", 4, {"partners": True}),
    ("masters", 3, {}),
    ("tournament", 6, {}),
]


@pytest.mark.parametrize(("edition", "players", "options"), SETTINGS)
def test_a_fair_game_is_verified(edition: str, players: int, options: dict[str, Any]) -> None:
    record = fair_game(edition, players, **options)
    proof = verify_record(record)
    chance_lines = sum(line.split(" ")[0] in ("roll", "shuffle") for line in record.log)
    assert proof.events == 1 + chance_lines


def tag(record: Record) -> dict[str, Any]:
    assert record.tags is not msgspec.UNSET
    fair: dict[str, Any] = record.tags["fair"]
    return fair


def test_another_deck_shows() -> None:
    record = fair_game("classic", 2)
    cards = record.deck.split()
    cards[-1], cards[-2] = cards[-2], cards[-1]
    if cards[-1] == cards[-2]:
        cards[0], cards[-1] = cards[-1], cards[0]
    record.deck = " ".join(cards)
    with pytest.raises(BadProof, match="the deck is not the one"):
        verify_record(record)


def test_another_roll_shows() -> None:
    record = fair_game("mod", 2)
    index = next(i for i, line in enumerate(record.log) if line.startswith("roll"))
    record.log[index] = "roll 2" if record.log[index] != "roll 2" else "roll wild"
    with pytest.raises(BadProof, match=rf"log\[{index}\]"):
        verify_record(record)


def test_another_first_seat_shows() -> None:
    record = fair_game("masters", 3)
    record.first = record.first % 3 + 1
    with pytest.raises(BadProof, match="not the one that the secret gives"):
        verify_record(record)


def test_another_secret_shows() -> None:
    record = fair_game("classic", 2)
    tag(record)["secret"] = new_secret().hex()
    with pytest.raises(BadProof, match="not the one that was committed to"):
        verify_record(record)


def test_a_secret_and_commitment_exchanged_together_show_in_the_deck() -> None:
    record = fair_game("classic", 2)
    secret = new_secret()
    tag(record).update(secret=secret.hex(), commit=commitment(secret))
    with pytest.raises(BadProof, match="the deck is not the one"):
        verify_record(record)


def test_another_contribution_shows() -> None:
    record = fair_game("classic", 2)
    tag(record)["contributions"][0] = b"not Ana's".hex()
    with pytest.raises(BadProof, match="the deck is not the one"):
        verify_record(record)


@pytest.mark.parametrize("broken", [{}, {"game": "g"}, {"game": "g", "commit": "", "secret": "xyz"}])
def test_a_proof_that_is_not_complete(broken: dict[str, Any]) -> None:
    record = fair_game("classic", 2, stock=3)
    record.tags = {"fair": broken} if broken else {}
    with pytest.raises(BadProof):
        verify_record(record)


def test_the_recipe_as_it_is_written_down() -> None:
    """The docstring of `fair`, followed by hand."""
    secret, game, contributions = b"s" * 128, "id", [b"\x01\x02", b"\xff"]
    digest = b"".join(
        hmac.new(secret, f"docena 1\nid\n0102,ff\n0\n{block}".encode(), hashlib.sha256).digest() for block in range(99)
    )
    words = iter(int.from_bytes(digest[i : i + 4], "big") for i in range(0, len(digest), 4))
    cards = list(range(1, 101))
    for i in range(len(cards) - 1, 0, -1):
        while (word := next(words)) >= 2**32 - 2**32 % (i + 1):
            pass
        j = word % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    assert FairChance(secret, game, contributions).shuffle(range(1, 101)) == cards


def test_a_move_that_is_taken_back_and_made_again_meets_the_same_chance() -> None:
    chance = FairChance(new_secret(), "undo")
    game = Game.new("mod", 2, stock=5, chance=chance)
    greedy = player_for("greedy")
    while not game.over:
        game.play(greedy.choose(game.view(game.board.mover)))
        line = list(game.log)
        game.play(game.undo())
        assert game.log == line
    verify_record(record_of(game, tags={"fair": chance.proof()}))


def test_a_seat_that_was_chosen_needs_no_draw() -> None:
    chance = FairChance(new_secret(), "chosen")
    game = Game.new("classic", 3, first=2, chance=chance)
    verify_record(record_of(game, tags={"fair": chance.proof(drawn=game.first_drawn)}))
