"""Learning and looking back: hints, rules, lessons, replays, and the deal of the day."""

import asyncio
import json
import secrets
from pathlib import Path
from typing import Any

import msgspec
import pytest
from server.hall import Hall, visit
from server.stage import Duel, Stage, perform
from tables.fakes import Friend, HandClock, QuickBots

from docena.analysis.game_analysis import analyse
from docena.core.cards import card_text
from docena.core.editions import NAMES
from docena.core.errors import Refused
from docena.core.words import LANGUAGES
from docena.game.fair import commitment
from docena.game.game import Game
from docena.game.record import Record, read_record, record_of, replay, write_record
from docena.game.tutorials import LESSONS, lesson_sight, lessons_listed
from docena.game.verify import verify_record
from docena.narration.rulebook import rulebook, whole_rulebook
from docena.server.tables.analyses import AnalysisSight
from docena.tables import commands as cmd
from docena.tables.daily import LEVEL, chance_of, choices_of_the_day, day_at, day_before, deal_of, who_is
from docena.tables.ranking import DayLine, DayResults, DayRow, sum_up
from docena.tables.replay import ReplaySight, retelling
from docena.tables.table_choices import options_from

SAMPLES = Path(__file__).parent.parent / "samples"


def sample(name: str) -> Record:
    return read_record((SAMPLES / f"{name}.jsonl").read_bytes().splitlines()[0])


# --- lessons


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", LESSONS)
def test_every_lesson_can_be_played_to_its_end(name: str, lang: str) -> None:
    lesson = lesson_sight(name, lang)
    assert len(lesson.steps) > 5
    for step in lesson.steps:
        view = json.loads(bytes(step.view))
        assert step.say.strip()
        assert set(step.expect) <= set(view["legal"]), step.say
        assert not (step.expect and step.words)
        assert len(step.say) <= 260, "more than one reads at a glance"
    assert sum(bool(step.expect) for step in lesson.steps) >= 5
    assert not lesson.steps[-1].expect
    assert json.loads(bytes(lesson.steps[-1].view))["over"] is (name == "basic")


def test_lessons_say_the_same_number_of_things_in_both_languages_and_never_the_same_words() -> None:
    for name in LESSONS:
        english, spanish = (lesson_sight(name, lang).steps for lang in LANGUAGES)
        assert [step.expect for step in english] == [step.expect for step in spanish]
        assert [bool(step.other) for step in english] == [bool(step.other) for step in spanish]
        assert all(one.say != other.say for one, other in zip(english, spanish, strict=True))


def test_lessons_are_listed_and_served() -> None:
    async def test(hall: Hall) -> None:
        listed = (await hall.get("/api/lessons?lang=es")).body["lessons"]
        assert [line["title"] for line in listed] == [line.title for line in lessons_listed("es")]
        for line in listed:
            served = await hall.get(f"/api/lessons/{line['lesson']}?lang=es")
            assert served.body["title"] == line["title"]
            assert len([step for step in served.body["steps"] if "expect" in step]) == line["steps"]
        assert (await hall.get("/api/lessons/chess")).status == 404

    visit(None, test)


# --- rules


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_whole_rulebook_is_every_rulebook(lang: str) -> None:
    whole = whole_rulebook(lang)
    for name in NAMES:
        own = [
            (clause.number, clause.text, clause.ruling)
            for chapter in whole.chapters
            for clause in chapter.clauses
            if name in clause.editions
        ]
        chapters = rulebook(name, lang).chapters
        assert own == [(clause.number, clause.text, clause.ruling) for part in chapters for clause in part.clauses]
        assert {word.term: word.meaning for word in whole.words if name in word.editions} == rulebook(name, lang).words


def test_rules_are_served_in_the_language_that_is_asked_for() -> None:
    async def test(hall: Hall) -> None:
        for lang in LANGUAGES:
            served = await hall.get(f"/api/rules?lang={lang}")
            assert served.body == msgspec.to_builtins(whole_rulebook(lang))

    visit(None, test)


# --- replays


@pytest.mark.parametrize("name", sorted(path.stem for path in SAMPLES.glob("*.jsonl")))
def test_a_replay_has_every_line_and_every_hand(name: str) -> None:
    record = sample(name)
    told = msgspec.json.decode(b"".join(retelling(record)), type=ReplaySight)
    assert [step.line for step in told.steps] == ["", *record.log]
    assert all(step.words for step in told.steps)
    end, board = told.steps[-1].view, replay(record).board
    assert [len(hand) for hand in end.hands] == [seat.cards for seat in end.seats]
    assert end.hands == [list(map(card_text, board.hand(seat))) for seat in board.seats]
    assert end.draw == board.draw_size
    assert replay(told.record).hash() == replay(record).hash()


