"""`kb feedback`: say that a case was useful or wrong; it is kept, shown, and can be withdrawn."""

from __future__ import annotations

import argparse

from kb import feedback
from kb.cli.commands import open_engine
from kb.cli.diagnostics import note
from kb.cli.input import read
from kb.errors import UsageError

EPILOG = """examples:
  kb feedback KB-2022-0005 useful --input alert.txt
  kb feedback KB-2022-0005 withdraw"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of `kb feedback`."""
    parser.add_argument("id", metavar="ID", help="id or alias of the record")
    parser.add_argument("verdict", choices=("useful", "wrong", "withdraw"), help="what it was; withdraw takes it back")
    parser.add_argument("--input", metavar="FILE", help="the input that it was matched to; kept with secrets removed")


def run(arguments: argparse.Namespace) -> int:
    """Store the feedback, or take back what was said of a record."""
    if arguments.verdict == "withdraw" and arguments.input:
        raise UsageError("feedback is withdrawn without its input", "Leave --input out.")
    data = read(arguments.input, "kb feedback ID useful --input alert.txt") if arguments.input else None
    with open_engine(arguments) as engine:
        record_id = engine.get(arguments.id)["id"]
        if arguments.verdict == "withdraw":
            number = feedback.withdraw(engine, record_id)
            note(f"{record_id}: {number} feedback withdrawn" if number else f"{record_id}: there was no feedback")
            return 0
        feedback.add(engine, record_id, arguments.verdict, data)
    note(f"{record_id}: {arguments.verdict}, thank you")
    return 0
