"""KB033: a record that still holds words of the template it was made from.

`kb new` writes `records/TEMPLATE.json`, where each text says what belongs in its place. Left in, those sentences
would be stored, found and shown as if they had been seen. The template itself is read for them, so that the check
knows whatever the template says.
"""

from __future__ import annotations

import functools
import json
import os
import re
from collections.abc import Iterator
from typing import Any

from kb.jsonio import Steps
from kb.lint import schema
from kb.lint.model import Check, Problem, Subject, at, shown
from kb.text import fold
from kb.vocabulary import shipped_directory

FILE = "TEMPLATE.json"

_LONG = 8
"""Words from which a sentence of the template is recognised inside a longer text, too: nobody writes it by chance."""
_ID = re.compile(r"ORG-\d{4}-\d+")
_INSTANTS, _DURATIONS = ("started_at", "ended_at"), ("detected_after", "resolved_after")
_SENTENCE_END = re.compile(r"(?<=[.;])\s+")


class TemplateText(Check):
    """A field still holds the words of the template instead of what happened."""

    code, name = "KB033", "template-text"

    def record(self, subject: Subject) -> Iterator[Problem]:
        whole, sentences = _words()
        if _ID.fullmatch(subject.id):
            yield Problem("/id", f"{shown(subject.id)} is the id of the template: give the record an id of its own")
        for steps, text in subject.strings:
            written = _plain(text)
            if written in whole or any(sentence in written for sentence in sentences):
                yield Problem(at(steps), f"the field still holds the template's words {shown(text)}: {_advice(steps)}")
        left = [(steps, text) for steps, text in _figures(subject.fields) if (steps[0], text) in _template_figures()]
        for steps, text in left:
            if _is_left(left):
                yield Problem(at(steps), f"the field still holds the template's words {shown(text)}: {_advice(steps)}")


def _figures(document: dict[str, Any]) -> Iterator[tuple[Steps, str]]:
    """The examples of figures that a template gives: movements of metrics, and times."""
    signature, timeline = document.get("signature"), document.get("timeline")
    for number, item in enumerate(signature if isinstance(signature, list) else []):
        if isinstance(item, dict) and item.get("kind") == "metric":
            yield ("signature", number), f"{item.get('name')} {item.get('from')} -> {item.get('to')}"
    for key, time in timeline.items() if isinstance(timeline, dict) else ():
        if key in (*_INSTANTS, *_DURATIONS) and isinstance(time, str):
            yield ("timeline", key), time


def _is_left(same: list[tuple[Steps, str]]) -> bool:
    """Whether figures are the template's: a metric may have moved so elsewhere, and one duration may be the same."""
    times = [steps[1] for steps, _ in same if steps[0] == "timeline"]
    return any(time in _INSTANTS for time in times) or len(times) == len(_DURATIONS)


@functools.cache
def _template_figures() -> frozenset[tuple[object, str]]:
    return frozenset((steps[0], text) for steps, text in _figures(_template()))


def _advice(steps: Steps) -> str:
    """What to do about a field: it may be emptied only where the format does not need it."""
    field = str(steps[0])
    required = schema.node_at(()).get("required", ())
    return "write what it asks for" if field in required else f"write what it asks for, or leave {field} out"


@functools.cache
def _words() -> tuple[frozenset[str], tuple[str, ...]]:
    """The template's texts, and their long sentences. Values such as `unknown` are no words of it: whatever has no
    space in it counts only where a name or an address of one's own belongs."""
    template = _template()
    texts = {_plain(text) for _, text in Subject(template).strings if " " in text}
    names = {_plain(template["org_slug"]), *(_plain(source["url"]) for source in template["sources"])}
    parts = {part for text in texts for part in (text, *_SENTENCE_END.split(text)) if len(part.split()) >= _LONG}
    return frozenset(texts | names), tuple(sorted(parts))


@functools.cache
def _template() -> dict[str, Any]:
    with open(os.path.join(os.path.dirname(shipped_directory()), FILE), encoding="utf-8") as file:
        template: dict[str, Any] = json.load(file)
    return template


def _plain(text: str) -> str:
    return fold(text).rstrip(".")
