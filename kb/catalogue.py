"""How the catalogue of checks is found again: the terms under which a check is kept in the store.

There are two hundred files of checks; a cold `kb match` can read none of them to find the few that it needs. When
the shipped corpus is loaded each check is put into the store under its terms, as a record is into the index. A term
says what it is by its prefix, so that the word `gpu` and the component `gpu` count apart.
"""

from __future__ import annotations

from kb.fields import code_term
from kb.namedtuple import TYPE_CHECKING
from kb.signals.codes import find_codes
from kb.text import terms

if TYPE_CHECKING:
    from typing import Any

    from kb.vocabulary import Vocabulary

COMPONENT, SYMPTOM, CODE, WORD = "component:", "symptom:", "code:", "word:"


def check_terms(document: dict[str, Any], vocabularies: dict[str, Vocabulary]) -> list[str]:
    """The terms of a check, sorted: what it applies to and points to, the codes and the words of its texts in both
    languages, and the words in which people name its symptoms. `vocabularies` is keyed by vocabulary name."""
    applies = document.get("applies_to") or {}
    symptoms = applies.get("symptoms") or []
    components = set(applies.get("components") or [])
    known = vocabularies["components"].terms
    for reading in document.get("readings") or []:
        components.update(term for term in reading.get("points_to") or [] if term in known)
    texts = _texts(document)
    words = {token for text in texts for token in terms(text).split()}
    for symptom in symptoms:
        words.update(token for phrase in vocabularies["symptoms"].phrases(symptom) for token in terms(phrase).split())
    codes = {code_term(code.name) for text in texts for code in find_codes(text)}
    found = {COMPONENT + term for term in components} | {SYMPTOM + term for term in symptoms}
    return sorted(found | {CODE + code for code in codes} | {WORD + word for word in words})


def _texts(document: dict[str, Any]) -> list[str]:
    found: list[str] = []
    for owner, key in (
        (document, "title"),
        (document, "observe"),
        *((reading, "reading") for reading in document.get("readings") or []),
    ):
        value = owner.get(key)
        if isinstance(value, dict):
            found += [text for text in value.values() if isinstance(text, str)]
    if isinstance(document.get("command"), str):
        found.append(document["command"])
    return found
