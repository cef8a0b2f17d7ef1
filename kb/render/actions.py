"""What is to be done so that it does not happen again: action items, preventions and lessons of past cases."""

from __future__ import annotations

from kb.namedtuple import TYPE_CHECKING
from kb.render.layout import Paint, clean, wrap
from kb.render.messages import pick, say

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

ACTION_ITEM, PREVENTION, LESSON = "action-item", "prevention", "lesson"


def of(document: dict[str, Any]) -> list[dict[str, Any]]:
    """What a record says that concerns prevention, in the order of its fields: kind, text by language, and the state
    (`open`, `done`, `unknown`) of an action item, else None."""
    found = [
        {"kind": ACTION_ITEM, "text": item.get("text"), "state": item.get("state") or "unknown"}
        for item in _objects(document.get("action_items"))
    ]
    found += [
        {"kind": PREVENTION, "text": item.get("text"), "state": None}
        for item in _objects(document.get("remediation"))
        if item.get("kind") == "prevention"
    ]
    found.append({"kind": LESSON, "text": document.get("lessons"), "state": None})
    return [item for item in found if pick(item["text"], "en")]


def to_json(documents: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """For each record that says something: its id and its items as of `of`."""
    return [{"id": document["id"], "items": items} for document in documents if (items := of(document))]


def to_text(documents: Iterable[dict[str, Any]], language: str, columns: int, paint: Paint) -> str:
    """The records that say something, each with its items; a line that says so if there is none."""
    lines: list[str] = []
    for document in documents:
        items = of(document)
        if not items:
            continue
        lines += [
            "",
            paint(clean(document["id"]), "bold") + "  " + paint(say("more", language, id=clean(document["id"])), "dim"),
        ]
        lines += wrap(clean(pick(document.get("title"), language)), columns, "    ")
        for item in items:
            state = item["state"] if item["state"] in ("open", "done", "unknown") else ""
            mark = say(f"state_{state}", language) if state else say(item["kind"].replace("-", "_"), language)
            lines += wrap(clean(pick(item["text"], language)), columns, f"    - [{mark}] ", "      ")
    return "\n".join(lines or [say("no_actions", language)]).lstrip("\n") + "\n"


def _objects(value: object) -> list[dict[str, Any]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []
