"""Events on the disk: nothing is lost by a kill, by another device, or on the way to another machine."""

import json
import os
import signal
import subprocess
import sys
import threading
from functools import partial
from pathlib import Path

import pytest
from tournaments.halls import Hall, some_event

from docena.core.errors import DocenaError, Refused
from docena.storage.event_log import Conflict, LogFile
from docena.storage.ports import Label
from docena.tournaments import director
from docena.tournaments import logged_events as e
from docena.tournaments.apply import fold
from docena.tournaments.audit import audit
from docena.tournaments.entries import NewEntry
from docena.tournaments.event_choices import EventChoices
from docena.tournaments.results import GameOutcome
from docena.tournaments.seated_table import SeatedTable
from docena.tournaments.state import Event
from docena.tournaments.store import KIND, EventLog, export_text, import_event, read_export

WRITER = """
import sys
from pathlib import Path
from docena.storage.event_log import LogFile
from docena.tournaments.entries import NewEntry
from docena.tournaments.logged_events import EntriesAdded
from docena.tournaments.store import EventLog
with LogFile(Path(sys.argv[1])) as book:
    log = EventLog(book, sys.argv[2])
    for n in range(10_000):
        log.enter(lambda _: EntriesAdded((NewEntry((f"{sys.argv[3]} {n}", f"{sys.argv[3]} partner {n}")),)), "test")
        print(n, flush=True)
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "events.db"


def new_event(file: Path) -> str:
    with LogFile(file) as book:
        return EventLog.open_new(book, EventChoices("Kept"), "test").id


def test_a_kill_loses_nothing_that_was_taken(file: Path) -> None:
    event = new_event(file)
    taken: set[str] = set()
    for attempt in range(6):
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(file), event, f"w{attempt}"], stdout=subprocess.PIPE, text=True
        )
        assert writer.stdout is not None
        for _ in range(3 + 5 * attempt):
            taken.add(f"w{attempt} {writer.stdout.readline().strip()}")
        os.kill(writer.pid, signal.SIGKILL)
        writer.communicate()
        with LogFile(file) as book:
            kept = {entry.names[0] for entry in EventLog(book, event).event.entries.values()}
        assert taken <= kept
    assert len(taken) == sum(3 + 5 * attempt for attempt in range(6))


def test_two_devices_at_once_lose_nothing(file: Path) -> None:
    event = new_event(file)

    def write(name: str) -> None:
        with LogFile(file) as book:
            log = EventLog(book, event)
            for n in range(15):
                log.enter(lambda _, n=n: e.EntriesAdded((NewEntry((f"{name}{n}", f"{name}x{n}")),)), name)  # type: ignore[misc]

    threads = [threading.Thread(target=write, args=(name,)) for name in "abc"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with LogFile(file) as book:
        log = EventLog(book, event)
    assert len(log.event.entries) == 45
    assert [line.seq for line in log.lines] == list(range(1, 47))


def test_whoever_has_not_seen_the_last_line_is_told(file: Path) -> None:
    event = new_event(file)
    with LogFile(file) as book, LogFile(file) as other:
        slow, quick = EventLog(book, event), EventLog(other, event)
        quick.enter(lambda _: e.Noted("first"), "b")
        with pytest.raises(Conflict, match="somebody else has entered something in the meantime"):
            slow.enter(lambda _: e.Noted("second"), "a", seen=1)
        assert slow.enter(lambda _: e.Noted("second"), "a", seen=2).seq == 3
        with pytest.raises(Conflict):
            book.add(event, 2, ["x"])


def test_the_same_game_from_two_phones(file: Path) -> None:
    event = new_event(file)
    with LogFile(file) as book, LogFile(file) as other:
        one, two = EventLog(book, event), EventLog(other, event)
        one.enter(lambda _: e.EntriesAdded(tuple(NewEntry((f"A{n}", f"B{n}")) for n in range(3))), "d")
        one.enter(lambda now: director.seat(now, "1"), "d")
        result = GameOutcome((0, 1, 1, 1, 1, 1), 1)
        one.enter(lambda now: director.report(now, 1, 1, result, 1), "phone 1")
        after = two.enter(lambda now: director.report(now, 1, 1, result, 2), "phone 2")
        assert after.results[1, 1].confirmed
        with pytest.raises(Refused, match="has a result"):
            two.enter(lambda now: director.report(now, 1, 1, result, 2), "phone 2")


def test_a_side_mends_its_own_report_until_another_confirms(file: Path) -> None:
    event = new_event(file)
    with LogFile(file) as book:
        log = EventLog(book, event)
        log.enter(lambda _: e.EntriesAdded(tuple(NewEntry((f"A{n}", f"B{n}")) for n in range(3))), "d")
        log.enter(lambda now: director.seat(now, "1"), "d")
        wrong, right = GameOutcome((0, 1, 1, 1, 1, 1), 1), GameOutcome((0, 2, 1, 1, 1, 1), 1)
        log.enter(lambda now: director.report(now, 1, 1, wrong, 1), "phone 1")
        log.enter(lambda now: director.report(now, 1, 1, right, 2), "phone 2")
        assert log.event.results[1, 1].disputed
        log.enter(lambda now: director.report(now, 1, 1, right, 1), "phone 1")
        assert (log.event.results[1, 1].outcome, log.event.results[1, 1].disputed) == (right, False)
        # the director's own word is corrected, not reported again
        with pytest.raises(Refused, match="has a result"):
            log.enter(lambda now: director.report(now, 1, 1, wrong, 0), "d")
        log.enter(lambda now: director.report(now, 1, 1, right, 2), "phone 2")
        assert log.event.results[1, 1].confirmed
        with pytest.raises(Refused, match="has a result"):
            log.enter(lambda now: director.report(now, 1, 1, wrong, 1), "phone 1")


def test_a_refused_entry_is_not_written(file: Path) -> None:
    event = new_event(file)
    with LogFile(file) as book:
        log = EventLog(book, event)
        with pytest.raises(Refused):
            log.enter(lambda _: e.Dropped(7), "d")
        assert book.length(event) == 1


def test_what_is_not_a_file_of_ours(tmp_path: Path) -> None:
    foreign = tmp_path / "foreign"
    foreign.write_text("hello " * 500)
    with pytest.raises(DocenaError, match="is not a docena events file, or it is damaged"):
        LogFile(foreign)
    assert foreign.read_text() == "hello " * 500
    with pytest.raises(DocenaError, match="is a folder"):
        LogFile(tmp_path)
    with pytest.raises(DocenaError, match="no folder"):
        LogFile(tmp_path / "no" / "file")
    with pytest.raises(DocenaError, match="there is no file"):
        LogFile(tmp_path / "none", create=False)
    import apsw

    other = apsw.Connection(str(tmp_path / "other.db"))
    other.execute("CREATE TABLE t (x)")
    other.close()
    with pytest.raises(DocenaError, match="is a SQLite file, but not a docena events file"):
        LogFile(tmp_path / "other.db")


def test_finding_by_id_title_or_its_beginning(file: Path) -> None:
    with LogFile(file) as book:
        book.begin(Label("aaa", KIND, "Spring games", "2026-01-01"), ["x"])
        book.begin(Label("bbb", KIND, "Summer games", "2026-02-01"), ["x"])
        assert book.find(KIND, None).id == "bbb"
        assert book.find(KIND, "aaa").id == "aaa"
        assert book.find(KIND, "spring").id == "aaa"
        with pytest.raises(DocenaError, match="any of these"):
            book.find(KIND, "s")
        with pytest.raises(DocenaError, match="nothing called 'x'"):
            book.find(KIND, "x")
        with pytest.raises(DocenaError, match="already"):
            book.begin(Label("aaa", KIND, "Again", "2026-01-01"), ["x"])
        book.remove("bbb")
        assert book.find(KIND, None).id == "aaa"


# --- another machine


def exported() -> tuple[Hall, str]:
    from random import Random

    hall = some_event(Random(4))
    return hall, export_text("abcdef", hall.lines)


def test_an_event_moves_to_another_machine(file: Path) -> None:
    hall, text = exported()
    with LogFile(file) as book:
        log, fresh = import_event(book, text.encode())
        assert (log.id, fresh, log.event) == ("abcdef", len(hall.lines), fold(hall.lines))
        assert import_event(book, text.encode())[1] == 0
        log.enter(lambda _: e.Noted("here"), "d")
        longer = export_text(log.id, log.lines)
        assert import_event(book, text.encode())[1] == 0, "an older copy changes nothing"
    with LogFile(file.with_name("other.db")) as other:
        import_event(other, text.encode())
        assert import_event(other, longer.encode())[1] == 1
        EventLog(other, "abcdef").enter(lambda _: e.Noted("there"), "d")
        parted = export_text("abcdef", EventLog(other, "abcdef").lines)
        assert import_event(other, parted.encode())[1] == 0
    with LogFile(file) as book:
        EventLog(book, "abcdef").enter(lambda _: e.Noted("here again"), "d")
        before = book.lines("abcdef")
        with pytest.raises(Refused, match="both copies have been changed"):
            import_event(book, parted.encode())
        assert book.lines("abcdef") == before


@pytest.mark.parametrize("data", [b"", b"hello", b"\xff\xfe", b"[]", b'{"docena": "pad"}', b"PK\x03\x04" * 50, b"null"])
def test_foreign_files_are_refused(data: bytes) -> None:
    with pytest.raises(Refused, match="not an exported docena event"):
        read_export(data)


def test_damaged_files_are_refused() -> None:
    _, text = exported()
    data = text.encode()
    for cut in (len(data) // 2, len(data) - 4):
        with pytest.raises(Refused, match="damaged"):
            read_export(data[:cut])
    with pytest.raises(Refused, match="damaged"):
        read_export(text.replace("A2", "A9", 1).encode())
    with pytest.raises(Refused, match="version 99"):
        read_export(text.replace('"version":1', '"version":99', 1).encode())
    loaded = json.loads(text)
    loaded["lines"].pop(1)
    with pytest.raises(Refused, match="damaged"):
        read_export(json.dumps(loaded).encode())


def _file(lines: list[e.Line], log: str = "abcdef") -> bytes:
    return export_text(log, lines).encode()


def test_a_file_that_was_made_up_is_refused_before_it_can_do_harm() -> None:
    hall, _ = exported()
    last = len(hall.lines)
    for bad in (
        e.Line(last + 1, "soon", "d", e.Noted("no time")),
        e.Line(last + 1, "0001-01-01T00:00:00+14:00", "d", e.Noted("a time before all times")),
        e.Line(last + 1, hall.lines[-1].at, "d", e.LineTakenBack(last + 1)),
        e.Line(last + 1, hall.lines[-1].at, "d", e.LineTakenBack(last + 9)),
        e.Line(last + 1, hall.lines[-1].at, "d", e.LineTakenBack(1)),
        e.Line(last + 1, hall.lines[-1].at, "d", e.PlayedOnline(1, hall.event.games[0][0].number, "a\0b", "x")),
        e.Line(last + 1, hall.lines[-1].at, "d", e.PlayedOnline(1, hall.event.games[0][0].number, "x" * 41, "x")),
    ):
        with pytest.raises(Refused):
            read_export(_file([*hall.lines, bad]))
    for name in ("", "choices", "import", "../x", "a\nb", 'a"b', "<b>", "x" * 41, "ñ"):
        with pytest.raises(Refused, match="damaged"):
            read_export(_file(hall.lines, name))
    assert read_export(_file(hall.lines))[0] == "abcdef"


def table(*sides: tuple[int, ...], number: int = 1) -> e.GamesSeated:
    return e.GamesSeated(1, ((SeatedTable(number, sides),),), ((),), "", 0, 0)


@pytest.mark.parametrize(
    ("made_up", "sentence"),
    [
        (table((), (1, 2)), "not alike"),
        (table((), ()), "not alike"),
        (table((1, 2, 3), (4,)), "not alike"),
        (table((1, 2), (3, 4), (5, 6), (7, 8)), "more than can sit there"),
        (table((1, 2), (3, 4), number=0), "no table 0"),
        (table((1, 2), (3, 4), number=10**30), "no table"),
        (e.TableKept(1, 10**30), "no table"),
    ],
)
def test_tables_at_which_nobody_could_sit_are_refused(made_up: e.AnyEvent, sentence: str) -> None:
    hall = Hall(EventChoices("Made up", format="progressive"))
    hall.enter(4)
    line = e.Line(len(hall.lines) + 1, hall.lines[0].at, "d", made_up)
    with pytest.raises(Refused, match=sentence):
        read_export(_file([*hall.lines, line]))


def test_a_clock_that_nobody_could_wait_for_is_refused() -> None:
    hall = Hall(EventChoices("Made up"))
    hall.enter(3)
    hall.take(director.seat(hall.event, "1"))
    line = e.Line(len(hall.lines) + 1, hall.lines[0].at, "d", e.Clocked(1, "start", 10**400))
    with pytest.raises(Refused, match="600 minutes"):
        read_export(_file([*hall.lines, line]))


def test_what_would_move_a_cursor_is_not_shown(file: Path) -> None:
    with LogFile(file) as book:
        log = EventLog.open_new(book, EventChoices("Spring\x1b[2J \u202egames\0"), "the\x1b[1mdirector")
        log.enter(lambda _: e.Noted("rain\x07 outside"), "d\r")
        assert log.event.choices.title == book.find(KIND, None).title == "Spring[2J games"
        told = audit(log.lines, "en")
    assert [line.by for line in told] == ["the[1mdirector", "d"]
    assert "rain outside" in told[1].text
    assert all(line.text.isprintable() for line in told)


def test_an_event_has_so_many_lines_and_no_more(monkeypatch: pytest.MonkeyPatch, file: Path) -> None:
    event = new_event(file)
    monkeypatch.setattr("docena.tournaments.apply.MOST_LINES", 3)
    with LogFile(file) as book:
        log = EventLog(book, event)
        for _ in range(2):
            log.enter(lambda _: e.Noted("x"), "d")
        with pytest.raises(Refused, match="3 lines"):
            log.enter(lambda _: e.Noted("x"), "d")
        with pytest.raises(Refused, match="3 lines"):
            log.enter(lambda _: e.LineTakenBack(3), "d")
        assert book.length(event) == 3


def added(names: tuple[str, ...], _: Event) -> e.AnyEvent:
    return e.EntriesAdded((NewEntry(names),))


def test_people_who_could_be_mistaken_for_each_other_are_refused(file: Path) -> None:
    event = new_event(file)
    with LogFile(file) as book:
        desk = EventLog(book, event)
        desk.enter(lambda _: e.EntriesAdded((NewEntry(("Ana", "Victim")),)), "test")
        for names in (("Olga", "V\u0456ctim"), ("\u0410na", "Olga"), ("Olga", "\u041elga"), ("Olga", "V\ufe0fictim")):
            with pytest.raises(Refused, match="could be mistaken for"):
                desk.enter(partial(added, names), "test")
        with pytest.raises(Refused, match="is entered already"):
            desk.enter(lambda _: e.EntriesAdded((NewEntry(("ANA", "Olga")),)), "test")
        desk.enter(lambda _: e.EntriesAdded((NewEntry(("\u0412\u0438\u043a\u0442\u043e\u0440", "山田")),)), "test")
        with pytest.raises(Refused, match="could be mistaken for Victim"):
            desk.enter(lambda _: e.Renamed(2, ("V\u0456ctim", "山田")), "test")
        desk.enter(lambda _: e.Renamed(1, ("An\u0430", "Victim")), "test")
        with pytest.raises(Refused, match="could be mistaken for") as refused:
            desk.enter(lambda _: e.Renamed(2, ("\u0410na", "山田")), "test")
        assert "se puede confundir con" in refused.value.said("es")


def test_a_log_in_which_names_look_alike_is_read_as_it_is(file: Path) -> None:
    lines = [
        e.Line(1, "2026-05-01T18:00:00.000Z", "test", e.EventBegun(EventChoices("Kept"))),
        e.Line(2, "2026-05-01T18:00:00.000Z", "test", e.EntriesAdded((NewEntry(("Iris", "lris")),))),
    ]
    with LogFile(file) as book:
        desk, _ = import_event(book, export_text("kept", lines).encode())
        assert desk.event.entries[1].names == ("Iris", "lris")
        desk.enter(lambda _: e.EntriesAdded((NewEntry(("Ana",)),)), "test")
