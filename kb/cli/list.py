"""`kb list`: every record, newest first."""

from __future__ import annotations

import argparse

from kb.cli.commands import open_engine
from kb.cli.search import add_output_arguments, search, show, typed


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of `kb list`."""
    parser.add_argument("filters", nargs="*", metavar="FILTER", help="filters as for kb search, such as domain:aws")
    add_output_arguments(parser)
    parser.set_defaults(limit=1_000)


def run(arguments: argparse.Namespace) -> int:
    """Print the records that pass the filters."""
    with open_engine(arguments) as engine:
        found = search(engine, typed(arguments.filters), arguments.limit)
    return show(found, arguments)
