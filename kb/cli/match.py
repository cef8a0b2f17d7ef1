"""`kb match`: from whatever is at hand to the past case."""

from __future__ import annotations

import json
from collections.abc import Iterator

from kb import config
from kb.answer import Answer
from kb.cli import output
from kb.cli.commands import open_engine
from kb.cli.diagnostics import note
from kb.cli.input import read
from kb.engine import Engine
from kb.errors import EXIT_MATCH, EXIT_NOVEL, EXIT_USAGE
from kb.namedtuple import TYPE_CHECKING
from kb.rank import NOVEL, WEAK_PROBABILITY
from kb.render import answer as render
from kb.render.messages import say

if TYPE_CHECKING:
    import argparse
    from types import SimpleNamespace
    from typing import Any

    from kb.cli.commands import Options

FORMATS = ("text", "json", "jsonl", "markdown")
EXAMPLE = "dmesg | tail -50 | kb match"
EPILOG = """examples:
  dmesg | tail -50 | kb match
  kb match alert.json --json
  echo '처리량이 14k tok/s에서 6k로 떨어졌다' | kb match --lang ko
  kb match --jsonl < inputs.jsonl      each line {"id": ..., "text": ...}"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of `kb match`."""
    from kb.cli.parsers import OneFormat

    parser.add_argument("file", nargs="?", metavar="FILE", help="file to match, - for stdin (default: stdin)")
    parser.add_argument(
        "--top", type=positive, default=DEFAULT_TOP, metavar="N", help="matches to show, 1 to 100 (default: 3)"
    )
    parser.add_argument("--format", action=OneFormat, choices=FORMATS, help="output (default: text)")
    parser.add_argument(
        "--json", action=OneFormat, dest="format", nargs=0, const="json", help="the same as --format json"
    )
    parser.add_argument(
        "--jsonl",
        action=OneFormat,
        dest="format",
        nargs=0,
        const="jsonl",
        help="one JSON object a line in and out, for batches",
    )
    parser.add_argument("--no-redact", action="store_true", help="show secrets of the input as they are")
    parser.add_argument("--actions", action="store_true", help="add action items and lessons of the cases that fit")
    parser.add_argument("--explain", action="store_true", help="show the features and weights behind each probability")


FLAGS = {"--no-redact": "no_redact", "--actions": "actions", "--explain": "explain"}
DEFAULT_TOP = 3


def plain(words: list[str]) -> SimpleNamespace | None:
    """The options of a call that is nothing out of the ordinary, without argparse, whose import and parser are a tenth
    of a cold match. None for every other call, among them all that are wrong: argparse reads those."""
    from types import SimpleNamespace

    given: dict[str, str | int | bool] = {}
    rest = iter(words)
    for word in rest:
        if word in FLAGS:
            name, value = FLAGS[word], "yes"
        elif word in ("--json", "--jsonl"):
            name, value = "format", word[2:]
        elif word in ("--top", "--format", "--db", "--lang"):
            name, value = word[2:], next(rest, "")
        else:
            name, value = "file", word
        if name in given or not _is_plain(name, value):
            return None
        given[name] = int(value) if name == "top" else value
    defaults = {"file": None, "top": DEFAULT_TOP, "format": None, "db": None, "lang": None}
    return SimpleNamespace(**(defaults | given | {name: name in given for name in FLAGS.values()}))


def _is_plain(name: str, value: str) -> bool:
    if name == "top":
        return value.isascii() and value.isdigit() and 1 <= int(value) <= 100
    known = {"format": FORMATS, "lang": config.LANGUAGES}.get(name)
    return value in known if known else value != "" and (value == "-" or not value.startswith("-"))


def positive(text: str) -> int:
    """A number from 1 to 100."""
    if not text.isdigit() or not 1 <= int(text) <= 100:
        import argparse

        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 to 100")
    return int(text)


def run(arguments: Options) -> int:
    """Match one input, or with --jsonl each line of it."""
    language = config.language(arguments.lang)
    wanted = arguments.format or "text"
    data = read(arguments.file, EXAMPLE)
    with open_engine(arguments) as engine:
        if wanted == "jsonl":
            return _batch(engine, data, arguments)
        answer = engine.match(data, arguments.top, redacted=not arguments.no_redact)
        if wanted == "json":
            output.write(render.dumps(_json(answer, arguments)) + "\n")
        elif wanted == "markdown":
            from kb.render.markdown import to_markdown

            output.write(to_markdown(answer, language))
        else:
            every = arguments.top > DEFAULT_TOP  # who asks for more wants to see them
            shown = render.to_text(
                answer, language, output.columns(), output.paint(), explain=arguments.explain, every=every
            )
            output.write(shown)
        if arguments.actions and wanted != "json":
            from kb.render.actions import to_text

            fitting = [match.document for match in answer.matches if match.ranked.probability >= WEAK_PROBABILITY]
            heading = output.paint()(say("section_prevention", language), "bold")
            output.write(f"\n{heading}\n{to_text(fitting, language, output.columns(), output.paint())}")
    return EXIT_NOVEL if answer.verdict == NOVEL else EXIT_MATCH


def _json(answer: Answer, arguments: Options) -> dict[str, Any]:
    shown = render.to_json(answer, explain=arguments.explain)
    if arguments.actions:
        from kb.render import actions

        for match, told in zip(answer.matches, shown["matches"], strict=True):
            told["actions"] = actions.of(match.document)
    return shown


def _batch(engine: Engine, data: bytes, arguments: Options) -> int:
    code = EXIT_MATCH
    for number, item, problem in _lines(data):
        if problem:
            note(f"line {number}: {problem}")
            output.write(
                render.dumps({"line": number, "error": _told(problem, config.language(arguments.lang))}) + "\n"
            )
            code = EXIT_USAGE
            continue
        text = item["text"].encode("utf-8", "replace")
        answer = engine.match(text, arguments.top, redacted=not arguments.no_redact)
        shown = {"id": item.get("id"), **_json(answer, arguments)}
        output.write(render.dumps(shown) + "\n")
    return code


def _told(problem: str, language: str) -> str:
    if language != "ko":
        return problem
    from kb.render.korean import korean

    return korean(problem)


def _lines(data: bytes) -> Iterator[tuple[int, dict[str, Any], str]]:
    for number, line in enumerate(data.split(b"\n"), 1):
        if not line.strip():
            continue
        try:
            item = json.loads(line)
            if isinstance(item, dict):
                render.dumps(item.get("id"))  # it is echoed, and may be a number that JSON cannot say
        except (ValueError, RecursionError) as error:
            yield number, {}, f"not JSON: {error}"
            continue
        if not isinstance(item, dict) or not isinstance(item.get("text"), str):
            yield number, {}, 'expected an object with a string "text", such as {"id": 1, "text": "..."}'
            continue
        yield number, item, ""
