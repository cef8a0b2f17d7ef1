"""Which parts of a record are searched, and under which name.

A live alert speaks the language of symptoms, a postmortem the language of causes: the two sides are
separate index fields, so that a past case filed under where the fault *was* is still found by where
the alert *fired*. The labels field also holds every way in which the vocabulary says people write
the record's symptoms and components, in both languages: that is how `뻗었다` finds `crash`.
"""

from __future__ import annotations

import functools
import re
from itertools import pairwise

from kb import signals
from kb.namedtuple import TYPE_CHECKING, NamedTuple
from kb.passages import LANGUAGES, Passage, items, passages, sentence_at, strings
from kb.signals.codes import find_codes
from kb.signals.language import count_hangul
from kb.signals.model import is_reading
from kb.text import normalize, terms

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from kb.signals.model import Signal
    from kb.vocabulary import Vocabulary

FILTER_VOCABULARIES = {
    "domain": "domains",
    "symptoms": "symptoms",
    "components": "components",
    "root_cause": "root_causes",
    "contributing": "contributing",
    "severity": "severities",
}
"""Record key of a label -> the vocabulary that its terms come from."""


class Fields(NamedTuple):
    """What is indexed of one record: token strings for the text fields, exact terms for the filters.

    `reported` are the words of reports of the incident (see `fields`), `pairs` neighbouring tokens of what was visible
    and of the reports, `codes` the codes of all texts of the record, `signs` the states and metric movements that were
    visible.
    """

    id: str
    title: str
    detection: str
    cause: str
    labels: str
    reported: str
    pairs: str
    codes: str
    signs: str
    filters: tuple[str, ...]
    day: int
    draft: bool


def fields(document: dict[str, Any], vocabularies: dict[str, Vocabulary], reports: Iterable[str] = ()) -> Fields:
    """The index fields of a record. `vocabularies` is keyed by vocabulary name; those missing add no synonyms.

    `reports` are texts in which its incident was reported, in other words than its own: they widen what finds it
    (document expansion; Nogueira et al. 2019), and are nothing that it says. Of the store with the reports of another
    writer 95 of 100 reports find their record first, of the store without any 90.
    """
    sides: dict[str, list[str]] = {"title": [], "detection": [], "cause": []}
    codes: set[str] = set()
    texts = passages(document)
    for passage in texts:
        if not is_reading(passage.text):  # its words are in every such log; what its figures did is in the signature
            sides[passage.side].append(terms(passage.text))
        codes.update(
            code_term(code.name) for code in find_codes(passage.text) if not _is_denied(passage.text, code.start)
        )
    reported = [terms(normalize(text)) for text in reports]
    visible = sides["title"] + sides["detection"] + reported
    impact = document.get("impact")
    if isinstance(impact, dict) and isinstance(impact.get("scope"), str):
        sides["detection"].append(terms(impact["scope"]))
    return Fields(
        id=document["id"],
        title=" ".join(sides["title"]),
        detection=" ".join(sides["detection"]),
        cause=" ".join(sides["cause"]),
        labels=_label_terms(document, vocabularies),
        reported=" ".join([word for text in reported for word in dict.fromkeys(text.split())]),
        pairs=" ".join([pair for tokens in visible for pair in neighbours(tokens.split())]),
        codes=" ".join(sorted(codes)),
        signs=" ".join(sorted(_signs(document, texts))),
        filters=tuple(sorted(filter_terms(document))),
        day=day_number(document.get("date")),
        draft=is_draft(document),
    )


def _is_denied(text: str, at: int) -> bool:
    """Whether the sentence around a code says that it was not there: "No line of the kernel such as the Xid 79"."""
    start, end = sentence_at(text, at)
    sentence = text[start:end].casefold().strip()
    return sentence.startswith(("no ", "without ")) or sentence.rstrip(".").endswith(("없었다", "없다"))


def is_draft(document: dict[str, Any]) -> bool:
    """Whether nobody has read a drafted record over yet."""
    review = document.get("review")
    return isinstance(review, dict) and review.get("written_by") == "draft" and not review.get("reviewed_at")


