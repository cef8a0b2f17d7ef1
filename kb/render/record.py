"""A record as text for a person, and lists of records."""

from __future__ import annotations

from kb.namedtuple import TYPE_CHECKING
from kb.render.layout import Paint, clean, cut, pad, width, wrap
from kb.render.messages import is_known, pick, review_of, say, spoken
from kb.render.terms import labels, names
from kb.text import visible

if TYPE_CHECKING:
    from typing import Any

INDENT = "  "
ROOM_FOR_ORG = 70
"""Columns below which a list leaves out the organisation."""
LEAST_ID, MOST_ID, DATE = 13, 24, 11
"""Columns of a list for the id and the date. A longer id has a line of its own: cut, it could not be copied."""

SECTIONS = (
    ("symptoms_text", "section_symptoms"),
    ("signature", "section_signature"),
    ("regime", "section_regime"),
    ("trigger", "section_trigger"),
    ("detection", "section_detection"),
    ("diagnosis", "section_diagnosis"),
    ("summary", "section_summary"),
    ("root_cause_text", "section_cause"),
    ("remediation", "section_remediation"),
    ("lessons", "section_lessons"),
    ("action_items", "section_actions"),
    ("timeline", "section_timeline"),
    ("related", "section_related"),
    ("sources", "section_sources"),
)
"""Fields that have a section of their own, in the order in which a person on call needs them (what was seen, how it was
found, the cause), and the message that heads each."""

_LABELS = ("domain", "severity", "symptoms", "components", "root_cause", "contributing", "suspected_first")


def reports_to_text(name: str, texts: list[str], language: str) -> str:
    """The reports of a record, as they are but for what a terminal could obey."""
    if not texts:
        return say("no_reports", language, name=name) + "\n"
    blocks = ["\n".join(INDENT + line for line in visible(text).splitlines()) for text in texts]
    return "\n\n".join([say("reports", language, name=name, count=len(texts)), *blocks]) + "\n"


def to_text(
    document: dict[str, Any],
    language: str,
    columns: int,
    paint: Paint,
    *,
    feedback: tuple[int, int] | None = None,
    links: list[tuple[str, str]] | None = None,
) -> str:
    """One record in full. `feedback` is (useful, wrong); `links` are (id, why) of records of the same incident."""
    lines = wrap(clean(pick(document.get("title"), language)), columns)
    lines = [paint(line, "bold") for line in lines]
    ids = " = ".join([document["id"], *(document.get("aliases") or [])])
    known = [str(document[key]) for key in ("org", "date") if document.get(key)]
    about = [ids, *known, review_state(document, language)]
    lines += [paint(line, "dim") for line in wrap(clean(" · ".join(about)), columns)]
    for key in _LABELS:
        if shown := names(document.get(key), key, language):
            lines += wrap(shown, columns, pad(f"{say(f'label_{key}', language)}:", 17))
    impact = document.get("impact")
    if isinstance(impact, dict) and isinstance(impact.get("scope"), str):
        lines += wrap(clean(impact["scope"]), columns, pad(f"{say('label_impact', language)}:", 17))
    for key, heading in SECTIONS:
        body = _section(key, document.get(key), language, columns, paint)
        if body:
            lines += ["", paint(say(heading, language), "bold", "cyan"), *body]
    if links:
        lines += ["", paint(say("section_links", language), "bold", "cyan")]
        lines += [f"{INDENT}{clean(other)}  {clean(spoken(why, language))}" for other, why in links]
    if feedback:
        lines += ["", say("feedback", language, useful=feedback[0], wrong=feedback[1])]
    return "\n".join(lines) + "\n"


def review_state(document: dict[str, Any], language: str) -> str:
    """Whether a second reader has compared the record with its sources."""
    state = review_of(document)
    if state == "reviewed":
        return say(state, language, when=str(document["review"]["reviewed_at"])[:10])
    return say(state, language)


