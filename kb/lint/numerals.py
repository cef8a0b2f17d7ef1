"""Figures in English and Korean text, and every way in which each may be written in the other language.

`13,500`, `13.5k` and `1만 3,500` are one figure; `90 minutes` is `1시간 30분`; `three nodes` is `노드 3대`;
`June` is `6월`; `3 p.m.` is `15시`. A figure therefore is a set of readings, and two texts agree on it if
any reading of one is found in the other. The readings are generous: a check that cries wolf is
switched off, and then finds nothing.

Digits inside names (`H100`, `node-07`, `p99`) and versions are no figures.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_NUMBER = r"(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]{1,3})?"
_FIGURE = re.compile(rf"(?<![A-Za-z_][-._])(?<![A-Za-z_0-9.])({_NUMBER})(?![0-9]|\.[0-9]|,[0-9]{{3}})")
_NAME_TAIL = re.compile(r"[A-Za-z]+[0-9_]|_")
_ADDRESS = re.compile(
    r"https?://\S+|(?<![0-9.])[0-9]+(?:\.[0-9]+){2,}|(?<![0-9A-Fa-f])[0-9A-Fa-f]{4,64}(?:-[0-9A-Fa-f]{4,64}){2,}"
)
_MYRIADS = {"조": 1e12, "억": 1e8, "만": 1e4}
_SMALL = {"천": 1e3, "백": 1e2, "십": 10.0}
_MYRIAD_NUMBER = re.compile(rf"({_NUMBER})\s?(천|백|십)?\s?(조|억|만)?")
_MAGNITUDE = re.compile(r"\s?(thousand|million|billion|trillion|bn|k|K|M|B|G|T|Ki|Mi|Gi|Ti)(?![A-Za-z])", re.ASCII)
_MAGNITUDES = {
    "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12, "bn": 1e9,
    "k": 1e3, "K": 1e3, "M": 1e6, "B": 1e9, "G": 1e9, "T": 1e12,
    "Ki": 1024.0, "Mi": 1024.0**2, "Gi": 1024.0**3, "Ti": 1024.0**4,
}  # fmt: skip
_UNIT = re.compile(
    r"[\s-]?(?:(ms|msec|milliseconds?|밀리초)|(s|secs?|seconds?|초)|(m|mins?|minutes?|분)|(h|hrs?|hours?|시간)"
    r"|(d|days?|일)|(weeks?|주)|(months?|개월|달)|(years?|년)|([kKMGTPE]i?(?:[Bb]|bps|바이트)))(?![A-Za-z])"
)
_UNIT_FACTORS: tuple[tuple[float, ...], ...] = (
    (1 / 1000,),
    (1000, 1 / 60, 1 / 3600),
    (60, 1 / 60),
    (60, 3600, 1 / 24),
    (24, 1 / 7),
    (7,),
    (1 / 12,),
    (12,),
    (1000, 1024, 1 / 1000, 1 / 1024),
)
_SECONDS = (0.001, 1, 60, 3600, 86400, 604800)
_CLOCK_HOUR = re.compile(r"(?::[0-9]{2}|\s?[ap]\.?m\b|\s?시(?!간))", re.IGNORECASE)

_ENGLISH_WORDS: dict[str, tuple[float, ...]] = {
    "zero": (0,), "one": (1,), "once": (1,), "single": (1,), "first": (1,), "two": (2,), "twice": (2,),
    "both": (2,), "pair": (2,), "couple": (2,), "second": (2,), "double": (2,), "doubled": (2, 100),
    "doubling": (2,), "twofold": (2,), "three": (3,), "third": (3,), "triple": (3,), "tripled": (3,),
    "thirds": (3,), "four": (4,), "fourth": (4,), "quarter": (4, 0.25, 25, 15, 3), "quarters": (4, 0.75, 75, 3),
    "quadrupled": (4,), "five": (5,), "fifth": (5,), "six": (6,), "sixth": (6,), "seven": (7,), "seventh": (7,),
    "eight": (8,), "eighth": (8,), "nine": (9,), "ninth": (9,), "ten": (10,), "tenth": (10,), "tenfold": (10,),
    "eleven": (11,), "twelve": (12,), "dozen": (12,), "thirteen": (13,), "fourteen": (14,), "fifteen": (15,),
    "sixteen": (16,), "seventeen": (17,), "eighteen": (18,), "nineteen": (19,), "twenty": (20,),
    "thirty": (30,), "forty": (40,), "fifty": (50,), "sixty": (60,), "seventy": (70,), "eighty": (80,),
    "ninety": (90,), "hundred": (100,), "thousand": (1e3,), "million": (1e6,), "billion": (1e9,),
    "half": (0.5, 50, 30, 2, 6), "halved": (0.5, 50, 2), "noon": (12,), "midday": (12,),
    "midnight": (0, 12, 24), "weekly": (7,), "hourly": (60,), "fortnight": (2, 14), "week": (7,),
    "year": (12, 365), "day": (24,), "hour": (60,), "january": (1,), "february": (2,), "march": (3,),
    "april": (4,), "may": (5,), "june": (6,), "july": (7,), "august": (8,), "september": (9,), "october": (10,),
    "november": (11,), "december": (12,), "jan": (1,), "feb": (2,), "mar": (3,), "apr": (4,), "jun": (6,),
    "jul": (7,), "aug": (8,), "sep": (9,), "sept": (9,), "oct": (10,), "nov": (11,), "dec": (12,),
}  # fmt: skip
_KOREAN_WORDS: dict[str, tuple[float, ...]] = {
    "둘": (2,), "셋": (3,), "넷": (4,), "다섯": (5,), "여섯": (6,), "일곱": (7,), "여덟": (8,), "아홉": (9,),
    "열 ": (10,), "스무": (20,), "스물": (20,), "하루": (24,), "이틀": (2, 48), "사흘": (3,), "나흘": (4,),
    "닷새": (5,), "열흘": (10,), "보름": (15,), "일주일": (7,), "절반": (0.5, 50, 30, 2), "반 ": (0.5, 30),
    "정오": (12,), "자정": (0, 12, 24), "양쪽": (2,), "양 ": (2,), "두 배": (2, 100), "세 배": (3,),
    "분기": (3, 4), "수십": (10,), "수백": (100,), "수천": (1e3,), "수만": (1e4,),
}  # fmt: skip
_KOREAN_COUNTS = re.compile(
    r"(?<![가-힣])(한|두|세|네|열두|열|첫)(?:째|\s?(?:번|개|대|명|배|차|곳|시|시간|가지|달|주|쪽|종|장|건|노드|단계|군데|사람|팀)|\s)"
)
_KOREAN_COUNT_VALUES = {"한": 1, "두": 2, "세": 3, "네": 4, "열": 10, "열두": 12, "첫": 1}
_WORD = re.compile(r"[A-Za-z]+")


class Figure(NamedTuple):
    """One figure as it stands in a text, every value it may mean, and the figures of which it is composed."""

    text: str
    readings: frozenset[float]
    parts: tuple[float, ...] = ()


class Figures(NamedTuple):
    """The figures of a text, and all values that its figures, their parts and its number words may mean."""

    figures: tuple[Figure, ...]
    values: frozenset[float]


def read(text: str, language: str) -> Figures:
    """The figures of a text in `en` or `ko`."""
    text = _ADDRESS.sub(" ", text)
    figures = _joined(text, _myriads(text) if language == "ko" else _plain(text))
    values = {value for figure in figures for value in (*figure.readings, *figure.parts)}
    return Figures(tuple(figures), frozenset(_rounded(values | _word_values(text, language))))


def missing(figures: Figures, other: Figures) -> list[str]:
    """Figures of one text that the other text does not give in any reading; 0 and 1 count as given."""
    known = other.values | {0.0, 1.0}
    found = []
    for figure in figures.figures:
        composed = bool(figure.parts) and _rounded(set(figure.parts)) <= known
        if not composed and not _rounded(set(figure.readings)) & known:
            found.append(figure.text)
    return list(dict.fromkeys(found))


class _Place(NamedTuple):
    start: int
    end: int
    value: float
    unit: int | None
    figure: Figure


def _plain(text: str) -> list[_Place]:
    return [_place(text, match.start(1), match.end(1), _number(match.group(1))) for match in _figures(text)]


def _figures(text: str) -> list[re.Match[str]]:
    return [match for match in _FIGURE.finditer(text) if not _NAME_TAIL.match(text, match.end())]


def _myriads(text: str) -> list[_Place]:
    """Korean figures: `2억 5천만` and `1만 3,500` are one figure each, their digits are its parts."""
    places: list[_Place] = []
    covered = 0
    for match in _figures(text):
        if match.start(1) < covered:
            continue
        total, parts, limit, end = 0.0, [], float("inf"), match.start(1)
        at = match.start(1)
        while part := _MYRIAD_NUMBER.match(text, at):
            digits, small, big = part.groups()
            number = _number(digits)
            value = number * _SMALL.get(small or "", 1.0)
            size = _MYRIADS.get(big or "", _SMALL.get(small or "", 1.0))
            if size >= limit:
                break
            total += value * _MYRIADS.get(big or "", 1.0)
            parts.append(number)
            limit = min(size, limit)
            end = part.end(3) if big else part.end(2) if small else part.end(1)
            if size == 1:
                break
            at = end + 1 if text[end : end + 1] == " " else end
        covered = max(end, match.end(1))
        if len(parts) == 1 and total == parts[0]:
            places.append(_place(text, match.start(1), match.end(1), total))
            continue
        figure = Figure(
            text[match.start(1) : end], frozenset((total, *(parts if len(parts) == 1 else ()))), tuple(parts)
        )
        places.append(_Place(match.start(1), end, total, None, figure))
    return places


def _place(text: str, start: int, end: int, value: float) -> _Place:
    readings = {value}
    unit = _UNIT.match(text, end)
    group = unit.lastindex - 1 if unit and unit.lastindex else None
    if group is not None:
        readings.update(value * factor for factor in _UNIT_FACTORS[group])
    if magnitude := _MAGNITUDE.match(text, end):
        readings.add(value * _MAGNITUDES[magnitude.group(1)])
    if value <= 24 and (_CLOCK_HOUR.match(text, end) or text[max(0, start - 3) : start].strip() in ("오전", "오후")):
        readings.update((value % 12, value % 12 + 12))
    stop = unit.end() if unit else end
    return _Place(start, stop, value, group, Figure(text[start:stop].strip(), frozenset(readings)))


def _joined(text: str, places: list[_Place]) -> list[Figure]:
    """The figures, with `1 hour 30 minutes` as one."""
    figures: list[Figure] = []
    index = 0
    while index < len(places):
        run = [places[index]]
        while index + len(run) < len(places) and _continues(text, run[-1], places[index + len(run)]):
            run.append(places[index + len(run)])
        index += len(run)
        if len(run) == 1:
            figures.append(run[0].figure)
            continue
        total = sum(place.value * _SECONDS[place.unit or 0] for place in run)
        values = tuple(place.value for place in run)
        readings = frozenset(total / size for size in _SECONDS)
        figures.append(Figure(text[run[0].start : run[-1].end].strip(), readings, values))
    return figures


def _continues(text: str, left: _Place, right: _Place) -> bool:
    """Whether two figures are one duration: units fall (hours, then minutes) and nothing but a joint stands between."""
    if left.unit is None or right.unit is None or not right.unit < left.unit < len(_SECONDS):
        return False
    return text[left.end : right.start].strip() in ("", ",", "and", ", and")


def _word_values(text: str, language: str) -> set[float]:
    if language == "en":
        words = {word.lower() for word in _WORD.findall(text)}
        return {value for word in words for value in _ENGLISH_WORDS.get(word, ())} | _compound_words(words)
    values = {float(value) for word, given in _KOREAN_WORDS.items() if word in text for value in given}
    values.update(float(_KOREAN_COUNT_VALUES[count]) for count in _KOREAN_COUNTS.findall(text))
    return values


def _compound_words(words: set[str]) -> set[float]:
    """Values of compound number words such as `twenty-four`: any tens with any unit of the same text."""
    tens = [_ENGLISH_WORDS[word][0] for word in words if word.endswith("ty") and word in _ENGLISH_WORDS]
    units = [_ENGLISH_WORDS[word][0] for word in words if word in _ENGLISH_WORDS and 0 < _ENGLISH_WORDS[word][0] < 10]
    return {ten + unit for ten in tens for unit in units}


def _number(written: str) -> float:
    return float(written.replace(",", "").rstrip("."))


def _rounded(values: set[float]) -> set[float]:
    """Values to nine significant digits, so that 1.5 h and 90 min meet."""
    return {float(f"{value:.9g}") for value in values}
