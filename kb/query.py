"""What is asked of the index: from signals that were read, or from words that were typed.

A term carries its weight and the places in the input that it stands for, so that whatever a match
shows as evidence can be pointed to in the input.
"""

from __future__ import annotations

import math
import re

from kb.errors import UsageError
from kb.fields import FILTER_VOCABULARIES, code_term, day_number, neighbours, sign_term, slug
from kb.namedtuple import NamedTuple
from kb.signals.model import CASCADE, CONTEXT, INITIATING, Phrase, Signals, Span, is_reading
from kb.text import LONGEST_WORD, normalize, tokenize, without_dates

ROLE_WEIGHTS = {INITIATING: 1.0, CASCADE: 0.3, CONTEXT: 0.5}
"""How much a word of each role counts; set by hand, not fitted. What only followed counts least: it follows from many
causes, while what stands beside tells of the setting."""

READING_WEIGHT = 0.1
"""How much the words of a line of readings (`loss: 2.1 | grad norm: 0.9 | ...`) count, however often they are repeated:
they name what is measured in every such log, whatever is wrong. What the figures say is in the signals. Set by hand, so
low that the healthy training logs of the negatives match nothing."""

PART_WEIGHT = 0.8
"""Weight of a part of an identifier beside the whole: `transport/net_ib.cc` gives four parts for one thing seen. Of
0.3, 0.5, 0.8 and 1.0 the least with the most reports of machines that find their record first (0.858; 0.830 with
0.5)."""
SYLLABLES_WEIGHT = 0.7
"""Weight of a pair of Hangul syllables: a word of four syllables gives three pairs. Chosen among six settings by
queries made from the records, as in `kb.clauses.FIELD_BOOSTS`."""

MAX_SPANS = 8
LONGEST_TYPED = 16
"""Distinct terms of the longest query that is taken for typed by hand (see `kb.spelling`): unknown words of a longer
one are names of hosts and files."""

FILTER_KEYS = {
    "symptom": "symptoms",
    "component": "components",
    "cause": "root_cause",
    "root_cause": "root_cause",
    "contributing": "contributing",
    "domain": "domain",
    "severity": "severity",
    "org": "org",
    "year": "year",
    "reviewed": "reviewed",
}
"""Key as typed -> key of the filter term in the index."""
RANGE_KEYS = ("since", "until")
_ENDS_OF_RANGE = {"from": "since", "after": "since", "to": "until", "before": "until"}
"""What others call the ends of a range; before a date they are no words to search."""


class QueryTerm(NamedTuple):
    """A token with its weight (0 to about 3) and the byte spans it was read from. `forms` are other tokens that stand
    for it, each with the share of its weight that they are worth (0 to 1); see `kb.lexicon`."""

    text: str
    weight: float
    spans: tuple[Span, ...]
    forms: tuple[tuple[str, float], ...] = ()


class Filter(NamedTuple):
    """An exact condition: the records that have (or, negated, do not have) the term."""

    term: str
    negated: bool = False


class Query(NamedTuple):
    """Weighted terms, pairs of neighbouring terms, codes and signs (states, metric movements); filters, and an
    inclusive range of days (YYYYMMDD, 0 for open). The records of `without` are taken for not there: they are neither
    found nor counted when the rarity of a term is asked."""

    terms: tuple[QueryTerm, ...]
    pairs: tuple[QueryTerm, ...] = ()
    codes: tuple[QueryTerm, ...] = ()
    signs: tuple[QueryTerm, ...] = ()
    filters: tuple[Filter, ...] = ()
    since: int = 0
    until: int = 0
    without: tuple[str, ...] = ()


def from_signals(signals: Signals) -> Query:
    """The query that an input asks: its words weighted by role and repetition, and its codes."""
    codes: dict[str, QueryTerm] = {}
    signs: dict[str, QueryTerm] = {}
    for signal in signals.signals:
        weight = ROLE_WEIGHTS[signal.role] * _repeated(signal.times)
        if signal.kind == "code":
            _collect(codes, code_term(signal.name), weight, signal.span)
        elif sign := sign_term(signal):
            _collect(signs, sign, weight, signal.span)
    terms, pairs = _words(signals.phrases, {signal.span: signal.times for signal in signals.signals})
    return Query(terms, pairs, tuple(codes.values()), tuple(signs.values()))


def _repeated(times: int) -> float:
    """How much more something counts that was seen several times: twice as much at 28 times."""
    return 1.0 + 0.3 * math.log(times)


def _words(phrases: tuple[Phrase, ...], times: dict[Span, int]) -> tuple[tuple[QueryTerm, ...], tuple[QueryTerm, ...]]:
    """Terms and pairs of neighbouring terms; no pair crosses a phrase. A term counts more if it is repeated: `times` is
    how often a line at a span was seen, which stands among the phrases only once."""
    weights: dict[str, float] = {}
    counts: dict[str, int] = {}
    spans: dict[str, list[Span]] = {}
    pairs: dict[str, QueryTerm] = {}
    for phrase in phrases:
        reading = is_reading(phrase.text)
        weight = READING_WEIGHT if reading else ROLE_WEIGHTS[phrase.role]
        start = phrase.span[0]
        exact = phrase.text.isascii() and phrase.span[1] - start == len(phrase.text)
        tokens = tokenize(without_dates(normalize(phrase.text)))
        whole = 0
        for token, begin, end in tokens:
            if not reading:
                counts[token] = counts.get(token, 0) + times.get(phrase.span, 1)
            share = SYLLABLES_WEIGHT if "가" <= token[0] <= "힣" else PART_WEIGHT if end <= whole else 1.0
            whole = max(whole, end)
            weights[token] = max(weights.get(token, 0.0), weight * share)
            places = spans.setdefault(token, [])
            if len(places) < MAX_SPANS:
                places.append((start + begin, start + end) if exact else _byte_span(phrase, begin, end))
        for pair in () if reading else neighbours([token for token, _, _ in tokens]):
            _collect(pairs, pair, weight * _repeated(times.get(phrase.span, 1)), phrase.span)
    terms = tuple(
        QueryTerm(token, weight * _repeated(counts.get(token, 1)), tuple(spans[token]))
        for token, weight in weights.items()
    )
    return terms, tuple(pairs.values())


