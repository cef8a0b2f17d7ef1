"""`kb triage`: from an input, one check after the other, to the explanation that holds."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING

from kb import config, sessions
from kb.cli import output
from kb.cli.commands import open_engine
from kb.cli.diagnostics import note, note_once, report
from kb.cli.input import read, take_terminal
from kb.errors import DiskError, UsageError
from kb.render import triage as render
from kb.render.answer import dumps
from kb.triage import OPEN, UNDO, WHY, Session, begin

if TYPE_CHECKING:
    from collections.abc import Iterator

EXAMPLE = "kb triage alert.txt"
EPILOG = """answers:
  1, 2, ...    the reading that you see
  other        none of these readings
  skip         not this check
  undo         take the last answer back
  why          what each reading would mean
The session is saved after every answer; commands are shown, never run.

examples:
  dmesg | tail -50 | kb triage
  kb triage alert.txt
  kb triage alert.txt --answers 2,skip,1 --json
  kb triage --resume
  kb triage --resume --draft OPS-2026-0007.json"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of `kb triage`."""
    parser.add_argument("file", nargs="?", metavar="FILE", help="what is wrong, - for stdin (default: stdin)")
    parser.add_argument(
        "--resume", nargs="?", const="", metavar="ID", help="go on with a session (default: the one saved last)"
    )
    parser.add_argument("--answers", metavar="WORDS|FILE", help="answers separated by commas, or a file with them")
    parser.add_argument("--draft", metavar="FILE", help="write a draft record of the session; never overwrites")
    parser.add_argument("--json", action="store_true", help="where the session stands at the end, as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Hold the conversation, or as much of it as there are answers for."""
    language = config.language(arguments.lang)
    if arguments.resume is not None and arguments.file is not None:
        raise UsageError("a session is resumed without its input", "Leave FILE out.")
    session = sessions.load(arguments.resume or None) if arguments.resume is not None else _begin(arguments)
    saved = _save(session)
    quiet = bool(arguments.json)
    session = _converse(session, _answers(arguments), language, quiet)
    if quiet:
        output.write(dumps(render.to_json(session)) + "\n")
    if arguments.draft:
        _write_draft(session, arguments.draft)
    elif session.state == OPEN and saved:
        note(f"session {session.id} is saved; go on with: kb triage --resume")
    return 0


def _begin(arguments: argparse.Namespace) -> Session:
    from datetime import UTC, datetime

    data = read(arguments.file, EXAMPLE)
    piped = arguments.file in (None, "-")
    if piped and arguments.answers is None and not arguments.json and output.on_terminal():
        take_terminal()  # without one the session is saved, and resumed where there is one
    with open_engine(arguments) as engine:
        return begin(engine, data, datetime.now(UTC))


def _save(session: Session) -> bool:
    """Keep the session. Where that cannot be, it goes on all the same, and this is said once."""
    try:
        sessions.save(session)
    except DiskError as error:
        note_once(f"{error.message}; going on without keeping it. {error.hint}")
        return False
    return True


def _converse(session: Session, answers: Iterator[str], language: str, quiet: bool) -> Session:
    def show(text: str) -> None:
        if not quiet:
            output.write(text)

    columns, paint = output.columns(), output.paint()
    show(render.history(session, language, columns))
    show(render.to_text(session, language, columns, paint))
    unused = []
    for word in answers:
        if session.state != OPEN and word != UNDO:
            unused.append(word)  # a list of answers may be longer than was needed
            continue
        if word == WHY:
            show(render.why(session, language, columns))
            continue
        try:
            session = session.answered(word)
        except UsageError as error:
            if not _is_conversation():
                raise
            report(error)
            continue
        _save(session)
        show("\n" + render.to_text(session, language, columns, paint))
        if session.state != OPEN and _is_conversation():
            break
    if unused:
        note(f"answers that were not needed any more: {', '.join(unused)}")
    return session


def _answers(arguments: argparse.Namespace) -> Iterator[str]:
    """The words of `--answers`; else what is typed at a terminal, also where the input was piped in; else, where the
    input came from a file, the lines of standard input."""
    if arguments.answers is not None:
        yield from _listed(arguments.answers)
    elif _is_conversation():
        while (line := _ask()) is not None:
            yield from line.split()
    elif (arguments.resume is not None or arguments.file not in (None, "-")) and sys.stdin is not None:
        for line in sys.stdin:
            yield from _words(line)


def _listed(given: str) -> list[str]:
    if os.path.isfile(given):
        with open(given, encoding="utf-8", errors="replace") as file:
            return [word for line in file for word in _words(line)]
    return _words(given)


def _words(text: str) -> list[str]:
    return text.partition("#")[0].replace(",", " ").split()


def _is_conversation() -> bool:
    return bool(sys.stdin and sys.stdin.isatty() and sys.stdout and sys.stdout.isatty())


def _ask() -> str | None:
    try:
        return input("> ")
    except EOFError:
        return None


def _write_draft(session: Session, path: str) -> None:
    from kb.cli.new import write_new
    from kb.drafting import draft

    name = os.path.basename(path).removesuffix(".json")
    write_new(path, draft(session, name))
