"""`kb search`: words and filters."""

from __future__ import annotations

import argparse

from kb import config
from kb.cli import output
from kb.cli.commands import open_engine
from kb.cli.diagnostics import note
from kb.cli.parsers import OneFormat
from kb.engine import Engine, Found
from kb.errors import EXIT_MATCH, EXIT_NOVEL
from kb.misspelt import unknown_filters
from kb.render.answer import dumps
from kb.render.record import listing

EPILOG = """filters (a leading - excludes):
  symptom:ID component:ID cause:ID contributing:ID domain:ID severity:ID
  org:NAME year:2024 reviewed:yes|no since:2024[-05[-17]] until:2025

examples:
  kb search nccl timeout
  kb search symptom:throughput-degraded component:shared-filesystem since:2024
  kb search -domain:aws "certificate expired\""""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of `kb search`."""
    parser.add_argument("words", nargs="+", metavar="WORD", help="words and filters")
    add_output_arguments(parser)


def add_output_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of every command that lists records."""
    parser.add_argument("--limit", type=count, default=20, metavar="N", help="records to show (default: %(default)s)")
    formats = ("text", "json", "ids")
    parser.add_argument("--format", action=OneFormat, choices=formats, default="text", help="output (default: text)")
    parser.add_argument(
        "--json", action=OneFormat, dest="format", nargs=0, const="json", help="the same as --format json"
    )


def count(text: str) -> int:
    """A number from 1 to 1,000,000."""
    if not text.isdigit() or not 1 <= int(text) <= 1_000_000:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 to 1000000")
    return int(text)


def run(arguments: argparse.Namespace) -> int:
    """Search and print the records found."""
    with open_engine(arguments) as engine:
        found = search(engine, typed(arguments.words), arguments.limit)
    return show(found, arguments)


def search(engine: Engine, query: str, limit: int) -> Found:
    """Search, and tell what is misspelt."""
    found = engine.search(query, limit)
    tell_misspelt(engine, query)
    for name, nearest in unknown_filters(query):
        note(f"there is no filter {name}:, searched as a word" + (f"; did you mean {nearest}:?" if nearest else ""))
    for written, meant in found.respelt.items():
        note(f"no record has the word {written}; searched {meant} too")
    return found


def tell_misspelt(engine: Engine, query: str) -> None:
    """Say on stderr which filters are written so that no record can pass them."""
    for written, nearest in engine.misspelt(query):
        note(f"nothing is filed under {written}" + (f"; did you mean {nearest}?" if nearest else ""))


def typed(words: list[str]) -> str:
    """The query that words of a command line make: `org:"Hanbit Cloud"` comes from the shell without its quotes."""
    quoted = []
    for word in words:
        key, _, name = word.partition(":")
        needs_quotes = key.strip() in ("org", "-org") and " " in name and not any(mark in name for mark in ':"')
        quoted.append(f'{key}:"{name}"' if needs_quotes else word)
    return " ".join(quoted)


def show(found: Found, arguments: argparse.Namespace) -> int:
    """Print a list of records in the format asked for."""
    if arguments.format == "json":
        records = [
            {"score": round(score, 4), "record": document}
            for document, score in zip(found.documents, found.scores, strict=True)
        ]
        output.write(dumps({"total": found.total, "records": records}) + "\n")
    elif arguments.format == "ids":
        output.write("".join(f"{document['id']}\n" for document in found.documents))
    else:
        language = config.language(arguments.lang)
        output.write(listing(found.documents, found.total, language, output.columns(), output.paint()))
    return EXIT_MATCH if found.documents else EXIT_NOVEL
