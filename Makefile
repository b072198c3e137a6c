# Each target does its own set-up; all you need is Python 3.11 to 3.14.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check

.PHONY: play setup test test-long check check-types check-style check-page check-imports compiled bench yardstick load mutants soak reliability referee million calibration arena thoughts train hall screenshots page-speed wheels wheels-check release-check release-tools lock clean

# Opens the page in the browser; with LAN=1, other devices on your network can use it too.
play: setup
	@$(BIN)/docena serve --open $(if $(LAN),--lan)

# Rebuilds the page and the compiled libraries if their sources have changed.
setup: $(VENV)/ready
	@$(BIN)/python hatch_build.py

$(VENV)/ready: pyproject.toml requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))' \
	  || { echo "docena needs Python 3.11, 3.12, 3.13 or 3.14, and '$(PYTHON)' is $$($(PYTHON) --version 2>&1)."; \
	       echo "Name another one like this: make PYTHON=python3.12"; exit 1; }
	@echo "Setting up docena in $(VENV) (once, about two minutes) ..."
	@$(PYTHON) -m venv --clear $(VENV)
	@$(PIP) install --require-hashes -r requirements.lock
	@command -v cc >/dev/null || command -v gcc >/dev/null || command -v clang >/dev/null \
	  || $(PIP) install --require-hashes -r requirements-release.lock
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

# Everything that must pass before a change lands. Three tests run at a time on two cores, because one of them is usually
# waiting for a browser, a server or a disk.
test: $(VENV)/ready
	@$(MAKE) --no-print-directory -j2 compiled check
	@$(BIN)/pytest -n 3 --dist worksteal -q

# The full matrix: every screen in both languages at every size, every way to play, every kind of database failure.
test-long: $(VENV)/ready
	@$(MAKE) --no-print-directory -j2 compiled check
	@$(BIN)/pytest -n 3 --dist worksteal -q -m ""

check: check-types check-style check-page check-imports

check-types: setup
	@$(BIN)/mypy

check-style: setup
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check --quiet || { echo "run: $(BIN)/ruff format"; exit 1; }

check-page: setup
	@$(BIN)/python hatch_build.py check

check-imports: setup
	@$(BIN)/lint-imports > .import_linter.log || { cat .import_linter.log; exit 1; }

# Compiles all libraries, and the code that runs with bounds checks, once for all test processes.
compiled: $(VENV)/ready
	@$(BIN)/python -m compiler --all
	@$(BIN)/python -m compiler.wasm
	@DOCENA_JIT=check $(BIN)/python tests/bounds_checked.py

# The speed of the engine, and how it compares with the same game written by hand in C (yardstick).
bench: setup
	@$(BIN)/docena bench

yardstick: setup
	@$(BIN)/python benchmarks/yardstick.py

# Breaks each rule once and checks that a test fails.
mutants: setup
	@$(BIN)/python tests/rules/mutants.py

# The random tests at greater length: many more games against the reference model of the rules.
soak: setup
	@DOCENA_LONG=1 $(BIN)/pytest -n 2 -q tests/engine/test_step.py tests/engine/test_view.py tests/engine/test_conformance.py

# Load test of a server: 10,000 sockets, or with the options in LOAD (`make load LOAD="--saturate --seconds 10"`).
load: setup
	@$(BIN)/python -m benchmarks.load $(LOAD)

# The reliability programme. Finished chunks are recorded in the folder reliability, so it can be interrupted and resumed.
# SHARE=0.1 runs a tenth of it, PARTS=kills,power only these parts, JOBS=1 one job at a time.
reliability: setup
	@PYTHONPATH=tests:. $(BIN)/python -m reliability $(if $(SHARE),--share $(SHARE)) $(if $(PARTS),--parts $(PARTS)) $(if $(JOBS),--jobs $(JOBS))

# Replays simulated records of every kind of table with the reference model of the rules.
referee: setup
	@$(BIN)/python tests/referee.py 60

# Simulates a million games in constant memory.
million: setup
	@$(BIN)/python benchmarks/million.py

# Checks how often the chances given by the analysis come true.
calibration: setup
	@$(BIN)/python benchmarks/calibration.py

# Matches between the bots at every kind of table, written to docs/results.md; several hours on two cores.
arena: setup
	@$(BIN)/python benchmarks/ladder.py

# What more thinking time is worth to master, decision by decision; about twenty minutes.
thoughts: setup
	@$(BIN)/python benchmarks/thoughts.py

# Trains the bots' weights from scratch; about two and a half hours on two cores.
train: setup
	@$(BIN)/python benchmarks/train_all.py

# An event with 300 pairs on one machine: how long its pages take to load, and how soon a result is visible.
hall: setup
	@$(BIN)/python -m benchmarks.hall

# How fast the page is in a real Chromium: loading, taps, frames and bytes. Run nothing else meanwhile.
page-speed: setup
	@PYTHONPATH=tests:. $(BIN)/python benchmarks/page_speed.py

# Screenshots of every screen in both themes, for phone and desktop, in the folder screenshots.
screenshots: setup
	@PYTHONPATH=tests:. $(BIN)/python tests/page/screenshots.py screenshots

# The source distribution, and wheels for Linux, macOS and Windows, into the folder dist.
wheels: setup release-tools
	@$(BIN)/python -m release.wheels

# Whether the libraries in those wheels play the same games to the byte: here, in qemu and in wine.
wheels-check: setup release-tools
	@$(BIN)/python -m release.wheels_check

# All of it, then what is in the distributions, and playing from them in new environments without a network.
# PYTHONS="python3.12 python3.14" tries them with these versions.
release-check: wheels
	@$(BIN)/zizmor --offline --quiet .github/workflows
	@$(BIN)/python -m release.wheels_check
	@$(BIN)/python -m release.release_check $(or $(PYTHONS),$(PYTHON))

release-tools: $(VENV)/ready
	@$(PIP) install --require-hashes -r requirements-release.lock

lock:
	@uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
	  --group dev pyproject.toml -o requirements.lock
	@uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
	  --group release -o requirements-release.lock

clean:
	@rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
