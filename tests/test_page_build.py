"""The page is built from what is locked, for every machine, and only when it has changed."""

import json
import re
from pathlib import Path

import pytest

import hatch_build as build

ROOT = Path(__file__).parents[1]
WEB = ROOT / "web"
_ADDRESS = re.compile(r"https?://[^\s\"'#]+")


def test_no_lock_or_setting_names_a_registry() -> None:
    lock = json.loads((WEB / "package-lock.json").read_text(encoding="utf-8"))
    for name, package in lock["packages"].items():
        assert "resolved" not in package, name
    for path in (WEB / ".npmrc", WEB / "package.json", ROOT / "requirements.lock", ROOT / "pyproject.toml"):
        assert not _ADDRESS.findall(path.read_text(encoding="utf-8")), path
    assert "omit-lockfile-registry-resolved=true" in (WEB / ".npmrc").read_text(encoding="utf-8").split()


def test_the_lock_has_what_other_machines_need_and_what_it_must_contain() -> None:
    packages = json.loads((WEB / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    for name, package in packages.items():
        assert not name or "integrity" in package, name
        for needed in package.get("optionalDependencies", {}):
            assert f"node_modules/{needed}" in packages, f"{name} has no {needed}: it builds on this machine only"
    assert sum(name.startswith("node_modules/@rolldown/binding-") for name in packages) == 15


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    for name, content in {"package.json": b"{}\n", "src/main.ts": b"one\ntwo\n", "public/icon.svg": b"<svg/>"}.items():
        path = tmp_path / "web" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return tmp_path


def built(checkout: Path) -> None:
    page = checkout / "src" / "docena" / "server" / "page"
    page.mkdir(parents=True)
    (page / build.STAMP).write_text(build.fingerprint(checkout / "web"), encoding="ascii")


def hook(root: Path) -> build.BuildHook:
    return build.BuildHook(str(root), {}, None, None, "", "sdist")  # type: ignore[arg-type]


def test_node_is_asked_for_only_when_the_page_is_not_built_from_these_sources(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert hook(checkout).dependencies() == [build.NODE]
    built(checkout)
    assert hook(checkout).dependencies() == []
    (checkout / "web" / "src" / "more.ts").write_text("new")
    assert hook(checkout).dependencies() == [build.NODE]
    monkeypatch.setenv("DOCENA_PAGE", "none")
    assert hook(checkout).dependencies() == []


def test_line_ends_are_no_change_and_everything_else_is(checkout: Path) -> None:
    web = checkout / "web"
    first = build.fingerprint(web)
    (web / "src" / "main.ts").write_bytes(b"one\r\ntwo\r\n")
    (web / "node_modules").mkdir()
    (web / "node_modules" / "x.js").write_text("x")
    assert build.fingerprint(web) == first
    (web / "src" / "main.ts").rename(web / "src" / "other.ts")
    assert build.fingerprint(web) != first


def test_a_distribution_without_sources_builds_nothing(tmp_path: Path) -> None:
    assert hook(tmp_path).dependencies() == []
    hook(tmp_path).initialize("standard", {})


def test_what_npm_says_is_told(checkout: Path) -> None:
    (checkout / "web" / "package.json").write_text("no JSON at all")
    (checkout / "web" / "package-lock.json").write_text("{}")
    bench = checkout / "bench"
    bench.mkdir()
    with pytest.raises(build.PageNotBuilt, match=r"npm could not fetch.* It said:\n(?s:.*)JSON(?s:.*)DOCENA_PAGE=none"):
        build.build(checkout, bench)
    assert not (checkout / "src").exists()


def test_everything_that_the_page_is_made_of_is_known_to_the_build() -> None:
    beside = {"node_modules", "dist", "tests", "make_types.py", "make_pictures.py", "pictures"}
    assert {path.name for path in WEB.iterdir()} - beside == set(build.SOURCES)
