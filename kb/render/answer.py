"""An answer of `kb match` as text for a person and as JSON of the contract; `kb.render.markdown` is for tickets."""

from __future__ import annotations

import json

from kb.answer import Answer, Match
from kb.evidence import Evidence
from kb.namedtuple import TYPE_CHECKING
from kb.rank import NOVEL
from kb.render.diagnosis import (
    answer_json,
    check_json,
    hypotheses_text,
    hypothesis_json,
    next_check_text,
    red_herring_json,
)
from kb.render.layout import Paint, chance, clean, cut, pad, width, wrap
from kb.render.messages import pick, review_of, say
from kb.render.signals import comparisons_json, comparisons_text, input_json, signal_json
from kb.render.terms import labels, names, of_case
from kb.signals.model import BINARY

if TYPE_CHECKING:
    from typing import Any

SCHEMA_VERSION = 1
INDENT = " " * 12
SHOWN_STEPS = 5
SHOWN_CHANCE = 0.01
"""Cases less likely than this are not shown to a person below a case that fits."""
SHOWN_REMEDIES = 4


def to_json(answer: Answer, *, explain: bool = False) -> dict[str, Any]:
    """The answer in the contract of `kb match --json`."""
    return {
        "schema_version": SCHEMA_VERSION,
        "input": input_json(answer.signals),
        "signals": [signal_json(signal) for signal in answer.signals.signals],
        "verdict": answer.verdict,
        "matches": [_match(match, explain) for match in answer.matches],
        "labels": {
            kind: [{"id": term, "probability": chance} for term, chance in terms]
            for kind, terms in answer.labels.items()
        },
        "hypotheses": [hypothesis_json(item) for item in answer.diagnosis.hypotheses],
        "red_herrings": [red_herring_json(item) for item in answer.diagnosis.red_herrings],
        "checks": [check_json(place, check) for place, check in enumerate(answer.diagnosis.checks, 1)],
        "answered": [item.id for item in answer.diagnosis.answered],
        "answers": [answer_json(item, reading) for item, reading in answer.diagnosis.readings],
        "baselines": comparisons_json(answer.comparisons),
        "respelt": dict(answer.respelt),
    }


def dumps(value: object, *, indent: int | None = None) -> str:
    """JSON, on one line unless indented, the same text for the same value.

    Whatever a terminal could obey is escaped, which JSON reads back as the same. Raises ValueError for NaN.
    """
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, indent=indent)
    if text.isprintable():
        return text
    return "".join([char if char.isprintable() or char == "\n" else _escaped(char) for char in text])


def _escaped(char: str) -> str:
    code = ord(char)
    return f"\\u{code:04x}" if code < 0x10000 else json.dumps(char)[1:-1]


def _match(match: Match, explain: bool) -> dict[str, Any]:
    document = match.document
    shown: dict[str, Any] = {
        "rank": match.rank,
        "id": document["id"],
        "aliases": list(match.aliases),
        "probability": round(match.ranked.probability, 4),
        "title": document.get("title"),
        "org": document.get("org"),
        "date": document.get("date"),
        "review": review_of(document),
        "sources": [source["url"] for source in document.get("sources") or [] if isinstance(source, dict)],
        "evidence": [_evidence(item) for item in match.evidence],
        "against": [_evidence(item) for item in match.against],
    }
    if explain:
        features = match.ranked.features._asdict()
        shown["features"] = {name: round(value, 4) + 0.0 for name, value in features.items()}
        model = match.ranked.model
        shown["weights"] = {"intercept": model.intercept, **model.weights._asdict()}
    return shown


def _evidence(item: Evidence) -> dict[str, Any]:
    return {
        "field": item.field,
        "record": item.record,
        "record_span": list(item.record_span) if item.record_span else None,
        "input": item.input,
        "input_span": list(item.input_span) if item.input_span else None,
        "weight": item.weight,
        "words": list(item.words),
    }


def to_text(
    answer: Answer, language: str, columns: int, paint: Paint, *, explain: bool = False, every: bool = False
) -> str:
    """The answer for a person: the verdict, the first case in full, the others in short; `every` shows the unlikely
    ones, too."""
    lines = _headline(answer, language, columns, paint)
    every = every or answer.verdict == NOVEL
    shown = [match for match in answer.matches if every or match.ranked.probability >= SHOWN_CHANCE]
    for match in shown or answer.matches[:1]:
        lines.append("")
        lines += _case_head(match, language, columns, paint)
        lines += _fit(match, language, columns, paint, full=match.rank == 1)
        if match.rank == 1 and answer.verdict != NOVEL:
            lines += _story(match.document, language, columns, paint)
        if explain:
            lines += _explained(match, language, columns)
        if match.rank == 1:
            lines.append(INDENT + paint(say("more", language, id=match.document["id"]), "dim"))
    if answer.matches and not answer.signals.healthy:
        lines += hypotheses_text(answer.diagnosis, language, columns, paint)
        lines += next_check_text(answer.diagnosis, language, columns, paint)
    return "\n".join(lines) + "\n"


def verdict_words(answer: Answer, language: str) -> tuple[str, str]:
    """The verdict in a word or two, and what it means for the person who asked."""
    head = say(answer.verdict, language)
    line = say(f"{answer.verdict}_line" if answer.matches else "none_line", language)
    if answer.signals.healthy:
        return say("healthy", language), say("novel_line", language)
    return head, say("no_text", language) if answer.signals.format == BINARY else line


def respelt_words(answer: Answer, language: str) -> str:
    """How words of the input that no record has were read."""
    read = ", ".join([f"{written} → {meant}" for written, meant in answer.respelt.items()])
    return say("respelt", language, read=clean(read))


