"""What may be wrong and what to look at next: the end of an answer, as text, JSON and Markdown.

One check is shown in full, because at two in the morning nobody reads three; the next two are lines. A command is
shown as it stands in the catalogue, with values of the input only where `kb.diagnose.filling` lets them in.
"""

from __future__ import annotations

from kb.diagnose import Diagnosis
from kb.diagnose.checks import Check, Reading
from kb.diagnose.hypotheses import UNKNOWN, Hypothesis, Prior, RedHerring
from kb.namedtuple import TYPE_CHECKING
from kb.render.layout import Paint, clean, cut, pad, width, wrap
from kb.render.messages import pick, say
from kb.render.terms import label, labels

if TYPE_CHECKING:
    from typing import Any

    from kb.diagnose.answered import Answered

INDENT = " " * 12
SHOWN_HYPOTHESES = 3
SHOWN_CHANCE = 0.01
SHOWN_LATER = 2
SHOWN_MADE = 2
LEAST_TITLE = 24
LEAST_BITS = 0.01
SHOWN_CASES = 3
SHOWN_BY_LABELS = 0.05
SHOWN_SOURCES = 3


def hypothesis_json(item: Hypothesis) -> dict[str, Any]:
    """An explanation in the contract; `root_cause` is null for "none of these"."""
    return {
        "root_cause": item.root_cause or None,
        "components": list(item.components),
        "probability": round(item.probability, 4),
        "cases": list(item.cases),
        "by_labels": round(item.by_labels, 4),
        "priors": [_prior_json(prior) for prior in item.priors],
    }


def _prior_json(prior: Prior) -> dict[str, Any]:
    """A base rate in the contract: `count` of `of`, or, where only that is known, the `percent`."""
    return {
        "count": prior.having if prior.total else None,
        "of": prior.total or None,
        "percent": None if prior.total else prior.having,
        "domain": prior.domain,
        "source": prior.source or None,
        "population": prior.population or None,
    }


def red_herring_json(item: RedHerring) -> dict[str, Any]:
    """What was wrongly suspected, in which of the cases that tell of a suspicion."""
    return {"id": item.term, "cases": list(item.cases), "of": item.of}


def check_json(place: int, check: Check) -> dict[str, Any]:
    """A check in the contract; `risk` is null where its source does not tell."""
    steps = [f"{made.case}#diagnosis/{made.number}" for made in check.made]
    return {
        "rank": place,
        "id": check.id,
        "title": check.title,
        "command": check.command or None,
        "observe": check.observe or None,
        "risk": check.risk or None,
        "asks_history": check.asks_history,
        "effort_minutes": check.effort_minutes or None,
        "save_first": check.save_first or None,
        "preconditions": check.preconditions or None,
        "gain_bits": round(check.gain_bits, 4),
        "readings": [reading_json(item) for item in check.readings],
        "from": steps if "#" in check.id else [f"checks/{check.id}", *steps],
        "findings": [{"case": made.case, "step": made.number, "finding": made.finding} for made in check.made],
        "sources": list(check.sources),
    }


def leading(diagnosis: Diagnosis) -> tuple[list[Hypothesis], float]:
    """The explanations that are shown, and what is left for all others and "none of these"."""
    *named, none = diagnosis.hypotheses
    shown = [item for item in named if item.probability >= SHOWN_CHANCE][:SHOWN_HYPOTHESES]
    return shown, none.probability + sum(item.probability for item in named if item not in shown)


def hypotheses_text(diagnosis: Diagnosis, language: str, columns: int, paint: Paint) -> list[str]:
    """The leading explanations, a line each, "none of these" among them, and what was wrongly suspected before."""
    lines = ["", paint(say("explanations", language), "bold")]
    shown, rest = leading(diagnosis)
    for item in shown:
        lines += explanation_text(item, language, columns)
        if item is shown[0] and item.priors and item.root_cause != UNKNOWN:
            lines += [paint(line, "dim") for line in wrap(_base_rates(item, language), columns, "          ")]
    lines.append(f"    {percent(rest):>4}  {say('none_of_these', language)}")
    for herring in diagnosis.red_herrings[:1]:
        what = label(herring.term, "suspected_first", language)
        told = say("red_herring", language, what=what, count=len(herring.cases), of=herring.of)
        lines += [paint(line, "dim") for line in wrap(told, columns, "          ")]
    return lines


def explanation_text(item: Hypothesis, language: str, columns: int) -> list[str]:
    """An explanation with its probability and where it comes from: the cases, the labels of the input, or both."""
    told = f"{hypothesis_text(item, language)} ({_told_from(item, language)})"
    return wrap(told, columns, f"    {percent(item.probability):>4}  ")


def _told_from(item: Hypothesis, language: str) -> str:
    """The cases that stand for an explanation, and what part of it comes from the labels of the input."""
    if not item.cases:
        return say("only_labels", language)
    cases = clean(", ".join(item.cases[:SHOWN_CASES]))
    if item.by_labels < SHOWN_BY_LABELS:
        return cases
    return f"{cases}; {say('by_labels', language, share=percent(item.by_labels))}"


def _base_rates(item: Hypothesis, language: str) -> str:
    told = []
    for prior in item.priors:
        key = ("prior_published" if prior.total else "prior_share") if prior.source else "prior_shipped"
        site = "".join(clean(prior.source).split("/")[2:3])
        told.append(
            say(key, language, count=f"{prior.having:g}", of=prior.total, domain=clean(prior.domain), site=site)
        )
    return "; ".join(told)


def percent(probability: float) -> str:
    """A probability for people. What is not certain is never told as 0 or 100 %."""
    if 0.0 < probability < 0.005:
        return "<1%"
    return ">99%" if 0.995 <= probability < 1.0 else f"{probability:.0%}"


