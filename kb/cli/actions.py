"""`kb actions`: what others decided so that it does not happen again."""

from __future__ import annotations

import argparse

from kb import config
from kb.cli import output
from kb.cli.commands import open_engine
from kb.cli.input import read
from kb.cli.match import positive
from kb.errors import EXIT_MATCH, EXIT_NOVEL, UsageError
from kb.rank import WEAK_PROBABILITY
from kb.render import actions as render
from kb.render.answer import dumps

EXAMPLE = "kb actions --id KB-2025-0019"
EPILOG = """examples:
  kb actions alert.txt
  kb actions --id KB-2025-0019 --id KB-2024-0001 --json"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of `kb actions`."""
    parser.add_argument("file", nargs="?", metavar="FILE", help="an input like which cases are taken, - for stdin")
    parser.add_argument("--id", action="append", metavar="ID", help="take this record, by id or alias; may be repeated")
    parser.add_argument("--top", type=positive, default=5, metavar="N", help="cases to take, 1 to 100 (default: 5)")
    parser.add_argument("--json", action="store_true", help="JSON instead of text")


def run(arguments: argparse.Namespace) -> int:
    """Print the items of the cases like an input, weak matches included, or of the records named."""
    language = config.language(arguments.lang)
    if arguments.id and arguments.file:
        raise UsageError("an input and ids are given", "Give one of the two.")
    data = b"" if arguments.id else read(arguments.file, EXAMPLE)
    with open_engine(arguments) as engine:
        if arguments.id:
            documents = [engine.get(name) for name in arguments.id]
        else:
            matches = engine.match(data, arguments.top).matches
            documents = [item.document for item in matches if item.ranked.probability >= WEAK_PROBABILITY]
    if arguments.json:
        output.write(dumps({"records": render.to_json(documents)}) + "\n")
    else:
        output.write(render.to_text(documents, language, output.columns(), output.paint()))
    return EXIT_MATCH if any(map(render.of, documents)) else EXIT_NOVEL
