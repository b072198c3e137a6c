"""`docena train`, with players that take no time."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from training.fakes import fake_play

from docena.cli.app import run
from docena.training.network import Network
from docena.training.weights import read_arrays


class Numbers:
    """A part whose best values are 2 and -1."""

    start = np.zeros(2)
    scale = 0.5

    def evaluate(self, candidates: list[Any], seed: int, games: int, workers: int, /) -> list[float]:
        return [float(np.exp(-((at - [2, -1]) ** 2).sum())) for at in candidates]


def play_with_arrays(family: str, games: int, seed: int, arrays: Any, explore: float, workers: int) -> Any:
    """The bots know a network by its arrays."""
    network = None if arrays is None else Network.from_arrays(arrays)
    return fake_play(family, games, seed, network, explore, workers)


def plant(setitem: Any) -> None:
    """The bots' side of training, as the command finds it."""
    modules: dict[str, dict[str, Any]] = {
        "weights.families": {"FAMILIES": ("classic-2", "mod-2")},
        "selfplay.targets": {
            "play_outcomes": play_with_arrays,
            "play_trajectories": play_with_arrays,
            "play_decisions": play_with_arrays,
        },
        "selfplay.policy_tuning": {"PARTS": {"expert": Numbers()}},
    }
    for name, content in modules.items():
        module = ModuleType(f"docena.bots.{name}")
        module.__dict__.update(content)
        setitem(sys.modules, module.__name__, module)


@pytest.fixture(autouse=True)
def _players(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    plant(monkeypatch.setitem)
    monkeypatch.chdir(tmp_path)


def train(*more: str) -> int:
    return run(["train", "--games", "60", "--rounds", "3", "--hidden", "4", "--workers", "1", *more])


def test_all_families_are_trained_into_one_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert train("--log", "log.jsonl") == 0
    captured = capsys.readouterr()
    assert captured.out.splitlines()[-1] == "weights written to networks.npz"
    assert "classic-2: 3 rounds of 60 games, 5 inputs, 4 hidden units, held-out loss 0." in captured.out
    assert "mod-2, round 3 of 3: 480 positions" in captured.err
    assert "\r" not in captured.err + captured.out
    assert "\x1b" not in captured.err + captured.out
    arrays = read_arrays(tmp_path / "networks.npz")
    for family in ("classic-2", "mod-2"):
        assert Network.from_arrays(arrays, family).w1.shape == (5, 4)
    log = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [(line["family"], line["round"]) for line in log] == [
        (name, n) for name in ("classic-2", "mod-2") for n in range(3)
    ]
    assert {"games", "positions", "loss", "held_out", "seconds", "games_per_second"} <= log[0].keys()


def test_only_the_family_trained_is_replaced(tmp_path: Path) -> None:
    assert train() == 0
    before = read_arrays(tmp_path / "networks.npz")
    assert train("--family", "mod-2", "--seed", "5") == 0
    after = read_arrays(tmp_path / "networks.npz")
    assert before.keys() == after.keys()
    changed = {name for name in before if not np.array_equal(before[name], after[name])}
    assert changed == {f"mod-2/{name}" for name in ("w1", "b1", "w2", "skip", "b2")}


def test_training_can_be_taken_up_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert train("--output", "whole.npz", "--checkpoints", "whole") == 0
    assert train("--rounds", "1", "--family", "classic-2") == 0
    assert train("--resume", "--log", "log.jsonl") == 0
    assert "classic-2, round 1 of 3: played again" in capsys.readouterr().err
    assert (tmp_path / "networks.npz").read_bytes() == (tmp_path / "whole.npz").read_bytes()
    assert len((tmp_path / "log.jsonl").read_text(encoding="utf-8").splitlines()) == 6, "with the rounds before"


_SLOW = """
import sys, time, types
from training import fakes
from cli import test_train
play, times = fakes.fake_play, []
def slow(*arguments):
    times.append(0.3 if len(times) < 2 else 5)
    time.sleep(times[-1])
    return play(*arguments)
test_train.fake_play = slow
test_train.plant(dict.__setitem__)
from docena.cli import main
sys.argv = ["docena", "train", "--family", "mod-2", "--rounds", "6", "--games", "60", "--hidden", "4", *sys.argv[1:]]
main()
"""


def test_ctrl_c_leaves_the_last_checkpoint(tmp_path: Path) -> None:
    tests = Path(__file__).parent.parent
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([*sys.path, str(tests)])}
    program = [sys.executable, "-c", _SLOW]
    training = subprocess.Popen(program, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    state = tmp_path / "training" / "mod-2" / "state.json"
    for _ in range(1200):
        if state.exists():
            break
        time.sleep(0.05)
    training.send_signal(signal.SIGINT)
    out, err = training.communicate(timeout=60)
    assert training.returncode == 130
    assert "docena: stopped; the checkpoints in training are kept: --resume continues from them" in err
    assert "Traceback" not in err
    assert out == ""
    assert not (tmp_path / "networks.npz").exists()
    whole = ["train", "--family", "mod-2", "--rounds", "6", "--games", "60", "--hidden", "4"]
    assert run([*whole, "--resume"]) == 0
    assert run([*whole, "--checkpoints", "other", "--output", "other.npz"]) == 0
    assert (tmp_path / "networks.npz").read_bytes() == (tmp_path / "other.npz").read_bytes()


def test_a_bar_is_shown_where_somebody_watches(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "200")
    assert train("--family", "mod-2") == 0
    err = capsys.readouterr().err
    assert "mod-2, round 3 of 3: 480 positions" in err
    assert "\x1b" in err


def test_numbers_are_tuned(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert train() == 0
    assert train("--tune", "expert", "--rounds", "40", "--log", "log.jsonl") == 0
    assert "expert: 40 generations of 60 games per candidate; written to networks.npz" in capsys.readouterr().out
    arrays = read_arrays(tmp_path / "networks.npz")
    np.testing.assert_allclose(arrays["tuned/expert"], [2, -1], atol=0.1)
    assert "mod-2/w1" in arrays
    assert len((tmp_path / "log.jsonl").read_text(encoding="utf-8").splitlines()) == 40


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--family", "poker"], "there is no family called 'poker'; the families are classic-2, mod-2, or all"),
        (["--rounds", "0"], "--rounds must be 1 to 10000, not 0"),
        (["--games", "1"], "--games must be 2 to"),
        (["--games", "many"], "--games is a whole number"),
        (["--hidden", "0"], "--hidden must be 1 to"),
        (["--hidden", "33"], "--hidden must be 1 to 32, not 33"),
        (["--opinions", "--hidden", "129"], "--hidden must be 1 to 128, not 129"),
        (["--epochs", "0"], "--epochs must be 1 to"),
        (["--seed", "-1"], "--seed must be 0 to"),
        (["--workers", "999"], "--workers must be 1 to 256"),
        (["--output", "/nowhere/some.npz"], "cannot write /nowhere/some.npz"),
        (["--output", "damaged"], "damaged is damaged, or no file of weights"),
        (["--log", "/nowhere/log"], "cannot write /nowhere/log"),
        (["--checkpoints", "damaged"], "cannot write checkpoints to damaged/classic-2: Not a directory"),
        (["--resume"], "there is no checkpoint of all in training to resume from"),
        (["--tune", "poker"], "there is no part called 'poker'; the parts are expert"),
        (["--tune", "expert", "--resume"], "there is no checkpoint of expert in training"),
        (["--tune", "expert", "--ray"], "--ray is for self-play"),
        (["ray://somewhere"], "'ray://somewhere' is an address, which needs --ray"),
        (["--opinions", "--drills"], "--opinions and --drills are separate runs"),
        (["--family", "mod-2", "--drills"], "there is no large network of mod-2 in networks.npz to continue from"),
    ],
)
def test_bad_input_gets_a_sentence(
    arguments: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "damaged").write_text("no weights", encoding="utf-8")
    assert train(*arguments) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith("docena: ")
    assert sentence in captured.err
    assert captured.out == ""
    assert os.listdir(tmp_path) == ["damaged"]


