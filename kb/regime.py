"""Under which conditions a case appeared, beside those of the input: "seen at 60 nodes, you have 4".

A regime is a sentence of a record ("Only at 60 nodes; 2 to 4 nodes showed nothing"). Read from it, and from the input
in the same way, are the size of the job, the step reached, models of GPU, the fabric, and settings (`num_workers > 0`).
Only what both sides say is compared. A fault that needs size shows at any greater one, and the sizes in records are
those at which somebody happened to see it: so a size speaks against a case only if it is a quarter of that or less.
"""

from __future__ import annotations

import re

from kb.conditions import ABSENT, FINE, Condition, clause_at, conditions, figure_of, is_onset, seen_at
from kb.namedtuple import TYPE_CHECKING, NamedTuple
from kb.text import normalize

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from kb.excluded import Excluded
    from kb.signals.model import Phrase, Span

ONE_MACHINE = {"nodes": 1, "GPUs": 8, "racks": 1}
"""Sizes up to which a case needs no size; set by hand."""
SMALLER = 4
"""How many times smaller than where it was seen is too small to be the same. Set by hand."""
LONGEST = 2000
"""Characters of a phrase of the input that are looked at."""

_FINE_HINTS = ("fine", "ok", "healthy", "normal", "clean", "good", "정상", "이상", "문제", "괜찮", "멀쩡")
"""Without one of these an input says of nothing that it is fine."""
_SETTING = r"\b([A-Za-z]\w*_\w+) ?(>=|<=|==|=|>|<) ?([A-Za-z0-9.-]*[A-Za-z0-9])"


class Meeting(NamedTuple):
    """A condition of the input beside the one of a record that it meets (`fits`) or contradicts: what each says in its
    own words, the record with the clause around it, with the span in characters of the record's text at `field` and in
    bytes of the input."""

    fits: bool
    field: str
    record: str
    record_span: tuple[int, int]
    input: str
    input_span: Span


class Surroundings:
    """The conditions that an input tells, read when first asked for and kept for all cases."""

    def __init__(self, phrases: Iterable[Phrase]) -> None:
        # where bytes and characters do not agree (bytes that were no text), no span could be given
        self._phrases = [item for item in phrases if len(_bytes(item.text)) == item.span[1] - item.span[0]]
        self._told: list[tuple[Phrase, Condition]] | None = None
        self._fine: list[Excluded] | None = None

    def meetings(self, document: dict[str, Any], language: str = "en") -> list[Meeting]:
        """What the input says of the conditions of a record, whose regime is read in a language if it has it."""
        field, text = _regime(document, language)
        met = [*self._sizes(text), *self._settings(text)] if text else []
        return [item._replace(field=field) for place, item in enumerate(met) if item not in met[:place]]

    def fine(self, document: dict[str, Any]) -> list[Meeting]:
        """The components of a record that the input says are fine."""
        if self._fine is None:
            told = [item for item in self._phrases if any(word in item.text.casefold() for word in _FINE_HINTS)]
            self._fine = _excluded(told) if told else []
        if not self._fine:
            return []
        from kb.excluded import of_case
        from kb.vocabulary import load

        found = of_case(document, self._fine, load("components"))
        return [
            Meeting(
                False, f"components.{at}", term, (0, len(term)), item.text, _span(item.phrase, item.start, item.end)
            )
            for at, term, item in found
        ]

    def differ(self, document: dict[str, Any], language: str = "en") -> bool:
        """Whether a case appeared only under other conditions than those of the input, as far as both say."""
        return not all(item.fits for item in self.meetings(document, language))

    def _sizes(self, text: str) -> Iterator[Meeting]:
        if self._told is None:
            self._told = [(item, told) for item in self._phrases for told in conditions(item.text[:LONGEST], FINE)]
        theirs = list(conditions(text, ABSENT)) if self._told else []
        for name in dict.fromkeys(item.name for item in theirs):
            yours = [item for item in self._told if item[1].name == name and item[1].seen and not item[1].many]
            if not yours:
                continue
            wanted = [item for item in theirs if item.name == name and (name != "step" or is_onset(text, item))]
            if name in ("model", "fabric"):
                yield from self._named(text, [item for item in wanted if item.seen], yours)
            else:
                yield from self._sized(text, wanted, max(yours, key=lambda item: item[1].high))

    def _sized(self, text: str, theirs: list[Condition], yours: tuple[Phrase, Condition]) -> Iterator[Meeting]:
        phrase, own = yours
        seen = sorted((item for item in theirs if item.seen), key=lambda item: item.low)
        unseen = next((item for item in theirs if not item.seen and item.low <= own.high <= item.high), None)
        # where it was not seen tells only of the size if it was seen at a greater one, or needs more than one
        if unseen is not None and (own.high < seen[0].low if seen else unseen.high <= 1):
            yield _meeting(False, text, unseen, phrase, own)
        elif seen and (own.high <= seen[0].low if seen[0].many else own.high * SMALLER <= seen[0].low):
            yield _meeting(False, text, seen[0], phrase, own)
        elif seen and own.name != "step" and _is_as_great(own, seen[-1]):
            yield _meeting(True, text, seen[-1], phrase, own)

    def _named(self, text: str, theirs: list[Condition], yours: list[tuple[Phrase, Condition]]) -> Iterator[Meeting]:
        for phrase, own in yours:
            same = next((item for item in theirs if item.word == own.word), None)
            if same is not None:
                yield _meeting(True, text, same, phrase, own)
                return
        if theirs:
            yield _meeting(False, text, theirs[0], *yours[0])

    def _settings(self, text: str) -> Iterator[Meeting]:
        for wanted in re.finditer(_SETTING, text) if "_" in text else ():
            if not seen_at(text, wanted.start(), ABSENT):
                continue
            name, sign, value = wanted.groups()
            for phrase in self._phrases:
                at = phrase.text.replace("-", "_").find(name)
                given = re.match(r"\W{1,3}([\w.-]*\w)", phrase.text[at + len(name) :]) if at >= 0 else None
                if given is not None and not phrase.text[max(0, at - 1) : at].isalnum():
                    own = Condition(name, at, at + len(name) + given.end())
                    theirs = Condition(name, *wanted.span())
                    yield _meeting(_holds(given[1], sign, value), text, theirs, phrase, own)
                    break


