# Rateroom's commands. `make run` and `make test` set up all they need.
SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.DEFAULT_GOAL := help
.PHONY: help run services test lint bench chaos pictures messages requirements clean

help: ## list these commands
	@grep -E '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /\1\t/' | expand -t 16

run: $(VENV)/runtime.stamp ## start Rateroom with demo data on http://127.0.0.1:8000/ (PORT=… for another)
	@exec $(BIN)/python -m devserver.supervise

services: $(VENV)/runtime.stamp ## start PostgreSQL and Valkey only
	@exec $(BIN)/python -m devserver.supervise services

test: $(VENV)/dev.stamp ## run all tests, browser tests among them
	@tests/find_chromium.sh
	$(BIN)/python -m pytest -n 3 --dist loadfile $(ARGS)

lint: $(VENV)/dev.stamp ## ruff, mypy, import contracts, migrations, deployment check
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy analysis annotation api database demo devserver hits judges payments people stimuli surveys tabular tools/demo_media
	$(BIN)/lint-imports
	$(BIN)/python -m annotation.lint_django

bench: $(VENV)/dev.stamp ## measure against the floor, with a table of ratios and a JSON file (ARGS=--quick: under 5 minutes)
	@$(BIN)/python -m benchmarks $(ARGS)

chaos: $(VENV)/dev.stamp ## kill parts of a throwaway site under load, 20 times each (ARGS="--times 1" for a short form)
	$(BIN)/python -m benchmarks.chaos --json benchmarks/results/chaos.json $(ARGS)

pictures: $(VENV)/dev.stamp ## take the documentation's pictures anew, from a running demo (ARGS=http://127.0.0.1:8001 for another port)
	$(BIN)/python -m tests.browser.pictures $(ARGS)

messages: $(VENV)/dev.stamp ## take new texts into the translations under locale/, compile them, list what is untranslated
	@$(BIN)/python -m annotation.messages

requirements: $(VENV)/dev.stamp ## pin requirements*.in anew
	$(BIN)/uv pip compile -q --generate-hashes --no-emit-index-url --universal --python-version 3.11 --no-header requirements.in -o requirements.txt
	$(BIN)/uv pip compile -q --generate-hashes --no-emit-index-url --universal --python-version 3.11 --no-header requirements-dev.in -o requirements-dev.txt

clean: ## remove what the commands installed and built; the data under var/ stays
	rm -rf $(VENV) staticfiles .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

$(VENV)/made.stamp:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Rateroom needs Python 3.11 or newer; '$(PYTHON)' is older or missing. Install one, then: make run PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo "Python's venv module is missing. Install it: apt-get install python3-venv"; exit 1; }
	@$(PYTHON) -m venv --clear $(VENV)
	@touch $@

$(VENV)/runtime.stamp: requirements.txt $(VENV)/made.stamp
	@echo "Installing what Rateroom needs (about a minute; only when requirements.txt is new) ..."
	@$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements.txt
	@touch $@

$(VENV)/dev.stamp: requirements-dev.txt $(VENV)/runtime.stamp
	@echo "Installing what the checks need ..."
	@$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements-dev.txt
	@touch $@