def test_a_record_that_somebody_brings_is_told_again_and_a_broken_one_is_refused_with_its_place() -> None:
    record = sample("mod-strict")

    async def test(hall: Hall) -> None:
        sent = write_record(msgspec.structs.replace(record, legal=msgspec.UNSET)).encode()
        good = await hall.ask("POST", "/api/replay?lang=es", sent)
        assert good.status == 200
        assert len(good.body["steps"]) == len(record.log) + 1
        broken = msgspec.structs.replace(record, legal=msgspec.UNSET, log=[*record.log[:20], "H1>1", "H1>1", "H1>1"])
        for body, why in (
            (b"no game", "not JSON"),
            (b"{}", "docena"),
            (write_record(broken).encode(), "log["),
            (write_record(msgspec.structs.replace(broken, log=["S>1"] * 5000)).encode(), "5000 lines"),
            (b'{"tags":{"a":' + b"[" * 60_000, "nested too deeply"),
        ):
            refused = await hall.ask("POST", "/api/replay", body)
            assert refused.status == 400, body[:40]
            assert why in refused.body["why"]
        assert (await hall.ask("POST", "/api/replay", b"x" * 70_000)).status == 413

    visit(None, test)


def test_a_game_is_analysed_in_a_process_of_its_own() -> None:
    async def test(hall: Hall) -> None:
        record = msgspec.structs.replace(sample("classic-strict"), legal=msgspec.UNSET)
        sent = write_record(record).encode()
        found = await hall.ask("POST", "/api/analysis?lang=es", sent)
        assert found.status == 200
        sight = msgspec.convert(found.body, AnalysisSight)
        assert [turn.turn for turn in sight.turns] == list(range(1, len(sight.turns) + 1))
        assert all(len(turn.chances) == len(record.players) for turn in sight.turns)
        for line in sight.ledger:
            assert line.start + line.choice + line.others + line.luck == pytest.approx(line.end, abs=0.01)
        assert (await hall.ask("POST", "/api/analysis?lang=es", sent)).body == found.body
        broken = write_record(msgspec.structs.replace(record, log=[*record.log[:20], "H1>1", "H1>1", "H1>1"])).encode()
        assert (await hall.ask("POST", "/api/analysis", broken)).status == 503
        assert (await hall.ask("POST", "/api/analysis", b"no game")).status == 400

    visit(None, test)


def test_the_analysis_on_the_wire_has_every_field() -> None:
    record = sample("classic-strict")
    for lang in LANGUAGES:
        plain = analyse(record, tries=20).as_dict(lang)
        known = set(AnalysisSight.__struct_fields__)
        sight = msgspec.convert({key: value for key, value in plain.items() if key in known}, AnalysisSight)
        assert [msgspec.to_builtins(each) for each in sight.ledger] == plain["ledger"]


async def give_up(duel: Duel) -> None:
    await duel.people[0].ask("abandon")
    await duel.settle()


