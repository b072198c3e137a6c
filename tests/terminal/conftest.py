"""What all tests of the terminal share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from docena.core.options import choose_options
from docena.terminal.local import LocalTable
from docena.terminal.opening import NewTable, new_table


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "games"


@pytest.fixture
def table(folder: Path) -> Iterator[LocalTable]:
    """One person against one bot, which has not begun to think."""
    made = new_table(NewTable(choose_options("classic", 2, stock=5), ["Ana"], ["greedy"], seed=9), "en", pace=0.0,
                     folder=folder)  # fmt: skip
    yield made
    made.close()
