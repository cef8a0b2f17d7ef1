"""What is shipped, and whether a store holds it: the digest of the corpus.

Each cold start compares the digest of the files with the one that the store loaded last, so the digest must cost
next to nothing: it stands in `records/CORPUS`, written by `scripts/write_corpus_digest.py`. An installed package is
taken at its word; in a checkout the file is trusted only while the files around it look untouched. Beside it stands
a number that rises with each change of the corpus: of two releases on one store the later fills it, and the earlier
leaves it as it is.
"""

from __future__ import annotations

import os

from kb.errors import StoreError
from kb.namedtuple import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

DIGEST_FILE = "CORPUS"
"""One line: SHA-256, number of files, bytes in them, number of the corpus."""

_FOLDERS = ("incidents", "vocabulary")
_OPTIONAL = ("checks", "reports")
"""A corpus may do without a catalogue and without reports in other words."""

_WRITTEN_TOGETHER = 2_000_000_000
"""Nanoseconds. A clone writes all files within this time of each other; a later file was edited."""


class Shipped(NamedTuple):
    """A corpus with what is derived from it. Of two, the one with the greater `number` is the later; `form` is the
    version of what is derived, and decides between two of the same number. Number 0 and form -1 are before the first.
    """

    number: int
    form: int
    digest: str | None

    def replaces(self, held: Shipped) -> bool:
        """Whether a store that holds the other is to be filled with this one: with a later one, or with the edited
        files of the same number, which a checkout has."""
        own, other = self[:2], held[:2]
        return own > other or (own == other and self.digest != held.digest)


def shipped_corpus(records_dir: str, form: int) -> Shipped:
    """Number and digest (SHA-256, hexadecimal) of the shipped records, vocabulary, checks and reports.

    Raises StoreError if they cannot be read.
    """
    number = 0
    try:
        with open(os.path.join(records_dir, DIGEST_FILE), encoding="ascii") as file:
            written = file.read().split()
            written_at = os.fstat(file.fileno()).st_mtime_ns
        if len(written) == 4:
            number = int(written[3])
            if _is_untouched(records_dir, int(written[1]), int(written[2]), written_at):
                return Shipped(number, form, written[0])
    except (OSError, ValueError):
        pass
    return Shipped(number, form, compute_digest(records_dir).split()[0])


def compute_digest(records_dir: str) -> str:
    """Digest, number of files and bytes as in `records/CORPUS`, from the relative paths (sorted) and the contents of
    the files."""
    import hashlib

    total, size, count = hashlib.sha256(), 0, 0
    try:
        for path in sorted(os.path.relpath(entry.path, records_dir) for entry in files(records_dir)):
            with open(os.path.join(records_dir, path), "rb") as file:
                content = file.read()
            total.update(f"{path.replace(os.sep, '/')}\0{len(content)}\0".encode())
            total.update(content)
            size += len(content)
            count += 1
    except OSError as error:
        raise unreadable(error, records_dir) from error
    return f"{total.hexdigest()} {count} {size}"


def _is_untouched(records_dir: str, count: int, size: int, written_at: int) -> bool:
    if os.path.basename(os.path.normpath(records_dir)) == "_records":
        return True
    for entry in files(records_dir):
        status = entry.stat()
        count -= 1
        size -= status.st_size
        if status.st_mtime_ns > written_at + _WRITTEN_TOGETHER:
            return False
    return count == 0 and size == 0


def files(records_dir: str, folders: tuple[str, ...] = (*_FOLDERS, *_OPTIONAL)) -> Iterator[os.DirEntry[str]]:
    """The files of JSON, and of JSON lines, in folders of the corpus, in no order."""
    pending = [os.path.join(records_dir, folder) for folder in folders]
    pending = [path for folder, path in zip(folders, pending, strict=True) if folder in _FOLDERS or os.path.isdir(path)]
    while pending:
        with os.scandir(pending.pop()) as entries:
            for entry in entries:
                if entry.is_dir():
                    pending.append(entry.path)
                elif entry.name.endswith((".json", ".jsonl")) and not entry.name.startswith("."):
                    yield entry


def unreadable(error: OSError, records_dir: str) -> StoreError:
    """What is said of shipped files that the system refuses to read."""
    return StoreError(f"the shipped records in {records_dir} cannot be read: {error.strerror}", "Install kb again.")
