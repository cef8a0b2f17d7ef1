"""Terms of the vocabularies as people read them: the label in their language, and the id where it can be typed.

A record may hold terms that no vocabulary knows; they are shown as they are written.
"""

from __future__ import annotations

from kb.namedtuple import TYPE_CHECKING
from kb.passages import strings
from kb.render.layout import clean
from kb.render.messages import say
from kb.vocabulary import label_of

if TYPE_CHECKING:
    from kb.evidence import Evidence

CAUSES = ("root_causes", "components", "contributing", "symptoms")
"""Vocabularies of what may be suspected, pointed to and ruled out."""
OF_FIELD = {
    "domain": ("domains",),
    "severity": ("severities",),
    "symptoms": ("symptoms",),
    "components": ("components",),
    "root_cause": ("root_causes",),
    "contributing": ("contributing",),
    "suspected_first": CAUSES,
    "points_to": CAUSES,
    "rules_out": CAUSES,
    "remediation": ("remediation_kinds",),
    "related": ("relation_kinds",),
}
"""Field of a record -> the vocabularies of its terms."""


def label(term: str, field: str, language: str) -> str:
    """The label of a term: `처리량 저하`."""
    return label_of(term, language, OF_FIELD[field]) or clean(term)


def named(term: str, field: str, language: str) -> str:
    """Label and id of a term that is a filter of the search: `처리량 저하 (throughput-degraded)`."""
    shown = label(term, field, language)
    return shown if shown.casefold().replace(" ", "-") == term.casefold() else f"{shown} ({clean(term)})"


def labels(terms: object, field: str, language: str) -> str:
    """The labels of a list of terms, or of one; what is no text is passed over."""
    return ", ".join(label(term, field, language) for term in strings(terms))


def names(terms: object, field: str, language: str) -> str:
    """Labels and ids of a list of terms, or of one."""
    return ", ".join(named(term, field, language) for term in strings(terms))


def of_case(item: Evidence, language: str) -> tuple[str, str]:
    """What a piece of evidence quotes of a case: what the quotation is where that is not clear (`its conditions`), else
    "", and the quotation, "" where the case has nothing of it."""
    key = item.field.partition(".")[0]
    if key == "components":
        return say("among_components", language), label(item.record, key, language)
    if key == "reports":
        return say("in_reports", language), clean(item.record)
    return say("its_conditions", language) if key == "regime" and not item.words else "", clean(item.record)