def listing(rows: list[dict[str, Any]], total: int, language: str, columns: int, paint: Paint) -> str:
    """One line a record: id, date, organisation, title; two where the id is longer than MOST_ID columns."""
    if not rows:
        return say("no_records", language) + "\n"
    org = (
        min(18, columns // 6, max(width(clean(str(row.get("org") or ""))) for row in rows))
        if columns >= ROOM_FOR_ORG
        else 0
    )
    names = [clean(row["id"]) for row in rows]
    room = max([LEAST_ID, *(size for size in map(width, names) if size <= MOST_ID)])
    lines = []
    for name, row in zip(names, rows, strict=True):
        if width(name) > room:
            lines.append(paint(name, "bold"))
            name = ""
        name = pad(name, room)
        when = pad(clean(str(row.get("date") or ""))[:10], DATE)
        who = pad(cut(clean(str(row.get("org") or "")), org), org + 2) if org else ""
        mark = f"[{say('draft', language)}] " if review_of(row) == "draft" else ""
        title = cut(mark + clean(pick(row.get("title"), language)), columns - room - DATE - 2 - width(who))
        lines.append(f"{paint(name, 'bold')} {paint(when, 'dim')} {who}{title}")
    lines.append(paint(say("of", language, shown=len(rows), total=f"{total:,}"), "dim"))
    return "\n".join(lines) + "\n"


def _section(key: str, value: object, language: str, columns: int, paint: Paint) -> list[str]:
    if isinstance(value, dict) and key != "timeline":
        return _paragraphs(pick(value, language), columns)
    if key == "timeline" and isinstance(value, dict):
        return _timeline(value, language, columns)
    lines: list[str] = []
    for number, item in enumerate(value if isinstance(value, list) else [], 1):
        if key == "diagnosis":
            lines += _step(number, item, language, columns, paint)
        elif key == "signature":
            lines += wrap(clean(_signature(item, language)), columns, INDENT + "- ")
        elif key == "related":
            other = item if isinstance(item, str) else f"{item.get('id')}  {labels(item.get('kind'), key, language)}"
            lines += wrap(clean(other), columns, INDENT + "- ")
        elif key == "sources":
            note = "" if item.get("read") in (None, "full") else f"  ({_word('read', item['read'], language)})"
            lines.append(INDENT + "- " + clean(f"{item.get('url')}{note}"))  # whole, so that it can be opened
        else:
            kind = labels(item.get("kind"), "remediation", language) or _word("state", item.get("state"), language)
            text = pick(item.get("text"), language) + (f" [{kind}]" if kind else "")
            lines += wrap(clean(text), columns, INDENT + "- ")
    return lines


def _step(number: int, step: dict[str, Any], language: str, columns: int, paint: Paint) -> list[str]:
    lines = wrap(clean(pick(step.get("check"), language)), columns, f"{INDENT}{number}. ")
    if isinstance(step.get("command"), str):
        lines.append(f"{INDENT}   $ " + paint(clean(step["command"]), "cyan"))
    if finding := clean(pick(step.get("finding"), language)):
        lines += wrap(f"→ {finding}", columns, INDENT + "   ")
    for key, heading in (("points_to", "points_to"), ("rules_out", "ruled_out")):
        if shown := labels(step.get(key), key, language):
            lines += wrap(f"{say(heading, language)}: {shown}", columns, INDENT + "   ")
    return lines


def _word(kind: str, value: object, language: str) -> str:
    """The word for one of a few values of a field; another value as it is written, "" for none."""
    if not isinstance(value, str):
        return ""
    return say(f"{kind}_{value}", language) if is_known(f"{kind}_{value}") else clean(value)


def _signature(item: dict[str, Any], language: str) -> str:
    if isinstance(item.get("text"), str):
        return str(item["text"])
    values = " -> ".join(f"{item[key]:,}" for key in ("from", "to") if isinstance(item.get(key), int | float))
    direction = _word("direction", item.get("direction"), language)
    parts = [item.get("name"), direction, values, item.get("unit") if values else None]
    return " ".join(str(part) for part in parts if part)


def _timeline(value: dict[str, Any], language: str, columns: int) -> list[str]:
    lines = []
    for key in ("started_at", "detected_after", "resolved_after", "ended_at"):
        if value.get(key) is not None:
            lines.append(f"{INDENT}{pad(say(key, language) + ':', 16)}{clean(str(value[key]))}")
    for event in value.get("events") or []:
        if isinstance(event, dict):
            text = clean(pick(event.get("text"), language))
            lines += wrap(text, columns, f"{INDENT}{clean(str(event.get('at', '')))}  ")
    return lines


def _paragraphs(text: str, columns: int) -> list[str]:
    lines: list[str] = []
    for paragraph in text.split("\n\n"):
        if paragraph.strip():
            lines += [*([""] if lines else []), *wrap(clean(paragraph), columns, INDENT)]
    return lines
