"""`make wheels-check`: the libraries in the wheels play the same games, to the byte, wherever they can be run here.

Games of every edition are played with the library of this machine, and every call of compiled code is recorded. Then
each library is given the same calls: natively, for each kind of processor that this one can stand in for; for arm64 in
qemu; for Windows in wine.
"""

import os
import platform
import random
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from compiler.targets import SYSTEMS, System, processors_of, system_of
from release.calls import Recorder, recording
from release.wheels import DIST, ROOT

TABLES = (("classic", 2), ("deluxe", 5), ("mod", 3), ("masters", 4), ("tournament", 6))
LIGHT_GAMES, PLANNED_GAMES, VIEWED_GAMES = 850, 140, 10
"""Games of light bots, of planning ones, and move by move with the views of every seat: a thousand of each edition."""
ARM_LIBRARIES = Path("/usr/aarch64-linux-gnu")
_QEMU, _WINE, _DEBIAN_WINE = "qemu-aarch64", "wine64", "/usr/lib/wine/wine64"


class Runner(NamedTuple):
    """A way to run programs of a system here, and what Debian calls it."""

    command: tuple[str, ...]
    packages: str


def runner_of(system: System) -> Runner | None:
    if system == system_of(sys.platform, platform.machine()):
        return Runner((), "")
    return {
        "linux-aarch64": Runner((_QEMU, "-L", str(ARM_LIBRARIES)), "qemu-user libc6-arm64-cross"),
        "windows-x86_64": Runner((shutil.which(_WINE) or _DEBIAN_WINE,), "wine64"),
    }.get(system.name)


def main() -> int:
    wheels = {system: wheel_for(system) for system in SYSTEMS}
    if missing := [system.name for system, wheel in wheels.items() if wheel is None]:
        print(f"There are no wheels for {', '.join(missing)} in {DIST}: run `make wheels` first.")
        return 2
    failures = 0
    with tempfile.TemporaryDirectory(prefix="docena-wheels-") as folder:
        calls = Path(folder, "calls")
        print(f"Playing {LIGHT_GAMES + PLANNED_GAMES + VIEWED_GAMES} games of each edition ...", flush=True)
        with recording(calls) as recorder:
            play_all(recorder)
        print(f"{recorder.calls:,} calls of compiled code, {calls.stat().st_size / 1e6:.0f} MB")
        for system, wheel in wheels.items():
            runner = runner_of(system)
            if runner is None:
                print(f"{system.name}: cannot be run here")
            elif runner.command and shutil.which(runner.command[0]) is None:
                print(f"{system.name}: not run; on Debian `apt-get install {runner.packages}` brings what runs it")
            else:
                assert wheel is not None
                failures += not check(system, runner, wheel, calls, Path(folder))
    return min(failures, 1)


def wheel_for(system: System) -> Path | None:
    return next(iter(DIST.glob(f"docena-*-py3-none-{system.tag}.whl")), None)


def play_all(recorder: Recorder) -> None:
    """Only here are the modules imported that call compiled code, so that their calls are recorded."""
    from docena.arena.simulate import Simulation
    from docena.core.options import choose_options
    from docena.game.game import Game

    for edition, players in TABLES:
        options = choose_options(edition, players)
        for bots, games in ((["greedy", "random"], LIGHT_GAMES), (["expert", "beginner"], PLANNED_GAMES)):
            lineup = [bots[seat % 2] for seat in range(players)]
            for _ in Simulation(options, lineup, games, seed=21).run(write=len):
                pass
        for seed in range(VIEWED_GAMES):
            game, chooser = Game.new(edition, players=players, seed=seed), random.Random(seed)
            while not game.over:
                game.play(chooser.choice(game.legal_numbers()))
                for seat in (None, *range(1, players + 1)):
                    game.view(seat).as_json()
        print(f"  {edition}, {players} players: {recorder.calls:,} calls so far", flush=True)


def check(system: System, runner: Runner, wheel: Path, calls: Path, folder: Path) -> bool:
    """Whether all libraries in a wheel that can be run here give the same bytes."""
    program = folder / f"replay-{system.name}{'.exe' if system.suffix == '.dll' else ''}"
    source = Path(__file__).with_name("replay_calls.c")
    command = [sys.executable, "-m", "ziglang", "cc", "-target", system.zig, "-O2", "-o", str(program), str(source)]
    subprocess.run(command, check=True, cwd=ROOT)
    libraries = folder / system.name
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if name.startswith("docena/native/"):
                (libraries / Path(name).name).parent.mkdir(exist_ok=True)
                (libraries / Path(name).name).write_bytes(archive.read(name))
    fine = True
    for variant in variants(system):
        files = [f"{name}={libraries / f'{name}-{variant}{system.suffix}'}" for name in ("engine", "bots")]
        done = subprocess.run(
            [*runner.command, str(program), str(calls), *files],
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "WINEDEBUG": "-all", "WINEPREFIX": str(folder / "wine")},
        )
        where = f" in {Path(runner.command[0]).name}" if runner.command else ""
        print(f"{system.name}, {variant}{where}: {done.stdout.strip() or done.stderr.strip()}", flush=True)
        fine &= done.returncode == 0
    return fine


def variants(system: System) -> Iterator[str]:
    """Those that can be run: an emulator knows what this processor knows, at least for x86-64."""
    from docena.engine.native import LEVELS, library

    level = library("engine")[1].docena_cpu_level() if system.architecture == "x86_64" else 0
    for processor in processors_of(system.architecture):
        if LEVELS.get(processor.variant, 0) <= level:
            yield processor.variant


if __name__ == "__main__":
    sys.exit(main())
