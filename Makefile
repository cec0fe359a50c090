# Everything is made in $(VENV); a second run finds the stamps there and installs nothing again.

VENV ?= .venv
PYTHON ?= $(shell for p in python3.11 python3 python3.12 python3.13; do \
	"$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$p" && break; done)
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
INSTALLED_DEV := $(VENV)/.installed-dev
BOARDS ?= tests/data/demo.pbn
WORKERS ?= 4
PYTEST := $(BIN)/python -m pytest -n $(WORKERS) --dist loadfile --max-worker-restart 0
CODE := engine tests tools

.PHONY: help demo test thorough check fast-check bench house clean
.DELETE_ON_ERROR:

help:
	@echo "make demo        bid the boards of $(BOARDS) call by call, and play some of them as a match"
	@echo "make test        run the tests"
	@echo "make thorough    run the tests that take minutes: the rest of what make test samples"
	@echo "make check       format, lint, types, floors and tests"
	@echo "make fast-check  the same without the tests"
	@echo "make bench       measure times and memory"
	@echo "make house       measure how the code is laid out, and how far a question travels through it"
	@echo "make clean       remove $(VENV) and everything else that was made"

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or later is needed: apt-get install python3 python3-venv" >&2; exit 1; }
	@"$(PYTHON)" -m venv --clear $(VENV) || { rm -rf $(VENV); \
		echo "$(PYTHON) cannot make a virtual environment: apt-get install python3-venv" >&2; exit 1; }

$(INSTALLED): pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(INSTALLED_DEV): pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	@touch $@ $(INSTALLED)

demo: $(INSTALLED)
	$(BIN)/dowager auction $(BOARDS) --show
	@rm -f $(VENV)/demo.match.pbn
	$(BIN)/dowager match --pbn $(BOARDS) --boards 1-3 --home sayc --away natural \
		--seconds-per-board 6 --results $(VENV)/demo.match.pbn
	@echo "In the browser: pip install '.[web]', then dowager serve"

# The tests start hundreds of programs: a tenth of their time goes when each compiles its modules.
test thorough: export PYTHONDONTWRITEBYTECODE :=

test: $(INSTALLED_DEV)
	$(PYTEST) -m "not thorough"

thorough: $(INSTALLED_DEV)
	$(PYTEST) -m thorough

check: fast-check test

fast-check: $(INSTALLED_DEV)
	$(BIN)/ruff format --check $(CODE)
	$(BIN)/ruff check $(CODE)
	$(BIN)/mypy
	$(BIN)/mypy tools/*.py
	$(BIN)/lint-imports

bench: $(INSTALLED_DEV)
	$(BIN)/python tools/bench.py

house: $(INSTALLED_DEV)
	$(BIN)/python tools/house.py

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find $(CODE) -name __pycache__ -type d -prune -exec rm -rf {} +
