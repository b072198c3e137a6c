# Each target does its own set-up: only Python 3.11 to 3.13 is needed.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: play setup test check bench yardstick soak lock clean

play: setup
	@$(BIN)/docena play

setup: $(VENV)/ready

$(VENV)/ready: pyproject.toml requirements.lock
	@$(PYTHON) -c 'import sys; v = sys.version_info; sys.exit(not (3, 11) <= v[:2] <= (3, 13))' \
	  || { echo "docena needs Python 3.11, 3.12 or 3.13; '$(PYTHON)' is $$($(PYTHON) --version 2>&1). Say which with: make PYTHON=python3.12"; exit 1; }
	@echo "Setting up docena in $(VENV) (once, about a minute) ..."
	@$(PYTHON) -m venv --clear $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

