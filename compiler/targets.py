"""The processors and operating systems that libraries are made for."""

from pathlib import Path
from typing import NamedTuple

FRAGMENTS = Path(__file__).parent / "fragments"


class Processor(NamedTuple):
    """A kind of processor as LLVM names it, and the fragments of code that only it has."""

    variant: str
    architecture: str
    cpu: str
    fragments: tuple[str, ...]
    features: str = ""


class System(NamedTuple):
    """An operating system on one architecture: how LLVM, the linker and Python's packaging name it."""

    name: str
    architecture: str
    triple: str
    zig: str
    suffix: str
    tag: str


PROCESSORS = (
    Processor("x86_64", "x86_64", "x86-64", ("pick_portable", "level_x86")),
    Processor("x86_64_v3", "x86_64", "x86-64-v3", ("pick_portable", "level_x86")),
    Processor("x86_64_v3_pdep", "x86_64", "x86-64-v3", ("pick_pdep", "level_x86")),
    Processor("arm64", "arm64", "generic", ("pick_portable", "level_any")),
)
BROWSER = Processor(
    "wasm32",
    "wasm32",
    "generic",
    ("pick_portable",),
    "+bulk-memory,+sign-ext,+mutable-globals,+nontrapping-fptoint,+simd128",
)
"""What every browser of the last years can do; threads are not needed."""
SYSTEMS = (
    System(
        "linux-x86_64", "x86_64", "x86_64-unknown-linux-gnu", "x86_64-linux-gnu.2.17", ".so", "manylinux_2_17_x86_64"
    ),
    System(
        "linux-aarch64", "arm64", "aarch64-unknown-linux-gnu", "aarch64-linux-gnu.2.17", ".so", "manylinux_2_17_aarch64"
    ),
    System(
        "macos-x86_64", "x86_64", "x86_64-apple-macosx10.13.0", "x86_64-macos.10.13", ".dylib", "macosx_10_13_x86_64"
    ),
    System("macos-arm64", "arm64", "arm64-apple-macosx11.0.0", "aarch64-macos.11.0", ".dylib", "macosx_11_0_arm64"),
    System("windows-x86_64", "x86_64", "x86_64-w64-windows-gnu", "x86_64-windows-gnu", ".dll", "win_amd64"),
    System("windows-arm64", "arm64", "aarch64-w64-windows-gnu", "aarch64-windows-gnu", ".dll", "win_arm64"),
)
PAGE = System("page", "wasm32", "wasm32-unknown-unknown", "", ".wasm", "")
"""The page, in any browser."""


def fragment(name: str) -> str:
    return (FRAGMENTS / f"{name}.ll").read_text(encoding="ascii")


def system_of(platform: str, machine: str) -> System:
    """The one that Python says it runs on."""
    kind = {"darwin": "macos", "win32": "windows"}.get(platform, "linux")
    architecture = architecture_of(machine)
    for system in SYSTEMS:
        if system.name.startswith(kind) and system.architecture == architecture:
            return system
    raise SystemExit(f"docena cannot be compiled for {platform} on {machine} yet: see compiler/targets.py")


def architecture_of(machine: str) -> str:
    return {"amd64": "x86_64", "aarch64": "arm64"}.get(machine.lower(), machine.lower())


def processors_of(architecture: str) -> tuple[Processor, ...]:
    return tuple(processor for processor in PROCESSORS if processor.architecture == architecture)
