"""The table of commands, and what they all share: options, help, the way a usage error is said."""

from __future__ import annotations

import argparse
import sys

from kb import config
from kb.errors import UsageError
from kb.namedtuple import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from typing import Any, NoReturn

argparse._ = str  # type: ignore[attr-defined]
"""argparse asks for translations of its headings, which imports `locale`: 3 ms for text that kb words itself."""

EXIT_CODES = """exit codes:
  0    a match or a weak match; for other commands: done
  1    nothing like it is known (novel); for other commands: nothing found
  2    usage: the call, the input or a file it names cannot be taken
  3    store or index: database, index, disk (full, read-only) or network
  4    invalid record
  130  interrupted"""

MOST_COLUMNS = 100
"""Width of a help text on a wide terminal, and where there is none."""


class Command(NamedTuple):
    """One command: the module that holds it and one line of help."""

    path: str
    summary: str

    def module(self) -> Any:
        """The module, imported now; it has `add_arguments(parser)`, `run(arguments)` and optionally `EPILOG`."""
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


class OneFormat(argparse.Action):
    """The format of the output, by name or by an option of its own such as `--json`; two that differ are refused."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option: str | None = None
    ) -> None:
        wanted = self.const or values
        told = option if self.const else f"{option} {values}"
        before, said = getattr(namespace, "format_said", (wanted, ""))
        if before != wanted:
            parser.error(f"argument {told}: not allowed with argument {said}")
        namespace.format, namespace.format_said = wanted, (wanted, told)


class Parser(argparse.ArgumentParser):
    """A parser whose errors are UsageErrors of one line."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(message, f"See: {self.prog} --help")

    _columns = 0

    def _get_formatter(self) -> argparse.HelpFormatter:
        if not self._columns:
            from kb.cli.output import columns

            self._columns = min(MOST_COLUMNS, columns())
        return _Formatter(self.prog, self._columns)

    def print_help(self, file: object = None) -> None:
        from kb.cli.output import write

        write(self.format_help())

    def read(self, words: list[str]) -> argparse.Namespace:
        """The values of the options. A filter such as `-domain:aws` is a word, not an option."""
        words = [f" {word}" if _is_exclusion(word) else word for word in words]
        if any(action.nargs in ("*", "+") for action in self._actions):
            return self.parse_intermixed_args(words)
        return self.parse_args(words)  # the other parses twice, and words the usage on the way


def _is_exclusion(word: str) -> bool:
    key, colon, _ = word[1:].partition(":")
    return word.startswith("-") and colon == ":" and key.isidentifier()


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """Help of a given width. Left to itself argparse asks for the terminal's for every option it is given, for which
    it imports `shutil` and three compression modules."""

    def __init__(self, prog: str, width: int = MOST_COLUMNS) -> None:
        super().__init__(prog, max_help_position=28, width=width)


def parser_for(name: str) -> Parser:
    """The parser of one command, with the options that all share."""
    command = COMMANDS[name]
    module = command.module()
    parser = Parser(
        prog=f"kb {name}",
        description=command.summary[0].upper() + command.summary[1:] + ".",
        epilog="\n\n".join(filter(None, [getattr(module, "EPILOG", ""), EXIT_CODES])),
        formatter_class=_Formatter,
        allow_abbrev=False,
    )
    module.add_arguments(parser)
    parser.add_argument("--db", metavar="PATH|URL", help="database (default: KB_DATABASE_URL, then the data directory)")
    parser.add_argument(
        "--lang",
        metavar="en|ko",
        type=config.language,
        help="language of the output (default: KB_LANG, then the locale)",
    )
    return parser


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


def all_parsers() -> Parser:
    """One parser with every command below it, for shell completion and documentation."""
    root = Parser(prog="kb", description="Incident knowledge base and pattern matcher.", add_help=True)
    root.add_argument("--version", action="version", version="kb")
    below = root.add_subparsers(dest="command")
    for name, command in COMMANDS.items():
        child = below.add_parser(name, help=command.summary, parents=[_without_help(name)], add_help=True)
        child.prog = f"kb {name}"
    return root


def _without_help(name: str) -> Parser:
    parser = parser_for(name)
    parent = Parser(add_help=False)
    for action in parser._actions:
        if not isinstance(action, argparse._HelpAction):
            parent._add_action(action)
    return parent


def open_engine(arguments: argparse.Namespace) -> Any:
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
