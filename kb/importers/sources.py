"""From names on a command line to the bytes behind them, and through `kb.importers.documents` to documents.

A name is a file, a folder, `-` or an address. A folder is read as people keep them: what tells of the folder and of no
incident, templates, hidden files and files of another kind are passed over. Nothing here stops at the first bad file:
each gives a finding, and the caller decides.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Iterator
from typing import BinaryIO

from kb.errors import NotFoundError, UsageError
from kb.importers import markdown
from kb.importers.documents import LoadedDocument, Options, documents, is_address, unread
from kb.lint import kinds
from kb.lint.template import FILE as TEMPLATE

MAX_BYTES = 256 * 1024 * 1024
_SUFFIXES = (".json", ".jsonl", ".ndjson", *markdown.SUFFIXES)
_DRIBBLE = 1024 * 1024
_ABOUT_THE_FOLDER = ("readme", "contributing", "changelog", "template", "index")
"""How Markdown files begin that tell of a folder and of no incident."""


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
    options = Options(records_only, strict, max_bytes, passed_over)
    for name in wanted:
        if name == "-" and stdin is not None:
            yield from _from_stream(stdin, "-", options)
        elif is_address(name) and fetch is not None:
            yield from documents(fetch(name), name, None, options)
        elif os.path.isdir(name):
            yield from _from_folder(name, options)
        else:
            yield from _from_file(name, options)


def _require(name: str, stdin: BinaryIO | None, fetch: Callable[[str], bytes] | None) -> None:
    if name == "-":
        if stdin is None:
            raise UsageError("there is no standard input to read", "Name a file, a folder or an address.")
    elif is_address(name):
        if fetch is None:
            raise UsageError(f"{name} is an address; only files and folders are read here", "Download it first.")
    elif not os.path.lexists(name):
        raise NotFoundError(f"there is no file or folder {name}", "Check the path; - reads standard input.")


def _from_folder(folder: str, options: Options) -> Iterator[LoadedDocument]:
    found, passed = 0, 0
    for path, error in _walk(folder):
        if error is not None:
            if path == folder:
                raise _refused(path, error) from error
            yield unread(path, f"it cannot be read: {_reason(error)}")
            continue
        for loaded in _from_file(path, options, in_folder=True):
            if loaded.kind == kinds.OTHER or (options.records_only and loaded.kind != kinds.RECORD):
                passed += 1
            else:
                found += 1
                yield loaded
    if not found:
        also = f" ({passed} of other kinds passed over, such as vocabularies)" if passed else ""
        yield unread(folder, f"no record in a .json, .jsonl or .md file below this folder{also}")


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


def _from_file(path: str, options: Options, *, in_folder: bool = False) -> Iterator[LoadedDocument]:
    try:
        mode = os.stat(path).st_mode
        if in_folder and not stat.S_ISREG(mode):
            yield unread(path, "this is a pipe or device, not a regular file")
            return
        with open(path, "rb") as file:
            if stat.S_ISREG(mode) and os.fstat(file.fileno()).st_size > options.max_bytes:
                yield _too_large(path, options.max_bytes)
                return
            data = _read(file, options.max_bytes)
    except OSError as error:
        if not in_folder:
            raise _refused(path, error) from error
        yield unread(path, f"it cannot be read: {_reason(error)}")
        return
    if data is None:
        yield _too_large(path, options.max_bytes)
    else:
        yield from documents(data, path, os.path.basename(path), options, in_folder=in_folder)


def _from_stream(stream: BinaryIO, origin: str, options: Options) -> Iterator[LoadedDocument]:
    try:
        data = _read(stream, options.max_bytes)
    except OSError as error:
        raise _refused("standard input", error) from error
    if data is None:
        yield _too_large(origin, options.max_bytes)
    else:
        yield from documents(data, origin, None, options)


def _read(stream: BinaryIO, limit: int) -> bytes | None:
    """All bytes of a stream, or None if there are more than `limit`."""
    chunks, size = [], 0
    while chunk := stream.read(_DRIBBLE):
        size += len(chunk)
        if size > limit:
            return None
        chunks.append(chunk)
    return b"".join(chunks)


def _too_large(path: str, limit: int) -> LoadedDocument:
    size = f"{limit // 1024 // 1024} MiB" if limit >= 1024 * 1024 else f"{limit} bytes"
    return unread(path, f"larger than {size}: split it into several files, one record a line")


def _refused(name: str, error: OSError) -> UsageError:
    return UsageError(f"{name} cannot be read: {_reason(error)}", "Check what it is and its permissions.")


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
