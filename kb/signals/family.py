"""One row of the table of formats; `kb.signals.families` is the contract."""

from __future__ import annotations

from kb.namedtuple import NamedTuple


class Family(NamedTuple):
    """One format; see `kb.signals.families`."""

    format: str
    shape: str
    reader: str
    markers: tuple[str, ...]
    pattern: str = ""
    keys: tuple[str, ...] = ()
    end: str = ""
    rank: int = 50
    commands: tuple[str, ...] = ()
