# One-word verbs. `make` alone lists them.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin

.DEFAULT_GOAL := help
.PHONY: help demo install test check lint records snapshots bench eval diagnose-eval signals-eval fuzz clean

help:  ## list the verbs
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

demo: $(BIN)/kb  ## install kb and match a shipped example
	$(BIN)/kb match records/examples/throughput-drop.txt

install: $(VENV)/.dev  ## install kb with everything that development needs

test: $(VENV)/.dev  ## install what the tests need and run them
	$(BIN)/python -m pytest

check: lint test  ## everything that CI checks

lint: $(VENV)/.dev  ## format, lint, types, import contracts, generated files, records
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python scripts/write_schema.py --check
	$(BIN)/python scripts/write_corpus_digest.py --check
	$(BIN)/python scripts/write_help.py --check
	$(BIN)/python scripts/write_keys.py --check
	$(BIN)/python scripts/write_screens.py --check
	$(BIN)/kb validate --strict records/

records: $(VENV)/.dev  ## regenerate the generated files and count the records
	$(BIN)/python scripts/write_schema.py
	$(BIN)/python scripts/write_corpus_digest.py
	$(BIN)/python scripts/write_help.py
	$(BIN)/python scripts/write_keys.py
	$(BIN)/python scripts/count_records.py
	$(BIN)/python scripts/golden_ranks.py

snapshots: $(VENV)/.dev  ## accept the screens as they are now
	$(BIN)/python -m pytest tests/tui --snapshot-update
	$(BIN)/python scripts/write_screens.py

SIZES = 1000 10000 100000 1000000

bench: $(VENV)/.dev  ## measure reading, cold start, search beside its peers, the terminal UI; 50 minutes: make bench [SIZES="1000 10000"]
	$(BIN)/python scripts/signals_speed.py
	$(BIN)/python scripts/benchmark.py --sizes "$(SIZES)"
	$(BIN)/python scripts/benchmark_tui.py --records 100000

eval: $(VENV)/.dev  ## every figure of the ranking beside its target, six minutes: make eval [SETS=folder of document sets]
	$(BIN)/python scripts/eval_targets.py $(if $(SETS),--sets "$(SETS)")

diagnose-eval: $(VENV)/.dev  ## is the next check the one that decided the real case; how many checks a session needs
	$(BIN)/python scripts/diagnose_eval.py

signals-eval: $(VENV)/.dev  ## figures of the reader on a folder of labelled inputs: make signals-eval SAMPLES=folder
	$(BIN)/python scripts/signals_eval.py $(if $(SAMPLES),"$(SAMPLES)",$(error set SAMPLES to a folder with INDEX.jsonl))

fuzz: $(VENV)/.dev  ## damaged inputs for ten minutes: make fuzz [SAMPLES=folder of files to damage]
	$(BIN)/python scripts/fuzz_signals.py $(if $(SAMPLES),"$(SAMPLES)") --seconds 600

clean:  ## remove the virtual environment and caches
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(BIN)/kb: $(BIN)/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check .
	@touch $@

$(VENV)/.dev: $(BIN)/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@
