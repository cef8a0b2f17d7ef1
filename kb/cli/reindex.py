"""`kb reindex`: build the search index anew from the store."""

from __future__ import annotations

import argparse

from kb.cli.commands import open_engine
from kb.cli.diagnostics import note, progress


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`kb reindex` has no options of its own."""


def run(arguments: argparse.Namespace) -> int:
    """Rebuild and say how many records the index holds."""
    with open_engine(arguments) as engine:
        number = engine.searcher.reindex(progress("indexing"))
    note(f"{number} records indexed")
    return 0
