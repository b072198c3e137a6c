"""Events on the disk: nothing is lost by a kill, by another device, or on the way to another machine."""

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from tournament.halls import Hall, some_event

from docena.errors import DocenaError
from docena.logbook import Label, Logbook, Moved
from docena.tournament import director
from docena.tournament import events as e
from docena.tournament.choices import Choices
from docena.tournament.entries import Newcomer
from docena.tournament.event import fold
from docena.tournament.refusals import Refused
from docena.tournament.results import Outcome
from docena.tournament.store import KIND, Desk, export_text, import_event, read_export

WRITER = """
import sys
from pathlib import Path
from docena.logbook import Logbook
from docena.tournament.entries import Newcomer
from docena.tournament.events import Entered
from docena.tournament.store import Desk
with Logbook(Path(sys.argv[1])) as book:
    desk = Desk(book, sys.argv[2])
    for n in range(10_000):
        desk.enter(lambda _: Entered((Newcomer((f"{sys.argv[3]} {n}", f"{sys.argv[3]} partner {n}")),)), "test")
        print(n, flush=True)
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "events.db"


def new_event(file: Path) -> str:
    with Logbook(file) as book:
        return Desk.open_new(book, Choices("Kept"), "test").id


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
        with Logbook(file) as book:
            kept = {entry.names[0] for entry in Desk(book, event).event.entries.values()}
        assert taken <= kept
    assert len(taken) == sum(3 + 5 * attempt for attempt in range(6))


def test_two_devices_at_once_lose_nothing(file: Path) -> None:
    event = new_event(file)

    def write(name: str) -> None:
        with Logbook(file) as book:
            desk = Desk(book, event)
            for n in range(15):
                desk.enter(lambda _, n=n: e.Entered((Newcomer((f"{name}{n}", f"{name}x{n}")),)), name)  # type: ignore[misc]

    threads = [threading.Thread(target=write, args=(name,)) for name in "abc"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with Logbook(file) as book:
        desk = Desk(book, event)
    assert len(desk.event.entries) == 45
    assert [line.seq for line in desk.lines] == list(range(1, 47))


def test_whoever_has_not_seen_the_last_line_is_told(file: Path) -> None:
    event = new_event(file)
    with Logbook(file) as book, Logbook(file) as other:
        slow, quick = Desk(book, event), Desk(other, event)
        quick.enter(lambda _: e.Noted("first"), "b")
        with pytest.raises(Moved, match="somebody else has entered something meanwhile"):
            slow.enter(lambda _: e.Noted("second"), "a", seen=1)
        assert slow.enter(lambda _: e.Noted("second"), "a", seen=2).seq == 3
        with pytest.raises(Moved):
            book.add(event, 2, ["x"])


def test_the_same_game_from_two_phones(file: Path) -> None:
    event = new_event(file)
    with Logbook(file) as book, Logbook(file) as other:
        one, two = Desk(book, event), Desk(other, event)
        one.enter(lambda _: e.Entered(tuple(Newcomer((f"A{n}", f"B{n}")) for n in range(3))), "d")
        one.enter(lambda now: director.seat(now, "1"), "d")
        result = Outcome((0, 1, 1, 1, 1, 1), 1)
        one.enter(lambda now: director.report(now, 1, 1, result, 1), "phone 1")
        after = two.enter(lambda now: director.report(now, 1, 1, result, 2), "phone 2")
        assert after.results[1, 1].confirmed
        with pytest.raises(Refused, match="has a result"):
            two.enter(lambda now: director.report(now, 1, 1, result, 2), "phone 2")


def test_a_refused_entry_is_not_written(file: Path) -> None:
    event = new_event(file)
    with Logbook(file) as book:
        desk = Desk(book, event)
        with pytest.raises(Refused):
            desk.enter(lambda _: e.Dropped(7), "d")
        assert book.length(event) == 1


def test_what_is_not_a_file_of_ours(tmp_path: Path) -> None:
    foreign = tmp_path / "foreign"
    foreign.write_text("hello " * 500)
    with pytest.raises(DocenaError, match="not a file of docena's"):
        Logbook(foreign)
    assert foreign.read_text() == "hello " * 500
    with pytest.raises(DocenaError, match="is a folder"):
        Logbook(tmp_path)
    with pytest.raises(DocenaError, match="no folder"):
        Logbook(tmp_path / "no" / "file")
    with pytest.raises(DocenaError, match="there is no file"):
        Logbook(tmp_path / "none", create=False)
    import apsw

    other = apsw.Connection(str(tmp_path / "other.db"))
    other.execute("CREATE TABLE t (x)")
    other.close()
    with pytest.raises(DocenaError, match="not one of logs of docena's"):
        Logbook(tmp_path / "other.db")


def test_finding_by_id_title_or_its_beginning(file: Path) -> None:
    with Logbook(file) as book:
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
    with Logbook(file) as book:
        desk, fresh = import_event(book, text.encode())
        assert (desk.id, fresh, desk.event) == ("abcdef", len(hall.lines), fold(hall.lines))
        assert import_event(book, text.encode())[1] == 0
        desk.enter(lambda _: e.Noted("here"), "d")
        longer = export_text(desk.id, desk.lines)
        assert import_event(book, text.encode())[1] == 0, "an older copy changes nothing"
    with Logbook(file.with_name("other.db")) as other:
        import_event(other, text.encode())
        assert import_event(other, longer.encode())[1] == 1
        Desk(other, "abcdef").enter(lambda _: e.Noted("there"), "d")
        parted = export_text("abcdef", Desk(other, "abcdef").lines)
        assert import_event(other, parted.encode())[1] == 0
    with Logbook(file) as book:
        Desk(book, "abcdef").enter(lambda _: e.Noted("here again"), "d")
        before = book.lines("abcdef")
        with pytest.raises(Refused, match="both copies have gone on"):
            import_event(book, parted.encode())
        assert book.lines("abcdef") == before


@pytest.mark.parametrize("data", [b"", b"hello", b"\xff\xfe", b"[]", b'{"docena": "pad"}', b"PK\x03\x04" * 50, b"null"])
def test_foreign_files_are_refused(data: bytes) -> None:
    with pytest.raises(Refused, match=r"not an exported event|damaged"):
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
