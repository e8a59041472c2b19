# The two commands of a fresh checkout are `make demo` and `make test`; they need Python 3.11 or newer and git.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
WORKERS ?= 2
# tests that also run with bounds checked, and as plain Python (hundreds of times slower, so only a few)
CHECKED_TESTS ?= tests/test_rng.py tests/rules tests/test_examples.py
PLAIN_TESTS ?= tests/test_rng.py tests/rules tests/cards tests/test_examples.py tests/test_compiler.py tests/test_lint.py -W error::RuntimeWarning

COMPILE := from lotrsim.warmup import compile_engine; compile_engine(progress=True)

.PHONY: help demo test lint coverage bench clean

help:
	@echo "make demo    play the starter decks against the first scenario; writes a table, Parquet and a plot"
	@echo "make test    everything that CI runs"
	@echo "make lint    Ruff and the linter of cards"
	@echo "make coverage  which lines of the rules and effects the tests reach, and what is not explained"
	@echo "make bench   measure speed; adds lines to benchmarks/results.csv"
	@echo "make clean   remove what these commands made"

demo: $(VENV)/.installed
	$(BIN)/lotrsim demo --out demo --force

test: $(VENV)/.installed-dev lint
	$(BIN)/python -c "$(COMPILE)"
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -q $(PLAIN_TESTS)
	NUMBA_BOUNDSCHECK=1 $(BIN)/python -c "$(COMPILE)"
	NUMBA_BOUNDSCHECK=1 $(BIN)/python -m pytest -q $(CHECKED_TESTS)
	$(BIN)/python -m pytest -q -n $(WORKERS) --durations=10
	$(if $(wildcard notebooks/*.ipynb),LOTRSIM_SIZES=small $(BIN)/python -m pytest -q -n $(WORKERS) --nbmake notebooks)
	tests/wheel_check.sh $(BIN)/python

lint: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/lotrsim lint

coverage: $(VENV)/.installed-dev
	$(BIN)/python tests/reached.py $(PLAIN_TESTS)
	$(BIN)/python docs/generate.py

bench: $(VENV)/.installed-dev
	$(BIN)/python benchmarks/run.py

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage htmlcov
	find . -name __pycache__ -prune -exec rm -rf {} +

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: setup.cfg pyproject.toml | $(VENV)/bin/python
	$(PIP) --editable .
	touch $@

$(VENV)/.installed-dev: setup.cfg pyproject.toml | $(VENV)/bin/python
	$(PIP) --editable ".[dev]"
	touch $(VENV)/.installed $@
