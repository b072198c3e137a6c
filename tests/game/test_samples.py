"""Games recorded by another program: all pass, with every list of legal moves and the result."""

from pathlib import Path

import msgspec
import pytest

from docena.game.record import check, read_record

FILES = sorted((Path(__file__).parents[1] / "samples").glob("*.jsonl"))


def test_the_samples_are_there() -> None:
    assert len(FILES) == 10


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_samples_pass(file: Path) -> None:
    for line in file.read_text(encoding="utf-8").splitlines():
        record = read_record(line)
        assert record.legal is not msgspec.UNSET  # so that `check` compares every list
        game = check(record)
        assert msgspec.to_builtins(record.result) == game.result
