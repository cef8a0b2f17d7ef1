"""`kb eval`: how good the answers are on the user's own store, or on the user's own labelled queries."""

from __future__ import annotations

import argparse
import json

from kb import config
from kb.cli import output
from kb.cli.commands import open_engine
from kb.cli.diagnostics import progress
from kb.cli.input import read
from kb.errors import UsageError
from kb.namedtuple import TYPE_CHECKING
from kb.render.answer import dumps
from kb.render.training import evaluation_text, labelled_text

if TYPE_CHECKING:
    from typing import Any

EPILOG = """Asks every record's own texts of the store without those texts, of the store
without the record, and texts that belong to no record. Takes about three
minutes for 200 records. Intervals are 95 % bootstrap intervals.

examples:
  kb eval --json > figures.json
  kb eval --labelled queries.jsonl   each line {"text": ..., "relevant": [ids]};
                                     an empty list: nothing is like it"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of `kb eval`."""
    parser.add_argument("--labelled", metavar="FILE", help="evaluate on these queries instead (JSONL, - for stdin)")
    parser.add_argument("--json", action="store_true", help="print JSON, with every split and the reliability table")


def run(arguments: argparse.Namespace) -> int:
    """Measure and print."""
    language = config.language(arguments.lang)
    queries = _queries(arguments.labelled) if arguments.labelled is not None else None
    with open_engine(arguments) as engine:
        from kb.train import report

        if queries is not None:
            figures, text = report.labelled(engine, queries), labelled_text
        else:
            figures, text = report.evaluation(engine, progress("asking")), evaluation_text
    output.write(dumps(figures, indent=2) + "\n" if arguments.json else text(figures, language))
    return 0


def _queries(file: str) -> list[dict[str, Any]]:
    """The labelled queries of a file. Raises UsageError for a line that is none."""
    found = []
    for number, line in enumerate(read(file, "kb eval --labelled queries.jsonl").split(b"\n"), 1):
        if not line.strip():
            continue
        try:
            item = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise UsageError(f"{file}, line {number}: not JSON: {error}", _EXPECTED) from error
        relevant = item.get("relevant") if isinstance(item, dict) else None
        if not isinstance(relevant, list) or not isinstance(item.get("text"), str):
            raise UsageError(f"{file}, line {number}: no labelled query", _EXPECTED)
        if not all(isinstance(name, str) for name in relevant):
            raise UsageError(f"{file}, line {number}: an id is no text", _EXPECTED)
        found.append(item)
    return found


_EXPECTED = 'Write one object a line: {"text": "...", "relevant": ["KB-2024-0001"]}'
