"""KB050-KB053: what is wrong in a vocabulary file, and terms that nothing uses.

The matcher reads labels and synonyms as a person on call writes them, so a synonym that belongs to two
terms would make every alert that uses it ambiguous.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from kb.jsonio import Steps
from kb.lint.kinds import VOCABULARY, kind_of
from kb.lint.model import WARNING, Check, Corpus, Problem, Subject, at, in_words, shown
from kb.text import fold

_TERM_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_LANGUAGES = {"en": "English", "ko": "Korean"}


class VocabularyCheck(Check):
    """A check that looks at vocabulary files only."""

    def record(self, subject: Subject) -> Iterator[Problem]:
        if kind_of(subject.document) == VOCABULARY:
            yield from self.terms(subject.fields["terms"])

    def terms(self, terms: list[Any]) -> Iterator[Problem]:
        """What is wrong among the terms of one vocabulary."""
        raise NotImplementedError


class TermIncomplete(VocabularyCheck):
    """A term lacks its label, its definition or its list of synonyms in English or in Korean."""

    code, name = "KB050", "term-incomplete"

    def terms(self, terms: list[Any]) -> Iterator[Problem]:
        for index, term in enumerate(terms):
            if not isinstance(term, dict):
                yield Problem(at(("terms", index)), f"expected a term with an id, found {in_words(term)}")
                continue
            for language, word in _LANGUAGES.items():
                for part in ("label", "definition"):
                    text = _inner(term, part, language)
                    if not isinstance(text, str) or not text.strip():
                        place = at(("terms", index, part, language))
                        yield Problem(place, f"the term {term.get('id')} has no {word} {part}: write one")
                synonyms = _inner(term, "synonyms", language)
                if not isinstance(synonyms, list) or not all(
                    isinstance(item, str) and item.strip() for item in synonyms
                ):
                    place = at(("terms", index, "synonyms", language))
                    yield Problem(place, f"expected a list of {word} synonyms, found {in_words(synonyms)}", "[]")


class SynonymClash(VocabularyCheck):
    """Two terms of a vocabulary share a label or a synonym, or a term repeats its own."""

    code, name = "KB051", "synonym-clash"

    def terms(self, terms: list[Any]) -> Iterator[Problem]:
        owners: dict[str, int] = {}
        for index, term in enumerate(terms):
            if isinstance(term, dict):
                own: set[tuple[str | int, str]] = set()
                for place, phrase in _phrases(term):
                    pointer, folded = at(("terms", index, *place)), fold(phrase)
                    owner = owners.setdefault(folded, index)
                    if owner != index:
                        message = f"{shown(phrase)} belongs to the term {terms[owner].get('id')} already"
                        yield Problem(pointer, f"{message}: keep it with one of the two")
                    elif place[0] == "synonyms" and (place[1], folded) in own:
                        yield Problem(pointer, f"{shown(phrase)} stands here twice: remove one")
                    if place[0] == "synonyms":
                        own.add((place[1], folded))


class BadTermId(VocabularyCheck):
    """The id of a term is not in kebab-case, or is used twice."""

    code, name = "KB052", "bad-term-id"

    def terms(self, terms: list[Any]) -> Iterator[Problem]:
        seen: set[str] = set()
        for index, term in enumerate(terms):
            term_id = term.get("id") if isinstance(term, dict) else None
            if not isinstance(term, dict):
                continue
            if not isinstance(term_id, str) or not _TERM_ID.fullmatch(term_id):
                message = f"expected an id in kebab-case, found {in_words(term_id)}"
                mended = re.sub(r"[^a-z0-9]+", "-", term_id.lower()).strip("-") if isinstance(term_id, str) else None
                yield Problem(at(("terms", index, "id")), message, mended or None)
            elif term_id in seen:
                yield Problem(at(("terms", index, "id")), f"the id {shown(term_id)} is used by an earlier term")
            else:
                seen.add(term_id)


class UnusedTerm(VocabularyCheck):
    """No record and no check uses a term, and its `kept_for` gives no reason to keep it."""

    code, name, severity, strict = "KB053", "unused-term", WARNING, True

    def terms(self, terms: list[Any]) -> Iterator[Problem]:
        return iter(())

    def corpus(self, corpus: Corpus) -> Iterator[tuple[Subject, Problem]]:
        if not corpus.subjects or not corpus.catalogue:
            return
        used = {text for subject in (*corpus.subjects, *corpus.catalogue) for _, text in subject.strings}
        for subject in corpus.vocabularies:
            for index, term in enumerate(subject.fields["terms"]):
                term_id = term.get("id") if isinstance(term, dict) else None
                if isinstance(term_id, str) and term_id not in used and not term.get("kept_for"):
                    message = f"no record and no check uses {shown(term_id)}"
                    yield (
                        subject,
                        Problem(at(("terms", index)), f"{message}: remove it, or say in kept_for why it stays"),
                    )


def _inner(term: dict[str, Any], part: str, language: str) -> Any:
    value = term.get(part)
    return value.get(language) if isinstance(value, dict) else None


def _phrases(term: dict[str, Any]) -> Iterator[tuple[Steps, str]]:
    """Labels and synonyms of a term that are strings, with their places in the term."""
    for language in _LANGUAGES:
        label, synonyms = _inner(term, "label", language), _inner(term, "synonyms", language)
        if isinstance(label, str):
            yield ("label", language), label
        for index, phrase in enumerate(synonyms if isinstance(synonyms, list) else ()):
            if isinstance(phrase, str):
                yield ("synonyms", language, index), phrase
