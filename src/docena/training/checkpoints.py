"""Folders of checkpoints: a state in JSON, which names the file of weights that goes with it."""

import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import msgspec

from docena.core.errors import DocenaError
from docena.core.files import whole_file
from docena.training.weights import Arrays, read_arrays, write_arrays

T = TypeVar("T")


class Checkpoints:
    """The checkpoints of one training run: the last one is kept until the next is complete."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._state = folder / "state.json"

    def exists(self) -> bool:
        return self._state.exists()

    def prepare(self) -> None:
        """Fails now, rather than after a long round, if nothing can be written here."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=self.folder):
                pass
        except OSError as error:
            raise DocenaError(f"cannot write checkpoints to {self.folder}: {error.strerror or error}") from None

    def load(self, kind: type[T]) -> T:
        try:
            return msgspec.json.decode(self._state.read_bytes(), type=kind)
        except OSError as error:
            raise DocenaError(f"cannot read the checkpoint {self._state}: {error.strerror or error}") from None
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise DocenaError(f"the checkpoint {self._state} is damaged: {error}") from None

    def load_arrays(self, name: str) -> Arrays:
        return read_arrays(self.folder / Path(name).name)  # never outside the folder, whatever the state says

    def save(self, state: msgspec.Struct, weights: str = "", arrays: Arrays | None = None) -> None:
        """Weights first: until the new state names them, the previous state and its weights remain valid."""
        if arrays is not None:
            write_arrays(self.folder / weights, arrays)
        with whole_file(self._state) as file:
            file.write(msgspec.json.format(msgspec.json.encode(state), indent=2).decode() + "\n")
        for old in self.folder.glob("*.npz"):
            if old.name != weights:
                with suppress(OSError):
                    old.unlink()
