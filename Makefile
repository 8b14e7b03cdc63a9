# Rateroom's commands. `make run` and `make test` set up all they need.
SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# A module is compiled when it is first imported: most of them never are.
# Where it is set, each of the many processes of a site and of the tests would compile all it imports.
unexport PYTHONDONTWRITEBYTECODE
# One at a time: `make run` may be started twice in the same moment.
ALONE := flock Makefile
INSTALL := $(ALONE) tools/install.sh $(BIN)/python

# Written, not committed; see tools/client.
CLIENT := client/rateroom_client/operations/__init__.py

.DEFAULT_GOAL := help
.PHONY: client help run serve services test test-one pins test-fast long attacks lint format names audit gallery bench chaos containers pictures looks readability messages settings docs wheel release requirements clean lint-types lint-rest lint-tests

help: ## list these commands
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 16

run: $(VENV)/runtime.stamp ## start Rateroom with demo data on http://127.0.0.1:8000/ (PORT=… for another)
	@exec $(BIN)/python -m local.supervise

serve: $(VENV)/serve.stamp ## serve as a deployment does, on https://localhost:8443/ (SITE_HOST=… for a public name)
	@exec $(BIN)/python -m local.supervise serve

services: $(VENV)/runtime.stamp ## start PostgreSQL and Valkey only
	@exec $(BIN)/python -m local.supervise services

test: $(VENV)/dev.stamp $(CLIENT) $(VENV)/serve.stamp ## run all tests, browser tests among them
	@tests/find_chromium.sh
	$(BIN)/python -m pytest -n 4 --dist loadfile --no-loadscope-reorder $(ARGS)

test-one: $(VENV)/dev.stamp | $(CLIENT) ## some tests within seconds: T=tests/hits/queue/test_claims.py, or T="tests/hits -k late"
	@$(BIN)/python -m tools.test_one $(T)

pins: $(VENV)/dev.stamp | $(CLIENT) ## accept changed tables, API schema and export columns into tests/pins
	@WRITE_PINS=1 $(BIN)/python -m tools.test_one tests/pins

test-fast: $(VENV)/dev.stamp $(CLIENT) ## the tests that need neither a browser nor seconds each: under half the time of all
	$(BIN)/python -m pytest -n 4 --dist loadfile --no-loadscope-reorder -m "not browser and not slow and not long" $(ARGS)

long: $(VENV)/dev.stamp $(CLIENT) ## what takes too long for continuous integration: longer replies, larger figures
	$(BIN)/python -m pytest -n 3 -m long tests $(ARGS)
	$(BIN)/python -m pytest -n 3 -m "hypothesis and not long" --hypothesis-profile=random tests $(ARGS)

attacks: $(VENV)/dev.stamp ## random imports, rubrics, replies, requests and injected scripts
	$(BIN)/python -m pytest -m long -n 2 tests/injection tests/fuzz tests/browser/test_framed_pages.py tests/annotation/test_hostile.py tests/api/test_shapes.py $(ARGS)
	$(BIN)/python -m pytest -m "hypothesis and not long" --hypothesis-profile=random -n 2 tests $(ARGS)

lint: $(VENV)/dev.stamp $(CLIENT) ## ruff, mypy, import contracts, migrations, deployment check, templates, styles, scripts, tests can be collected
	@$(MAKE) --no-print-directory -j2 $(if $(filter output-sync,$(.FEATURES)),-Otarget) lint-types lint-rest lint-tests

# Types and the templates take as long as all else together, and one core.
lint-types:
	$(BIN)/mypy $(MYPY) analysis annotation api client/rateroom_client core demo desk hits judges local payments people quality rateroom recruiting stimuli surveys tasks tools hatch_build.py
	$(BIN)/djlint . --check --lint --quiet

lint-rest:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	$(BIN)/python -m annotation.lint_django
	$(BIN)/biome check
	@$(BIN)/python -m tools.lint.names
	@$(BIN)/python -m tools.lint.templates
	@$(BIN)/python -m tools.lint.words
	@$(BIN)/python -m tools.lint.migrations

