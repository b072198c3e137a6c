"""A training run: rounds, checkpoints, and going on after a stop as if nothing had happened."""

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from training.fakes import fake_play

from docena.bots.selfplay.examples import Examples
from docena.core.errors import DocenaError
from docena.training import chunks
from docena.training.chunks import Chunk, PlayChunks, chunks_of, play_here, seed_for
from docena.training.network import Epoch, Network, train
from docena.training.training_run import Progress, Round, TrainingRun, TrainingSettings
from docena.training.weights import read_arrays

SETTINGS = TrainingSettings(games=120, epochs=3, hidden=6)
HERE = play_here(fake_play, 1)


class NoProgress:
    """Told, and keeps nothing."""

    def playing(self, family: str, number: int, games: int) -> None: ...

    def learning(self, family: str, number: int, epoch: Epoch) -> None: ...

    def again(self, family: str, number: int) -> None: ...

    def done(self, line: Round) -> None: ...


@pytest.fixture(autouse=True)
def _small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunks, "CHUNK_GAMES", 50)


def trained(
    folder: Path, rounds: int, resume: bool = False, settings: TrainingSettings = SETTINGS, play: PlayChunks = HERE,
    progress: Progress | None = None,
) -> tuple[Network, list[Round]]:  # fmt: skip
    of = TrainingRun("classic-2", settings, play, folder, progress or NoProgress())
    of.prepare(rounds, resume)
    return of.run(rounds), of.log


def same(one: Network, other: Network) -> bool:
    mine, theirs = one.as_arrays(), other.as_arrays()
    return all(np.array_equal(mine[name], theirs[name]) for name in mine)


def timeless(log: list[Round]) -> list[tuple[object, ...]]:
    return [(line.round, line.games, line.positions, line.window, line.loss, line.held_out) for line in log]


def test_the_first_round_is_played_without_a_network_and_two_rounds_are_learnt_from(tmp_path: Path) -> None:
    players: list[Network | None] = []

    def play(of: Sequence[Chunk], network: Network | None) -> Iterator[Examples]:
        players.append(network)
        return HERE(of, network)

    network, log = trained(tmp_path, 4, play=play)
    assert [player is None for player in players] == [True, False, False, False]
    assert [line.window for line in log] == [960, 1920, 1920, 1920]
    assert {line.positions for line in log} == {960}
    assert network.inputs == 5
    assert all(line.seconds > 0 and line.games_per_second > 0 for line in log)


def test_every_game_has_one_number_and_every_round_a_seed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seeds: list[int] = []
    counts: list[int] = []

    def watched(*arguments: Any) -> Network:
        counts.append(len(np.unique(arguments[2])))
        seeds.append(arguments[7])
        return train(*arguments)

    monkeypatch.setattr("docena.training.training_run.train", watched)
    trained(tmp_path, 3)
    assert counts == [120, 240, 240]
    assert len(set(seeds)) == 3


def test_a_run_that_stopped_goes_on_as_if_it_had_not(tmp_path: Path) -> None:
    whole, whole_log = trained(tmp_path / "whole", 4)

    class Stop(NoProgress):
        def playing(self, family: str, number: int, games: int) -> None:
            if number == 2 and games > 60:
                raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        trained(tmp_path / "stopped", 4, progress=Stop())
    state = json.loads((tmp_path / "stopped" / "classic-2" / "state.json").read_text(encoding="utf-8"))
    assert [line["round"] for line in state["log"]] == [0, 1]
    again, log = trained(tmp_path / "stopped", 4, resume=True)
    assert same(again, whole)
    assert timeless(log) == timeless(whole_log)
    files = {path.name: path.read_bytes() for path in (tmp_path / "stopped" / "classic-2").glob("*.npz")}
    assert files == {"round-003.npz": (tmp_path / "whole" / "classic-2" / "round-003.npz").read_bytes()}


def test_more_rounds_can_follow(tmp_path: Path) -> None:
    trained(tmp_path / "a", 1)
    longer, _ = trained(tmp_path / "a", 3, resume=True)
    assert same(longer, trained(tmp_path / "b", 3)[0])
    assert same(longer, trained(tmp_path / "a", 3, resume=True)[0]), "nothing left to do"
    with pytest.raises(DocenaError, match="already has 3 rounds, more than --rounds 2"):
        trained(tmp_path / "a", 2, resume=True)


def test_a_checkpoint_that_is_not_finished_is_not_overwritten(tmp_path: Path) -> None:
    class Stop(NoProgress):
        def done(self, line: Round) -> None:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        trained(tmp_path, 3, progress=Stop())
    with pytest.raises(DocenaError, match="after 1 of 3 rounds: go on with --resume"):
        trained(tmp_path, 3)
    trained(tmp_path, 3, resume=True)
    trained(tmp_path, 3)  # a finished one may be


