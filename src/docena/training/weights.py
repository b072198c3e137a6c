"""Files of networks: arrays by name in one npz file, all families together."""

import io
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from docena.bots import LARGE_MODELS
from docena.core.errors import DocenaError
from docena.core.files import whole_file
from docena.training.network import Network

Arrays = dict[str, NDArray[Any]]

_DAMAGE = (ValueError, EOFError, KeyError, TypeError, AttributeError, OSError, RuntimeError, MemoryError, SyntaxError)
"""Errors that NumPy and zipfile are known to raise for corrupted files."""


def read_arrays(path: Path) -> Arrays:
    """All arrays of an npz file."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise DocenaError(f"cannot read {path}: {error.strerror or error}") from None
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as file:
            return dict(file)
    except (*_DAMAGE, zipfile.BadZipFile, zlib.error):
        raise DocenaError(f"{path} is damaged, or no file of weights (npz)") from None


def write_arrays(path: Path, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Writes the file atomically; the same arrays always make the same file."""
    packed = io.BytesIO()
    named: dict[str, Any] = dict(sorted(arrays.items()))
    np.savez(packed, **named)
    with whole_file(path) as file:
        file.buffer.write(packed.getvalue())


def arrays_in(path: Path) -> Arrays:
    """All arrays of a file that may not exist yet."""
    return read_arrays(path) if path.is_file() else {}


def replace_networks(path: Path, networks: Mapping[str, Network]) -> None:
    """Stores these networks in a file and leaves all others in it unchanged."""
    kept = {name: array for name, array in arrays_in(path).items() if name.rpartition("/")[0] not in networks}
    for name, network in networks.items():
        # a page must fetch the large ones: half the bytes, and the same moves (docs/experiments.md)
        kind = np.float16 if name.startswith(f"{LARGE_MODELS}/") else np.float32
        kept |= {key: array.astype(kind) for key, array in network.as_arrays(name).items()}
    write_arrays(path, kept)


def replace_tuned(path: Path, part: str, values: NDArray[Any]) -> None:
    """Stores a tuned part in a file as `tuned/PART`, and leaves the rest unchanged."""
    write_arrays(path, arrays_in(path) | {f"tuned/{part}": values})