# Asks no database, so none is started. It leaves every module compiled.
lint-tests:
	@tests=$$(DATABASE_URL=postgresql:///none REDIS_URL=redis://none $(BIN)/python -m pytest --collect-only -qq) || { echo "$$tests"; exit 1; }

format: $(VENV)/dev.stamp ## write Python, templates, styles and scripts as `make lint` wants them
	$(BIN)/ruff format .
	-$(BIN)/djlint . --reformat --quiet
	$(BIN)/biome check --write

names: ## list the names that do not say what they hold
	@$(PYTHON) -m tools.lint.names

bench: $(VENV)/dev.stamp ## measure against the floor, with a table of ratios and a JSON file (ARGS=--quick: under 5 minutes)
	@$(BIN)/python -m benchmarks $(ARGS)

chaos: $(VENV)/dev.stamp ## kill parts of a throwaway site under load and fill its disk, 20 times each (ARGS="--times 1" for a short form)
	$(BIN)/python -m benchmarks.chaos --json benchmarks/results/chaos.json $(ARGS)

containers: $(VENV)/dev.stamp | $(CLIENT) ## run the containers of this commit in Podman: upgrade, kill, scale, back up, restore
	@$(BIN)/python -m tools.containers

pictures: $(VENV)/dev.stamp ## take the documentation's pictures anew, from a running demo (ARGS=http://127.0.0.1:8001 for another port)
	SHOTS=build/tutorial $(BIN)/python -m tools.test_one tests/browser/desk/test_main_job.py -k comparison
	$(BIN)/python -m tests.browser.pictures $(ARGS)

looks: $(VENV)/dev.stamp ## every page of the desk in four looks on a sheet, from a running demo (ARGS="http://127.0.0.1:8001 FOLDER")
	$(BIN)/python -m tests.browser.looks $(ARGS)

readability: $(VENV)/dev.stamp ## the reading grade of every page, from a running demo (ARGS=http://127.0.0.1:8001)
	$(BIN)/python -m tests.browser.readability $(ARGS)

messages: $(VENV)/dev.stamp ## take new texts into the translations under locale/, compile them, list what is untranslated
	@$(BIN)/python -m annotation.messages

# Other modules change the API's schema too; a test then says to run `make client`.
$(CLIENT): $(VENV)/runtime.stamp $(shell find api tools/client -name '*.py')
	@$(MAKE) --no-print-directory client

client: $(VENV)/runtime.stamp ## write the client's methods from the schema of the API
	@DJANGO_SETTINGS_MODULE=annotation.settings $(BIN)/python -m tools.client

settings: $(VENV)/dev.stamp ## write .env.example from the declarations of the settings
	@$(BIN)/python -m tools.site_variables

gallery: $(VENV)/dev.stamp ## write the pages of the library's rubrics in docs/library/
	@DJANGO_SETTINGS_MODULE=annotation.settings $(BIN)/python -m tools.rubric_gallery

docs: $(VENV)/dev.stamp ## build the documentation as a static site in build/docs/; a broken link or anchor fails
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict

wheel: $(VENV)/dev.stamp $(CLIENT) ## build the wheel into dist/, with the static files collected
	@$(BIN)/python -m tools.wheel

release: VERSION = $(shell sed -n 's/^__version__ = "\(.*\)"/\1/p' annotation/__init__.py)
release: $(VENV)/dev.stamp $(CLIENT) var/rateroom.cdx.json ## build a version into dist/: wheels, source with the image's recipe, bill of materials, SHA-256
	@rm -rf dist && $(BIN)/python -m tools.wheel && $(BIN)/uv build -q client --out-dir dist
	@git archive --prefix=rateroom-$(VERSION)/ -o dist/rateroom-$(VERSION).tar.gz HEAD
	@cp var/rateroom.cdx.json dist/rateroom-$(VERSION).cdx.json
	@rm -f dist/.gitignore && cd dist && sha256sum * > ../dist.sums && mv ../dist.sums SHA256SUMS && cat SHA256SUMS

$(VENV)/audit.stamp: requirements-audit.txt $(VENV)/made.stamp
	@$(PYTHON) -m venv $(VENV)/audit && $(VENV)/audit/bin/pip install -q --disable-pip-version-check --require-hashes -r requirements-audit.txt
	@touch $@

var/rateroom.cdx.json: requirements.txt $(VENV)/audit.stamp
	@mkdir -p var && $(VENV)/audit/bin/cyclonedx-py requirements requirements.txt -o $@ && echo "Bill of materials: $@"

audit: $(VENV)/audit.stamp var/rateroom.cdx.json ## known holes in what is installed, secrets in the repository, a bill of materials in var/
	git ls-files -z -- ':!:requirements*.txt' ':!:static/vendor' ':!:locale' | xargs -0 $(VENV)/audit/bin/detect-secrets-hook --baseline .secrets.baseline
	@$(VENV)/audit/bin/pip-audit --progress-spinner off --require-hashes --disable-pip -r requirements.txt -f json -o var/advisories.json; \
		result=$$?; $(PYTHON) -m tools.advisories var/advisories.json; exit $$result

requirements: $(VENV)/dev.stamp ## pin requirements*.in anew
	$(BIN)/uv pip compile -q --generate-hashes --no-emit-index-url --universal --python-version 3.11 --no-header requirements.in -o requirements.txt
	sed '/; not in the image$$/,/^$$/d' requirements.in | $(BIN)/uv pip compile -q --generate-hashes --no-emit-index-url --universal --python-version 3.11 --no-header -c requirements.txt --no-annotate - -o requirements-image.txt
	$(BIN)/uv pip compile -q --generate-hashes --no-emit-index-url --universal --python-version 3.11 --no-header requirements-dev.in -o requirements-dev.txt
	$(BIN)/uv pip compile -q --generate-hashes --no-emit-index-url --universal --python-version 3.11 --no-header requirements-install.in -o requirements-install.txt
	$(BIN)/uv pip compile -q --generate-hashes --no-emit-index-url --universal --python-version 3.11 --no-header requirements-serve.in -o requirements-serve.txt
	$(BIN)/uv pip compile -q --generate-hashes --no-emit-index-url --universal --python-version 3.11 --no-header requirements-audit.in -o requirements-audit.txt

clean: ## remove what the commands installed and built; the data under var/ stays
	rm -rf $(VENV) staticfiles build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

$(VENV)/made.stamp:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Rateroom needs Python 3.11 or newer; '$(PYTHON)' is older or missing. Install one, then: make run PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo "Python's venv module is missing. Install it: apt-get install python3-venv"; exit 1; }
	@SECONDS=0; $(ALONE) bash -c '[ -e $@ ] || { $(PYTHON) -m venv --clear $(VENV) && touch $@; }' && echo "Virtual environment made in $$SECONDS s."

# Without uv pip installs all, in more time.
$(VENV)/uv.stamp: requirements-install.txt $(VENV)/made.stamp
	@$(INSTALL) requirements-install.txt || echo "uv cannot be installed here."
	@touch $@

$(VENV)/runtime.stamp: requirements.txt $(VENV)/uv.stamp
	@echo "Installing what Rateroom needs (under a minute; only when requirements.txt is new) ..."
	@SECONDS=0; $(INSTALL) requirements.txt && echo "Packages installed in $$SECONDS s."
	@touch $@

$(VENV)/serve.stamp: requirements-serve.txt $(VENV)/runtime.stamp
	@$(INSTALL) requirements-serve.txt
	@command -v pgbouncer >/dev/null || [ -x /usr/sbin/pgbouncer ] || [ "$$(id -u)" != 0 ] || \
		{ echo "Installing PgBouncer (once) ..."; DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends pgbouncer >/dev/null; }
	@touch $@

$(VENV)/dev.stamp: requirements-dev.txt $(VENV)/runtime.stamp
	@echo "Installing what the checks need ..."
	@SECONDS=0; $(INSTALL) requirements-dev.txt && echo "Packages installed in $$SECONDS s."
	@touch $@
