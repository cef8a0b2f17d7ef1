"""Why a case fits an input and what does not fit, as lines: the input beside the case, what they share marked."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from kb.answer import Answer, Match
from kb.baselines import Comparison
from kb.evidence import Evidence
from kb.movements import movement
from kb.render.answer import verdict_words
from kb.render.layout import chance
from kb.render.messages import pick
from kb.render.terms import of_case
from kb.signals.model import Signal
from tui.case import head, lay_out
from tui.lines import BLANK, Line, Piece, Spot, beside, clip, cut, flow, marked, plain
from tui.measured import readings
from tui.view import View, severity_mark
from tui.words import say, told

SEVERITY_SIGNS = {"critical": "▲ ", "error": "◆ ", "warning": "● ", "info": "○ ", "none": "  "}
_STYLES = {"critical": "critical", "error": "major", "warning": "moderate", "info": "minor", "none": "dim"}
_BAR = "█"
_LONGEST = 400
_SIGN_WIDTH = 2


def verdict_line(answer: Answer, language: str) -> Line:
    """The verdict in words, never by colour alone."""
    head, line = verdict_words(answer, language)
    style = {"match": "good", "weak": "warn"}.get(answer.verdict, "bad")
    sign = {"match": "● ", "weak": "◐ "}.get(answer.verdict, "○ ")
    return (Piece(sign + head, style), Piece(f": {line}"))


def case_rows(match: Match, language: str, columns: int) -> list[Line]:
    """A case in the list: probability as number and bar, title, and below it id, organisation and date."""
    probability = match.ranked.probability
    bar = (_BAR * round(probability * 8)).ljust(8, "·")
    document = match.document
    style = "good" if probability >= 0.5 else "warn" if probability >= 0.2 else "dim"
    title = cut(plain(pick(document.get("title"), language)), columns - 6)
    about = "  ".join(plain(document[key]) for key in ("id", "org", "date") if document.get(key))
    return [
        clip((Piece(f"{chance(probability):>4}  ", style), Piece(title)), columns),
        clip((Piece(bar + " ", style), severity_mark(document), Piece(f" {about}", "dim")), columns),
    ]


def signal_row(signal: Signal, language: str, columns: int) -> list[Line]:
    """A signal in the list: sign of its severity, role, what moved, name. The end is what is cut, so the name comes
    after what moved, and the role is left out where there is no room for both."""
    value = moved(signal)
    name = " ".join(filter(None, (value, plain(signal.name))))
    if signal.times > 1:
        name += f"  ×{signal.times:,}"
    role = say(f"role_{signal.role}", language) + " "
    if value and _SIGN_WIDTH + cell_len(role + value) > columns:
        role = ""
    style = _STYLES[signal.severity]
    strong = "strong" if signal.role == "initiating" else ""
    return [clip((Piece(SEVERITY_SIGNS[signal.severity], style), Piece(role, "dim"), Piece(name, strong)), columns)]


def moved(signal: Signal) -> str:
    """What moved and by how much; empty for what is no metric."""
    if signal.kind != "metric":
        return ""
    return movement(signal.from_value, signal.to_value, signal.unit, signal.direction)


def value_width(signal: Signal) -> int:
    """Columns that the row of a signal needs for what must be seen of it."""
    return _SIGN_WIDTH + cell_len(moved(signal))


def why(match: Match, comparisons: Sequence[Comparison], language: str, columns: int) -> list[Line]:
    """The evidence for a case and against it, the readings beside healthy values, then the case itself."""
    view = View(language)
    lines = head(match.document, view, columns)
    fits = [line for item in match.evidence for line in _pair(item, language, columns, "hit")]
    lines += [BLANK, (Piece("+ " + say("fits", language), "good"),)]
    lines += fits or [(Piece("  " + say("no_evidence", language), "dim"),)]
    differs = [line for item in match.against for line in _pair(item, language, columns, "warn")]
    if differs:
        lines += [BLANK, (Piece("- " + say("differs", language), "warn"),), *differs]
    lines += readings(comparisons, language, columns)
    body = lay_out(match.document, view, columns)
    return [*lines, BLANK, (Piece("─" * min(columns, 110), "rule"),), *body[len(head(match.document, view, columns)) :]]


def _pair(item: Evidence, language: str, columns: int, style: str) -> list[Line]:
    yours = _marked(item.input, item.words, style)
    about, quoted = of_case(item, language)
    theirs = _marked(quoted, item.words, style) if quoted else [Piece(told("not_in_case", language), "dim")]
    if about:
        theirs = [Piece(f"{about}: ", "dim"), *theirs]
    if item.input_span is not None:
        spot = Spot("input", f"{item.input_span[0]}-{item.input_span[1]}")
        yours = [piece._replace(spot=spot) for piece in yours]
    you, they = told("yours", language), told("theirs", language)
    if columns < 70:
        lines = flow(yours, columns, (Piece(f"  {you}  ", "dim"),))
        return [*lines, *flow(theirs, columns, (Piece(f"  {they}  ", "dim"),))]
    half = (columns - 3) // 2
    left = flow(yours, half, (Piece(f"  {you}  ", "dim"),))
    return beside(left, flow(theirs, half, (Piece(f"{they}  ", "dim"),)), columns)


def _marked(text: str, words: tuple[str, ...], style: str) -> list[Piece]:
    shown = plain(text)[:_LONGEST]
    folded = shown.casefold()
    spans = []
    for word in words:
        wanted = plain(word).casefold()
        place = folded.find(wanted) if wanted and len(folded) == len(shown) else -1
        while place >= 0:
            spans.append((place, place + len(wanted)))
            place = folded.find(wanted, place + 1)
    return marked(shown, spans, style)
