"""`systemctl status` and lists of units: what failed, what restarts again and again."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.signals.model import Phrase, Signal
from kb.signals.part import Part

_UNIT = re.compile(
    r"^[●○×↻*x]? ?(?P<unit>[\w@.:\\-]+\.(?:service|socket|timer|mount|target|slice|scope|path|automount)) - [^\n]*",
    re.MULTILINE,
)
_ACTIVE = re.compile(r"^ *Active: (?P<state>\w+)(?: \((?P<sub>[\w-]+)\))?(?P<rest>[^\n]*)", re.MULTILINE)
_LISTED = re.compile(
    r"^[●○×* ]{0,3}(?P<unit>[\w@.:\\-]+\.\w+) +(?P<load>loaded|not-found|masked|error|bad-setting) +"
    r"(?P<active>active|inactive|failed|activating|deactivating) +(?P<sub>[\w-]+)[^\n]*",
    re.MULTILINE,
)
_MOST = 200


def read(part: Part) -> Iterator[Signal | Phrase]:
    """The state of each unit; the lines of its journal are read as a log."""
    text = part.text
    units = list(_UNIT.finditer(text, 0, 1 << 20))[:_MOST]
    for match in list(_ACTIVE.finditer(text, 0, 1 << 20))[:_MOST]:
        name = next((unit["unit"] for unit in reversed(units) if unit.start() < match.start()), "unit")
        yield from _state(part, name, match["state"], match["sub"] or "", match)
    for match in list(_LISTED.finditer(text, 0, 1 << 20))[:_MOST]:
        if match["active"] == "failed" or match["load"] == "error":
            yield from _state(part, match["unit"], "failed", match["sub"], match)
        elif match["sub"] == "auto-restart":
            yield from _state(part, match["unit"], match["active"], match["sub"], match)
    for unit in units:
        yield part.phrase(*unit.span())
    yield from _journal(part)


def _state(part: Part, name: str, state: str, sub: str, match: re.Match[str]) -> Iterator[Signal | Phrase]:
    if sub == "auto-restart":
        yield part.signal("state", f"restart loop: {name}", *match.span(), severity="error")
    elif state == "failed":
        yield part.signal("state", f"unit failed: {name}", *match.span(), severity="error")
    elif state in ("inactive", "activating", "deactivating", "reloading"):
        yield part.signal("state", f"unit {state}: {name}", *match.span(), severity="info")
    else:
        yield part.signal("state", f"unit {state}: {name}", *match.span())
        return
    yield part.phrase(*match.span())


def _journal(part: Part) -> Iterator[Signal | Phrase]:
    """The last lines of the journal stand below a blank line."""
    active = _ACTIVE.search(part.text)
    at = part.text.find("\n\n", active.end()) if active else -1
    if at >= 0:
        from kb.signals import log

        yield from log.read(part.sub(at + 2, len(part.text)))
