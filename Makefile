# Breachkeeper: `make run` and `make test` are all a fresh Debian machine needs.

PYTHON ?= python3
PORT ?= 8000
# Where `make run` listens: this machine alone, or its address in the home network.
HOST ?= 127.0.0.1
# Workers of the test suite: one more than the cores of a small machine, for the browsers wait a lot.
WORKERS ?= 3

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq install --require-hashes

# Root installs as it is; others through sudo, which asks only where somebody can answer.
AS_ROOT := $(if $(filter 0,$(shell id -u)),,sudo $(shell test -t 0 || echo -n))
APT_INSTALL = $(AS_ROOT) apt-get update -qq && \
	$(AS_ROOT) env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends

export PORT

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help install run test thorough chromium check audit bench soak fuzz long cluster clients package release image pictures format messages lock clean

help: ## say what can be made
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

install: $(VENV)/.installed-dev ## make .venv with everything, development tools included

run: $(VENV)/.installed ## serve the site with its demo data on 127.0.0.1:8000 (HOST=… PORT=… PHONES=on)
	@exec $(BIN)/python -m tracker $(if $(filter on,$(PHONES)),--phones,--host $(HOST)) --port $(PORT) $(if $(filter on,$(BREACHKEEPER_DEBUG)),--reload)

# Three workers and the processes they start read the same sources: compiled once, not by each.
test thorough soak fuzz long: export PYTHONDONTWRITEBYTECODE :=

test: $(VENV)/.installed-dev chromium ## run the whole test suite, browser included
	@$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal $(ARGS)

# What is too long for the suite: every combination, either database, each property at length.
thorough: $(VENV)/.installed-dev chromium ## run what the suite takes in turns in every combination (minutes)
	@$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m "thorough or hypothesis" \
		--hypothesis-profile=thorough $(ARGS)

check: $(VENV)/.installed-dev ## lint, format, types, dependencies, templates, migrations, translations
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	@find templates tracker campaign -name '*.html' -print0 | xargs -0 -r $(BIN)/djade --check --target-version 5.2
	$(BIN)/python manage.py check --fail-level WARNING
	$(BIN)/python manage.py makemigrations --check --dry-run
	$(BIN)/python -m tests.translations

audit: $(VENV)/.installed-dev ## look up known faults of all that is installed (asks PyPI, then OSV)
	@$(BIN)/python -m tests.audit

bench: $(VENV)/.installed-dev chromium ## measure, and hold the figures against the budgets (ARGS=pages: those alone)
	@$(BIN)/python -m tests.benchmarks $(ARGS)

# Nginx comes from Debian; PostgreSQL has to run already.
cluster: $(VENV)/.installed-dev ## try two instances behind nginx with PostgreSQL and an S3 stand-in
	@command -v nginx >/dev/null || test -x /usr/sbin/nginx || \
		{ echo "Installing nginx for the cluster."; $(APT_INSTALL) nginx-light; } || true
	@$(BIN)/python -m tests.cluster

# The generators come into var/clients; TypeScript needs npm.
clients: $(VENV)/.installed-dev ## generate clients from the API's description, and run those of docs/api/clients
	@$(BIN)/python -m tests.clients

soak: $(VENV)/.installed-dev ## kill the server 200 times, crowd it for minutes, print figures (half an hour)
	@$(BIN)/python -m tests.soak $(ARGS)

fuzz: $(VENV)/.installed-dev ## send bad requests until it is three million in all (hours), or REQUESTS=… more
	@$(BIN)/python -m tests.fuzz "$(REQUESTS)" $(WORKERS) $(ARGS)

long: $(VENV)/.installed-dev ## go on with kills, network faults and bad requests where the last run stopped (a night)
	@$(BIN)/python -m tests.long

package: $(VENV)/.installed-dev ## build dist/breachkeeper-….whl and .tar.gz, which pipx installs
	@rm -rf dist
	$(BIN)/python -m build --no-isolation --outdir dist

