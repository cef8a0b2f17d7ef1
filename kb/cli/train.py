"""`kb train`: learn ranking, labels and translations from the user's own store, with the figures of the fit."""

from __future__ import annotations

import argparse

from kb import config
from kb.cli import output
from kb.cli.commands import open_engine
from kb.cli.diagnostics import note, progress
from kb.engine import Engine
from kb.index import INDEX_VERSION
from kb.render.answer import dumps
from kb.render.training import trained_text

DUE_CHANGE = 0.1
"""Share of the records that must have come or gone since the last training for another one to be due."""
FEWEST_IMPORTED = 30
"""Imported records below which a store that was never trained need not be."""

EPILOG = """Takes about four minutes for 200 records. What is learned stays in the database;
`kb match` uses it from then on. A store that was never trained uses the numbers
that come with kb."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of `kb train`."""
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace) -> int:
    """Train, and say how good it is on records left out."""
    from kb.train.store import train

    with open_engine(arguments) as engine:
        trained = train(engine, progress("asking"))
    with open_engine(arguments) as engine:  # its records have other places among the subjects now
        engine.searcher.reindex(progress("indexing"))
    figures = {name: shown for name, (_, shown) in trained.parts.items()}
    if arguments.json:
        output.write(dumps(figures, indent=2) + "\n")
    else:
        output.write(trained_text(figures, config.language(arguments.lang)))
    for line in trained.notes:
        note(line)
    return 0


def is_due(engine: Engine) -> bool:
    """Whether a store has changed so much since it was last trained that `kb train` is due."""
    state = engine.state
    if state.learned is None:
        rows = engine.reader.rows("SELECT count(*) FROM incident WHERE origin = 'imported'")
        return int(rows[0][0]) >= max(FEWEST_IMPORTED, DUE_CHANGE * state.records)
    _, records, version = state.learned
    return version != INDEX_VERSION or abs(state.records - records) > DUE_CHANGE * max(records, 1)
