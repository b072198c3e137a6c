"""What a wheel is called, and what its build needs and finds."""

import os
import subprocess
from pathlib import Path

import pytest

from compiler import wheels
from compiler.targets import SYSTEMS


def test_a_wheel_ordered_by_name_is_for_that_system(monkeypatch: pytest.MonkeyPatch) -> None:
    tags = set()
    for system in SYSTEMS:
        monkeypatch.setenv("DOCENA_SYSTEM", system.name)
        tags.add(wheels.tag())
    assert len(tags) == 6
    assert {"py3-none-manylinux_2_17_x86_64", "py3-none-win_arm64", "py3-none-macosx_11_0_arm64"} <= tags
    monkeypatch.setenv("DOCENA_SYSTEM", "beos")
    with pytest.raises(SystemExit, match="DOCENA_SYSTEM is 'beos'; it may be linux-x86_64"):
        wheels.tag()


def test_a_linker_is_fetched_only_where_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DOCENA_SYSTEM", raising=False)
    monkeypatch.delenv("DOCENA_LIBRARIES", raising=False)
    monkeypatch.setattr(wheels, "c_compiler", lambda: "/usr/bin/cc")
    assert wheels.LINKER not in wheels.requirements()
    monkeypatch.setattr(wheels, "c_compiler", lambda: None)
    assert wheels.LINKER in wheels.requirements()
    monkeypatch.setenv("DOCENA_LIBRARIES", "libraries")
    assert wheels.requirements() == []


def test_the_build_finds_what_pip_has_installed_for_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """pip names the place in PYTHONPATH; without it nothing could be compiled."""
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    asked: list[dict[str, str]] = []

    def popen(*_: object, env: dict[str, str], **__: object) -> None:
        asked.append(env)

    monkeypatch.setattr(subprocess, "Popen", popen)
    wheels.start(tmp_path, None)
    assert str(tmp_path) in asked[0]["PYTHONPATH"].split(os.pathsep)[2:]
