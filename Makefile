PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SHARED ?= ../shared
GOLD ?= $(SHARED)/gold/train
WORK ?= .cache/training
SOURCES := pyproject.toml $(shell find kg exports cli -type f -not -path '*/__pycache__/*')

.PHONY: help demo check lint types test browser golden docs train bench consumers clean

help:
	@echo 'make demo       build the example list into a graph, ask it, write its page'
	@echo 'make check      everything that must pass: ruff, mypy, tests'
	@echo 'make golden     renew tests/golden/ after a wanted change of the graph'
	@echo 'make docs       renew docs/ontology.md after a change of the ontology'
	@echo 'make train      train the shipped models again from $(SHARED)/gold'
	@echo 'make bench      what it costs and what it finds, beside what others make of the same'
	@echo 'make consumers  fetch Gephi, Neo4j, Jena Fuseki and Virtuoso, which tests then start (Java 17 and Maven)'

# A virtual environment; Debian keeps a part of it in a package of its own.
$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo 'Python 3.11 or later is needed; name it: make PYTHON=python3.12 ...' >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    apt-get update -qq && apt-get install -y -qq python3-venv >/dev/null; \
	  else echo 'python3-venv is missing: apt-get install python3-venv' >&2; exit 1; fi; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }
	@$(BIN)/python -m pip install -q --disable-pip-version-check --upgrade pip

$(VENV)/.installed: $(SOURCES) README.md LICENSE | $(BIN)/python
	@echo 'installing paperkg into $(VENV)'
	@$(BIN)/python -m pip install -q --disable-pip-version-check . && rm -rf build *.egg-info
	@rm -f $(VENV)/.dev && touch $@

$(VENV)/.dev: pyproject.toml | $(BIN)/python
	@echo 'installing paperkg and what its tests need into $(VENV)'
	@$(BIN)/python -m pip install -q --disable-pip-version-check -e '.[dev]'
	@rm -f $(VENV)/.installed && touch $@

demo: $(VENV)/.installed
	@rm -rf demo && mkdir demo
	$(BIN)/kg build examples/example.txt -o demo/example.kg
	$(BIN)/kg stats demo/example.kg
	$(BIN)/kg query demo/example.kg --name variants-of --param method=GRPO
	$(BIN)/kg view --no-open demo/example.kg
	@echo 'open that page in a browser; ask on with $(BIN)/kg query demo/example.kg "SELECT ..."'

check: lint types test

lint: $(VENV)/.dev
	$(BIN)/ruff check .

types: $(VENV)/.dev
	$(BIN)/mypy

test: $(VENV)/.dev browser
	$(BIN)/python -m pytest

browser:
	@if command -v chromedriver >/dev/null && { command -v chromium || command -v google-chrome; } >/dev/null; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  echo 'installing Chromium for the tests of the page'; \
	  { apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium chromium-driver; } >/dev/null \
	    || echo 'Chromium could not be installed: the tests of the page in a browser are skipped'; \
	else echo 'no Chromium with its driver: the tests of the page in a browser are skipped'; fi

golden: $(VENV)/.dev
	$(BIN)/python tests/golden/renew.py

docs: $(VENV)/.dev
	$(BIN)/python docs/ontology.py

consumers: $(VENV)/.dev
	$(BIN)/python tests/consumers/fetch.py
	@if command -v npm >/dev/null; then $(BIN)/python tests/consumers/axe.py; else echo 'no npm: axe-core is not fetched'; fi
	@if command -v virtuoso-t >/dev/null; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  { apt-get update -qq && apt-get install -y -qq --no-install-recommends virtuoso-opensource-7-bin; } >/dev/null \
	    || echo 'Virtuoso could not be installed: its tests are skipped'; \
	else echo 'no Virtuoso: its tests are skipped'; fi

bench: $(VENV)/.dev
	$(BIN)/python -m pip install -q --disable-pip-version-check -e '.[bench]'
	$(BIN)/python -m benchmarks

train: $(VENV)/.dev
	$(BIN)/python -m pip install -q --disable-pip-version-check -e '.[train]'
	mkdir -p $(WORK)
	$(BIN)/python -m training.clusters $(SHARED)/corpora/*.jsonl.xz kg/data/clusters.tsv.xz
	$(BIN)/python -m training.corpus_names - kg/data/corpus_names.npz
	$(BIN)/python -m training.tagger $(GOLD) $(WORK) kg/data
	$(BIN)/python -m training.classifier $(GOLD) $(WORK) kg/data/classifier.npz
	$(BIN)/python -m training.corpus_names $(SHARED)/gold kg/data/corpus_names.npz 2 $(SHARED)/corpora/*.jsonl.xz
	$(BIN)/python -m training.classifier $(GOLD) $(WORK) kg/data/classifier.npz
	$(BIN)/python -m training.results $(GOLD) kg/data/results.npz

clean:
	rm -rf $(VENV) build demo dist *.egg-info .pytest_cache .mypy_cache .ruff_cache
