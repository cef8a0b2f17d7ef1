"""`kb new`: a template to fill in for a new record, or a draft of one from a session of triage."""

from __future__ import annotations

import argparse
import json
import os
from datetime import UTC, datetime
from typing import Any

from kb import config
from kb.cli import output
from kb.cli.diagnostics import note
from kb.cli.files import create
from kb.errors import UsageError

EPILOG = """examples:
  kb new OPS-2026-0001 > OPS-2026-0001.json
  kb new OPS-2026-0001 --output records/
  kb new OPS-2026-0001 --from-session"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of `kb new`."""
    parser.add_argument("id", metavar="NEW-ID", help="id of the new record: letters, digits, dots and hyphens")
    parser.add_argument("--output", metavar="DIR", help="write DIR/<id>.json instead of stdout; never overwrites")
    parser.add_argument(
        "--from-session", nargs="?", const="", metavar="SESSION",
        help="fill in what a session of kb triage found (default: the one saved last)",
    )  # fmt: skip


def run(arguments: argparse.Namespace) -> int:
    """Write the template with the id and today's date filled in, or the draft of a session."""
    from kb.record import RECORD_ID_PATTERN

    if not RECORD_ID_PATTERN.fullmatch(arguments.id):
        raise UsageError(f"{arguments.id!r} cannot be an id", "Use letters, digits, dots and hyphens, at most 64.")
    document = _template(arguments.id) if arguments.from_session is None else _draft(arguments)
    if arguments.output is None:
        output.write(_text(document))
    else:
        write_new(os.path.join(arguments.output, f"{arguments.id}.json"), document)
    return 0


def write_new(path: str, document: dict[str, Any]) -> None:
    """Write a record to a file that does not exist yet, and say what to do with it. Raises UsageError."""
    create(path, _text(document))
    note(f"wrote {path}; fill it in, then check it with: kb validate {path}")


def _template(record_id: str) -> dict[str, Any]:
    from kb.lint.template import FILE as TEMPLATE

    with open(os.path.join(config.records_dir(), TEMPLATE), encoding="utf-8") as file:
        template: dict[str, Any] = json.load(file)
    now = datetime.now(UTC)
    day, moment = now.strftime("%Y-%m-%d"), now.strftime("%Y-%m-%dT%H:%M:%SZ")
    return template | {"id": record_id, "date": day, "updated_at": moment}


def _draft(arguments: argparse.Namespace) -> dict[str, Any]:
    from kb import sessions
    from kb.drafting import draft

    return draft(sessions.load(arguments.from_session or None), arguments.id)


def _text(document: dict[str, Any]) -> str:
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"