def hypothesis_text(item: Hypothesis, language: str) -> str:
    """An explanation in a few words: its root cause and its components, or "none of these"."""
    if not item.root_cause:
        return say("none_of_these", language)
    found = item.root_cause != UNKNOWN
    cause = label(item.root_cause, "root_cause", language) if found else say("cause_not_found", language)
    return " · ".join(filter(None, [cause, labels(list(item.components), "components", language)]))


def next_check_text(diagnosis: Diagnosis, language: str, columns: int, paint: Paint) -> list[str]:
    """The best check in full and the next two as lines, if any tells explanations apart, and what the input answers."""
    known = answered_text(diagnosis, language, columns, paint)
    checks = diagnosis.checks
    if not checks:
        return ["", *known] if known else []
    first = checks[0]
    lines = ["", paint(say("next_check", language), "bold") + "  " + paint(cost(first, language), "dim")]
    lines += check_text(first, language, columns, paint)
    for number, later in enumerate(checks[1 : 1 + SHOWN_LATER]):
        label = pad(f"  {say('then', language)}" if number == 0 else "", len(INDENT))
        price, room = cost(later, language), columns - len(INDENT)
        title = clean(pick(later.title, language))
        if room - width(price) - 2 >= LEAST_TITLE:
            lines.append(label + cut(title, room - width(price) - 2) + "  " + paint(price, "dim"))
        else:
            lines += [label + cut(title, room), *[paint(line, "dim") for line in wrap(price, columns, INDENT)]]
    return lines + known


def answered_text(diagnosis: Diagnosis, language: str, columns: int, paint: Paint) -> list[str]:
    """The checks that the input answers: those whose reading it gives with that and what it means, then the others."""
    lines: list[str] = []
    for item, reading in diagnosis.readings:
        label = pad("" if lines else f"  {say('known', language)}", len(INDENT))
        lines += wrap(clean(pick(item.title, language)), columns, label, INDENT)
        lines += wrap(reading_text(reading, language), columns, INDENT + "→ ", INDENT + "  ")
    if others := [item.id for item in diagnosis.answered if item.reading is None]:
        told = say("answered", language, checks=", ".join(others))
        lines += [paint(line, "dim") for line in wrap(told, columns, INDENT)]
    return lines


def answer_json(item: Answered, reading: Reading) -> dict[str, Any]:
    """A check that the input answers with a reading."""
    return {"check": item.id, "title": item.title, **reading_json(reading)}


def reading_json(reading: Reading) -> dict[str, Any]:
    """A reading in the contract."""
    return {"reading": reading.text, "points_to": list(reading.points_to), "rules_out": list(reading.rules_out)}


def check_text(check: Check, language: str, columns: int, paint: Paint) -> list[str]:
    """A check in full: what to do, what to save before, what each reading means, where it was made."""
    lines = [paint(line, "bold") for line in wrap(clean(pick(check.title, language)), columns, INDENT)]
    for text in (check.save_first, check.preconditions):
        if told := clean(pick(text, language)):
            key = "save_first" if text is check.save_first else "holds_only_if"
            lines += wrap(f"{say(key, language)}: {told}", columns, INDENT)
    if check.command:
        lines.append(INDENT + "$ " + paint(clean(check.command), "cyan"))
    if told := clean(pick(check.observe, language)):
        lines += wrap(told, columns, INDENT)
    if "#" not in check.id:
        for number, reading in enumerate(check.readings, 1):
            lines += wrap(reading_text(reading, language), columns, INDENT + f"{number}. ", INDENT + "   ")
    for made in check.made[:SHOWN_MADE]:
        told = say("made_in", language, case=made.case, number=made.number)
        finding = clean(pick(made.finding, language))
        lines += wrap(f"{told}: {finding}", columns, INDENT)
    if "#" in check.id and (means := _meaning(check.readings[0], language)):
        lines += wrap(means, columns, INDENT)
    for source in _told_by(check)[:SHOWN_SOURCES]:
        note = clean(pick(source.get("note"), language))
        when = f" ({clean(str(source['date']))})" if source.get("date") else ""
        shown = f"{clean(str(source.get('url', '')))}{when}" + (f": {note}" if note else "")
        lines += [paint(line, "dim") for line in wrap(shown, columns, INDENT)]
    return lines


def _told_by(check: Check) -> list[dict[str, Any]]:
    """The sources that say something of the check itself; the first one where all only name cases in which it was
    made, which stand above already."""
    own = [source for source in check.sources if "KB-" not in str(source.get("note"))]
    return own or [source | {"note": None} for source in check.sources[:1]]


def reading_text(reading: Reading, language: str) -> str:
    """A reading and what it means, on one line."""
    means = _meaning(reading, language)
    return clean(pick(reading.text, language)) + (f" → {means}" if means else "")


def cost(check: Check, language: str) -> str:
    """Risk, effort and expected information of a check in a few words."""
    parts = [say("risk_" + (check.risk or "unknown").replace("-", "_"), language)]
    if check.effort_minutes:
        parts.append(say("minutes", language, count=f"{check.effort_minutes:g}"))
    bits = f"{check.gain_bits:.2f}" if check.gain_bits >= LEAST_BITS else f"<{LEAST_BITS}"
    parts.append(say("bits", language, bits=bits))
    return ", ".join(parts)


def _meaning(reading: Reading, language: str) -> str:
    parts = []
    for key, terms in (("points_to", reading.points_to), ("rules_out", reading.rules_out)):
        if terms:
            parts.append(f"{say(key, language)}: {labels(list(terms), key, language)}")
    return "; ".join(parts)
