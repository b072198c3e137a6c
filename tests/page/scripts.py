"""Scripts that run in the page."""

from pathlib import Path


def script(name: str) -> str:
    """A function in a file of its own."""
    return Path(__file__).with_name(f"{name}.js").read_text(encoding="utf-8")
