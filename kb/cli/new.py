"""`kb new`: a template to fill in for a new record."""

from __future__ import annotations

import argparse
import json
import os
from datetime import UTC, datetime

from kb import config
from kb.cli import output
from kb.cli.diagnostics import note
from kb.cli.files import create
from kb.errors import UsageError

EPILOG = """examples:
  kb new OPS-2026-0001 > OPS-2026-0001.json
  kb new OPS-2026-0001 --output records/"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of `kb new`."""
    parser.add_argument("id", metavar="NEW-ID", help="id of the new record: letters, digits, dots and hyphens")
    parser.add_argument("--output", metavar="DIR", help="write DIR/<id>.json instead of stdout; never overwrites")


def run(arguments: argparse.Namespace) -> int:
    """Write the template with the id and today's date filled in."""
    from kb.lint.template import FILE as TEMPLATE
    from kb.record import RECORD_ID_PATTERN

    if not RECORD_ID_PATTERN.fullmatch(arguments.id):
        raise UsageError(f"{arguments.id!r} cannot be an id", "Use letters, digits, dots and hyphens, at most 64.")
    with open(os.path.join(config.records_dir(), TEMPLATE), encoding="utf-8") as file:
        template = json.load(file)
    now = datetime.now(UTC)
    template |= {"id": arguments.id, "date": now.strftime("%Y-%m-%d"), "updated_at": now.strftime("%Y-%m-%dT%H:%M:%SZ")}
    text = json.dumps(template, ensure_ascii=False, indent=2) + "\n"
    if arguments.output is None:
        output.write(text)
        return 0
    path = os.path.join(arguments.output, f"{arguments.id}.json")
    create(path, text)
    note(f"wrote {path}; fill it in, then check it with: kb validate {path}")
    return 0
