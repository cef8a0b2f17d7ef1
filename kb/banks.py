"""The texts that are shipped beside the records: folders of JSON lines, one file a kind."""

from __future__ import annotations

import glob
import json
import os

from kb.errors import RecordError, StoreError
from kb.namedtuple import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

REPORTS, NEGATIVES = "reports", "negatives"
"""Reports of the incidents of records in other words than theirs; texts that belong to no record."""
_KEYS = {REPORTS: ("record", "language", "text"), NEGATIVES: ("id", "group", "language", "text")}
"""What a line must have, each a string that is not empty."""


def lines(records_dir: str, bank: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Each line of the files of a bank in order, with the name of its file; nothing if there is no such folder.

    Raises StoreError for a file that cannot be read, and RecordError for a line that is none of that bank.
    """
    for path in sorted(glob.glob(os.path.join(glob.escape(records_dir), bank, "*.jsonl"))):
        kind = os.path.basename(path).partition(".")[0]
        try:
            with open(path, encoding="utf-8") as file:
                for number, line in enumerate(file, 1):
                    if line.strip():
                        yield kind, _read(line, _KEYS[bank], f"{path}:{number}")
        except UnicodeDecodeError as error:
            raise RecordError(f"{path} is not UTF-8 at byte {error.start}", "Install kb again.") from error
        except OSError as error:
            raise StoreError(f"{path} cannot be read: {error.strerror}", "Install kb again.") from error


def _read(line: str, keys: tuple[str, ...], place: str) -> dict[str, str]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"{place} is not JSON: {error}", "Install kb again.") from error
    if not isinstance(found, dict) or not all(isinstance(found.get(key), str) and found[key] for key in keys):
        raise RecordError(f"{place} is no object with {', '.join(keys)}", "Install kb again.")
    return found
