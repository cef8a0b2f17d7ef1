"""`kb doctor`: is everything in order, and if not, what to do; `--fix` does what can be done."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from importlib import metadata

from kb import __version__, config
from kb.cli import output
from kb.cli.commands import open_engine
from kb.cli.train import is_due
from kb.engine import Engine
from kb.errors import EXIT_MATCH, EXIT_STORE, KbError
from kb.index import INDEX_VERSION
from kb.namedtuple import NamedTuple
from kb.render.answer import dumps
from kb.render.layout import clean, pad
from kb.render.messages import say, spoken
from kb.store.shipped import shipped_corpus
from kb.store.state import StoreState

PACKAGES = ("tantivy", "sqlmodel", "alembic", "pydantic", "scikit-learn", "textual", "rapidfuzz", "httpx")
OK, WARN, FAIL = "ok", "warn", "fail"
NAME_COLUMNS = 14
NAMED = ("shipped", "url", "database", "records", "corpus", "index", "learned")
"""Findings whose name is a word; the others are called after a package."""


class Finding(NamedTuple):
    """One thing that was looked at: its state (`ok`, `warn`, `fail`), what was seen, and what to do."""

    name: str
    state: str
    seen: str
    advice: str = ""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of `kb doctor`."""
    parser.add_argument(
        "--fix", action="store_true", help="repair what can be repaired: load records, rebuild the index"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace) -> int:
    """Look at everything and print it; exit code 3 if something fails."""
    found = [*_installation(), *_store(arguments)]
    if arguments.json:
        output.write(dumps([item._asdict() for item in found]) + "\n")
    else:
        paint, language = output.paint(), config.language(arguments.lang)
        colours = {OK: "green", WARN: "yellow", FAIL: "magenta"}
        for item in found:
            name = say(f"doctor_{item.name}", language) if item.name in NAMED else item.name
            advice = f"  -> {spoken(item.advice, language)}" if item.advice else ""
            state = paint(pad(say(f"doctor_{item.state}", language), 4), colours[item.state])
            output.write(f"{state}  {pad(name, NAME_COLUMNS)}{clean(spoken(item.seen, language))}{advice}\n")
    return EXIT_STORE if any(item.state == FAIL for item in found) else EXIT_MATCH


def _installation() -> Iterator[Finding]:
    yield Finding("kb", OK, f"{__version__}, Python {sys.version.split()[0]}")
    for name in PACKAGES:
        try:
            yield Finding(name, OK, metadata.version(name))
        except metadata.PackageNotFoundError:
            yield Finding(name, FAIL, "not installed", "pip install incident-kb")
    records = config.records_dir()
    missing = [name for name in ("incidents", "vocabulary") if not os.path.isdir(os.path.join(records, name))]
    state, advice = (FAIL, "Install kb again; the shipped records are incomplete.") if missing else (OK, "")
    yield Finding("shipped", state, records, advice)


def _later_release(state: StoreState) -> Iterator[Finding]:
    own = shipped_corpus(config.records_dir(), INDEX_VERSION)
    if (state.corpus_number, state.form) > (own.number, own.form):
        seen = f"from a later release of kb: corpus {state.corpus_number}, this kb ships {own.number}"
        yield Finding("corpus", WARN, seen, "Update kb; until then its own shipped records are not loaded.")


def _learned(engine: Engine) -> Finding:
    due = is_due(engine)
    seen = "as shipped: this store was never trained"
    if engine.state.learned is not None:
        revision, records, version = engine.state.learned
        seen = f"trained on {records:,} records, at revision {revision}"
        if version != INDEX_VERSION:
            seen = "trained by another release, so the shipped numbers count"
    return Finding("learned", WARN if due else OK, seen, "Train it anew: kb train" if due else "")


def _store(arguments: argparse.Namespace) -> Iterator[Finding]:
    try:
        url = config.database_url(arguments.db)
    except KbError as error:
        yield Finding("database", FAIL, error.message, error.hint)
        return
    yield Finding("url", OK, config.hide_password(url))
    path = config.sqlite_path(url)
    if path and not os.path.exists(path) and not arguments.fix:
        yield Finding("database", WARN, "does not exist yet", "Any command creates it, or: kb doctor --fix")
        return
    try:
        with open_engine(arguments) as engine:
            state = engine.state
            yield Finding("database", OK, f"schema {state.schema}, revision {state.revision}")
            yield Finding("records", OK if state.records else WARN, f"{state.records:,} in the store")
            yield from _later_release(state)
            if arguments.fix:
                engine.searcher.reindex()
            index = engine.searcher.index
            agrees = index.records == state.records
            advice = "" if agrees else "kb doctor --fix"
            yield Finding("index", OK if agrees else WARN, f"{index.records:,} records in {index.folder}", advice)
            yield _learned(engine)
    except KbError as error:
        yield Finding("database", FAIL, error.message, error.hint)
