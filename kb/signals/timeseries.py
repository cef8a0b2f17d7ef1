"""Series of time and value as text: CSV, plain columns, Graphite's raw and CSV forms, Influx line protocol.

The first column that is a time is the axis; every other column of numbers is a series, split by the columns of words
(host, device) beside it. Without a header a series is called by the words above it, else `value`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.signals import metric_series
from kb.signals.limits import Reading
from kb.signals.model import Phrase, Signal
from kb.signals.part import Line, Part

_MOST_LINES = 20_000
_MOST_SERIES = 120
_MOST_SHOWN = 60
_TIME = re.compile(
    r"(?:\[?\d{4}[-/]\d\d[-/]\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?(?: ?"
    r"(?:Z|UTC|[+-]\d\d:?\d\d))?\]?|\d{10}(?:\d{3}|\d{6}|\d{9})?(?:\.\d+)?|\d\d:\d\d(?::\d\d(?:\.\d+)?)?)"
)
_TIME_TITLES = re.compile(
    r"(?i)#?\s*\"?(?:time(?:stamp)?|date(?:time)?|ts|epoch|clock|when|시간|시각|step|iteration|iter)\b"
)
_FIELD = re.compile(r"\s*(?:\"([^\"\n]*)\"|([^\n]*?))\s*$")
_INDEXES = frozenset({"CPU", "FAN", "TEMP", "IN", "BUS", "INTR", "NODE", "TTY", "gpu", "index", "rank"})
"""Columns whose numbers are names."""
_SKIPPED = frozenset({"hostname", "interval", "step", "iteration", "iter", "epoch"})


def read_table(part: Part) -> Iterator[Signal | Phrase]:
    """CSV (`,`, `;`, tab) or columns of time and values; `#` before a header (`sadf -d`) begins a new table."""
    series: dict[tuple[str, str], list[Reading]] = {}
    titles: list[tuple[str, int, int]] = []
    places: dict[str, tuple[int, int]] = {}
    above = ""
    for number, line in enumerate(part.lines()):
        if number == _MOST_LINES:
            break
        if not line.text.strip():
            continue
        separator = _separator(line.text)
        fields = _fields(line, separator)
        axis = next((index for index, field in enumerate(fields[:4]) if _TIME.fullmatch(field[0])), -1)
        header = axis < 0 and (
            _TIME_TITLES.match(line.text)
            or line.text.startswith("#")
            or any(_TIME_TITLES.match(field[0]) for field in fields)
        )
        if header:
            titles = [(text.lstrip("# "), start, end) for text, start, end in fields]
            if number == 0 or not line.text.startswith("#"):
                above = ""
        elif axis >= 0:
            _take(fields, axis, titles, above, series, places)
        elif _steps(fields, titles):
            _take(fields, 0, titles, above, series, places)
        elif not series:
            above = line.text.strip(" #:")
            places[above] = (line.start, line.end)
    yield from _signals(part, series, places)


def _steps(fields: list[tuple[str, int, int]], titles: list[tuple[str, int, int]]) -> bool:
    """Whether a line belongs to a table whose axis is a step number."""
    return bool(titles) and len(fields) > 1 and bool(_TIME_TITLES.match(titles[0][0])) and fields[0][0].isdigit()


def _separator(text: str) -> str:
    counts = {mark: text.count(mark) for mark in (";", "\t", ",")}
    best = max(counts, key=lambda mark: counts[mark])
    return best if counts[best] else ""


def _fields(line: Line, separator: str) -> list[tuple[str, int, int]]:
    """The fields of a line with their places; a date and a time with a blank between them are one field."""
    fields: list[tuple[str, int, int]] = []
    if separator:
        position = 0
        for piece in line.text.split(separator)[:200]:
            match = _FIELD.match(piece)
            group = 1 if match and match[1] is not None else 2
            if match:
                start = line.start + position
                fields.append((match[group] or "", start + match.start(group), start + match.end(group)))
            position += len(piece) + 1
        return fields
    for match in re.finditer(rf"{_TIME.pattern}(?=\s|$)|\S+", line.text):
        fields.append((match.group(), line.start + match.start(), line.start + match.end()))
        if len(fields) == 200:
            break
    return fields


def _take(
    fields: list[tuple[str, int, int]],
    axis: int,
    titles: list[tuple[str, int, int]],
    above: str,
    series: dict[tuple[str, str], list[Reading]],
    places: dict[str, tuple[int, int]],
) -> None:
    named = titles if len(titles) == len(fields) else []
    values, words = [], []
    for index, (text, start, end) in enumerate(fields):
        if index == axis:
            continue
        value = metric_series.number(text)
        title = named[index][0] if named else ""
        if value is None:
            # A gap is no word; before the axis stands a name (Graphite), behind it a label.
            if text and text not in ("None", "null", "-", "NaN", "nan"):
                words.append((index, text, start, end))
        elif title in _INDEXES:
            words.append((index, text, start, end))
        elif title.lower() not in _SKIPPED:
            values.append((index, value, start, end))
    key = " ".join(text for _, text, _, _ in words)
    for index, value, start, end in values:
        name = named[index][0] if named else ""
        if not name and words and len(values) == 1 and not named:
            name, key = words[0][1], ""
            places.setdefault(name, words[0][2:])
        elif name:
            places.setdefault(name, named[index][1:])
        name = name or above or "value"
        if (name, key) in series or len(series) < _MOST_SERIES:
            series.setdefault((name, key), []).append(Reading(value, start, end))


def _signals(
    part: Part, series: dict[tuple[str, str], list[Reading]], places: dict[str, tuple[int, int]]
) -> Iterator[Signal | Phrase]:
    from kb.signals.limits import readings
    from kb.signals.sysstat import COLUMNS

    for number, ((name, _), found) in enumerate(series.items()):
        limits = COLUMNS.get(name)
        if limits:
            signal = readings(part, limits, [one._replace(value=one.value * limits.factor) for one in found])
        else:
            signal = metric_series.signal(part, name, found)
        if signal and (number < _MOST_SHOWN or signal.severity not in ("none", "info")):
            yield signal
    for start, end in list(places.values())[:60]:
        yield part.phrase(start, end)


_RAW = re.compile(
    r"^(?P<name>[^\n|]{1,300}?),(?P<from>\d{9,11}),(?P<until>\d{9,11}),(?P<step>\d+)\|(?P<values>[^\n]*)", re.MULTILINE
)
_PLAIN = re.compile(
    r"^(?P<name>[\w-]+(?:\.[\w-]+){1,20}(?:;[\w.=-]+)*) (?P<value>-?\d[\d.eE+-]*) (?P<time>\d{10})$", re.MULTILINE
)


def read_graphite(part: Part) -> Iterator[Signal | Phrase]:
    """Graphite's raw form (`name,from,until,step|values`), its plain protocol and its CSV."""
    found: dict[str, tuple[tuple[int, int], list[Reading]]] = {}
    for match in list(_RAW.finditer(part.text))[:_MOST_SERIES]:
        start = match.start("values")
        row = found.setdefault(match["name"], (match.span("name"), []))[1]
        for text in match["values"].split(",")[:_MOST_LINES]:
            value = metric_series.number(text)
            if value is not None:
                row.append(Reading(value, start, start + len(text)))
            start += len(text) + 1
    for number, match in enumerate(_PLAIN.finditer(part.text)):
        if number == _MOST_LINES:
            break
        value = metric_series.number(match["value"])
        if value is not None and (match["name"] in found or len(found) < _MOST_SERIES):
            found.setdefault(match["name"], (match.span("name"), []))[1].append(Reading(value, *match.span("value")))
    if not found:
        yield from read_table(part)
    for name, (place, row) in found.items():
        yield part.phrase(*place)
        if signal := metric_series.signal(part, name, row):
            yield signal


