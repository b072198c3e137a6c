"""The programme can be interrupted: what stands in the journal is not done again, and what is wrong is told."""

from pathlib import Path

import msgspec
import pytest
from reliability.chunk import CONTROLS
from reliability.journal import Entry
from reliability.part import Chunk, Part, Result
from reliability.parts import NAMES, part_named
from reliability.runner import Runner, Task, found, tasks_of, trials_of
from reliability.summary import row, table

PART = Part("toy", "toys", "toys", full=1000, chunk=30, run=lambda chunk: Result(chunk.trials), least=10)


def entry(number: int, trials: int, sources: str, *failures: str) -> Entry:
    return Entry("toy", number, 7, 1.0, "", sources, "", Result(trials, list(failures), {"games": 2}))


@pytest.mark.parametrize("name", NAMES)
def test_every_part_tells_what_it_is(name: str) -> None:
    part = part_named(name)
    assert part.name == name
    assert part.full >= part.least > 0


def test_a_share_is_cut_into_chunks() -> None:
    assert trials_of(PART, 0.001) == 10
    assert [task.trials for task in tasks_of(PART, 0.1)] == [30, 30, 30, 10]
    assert [task.trials for task in tasks_of(msgspec.structs.replace(PART, chunk=0), 0.1)] == [100]
    checked = msgspec.structs.replace(PART, controls=lambda folder: {})
    assert [task.number for task in tasks_of(checked, 0.05)] == [CONTROLS, 0, 1]


def test_a_chunk_has_the_same_seed_at_every_scale() -> None:
    seeds = {Chunk("toy", number, trials, Path()).seed for number in range(9) for trials in (1, 30)}
    assert len(seeds) == 9


def test_what_is_in_the_journal_is_not_done_again(tmp_path: Path) -> None:
    runner = Runner(tmp_path, 1)
    journal = runner.journal(PART)
    journal.add(entry(0, 30, runner.sources))
    journal.add(entry(1, 20, runner.sources))  # at a smaller share
    journal.add(entry(2, 30, "other sources"))
    with journal.path.open("ab") as file:
        file.write(b'{"part":"toy","num')  # the power went
    journal.add(entry(3, 10, runner.sources))
    assert [task.number for task in runner.missing(PART, 0.1)] == [1, 2]


def test_a_chunk_runs_in_a_process_of_its_own_and_stands_in_the_journal(tmp_path: Path) -> None:
    runner, part = Runner(tmp_path, 1), part_named("histories")
    told: list[Entry] = []
    runner.run([Task(part, 0, 2)], lambda task, entry: told.append(entry))
    assert [entry.result.trials for entry in told] == [2]
    assert runner.journal(part).of(runner.sources) == told
    assert list(found(told)) == []


def test_a_chunk_that_hangs_is_ended_and_told(tmp_path: Path) -> None:
    runner, part = Runner(tmp_path, 1), msgspec.structs.replace(part_named("histories"), seconds=0.01)
    told: list[Entry] = []
    runner.run([Task(part, 0, 2)], lambda task, entry: told.append(entry))
    (wrong,) = found(told)
    assert "not done after 0 seconds" in wrong
    assert runner.missing(part, 1.0)[1].number == 0


def test_the_table_tells_what_was_done_and_found() -> None:
    entries = [entry(0, 30, ""), entry(1, 30, "", "seed 5: lost")]
    assert row(PART, entries) == "| `toy` | toys: 60 toys (4 games) | none planted | **1** |"
    assert table([row(PART, entries[:1])], "make it", "2026-11-19", 60, "abc").endswith("| none planted | nothing |")
