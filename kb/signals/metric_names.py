"""Metrics by what people and programs call them: a whole field name or label, and the names in a text."""

from __future__ import annotations

import functools
import re

from kb.namedtuple import NamedTuple
from kb.signals.metrics import METRICS, Metric

_WORD = r"[a-z%][a-z0-9_]*|[^\x00-\x7f]+"
_FIELD_ENDINGS = frozenset(
    "b bytes kb mb gb tb kib mib gib tib ms us ns s sec secs seconds pct percent total count avg mean used per".split()
)
"""Words at the end of a field name that say unit or kind of figure (`host_memory_used_bytes`), not what is measured."""


class Mention(NamedTuple):
    """A metric named in a text, at the characters `start` to `end`."""

    metrics: tuple[Metric, ...]
    start: int
    end: int


def by_alias(written: str, unit: str | None = None) -> Metric | None:
    """The metric that a whole field name or label stands for (`elapsed_time_per_iteration_ms`, `lm loss`)."""
    known = _by_alias()
    words = written.lower().replace("_", " ").split()
    fits = known.get(" ".join(words)) or known.get(written.lower().strip()) or []
    while not fits and len(words) > 1 and words[-1] in _FIELD_ENDINGS:
        words.pop()
        fits = known.get(" ".join(words)) or []
    return next((metric for metric in fits if unit and metric.unit == unit), fits[0] if fits else None)


def mentions(text: str) -> list[Mention]:
    """The metrics named in a text in order, the longest name where several begin."""
    lower = text.lower()
    if len(lower) != len(text):
        return []
    known, beginning = _by_alias(), _by_first_word()
    found: list[Mention] = []
    for word in re.finditer(_WORD, lower):
        start = word.start()
        if found and start < found[-1].end:
            continue
        for alias in beginning.get(_first(word.group()), ()):
            end = start + len(alias)
            if lower.startswith(alias, start) and not (
                alias[-1].isascii() and lower[end : end + 1].isalnum() and lower[end].isascii()
            ):
                found.append(Mention(tuple(known[alias]), start, end))
                break
    return found


@functools.cache
def _by_alias() -> dict[str, list[Metric]]:
    """The metrics by each way to write their name."""
    found: dict[str, list[Metric]] = {}
    for metric in METRICS:
        name, _, _, aliases = metric
        for alias in dict.fromkeys((name, name.replace("_", " "), *aliases)):
            found.setdefault(alias, []).append(metric)
    return found


@functools.cache
def _by_first_word() -> dict[str, list[str]]:
    """The ways to write a name by their first word, the longest first."""
    found: dict[str, list[str]] = {}
    begins = re.compile(_WORD).match
    for alias in sorted(_by_alias(), key=len, reverse=True):
        if word := begins(alias):
            found.setdefault(_first(word[0]), []).append(alias)
    return found


def _first(word: str) -> str:
    """What ways to write a name are looked up by: a word, or two syllables of Hangul, to which particles are joined."""
    return word if word[0].isascii() else word[:2]