def filter_terms(document: dict[str, Any]) -> set[str]:
    """Exact terms for filtering, `key:value` each: labels, organisation, year, review state."""
    found = set()
    for key in FILTER_VOCABULARIES:
        for term in strings(document.get(key)):
            found.add(f"{key}:{term}")
    for key in ("org", "org_slug"):
        if isinstance(document.get(key), str):
            found.add("org:" + slug(document[key]))
    if isinstance(document.get("date"), str):
        found.add("year:" + document["date"][:4])
    review = document.get("review")
    reviewed = isinstance(review, dict) and bool(review.get("reviewed_at"))
    found.add("reviewed:" + ("yes" if reviewed else "no"))
    if document.get("withdrawn"):
        found.add("withdrawn:yes")
    found.update(f"text:{language}" for language in _languages(document))
    return found


def _languages(document: dict[str, Any]) -> list[str]:
    """The languages in which a record can be found: those of what was visible, else of the first text that it has."""
    for key in ("symptoms_text", "summary", "title"):
        value = document.get(key)
        if isinstance(value, str) and value:
            return ["ko" if 3 * count_hangul(value) > len(value) else "en"]
        if isinstance(value, dict) and (told := [language for language in LANGUAGES if value.get(language)]):
            return told
    return []


def neighbours(tokens: list[str]) -> list[str]:
    """Each token joined to the next: `port+error`. A shared pair says far more than two shared words."""
    return [f"{first}+{second}" for first, second in pairwise(tokens)]


def sign_term(signal: Signal) -> str:
    """The token under which a state or a metric movement is indexed (`state:hang`, `metric:loss:up`), else ""."""
    if signal.kind == "state":
        return "state:" + code_term(signal.name)
    if signal.kind == "metric" and signal.direction and signal.direction != "flat":
        return f"metric:{_measured(signal.name)}:{signal.direction}"
    return ""


@functools.cache
def _measured(name: str) -> str:
    """What a metric measures, for comparison: its canonical name, else that of the longest ending which has one
    (`storage_error_rate` measures an `error_rate`), else the name itself."""
    from kb.signals.metric_names import by_alias

    words = name.replace("_", " ").split()
    for start in range(len(words)):
        if known := by_alias(" ".join(words[start:])):
            return known.name
    return code_term(name)


def _signs(document: dict[str, Any], texts: list[Passage]) -> set[str]:
    """States and movements that a record tells, read from its texts as from an input, and those of its signature."""
    found = set()
    for language in LANGUAGES:
        told = [passage.text for passage in texts if passage.side != "cause" and passage.path.endswith(language)]
        for signal in signals.read("\n".join(told).encode("utf-8", "replace")).signals:
            if signal.severity != "none":
                found.add(sign_term(signal))
    for item in items(document.get("signature")):
        if isinstance(item, dict) and isinstance(item.get("name"), str) and isinstance(item.get("direction"), str):
            found.add(f"metric:{_measured(item['name'])}:{item['direction']}")
    return found - {""}


def code_term(name: str) -> str:
    """The one token under which a code is indexed: `xid 79` -> `xid_79`."""
    return "_".join(name.split())


def slug(text: str) -> str:
    """Lower-case words joined by hyphens; letters of any script stay."""
    return re.sub(r"[\W_]+", "-", text.casefold()).strip("-")


def day_number(date: object) -> int:
    """`YYYY[-MM[-DD]]` as the sortable integer YYYYMMDD, 0 if there is none; a missing month or day counts as 01."""
    if not isinstance(date, str) or not re.fullmatch(r"[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?", date):
        return 0
    return int((date + "-01-01")[:10].replace("-", ""))


def _label_terms(document: dict[str, Any], vocabularies: dict[str, Vocabulary]) -> str:
    written: list[str] = []
    for key in ("symptoms", "components"):
        vocabulary = vocabularies.get(FILTER_VOCABULARIES[key])
        for term in strings(document.get(key)):
            written.extend(vocabulary.phrases(term) if vocabulary else [term])
    for term in strings(document.get("domain")):
        written.append(term)
    for key in ("org", "org_slug"):
        if isinstance(document.get(key), str):
            written.append(document[key])
    return " ".join(dict.fromkeys(" ".join(_label_words(phrase) for phrase in written).split()))


@functools.lru_cache(maxsize=8192)
def _label_words(phrase: str) -> str:
    """Tokens of a label or synonym: the same few thousand for all records of a store."""
    return terms(phrase)
