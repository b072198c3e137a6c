"""`docena simulate` that is stopped prints the results so far."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path


def test_a_stopped_simulation_prints_its_results_so_far(tmp_path: Path) -> None:
    records = tmp_path / "games.jsonl"
    program = [sys.executable, "-m", "docena", "simulate", "--games", "100000000", "--json", "--output", str(records)]
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        while not any(path.stat().st_size for path in tmp_path.iterdir()):
            assert running.poll() is None
            time.sleep(0.05)
        os.kill(running.pid, signal.SIGINT)
        said, complaints = running.communicate()
    assert running.returncode == 130
    assert "these are the results so far" in complaints
    games = json.loads(said)["games"]
    assert 0 < games < 100_000_000
    lines = records.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= games
    assert all(json.loads(line)["docena"] for line in lines)
