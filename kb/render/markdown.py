"""An answer as Markdown for a ticket or a chat. Foreign text is shown literally, whatever it holds."""

from __future__ import annotations

from kb.namedtuple import TYPE_CHECKING
from kb.render.answer import respelt_words
from kb.render.diagnosis import cost, hypothesis_text, leading, percent, reading_text
from kb.render.layout import Paint, chance, clean, cut
from kb.render.messages import pick, review_of, say
from kb.render.signals import comparisons_text
from kb.render.terms import of_case

if TYPE_CHECKING:
    from kb.answer import Answer
    from kb.diagnose import Diagnosis

COLUMNS = 1000
"""A line of Markdown is folded by whoever shows it."""


def to_markdown(answer: Answer, language: str) -> str:
    """The answer as Markdown for a ticket or a chat."""
    line = say(f"{answer.verdict}_line" if answer.matches else "none_line", language)
    lines = [f"**{say(answer.verdict, language)}**: {line}", ""]
    if answer.respelt:
        lines += [f"_{escape(respelt_words(answer, language))}_", ""]
    readings = comparisons_text(answer.comparisons, language, COLUMNS, Paint(False))
    lines += [*(f"- {escape(reading)}" for reading in readings), *([""] if readings else [])]
    for match in answer.matches:
        document = match.document
        title = escape(clean(pick(document.get("title"), language)))
        state = review_of(document)
        mark = "" if state == "reviewed" else f" _({say(state, language)})_"
        lines.append(f"{match.rank}. **{document['id']}** ({chance(match.ranked.probability)}) {title}{mark}")
        for item in match.evidence[:3]:
            lines.append(
                f"   - {say('fits', language)}: {code(clean(item.input))} ~ {code(clean(item.record))} (`{item.field}`)"
            )
        for item in match.against[:2]:
            about, theirs = of_case(item, language)
            beside = f" ({about}: {escape(theirs)})" if about else ""
            lines.append(f"   - {say('differs', language)}: {code(clean(item.input))}{beside}")
        for source in (document.get("sources") or [])[:1]:
            lines.append(f"   - {link(str(source.get('url', '')))}")
    if answer.matches and not answer.signals.healthy:
        lines += _diagnosis(answer.diagnosis, language)
    return "\n".join(lines) + "\n"


def _diagnosis(diagnosis: Diagnosis, language: str) -> list[str]:
    """The leading explanations and the next check for a ticket or a chat."""
    lines = ["", f"**{say('explanations', language)}**", ""]
    shown, rest = leading(diagnosis)
    for item in shown:
        lines.append(f"- {escape(percent(item.probability))} {escape(hypothesis_text(item, language))}")
    lines.append(f"- {escape(percent(rest))} {say('none_of_these', language)}")
    for check in diagnosis.checks[:1]:
        title = escape(clean(pick(check.title, language)))
        lines += ["", f"**{say('next_check', language)}**: {title} ({cost(check, language)})", ""]
        if check.save_first:
            lines += [f"{say('save_first', language)}: {escape(clean(pick(check.save_first, language)))}", ""]
        if check.command:
            lines += ["    " + clean(check.command), ""]
        lines += [f"1. {escape(reading_text(reading, language))}" for reading in check.readings]
    known = diagnosis.readings
    if known:
        lines += ["", f"**{say('known', language).capitalize()}**", ""]
    for given, reading in known:
        told = f"{clean(pick(given.title, language))} → {reading_text(reading, language)}"
        lines.append(f"- {escape(told)}")
    return lines


def escape(text: str) -> str:
    """Foreign text as Markdown that shows it literally."""
    return "".join("\\" + char if char in "\\`*_[]<>#|!" else char for char in text)


def link(url: str) -> str:
    """A foreign address as a Markdown link that ends where it should."""
    return "<" + clean(url).replace(" ", "%20").replace("<", "%3C").replace(">", "%3E") + ">"


def code(text: str) -> str:
    """Foreign text as inline code, whatever backticks it holds."""
    fence = "`"
    while fence in text:
        fence += "`"
    gap = " " if "`" in text else ""
    return f"{fence}{gap}{cut(text, 160)}{gap}{fence}"
