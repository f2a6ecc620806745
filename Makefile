# make play   play jacquet          make test       what must pass before a change is kept
# make venv   set up .venv          make test-all   the same, with every slow test

PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed
GAME   ?= jacquet

.PHONY: play venv test test-all clean

play: $(STAMP)
	@$(BIN)/tablier play $(GAME)

venv: $(STAMP)

# Installed anew only when the packaging changes: the install itself points into this folder.
$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("Tablier needs Python 3.11 or newer; this is %d.%d. Try: make PYTHON=python3.12" % sys.version_info[:2] if sys.version_info < (3, 11) else 0)'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@

test: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -q -n auto

test-all: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	HYPOTHESIS_PROFILE=thorough $(BIN)/python -m pytest -q -n auto

clean:
	rm -rf $(VENV) build dist
