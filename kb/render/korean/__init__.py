"""What kb says in Korean where the words arise in English: errors, hints, narration, findings of the checks.

An error is worded where it is raised, with its values in it, and must read well in a log and in JSON, which stay
English. For a person who works in Korean the sentence is translated where it is shown, with the tables of this package:
English template -> Korean template, `{}` for each value (`{0}`, `{1}` in Korean where the order differs). A value is
translated in turn if it is a message itself. A test holds the tables against every message in the source.
"""

from __future__ import annotations

import functools
import re

SEPARATORS = ("; ", ". ", ": ")
"""Between two messages in one line, the loosest first."""
MOST_CUTS = 5
"""Separators of a kind at which a text is tried: a value, such as a piece of a file, may be full of them."""

_FINDING = re.compile(r"(KB\d{3} [a-z-]+)(?: at (\S*))?: (.*)", re.DOTALL)
_PLACE = re.compile(r"\{(\d?)\}")


def korean(text: str) -> str:
    """The Korean of a text; what no table knows stays as it is."""
    return _whole(text) or text


@functools.lru_cache(maxsize=4096)
def _whole(text: str) -> str | None:
    """A message in Korean, None if it is none that a table knows."""
    if finding := _FINDING.fullmatch(text):
        where = f" ({finding[2]})" if finding[2] else ""
        return f"{finding[1]}{where}: {korean(finding[3])}"
    exact, patterns = _tables()
    best: tuple[int, str, list[str]] | None = None
    for written in (text, text.removesuffix("."), f"{text}."):
        if (found := exact.get(written)) is not None:
            return found
        for parts, template in patterns:
            values = _values(written, parts)
            if values is not None and (best is None or _looseness(values) < best[0]):
                best = _looseness(values), template, values
    if best is None or best[0]:
        parted = _parted(text)
        if parted is not None or best is None:
            return parted
    return _filled(best[1], [korean(value) for value in best[2]])


def _looseness(values: list[str]) -> int:
    """How loose a separator stands in the values: one that seems to hold two messages was cut in the wrong place."""
    places = [len(SEPARATORS) - SEPARATORS.index(mark) for value in values for mark in SEPARATORS if mark in value]
    return max(places, default=0)


def _parted(text: str) -> str | None:
    """Two messages in one line, each in Korean."""
    for separator in SEPARATORS:
        end = text.find(separator)
        for _ in range(MOST_CUTS):
            if end < 1:
                break
            left = _whole(text[:end])
            right = _whole(text[end + len(separator) :]) if left is not None else None
            if left is not None and right is not None:
                return left.removesuffix(".") + separator + right
            end = text.find(separator, end + 1)
    return None


def _values(text: str, parts: tuple[str, ...]) -> list[str] | None:
    """What stands for the values of a template between its literal parts, each as short as can be; None if the text is
    not made of it. No value is empty."""
    first, last = parts[0], parts[-1]
    if not text.startswith(first) or not text.endswith(last) or len(text) <= len(first) + len(last):
        return None
    values, at, end = [], len(first), len(text) - len(last)
    for part in parts[1:-1]:
        found = text.find(part, at + 1, end)
        if found < 0:
            return None
        values.append(text[at:found])
        at = found + len(part)
    if at >= end:
        return None
    return [*values, text[at:end]]


def _filled(template: str, values: list[str]) -> str:
    order = iter(range(len(values)))
    return _PLACE.sub(lambda place: values[int(place[1]) if place[1] else next(order)], template)


@functools.cache
def _tables() -> tuple[dict[str, str], list[tuple[tuple[str, ...], str]]]:
    """The texts without values, and the templates, those with most literal text first."""
    from kb.render.korean import checks, commands, findings, reading, stores

    table = {**commands.TEXTS, **stores.TEXTS, **reading.TEXTS, **findings.TEXTS, **checks.TEXTS}
    patterns = [(tuple(english.split("{}")), told) for english, told in table.items() if "{}" in english]
    patterns.sort(key=lambda item: -sum(map(len, item[0])))
    return {english: told for english, told in table.items() if "{}" not in english}, patterns
