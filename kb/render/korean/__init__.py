"""What kb says in Korean where the words arise in English: errors, hints, narration, findings of the checks.

An error is worded where it is raised, with its values in it, and must read well in a log and in JSON, which stay
English. For a person who works in Korean the sentence is translated where it is shown, with the tables of this package:
English template -> Korean template, `{}` for each value (`{0}`, `{1}` in Korean where the order differs). A value is
translated in turn if it is a message itself. A test holds the tables against every message in the source.
"""

from __future__ import annotations

import functools
import re

from kb.namedtuple import NamedTuple

SEPARATORS = ("; ", ". ", ": ")
"""Between two messages in one line, the loosest first."""
SENTENCES = (". ",)
"""Between a message and its hint."""
MOST_CUTS = 5
"""Separators of a kind at which a text is tried: a value, such as a piece of a file, may be full of them."""
LEAST_TEXT = 5
"""Characters of its own that make a template plain; `{} or {}` would be seen in any sentence."""

_FINDING = re.compile(r"(KB\d{3} [a-z0-9-]+)(?: at (\S*))?: (.*)", re.DOTALL)
_PARTICLE = re.compile(r"(이|을|은)\((가|를|는)\)|(와)\((과)\)|(\(으\)로)")
_SPOKEN = re.compile(r"[가-힣A-Za-z0-9](?=[^가-힣A-Za-z0-9]*\Z)")
_ASIDE = re.compile(r"(?<=\S)\([^()]*\)[^가-힣A-Za-z0-9()]*\Z")
"""What stands in brackets behind a word: a particle goes with the word."""
_CLOSED, _CLOSED_BY_L = frozenset("036mn"), frozenset("178lL")
"""Last characters that are spoken with a final consonant (0 영, M 엠), and those of which it is an l (1 일, L 엘)."""
_CLOSED_ENDS, _CLOSED_BY_L_END = ("ng", "ck", "me", "ne"), "le"
"""The same of English words: ping 핑, rack 랙, time 타임, engine 엔진; file 파일."""
_LONGEST_VALUE = 200
_PLACE = re.compile(r"\{(\d?)\}")


class Told(NamedTuple):
    """A message in Korean. `sound`: no value in it looks like two messages, so that it was not cut in a wrong place."""

    text: str
    sound: bool


def korean(text: str) -> str:
    """The Korean of a text; what no table knows stays as it is."""
    told = _told(text)
    return told.text if told else text


@functools.lru_cache(maxsize=4096)
def _told(text: str) -> Told | None:
    """A message in Korean, None if it is none that a table knows."""
    if finding := _FINDING.fullmatch(text):
        where = f" ({finding[2]})" if finding[2] else ""
        return Told(f"{finding[1]}{where}: {korean(finding[3])}", True)
    exact, patterns = _tables()
    unsound = None
    for written in (text, text.removesuffix("."), f"{text}."):
        if (found := exact.get(written)) is not None:
            return Told(found, True)
        for parts, template in patterns:
            values = _values(written, parts)
            if values is not None and (len("".join(parts)) >= LEAST_TEXT or all(map(_is_word, values))):
                told = Told(_filled(template, [korean(value) for value in values]), all(map(_is_one, values)))
                if told.sound:
                    cut = _parted(text, SENTENCES) if any(". " in value for value in values) else None
                    return cut if cut and cut.sound else told  # a value may have taken the hint behind the message
                unsound = unsound or told
    parted = _parted(text)
    return parted if parted and (parted.sound or not unsound) else unsound


def _is_word(value: str) -> bool:
    """Whether a value is a word or a message that is known."""
    return " " not in value or _told(value) is not None


def _is_one(value: str) -> bool:
    """Whether a value is one thing: a message that is known, a quotation, or a text without a separator of messages."""
    if not any(mark in value for mark in SEPARATORS) or (value[:1] == value[-1:] == '"' and '"' not in value[1:-1]):
        return True
    told = _told(value)
    return told is not None and told.sound


def _parted(text: str, separators: tuple[str, ...] = SEPARATORS) -> Told | None:
    """Two messages in one line, each in Korean: cut where neither holds a part of the other, if there is a place."""
    unsound = None
    for separator in separators:
        end = text.find(separator)
        for _ in range(MOST_CUTS):
            if end < 1:
                break
            left = _told(text[:end])
            right = _told(text[end + len(separator) :]) if left else None
            if left and right:
                told = Told(left.text.removesuffix(".") + separator + right.text, left.sound and right.sound)
                if told.sound:
                    return told
                unsound = unsound or told
            end = text.find(separator, end + 1)
    return unsound


def _values(text: str, parts: tuple[str, ...]) -> list[str] | None:
    """What stands for the values of a template between its literal parts, each as short as can be; None if the text is
    not made of it. No value is empty."""
    first, last = parts[0], parts[-1]
    if not text.startswith(first) or not text.endswith(last) or len(text) <= len(first) + len(last):
        return None
    values, at, end = [], len(first), len(text) - len(last)
    for part in parts[1:-1]:
        quoted = text.find(f'"{part}', at + 1, end) if text[at : at + 1] == '"' else -1  # a quotation may hold the part
        found = quoted + 1 if quoted >= 0 else text.find(part, at + 1, end)
        if found < 0:
            return None
        values.append(text[at:found])
        at = found + len(part)
    if at >= end:
        return None
    return [*values, text[at:end]]


def _filled(template: str, values: list[str]) -> str:
    order = iter(range(len(values)))
    filled = _PLACE.sub(lambda place: values[int(place[1]) if place[1] else next(order)], template)
    return _PARTICLE.sub(_particle, filled)


def _particle(found: re.Match[str]) -> str:
    """The form of a particle that the word before it asks for: `이(가)` is `이` after a final consonant, `(으)로` is
    `로` after none or an l. Quotes and what stands in brackets are not spoken; of an English word the last letters
    tell, as near as can be."""
    written = found.string[max(0, found.start() - _LONGEST_VALUE) : found.start()]
    before = _SPOKEN.search(_ASIDE.sub("", written))
    last = before[0] if before else ""
    ending = before.string[max(0, before.start() - 1) : before.end()] if before else ""
    by_l = last in _CLOSED_BY_L or ending == _CLOSED_BY_L_END
    final = (ord(last) - ord("가")) % 28 if "가" <= last <= "힣" else 0
    closed = last.lower() in _CLOSED or ending in _CLOSED_ENDS
    if found[5]:
        return "으로" if final not in (0, 8) or closed else "로"
    closed = bool(final) or closed or by_l
    if found[3]:
        return "과" if closed else "와"
    return found[1] if closed else found[2]


@functools.cache
def _tables() -> tuple[dict[str, str], list[tuple[tuple[str, ...], str]]]:
    """The texts without values, and the templates, those with most literal text first."""
    from kb.render.korean import checks, commands, files, findings, reading, stores

    parts = (commands, files, stores, reading, findings, checks)
    table = {english: told for part in parts for english, told in part.TEXTS.items()}
    patterns = [(tuple(english.split("{}")), told) for english, told in table.items() if "{}" in english]
    patterns.sort(key=lambda item: -sum(map(len, item[0])))
    return {english: told for english, told in table.items() if "{}" not in english}, patterns