def _byte_span(phrase: Phrase, begin: int, end: int) -> Span:
    """Bytes of a part of a phrase, or of the whole phrase where its encoding does not let offsets be counted."""
    start, stop = phrase.span
    first = len(phrase.text[:begin].encode("utf-8", "surrogatepass"))
    size = len(phrase.text[begin:end].encode("utf-8", "surrogatepass"))
    whole = len(phrase.text.encode("utf-8", "surrogatepass"))
    if whole != stop - start or normalize(phrase.text) != phrase.text:
        return phrase.span
    return (start + first, start + first + size)


def _collect(found: dict[str, QueryTerm], text: str, weight: float, span: Span) -> None:
    known = found.get(text)
    if known is None:
        found[text] = QueryTerm(text, weight, (span,))
    elif len(known.spans) < MAX_SPANS:
        found[text] = QueryTerm(text, max(weight, known.weight), (*known.spans, span))


WORD = r"""(-?)(?:(\w[\w-]*):(?!:|//))?(?:"([^"]*)"|(\S+))"""
"""A word as typed: minus, key, value in quotes, value without. A path (`foo::bar`) and an address have no key. Compiled
when something is typed, not when kb starts to match."""


def parse(typed: str) -> Query:
    """The query language of `kb search`: words, and filters `key:value` (`-key:value` excludes).

    Keys are those of FILTER_KEYS, and `since:` and `until:` with a year, month or day. An unknown key is searched
    as words. Raises UsageError for a date or year that is none, for a range that ends before it begins, and for a key
    that is nearly one of these.
    """
    typed = normalize(typed)
    weights: dict[str, list[Span]] = {}
    codes: dict[str, QueryTerm] = {}
    filters: list[Filter] = []
    range_ = dict.fromkeys(RANGE_KEYS, 0)
    free: list[str] = []
    for minus, key, quoted, bare in re.findall(WORD, typed):
        value = quoted or bare
        name = key.casefold().replace("-", "_")
        if name in range_ and value:
            range_[name] = _bound(name, value)
        elif name in FILTER_KEYS and value:
            field = FILTER_KEYS[name]
            if field == "year":
                _refuse_no_year(value)
            term = value if field in FILTER_VOCABULARIES else slug(value)
            filters.append(Filter(f"{field}:{term.casefold()}", bool(minus)))
        else:
            _refuse_misspelt(key.casefold(), value)
            free.append(f"{key}:{value}" if key else value)
    if 0 < range_["until"] < range_["since"]:
        raise UsageError("since: is later than until:, no record can be of both", "Give the earlier date to since:.")
    words = " ".join(free)
    tokens = tokenize(words)
    for token, begin, end in tokens:
        weights.setdefault(token, []).append((begin, end))
    pairs = tuple(QueryTerm(pair, 1.0, ()) for pair in dict.fromkeys(neighbours([token for token, _, _ in tokens])))
    from kb.signals.codes import find_codes

    for code in find_codes(words):
        _collect(codes, code_term(code.name), 1.0, (code.start, code.end))
    if not weights and (long := max(words.split(), key=len, default=""))[LONGEST_WORD:]:
        weights[long.casefold()[:LONGEST_WORD]] = [(0, len(long))]  # too long for any record, and yet a word
    terms = tuple(QueryTerm(token, 1.0, tuple(spans)) for token, spans in weights.items())
    return Query(terms, pairs, tuple(codes.values()), (), tuple(filters), range_["since"], range_["until"])


def _refuse_misspelt(name: str, value: str) -> None:
    """Raise UsageError for a key that is spelt almost as a filter is, or stands for one before a date; any other key is
    a word with a colon."""
    from difflib import get_close_matches

    near = [_ENDS_OF_RANGE[name]] if name in _ENDS_OF_RANGE and day_number(value) else []
    near = near or get_close_matches(name, (*FILTER_KEYS, *RANGE_KEYS), 1, 0.8) if name else []
    if near:
        raise UsageError(f"there is no filter {name}:", f"Did you mean {near[0]}: ?")


def _bound(name: str, value: str) -> int:
    day = day_number(value)
    if not day or not _exists(day):
        raise UsageError(
            f"{name}:{value} is not a date", "Write a year, a month or a day: 2024, 2024-05 or 2024-05-17."
        )
    if name == "until":
        last = {4: 1231, 7: 31}.get(len(value), 0)
        day = day // 10000 * 10000 + last if last == 1231 else day // 100 * 100 + last if last else day
    return day


def _refuse_no_year(value: str) -> None:
    if len(value) != 4 or not _exists(day_number(value)):
        raise UsageError(
            f"year:{value} is not a year",
            "Write four digits: 2024. For a month, a day or several years use since: and until:.",
        )


def _exists(day: int) -> bool:
    """Whether YYYYMMDD stands in the calendar."""
    from datetime import date

    try:
        date(day // 10000, day // 100 % 100, day % 100)
    except ValueError:
        return False
    return True
