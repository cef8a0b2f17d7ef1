"""`kb export`: records out, as they came in."""

from __future__ import annotations

import argparse

from kb import config
from kb import query as queries
from kb.cli import output
from kb.cli.commands import open_engine
from kb.cli.files import replacing
from kb.cli.search import tell_misspelt, typed
from kb.engine import Engine
from kb.errors import UsageError
from kb.misspelt import unknown_filters

EPILOG = """examples:
  kb export KB-2022-0005
  kb export --all --format jsonl --output incidents.jsonl
  kb export --filter component:shared-filesystem --format csv"""

SEE_FILTERS = "`kb search --help` lists the filters."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of `kb export`."""
    parser.add_argument("ids", nargs="*", metavar="ID", help="ids or aliases")
    parser.add_argument("--all", action="store_true", help="every record")
    parser.add_argument("--filter", action="append", metavar="FILTER", help="filters as for kb search; may be repeated")
    formats = ("json", "jsonl", "markdown", "csv")
    parser.add_argument("--format", choices=formats, default="json", help="output (default: json)")
    parser.add_argument("--output", metavar="FILE", help="write to FILE instead of stdout")


def run(arguments: argparse.Namespace) -> int:
    """Write the records asked for, a piece at a time."""
    from kb.export import pieces

    if not arguments.ids and not arguments.all and not arguments.filter:
        raise UsageError("no record was named", "Name ids, or use --all or --filter.")
    if arguments.all and (arguments.ids or arguments.filter):
        raise UsageError("every record is asked for, and some of them", "Leave out --all, or the ids and --filter.")
    with open_engine(arguments) as engine:
        ids = _ids(engine, arguments)
        language = config.language(arguments.lang) if arguments.lang else None
        written = pieces(engine.reader.stream(ids), arguments.format, language)
        if arguments.output:
            with replacing(arguments.output) as file:
                file.writelines(written)
        else:
            output.write_all(written)
    return 0


def _ids(engine: Engine, arguments: argparse.Namespace) -> list[str]:
    named = [engine.get(name)["id"] for name in arguments.ids]
    if arguments.all:
        return [record_id for record_id, _ in engine.reader.names()]
    if arguments.filter:
        query = typed(arguments.filter)
        for name, nearest in unknown_filters(query):
            raise UsageError(f"there is no filter {name}:", f"Did you mean {nearest}: ?" if nearest else SEE_FILTERS)
        if queries.parse(query).terms:
            raise UsageError("--filter takes filters, no words", SEE_FILTERS)
        found, _ = engine.browse(query)
        tell_misspelt(engine, query)
        return list(dict.fromkeys([*named, *found]))
    return named