def _headline(answer: Answer, language: str, columns: int, paint: Paint) -> list[str]:
    read = answer.signals
    colour = {"match": "green", "weak": "yellow"}.get(answer.verdict, "magenta")
    head, line = verdict_words(answer, language)
    lines = wrap(f"{head}: {line}", columns)
    lines[0] = lines[0].replace(head, paint(head, "bold", colour), 1)
    note = say("read_as", language, format=read.format, size=f"{read.size:,}")
    if read.truncated:
        note += ", " + say("truncated", language)
    lines.append(paint(cut(note, columns), "dim"))
    if answer.respelt:
        lines += [paint(part, "dim") for part in wrap(respelt_words(answer, language), columns, "", "  ")]
    likely = [term for term, chance in answer.labels.get("symptoms", []) if chance >= 0.5][:4]
    if likely and answer.verdict != NOVEL:
        shown = names(likely, "symptoms", language)
        lines += [paint(part, "dim") for part in wrap(f"{say('likely_labels', language)}: {shown}", columns, "", "  ")]
    return lines + comparisons_text(answer.comparisons, language, columns, paint)


def _case_head(match: Match, language: str, columns: int, paint: Paint) -> list[str]:
    document = match.document
    ids = [document["id"], *match.aliases]
    about = [str(document[key]) for key in ("org", "date") if document.get(key)]
    if (state := review_of(document)) != "reviewed":
        about.append(say(state, language))
    if document.get("withdrawn"):
        about.append(say("withdrawn", language))
    head = f"{match.rank}  {chance(match.ranked.probability):>4}  {clean(' = '.join(ids))}"
    tail = clean(" · ".join(about))
    if width(head) + 2 + width(tail) <= columns:
        lines = [paint(head, "bold") + "  " + paint(tail, "dim")]
    else:
        lines = [paint(line, "bold") for line in wrap(head, columns)]
        lines += [paint(line, "dim") for line in wrap(tail, columns, INDENT)]
    return lines + wrap(clean(pick(document.get("title"), language)), columns, INDENT)


def _fit(match: Match, language: str, columns: int, paint: Paint, *, full: bool) -> list[str]:
    lines: list[str] = []
    for item in match.evidence[: 3 if full else 1]:
        lines += _pair("fits", item, language, columns, paint, "green")
    for item in match.against[: 3 if full else 1]:
        lines += _pair("differs", item, language, columns, paint, "yellow")
    return lines


def _pair(key: str, item: Evidence, language: str, columns: int, paint: Paint, colour: str) -> list[str]:
    label = f"  {say(key, language)}"
    yours = f"{say('yours', language)}: {clean(item.input)}"
    theirs = (
        f"{say('theirs', language)}: {': '.join(filter(None, of_case(item, language))) or say('not_in_case', language)}"
    )
    lead = _label(label)
    first = lead + cut(yours, max(20, columns - len(INDENT)))
    second = wrap(cut(theirs, 2 * (columns - len(INDENT))), columns, INDENT)
    return [first.replace(label, paint(label, colour), 1), *second]


def _story(document: dict[str, Any], language: str, columns: int, paint: Paint) -> list[str]:
    lines: list[str] = []
    cause = clean(pick(document.get("root_cause_text"), language))
    kind = names(document.get("root_cause"), "root_cause", language)
    lines += _block("cause", ": ".join(filter(None, [kind, cause])), language, columns, paint)
    if wrong := labels(document.get("suspected_first"), "suspected_first", language):
        lines += wrap(f"{say('suspected', language)}: {wrong}", columns, INDENT)
    for number, step in enumerate((document.get("diagnosis") or [])[:SHOWN_STEPS], 1):
        finding = clean(pick(step.get("finding"), language))
        text = f"{number}. {clean(pick(step.get('check'), language))}{f' → {finding}' if finding else ''}"
        if ruled := labels(step.get("rules_out"), "rules_out", language):
            text += f" ({say('ruled_out', language)}: {ruled})"
        lines += _block("found_by", text, language, columns, paint, first=number == 1)
        if isinstance(step.get("command"), str):
            lines.append(INDENT + "   $ " + paint(clean(step["command"]), "cyan"))
    for number, remedy in enumerate((document.get("remediation") or [])[:SHOWN_REMEDIES], 1):
        done = labels(remedy.get("kind"), "remediation", language)
        text = f"- {clean(pick(remedy.get('text'), language))}" + (f" [{done}]" if done else "")
        lines += _block("helped", text, language, columns, paint, first=number == 1)
    for source in (document.get("sources") or [])[:1]:
        lines += _block("source", clean(str(source.get("url", ""))), language, columns, paint)
    return lines


def _block(key: str, text: str, language: str, columns: int, paint: Paint, *, first: bool = True) -> list[str]:
    if not text:
        return []
    label = f"  {say(key, language)}"
    lines = wrap(text, columns, _label(label) if first else INDENT, INDENT)
    if first:
        lines[0] = lines[0].replace(label, paint(label, "bold"), 1)
    return lines


def _label(label: str) -> str:
    return pad(label, len(INDENT) - 1) + " "


def _explained(match: Match, language: str, columns: int) -> list[str]:
    model = match.ranked.model
    pairs = zip(match.ranked.features._asdict().items(), model.weights, strict=True)
    text = ", ".join(f"{name} {round(value, 2) + 0.0:.2f}×{weight:+.1f}" for (name, value), weight in pairs)
    return wrap(f"{say('features', language)}: {text}, intercept {model.intercept:+.1f}", columns, INDENT)
