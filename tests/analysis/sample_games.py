"""The recorded games of every kind of table, one file for each."""

from pathlib import Path

from docena.game.record import Record, read_record

SAMPLES = sorted((Path(__file__).parents[1] / "samples").glob("*.jsonl"))


def sample(file: Path) -> Record:
    with file.open("rb") as lines:
        return read_record(next(lines))
