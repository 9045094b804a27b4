# Everything this repository can do, with Python 3.11 or newer and make. `make` alone prints the list.
#
#   make test PYTHON=python3.12 VENV=.venv-3.12    another Python, in an environment of its own
#   make test ARGS="-k mulligan"                   more words for pytest (for play: for bloodfang; for bench: for the benchmark)

PYTHON ?= $(shell for each in python3 python3.13 python3.12 python3.11; do \
	if $$each -c $(NEW_ENOUGH) >/dev/null 2>&1; then echo $$each; break; fi; done)
VENV ?= .venv
JOBS ?= 2
ARGS ?=

NEW_ENOUGH = 'import sys; sys.exit(sys.version_info < (3, 11))'
RUN = $(VENV)/bin/python
PIP = $(RUN) -m pip --disable-pip-version-check install --quiet -c constraints.txt
DECLARED = pyproject.toml engine/pyproject.toml constraints.txt

# The fast engine is tested in an environment of its own, where nothing is editable.
COMPILED = $(VENV)-compiled
COMPILED_TOOLS = pytest pytest-xdist hypothesis mypy setuptools hatchling

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help play serve test check format coverage soak bench load minds pictures compiled clean

help: ## print this list
	@awk 'BEGIN { FS = ":.*## " } /^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' Makefile

play: $(VENV)/.for-playing ## play
	@$(VENV)/bin/bloodfang $(ARGS)

serve: $(VENV)/.for-playing ## run a server on port 2222, with its things in ./server-data
	@$(VENV)/bin/bloodfang serve --port 2222 --data-dir server-data $(ARGS)

# The engine's own tests must reach all of it. Those that play matches by the hundred need not be watched while they do it,
# which would take twice the time; nor need the others.
LONG = $(addprefix tests/engine/test_,secrecy.py against_slow.py short_way.py properties.py events_tell_all.py)

test: $(VENV)/.for-work ## run the tests; the engine's coverage must hold
ifeq ($(ARGS),)
	$(RUN) -m pytest -n $(JOBS) --hypothesis-profile=ci tests/engine $(addprefix --ignore=,$(LONG)) --cov
	$(RUN) -m pytest -n $(JOBS) --hypothesis-profile=ci $(LONG)
	$(RUN) -m pytest -n $(JOBS) --hypothesis-profile=ci tests --ignore tests/engine
else
	$(RUN) -m pytest -n $(JOBS) --hypothesis-profile=ci $(ARGS)
endif

check: $(VENV)/.for-work ## look at form, style, types and the dependency rule
	$(RUN) -m ruff format --check .
	$(RUN) -m ruff check .
	$(RUN) -m mypy
	@for each in tui sshd; do $(RUN) -m mypy tests/$$each/conftest.py || exit 1; done
	$(RUN) -m pytest -q tests/test_architecture.py

format: $(VENV)/.for-work ## put the form right, and what else can be put right by itself
	$(RUN) -m ruff check --fix --exit-zero .
	$(RUN) -m ruff format .

coverage: $(VENV)/.for-work ## run the tests and show what they miss, line by line, in build/coverage/index.html
	$(RUN) -m pytest -n $(JOBS) --hypothesis-profile=ci --cov --cov-fail-under=0 --cov-report=term --cov-report=html $(ARGS)

soak: $(VENV)/.for-work ## play thousands of matches, for minutes
	$(RUN) -m pytest -n $(JOBS) -m soak $(ARGS)

bench: $(VENV)/.for-work ## measure the engine beside a well-known library, and the app beside an ordinary build
	$(PIP) chess
	@! test -x $(COMPILED)/bin/python || $(COMPILED)/bin/python -m pip --disable-pip-version-check install --quiet \
		-c constraints.txt chess
	$(RUN) bench/engine.py
	@echo
	$(RUN) -m bench.session $(ARGS)

load: $(VENV)/.for-work ## measure a server with up to a thousand sessions, for minutes
	$(RUN) -m bench.load $(ARGS)

minds: $(VENV)/.for-work ## measure how strong the bots are and how good the coach is, for most of an hour
	$(RUN) -m bench.minds $(ARGS)

pictures: $(VENV)/.for-work ## draw the pictures of the README anew
	$(RUN) docs/pictures/make.py

compiled: $(COMPILED)/bin/python ## compile the engine's hot modules (needs a C compiler), and test the result
	$(COMPILED)/bin/python -m pip --disable-pip-version-check install --quiet -c constraints.txt $(COMPILED_TOOLS)
	HATCH_BUILD_HOOK_ENABLE_CUSTOM=true $(COMPILED)/bin/python -m pip --disable-pip-version-check install --quiet \
		--no-build-isolation --no-deps --force-reinstall ./engine
	$(COMPILED)/bin/python engine/compile.py
	$(COMPILED)/bin/python -m pytest -n $(JOBS) --hypothesis-profile=ci tests/engine $(ARGS)

clean: ## take away everything that can be made again, the environments too
	rm -rf .venv .venv-* build dist engine/build engine/dist .coverage .coverage.*
	rm -rf .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Environments. A stamp is older than what is declared when something must be installed again.

%/bin/python:
	@test -n "$(PYTHON)" || { echo "Blood Fang needs Python 3.11 or newer, and none was found here." \
		"Name one: make $(MAKECMDGOALS) PYTHON=/path/to/python3" >&2; exit 1; }
	@$(PYTHON) -c $(NEW_ENOUGH) || { echo "Blood Fang needs Python 3.11 or newer, and $(PYTHON) is not." >&2; exit 1; }
	$(PYTHON) -m venv $* || { rm -f $@; exit 1; }

$(VENV)/.for-playing: $(VENV)/bin/python $(DECLARED)
	$(PIP) -e ./engine -e .
	@touch $@

$(VENV)/.for-work: $(VENV)/bin/python $(DECLARED)
	$(PIP) -e ./engine -e '.[dev]'
	@touch $@ $(VENV)/.for-playing
