"""Everything here is judged by an evaluator that is fast and always the same."""

import sys

import pytest
import simple_evaluator
import teaching

from docena.analysis.game_analysis import Analysis, analyse


@pytest.fixture(autouse=True)
def _simple_evaluator(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "docena.bots.players.evaluator", simple_evaluator)


@pytest.fixture(scope="module")
def duel() -> Analysis:
    return analyse(teaching.played(stock=8), evaluator=simple_evaluator)