release: $(VENV)/.installed-dev ## check, build and tag a release: VERSION=1.0.0; it pushes nothing
	@$(BIN)/python -m tests.release "$(VERSION)"

pictures: $(VENV)/.installed-dev chromium ## take the pictures of the documentation anew, from the demo
	@$(BIN)/python -m tests.pictures

# In the format of Docker, for the other has no health check.
ENGINE ?= $(firstword $(foreach name,podman docker,$(shell command -v $(name) 2>/dev/null)))
image: ## build the container image with podman or docker, whichever there is, and try it
	@test -n "$(ENGINE)" || { echo "There is neither podman nor docker (Debian: apt-get install podman)." >&2; exit 1; }
	$(ENGINE) build $(if $(findstring podman,$(ENGINE)),--format docker) --file deploy/Containerfile --tag breachkeeper .
	@$(PYTHON) -m tests.image $(ENGINE)

format: $(VENV)/.installed-dev ## put code and templates into shape
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	@find templates tracker campaign -name '*.html' -print0 | xargs -0 -r $(BIN)/djade --target-version 5.2

# Without its date of creation a catalogue changes only when a sentence does.
messages: $(VENV)/.installed-dev ## collect what is to be translated into locale/, and compile it
	@command -v xgettext >/dev/null || \
		{ echo "Sentences are collected by gettext (Debian: apt-get install gettext)." >&2; exit 1; }
	$(BIN)/python manage.py makemessages --all --no-location --no-wrap --no-obsolete \
		--ignore=.venv --ignore=tests --ignore=var --verbosity 0
	@sed -i '/^"POT-Creation-Date:/d' locale/*/LC_MESSAGES/django.po
	$(BIN)/python -m tests.translations --compile

clean: ## remove .venv and what the tools left; var/ with its database stays
	rm -rf $(VENV) dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis test-results
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# --- the virtual environment ---------------------------------------------------------------------

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Breachkeeper needs Python 3.11 or newer as '$(PYTHON)' (PYTHON=… names another)." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo "Installing python3-venv, which Debian keeps apart from Python."; $(APT_INSTALL) python3-venv; } || \
		{ echo "Python's venv module is missing. Install it (Debian: apt-get install python3-venv) and run make again." >&2; exit 1; }
	@$(PYTHON) -m venv --clear $(VENV)

$(VENV)/.installed: requirements.txt | $(VENV)/bin/python
	@echo "Installing what Breachkeeper needs into $(VENV)."
	@$(PIP) --requirement requirements.txt
	@touch $@

$(VENV)/.installed-dev: requirements-dev.txt requirements-machines.txt $(VENV)/.installed
	@echo "Installing the development tools into $(VENV)."
	@$(PIP) --requirement requirements-dev.txt
	@touch $@

# Without Chromium the suite still runs; each browser test then fails and says what to install.
# Any Chromium will do. Where there is none comes the headless shell, smaller and quicker, or all of
# Chromium where that is not packed by itself. Playwright's driver, a Node.js, wants libatomic, which
# a bare Debian lacks.
CHROMIUM := chromium-headless-shell chromium chromium-browser google-chrome
chromium: $(VENV)/.installed-dev
	@for name in $(CHROMIUM); do command -v $$name >/dev/null && break; done || \
		{ echo "Installing Chromium for the browser tests."; \
		{ $(APT_INSTALL) chromium-headless-shell 2>/dev/null; } || { $(APT_INSTALL) chromium; }; } || \
		echo "Chromium could not be installed; the browser tests will fail. Debian: apt-get install chromium-headless-shell" >&2
	@$(BIN)/python -c 'import ctypes; ctypes.CDLL("libatomic.so.1")' 2>/dev/null || \
		{ echo "Installing libatomic for the browser tests."; $(APT_INSTALL) libatomic1; } || \
		echo "libatomic could not be installed; the browser tests will fail. Debian: apt-get install libatomic1" >&2

# --- the pins ------------------------------------------------------------------------------------

lock: ## write requirements*.txt anew from pyproject.toml, with hashes
	@$(PYTHON) -m tests.lock
