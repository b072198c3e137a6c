"""Builds what the page runs, into the folder of compiled libraries: the module, and the weights of the bots."""

import hashlib
import os
import tempfile
from pathlib import Path

from compiler.cache import cached, copy, digest_of_compiler
from compiler.entries import representations_together
from compiler.machine_code import object_of
from compiler.targets import BROWSER
from compiler.targets import PAGE as SYSTEM
from compiler.wasm.bindings import STACK_END
from compiler.wasm.entries import LIBRARIES, NATIVE_ONLY
from compiler.wasm.module import module_of
from compiler.wasm.weights import weights_files
from docena.core.filelock import waited_lock
from docena.engine.native import FOLDER, PREFIX
from docena.engine.sources import PACKAGE, digest_of_code

PAGE = FOLDER / "page"
MODULE = "docena.wasm"
_LEAST_STACK = 1 << 18
_STAMP = "made-from.txt"
_DATA = ("bots/weights/*", "bots/levels.toml", "../../compiler/wasm/*.py")


def made_from() -> str:
    """A hash of all that the files are made from."""
    digest = hashlib.sha256("".join([digest_of_compiler(), *map(digest_of_code, LIBRARIES)]).encode())
    for path in sorted(path for pattern in _DATA for path in PACKAGE.glob(pattern) if path.is_file()):
        if "__pycache__" not in path.parts:
            digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()


def is_current() -> bool:
    stamp = PAGE / _STAMP
    return stamp.exists() and stamp.read_text(encoding="ascii").strip() == made_from()


def update() -> None:
    """Builds the files unless they are there and current, or another process has just built them."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with waited_lock(FOLDER / "page-files"):
        if not is_current():
            _build()


def _build() -> None:
    print("Compiling the rules and the bots for the page ...", flush=True)
    digest = made_from()
    with tempfile.TemporaryDirectory(dir=FOLDER, prefix=".making-") as bench:
        copy(cached("page", digest, SYSTEM, BROWSER, write_module), Path(bench, MODULE))
        for name, content in weights_files().items():
            Path(bench, name).write_bytes(content)
        Path(bench, _STAMP).write_text(f"{digest}\n", encoding="ascii")
        PAGE.mkdir(exist_ok=True)
        for path in sorted(Path(bench).iterdir(), key=lambda path: path.name == _STAMP):
            path.replace(PAGE / path.name)


def write_module(path: Path) -> None:
    """Writes the module with all entries of the page."""
    texts = representations_together(LIBRARIES)
    wanted = [text for name, text in sorted(texts.items()) if name not in NATIVE_ONLY]
    found = module_of(object_of(wanted, BROWSER, SYSTEM), PREFIX)
    if found.data_end > STACK_END - _LEAST_STACK:
        raise SystemExit("the constants of the module leave too little room for its stack")
    part = path.with_suffix(f".{os.getpid()}.part")
    part.write_bytes(found.code)
    part.replace(path)
