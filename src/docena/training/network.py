"""The value network: a position's features in, the logit of winning out; and its training."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from docena.core.errors import DocenaError

Floats = NDArray[np.float32]
Whole = NDArray[np.int64]
Bools = NDArray[np.bool_]

HIDDEN = 32
LEARNING_RATE = 2e-3
WEIGHT_DECAY = 0.01
BATCH = 4096
BETWEEN = 8.0
"""The weight of differences between plans of one decision, compared with how good positions are overall."""

_HELD_OUT = 10
"""One game in this many is held out."""
_NAMES = ("w1", "b1", "w2", "skip", "b2")


class BadNetwork(DocenaError):
    """Arrays that are not a network, or examples that cannot be learned from."""


@dataclass
class Network:
    """Inputs, hidden units with ReLU, one logit; and a linear connection from the inputs to the logit."""

    w1: Floats
    b1: Floats
    w2: Floats
    skip: Floats
    b2: float

    @property
    def inputs(self) -> int:
        return int(self.w1.shape[0])

    @property
    def hidden(self) -> int:
        return int(self.w1.shape[1])

    def logits(self, features: Floats) -> Floats:
        units: Floats = features @ self.w1 + self.b1
        np.maximum(units, 0, out=units)
        logits: Floats = units @ self.w2 + features @ self.skip + np.float32(self.b2)
        return logits

    def padded(self, inputs: int) -> "Network":
        """The same network with more inputs appended, which have no effect yet."""
        if inputs < self.inputs:
            raise BadNetwork(f"the network to start from has {self.inputs} inputs, and the examples only {inputs}")
        more = inputs - self.inputs
        return Network(np.pad(self.w1, ((0, more), (0, 0))), self.b1, self.w2, np.pad(self.skip, (0, more)), self.b2)

    def as_arrays(self, prefix: str = "") -> dict[str, NDArray[Any]]:
        """Its arrays for an npz file: `prefix/w1` and so on."""
        arrays = (self.w1, self.b1, self.w2, self.skip, np.float32(self.b2))
        return {_key(prefix, name): np.asarray(array) for name, array in zip(_NAMES, arrays, strict=True)}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]], prefix: str = "") -> "Network":
        """The network that `as_arrays` stored; fails if it is incomplete."""
        try:
            w1, b1, w2, skip, b2 = (np.asarray(arrays[_key(prefix, name)], np.float32) for name in _NAMES)
        except (KeyError, TypeError, ValueError):
            raise BadNetwork(f"there is no whole network {prefix!r}") from None
        inputs, hidden = w1.shape if w1.ndim == 2 else (-1, -1)
        if (b1.shape, w2.shape, skip.shape, b2.shape) != ((hidden,), (hidden,), (inputs,), ()):
            raise BadNetwork(f"the arrays of the network {prefix!r} do not fit together")
        if not all(np.isfinite(array).all() for array in (w1, b1, w2, skip, b2)):
            raise BadNetwork(f"the network {prefix!r} has weights that are not numbers")
        return cls(w1, b1, w2, skip, float(b2))


def _key(prefix: str, name: str) -> str:
    return f"{prefix}/{name}" if prefix else name


def random_network(inputs: int, hidden: int, rng: np.random.Generator) -> Network:
    """Evaluates everything as 0; the hidden units differ, so that they learn different things."""
    w1 = rng.standard_normal((inputs, hidden), np.float32) * np.float32(np.sqrt(2 / max(inputs, 1)))
    w2 = rng.standard_normal(hidden, np.float32) * np.float32(0.1 / np.sqrt(hidden))
    return Network(w1, np.zeros(hidden, np.float32), w2, np.zeros(inputs, np.float32), 0.0)


@dataclass
class Epoch:
    """What is reported after each pass through the examples."""

    number: int
    epochs: int
    loss: float
    held_out: float
    best: bool


def held_out_games(games: Whole) -> NDArray[np.bool_]:
    """Which positions are held out for validation: all of every tenth game, or so.

    It depends only on the number of the game, so a game in the replay window always stays on the same side.
    """
    mixed = games.astype(np.uint64)  # a copy, hashed with splitmix64 so that neighbours scatter
    mixed += np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    mixed ^= mixed >> np.uint64(31)
    held: NDArray[np.bool_] = mixed % np.uint64(_HELD_OUT) == 0
    if held.all() or not held.any():
        held = mixed == mixed.min()
    return held


class Decisions:
    """Rows of examples, grouped by decision: plans of one decision are adjacent, any other row is its own decision."""

    def __init__(self, begins: Bools) -> None:
        self.starts = np.flatnonzero(begins)
        self.sizes = np.diff(np.append(self.starts, len(begins)))

    def rows(self, chosen: Whole) -> tuple[Whole, Whole]:
        """The rows of some decisions, and where among them each decision begins."""
        sizes = self.sizes[chosen]
        begins = np.cumsum(sizes) - sizes
        return np.repeat(self.starts[chosen] - begins, sizes) + np.arange(sizes.sum()), begins


def train(
    features: Floats, outcomes: Floats, games: Whole, begins: Bools | None = None, start: Network | None = None,
    hidden: int = HIDDEN, epochs: int = 12, seed: int = 1, report: Callable[[Epoch], object] = lambda _: None,
    learning_rate: float = LEARNING_RATE, between: float = BETWEEN,
) -> Network:  # fmt: skip
    """The network that did best on the held-out games, among those after each pass through all others. The initial one
    does not compete: the large first steps make it worse, and only the small later ones make up for that.
    """
    begins = np.ones(len(games), np.bool_) if begins is None else begins
    _check(features, outcomes, games, begins)
    decisions = Decisions(begins)
    held = held_out_games(games)[decisions.starts]
    if held.all():
        raise BadNetwork("examples of at least two games are needed: one is held out to judge by")
    kept, held_out = np.flatnonzero(~held), np.flatnonzero(held)
    rng = np.random.default_rng(seed)
    used = _used_columns(features)
    if start is None:
        start = random_network(features.shape[1], hidden, rng)
        start.w1[~used] = 0  # inputs that were never seen must have no effect when they occur
    elif start.hidden != hidden:
        raise BadNetwork(f"the network to start from has {start.hidden} hidden units, not {hidden}")
    learner = Learner(start.padded(features.shape[1]), used, between)
    batch = max(1, BATCH * len(decisions.starts) // len(games))
    steps = -(-len(kept) // batch) * epochs
    best, best_loss = learner.network(), float("inf")

    def validate(network: Network) -> float:
        validating, total, weight = Learner(network, between=between), 0.0, 0.0
        for at in range(0, len(held_out), batch):
            rows, firsts = decisions.rows(held_out[at : at + batch])
            loss, of = validating.gradient(_wide(features[rows]), outcomes[rows], firsts)
            total, weight = total + loss, weight + of
        return total / weight

    for number in range(1, epochs + 1):
        order = rng.permutation(kept)
        total = weight = 0.0
        for at in range(0, len(order), batch):
            rows, firsts = decisions.rows(order[at : at + batch])
            rate = learning_rate * (0.5 + 0.5 * float(np.cos(np.pi * learner.steps / steps)))
            loss, of = learner.learn(_wide(features[rows]), outcomes[rows], firsts, rate)
            total, weight = total + loss, weight + of
        network = learner.network()
        held_out_loss = validate(network)
        if not np.isfinite(held_out_loss) or not np.isfinite(total):
            raise BadNetwork("the examples hold values that are not numbers, or far too large ones")
        better = held_out_loss < best_loss
        if better:
            best, best_loss = network, held_out_loss
        report(Epoch(number, epochs, total / max(weight, 1e-30), held_out_loss, better))
    return best


def _check(features: Floats, outcomes: Floats, games: Whole, begins: Bools) -> None:
    if features.ndim != 2 or not features.size:
        raise BadNetwork("there are no examples to learn from")
    if features.dtype not in (np.float16, np.float32) or outcomes.dtype != np.float32:
        raise BadNetwork("examples are arrays of float32, and their features perhaps of float16")
    if len({len(features), len(outcomes), len(games), len(begins)}) > 1:
        raise BadNetwork("features, outcomes and games of examples are of different lengths")
    if not begins[0] or (games[1:] != games[:-1])[~begins[1:]].any():
        raise BadNetwork("the plans of one decision are of one game")
    if not (outcomes.min() >= 0 and outcomes.max() <= 1):
        raise BadNetwork("outcomes of examples are from 0 to 1")


def _wide(features: NDArray[Any]) -> Floats:
    """Inputs stored with half precision, as full precision for computing."""
    wide: Floats = features.astype(np.float32, copy=False)
    return wide


def _used_columns(features: Floats) -> NDArray[np.bool_]:
    used: NDArray[np.bool_] = np.zeros(features.shape[1], np.bool_)
    for at in range(0, len(features), BATCH):
        used |= features[at : at + BATCH].any(axis=0)
    return used


def _losses(logits: Floats, outcomes: Floats) -> Floats:
    """Cross entropy, exact for large logits too."""
    out: Floats = np.maximum(logits, 0) - logits * outcomes + np.log1p(np.exp(-np.abs(logits)))
    return out


def _logit(chance: Floats) -> Floats:
    """The logits of chances from rollouts, which may be 0 or 1 by accident."""
    within = np.clip(chance, 0.01, 0.99)
    logits: Floats = np.log(within / (1 - within))
    return logits


class Learner:
    """A network during training: all weights in one row for Adam, with the linear connection as one more hidden
    unit."""

    def __init__(self, start: Network, used: NDArray[np.bool_] | None = None, between: float = BETWEEN) -> None:
        self.inputs, self.hidden = inputs, hidden = start.inputs, start.hidden
        self.steps = 0
        self._between = np.float32(between)
        self.values = np.zeros((inputs + 1) * (hidden + 1) + hidden, np.float32)
        self.slope = np.zeros_like(self.values)
        self._mean = np.zeros_like(self.values)
        self._square = np.zeros_like(self.values)
        self._first, self._bias, self._w2 = self._parts(self.values)
        self._first[:, :hidden], self._first[:, hidden] = start.w1, start.skip
        self._bias[:hidden], self._bias[hidden] = start.b1, start.b2
        self._w2[:] = start.w2
        # neither biases nor weights that these examples do not use decay
        self._decay = np.full_like(self.values, WEIGHT_DECAY)
        first, bias, _ = self._parts(self._decay)
        bias[:] = 0
        if used is not None:
            first[~used] = 0

    def _parts(self, row: Floats) -> tuple[Floats, Floats, Floats]:
        wide = self.hidden + 1
        end = self.inputs * wide
        return row[:end].reshape(self.inputs, wide), row[end : end + wide], row[end + wide :]

    def network(self) -> Network:
        """A copy of what it has learned so far."""
        first, bias, w2 = self._parts(self.values.copy())
        hidden = self.hidden
        return Network(
            np.ascontiguousarray(first[:, :hidden]), bias[:hidden].copy(), w2.copy(), first[:, hidden].copy(),
            float(bias[hidden]),
        )  # fmt: skip

    def gradient(self, features: Floats, outcomes: Floats, firsts: Whole | None = None) -> tuple[float, float]:
        """Writes the gradient of the mean loss to `slope`; returns the sum of the losses and of their weights. `firsts`
        lists the rows at which decisions begin. For the plans of one decision their differences count most: what they
        have in common is learned from all examples, and does not help to choose between them.
        """
        hidden = self.hidden
        out = features @ self._first
        out += self._bias
        units = np.maximum(out[:, :hidden], 0)
        logits = units @ self._w2
        logits += out[:, hidden]
        losses = _losses(logits, outcomes)
        error = 1 / (1 + np.exp(-np.clip(logits, -60, 60))) - outcomes
        if firsts is not None and len(firsts) < len(outcomes):
            sizes = np.diff(np.append(firsts, len(outcomes)))
            chance = np.repeat(np.add.reduceat(outcomes, firsts) / sizes, sizes)
            weight = (self._between * (chance * (1 - chance) + 0.01) * np.repeat(sizes > 1, sizes)).astype("f4")
            off = logits - _logit(outcomes)
            off -= np.repeat(np.add.reduceat(off, firsts) / sizes.astype("f4"), sizes)
            losses += weight * off * off / 2
            error += weight * off
        error /= np.float32(len(outcomes))
        first, bias, w2 = self._parts(self.slope)
        w2[:] = error @ units
        # `out` becomes the gradient at each unit, and at the logit
        np.multiply(out[:, :hidden] > 0, self._w2, out=out[:, :hidden])
        out[:, hidden] = 1
        out *= error[:, None]
        np.matmul(features.T, out, out=first)
        bias[:] = out.sum(axis=0)
        return float(losses.sum()), float(len(outcomes))

    def learn(self, features: Floats, outcomes: Floats, firsts: Whole, rate: float) -> tuple[float, float]:
        """One step of Adam, with decoupled weight decay."""
        loss = self.gradient(features, outcomes, firsts)
        self.steps += 1
        self._mean += np.float32(0.1) * (self.slope - self._mean)
        self._square += np.float32(0.001) * (self.slope * self.slope - self._square)
        mean = self._mean / np.float32(1 - 0.9**self.steps)
        spread = np.sqrt(self._square / np.float32(1 - 0.999**self.steps)) + np.float32(1e-8)
        self.values -= np.float32(rate) * (mean / spread + self._decay * self.values)
        return loss
