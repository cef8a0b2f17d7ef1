"""Why a case fits and what does not fit: the parts of the input beside the parts of the record that they met.

Everything shown is text of the input at a byte span, or text of the record at a path and character
span; only figures of metrics are formatted. Pure: no I/O.
"""

from __future__ import annotations

from bisect import bisect_right
from math import log1p

from kb.fields import code_term
from kb.hits import MAX_TERMS, Hits, RareTerm
from kb.input_words import has_word, tells, word_at
from kb.namedtuple import TYPE_CHECKING, NamedTuple
from kb.passages import Passage, passages
from kb.sentences import FEWEST_WORDS, quotable
from kb.signals.model import Phrase, Signals, Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from kb.regime import Meeting, Surroundings

MAX_EVIDENCE = 5
MAX_WORDS_MISSED = MAX_WORDS_REPORTED = 5
MAX_CODES_MISSED = 3
CODE_WEIGHT = 2.0
"""A shared code says more than a shared word of equal rarity; set by hand, not fitted."""
METRIC_WEIGHT = 3.0
CONDITION_WEIGHT = 2.0
"""What the same size of job, model of GPU or setting says."""
REPORTED_WEIGHT = 0.5
"""A word that only reports of the incident share with the input says less than one of the record; set by hand."""
LEAST_REPORTED = 0.4
"""Weight from which words of reports are worth showing, by ln(1 + records): about two words that few records have.
"failed, yet" says nothing."""


class Evidence(NamedTuple):
    """One meeting of input and record. `weight` is the rarity (sum of idf) of what they share; `words` are the
    shared words as the record writes them. `record_span` counts characters of the record's text at `field`, in NFC; it
    is None for a metric, whose figures are formatted."""

    field: str
    record: str
    input: str
    weight: float = 0.0
    record_span: tuple[int, int] | None = None
    input_span: Span | None = None
    words: tuple[str, ...] = ()


def weigh(
    document: dict[str, Any],
    reports: Sequence[str],
    hits: Hits,
    signals: Signals,
    surroundings: Surroundings,
    *,
    near: bool = True,
) -> tuple[tuple[Evidence, ...], tuple[Evidence, ...]]:
    """What speaks for a match, strongest first and at most MAX_EVIDENCE, and what speaks against it.

    For it: shared codes, metrics that moved the same way, the conditions under which it appeared, sentences with shared
    words (in the language of the input where the record has it), words of `reports` of the incident that the record
    itself lacks. Against it: other conditions, another code of the same kind, a metric that moved the other way, a
    component that the input says is fine, codes and rare words of the input that neither knows. Codes that neither
    knows are told of a case that is `near` only: for that all its texts are read.
    """
    texts = passages(document)
    whole, told = _folded([passage.text for passage in texts]), _folded(reports)
    side = [passage for passage in texts if passage.side != "cause"]
    other = {"en": ".ko", "ko": ".en"}.get(signals.language, "-")
    readable = [passage for passage in side if not passage.path.endswith(other)] or side
    own_codes = next((item.own_codes for item in hits.candidates if item.id == document.get("id")), ())
    fits, contradicting = _codes(readable, own_codes, hits, signals, near=near)
    moved = _moved(document, signals)
    fits += [item for item in moved if item.weight]
    met = surroundings.meetings(document, signals.language)
    fits += [_condition(item, CONDITION_WEIGHT) for item in met if item.fits]
    fits += _shared_words(readable, hits, signals) or _shared_words(side, hits, signals)
    fits += _reported_words(told, whole, hits, signals)
    fits.sort(key=lambda item: (-item.weight, item.field))
    fits = _without_repeats(fits)
    differs = [_condition(item, 0.0) for item in met if not item.fits]
    differs += [item for item in moved if not item.weight]
    differs += contradicting
    differs += [_condition(item, 0.0) for item in surroundings.fine(document)]
    told = f"{whole} {told}"
    codes = _missed_codes(told, own_codes, contradicting, signals) if near else []
    differs += _missed_words(told, codes, hits, signals)
    return tuple(fits[:MAX_EVIDENCE]), tuple(differs)


def _codes(
    side: list[Passage], own_codes: tuple[str, ...], hits: Hits, signals: Signals, *, near: bool
) -> tuple[list[Evidence], list[Evidence]]:
    """The codes that both sides have, and codes of the record that contradict one of the input."""
    if not any(signal.kind == "code" for signal in signals.signals):
        return [], []
    from kb.shared_codes import contradicting, shared

    rarity = {item.term.text: item.idf for item in hits.codes if item.term.text in own_codes}
    fits = []
    for signal, passage, start, end in shared(rarity, side, signals):
        text, weight = passage.text[start:end], round(CODE_WEIGHT * rarity[code_term(signal.name)], 3)
        fits.append(Evidence(passage.path, text, signal.text, weight, (start, end), signal.span, (text,)))
    differs = [
        Evidence(passage.path, passage.text[start:end], signal.text, 0.0, (start, end), signal.span)
        for signal, passage, start, end in contradicting(own_codes, side, signals, denied=near)
    ]
    return fits, differs


def _moved(document: dict[str, Any], signals: Signals) -> list[Evidence]:
    """The metrics that moved on both sides; of no weight are those that moved another way."""
    if not any(signal.kind == "metric" and signal.direction for signal in signals.signals):
        return []
    from kb.movements import moved

    return [
        Evidence(f"signature.{item.place}", item.record, item.input, METRIC_WEIGHT * item.same, None, item.span)
        for item in moved(document, signals)
    ]