_POINT = re.compile(
    r"^(?P<name>[\w.:-]+)(?P<tags>(?:,[^\s,=]+=(?:[^\s,\\]|\\.)+)*) (?P<fields>[^\s=,]+=[^\n]*)$", re.MULTILINE
)
_VALUE = re.compile(
    r"(?P<key>[\w.%/-]{1,100})=(?P<value>-?\d[\d.eE+-]*)(?P<kind>[iu]?)(?=[, \n]|$)|\"(?:[^\"\\\n]|\\.)*\""
)


def read_influx(part: Part) -> Iterator[Signal | Phrase]:
    """Line protocol: a series for each measurement, tags and field."""
    found: dict[tuple[str, str, str], list[Reading]] = {}
    names: dict[str, tuple[int, int]] = {}
    for number, match in enumerate(_POINT.finditer(part.text)):
        if number == _MOST_LINES:
            break
        names.setdefault(match["name"], match.span("name"))
        for pair in _VALUE.finditer(part.text, *match.span("fields")):
            value = metric_series.number(pair["value"]) if pair["value"] else None
            key = (match["name"], match["tags"], pair["key"] or "")
            if value is not None and (key in found or len(found) < 10 * _MOST_SERIES):
                found.setdefault(key, []).append(Reading(value, *pair.span("value")))
    for start, end in list(names.values())[:60]:
        yield part.phrase(start, end)
    for number, ((name, _, field), readings) in enumerate(found.items()):
        if len(readings) > 1 or number < _MOST_SHOWN:
            signal = metric_series.signal(part, field if field != "value" else name, readings)
            if signal:
                yield signal
