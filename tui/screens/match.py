"""Match: whatever is at hand beside the past cases that fit it, and why they do."""

from __future__ import annotations

from typing import Any

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Container

from kb.answer import Match
from kb.baselines import Comparison
from kb.render.comparison import sentence
from kb.render.messages import say as told
from kb.signals.model import BINARY, Signal
from kb.text import visible
from tui import fit, understood
from tui.lines import Line, Piece
from tui.screens.reading import ReadingScreen
from tui.widgets.bar import Bar
from tui.widgets.editor import SHOWN_BYTES, Editor
from tui.widgets.page import Page
from tui.widgets.rows import Rows


class MatchScreen(ReadingScreen):
    """Input, what was understood of it, the verdict, the cases, and the evidence for and against the current one."""

    NAME = "match"
    CONTEXTS = ("match", "record")
    PANES = ("#editor", "#signals", "#cases", "#why")
    BINDINGS = ReadingScreen.bound("match", "record")
    LINE = "#editor"

    def body(self) -> ComposeResult:
        """The panes."""
        with Container(id="match-body"):
            with Container(id="match-left"):
                yield Editor(id="editor", classes="pane")
                yield Rows(self._paint_signal, id="signals", classes="pane")
            with Container(id="match-right"):
                yield Bar(id="verdict")
                yield Rows(self._paint_case, height=2, id="cases", classes="pane", identity=_case_id)
                yield Page(id="why", classes="pane")

    def relabel(self) -> None:
        """Labels and what is written in the language."""
        super().relabel()
        for selector, key in (("#editor", "input"), ("#signals", "understood"), ("#cases", "cases"), ("#why", "why")):
            self.label(selector, key)
        self.query_one(Editor).placeholder = self.say("input_hint")
        self.show(keep=True)

    def case(self) -> dict[str, Any] | None:
        """The current case."""
        match = self._match()
        return match.document if match else None

    def command(self) -> str:
        """The command under the cursor of the evidence."""
        page = self.query_one("#why", Page)
        return page.spot.value if page.has_focus and page.spot and page.spot.kind == "command" else ""

    def go_back(self) -> bool:
        """Stop reading a long input; from the evidence to the cases."""
        if self.state == "reading_long":
            self.stop()
            return True
        if self.query_one("#why").has_focus or self.query_one("#signals").has_focus:
            self.to("#cases")
            return True
        return False

    def on_descendant_focus(self) -> None:
        """On a small terminal the evidence takes the place of the input while it is read, and what was understood
        that of the cases."""
        super().on_descendant_focus()
        self.set_class(self.query_one("#why").has_focus, "reading-why")
        if self.query_one("#cases").has_focus or self.query_one("#why").has_focus:
            self.remove_class("understood-shown")
            self.say_cut()

    def show(self, *, keep: bool = False) -> None:
        """Show the answer in every pane."""
        answer, language = self.answer, self.kb.language
        self.say_cut()
        editor = self.query_one(Editor)
        if answer is None:
            self.say_state()
            editor.border_subtitle = ""
        else:
            self.query_one("#verdict", Bar).say(fit.verdict_line(answer, language))
            form = told("read_as", language, format=answer.signals.format, size=f"{answer.signals.size:,}")
            form += f", {told('truncated', language)}" if answer.signals.truncated else ""
            editor.border_subtitle = form.replace("[", "(")
        self._fit_verdict()
        is_text = answer is not None and answer.signals.format != BINARY
        signals = self.query_one("#signals", Rows)
        signals.repaint([self.say("nothing_understood")] if is_text else [])
        signals.show([*answer.comparisons, *answer.signals.signals] if answer else [])
        self.query_one("#cases", Rows).show(answer.matches if answer else ())
        self._show_why(keep=keep)
        self._mark(None)

    def say_state(self) -> None:
        """Say in the place of the verdict where the reading stands."""
        text = self.say(self.state, size=f"{len(self.query_one(Editor).data):,}")
        self.query_one("#verdict", Bar).say((Piece(text, "warn" if self.state == "stopped_reading" else "dim"),))

    def on_resize(self) -> None:
        """The verdict may need another line now."""
        self.call_after_refresh(self._fit_verdict)

    def _fit_verdict(self) -> None:
        """A verdict that is longer than its line gets two."""
        bar = self.query_one("#verdict", Bar)
        bar.set_class(0 < bar.region.width - 2 < cell_len(bar.text), "-tall")

    def _show_why(self, *, keep: bool = False) -> None:
        match, language = self._match(), self.kb.language
        page = self.query_one("#why", Page)
        comparisons = self.answer.comparisons if self.answer else ()
        page.show(lambda columns: fit.why(match, comparisons, language, columns) if match else [], keep=keep)

    def _match(self) -> Match | None:
        current = self.query_one("#cases", Rows).current
        return current if isinstance(current, Match) else None

    def _mark(self, current: tuple[int, int] | None) -> None:
        """Mark in the input what was understood, and where the evidence of the current case or one place stands."""
        if self.answer is None:
            return
        match = self._match()
        spans = [signal.span for signal in self.answer.signals.signals[:500]]
        spans += [item.input_span for item in match.evidence if item.input_span] if match else []
        page = self.query_one("#why", Page)
        known = page.style_named("hit")
        chosen = page.style_named("found")
        self.query_one(Editor).mark(spans, current, (str(known), str(chosen)))

    def on_rows_moved(self, event: Rows.Moved) -> None:
        """Another case or another signal."""
        if event.rows.id == "cases":
            self._show_why()
            self._mark(None)
        elif event.rows.has_focus:
            self._point_out(event.rows.current)

    def on_rows_chosen(self, event: Rows.Chosen) -> None:
        """Open a case; go to a signal in the input."""
        if event.rows.id == "cases" and (match := self._match()):
            self.kb.open_case(str(match.document["id"]))
        elif isinstance(event.rows.current, Signal):
            self._point_out(event.rows.current)
        elif isinstance(event.rows.current, Comparison):
            self.open_url(event.rows.current.baseline.url)

    def on_page_visited(self, event: Page.Visited) -> None:
        """Show in the input where the evidence comes from."""
        if event.spot is not None and event.spot.kind == "input":
            start, _, end = event.spot.value.partition("-")
            self._mark((int(start), int(end)))

    def on_page_chosen(self, event: Page.Chosen) -> None:
        """Follow a spot."""
        if event.spot is None:
            return
        if event.spot.kind == "input":
            self.on_page_visited(event)
        else:
            self.choose_spot(event.spot.kind, event.spot.value)

    def action_why(self) -> None:
        """To the evidence of the current case."""
        self.to("#why")

    def action_understood(self) -> None:
        """To what was understood, which shows in the input where it stands; from there back to the cases."""
        if self.query_one("#signals").has_focus:
            self.to("#cases")
        else:
            self.show_and_focus("understood-shown", "#signals")
            self._point_out(self.query_one("#signals", Rows).current)

    def _point_out(self, row: object) -> None:
        """Mark where a signal stands, say what a reading means."""
        if isinstance(row, Signal):
            self._mark(row.span)
            at, shown = f"{row.span[0]:,}", f"{SHOWN_BYTES:,}"
            is_shown = self.query_one(Editor).shows(row.span[0])
            self.status("" if is_shown else self.say("beyond_shown", at=at, shown=shown, what=visible(row.text)))
        elif isinstance(row, Comparison):
            self.status(sentence(row, self.kb.language))

    def action_leave_input(self) -> None:
        """From the input to the cases."""
        self.to("#cases")

    def _paint_case(self, match: Match, columns: int) -> list[Line]:
        return fit.case_rows(match, self.kb.language, columns)

    def _paint_signal(self, item: Signal | Comparison, columns: int) -> list[Line]:
        editor = self.query_one(Editor)
        return understood.row(item, editor.document.lines, editor.place, self.kb.language, columns)


def _case_id(match: Match) -> object:
    return match.document["id"]