def _is_as_great(own: Condition, seen: Condition) -> bool:
    """Whether a size is at least that at which something was seen: the same one where that is a single machine, whose
    fault needs no size."""
    if seen.low <= ONE_MACHINE[own.name] and not seen.many:
        return own.low <= seen.high and seen.low <= own.high
    return own.high >= seen.low + seen.many


def _holds(given: str, sign: str, value: str) -> bool:
    """Whether a setting of the input fulfils one of a record: `0` does not fulfil `> 0`."""
    yours, theirs = figure_of(given), figure_of(value)
    if yours is None or theirs is None:
        return given.casefold() == value.casefold()
    return {">": yours > theirs, "<": yours < theirs, ">=": yours >= theirs, "<=": yours <= theirs}.get(
        sign, yours == theirs
    )


def _regime(document: dict[str, Any], language: str) -> tuple[str, str]:
    """Path and text of the regime of a record, in NFC as the spans of evidence count it; "" where it has none."""
    regime = document.get("regime")
    if isinstance(regime, str):
        return "regime", normalize(regime)
    if isinstance(regime, dict):
        for name in (language, "en", "ko"):
            if isinstance(regime.get(name), str) and regime[name]:
                return f"regime.{name}", normalize(regime[name])
    return "regime", ""


def _excluded(phrases: list[Phrase]) -> list[Excluded]:
    from kb.excluded import excluded

    return excluded(phrases)


def _meeting(fits: bool, text: str, theirs: Condition, phrase: Phrase, own: Condition) -> Meeting:
    start, end = clause_at(text, theirs.start)
    given = phrase.text[own.start : own.end]
    return Meeting(fits, "regime", text[start:end], (start, end), given, _span(phrase, own.start, own.end))


def _span(phrase: Phrase, start: int, end: int) -> Span:
    first = phrase.span[0] + len(_bytes(phrase.text[:start]))
    return first, first + len(_bytes(phrase.text[start:end]))


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "replace")
