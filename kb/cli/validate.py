"""`kb validate`: what is wrong in records, where, and the nearest right value."""

from __future__ import annotations

import argparse
import glob
import os

from kb import config
from kb.cli import output
from kb.cli.input import stream
from kb.errors import EXIT_MATCH, EXIT_RECORD, UsageError
from kb.render.answer import dumps
from kb.render.transfer import checks_text, findings_text

EPILOG = """examples:
  kb validate incident.json
  kb validate --strict records/
  kb validate --checks            list every check with its code"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of `kb validate`."""
    parser.add_argument("paths", nargs="*", metavar="PATH", help="files or folders, - for stdin")
    parser.add_argument(
        "--strict", action="store_true", help="what a shipped record must pass: warnings of form are errors"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--checks", action="store_true", help="list the checks and stop")


def run(arguments: argparse.Namespace) -> int:
    """Check every record by itself and all of them together."""
    from kb import lint
    from kb.importers.sources import load
    from kb.lint.kinds import RECORD
    from kb.lint.table import CHECKS

    language = config.language(arguments.lang)
    if arguments.checks and arguments.paths:
        raise UsageError("--checks lists the checks and takes no file", "Give one of the two.")
    if arguments.checks:
        rows = [
            {"code": check.code, "name": check.name, "severity": check.severity, "description": check.description}
            for check in CHECKS
        ]
        output.write(dumps(rows) + "\n" if arguments.json else checks_text(CHECKS, language))
        return EXIT_MATCH
    if not arguments.paths:
        raise UsageError("no file or folder was named", "Try: kb validate records/")
    loaded = list(load(arguments.paths, stdin=stream(), records_only=False, strict=arguments.strict))
    findings = [finding for item in loaded for finding in item.findings]
    documents = [(item.path, item.document) for item in loaded if item.document is not None]
    known = frozenset() if arguments.strict else _shipped_ids()
    findings += lint.check_corpus(documents, strict=arguments.strict, known_ids=known)
    records = [item for item in loaded if item.document is not None and item.kind == RECORD]
    errors = sum(finding.severity == "error" for finding in findings)
    if arguments.json:
        shown = {"records": len(records), "errors": errors, "findings": [finding._asdict() for finding in findings]}
        output.write(dumps(shown) + "\n")
    else:
        output.write(findings_text(findings, len(records), language, output.columns(), output.paint()))
    return EXIT_RECORD if errors else EXIT_MATCH


def _shipped_ids() -> frozenset[str]:
    """The records that come with kb, to which one of a team's own may link."""
    found = glob.iglob(os.path.join(config.records_dir(), "incidents", "*", "*.json"))
    return frozenset(os.path.basename(path).removesuffix(".json") for path in found)
