"""Overview: the corpus at a glance, as bars that lead to their search and a heat map of components against symptoms."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from textual import work
from textual.app import ComposeResult

from kb.engine import Engine
from kb.errors import KbError
from kb.vocabulary import load
from tui.lines import BLANK, Line, Piece, Spot, beside, cut, fit, width
from tui.screens.base import KbScreen
from tui.widgets.page import Page
from tui.words import say

_BAR, _HALF = "█", "▌"
_SHADES = " ░▒▓█"
_LONGEST = 10
_MOST_YEARS = 14
_HEAT_ROWS, _HEAT_COLUMNS = 12, 12
_SAMPLE = 2000
"""Cases that the heat map is counted over, the newest: enough for the picture, and read in a moment."""


class Figures(NamedTuple):
    """What the overview shows: counts by vocabulary and term, by year, reviewed and all, pairs of component and
    symptom."""

    terms: dict[str, dict[str, int]]
    years: dict[int | None, int]
    reviewed: int
    records: int
    pairs: Counter[tuple[str, str]]


class OverviewScreen(KbScreen):
    """Bars and heat map; Enter on a bar or a cell searches it."""

    NAME = "overview"
    CONTEXTS = ()
    PANES = ("#page",)

    def __init__(self) -> None:
        super().__init__()
        self.figures: Figures | None = None
        self._opened: frozenset[str] = frozenset()

    def body(self) -> ComposeResult:
        """The page."""
        yield Page(id="page", classes="pane")

    def on_mount(self) -> None:
        """Count."""
        self.to("#page")

    def on_screen_resume(self) -> None:
        """Count again: records may have come in."""
        self._count()

    def store_changed(self) -> None:
        """Count again."""
        self._count()

    def relabel(self) -> None:
        """Labels and figures."""
        super().relabel()
        self._say_spot()
        if self.figures is not None:
            figures, language, opened = self.figures, self.kb.language, self._opened
            self.query_one(Page).show(lambda columns: lay_out(figures, language, columns, opened), keep=True)

    @work(exclusive=True)
    async def _count(self) -> None:
        try:
            self.figures = await self.kb.session.ask(figures_of)
        except KbError as error:
            self.fail(error)
            return
        self.relabel()

    def on_page_visited(self) -> None:
        """The cursor is on another bar."""
        self._say_spot()

    def _say_spot(self) -> None:
        """Say which search the bar under the cursor leads to."""
        spot = self.query_one(Page).spot
        if spot is not None and spot.kind == "search":
            self.status(spot.value)
        else:
            self.status(self.say("more_hint" if spot else "overview_hint"))

    def on_page_chosen(self, event: Page.Chosen) -> None:
        """Search it; show all of a block, or only the most frequent again."""
        if event.spot is None:
            return
        if event.spot.kind == "search":
            self.kb.search_for(event.spot.value)
        else:
            self._opened ^= {event.spot.value}
            self.relabel()


def figures_of(engine: Engine) -> Figures:
    """The figures of a store."""
    counts = engine.reader.counts()
    pairs: Counter[tuple[str, str]] = Counter()
    for document in engine.search("", _SAMPLE).documents:
        components, symptoms = document.get("components") or [], document.get("symptoms") or []
        pairs.update((one, two) for one in components for two in symptoms)
    return Figures(counts.terms, counts.years, counts.reviewed, counts.records, pairs)


def lay_out(figures: Figures, language: str, columns: int, opened: frozenset[str] = frozenset()) -> list[Line]:
    """The overview in so many columns, two blocks side by side where there is room; `opened` are the vocabularies of
    which all terms are shown."""
    wide = columns >= 96
    half = (columns - 3) // 2 if wide else columns

    def bars(heading: str, name: str, prefix: str) -> list[Line]:
        vocabulary = load(name)
        counted = sorted(figures.terms.get(name, {}).items(), key=lambda item: (-item[1], item[0]))
        shown = counted if name in opened else counted[:_LONGEST]
        rows = [(vocabulary.label(term, language), number, f"{prefix}:{term}") for term, number in shown]
        lines = _bars(say(heading, language), rows, half)
        if rest := len(counted) - _LONGEST if len(counted) > _LONGEST else 0:
            label = say("fewer_values", language) if name in opened else say("more_values", language, n=rest)
            lines.append((Piece(f"… {label}", "dim", Spot("more", name)),))
        return lines

    review = [
        (say("reviewed_yes", language), figures.reviewed, "reviewed:yes"),
        (say("reviewed_no", language), figures.records - figures.reviewed, "reviewed:no"),
    ]
    blocks = [
        [
            *_bars(say("by_year", language), _years(figures.years, language), half),
            BLANK,
            *_bars(say("by_review", language), review, half),
        ],
        bars("by_domain", "domains", "domain"),
        bars("by_cause", "root_causes", "cause"),
        bars("by_symptom", "symptoms", "symptom"),
        bars("by_component", "components", "component"),
    ]
    lines: list[Line] = []
    if wide:
        lines += beside(blocks[0], blocks[1] + [BLANK] + blocks[2], columns, "   ")
        lines += [BLANK, *beside(blocks[3], blocks[4], columns, "   ")]
    else:
        for block in blocks:
            lines += [*block, BLANK]
    return [*lines, BLANK, *_heat(figures, language, columns, say("heat", language))]


def _years(counts: dict[int | None, int], language: str) -> list[tuple[str, int, str]]:
    """The latest years, what has no date (no filter finds that), and all years before in one row."""
    dated = sorted((year, number) for year, number in counts.items() if year)
    early, shown = dated[:-_MOST_YEARS], dated[-_MOST_YEARS:]
    rows = [(str(year), number, f"year:{year}") for year, number in shown]
    if counts.get(None):
        rows.append((say("unknown_year", language), counts[None], ""))
    if early:
        first, last = early[0][0], early[-1][0]
        years = str(first) if first == last else f"{first}-{last}"
        rows.append((say("earlier_years", language, years=years), sum(n for _, n in early), f"until:{last}"))
    return rows


def _bars(heading: str, rows: list[tuple[str, int, str]], columns: int) -> list[Line]:
    lines: list[Line] = [(Piece(heading, "heading"),)]
    most = max((number for _, number, _ in rows), default=1) or 1
    label_width = min(26, columns // 2)
    room = max(4, columns - label_width - 9)
    for label, number, search in rows:
        size = number * room * 2 // most
        bar = _BAR * (size // 2) + (_HALF if size % 2 or (number and not size) else "")
        spot = Spot("search", search) if search else None
        lines.append(
            (Piece(fit(label, label_width), "", spot), Piece(f"{number:6,} ", "dim"), Piece(bar, "command", spot))
        )
    return lines


def _heat(figures: Figures, language: str, columns: int, heading: str) -> list[Line]:
    components = _most(figures.pairs, 0, _HEAT_ROWS)
    label_width = min(26, columns // 3)
    symptoms = _most(figures.pairs, 1, min(_HEAT_COLUMNS, max(1, (columns - label_width) // 5)))
    most = max(figures.pairs.values(), default=1)
    lines: list[Line] = [(Piece(heading, "heading"),)]
    for number, symptom in enumerate(symptoms):
        stem = (Piece(" " * label_width + " │  " * number),)
        label = load("symptoms").label(symptom, language)
        lines.append((*stem, Piece(" ┌─ ", "rule"), Piece(cut(label, columns - width(stem) - 4), "dim")))
    for component in components:
        pieces: list[Piece] = [Piece(fit(load("components").label(component, language), label_width))]
        for symptom in symptoms:
            number = figures.pairs[component, symptom]
            shade = _SHADES[0 if not number else max(1, -(-number * (len(_SHADES) - 1) // most))]
            spot = Spot("search", f"component:{component} symptom:{symptom}") if number else None
            pieces.append(Piece(f"{shade}{number or '·':>2} ", "command" if number else "rule", spot))
        lines.append(tuple(pieces))
    return lines


def _most(pairs: Counter[tuple[str, str]], side: int, size: int) -> list[str]:
    totals: Counter[str] = Counter()
    for pair, number in pairs.items():
        totals[pair[side]] += number
    return [term for term, _ in sorted(totals.items(), key=lambda item: (-item[1], item[0]))[:size]]
