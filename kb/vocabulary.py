"""The controlled vocabularies: which terms a record may use, what they mean, and how people write them.

One file a vocabulary in `records/vocabulary/`: each term has an id, and a label, a definition and
synonyms in English and Korean. Files are read when first asked for and kept.
"""

from __future__ import annotations

import functools
import json
import os

from kb.namedtuple import NamedTuple
from kb.text import fold

VOCABULARIES = (
    "domains",
    "symptoms",
    "components",
    "root_causes",
    "contributing",
    "date_kinds",
    "source_kinds",
    "severities",
    "detection_methods",
    "relation_kinds",
    "remediation_kinds",
    "signature_kinds",
    "authorships",
)


class Term(NamedTuple):
    """One term. `label` and `definition` are keyed by language, `synonyms` holds a tuple of phrases a language."""

    id: str
    label: dict[str, str]
    definition: dict[str, str]
    synonyms: dict[str, tuple[str, ...]]


class Vocabulary(NamedTuple):
    """The terms of one vocabulary in the order of the file, keyed by id."""

    name: str
    terms: dict[str, Term]

    def label(self, term_id: str, language: str) -> str:
        """Label in a language; the id itself for a term that the vocabulary does not know."""
        term = self.terms.get(term_id)
        return (term.label.get(language) or term.label.get("en") or term_id) if term else term_id

    def nearest(self, written: str) -> str | None:
        """Id of the term whose id, label or synonym is spelt most like `written`, or None if none is near.

        Near is a rapidfuzz ratio of at least 70 of 100.
        """
        from rapidfuzz import fuzz, process

        spellings = self._spellings()
        best = process.extractOne(fold(written), spellings.keys(), scorer=fuzz.ratio, score_cutoff=70)
        return spellings[best[0]] if best else None

    def phrases(self, term_id: str) -> list[str]:
        """Every way a term is written: id, labels and synonyms in both languages."""
        term = self.terms.get(term_id)
        if term is None:
            return [term_id]
        written = [term_id, *term.label.values()]
        for synonyms in term.synonyms.values():
            written.extend(synonyms)
        return written

    def _spellings(self) -> dict[str, str]:
        return {fold(phrase): term_id for term_id in self.terms for phrase in reversed(self.phrases(term_id))}


@functools.cache
def load(name: str, directory: str | None = None) -> Vocabulary:
    """One vocabulary of `VOCABULARIES`, from `directory` or the shipped files.

    Raises KeyError for a name that is not a vocabulary.
    """
    if name not in VOCABULARIES:
        raise KeyError(name)
    folder = directory or shipped_directory()
    with open(os.path.join(folder, name.replace("_", "-") + ".json"), encoding="utf-8") as file:
        document = json.load(file)
    terms = {}
    for entry in document["terms"]:
        synonyms = {language: tuple(words) for language, words in entry["synonyms"].items()}
        terms[entry["id"]] = Term(entry["id"], entry["label"], entry["definition"], synonyms)
    return Vocabulary(name, terms)


def label_of(term_id: str, language: str, names: tuple[str, ...]) -> str | None:
    """Label of a term in a language, from the first of these vocabularies that knows it; None if none does.

    Reads the term's own lines only: a `kb match` shows a handful of terms, and parsing all four hundred with their
    synonyms would take longer than the match.
    """
    for name in names:
        content = _content(os.path.join(shipped_directory(), name.replace("_", "-") + ".json"))
        at = content.find(b'"id": ' + json.dumps(term_id).encode())
        start = content.find(b'"label": {', at) if at >= 0 else -1
        end = content.find(b"}", start)
        if start >= 0 and end >= 0:
            label: dict[str, str] = json.loads(content[start + len(b'"label": ') : end + 1])
            return label.get(language) or label.get("en")
    return None


@functools.cache
def _content(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def shipped_directory() -> str:
    """Directory of the vocabulary files, installed or in a checkout."""
    package = os.path.dirname(os.path.abspath(__file__))
    installed = os.path.join(package, "_records", "vocabulary")
    return installed if os.path.isdir(installed) else os.path.join(os.path.dirname(package), "records", "vocabulary")
