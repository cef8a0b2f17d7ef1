"""What may be wrong and what to look at next, as lines: explanations with bars, the next check, what was done so far.

Nothing is reckoned here: probabilities, gains and their order come from `kb.diagnose` as they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kb.diagnose.checks import Check, Reading
from kb.diagnose.gain import entropy
from kb.diagnose.hypotheses import UNKNOWN, Hypothesis, Prior, RedHerring
from kb.render.diagnosis import cost
from kb.render.messages import pick
from kb.triage import DECIDED, DECIDED_AT, OTHER, SKIP, Session, outlooks
from kb.vocabulary import load
from tui.lines import BLANK, Line, Piece, Spot, clip, flow, plain
from tui.words import say, told

_BAR, _REST = "█", "·"
_LONGEST_BAR, _SHORTEST_BAR = 24, 8
_MADE = 3
_SOURCES = 3
_INDENT = (Piece("  "),)
_LEAST, _MOST = 0.01, 5
"""Probability below which an explanation is not shown by itself, and how many are."""
_ROOMY = 50
_TREND = 0.005
"""Change of a probability from which an arrow shows it."""


def explanations(
    found: Sequence[Hypothesis],
    before: Mapping[tuple[str, tuple[str, ...]], float],
    language: str,
    columns: int,
    *,
    brief: bool = False,
) -> list[Line]:
    """Each explanation with its probability as number and bar, whether the last reading raised (▲) or lowered (▼) it
    from what it was `before` (by root cause and components), the cases that stand for it, and its base rate; those that
    are hardly possible together as one. `brief` is a line for each and nothing of cases and base rates."""
    lines: list[Line] = []
    likely = sorted((item for item in found if item.root_cause), key=lambda item: -item.probability)
    shown = [item for item in likely if item.probability >= _LEAST][:_MOST]
    rest = sum(item.probability for item in likely[len(shown) :])
    size = _SHORTEST_BAR if brief else max(_SHORTEST_BAR, min(_LONGEST_BAR, columns - 9))
    shown += [item for item in found if not item.root_cause]
    for item in sorted(shown, key=lambda item: -item.probability):
        chance = item.probability
        style = "good" if chance >= 0.5 else "warn" if chance >= 0.2 else "dim"
        change = chance - before.get((item.root_cause, item.components), chance)
        trend = " ▲" if change > _TREND else " ▼" if change < -_TREND else ""
        bar = (_BAR * round(chance * size)).ljust(size, _REST)
        head = (Piece(f"{chance:4.0%} ", style), Piece(bar, style), Piece(trend, "strong"))
        if brief:
            lines.append(clip((*head, Piece(" "), *named(item, language)), columns))
            continue
        lines.append(clip(head, columns))
        lines += flow(named(item, language), columns, (Piece("     "),))
        cases = [Piece(plain(name), "link", Spot("record", name)) for name in item.cases[:_MADE]]
        if item.root_cause and not cases:
            lines += flow([Piece(told("only_labels", language), "dim")], columns, (Piece("     "),))
        if cases:
            lines += flow(_joined(cases), columns, (Piece("     "),))
        for prior in item.priors:
            lines += _prior(prior, language, columns)
    if rest >= _TREND:
        lines.append((Piece(f"{rest:4.0%} ", "dim"), Piece(say("others", language), "dim")))
    return lines


def named(item: Hypothesis, language: str) -> list[Piece]:
    """An explanation in words: its root cause, and where the fault was."""
    if not item.root_cause:
        return [Piece(told("none_of_these", language), "dim")]
    parts = [Piece(plain(load("root_causes").label(item.root_cause, language)), "strong")]
    if item.root_cause == UNKNOWN:
        parts = [Piece(say("cause_not_found", language), "strong")]
    labels = [plain(load("components").label(name, language)) for name in item.components]
    return [*parts, Piece(" · " + ", ".join(labels))] if labels else parts


def check_lines(check: Check, number: int, language: str, columns: int) -> list[Line]:
    """The next check in full: what it costs, what to save before, the command to copy, the readings to choose."""
    lines: list[Line] = [
        (Piece(say("check_number", language, n=number), "heading"), Piece("  " + cost(check, language), "dim"))
    ]
    lines += flow([Piece(plain(pick(check.title, language)), "title")], columns)
    for key, text in (("save_first", check.save_first), ("holds_only_if", check.preconditions)):
        if shown := plain(pick(text, language)):
            lines += flow([Piece(f"! {told(key, language)}: ", "warn"), Piece(shown)], columns)
    if check.command:
        lines += [
            BLANK,
            *flow([Piece("$ " + plain(check.command), "command", Spot("command", check.command))], columns),
        ]
    if shown := plain(pick(check.observe, language)):
        lines += [BLANK, *flow([Piece(shown)], columns)]
    lines += [BLANK, (Piece(say("readings", language), "heading"), Piece("  " + say("readings_hint", language), "dim"))]
    for place, reading in enumerate(check.readings, 1):
        lines += _choice(str(place), str(place), pick(reading.text, language), _meaning(reading, language), columns)
    lines += _choice("0", OTHER, say("reading_other", language), [], columns)
    return [*lines, *_choice(".", SKIP, say("reading_skip", language), [], columns)]


def why_lines(session: Session, check: Check, language: str, columns: int) -> list[Line]:
    """Why this check and no other: what it is expected to settle, what each reading would make of the explanations,
    where it was made and what it showed there, where it comes from."""
    lines: list[Line] = [(Piece(say("why_check", language), "heading"),)]
    share = say("why_gain", language, bits=f"{check.gain_bits:.2f}", doubt=f"{entropy(session.now):.2f}")
    lines += flow([Piece(share)], columns, _INDENT)
    for outlook in outlooks(session, check):
        key = "0" if outlook.answer == OTHER else outlook.answer
        first = outlook.hypotheses[0]
        pieces = [Piece(f"{first.probability:.0%} ", "strong"), *named(first, language)]
        lead = (Piece(f"  {key} ", "key"), Piece(f"({outlook.probability:.0%}) → ", "dim"))
        lines += flow(pieces, columns, lead, _INDENT * 3)
    for made in check.made[:_MADE]:
        where = told("made_in", language, case=plain(made.case), number=made.number)
        pieces = [Piece(where, "link", Spot("record", made.case)), Piece(f": {plain(pick(made.finding, language))}")]
        lines += flow(pieces, columns, (Piece("  - "),))
    for source in check.sources[:_SOURCES]:
        lines += _source(source, language, columns)
    return lines


def history_lines(session: Session, language: str, columns: int) -> list[Line]:
    """What was checked so far and what it showed; first what the input told already."""
    lines: list[Line] = [(Piece(say("history", language), "heading"),)]
    for item in session.known:
        if item.reading is not None:
            lines += flow([Piece(plain(pick(item.title, language)))], columns, (Piece("  · ", "strong"),))
            lines += flow([Piece(plain(pick(item.reading.text, language)), "dim")], columns, (Piece("     → ", "dim"),))
            lines += flow(_meaning(item.reading, language), columns, (Piece("       "),))
    for number, step in enumerate(session.steps, 1):
        check = session.check(step.check)
        lines += flow([Piece(plain(pick(check.title, language)))], columns, (Piece(f"  {number}. ", "strong"),))
        lines += flow([Piece(answer_text(check, step.answer, language), "dim")], columns, (Piece("     → ", "dim"),))
    if session.steps:
        return [*lines, *flow([Piece(say("undo_hint", language), "dim")], columns, _INDENT)]
    return lines if session.known else [*lines, (Piece("  " + say("history_none", language), "dim"),)]


def answer_text(check: Check, answer: str, language: str) -> str:
    """What was answered to a check, in words."""
    if answer in (OTHER, SKIP):
        return say(f"reading_{answer}", language)
    return plain(pick(check.readings[int(answer) - 1].text, language))


def end_lines(session: Session, helped: Sequence[Any], language: str, columns: int) -> list[Line]:
    """How it ended: why no check follows, the likeliest explanation, its cases and what helped there."""
    key = "end_settled" if session.state == DECIDED else "end_nothing"
    lines = flow([Piece(say(key, language, percent=round(DECIDED_AT * 100)), "good")], columns)
    lines += [BLANK, (Piece(say("end_likely", language), "heading"),)]
    lines += explanations([session.leading], {}, language, columns)
    texts = [plain(pick(item.get("text"), language)) for item in helped if isinstance(item, dict)]
    if texts:
        lines += [BLANK, (Piece(say("end_helped", language), "heading"),)]
        lines += [line for text in texts for line in flow([Piece(text)], columns, (Piece("  - "),))]
    lines += [BLANK, *flow([Piece(say("draft_hint", language), "strong")], columns)]
    if session.open_checks:
        lines += flow([Piece(say("go_on_hint", language), "strong")], columns)
    return lines


def herring_lines(found: Iterable[RedHerring], language: str, columns: int) -> list[Line]:
    """What was suspected first in such cases, and wrongly."""
    lines: list[Line] = []
    for item in found:
        label = plain(load("root_causes").label(item.term, language))
        if label == item.term:
            label = plain(load("components").label(item.term, language))
        text = told("red_herring", language, what=label, count=len(item.cases), of=item.of)
        lines += flow([Piece(text)], columns, (Piece("  × ", "warn"),))
    return [(Piece(say("red_herrings", language), "heading"),), *lines] if lines else []


def later_lines(checks: Sequence[Check], language: str, columns: int) -> list[Line]:
    """The checks that would come next, a line or two each."""
    lines: list[Line] = []
    for check in checks:
        pieces = [Piece(plain(pick(check.title, language))), Piece("  " + cost(check, language), "dim")]
        lines += flow(pieces, columns, (Piece("  - "),))
    return [(Piece(say("later_checks", language), "heading"),), *lines] if lines else []


def _prior(prior: Prior, language: str, columns: int) -> list[Line]:
    """The base rate, told apart from what the input says, with its source."""
    key = "prior_domain" if columns >= _ROOMY else "prior"
    domain = plain(load("domains").label(prior.domain, language))
    key = key if prior.total else "prior_share"
    text = say(key, language, having=f"{prior.having:g}", total=prior.total, domain=domain)
    source = Piece(say("prior_shipped", language), "dim")
    if prior.source:
        source = Piece(say("prior_published", language), "link", Spot("url", prior.source))
    return flow([Piece(f"{text} (", "dim"), source, Piece(")", "dim")], columns, (Piece("     "),))


def _choice(key: str, value: str, text: str, meaning: list[Piece], columns: int) -> list[Line]:
    spot = Spot("reading", value)
    lead = (Piece(" "), Piece(key, "key", spot), Piece("  "))
    lines = flow([Piece(plain(text), "", spot)], columns, lead)
    return lines + flow(meaning, columns, (Piece("    → ", "dim"),)) if meaning else lines


def _meaning(reading: Reading, language: str) -> list[Piece]:
    pieces: list[Piece] = []
    for key, terms, style in (("points_to", reading.points_to, "good"), ("rules_out", reading.rules_out, "warn")):
        if terms:
            labels = ", ".join(plain(_label(term, language)) for term in terms)
            sign = "+" if key == "points_to" else "-"
            pieces += [Piece(f"{sign} {told(key, language)} ", style), Piece(f"{labels}  ", "dim")]
    return pieces


def _label(term: str, language: str) -> str:
    for name in ("root_causes", "components"):
        if term in load(name).terms:
            return load(name).label(term, language)
    return term


def _source(source: dict[str, Any], language: str, columns: int) -> list[Line]:
    url = str(source.get("url") or "")
    date = f" ({plain(source['date'])})" if source.get("date") else ""
    note = plain(pick(source.get("note"), language))
    pieces = [Piece(plain(url), "link", Spot("url", url)), Piece(date + (f": {note}" if note else ""), "dim")]
    return flow(pieces, columns, (Piece("  - "),))


def _joined(pieces: list[Piece]) -> list[Piece]:
    return [part for piece in pieces for part in (piece, Piece("  "))]
