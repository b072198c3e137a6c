"""Two nodes behind nginx, in small; only where network namespaces and nginx can be had without installing anything."""

import shutil
from pathlib import Path

import pytest
from reliability import network
from reliability.kills_postgres import PLANTED
from reliability.nodes import catches, endure

pytestmark = pytest.mark.skipif(
    shutil.which("nginx") is None or network.obstacle() is not None, reason="needs nginx, network namespaces and root"
)


@pytest.mark.long
def test_no_trouble_of_two_nodes_behind_nginx_loses_or_repeats_a_move(tmp_path: Path) -> None:
    assert endure(tmp_path, 1, 2)["moves acknowledged"] > 50


@pytest.mark.long
@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_fault_is_caught(tmp_path: Path, name: str) -> None:
    assert catches(tmp_path / "planted", PLANTED[name])
