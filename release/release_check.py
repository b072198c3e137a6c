"""`make release-check`: what is in the distributions, and whether they install and play without a network.

Every wheel is looked through: its files, its metadata, the libraries of its system, and that nothing of this machine is
in it. Then this machine's wheel and the source distribution are installed into new environments, one for each Python
that is named, in a network without connections, and played from.
"""

import email
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from collections.abc import Iterator, Sequence
from email.message import Message
from pathlib import Path

from compiler.build import SHIPPED
from compiler.targets import SYSTEMS, System, processors_of
from compiler.wheels import LINKER, REQUIREMENTS
from release.wheels import DIST, ROOT
from release.wheels_check import runner_of, wheel_for

MOST_INSTALLED_MB = 170
_EDITIONS = ("classic", "deluxe", "mod", "masters", "tournament")
_IN_WHEEL = (
    "docena/__main__.py",
    "docena/py.typed",
    "docena/server/page/index.html",
    "docena/core/editions/classic.toml",
)
_IN_SOURCES = (
    *("pyproject.toml", "hatch_build.py", "Makefile", "README.md", "CHANGELOG.md", "LICENSE", "requirements.lock"),
    *("compiler/entries.py", "release/wheels.py", "web/package-lock.json", "src/docena/server/page/index.html"),
)
_NEVER = re.compile(r"(^|/)(__pycache__|\.git|\.venv|node_modules)(/|$)|\.(pyc|db|log)$")


class Defect(Exception):
    """Something that must not be published."""


def main(pythons: Sequence[str]) -> int:
    try:
        version = check_version()
        sources = DIST / f"docena-{version}.tar.gz"
        check_sources(sources)
        here: Path | None = None
        for system in SYSTEMS:
            wheel = wheel_for(system)
            if wheel is None or not wheel.name.startswith(f"docena-{version}-"):
                raise Defect(f"there is no wheel of {version} for {system.name}: run `make wheels`")
            check_wheel(wheel, system, version)
            runner = runner_of(system)
            if runner is not None and not runner.command:
                here = wheel
        for python in pythons:
            for found in (here, sources):
                if found is not None:
                    install_and_play(python, found)
    except Defect as defect:
        print(f"release-check: {defect}")
        return 1
    return 0


def check_version() -> str:
    """The version of the package; a tag and the change log have the same."""
    found = re.search(r'^__version__ = "(.+)"$', (ROOT / "src/docena/__init__.py").read_text(encoding="utf-8"), re.M)
    assert found is not None
    version = found[1]
    tag = output("git", "describe", "--exact-match", "--tags", "--match", "v*") if (ROOT / ".git").exists() else ""
    log = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    if tag and tag != f"v{version}":
        raise Defect(f"the tag is {tag}, and the version is {version}")
    if tag and not re.search(rf"^## {re.escape(version)} \(\d{{4}}-\d\d-\d\d\)$", log, re.M):
        raise Defect(f"CHANGELOG.md has no section `## {version} (DATE)`")
    print(
        f"docena {version}{', tagged' if tag else ', not tagged: a release has a tag and a section of the change log'}"
    )
    return version


def check_sources(path: Path) -> None:
    if not path.exists():
        raise Defect(f"{path.name} is not there: run `make wheels`")
    with tarfile.open(path) as archive:
        names = [name.partition("/")[2] for name in archive.getnames()]
        check_names(path, names, _IN_SOURCES)
        for member in archive.getmembers():
            file = archive.extractfile(member)
            if file is not None:
                check_content(path, member.name, file.read())
    print(f"{path.name}: {len(names)} files")


def check_wheel(path: Path, system: System, version: str) -> None:
    with zipfile.ZipFile(path) as archive:
        if damaged := archive.testzip():
            raise Defect(f"{path.name}: {damaged} is damaged")
        names = archive.namelist()
        check_names(path, names, [*_IN_WHEEL, *libraries(system)])
        if others := [
            name for name in names if re.search(r"\.(so|dylib|dll)$", name) and name not in libraries(system)
        ]:
            raise Defect(f"{path.name} has {others[0]}, which is not of its system")
        for name in names:
            check_content(path, name, archive.read(name))
        about = f"docena-{version}.dist-info"
        check_metadata(path, email.message_from_bytes(archive.read(f"{about}/METADATA")), version)
        wheel = email.message_from_bytes(archive.read(f"{about}/WHEEL"))
        if wheel["Root-Is-Purelib"] != "false" or wheel.get_all("Tag") != [f"py3-none-{system.tag}"]:
            raise Defect(f"{path.name} says that it is for {wheel.get_all('Tag')}")
    print(f"{path.name}: {len(names)} files, {path.stat().st_size / 1e6:.1f} MB")


def libraries(system: System) -> list[str]:
    variants = [f"-{processor.variant}{system.suffix}" for processor in processors_of(system.architecture)]
    return [f"docena/native/{name}{end}" for name in SHIPPED for end in (*variants, ".json")]


def check_names(path: Path, names: Sequence[str], needed: Sequence[str]) -> None:
    if missing := [name for name in needed if name not in names]:
        raise Defect(f"{path.name} lacks {', '.join(missing)}")
    if unwanted := [name for name in names if _NEVER.search(name) and not name.startswith("tests/")]:
        raise Defect(f"{path.name} has {unwanted[0]}")


