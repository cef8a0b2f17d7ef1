"""`kb signals`: what is understood of an input, so that a person can see why a match came out as it did."""

from __future__ import annotations

import argparse

from kb import config, signals
from kb.cli import output
from kb.cli.input import read
from kb.namedtuple import TYPE_CHECKING
from kb.render.answer import dumps
from kb.render.signals import to_json, to_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kb.baselines.comparing import Comparison

EPILOG = """examples:
  nvidia-smi -q | kb signals
  kb signals alert.json --json"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of `kb signals`."""
    parser.add_argument("file", nargs="?", metavar="FILE", help="file to read, - for stdin (default: stdin)")
    parser.add_argument("--no-redact", action="store_true", help="show secrets of the input as they are")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace) -> int:
    """Read an input and print its signals."""
    language = config.language(arguments.lang)
    data = read(arguments.file, "dmesg | tail -50 | kb signals")
    found = signals.read(data, redacted=not arguments.no_redact)
    beside: Sequence[Comparison] = ()
    if found.comparable:
        from kb.baselines.readings import compared, judged

        found, beside = judged(found), compared(found)
    if arguments.json:
        output.write(dumps(to_json(found, beside)) + "\n")
    else:
        output.write(to_text(found, language, output.columns(), output.paint(), beside))
    return 0