def test_steps_of_a_table_are_for_games_that_are_over(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        duel = await stage.duel()
        for _ in range(4):
            await duel.move()
        for game in ("1", "2", "0", "x"):
            refused = await stage.get(f"{duel.path}/games/{game}/steps")
            assert refused.status in (400, 404)
            assert b"hands" not in refused.raw
        await give_up(duel)
        told = await stage.get(f"{duel.path}/games/1/steps?lang=en")
        assert told.headers["Content-Encoding"] in ("gzip", "deflate")
        replayed = msgspec.json.decode(told.raw, type=ReplaySight)
        assert verify_record(replayed.record).events == 1
        assert len(replayed.steps) == len(replayed.record.log) + 1

    perform(tmp_path, test)


# --- hints


def test_a_hint_is_for_the_seat_that_moves_and_says_why(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        duel = await stage.duel()
        mover = duel.people.index(duel.mover)
        mine, theirs = duel.secrets[mover], duel.secrets[1 - mover]
        told = await stage.post(f"{duel.path}/hint?lang=es&version=2", {}, Authorization=f"Seat {mine}")
        assert told.status == 200
        plans = told.json["plans"]
        assert 1 <= len(plans) <= 3
        chances = [plan["chance"] for plan in plans]
        # among those that are about equal the one that is easiest to understand comes first
        assert chances == sorted(chances, reverse=True) or plans[0]["equal"]
        legal = duel.mover.view["legal"]
        for plan in plans:
            assert plan["moves"][0] in legal
            assert plan["words"]
            assert plan["reasons"]
            assert all(
                reason["key"] and reason["text"] and reason["good"] in (True, False, None) for reason in plan["reasons"]
            )
        told_before = await stage.post(f"{duel.path}/hint?lang=es", {}, Authorization=f"Seat {mine}")
        assert [plan["moves"] for plan in told_before.json["plans"]] == [plan["moves"] for plan in plans]
        for plan in told_before.json["plans"]:
            assert all(reason.endswith(".") and reason[0].isupper() for reason in plan["reasons"])
        later = await stage.post(f"{duel.path}/hint?version=99", {}, Authorization=f"Seat {mine}")
        assert (later.status, later.json["reason"]) == (409, "outdated")
        for headers, status in (
            ({"Authorization": f"Seat {theirs}"}, 403),
            ({"Authorization": f"Seat {'x' * 40}"}, 401),
            ({}, 403),
        ):
            assert (await stage.post(f"{duel.path}/hint", {}, **headers)).status == status
        await give_up(duel)
        many = [(await stage.post(f"{duel.path}/hint", {}, Authorization=f"Seat {mine}")).status for _ in range(6)]
        assert set(many) <= {409, 429}
        assert 429 in many

    perform(tmp_path, test)


def test_hints_that_fail_are_refused_for_a_while(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        duel = await stage.duel()
        mine = duel.secrets[duel.people.index(duel.mover)]
        bots = stage.registry.bots
        assert isinstance(bots, QuickBots)
        bots.fail = True
        failed = await stage.post(f"{duel.path}/hint", {}, Authorization=f"Seat {mine}")
        assert (failed.status, failed.json["reason"]) == (503, "unavailable")

    perform(tmp_path, test)


# --- the deal of the day


async def play_daily(hall: Hall, name: str, key: str) -> dict[str, Any]:
    """Plays the day's deal to its end, greedily; gives the table."""
    welcome = (await hall.post("/api/daily", {"name": name}, key=key)).body
    live = await hall.registry.live(welcome["table"])
    assert live is not None
    ana, clock = Friend(welcome["seat"]), hall.registry.ticker
    assert isinstance(clock, HandClock)
    hall.registry.enter(live, ana)
    hall.registry.ask(live, ana, cmd.GetReady("r", "ab" * 16))
    for number in range(2000):
        await asyncio.sleep(0)
        clock.pass_time(5.0)
        room = live.room
        if room.result is not None:
            break
        if room.mover == ana.seat and room.game is not None:
            legal = room.game.legal_moves()
            move = min(legal, key=lambda move: (not move.startswith("S>"), ">" not in move, move))
            hall.registry.ask(live, ana, cmd.MakeMove(f"m{number}", room.stamp, move))
    assert live.room.result is not None
    for _ in range(20):
        await asyncio.sleep(0)
        clock.pass_time(1.0)
    return dict(welcome)


def test_the_deal_of_the_day_is_the_same_for_everybody_whatever_they_contribute() -> None:
    keys = [secrets.token_urlsafe(32) for _ in range(2)]

    async def test(hall: Hall) -> None:
        before = (await hall.get("/api/daily")).body
        assert before["day"] == day_at(hall.registry.today())
        assert (before["played"], before["won"], before["best"]) == (0, 0, None)
        tables = [(await play_daily(hall, "Ana", key))["table"] for key in (*keys, keys[0])]
        for path in ("games/1", "games/1/steps"):
            early = await hall.get(f"/api/tables/{tables[0]}/{path}")
            assert (early.status, early.body["reason"]) == (409, "not_now")
        assert isinstance(hall.registry.ticker, HandClock)
        hall.registry.ticker.date += 86_400
        revealed = (await hall.get("/api/daily")).body["revealed"]
        assert (revealed["day"], commitment(bytes.fromhex(revealed["secret"]))) == (before["day"], before["commit"])
        records = [read_record((await hall.get(f"/api/tables/{table}/games/1")).text) for table in tables]
        for record in records:
            verify_record(record)
        day_game = Game.deal(
            options_from(choices_of_the_day()), chance_of(bytes.fromhex(revealed["secret"]), before["day"])
        )
        assert {(record.deck, record.first) for record in records} == {(record_of(day_game).deck, day_game.first)}

    visit(None, test)


def test_a_players_first_attempt_of_the_day_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("docena.server.tables.daily_results.FRESH_SECONDS", -1.0)
    keys = [secrets.token_urlsafe(32) for _ in range(3)]

    async def test(hall: Hall) -> None:
        welcome = await play_daily(hall, "Ana", keys[0])
        first = (await hall.get("/api/daily", key=keys[0])).body
        assert (first["played"], first["rank"], first["attempt"]) == (1, 1, welcome["table"])
        mine = first["mine"]
        assert (mine["margin"] > 0) is mine["won"]
        assert (first["streak"], first["days"]) == (1, [None] * 11 + [mine["won"]])
        await play_daily(hall, "Ana", keys[0])
        again = (await hall.get("/api/daily", key=keys[0])).body
        assert (again["played"], again["mine"]) == (1, mine)
        await play_daily(hall, "Luis", keys[1])
        both = (await hall.get("/api/daily")).body
        assert (both["played"], both["mine"], both["rank"], both["attempt"]) == (2, None, None, "")
        # whoever gives up the first attempt has no other one
        given_up = (await hall.post("/api/daily", {"name": "Eva"}, key=keys[2])).body
        assert isinstance(hall.registry.ticker, HandClock)
        hall.registry.ticker.pass_time(1.0)
        await play_daily(hall, "Eva", keys[2])
        after = (await hall.get("/api/daily", key=keys[2])).body
        assert (after["played"], after["mine"], after["attempt"]) == (2, None, given_up["table"])
        await play_daily(hall, "Nobody", "")
        assert (await hall.get("/api/daily")).body["played"] == 2

    visit(None, test)


def test_ranks_follow_the_margin_and_then_the_number_of_turns() -> None:
    lines = [DayLine("a", True, 4, 30), DayLine("b", True, 4, 20), DayLine(who_is("2027-01-15", "me"), False, -1, 9)]
    rows = [DayRow(line.who, number, line) for line in lines for number in (0, 1)]
    today, before = deal_of(b"x", "2027-01-15"), deal_of(b"x", "2027-01-14")
    sight = sum_up(
        today, before, DayResults(rows), "me", [("2027-01-15", False), ("2027-01-14", False), ("2027-01-14", True)]
    )
    assert (sight.rank, sight.streak, sight.days[-3:]) == (3, 2, [None, True, False])
    more = DayResults([*rows, DayRow("z", 1, DayLine("z", False, -2, 5))])
    assert sum_up(today, before, more, "me").rank == 3


def test_nothing_is_taken_back_and_no_hint_given_in_the_deal_of_the_day() -> None:
    async def test(hall: Hall) -> None:
        welcome = (await hall.post("/api/daily", {"name": "Ana"})).body
        live = await hall.registry.live(welcome["table"])
        assert live is not None
        assert live.room.seat(2).level == LEVEL
        clock = hall.registry.ticker
        assert isinstance(clock, HandClock)
        ana = Friend(1)
        hall.registry.enter(live, ana)
        for _ in range(50):
            await asyncio.sleep(0)
            clock.pass_time(5.0)
            if live.room.mover == 1:
                break
        room = live.room
        assert room.game is not None
        discard = next(move for move in room.game.legal_moves() if "-" in move)
        refused = await hall.post(f"/api/tables/{welcome['table']}/hint", {}, Authorization=f"Seat {welcome['secret']}")
        assert (refused.status, refused.body["reason"]) == (409, "not_now")
        await hall.registry.ask_once(live, 1, cmd.MakeMove("m", room.stamp, discard))
        with pytest.raises(Refused) as undone:
            await hall.registry.ask_once(live, 1, cmd.Undo("u", room.stamp))
        assert undone.value.reason == "not_now"

    visit(None, test)


def test_every_day_and_every_server_has_other_cards() -> None:
    deck = options_from(choices_of_the_day()).deck
    days = [day_before("2027-01-15", back) for back in range(20)]
    decks = {
        tuple(chance_of(deal_of(server, day).secret, day).shuffle(deck))
        for server in (b"one", b"other")
        for day in days
    }
    assert len(decks) == 40