def check_content(path: Path, name: str, content: bytes) -> None:
    """No path of this machine, in which the builder's name often is; a very short one is found by chance."""
    for place in (str(ROOT), str(Path.home()) + os.sep, tempfile.gettempdir() + os.sep + "docena-"):
        if len(place) > 6 and place.encode() in content:
            raise Defect(f"{path.name}: {name} names {place}")


def check_metadata(path: Path, metadata: Message, version: str) -> None:
    facts = {
        "Name": "docena",
        "Version": version,
        "License-Expression": "Apache-2.0",
        "Requires-Python": "<3.15,>=3.11",
    }
    for key, value in facts.items():
        if metadata[key] != value:
            raise Defect(f"{path.name} says that {key} is {metadata[key]!r}, not {value!r}")
    for requirement in metadata.get_all("Requires-Dist") or []:
        if re.match(r"(numba|llvmlite|ziglang|nodejs)", requirement):
            raise Defect(f"{path.name} would install {requirement}")


def install_and_play(python: str, distribution: Path) -> None:
    """Fetches what it needs; then, without a network, installs it into a new environment and plays."""
    with tempfile.TemporaryDirectory(prefix="docena-release-") as name:
        folder = Path(name)
        environment = folder / "environment"
        # pip comes from here: some Pythons of distributions have none for new environments
        run([python, "-m", "venv", "--without-pip", str(environment)])
        new = environment / "bin" / "python"
        pip = [sys.executable, "-m", "pip", "--python", str(new), "--disable-pip-version-check", "--quiet"]
        fetch(pip, distribution, folder / "wheels")
        begun = time.monotonic()
        offline = [*alone(), *pip, "install", "--no-index", "--find-links", str(folder / "wheels")]
        run([*offline, f"docena @ {distribution.as_uri()}"])
        size = (
            sum(path.stat().st_size for path in environment.rglob("*") if path.is_file() and not path.is_symlink())
            / 1e6
        )
        installed = time.monotonic() - begun
        if size > MOST_INSTALLED_MB:
            raise Defect(f"{distribution.name} installs {size:.0f} MB, more than {MOST_INSTALLED_MB}")
        play(new, folder)
        what = output(str(new), "--version").strip()
        print(f"{distribution.name}: {what}, installed in {installed:.0f} s, {size:.0f} MB, plays", flush=True)


def fetch(pip: Sequence[str], distribution: Path, folder: Path) -> None:
    """Only wheels: nothing that a user installs is to be compiled."""
    run([*pip, "download", "--only-binary", ":all:", "--dest", str(folder), *requirements()])
    if distribution.suffix == ".gz":
        run([*pip, "download", "--only-binary", ":all:", "--dest", str(folder), "hatchling", *REQUIREMENTS, LINKER])


def requirements() -> Iterator[str]:
    wheel = next(DIST.glob("docena-*.whl"))
    with zipfile.ZipFile(wheel) as archive:
        name = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        metadata = email.message_from_bytes(archive.read(name))
    for requirement in metadata.get_all("Requires-Dist") or []:
        if "extra ==" not in requirement:
            yield requirement


def alone() -> list[str]:
    """How to run something in a network without connections; nothing if this machine cannot do that."""
    command = ["unshare", "--map-root-user", "--net"]
    if shutil.which("unshare") and subprocess.run([*command, "true"], capture_output=True, check=False).returncode == 0:
        return command
    return []


def play(python: Path, folder: Path) -> None:
    """Every edition, a hint, a game at the terminal, and a server's page; with no compiler within reach."""
    environment = {
        "PATH": str(python.parent),
        "HOME": str(folder / "home"),
        "XDG_DATA_HOME": str(folder / "data"),
        "LANG": "C.UTF-8",
    }
    (folder / "home").mkdir()

    def docena(*words: str, typed: str = "") -> str:
        command = [*alone(), str(python), "-m", "docena", *words]
        unshare = shutil.which("unshare")
        if command[0] == "unshare" and unshare is not None:
            command[0] = unshare
        done = subprocess.run(
            command, env=environment, cwd=folder, input=typed, capture_output=True, text=True, check=False
        )
        if done.returncode or "Traceback" in done.stderr:
            raise Defect(f"`docena {' '.join(words)}` says: {(done.stderr or done.stdout).strip()[-2000:]}")
        return done.stdout

    for edition in _EDITIONS:
        players = "6" if edition == "tournament" else "2"
        docena("simulate", "--edition", edition, "--players", players, "--games", "100", "--bots", "greedy")
        docena(
            *("simulate", "--edition", edition, "--players", players, "--games", "1", "--bots", "expert"),
            *("--output", f"{edition}.jsonl"),
        )
        docena("check", f"{edition}.jsonl")
        docena("hint", f"{edition}.jsonl", "--ply", "3", "--json")
    docena("play", "--plain", "--bots", "expert", "--seed", "5", typed="q\n")
    program = (
        "import json, sys, importlib.util as u; "
        "import docena.server.serve, docena.terminal.local, docena.tables.bots.worker; "
        "print(json.dumps([name for name in ('numba', 'llvmlite') if name in sys.modules or u.find_spec(name)]))"
    )
    there = json.loads(output(str(python), "-c", program))
    if there:
        raise Defect(f"{' and '.join(there)} came with it")


def run(command: Sequence[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tempfile.gettempdir())
    if done.returncode:
        raise Defect(f"`{' '.join(command)}` failed: {(done.stderr or done.stdout).strip()[-3000:]}")


def output(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT).stdout.strip()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or [sys.executable]))
