# Each target does its own set-up: nothing but Python 3.11 to 3.13 is needed.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check

.PHONY: play setup test test-long check check-types check-style check-page check-imports compiled bench yardstick load mutants soak reliability referee million calibration arena thoughts train hall screenshots page-speed lock clean

# The page, in the browser; with LAN=1 also for other devices in the same network.
play: setup
	@$(BIN)/docena serve --open $(if $(LAN),--lan)

# The page, and the libraries of the engine and the bots, are built anew when their sources have changed.
setup: $(VENV)/ready
	@$(BIN)/python hatch_build.py

$(VENV)/ready: pyproject.toml requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' \
	  || { echo "docena needs Python 3.11, 3.12 or 3.13, and '$(PYTHON)' is $$($(PYTHON) --version 2>&1)."; \
	       echo "Name another one like this: make PYTHON=python3.12"; exit 1; }
	@echo "Setting up docena in $(VENV) (once, about two minutes) ..."
	@$(PYTHON) -m venv --clear $(VENV)
	@$(PIP) install --require-hashes -r requirements.lock
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

# Everything that must hold before a change lands. What it needs first is done two at a time; of three tests at a time
# one mostly waits for a browser, a server or a disk.
test: $(VENV)/ready
	@$(MAKE) --no-print-directory -j2 compiled check
	@$(BIN)/pytest -n 3 --dist worksteal -q

# The full matrix: every screen in both languages at every size, every way to play, every kind of database trouble.
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

# All libraries, and what runs with bounds checks: once, and not by every process of the tests for itself.
compiled: $(VENV)/ready
	@$(BIN)/python -m compiler --all
	@DOCENA_JIT=check $(BIN)/python tests/bounds_checked.py

# The engine's speed, and beside it the same game written by hand in C.
bench: setup
	@$(BIN)/docena bench

yardstick: setup
	@$(BIN)/python benchmarks/yardstick.py

# Breaks the rules one at a time and sees that a test fails each time.
mutants: setup
	@$(BIN)/python tests/rules/mutants.py

# Longer runs of the random tests: many more games against the model of the rules.
soak: setup
	@DOCENA_LONG=1 $(BIN)/pytest -n 2 -q tests/engine/test_step.py tests/engine/test_view.py tests/engine/test_conformance.py

# How much a server bears: 10,000 sockets, or as LOAD says (`make load LOAD="--saturate --seconds 10"`).
load: setup
	@$(BIN)/python -m benchmarks.load $(LOAD)

# The reliability programme; what is done stands in a journal in the folder reliability, so that it may be interrupted.
# SHARE=0.1 does a tenth of it, PARTS=kills,power only these parts, JOBS=1 one thing at a time.
reliability: setup
	@PYTHONPATH=tests:. $(BIN)/python -m reliability $(if $(SHARE),--share $(SHARE)) $(if $(PARTS),--parts $(PARTS)) $(if $(JOBS),--jobs $(JOBS))

# Simulated records of every setting, replayed by the model of the rules.
referee: setup
	@$(BIN)/python tests/referee.py 60

# A million games in constant memory.
million: setup
	@$(BIN)/python benchmarks/million.py

# Whether the chances of the analysis come true.
calibration: setup
	@$(BIN)/python benchmarks/calibration.py

# The ladder of the bots at every kind of table, written into docs/results.md; some hours on two cores.
arena: setup
	@$(BIN)/python benchmarks/ladder.py

# What a longer thought of master is worth, decision by decision; some twenty minutes.
thoughts: setup
	@$(BIN)/python benchmarks/thoughts.py

# The weights of the bots, from nothing; some two hours and a half on two cores.
train: setup
	@$(BIN)/python benchmarks/train_all.py

# An event of 300 pairs on one machine: how long its pages take, and how soon a result is seen.
hall: setup
	@$(BIN)/python -m benchmarks.hall

# How quick the page is in a real Chromium: loading, taps, frames and bytes; nothing else should run meanwhile.
page-speed: setup
	@PYTHONPATH=tests:. $(BIN)/python benchmarks/page_speed.py

# Every screen of the page in both themes, on a phone and on a desk, into the folder screenshots.
screenshots: setup
	@PYTHONPATH=tests:. $(BIN)/python tests/page/screenshots.py screenshots

lock:
	@uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
	  --group dev pyproject.toml -o requirements.lock

clean:
	@rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
