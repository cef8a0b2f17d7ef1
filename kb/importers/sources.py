"""From names on a command line to documents, each with where it came from and what is wrong with it.

A name is a file, a folder, `-` or an address. Whether a file is one record, a list, one record a line or a
postmortem in Markdown is told by what is in it, because people name files as they like. Nothing here stops at the
first bad file: each gives a finding, and the caller decides.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Iterator
from typing import Any, BinaryIO, NamedTuple

from kb import jsonio, lint
from kb.errors import NotFoundError, UsageError
from kb.importers import markdown
from kb.lint import Finding, kinds
from kb.lint.template import FILE as TEMPLATE

MAX_BYTES = 256 * 1024 * 1024
_SUFFIXES = (".json", ".jsonl", ".ndjson", *markdown.SUFFIXES)
_LINE_SUFFIXES = (".jsonl", ".ndjson")
_DRIBBLE = 1024 * 1024
_ABOUT_THE_FOLDER = ("readme", "contributing", "changelog", "template", "index")
"""How Markdown files begin that tell of a folder and of no incident."""


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


class _Options(NamedTuple):
    records_only: bool
    strict: bool
    max_bytes: int
    passed_over: Callable[[str, str], None]


def load(
    names: Iterable[str],
    *,
    stdin: BinaryIO | None = None,
    fetch: Callable[[str], bytes] | None = None,
    records_only: bool = True,
    strict: bool = False,
    max_bytes: int = MAX_BYTES,
    passed_over: Callable[[str, str], None] = lambda path, reason: None,
) -> Iterator[LoadedDocument]:
    """Documents of files, folders (all below, sorted, hidden ones passed over), `-` and https addresses, in order.

    With `records_only`, vocabularies, checks, baselines and schemas in a folder are passed over, and one named by
    itself gives an error; without it they come with their `kind`, all but schemas checked. A file larger than
    `max_bytes` is an error of its own. `fetch` turns an address into bytes. `passed_over` is called with path and
    reason for Markdown in a folder that is no postmortem.

    Raises NotFoundError for a name that is nothing, UsageError for a name that cannot be read (what cannot be read
    inside a folder is a finding), for `-` without `stdin` or an address without `fetch`, and what `fetch` raises;
    names are looked at before the first document is given.
    """
    wanted = list(names)
    for name in wanted:
        _require(name, stdin, fetch)
    options = _Options(records_only, strict, max_bytes, passed_over)
    for name in wanted:
        if name == "-" and stdin is not None:
            yield from _from_stream(stdin, "-", options)
        elif is_address(name) and fetch is not None:
            yield from _from_bytes(fetch(name), name, None, options)
        elif os.path.isdir(name):
            yield from _from_folder(name, options)
        else:
            yield from _from_file(name, options)


def is_address(name: str) -> bool:
    """Whether a name is meant as a web address and not as a file."""
    return "://" in name and not os.path.exists(name)


def _require(name: str, stdin: BinaryIO | None, fetch: Callable[[str], bytes] | None) -> None:
    if name == "-":
        if stdin is None:
            raise UsageError("there is no standard input to read", "Name a file, a folder or an address.")
    elif is_address(name):
        if fetch is None:
            raise UsageError(f"{name} is an address; only files and folders are read here", "Download it first.")
    elif not os.path.lexists(name):
        raise NotFoundError(f"there is no file or folder {name}", "Check the path; - reads standard input.")


def _from_folder(folder: str, options: _Options) -> Iterator[LoadedDocument]:
    found, passed = 0, 0
    for path, error in _walk(folder):
        if error is not None:
            if path == folder:
                raise _refused(path, error) from error
            yield _unreadable(path, f"it cannot be read: {_reason(error)}")
            continue
        for loaded in _from_file(path, options, in_folder=True):
            if loaded.kind == kinds.OTHER or (options.records_only and loaded.kind != kinds.RECORD):
                passed += 1
            else:
                found += 1
                yield loaded
    if not found:
        also = f" ({passed} of other kinds passed over, such as vocabularies)" if passed else ""
        yield _unreadable(folder, f"no record in a .json, .jsonl or .md file below this folder{also}")


def _walk(folder: str) -> Iterator[tuple[str, OSError | None]]:
    """Files of a folder in the order of their paths, each with None or the error if it cannot be read.

    The template is passed over: it is a form to fill in. Links to folders are followed, a folder that contains
    itself is entered once.
    """
    problems: list[OSError] = []
    entered: set[tuple[int, int]] = set()
    for parent, folders, files in os.walk(folder, onerror=problems.append, followlinks=True):
        while problems:
            error = problems.pop()
            yield str(error.filename), error
        here = os.stat(parent)
        if (here.st_dev, here.st_ino) in entered:
            folders.clear()
            continue
        entered.add((here.st_dev, here.st_ino))
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            about = name.lower().startswith(_ABOUT_THE_FOLDER) and name.lower().endswith(markdown.SUFFIXES)
            if name.lower().endswith(_SUFFIXES) and not name.startswith(".") and name != TEMPLATE and not about:
                yield os.path.join(parent, name), None
    for error in problems:
        yield str(error.filename), error


def _from_file(path: str, options: _Options, *, in_folder: bool = False) -> Iterator[LoadedDocument]:
    try:
        mode = os.stat(path).st_mode
        if in_folder and not stat.S_ISREG(mode):
            yield _unreadable(path, "this is a pipe or device, not a regular file")
            return
        with open(path, "rb") as file:
            if stat.S_ISREG(mode) and os.fstat(file.fileno()).st_size > options.max_bytes:
                yield _too_large(path, options.max_bytes)
                return
            data = _read(file, options.max_bytes)
    except OSError as error:
        if not in_folder:
            raise _refused(path, error) from error
        yield _unreadable(path, f"it cannot be read: {_reason(error)}")
        return
    if data is None:
        yield _too_large(path, options.max_bytes)
    else:
        yield from _from_bytes(data, path, os.path.basename(path), options, in_folder=in_folder)


def _from_stream(stream: BinaryIO, origin: str, options: _Options) -> Iterator[LoadedDocument]:
    try:
        data = _read(stream, options.max_bytes)
    except OSError as error:
        raise _refused("standard input", error) from error
    if data is None:
        yield _too_large(origin, options.max_bytes)
    else:
        yield from _from_bytes(data, origin, None, options)


def _read(stream: BinaryIO, limit: int) -> bytes | None:
    """All bytes of a stream, or None if there are more than `limit`."""
    chunks, size = [], 0
    while chunk := stream.read(_DRIBBLE):
        size += len(chunk)
        if size > limit:
            return None
        chunks.append(chunk)
    return b"".join(chunks)


def _from_bytes(
    data: bytes, origin: str, file_name: str | None, options: _Options, *, in_folder: bool = False
) -> Iterator[LoadedDocument]:
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
    data: bytes, origin: str, file_name: str | None, options: _Options, *, in_folder: bool
) -> LoadedDocument:
    """The draft of a postmortem; in a folder, Markdown that is no postmortem counts as another kind of file."""
    address = origin if is_address(origin) else None
    try:
        document, mapping = markdown.read(data, file_name=file_name, address=address)
    except markdown.NotMarkdownError as error:
        if in_folder and isinstance(error, markdown.NotAPostmortemError):
            options.passed_over(origin, str(error))
            return LoadedDocument(origin, "", None, (), kinds.OTHER)
        return _unreadable(origin, str(error))
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


def _from_lines(data: bytes, origin: str, options: _Options) -> Iterator[LoadedDocument]:
    start, number = 0, 0
    while start < len(data):
        end = data.find(b"\n", start)
        end = len(data) if end < 0 else end
        line, start, number = data[start:end], end + 1, number + 1
        if line.strip():
            parsed = jsonio.parse(line, name=origin, first_line=number)
            yield _checked(parsed, origin, f"line {number}", None, options)


def _from_list(parsed: jsonio.ParsedJson, origin: str, options: _Options) -> Iterator[LoadedDocument]:
    if not parsed.value:
        yield _unreadable(origin, "the list in this file is empty")
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
    parsed: jsonio.ParsedJson, origin: str, position: str, file_name: str | None, options: _Options
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


def _unreadable(path: str, message: str) -> LoadedDocument:
    return LoadedDocument(path, "", None, (lint.unreadable(message, path=path),))


def _too_large(path: str, limit: int) -> LoadedDocument:
    size = f"{limit // 1024 // 1024} MiB" if limit >= 1024 * 1024 else f"{limit} bytes"
    return _unreadable(path, f"larger than {size}: split it into several files, one record a line")


def _refused(name: str, error: OSError) -> UsageError:
    return UsageError(f"{name} cannot be read: {_reason(error)}", "Check what it is and its permissions.")


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
