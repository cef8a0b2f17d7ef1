"""From bytes to documents: one record, a list, one record a line, or a postmortem in Markdown.

Which of these it is is told by what is in it, because people name files as they like. Each document comes with the
place it had and with everything that reading and the checks of one record say of it; nothing here raises for what is
wrong in a document, the caller decides.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from kb import jsonio, lint
from kb.importers import markdown
from kb.lint import Finding, kinds

_LINE_SUFFIXES = (".jsonl", ".ndjson")


class LoadedDocument(NamedTuple):
    """One document, or one place where a document should be.

    `origin` is the name of the file or address (`-` for standard input), `position` the place in it (`line 7`,
    `item 3`, or "" for a file with one document). `document` is None if nothing could be read. `findings` holds
    everything that reading and the checks of one record say; `kind` is a constant of `kb.lint.kinds`. `mapping` says
    what of a postmortem in Markdown went where; None for a document that was JSON.
    """

    origin: str
    position: str
    document: dict[str, Any] | None
    findings: tuple[Finding, ...]
    kind: str = kinds.RECORD
    mapping: markdown.Mapping | None = None

    @property
    def path(self) -> str:
        """Origin and position, as findings name them."""
        return f"{self.origin}: {self.position}" if self.position else self.origin


class Options(NamedTuple):
    """How documents are read; the arguments of `kb.importers.sources.load` by the same names."""

    records_only: bool
    strict: bool
    max_bytes: int
    passed_over: Callable[[str, str], None]


def is_address(name: str) -> bool:
    """Whether a name is meant as a web address and not as a file."""
    return "://" in name and not os.path.exists(name)


def documents(
    data: bytes, origin: str, file_name: str | None, options: Options, *, in_folder: bool = False
) -> Iterator[LoadedDocument]:
    """The documents in the content of one file, stream or address; `file_name` is what an id has to agree with."""
    if markdown.is_markdown(data, origin):
        yield _from_markdown(data, origin, file_name, options, in_folder=in_folder)
        return
    if is_lines(data, origin):
        yield from _from_lines(data, origin, options)
        return
    parsed = jsonio.parse(data, name=origin)
    if isinstance(parsed.value, list):
        yield from _from_list(parsed, origin, options)
    else:
        yield _checked(parsed, origin, "", file_name, options)


def _from_markdown(
    data: bytes, origin: str, file_name: str | None, options: Options, *, in_folder: bool
) -> LoadedDocument:
    """The draft of a postmortem; in a folder, Markdown that is no postmortem counts as another kind of file."""
    address = origin if is_address(origin) else None
    try:
        document, mapping = markdown.read(data, file_name=file_name, address=address)
    except markdown.NotMarkdownError as error:
        if in_folder and isinstance(error, markdown.NotAPostmortemError):
            options.passed_over(origin, str(error))
            return LoadedDocument(origin, "", None, (), kinds.OTHER)
        return unread(origin, str(error))
    findings = lint.check_record(document, path=origin, strict=options.strict)
    return LoadedDocument(origin, "", document, tuple(findings), mapping=mapping)


def is_lines(data: bytes, name: str = "") -> bool:
    """Whether bytes are one JSON value a line (JSONL): told by the first line, else by most lines, else by the name.

    A line that is broken does not make a file of lines one value; one value over many lines does not count.
    """
    first, _, rest = data.lstrip(b"\xef\xbb\xbf \t\r\n").partition(b"\n")
    if not rest.strip():
        return False
    if first.lstrip().startswith(b"{") and isinstance(jsonio.parse(first).value, dict):
        return True
    lines = [line for line in map(bytes.strip, data.split(b"\n", 1000)[:1000]) if line]
    whole = sum(line.startswith(b"{") and line.endswith(b"}") and len(line) > 2 for line in lines)
    if 2 * whole > len(lines):
        return not first.startswith(b"[")
    return name.lower().endswith(_LINE_SUFFIXES) and first.strip() not in (b"{", b"[")


def _from_lines(data: bytes, origin: str, options: Options) -> Iterator[LoadedDocument]:
    start, number = 0, 0
    while start < len(data):
        end = data.find(b"\n", start)
        end = len(data) if end < 0 else end
        line, start, number = data[start:end], end + 1, number + 1
        if line.strip():
            parsed = jsonio.parse(line, name=origin, first_line=number)
            yield _checked(parsed, origin, f"line {number}", None, options)


def _from_list(parsed: jsonio.ParsedJson, origin: str, options: Options) -> Iterator[LoadedDocument]:
    if not parsed.value:
        yield unread(origin, "the list in this file is empty")
    general = [problem for problem in parsed.problems if not problem.pointer]
    for index, item in enumerate(parsed.value):
        prefix = jsonio.pointer(index)
        own = [
            problem._replace(pointer=problem.pointer[len(prefix) :])
            for problem in parsed.problems
            if problem.pointer == prefix or problem.pointer.startswith(prefix + "/")
        ]
        problems = (*general, *own) if index == 0 else tuple(own)
        single = jsonio.ParsedJson(origin, item, problems)
        yield _checked(single, origin, f"item {index + 1}" if len(parsed.value) > 1 else "", None, options)


def _checked(
    parsed: jsonio.ParsedJson, origin: str, position: str, file_name: str | None, options: Options
) -> LoadedDocument:
    loaded = LoadedDocument(origin, position, None, ())
    path = loaded.path
    findings = lint.check_reading(parsed.problems, path=path)
    kind = lint.kind_of(parsed.value)
    if kind == kinds.VOCABULARY and not options.records_only:
        findings += lint.check_vocabulary(parsed.value, path=path)
    elif kind in (kinds.CHECK, kinds.BASELINE) and not options.records_only:
        findings += lint.check_catalogue(parsed.value, file_name=file_name, path=path, strict=options.strict)
    elif kind in (kinds.RECORD, kinds.OTHER) or options.records_only:
        if parsed.value is not None or not findings:
            findings += lint.check_record(parsed.value, file_name=file_name, path=path, strict=options.strict)
        kind = kinds.RECORD if kind == kinds.OTHER else kind
    document = parsed.value if isinstance(parsed.value, dict) else None
    return LoadedDocument(origin, position, document, tuple(findings), kind)


def unread(path: str, message: str) -> LoadedDocument:
    """A place where a document should be, with the reason why there is none."""
    return LoadedDocument(path, "", None, (lint.unreadable(message, path=path),))
