"""`kb show`: one record, by id or alias."""

from __future__ import annotations

import argparse

from kb import config
from kb.cli import output
from kb.cli.commands import open_engine
from kb.cli.parsers import OneFormat
from kb.errors import UsageError
from kb.render.answer import dumps
from kb.render.record import reports_to_text, to_text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of `kb show`."""
    parser.add_argument("id", metavar="ID", help="id or alias of a record")
    formats = ("text", "json", "markdown")
    parser.add_argument("--format", action=OneFormat, choices=formats, default="text", help="output (default: text)")
    parser.add_argument(
        "--json", action=OneFormat, dest="format", nargs=0, const="json", help="the same as --format json"
    )
    parser.add_argument(
        "--reports", action="store_true", help="show the texts in other words by which it is found, too, instead"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print one record, or the reports of its incident."""
    language = config.language(arguments.lang)
    if arguments.reports and arguments.format == "markdown":
        raise UsageError("reports are shown as text or as JSON", "Leave --format markdown out.")
    with open_engine(arguments) as engine:
        document = engine.get(arguments.id)
        if arguments.reports:
            texts = engine.reader.reports([document["id"]]).get(document["id"], [])
            if arguments.format == "json":
                output.write(dumps({"id": document["id"], "reports": texts}, indent=2) + "\n")
            else:
                output.write(reports_to_text(document["id"], texts, language))
        elif arguments.format == "json":
            output.write(dumps(document, indent=2) + "\n")
        elif arguments.format == "markdown":
            from kb.export import markdown

            output.write_all(markdown([document], language if arguments.lang else None))
        else:
            feedback = engine.reader.feedback_counts([document["id"]]).get(document["id"])
            links = [(link.id, link.reason) for link in engine.reader.links(document["id"])]
            output.write(to_text(document, language, output.columns(), output.paint(), feedback=feedback, links=links))
    return 0
