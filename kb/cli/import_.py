"""`kb import`: records in, all or nothing unless told otherwise, with a report of what became of each."""

from __future__ import annotations

import argparse
from contextlib import nullcontext

from kb import config
from kb.cli import output
from kb.cli.commands import open_engine
from kb.cli.diagnostics import note, progress
from kb.cli.files import replacing
from kb.cli.input import stream
from kb.cli.train import is_due
from kb.errors import EXIT_MATCH, EXIT_RECORD, DiskError, KbError
from kb.namedtuple import TYPE_CHECKING
from kb.render.answer import dumps
from kb.render.messages import say
from kb.render.transfer import report_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kb.importers.documents import LoadedDocument
    from kb.importers.transfer import ImportReport

EPILOG = """examples:
  kb import incident.json
  kb import records/ --dry-run
  kb import postmortem.md --dry-run
  kb import https://example.com/incidents.jsonl --report report.json
  some-exporter | kb import -"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of `kb import`."""
    parser.add_argument(
        "paths", nargs="+", metavar="PATH", help="JSON, JSONL or Markdown files, folders, https addresses, - for stdin"
    )
    parser.add_argument("--dry-run", action="store_true", help="say what would happen and write nothing")
    parser.add_argument("--keep-going", action="store_true", help="import the good records even if others are rejected")
    parser.add_argument("--force", action="store_true", help="let an older record replace a newer one")
    parser.add_argument("--strict", action="store_true", help="refuse unknown terms and missing languages, too")
    parser.add_argument("--report", metavar="FILE", help="write the report as JSON to FILE")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    parser.add_argument("--allow-private", action="store_true", help="fetch from private addresses, too")
    parser.add_argument("--allow-http", action="store_true", help="fetch over http, too")


def run(arguments: argparse.Namespace) -> int:
    """Read everything, decide, write in one transaction, report."""
    from kb.importers import transfer
    from kb.importers.fetch import fetch
    from kb.importers.sources import load

    def get(url: str) -> bytes:
        return fetch(url, allow_private=arguments.allow_private, allow_insecure=arguments.allow_http)

    stdin = stream()
    if "-" in arguments.paths and stdin is not None and stdin.isatty():
        note("reading records from the terminal; end them with Ctrl+D")
    loaded = load(arguments.paths, stdin=stdin, fetch=get, strict=arguments.strict, passed_over=_passed_over)
    report, lost = None, None
    try:
        # The file is opened before anything is imported: without a place for the report there shall be no import.
        with replacing(arguments.report) if arguments.report is not None else nullcontext() as file:
            if arguments.dry_run:
                report = transfer.plan(config.database_url(arguments.db), loaded, force=arguments.force).report()
            else:
                report = _import(loaded, arguments)
            if file is not None:
                file.write(dumps(report.to_json(), indent=2) + "\n")
    except DiskError as error:
        if report is None:
            raise
        lost = error
    _tell(report, arguments)
    if report.written:
        _index(arguments)
    if lost is not None:
        raise lost  # only now: the records are in the store, and it has been said
    return EXIT_RECORD if report.rejected else EXIT_MATCH


def _tell(report: ImportReport, arguments: argparse.Namespace) -> None:
    """The report on stdout; what was rejected also on stderr, because the exit code is then not 0."""
    if arguments.json:
        output.write(dumps(report.to_json(), indent=2) + "\n")
    else:
        language = config.language(arguments.lang)
        output.write(report_text(report, language, output.columns(), output.paint(), dry_run=arguments.dry_run))
    if report.rejected:
        first = report.rejected[0]
        of_all = f"{len(report.rejected)} of {len(report.outcomes)} rejected"
        fate = "the others were imported" if report.written else "nothing was written"
        why = "; ".join(first.reasons[:1]) + (f" (and {len(first.reasons) - 1} more)" if len(first.reasons) > 1 else "")
        note(f"{of_all}, {fate}; {first.id or first.place}: {why}")


def _passed_over(path: str, reason: str) -> None:
    note(f"passed over {path}: {reason}")


def _import(loaded: Iterable[LoadedDocument], arguments: argparse.Namespace) -> ImportReport:
    from kb.importers.transfer import import_documents

    documents = list(loaded)
    with open_engine(arguments) as engine:
        return import_documents(
            engine.url,
            documents,
            force=arguments.force,
            keep_going=arguments.keep_going,
            progress=progress("importing"),
        )


def _index(arguments: argparse.Namespace) -> None:
    """Bring the index up to date now, so that the next match need not; the records are safe whatever comes of it."""
    try:
        with open_engine(arguments) as engine:
            _ = engine.searcher.index
            if is_due(engine):
                minutes = max(1, min(engine.state.records, 1000) // 150)
                note(say("train_due", config.language(arguments.lang), minutes=minutes))
    except KbError as error:
        note(f"the records are in the store, but not yet in the index: {error.message}")