def test_checkpoints_of_other_settings_or_damaged_get_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert train("--family", "mod-2") == 0
    weights = (tmp_path / "networks.npz").read_bytes()
    assert train("--family", "mod-2", "--resume", "--epochs", "2") == 2
    assert "is of other settings: epochs 12, not 2" in capsys.readouterr().err
    (tmp_path / "training" / "mod-2" / "state.json").write_text("{}", encoding="utf-8")
    assert train("--family", "mod-2", "--resume") == 2
    assert "state.json is damaged" in capsys.readouterr().err
    assert (tmp_path / "networks.npz").read_bytes() == weights


@pytest.mark.parametrize(("package", "arguments"), [("ray", ["--ray"]), ("cma", ["--tune", "expert"])])
def test_a_package_that_is_not_there_gets_a_sentence(
    package: str, arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    assert train(*arguments) == 2
    extra = "ray" if package == "ray" else "train"
    assert capsys.readouterr().err == (
        f"docena: {arguments[0]} needs the package {package}: pip install 'docena[{extra}]'\n"
    )


def test_large_networks_are_trained_beside_small_ones(tmp_path: Path) -> None:
    assert train("--family", "mod-2") == 0
    assert train("--family", "mod-2", "--opinions") == 0
    names = {name.rpartition("/")[0] for name in read_arrays(tmp_path / "networks.npz")}
    assert names == {"mod-2", "opinions/mod-2"}
    assert (tmp_path / "training" / "mod-2" / "state.json").exists()
    assert (tmp_path / "training" / "opinions" / "mod-2" / "state.json").exists()


def first_weights(folder: Path) -> bytes:
    """The weights of a large network's first layer, which the file has in half precision."""
    return read_arrays(folder / "networks.npz")["opinions/mod-2/w1"].astype(np.float32).tobytes()


def test_drills_go_on_with_a_large_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    players: list[bytes] = []

    def play_and_note(family: str, games: int, seed: int, arrays: Any, explore: float, workers: int) -> Any:
        players.append(arrays["w1"].tobytes())
        return play_with_arrays(family, games, seed, arrays, explore, workers)

    monkeypatch.setattr(sys.modules["docena.bots.selfplay.targets"], "play_decisions", play_and_note)
    assert train("--family", "mod-2", "--opinions") == 0
    large = first_weights(tmp_path)
    assert train("--family", "mod-2", "--drills") == 0
    drilled = read_arrays(tmp_path / "networks.npz")
    assert set(drilled) == {f"opinions/mod-2/{name}" for name in ("w1", "b1", "w2", "skip", "b2")}
    assert players[0] == large
    assert len({*players, first_weights(tmp_path)}) == 4
    assert (tmp_path / "training" / "drills" / "mod-2" / "state.json").exists()


def test_drills_that_were_stopped_go_on_with_the_same_result(tmp_path: Path) -> None:
    assert train("--family", "mod-2", "--opinions") == 0
    large = (tmp_path / "networks.npz").read_bytes()
    assert train("--family", "mod-2", "--drills") == 0
    whole = (tmp_path / "networks.npz").read_bytes()
    (tmp_path / "networks.npz").write_bytes(large)
    assert train("--family", "mod-2", "--drills", "--checkpoints", "other", "--rounds", "1") == 0
    assert train("--family", "mod-2", "--drills", "--checkpoints", "other", "--resume") == 0
    assert (tmp_path / "networks.npz").read_bytes() == whole
