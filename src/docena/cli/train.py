"""`docena train`: self-play training of the bots' networks, and tuning of their parameters."""

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from docena.cli.training_screen import TrainingScreen
from docena.core.errors import DocenaError

if TYPE_CHECKING:
    from docena.training.training_run import TrainingSettings
    from docena.training.weights import Arrays

MOST_WORKERS = 256
DRILLS = "drills"
"""Training of large networks on decisions; its checkpoints are kept in a folder of this name."""


def train(
    address: Annotated[str | None, typer.Argument(help="With --ray: a cluster that is already running.")] = None,
    family: Annotated[str, typer.Option(help="A family of tables, or all.", metavar="NAME")] = "all",
    rounds: Annotated[
        int, typer.Option(help="Rounds of playing and learning; with --tune, generations.", metavar="N")
    ] = 4,
    games: Annotated[int, typer.Option(help="Games per round; with --tune, per candidate.", metavar="G")] = 3_000,
    opinions: Annotated[bool, typer.Option("--opinions", help="Train large networks, not small ones.")] = False,
    drills: Annotated[bool, typer.Option("--drills", help="Train the file's large networks on decisions.")] = False,
    hidden: Annotated[
        int | None, typer.Option(help="Hidden units of a network; by default 32, or 128 in a large one.", metavar="H")
    ] = None,
    epochs: Annotated[int, typer.Option(help="Maximum passes through the examples of a round.", metavar="E")] = 12,
    seed: Annotated[int, typer.Option(help="The same seed gives the same networks.", metavar="S")] = 1,
    workers: Annotated[int | None, typer.Option(help="Threads; all cores by default.", metavar="W")] = None,
    output: Annotated[
        Path, typer.Option("--output", "-o", help="The file for the weights.", metavar="FILE.npz")
    ] = Path("networks.npz"),
    checkpoints: Annotated[Path, typer.Option(help="The folder of checkpoints.", metavar="DIR")] = Path("training"),
    resume: Annotated[bool, typer.Option("--resume", help="Continue from the checkpoints.")] = False,
    log: Annotated[Path | None, typer.Option(help="Write a line of JSON for each round to this file.")] = None,
    tune: Annotated[
        str | None, typer.Option(help="Tune these parameters of a bot by evolution.", metavar="PART")
    ] = None,
    ray: Annotated[bool, typer.Option("--ray", help="Play on Ray: here, or at the ADDRESS that follows.")] = False,
) -> int:
    """Train the bots by self-play.

    Each round plays games with the current network, learns from them and writes a checkpoint; the weights are written
    at the end, and those of other families in the file are kept. Ctrl-C stops; --resume continues with the same result.
    """
    import os

    from docena.bots import LARGE_MODELS
    from docena.bots.kernels.model import HIDDEN, LARGE_HIDDEN
    from docena.core.files import check_writable
    from docena.training.training_run import TrainingSettings
    from docena.training.weights import arrays_in

    workers = os.cpu_count() or 1 if workers is None else workers
    _check("--rounds", rounds, 1, 10_000)
    _check("--games", games, 2, 100_000_000)
    if opinions and drills:
        raise DocenaError("--opinions and --drills are separate runs")
    room = LARGE_HIDDEN if opinions or drills else HIDDEN
    hidden = room if hidden is None else hidden
    _check("--hidden", hidden, 1, room)  # a larger network could be trained, but bots could not use it
    _check("--epochs", epochs, 1, 1000)
    _check("--seed", seed, 0, (1 << 63) - 1)
    _check("--workers", workers, 1, MOST_WORKERS)
    if address is not None and not ray:
        raise DocenaError(f"{address!r} is an address, which needs --ray")
    check_writable(output)
    arrays = arrays_in(output)  # a damaged file is refused now, not after the training
    if log is not None:
        check_writable(log)
    settings = TrainingSettings(games=games, hidden=hidden, epochs=epochs, seed=seed)
    try:
        if tune is not None:
            _tune(tune, games, rounds, seed, workers, output, checkpoints, resume, log, ray)
        else:
            kind = DRILLS if drills else LARGE_MODELS if opinions else ""
            _train(family, kind, settings, rounds, workers, output, checkpoints, resume, log, ray, address, arrays)
    except KeyboardInterrupt:
        typer.echo(
            f"docena: stopped; the checkpoints in {checkpoints} are kept: --resume continues from them", err=True
        )
        return 130
    return 0


