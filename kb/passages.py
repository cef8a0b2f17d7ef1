"""The texts of a record that are searched, each with its place: what was visible apart from what was behind it."""

from __future__ import annotations

import re

from kb.namedtuple import TYPE_CHECKING, NamedTuple
from kb.text import normalize

if TYPE_CHECKING:
    from typing import Any

DETECTION_TEXTS = ("symptoms_text", "detection", "trigger", "regime")
CAUSE_TEXTS = ("summary", "root_cause_text", "lessons")
LANGUAGES = ("en", "ko")
_SENTENCE_END = re.compile(r"[.!?;] +|\n+")


class Passage(NamedTuple):
    """One text of a record in NFC, however the record writes it: `path` names it (`symptoms_text.en`, `signature.0`),
    `side` is `title`, `detection` or `cause`."""

    path: str
    side: str
    text: str


def passages(document: dict[str, Any]) -> list[Passage]:
    """Every text of a record that is searched, detection side first. Values of unexpected types are passed over."""
    found = _texts(document, ("title",), "title")
    found += _signature(document)
    found += _texts(document, DETECTION_TEXTS, "detection")
    found += _texts(document, CAUSE_TEXTS, "cause")
    for key, inner in (
        ("diagnosis", ("check", "finding")),
        ("remediation", ("text",)),
        ("action_items", ("text",)),
    ):
        for number, item in enumerate(items(document.get(key))):
            if isinstance(item, dict):
                found += _texts(item, inner, "cause", f"{key}.{number}.")
                if isinstance(item.get("command"), str):
                    found.append(Passage(f"{key}.{number}.command", "cause", normalize(item["command"])))
    return found


def visible_texts(document: dict[str, Any]) -> list[str]:
    """Title and every text of what was visible at the time, both languages."""
    return [passage.text for passage in passages(document) if passage.side != "cause"]


def _signature(document: dict[str, Any]) -> list[Passage]:
    found = []
    for number, item in enumerate(items(document.get("signature"))):
        if not isinstance(item, dict):
            continue
        words = [item.get("text"), item.get("name")]
        text = " ".join(word for word in words if isinstance(word, str))
        if text:
            found.append(Passage(f"signature.{number}", "detection", normalize(text)))
    return found


def _texts(owner: dict[str, Any], keys: tuple[str, ...], side: str, prefix: str = "") -> list[Passage]:
    found = []
    for key in keys:
        value = owner.get(key)
        if isinstance(value, dict):
            for language in LANGUAGES:
                if isinstance(value.get(language), str) and value[language]:
                    found.append(Passage(f"{prefix}{key}.{language}", side, normalize(value[language])))
        elif isinstance(value, str) and value:
            found.append(Passage(prefix + key, side, normalize(value)))
    return found


def items(value: object) -> list[Any]:
    """A value of a record that may be a list, or anything else: then there are none."""
    return value if isinstance(value, list) else []


def strings(value: object) -> list[str]:
    """The strings of a value of a record that may be one, a list of them, or anything else."""
    if isinstance(value, str):
        return [value]
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


def sentence_at(text: str, at: int) -> tuple[int, int]:
    """First character of the sentence in which a character stands, and the one behind its end."""
    start = 0
    for end, following in sentence_ends(text):
        if at < end:
            return start, end
        start = following
    return start, len(text)


def sentence_ends(text: str) -> list[tuple[int, int]]:
    """Where each sentence ends, its full stop included, and where the next one begins."""
    gaps = [(gap.start() + (text[gap.start()] != "\n"), gap.end()) for gap in _SENTENCE_END.finditer(text)]
    return [*gaps, (len(text), len(text))]
