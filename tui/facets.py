"""The filters beside the results: how many of the cases shown have each label, and the query that a choice makes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from kb.fields import filter_terms, slug
from kb.vocabulary import load
from tui.lines import plain
from tui.words import say

GROUPS = (
    ("symptom", "symptoms", "symptoms"),
    ("component", "components", "components"),
    ("cause", "root_cause", "root_causes"),
    ("domain", "domain", "domains"),
    ("org", "org", ""),
    ("year", "year", ""),
    ("reviewed", "reviewed", ""),
)
"""Filter as typed, key of the filter term, vocabulary of its labels."""

SHOWN_VALUES = 6


class Facet(NamedTuple):
    """A row: the heading of a group (no value), a value with its count, or the row that shows more of a group.

    `state` is 1 for a filter in the query, -1 for an excluded value, 0 else.
    """

    group: str
    value: str
    label: str
    cases: int
    state: int = 0
    is_more: bool = False

    @property
    def filter(self) -> str:
        """The value in the query language."""
        return f"{self.group}:{self.value}"


def count(documents: Iterable[Mapping[str, Any]]) -> Counter[str]:
    """How many of the documents have each filter term."""
    counts: Counter[str] = Counter()
    for document in documents:
        terms = filter_terms(dict(document))
        if isinstance(document.get("org"), str):
            terms.discard(f"org:{document.get('org_slug')}")
            terms.add("org:" + slug(document["org"]))
        counts.update(terms)
    return counts


def rows(
    counts: Mapping[str, int], names: Mapping[str, str], typed: str, opened: set[str], language: str
) -> list[Facet]:
    """The rows for these counts. `names` are organisations by slug, `opened` the groups shown in full."""
    found: list[Facet] = []
    words = typed.split()
    for group, key, vocabulary in GROUPS:
        values = {term.partition(":")[2]: n for term, n in counts.items() if term.startswith(f"{key}:")}
        for word in words:
            bare = word.removeprefix("-")
            if bare.startswith(f"{group}:") and bare.partition(":")[2]:
                values.setdefault(bare.partition(":")[2], 0)
        if not values:
            continue
        states = {value: _state(f"{group}:{value}", words) for value in values}
        order = sorted(values, key=lambda value: (-abs(states[value]), -values[value], value))
        if group == "year":
            order = sorted(values, key=lambda value: (-abs(states[value]), -int(value) if value.isdigit() else 0))
        found.append(Facet(group, "", say(f"facet_{group}", language), len(values)))
        shown = order if group in opened else order[:SHOWN_VALUES]
        for value in shown:
            label = _label(group, value, vocabulary, names, language)
            found.append(Facet(group, value, label, values[value], states[value]))
        rest = len(order) - SHOWN_VALUES
        if rest > 0:
            label = say("fewer_values", language) if group in opened else say("more_values", language, n=rest)
            found.append(Facet(group, "", label, rest, is_more=True))
    return found


def named_values(
    counts: Mapping[str, int], names: Mapping[str, str], typed: str, language: str
) -> list[tuple[Facet, str]]:
    """Every value of every group, with all that it is called: group and label in both languages, the filter."""
    opened = {group for group, _, _ in GROUPS}
    called: dict[str, str] = {}
    for code in ("en", "ko"):
        for row in rows(counts, names, typed, opened, code):
            called[row.filter] = f"{called.get(row.filter, row.filter)} {say(f'facet_{row.group}', code)} {row.label}"
    return [(row, called[row.filter]) for row in rows(counts, names, typed, opened, language) if row.value]


def organisations(documents: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """The names of organisations by slug."""
    return {slug(str(item["org"])): str(item["org"]) for item in documents if item.get("org")}


def toggled(typed: str, facet: Facet, state: int) -> str:
    """The query with the filter of a facet set to a state (1 only this, -1 without, 0 not at all).

    Several values of one group would have to be true at once; only for labels of which a case has several is that
    of use, so a choice of another organisation, year, cause or review state takes the place of the one before.
    """
    wanted = {1: facet.filter, -1: f"-{facet.filter}", 0: ""}[state]
    kept = [word for word in typed.split() if word.removeprefix("-") != facet.filter]
    if state == 1 and facet.group in ("org", "year", "cause", "reviewed"):
        kept = [word for word in kept if not word.startswith(f"{facet.group}:")]
    return " ".join([*kept, *([wanted] if wanted else [])])


def _state(filter_: str, words: list[str]) -> int:
    return 1 if filter_ in words else -1 if f"-{filter_}" in words else 0


def _label(group: str, value: str, vocabulary: str, names: Mapping[str, str], language: str) -> str:
    if group == "reviewed":
        return say(f"reviewed_{value}", language) if value in ("yes", "no") else plain(value)
    if group == "org":
        return plain(names.get(value, value))
    label = load(vocabulary).label(value, language) if vocabulary else value
    return plain(re.sub(r"\s*\(.*\)$", "", label))