def _check(option: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise DocenaError(f"{option} must be {least} to {most}, not {value}")


def _train(
    family: str, kind: str, settings: "TrainingSettings", rounds: int, workers: int, into: Path, folder: Path,
    resume: bool, log: Path | None, ray: bool, address: str | None, arrays: "Arrays",
) -> None:  # fmt: skip
    from docena.bots import LARGE_MODELS
    from docena.training.chunks import play_here
    from docena.training.cluster import play_on_ray
    from docena.training.network import Network
    from docena.training.training_run import TrainingRun, families, play_decisions, play_outcomes, play_trajectories
    from docena.training.weights import replace_networks

    known = families()
    if family != "all" and family not in known:
        raise DocenaError(f"there is no family called {family!r}; the families are {', '.join(known)}, or all")
    names = known if family == "all" else (family,)
    ours = {LARGE_MODELS: play_trajectories, DRILLS: play_decisions}.get(kind, play_outcomes)
    into_names = {name: f"{LARGE_MODELS}/{name}" if kind else name for name in names}
    folder /= kind
    starts: dict[str, Network] = {}
    if kind == DRILLS:
        settings = settings.for_decisions()
        for name in names:
            if f"{into_names[name]}/w1" not in arrays:
                raise DocenaError(
                    f"there is no large network of {name} in {into} to continue from: train it with --opinions"
                )
            starts[name] = Network.from_arrays(arrays, into_names[name])
    if resume and not any((folder / name / "state.json").exists() for name in names):
        raise DocenaError(f"there is no checkpoint of {family} in {folder} to resume from")
    with ExitStack() as stack:
        play = stack.enter_context(play_on_ray(ours, address)) if ray else play_here(ours, workers)
        screen = TrainingScreen(settings.games, rounds)
        runs = [TrainingRun(name, settings, play, folder, screen, starts.get(name)) for name in names]
        for run in runs:
            run.prepare(rounds, resume)
        stack.enter_context(screen.shown(log))
        networks = {}
        for run in runs:
            for line in run.log:
                screen.log(line)
            networks[run.family] = run.run(rounds)
    replace_networks(into, {into_names[name]: network for name, network in networks.items()})
    for run in runs:
        network = networks[run.family]
        typer.echo(
            f"{run.family}: {rounds} rounds of {settings.games:,} games, {network.inputs} inputs, "
            f"{network.hidden} hidden units, held-out loss {run.log[-1].held_out:.4f}"
        )
    typer.echo(f"weights written to {into}")


def _tune(
    part: str, games: int, generations: int, seed: int, workers: int, into: Path, folder: Path, resume: bool,
    log: Path | None, ray: bool,
) -> None:  # fmt: skip
    from docena.training.tuning import need_cma, parts, tune
    from docena.training.weights import replace_tuned

    if ray:
        raise DocenaError("--ray is for self-play; --tune plays on this machine only")
    known = parts()
    if part not in known:
        there = f"; the parts are {', '.join(known)}" if known else ": no bot has parameters to tune"
        raise DocenaError(f"there is no part called {part!r}{there}")
    need_cma()
    of = known[part]
    if resume and not (folder / f"tune-{part}" / "state.json").exists():
        raise DocenaError(f"there is no checkpoint of {part} in {folder} to resume from")
    screen = TrainingScreen(games, generations)
    with screen.shown(log):
        tuned = tune(
            part, of.start, of.scale, lambda candidates, deals: of.evaluate(candidates, deals, games, workers),
            generations, seed, screen.generation, folder, resume, games,
        )  # fmt: skip
    replace_tuned(into, part, tuned)
    typer.echo(f"{part}: {generations} generations of {games:,} games per candidate; written to {into}")