def _condition(met: Meeting, weight: float) -> Evidence:
    return Evidence(met.field, met.record, met.input, weight, met.record_span, met.input_span)


def _without_repeats(fits: list[Evidence]) -> list[Evidence]:
    """Evidence without what stands within stronger evidence on both sides."""
    kept: list[Evidence] = []
    for item in fits:
        if not any(_within(item.input_span, other.input_span) and item.record in other.record for other in kept):
            kept.append(item)
    return kept


def _within(inner: Span | None, outer: Span | None) -> bool:
    return inner is not None and outer is not None and outer[0] <= inner[0] and inner[1] <= outer[1]


def _folded(texts: Iterable[str]) -> str:
    return " ".join(texts).casefold()


def _reported_words(told: str, whole: str, hits: Hits, signals: Signals) -> list[Evidence]:
    """The words of one phrase of the input that reports of the incident have and its record has not."""
    found: dict[str, RareTerm] = {}
    for item in hits.terms[:MAX_TERMS]:
        if item.idf > 0 and item.term.spans and item.term.text in told and item.term.text not in whole:
            word = word_at(signals, item.term.spans[0])
            if tells(word) and has_word(told, word.casefold()) and not has_word(whole, word.casefold()):
                found.setdefault(word, item)
    phrase = _phrase_of(list(found.values()), signals.phrases)
    if phrase is None:
        return []
    listed = [word for word in found if word in phrase.text]
    words = [word for word in listed if not any(word in other and word != other for other in listed)]
    words = words[:MAX_WORDS_REPORTED]
    weight = round(REPORTED_WEIGHT * sum([found[word].mass for word in words]), 3)
    if len(words) < FEWEST_WORDS or weight < LEAST_REPORTED * log1p(hits.searched):
        return []
    return [Evidence("reports", ", ".join(words), phrase.text, weight, None, phrase.span, tuple(words))]


def _missed_codes(told: str, own_codes: tuple[str, ...], contradicting: list[Evidence], signals: Signals) -> list[str]:
    """The codes of the input that the case knows nothing of, as they stand there."""
    if not any(signal.kind == "code" for signal in signals.signals):
        return []
    from kb.shared_codes import lacking

    return lacking(own_codes, told, {item.input_span for item in contradicting}, signals)[:MAX_CODES_MISSED]


def _missed_words(whole: str, codes: list[str], hits: Hits, signals: Signals) -> list[Evidence]:
    """Codes and words of the input that the case has not, as one item; a word within a code is no word by itself."""
    coded = [signal.span for signal in signals.signals if signal.kind == "code"]
    missed = [
        item
        for item in hits.terms[:MAX_TERMS]
        if item.idf > 0 and not any(text in whole for text in (item.term.text, *dict(item.forms)))
    ]
    shown: dict[str, float] = {}
    for item in missed[: 4 * MAX_WORDS_MISSED]:
        span = item.term.spans[0] if item.term.spans else None
        word = word_at(signals, span) if span else ""
        known = word.casefold() in whole or any(_within(span, code) for code in coded)
        if tells(word) and not known and len(shown) < MAX_WORDS_MISSED:
            shown.setdefault(word, item.idf)
    listed = [*codes, *shown]
    return [Evidence("words", "", ", ".join(listed), round(sum(shown.values()), 3))] if listed else []


def _shared_words(side: list[Passage], hits: Hits, signals: Signals) -> list[Evidence]:
    asked = _asked(hits)
    clues = [token[:-1] if token[-1] in "ei" and len(token) > 3 else token for token in asked]
    sentences = [sentence for passage in side for sentence in quotable(passage, asked, clues)]
    chosen: list[Evidence] = []
    used: set[str] = set()
    while sentences and len(chosen) < MAX_EVIDENCE:
        best = max(sentences, key=lambda item: (_mass(item.tokens.keys() - used, asked), item.field == "title"))
        new = best.tokens.keys() - used
        if len(new) < FEWEST_WORDS:
            break
        used |= new
        sentences.remove(best)
        phrase = _phrase_of([asked[token] for token in sorted(new)], signals.phrases)
        if phrase is not None:
            span = (best.start, best.start + len(best.text))
            words = tuple(dict.fromkeys(best.tokens[token] for token in sorted(new)))
            weight = round(_mass(new, asked), 3)
            chosen.append(Evidence(best.field, best.text, phrase.text, weight, span, phrase.span, words))
    return chosen


def _asked(hits: Hits) -> dict[str, RareTerm]:
    """The terms by the token that a record may have for them: their own, else another form, which counts for less."""
    terms = [item for item in hits.terms[:MAX_TERMS] if item.idf > 0]
    asked = {text: item._replace(idf=worth) for item in reversed(terms) for text, worth in item.forms}
    return asked | {item.term.text: item for item in terms}


def _mass(tokens: set[str], asked: dict[str, RareTerm]) -> float:
    return sum(asked[token].idf * asked[token].term.weight for token in sorted(tokens))


def _phrase_of(terms: list[RareTerm], phrases: tuple[Phrase, ...]) -> Phrase | None:
    """The phrase of the input in which most of the terms' rarity stands."""
    starts = [phrase.span[0] for phrase in phrases]
    scores: dict[int, float] = {}
    for item in terms:
        places = {bisect_right(starts, span[0]) - 1 for span in item.term.spans}
        for place in places:
            if place >= 0:
                scores[place] = scores.get(place, 0.0) + item.idf
    if not scores:
        return None
    return phrases[min(scores, key=lambda place: (-scores[place], place))]
