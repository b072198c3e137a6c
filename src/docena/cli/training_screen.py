"""The output of training: a progress bar on a terminal, plain lines elsewhere, and the log."""

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import typer

from docena.cli.output import new_progress

if TYPE_CHECKING:
    from docena.training.network import Epoch
    from docena.training.training_run import Round
    from docena.training.tuning import Generation


class TrainingScreen:
    """Shows the progress of runs and tunings on standard error."""

    def __init__(self, games: int, rounds: int) -> None:
        self._games = games
        self._rounds = rounds
        self._log: TextIO | None = None
        self._progress: Any = None
        self._task: Any = None

    @contextmanager
    def shown(self, log: Path | None) -> Iterator[None]:
        with ExitStack() as stack:
            if log is not None:
                self._log = stack.enter_context(log.open("w", encoding="utf-8"))
            if sys.stderr.isatty():
                self._progress = stack.enter_context(new_progress())
                self._task = self._progress.add_task("")
            yield

    def log(self, line: Any) -> None:
        """Each line is on the disk at the end of its round."""
        import msgspec

        if self._log is not None:
            self._log.write(msgspec.json.encode(line).decode() + "\n")
            self._log.flush()

    def _say(self, sentence: str) -> None:
        if self._progress is None:
            typer.echo(sentence, err=True)
        else:
            self._progress.console.print(sentence, markup=False, soft_wrap=True)

    def _bar(self, what: str, done: int, of: int) -> None:
        if self._progress is not None:
            self._progress.update(self._task, description=what, completed=done, total=of)

    def _place(self, family: str, number: int) -> str:
        return f"{family}, round {number + 1} of {self._rounds}"

    def playing(self, family: str, number: int, games: int) -> None:
        if not games and self._progress is not None:
            self._progress.reset(self._task)
        self._bar(f"{self._place(family, number)}: games", games, self._games)

    def learning(self, family: str, number: int, epoch: "Epoch") -> None:
        self._bar(f"{self._place(family, number)}: epochs", epoch.number, epoch.epochs)

    def again(self, family: str, number: int) -> None:
        self._say(f"{self._place(family, number)}: played again, to resume from its checkpoint")

    def done(self, line: "Round") -> None:
        self.log(line)
        self._say(
            f"{self._place(line.family, line.round)}: {line.positions:,} positions, loss {line.loss:.4f}, "
            f"held out {line.held_out:.4f}, {line.seconds:.1f} s, {line.games_per_second:,.0f} games/s"
        )

    def generation(self, line: "Generation") -> None:
        self.log(line)
        self._say(
            f"{line.part}, generation {line.generation + 1} of {self._rounds}: win rate "
            f"{sum(line.rates) / len(line.rates):.4f}, best {max(line.rates):.4f}, spread {line.spread:.3f}, "
            f"{line.seconds:.1f} s"
        )
        self._bar(f"{line.part}: generations", line.generation + 1, self._rounds)
