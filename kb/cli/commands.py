"""The table of commands, and what they share: exit codes, the overview of `kb --help`, opening the store.

Options are read by `kb.cli.parsers`, whose argparse is imported only where a call needs it.
"""

from __future__ import annotations

import sys

from kb.namedtuple import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import argparse
    from types import SimpleNamespace
    from typing import Any

    Options = argparse.Namespace | SimpleNamespace

EXIT_CODES = """exit codes:
  0    a match or a weak match; for other commands: done
  1    nothing like it is known (novel); for other commands: nothing found
  2    usage: the call, the input or a file it names cannot be taken
  3    store or index: database, index, disk (full, read-only) or network
  4    invalid record
  130  interrupted"""


class Command(NamedTuple):
    """One command: the module that holds it and one line of help."""

    path: str
    summary: str

    def module(self) -> Any:
        """The module, imported now; it has `add_arguments(parser)`, `run(arguments)` and optionally `EPILOG` and
        `plain(words)`, which reads the options of an ordinary call without a parser or gives None."""
        __import__(self.path)
        return sys.modules[self.path]


COMMANDS: dict[str, Command] = {
    "match": Command("kb.cli.match", "match an alert, log, metric or description to past incidents"),
    "triage": Command("kb.cli.triage", "find the cause check by check, in a session that can be resumed"),
    "actions": Command("kb.cli.actions", "list action items and lessons of cases like an input"),
    "search": Command("kb.cli.search", "search past incidents with words and filters"),
    "show": Command("kb.cli.show", "show one incident"),
    "list": Command("kb.cli.list", "list incidents"),
    "vocab": Command("kb.cli.vocab", "show the vocabulary: terms, definitions, synonyms, counts"),
    "baseline": Command("kb.cli.baseline", "compare a reading with healthy values; how often to checkpoint"),
    "stats": Command("kb.cli.stats", "count incidents by year, domain, cause and review state"),
    "import": Command("kb.cli.import_", "import records from files, folders, addresses or stdin"),
    "export": Command("kb.cli.export", "export records as JSON, JSONL, Markdown or CSV"),
    "validate": Command("kb.cli.validate", "check records and say what is wrong where"),
    "new": Command("kb.cli.new", "write a template for a new record"),
    "feedback": Command("kb.cli.feedback", "say that a case was useful or wrong"),
    "train": Command("kb.cli.train", "learn ranking, labels and translations from the store"),
    "eval": Command("kb.cli.eval", "measure how good the answers are on the store"),
    "signals": Command("kb.cli.signals", "show what is understood of an input"),
    "tui": Command("kb.cli.tui", "browse, search and match in the terminal"),
    "reindex": Command("kb.cli.reindex", "build the search index anew"),
    "doctor": Command("kb.cli.doctor", "check the installation, the database and the index"),
    "completion": Command("kb.cli.completion", "print a shell completion script"),
}


def overview(language: str = "en") -> str:
    """The text of `kb --help`; the names to type are the same in every language."""
    from kb.render.korean import korean

    def tell(text: str) -> str:
        return korean(text) if language == "ko" else text

    width = max(map(len, COMMANDS)) + 2
    lines = [tell("kb: from a pasted alert to the past incident, the evidence and the next check"), ""]
    lines += [tell("usage: kb COMMAND ..."), ""]
    lines += [f"  {name:{width}}{tell(command.summary)}" for name, command in COMMANDS.items()]
    lines += ["", f"  kb COMMAND --help    {tell('options of a command')}"]
    lines += [f"  kb --version         {tell('version')}", ""]
    lines += [f"{tell('try:')} dmesg | tail -50 | kb match", "     kb search symptom:hang nccl since:2023", ""]
    lines += [tell(line) for line in EXIT_CODES.splitlines()] + [""]
    return "\n".join(lines)


def open_engine(arguments: Options) -> Any:
    """The engine for a command, narrating on stderr."""
    from kb.cli.diagnostics import Muted, note, note_once, progress
    from kb.engine import Engine
    from kb.store import sqlite

    sqlite.on_wait = note_once

    show = _lazy(progress) if sys.stderr is not None and sys.stderr.isatty() else None
    return Engine.open(arguments.db, progress=show, notify=note, mute=Muted)


def _lazy(make: Any) -> Any:
    """A progress callback that imports its bar only when there is progress."""
    bar: list[Any] = []

    def advance(done: int, total: int) -> None:
        if not bar:
            bar.append(make("loading records"))
        bar[0](done, total)

    return advance