def test_a_stop_while_a_checkpoint_is_written_leaves_the_one_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trained(tmp_path, 1)
    before = {path.name: path.read_bytes() for path in (tmp_path / "classic-2").iterdir()}

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("docena.core.files.os.replace", stop)
        with pytest.raises(KeyboardInterrupt):
            trained(tmp_path, 2, resume=True)
    assert {path.name: path.read_bytes() for path in (tmp_path / "classic-2").iterdir()} == before


def test_other_settings_do_not_go_on(tmp_path: Path) -> None:
    trained(tmp_path, 1)
    with pytest.raises(DocenaError, match="of other settings: hidden 6, not 7, seed 1, not 2; --resume goes on"):
        trained(tmp_path, 2, resume=True, settings=TrainingSettings(games=120, epochs=3, hidden=7, seed=2))


def test_lessons_that_have_changed_do_not_go_on(tmp_path: Path) -> None:
    trained(tmp_path, 1)

    def other(family: str, games: int, seed: int, network: Network | None, explore: float, workers: int, /) -> Examples:
        return fake_play(family, games, seed + 1, network, explore, workers)

    with pytest.raises(DocenaError, match="is not played as it was"):
        trained(tmp_path, 2, resume=True, play=play_here(other, 1))


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (lambda text: text[:40], "is damaged"),
        (lambda text: text.replace('"seed": 1', '"seed": "x"'), "is damaged: Expected `int`, got `str`"),
        (lambda text: text.replace("round-000.npz", "round-009.npz"), "cannot read .*round-009.npz"),
        (lambda text: text.replace("round-000.npz", "../round-000.npz"), None),
        (lambda text: text.replace('"family": "classic-2"', '"family": "mod-2"'), "is not one of classic-2"),
    ],
)
def test_a_damaged_state_gets_a_sentence(tmp_path: Path, damage: Callable[[str], str], sentence: str | None) -> None:
    trained(tmp_path, 1)
    state = tmp_path / "classic-2" / "state.json"
    state.write_text(damage(state.read_text(encoding="utf-8")), encoding="utf-8")
    if sentence is None:
        trained(tmp_path, 1, resume=True)
        return
    with pytest.raises(DocenaError, match=sentence):
        trained(tmp_path, 2, resume=True)


@pytest.mark.parametrize("content", [b"", b"PK", b"\x80\x04garbage", b"half"])
def test_damaged_weights_get_a_sentence(tmp_path: Path, content: bytes) -> None:
    trained(tmp_path, 1)
    file = tmp_path / "classic-2" / "round-000.npz"
    file.write_bytes(file.read_bytes()[:-400] if content == b"half" else content)
    with pytest.raises(DocenaError, match="is damaged, or no file of weights"):
        trained(tmp_path, 2, resume=True)


def test_weights_of_which_some_bytes_changed_get_a_sentence(tmp_path: Path) -> None:
    trained(tmp_path, 1)
    file = tmp_path / "classic-2" / "round-000.npz"
    content = bytearray(file.read_bytes())
    sentences = set()
    for at in range(0, len(content), 3):
        damaged = content.copy()
        damaged[at] ^= 0x5A
        file.write_bytes(damaged)
        try:
            Network.from_arrays(read_arrays(file), "network")
        except DocenaError as error:  # and nothing else
            sentences.add(str(error))
    assert sentences


def test_a_folder_that_cannot_be_gets_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(DocenaError, match=r"cannot write checkpoints to .*Not a directory"):
        trained(tmp_path / "file", 1)


def test_every_piece_has_a_seed_of_its_own_and_every_game_a_number() -> None:
    seeds = {chunk.seed for family in ("a", "b") for n in range(5) for chunk in chunks_of(family, 230, 1, n, 0.1)}
    assert len(seeds) == 2 * 5 * 5
    assert [chunk.games for chunk in chunks_of("a", 230, 1, 0, 0.1)] == [50, 50, 50, 50, 30]
    assert all(0 <= seed < 1 << 62 for seed in seeds)
    assert seed_for("a", 1, 2, 3) != seed_for("a", 1, 3, 2)


def test_less_is_tried_out_in_later_rounds_but_always_something() -> None:
    explored = [SETTINGS.explore_in(number) for number in range(20)]
    assert explored == sorted(explored, reverse=True)
    assert explored[0] == SETTINGS.explore
    assert explored[-1] > 0
