"""Files are written whole or not at all, and nothing else is touched."""

import os
from pathlib import Path

import pytest

from docena.core.errors import DocenaError
from docena.core.files import check_writable, whole_file


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "target").write_text("before", encoding="utf-8")
    (tmp_path / "link").symlink_to("target")
    with whole_file(tmp_path / "link") as file:
        file.write("after")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "target").read_text(encoding="utf-8") == "after"


def _write_half(path: Path) -> None:
    with whole_file(path) as file:
        file.write("half of it")
        raise RuntimeError


def test_an_error_keeps_what_was_there(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("before", encoding="utf-8")
    with pytest.raises(RuntimeError):
        _write_half(tmp_path / "file")
    assert (tmp_path / "file").read_text(encoding="utf-8") == "before"
    assert os.listdir(tmp_path) == ["file"]


def test_new_files_have_the_permissions_that_the_user_wants(tmp_path: Path) -> None:
    old = os.umask(0o077)
    try:
        with whole_file(tmp_path / "file") as file:
            file.write("mine")
    finally:
        os.umask(old)
    assert (tmp_path / "file").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("place", ["nowhere/file", "."])
def test_a_place_where_nothing_can_be_written_is_known_before(tmp_path: Path, place: str) -> None:
    with pytest.raises(DocenaError, match="cannot write"):
        check_writable(tmp_path / place)
