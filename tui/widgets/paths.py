"""Completing a path while it is typed: the first entry of the folder that begins like it, taken over with the right
arrow key."""

from __future__ import annotations

import os

from textual.suggester import Suggester


class PathSuggester(Suggester):
    """Suggests what is on the disk; a folder ends in a slash, so that its entries are suggested next."""

    def __init__(self) -> None:
        super().__init__(use_cache=False, case_sensitive=True)

    async def get_suggestion(self, value: str) -> str | None:
        """The path of the first entry that begins like the value, None if there is none or it is not readable."""
        return completed(value)


def completed(value: str) -> str | None:
    """The value with the rest of the first entry's name that begins like it, hidden entries last, or None."""
    folder, begun = os.path.split(value)
    try:
        with os.scandir(os.path.expanduser(folder) or ".") as entries:
            found = [entry for entry in entries if entry.name.startswith(begun)]
    except OSError:
        return None
    if not value or not found:
        return None
    first = min(found, key=lambda entry: (entry.name.startswith("."), entry.name))
    try:
        end = os.sep if first.is_dir() else ""
    except OSError:
        end = ""
    rest = first.name[len(begun) :] + end
    return value + rest if rest and rest.isprintable() else None
