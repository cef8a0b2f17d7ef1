"""Whether a signal says what a label says: the words and numbers of both, compared loosely.

For `scripts/signals_eval.py`, which says how loosely.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from kb.signals import Signal
from kb.signals.metrics import METRICS

CODES = ("xid", "sxid", "http", "exit")
SAME = (
    "fail failed failure failing error errors fatal abort aborted",
    "down outage unavailable unreachable dead disconnected lost loss disabled fallen",
    "timeout timed timing expired",
    "expired certificate cert date notafter x509 tls ssl pkix sslhandshakeexception",
    "slow latency degraded delay delayed lag pause straggler behind pressure",
    "hang hung stuck stall stalled idle blocked progress",
    "crash crashed crashloop crashloopbackoff backoff restarts killed segfault died exit sigkill terminated",
    "oom memory outofmemory outofmemoryerror enomem cuda",
    "drop dropped fell low below",
    "surge spike",
    "pending unschedulable failedscheduling unbound",
    "throughput bandwidth rate tokens samples",
    "full enospc space used exhausted limit",
    "alert alarm monitor firing event incident notification",
    "missing insufficient absent telemetry",
    "ok pass passed without healthy",
    "h2d host",
    "gen generation iteration step",
)
"""Words that count as one, a group a line."""
_GROUPS = tuple(frozenset(line.split()) for line in SAME)
FILLER = frozenset(
    "a an and are as at be been by for from in is it its no not of on or out than that the then this to was were with"
    " vs per likely after before s ms us min mins h d kb mb gb gib mib tb gbps mbps percent ghz mhz mv v w c".split()
)
_REMARK = re.compile(r"\([^)]*\)|\bon .*|\b(?:GPU|ranks?|port|device|steps?|link)s? \d+(?:(?:-| and )\d+)?\b")
"""What an expected string says beside what was seen, and where."""
FACTORS = (
    1.0,
    1e3,
    1e6,
    1e9,
    1e12,
    1024.0,
    1024.0**2,
    1024.0**3,
    8.0,
    8e3,
    100.0,
    1e3 / 1.024**3,
    1e3 / 1.024**2,
    60.0,
)
_TOKEN = re.compile(r"[^\W\d_][^\W_]*|\d+(?:\.\d+)?(?:e[+-]?\d+)?[kKM]?(?![^\W_])|\d+[^\W_]*")
_ALIASES = {metric.name: " ".join(metric.aliases) for metric in METRICS}


class Words(NamedTuple):
    """What a string or a signal says: words in lower case, and numbers."""

    words: frozenset[str]
    numbers: tuple[float, ...]


def words_of(text: str) -> Words:
    """The words and numbers of a text, filler words and single letters left out."""
    words, numbers = set(), []
    for token in _TOKEN.findall(text):
        match = re.fullmatch(r"(\d+(?:\.\d+)?(?:e[+-]?\d+)?)([kKM]?)", token)
        if match:
            numbers.append(float(match[1]) * {"": 1.0, "M": 1e6}.get(match[2], 1e3))
        elif len(token) > 1 and token.lower() not in FILLER and not re.fullmatch(r"[xX]\d+", token):
            words.add(token.lower())
    return Words(frozenset(words), tuple(numbers))


def words_of_signal(signal: Signal) -> Words:
    """The words of its name, text and aliases; the numbers of its text and name, its values and its change."""
    words = words_of(f"{signal.name} {signal.text} {_ALIASES.get(signal.name, '')}")
    values = [value for value in (signal.from_value, signal.to_value) if value is not None]
    if signal.change is not None:
        values.append(abs(100 * signal.change))
    return words._replace(numbers=(*words.numbers, *values))


def same_word(one: str, other: str) -> bool:
    """Whether two words count as one; see the head of `scripts/signals_eval.py`."""
    if one == other or (len(one) >= 5 and one[:5] == other[:5]):
        return True
    short, long = sorted((one, other), key=len)
    if len(short) >= 4 and long.startswith(short):
        return True
    return any(one in group and other in group for group in _GROUPS)


def same_number(one: float, other: float) -> bool:
    """Whether two numbers are within 1 %, whatever their units."""
    if one == 0 or other == 0:
        return one == other
    ratio = one / other
    return any(abs(ratio / factor - 1) <= 0.01 or abs(ratio * factor - 1) <= 0.01 for factor in FACTORS)


def is_found(expected: str, signals: Iterable[Words]) -> bool:
    """Whether one of the signals says what the expected string says."""
    prefix, separator, rest = expected.partition(":")
    if not separator:
        prefix, rest = "", expected
    signals = list(signals)
    if prefix in CODES and (number := re.search(r"\d+", rest)):
        wanted = float(number[0])
        return any(wanted in said.numbers and any(same_word(prefix, word) for word in said.words) for said in signals)
    if " / " in rest:
        return any(is_found(f"{prefix}:{one}", signals) for one in rest.split(" / "))
    rest = _REMARK.sub(" ", rest)
    if prefix == "alert":
        rest = rest.split()[0]
    choices = [words_of(part.replace("/", " ")).words for part in re.findall(r"[^\s/=]+(?:/[^\s/=]+)+", rest)]
    choices = [choice for choice in choices if choice]
    asked = words_of(rest)
    single = asked.words.difference(*choices) if choices else asked.words
    parts: list[frozenset[str]] = [*choices, *(frozenset({word}) for word in single)]
    needs_number = prefix == "metric" and bool(asked.numbers)
    for said in signals:
        numbers = sum(any(same_number(number, other) for other in said.numbers) for number in asked.numbers)
        words = sum(any(same_word(word, other) for word in part for other in said.words) for part in parts)
        total = len(parts) + len(asked.numbers)
        if (words or not parts) and (numbers or not needs_number) and 2 * (numbers + words) >= total:
            return True
    return False


def is_wrong(signal: Words, context: Words) -> bool:
    """Whether a signal has no word and no number in common with what is said of the input."""
    if any(same_word(word, other) for word in signal.words for other in context.words):
        return False
    return not any(number in context.numbers for number in signal.numbers)
