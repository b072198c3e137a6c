"""Records: what is wrong with a broken one is said, with the place and the clause."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from docena.core.errors import DocenaError
from docena.game.record import BadRecord, check, read_record

SAMPLES = Path(__file__).parents[1] / "samples"


def sample(name: str, game: int = 0) -> dict[str, Any]:
    lines = (SAMPLES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    record: dict[str, Any] = json.loads(lines[game])
    return record


def complaint(record: dict[str, Any]) -> BadRecord:
    with pytest.raises(BadRecord) as caught:
        check(read_record(json.dumps(record)))
    return caught.value


def test_a_move_that_is_not_legal() -> None:
    record = sample("classic-strict")
    record["log"][1] = "H1>9"
    assert (complaint(record).index, str(complaint(record))) == (
        1,
        "log[1], rule 4.2: 'H1>9' is not a move: after 'H1>' there should be a building pile from 1 to 4, not '9'",
    )
    record["log"][1] = "H7>4"
    assert (complaint(record).index, complaint(record).clause) == (1, "4.2")
    assert "You hold no 7." in str(complaint(record))


def test_a_line_of_chance_that_is_missing() -> None:
    record = sample("mod-strict")
    assert record["log"][3].startswith("roll")
    del record["log"][3]
    del record["legal"]
    assert (complaint(record).index, complaint(record).clause) == (3, "8.1")
    assert "a roll line must come before" in str(complaint(record))


def test_a_line_of_chance_too_many() -> None:
    record = sample("classic-strict")
    record["log"].insert(2, "roll 5-8")
    assert (complaint(record).index, complaint(record).clause) == (2, "8.1")


def test_a_restock_with_other_cards_than_lie_there() -> None:
    record = sample("mod-open", 1)
    index = next(i for i, line in enumerate(record["log"]) if line.startswith("restock"))
    record["log"][index] = record["log"][index].replace("12", "11", 1)
    assert (complaint(record).index, complaint(record).clause) == (index, "7.1")


def test_a_restock_of_another_seat() -> None:
    record = sample("mod-open", 1)
    index = next(i for i, line in enumerate(record["log"]) if line.startswith("restock 1 "))
    record["log"][index] = record["log"][index].replace("restock 1 ", "restock 2 ")
    assert "is that of seat 1, not 2" in str(complaint(record))


def test_a_log_that_goes_on_after_the_end() -> None:
    record = sample("classic-strict")
    record["log"].append("S>1")
    record["legal"].append(["S>1"])
    assert (complaint(record).index, complaint(record).clause) == (len(record["log"]) - 1, "5.1")


@pytest.mark.parametrize(
    ("key", "value", "clause"),
    [
        ("winners", [2], "5.1"),
        ("points", 10, "5.2"),
        ("stock", [0, 3, 2, 2], "3.1"),
        ("reason", "blocked", "4.7"),
        ("reason", "abandoned", "5.1"),
    ],
)
def test_a_result_that_the_log_does_not_give(key: str, value: object, clause: str) -> None:
    record = sample("classic-strict")
    record["result"][key] = value
    assert complaint(record).clause == clause
    assert "result: " in str(complaint(record))


def test_a_reason_that_there_is_not() -> None:
    record = sample("classic-strict")
    record["result"]["reason"] = "bored"
    assert "there is no reason 'bored'" in str(complaint(record))


def test_legal_moves_that_are_not_all() -> None:
    record = sample("classic-strict")
    left_out = record["legal"][5].pop()
    assert str(complaint(record)) == f"log[5], rule 4.4: legal leaves out {left_out!r}"
    record["legal"][5].append(left_out)
    record["legal"][5].reverse()
    assert "legal is not sorted" in str(complaint(record))
    record = sample("classic-strict")
    record["legal"][5].append("X")
    assert "legal has 'X', which is not legal" in str(complaint(record))
    del record["legal"][5]
    assert "lists, and the log has" in str(complaint(record))


def test_a_deck_that_is_not_the_edition_s() -> None:
    record = sample("classic-strict")
    cards = record["deck"].split()
    record["deck"] = " ".join(cards[1:])
    assert "the deck has 161 cards, and this game is played with 162" in str(complaint(record))
    record["deck"] = " ".join(["W", *cards[1:]])
    assert (complaint(record).clause, str(complaint(record))) == ("1.1", "rule 1.1: the deck has 19 of W, not 18")
    record["deck"] = " ".join(["13", *cards[1:]])
    assert "'13' is not a card" in str(complaint(record))


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"docena": 2}, "only version 1 is known"),
        ({"edition": "poker"}, "the edition 'poker' is not known"),
        ({"first": 5}, "first is 5, and the seats are 1 to 4"),
        ({"first": "2"}, "first: it must be a whole number, not text"),
        ({"players": [{"name": "Ana"}]}, "classic is for 2 to 6 players, not 1"),
        ({"options": {"stock": 500}}, "500 cards need 2000 cards"),
        ({"options": {"stock": 6, "partners": "yes"}}, "options.partners: it must be"),
        ({"options": {"table": "round"}}, "a table is strict or open"),
        ({"log": ["H10-2", 7]}, "log[1]: it must be text, not a whole number"),
        ({"log": [""]}, "'' is not a move: it should begin with"),
        ({"log": ["shuffle"]}, "'shuffle' leaves out the order of the cards"),
    ],
)
def test_a_record_that_is_not_one(changes: dict[str, Any], sentence: str) -> None:
    record = {**sample("classic-strict"), **changes}
    record.pop("legal")
    assert sentence in str(complaint(record))


@pytest.mark.parametrize("line", ["", "{", "[]", "null", '{"docena": 1}', "\xff"])
def test_a_line_that_is_no_record(line: str) -> None:
    with pytest.raises(BadRecord):
        read_record(line)


@pytest.mark.parametrize("name", [path.stem for path in sorted(SAMPLES.glob("*.jsonl"))])
def test_any_beginning_of_a_log_is_a_game_cut_short(name: str) -> None:
    record = sample(name)
    moves = 0
    for length in range(0, len(record["log"]), 7):
        moves = sum(line.split(" ")[0] not in ("roll", "shuffle", "restock") for line in record["log"][:length])
        cut = {**record, "log": record["log"][:length], "legal": record["legal"][:moves], "result": None}
        check(read_record(json.dumps(cut)))


def test_keys_that_are_not_known_are_passed_over() -> None:
    record = {**sample("classic-strict"), "tags": {"date": "2026-11-01"}, "weather": "rain"}
    check(read_record(json.dumps(record)))


def test_damage_never_ends_in_anything_but_a_sentence() -> None:
    """Thousands of records with a few bytes changed, cut out or cut off."""
    luck = random.Random(20261101)
    lines = [path.read_bytes().splitlines()[1] for path in sorted(SAMPLES.glob("*strict.jsonl"))]
    sentences: list[str] = []
    for _ in range(3000):
        line = bytearray(luck.choice(lines))
        del line[line.index(b', "legal"') : -1]
        for _ in range(luck.randint(1, 3)):
            place = luck.randrange(len(line))
            damage = luck.randrange(3)
            if damage == 0:
                line[place] = luck.choice(b'0123456789>-+@HSDPRCTXW."[]{},:$ ')
            elif damage == 1:
                del line[place : place + luck.randint(1, 4)]
            else:
                line[place:] = line[place : place + 1] if luck.random() < 0.2 else line[place:]
        try:
            check(read_record(bytes(line)))
        except BadRecord as error:
            sentences.append(str(error))
    assert len(sentences) > 1500
    assert all(sentence.strip() for sentence in sentences)


def test_errors_are_all_for_people() -> None:
    assert issubclass(BadRecord, DocenaError)
