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

COMPONENT, SYMPTOM, CODE, WORD, MADE = "component:", "symptom:", "code:", "word:", "made:"
MADE_LEVELS = 6
"""Levels of how often a check was made: one that n records made has the levels 1 to log2(1 + n)."""


def check_terms(document: dict[str, Any], made: int = 0) -> list[str]:
    """The terms of a check that so many records made, sorted: the components, symptoms and codes that it applies to,
    the codes and the words of its texts in both languages, and how often it was made."""
    applies = document.get("applies_to") or {}
    texts = _texts(document)
    found = {COMPONENT + term for term in applies.get("components") or []}
    found |= {SYMPTOM + term for term in applies.get("symptoms") or []}
    found |= {CODE + code_term(name) for name in applies.get("codes") or []}
    found |= {CODE + code_term(code.name) for text in texts for code in find_codes(text)}
    found |= {WORD + word for text in texts for word in terms(text).split()}
    found |= {f"{MADE}{level}" for level in range(1, made_level(made) + 1)}
    return sorted(found)


def made_level(made: int) -> int:
    """The level of a check that so many records made, 0 to MADE_LEVELS."""
    return min(MADE_LEVELS, (1 + made).bit_length() - 1)


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
