"""`kb tui`: the terminal UI. It reads a pipe to its end first and then takes its keys from the terminal."""

from __future__ import annotations

import argparse
import gc
import os
import sys

from kb import config
from kb.cli import output
from kb.cli.input import read, take_terminal
from kb.errors import UsageError

EXAMPLE = "dmesg | tail -50 | kb tui"
EPILOG = """examples:
  kb tui
  kb tui alert.json
  dmesg | tail -50 | kb tui"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of `kb tui`."""
    parser.add_argument("file", nargs="?", metavar="FILE", help="file to match first, - for stdin (default: a pipe)")


def run(arguments: argparse.Namespace) -> int:
    """Read what is to be matched, then run the application on the terminal."""
    language = config.language(arguments.lang) if arguments.lang else ""
    config.database_url(arguments.db)
    if not output.on_terminal():
        raise UsageError("the terminal UI needs a terminal", "For text output use: kb search, kb show, kb match")
    data = None
    if arguments.file is not None or sys.stdin is None or not sys.stdin.isatty():
        data = read(arguments.file, EXAMPLE)
    if not take_terminal():
        raise UsageError("there is no terminal to read keys from", "Give the input as a file: kb tui FILE")
    os.environ["TEXTUAL_DISABLE_KITTY_KEY"] = "1"  # its protocol loses Hangul syllables in some terminals
    os.environ.setdefault("TEXTUAL_FPS", "120")  # a key is shown with the next frame, for which it waits half as long
    from tui.app import run as run_app

    gc.enable()  # only now: it was off since the start, and collections while modules load cost a tenth of that
    gc.freeze()
    return run_app(arguments.db, data, language)
