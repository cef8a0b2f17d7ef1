"""Match: whatever is at hand beside the past cases that fit it, and why they do."""

from __future__ import annotations

import asyncio
import os
from typing import Any

from rich.cells import cell_len
from textual import work
from textual.app import ComposeResult
from textual.containers import Container

from kb.answer import Answer, Match
from kb.baselines import Comparison
from kb.cli.input import read_file
from kb.cli.match import EXAMPLE
from kb.errors import KbError
from kb.render.comparison import sentence
from kb.render.messages import say as told
from kb.signals.model import BINARY, Signal
from kb.text import visible
from tui import fit, understood
from tui.lines import Line, Piece
from tui.screens.actions import CaseScreen
from tui.screens.prompt import Prompt
from tui.turns import DIALOG
from tui.widgets.bar import Bar
from tui.widgets.editor import SHOWN_BYTES, Editor
from tui.widgets.page import Page
from tui.widgets.rows import Rows

PAUSE_SECONDS = 0.08
LONG_PAUSE_SECONDS = 0.4
LONG_BYTES = 200_000
TOP = 10


class MatchScreen(CaseScreen):
    """Input, what was understood of it, the verdict, the cases, and the evidence for and against the current one."""

    NAME = "match"
    CONTEXTS = ("match", "record")
    PANES = ("#editor", "#signals", "#cases", "#why")
    BINDINGS = CaseScreen.bound("match", "record")
    LINE = "#editor"

    def __init__(self) -> None:
        super().__init__()
        self.answer: Answer | None = None
        self._state = "nothing_yet"
        self._waiting: bytes | None = None
        self._cleared = b""

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

    def on_mount(self) -> None:
        """Take the input that waited for the screen."""
        editor = self.query_one(Editor)
        self.set_focus(editor)
        if self._waiting is not None:
            editor.take(self._waiting)
            self._waiting = None
            self.to("#cases")

    def relabel(self) -> None:
        """Labels and what is written in the language."""
        super().relabel()
        for selector, key in (("#editor", "input"), ("#signals", "understood"), ("#cases", "cases"), ("#why", "why")):
            self.label(selector, key)
        self.query_one(Editor).placeholder = self.say("input_hint")
        self._show(keep=True)

    def take(self, data: bytes) -> None:
        """Match an input from elsewhere."""
        if self.is_mounted:
            self.query_one(Editor).take(data)
            self.to("#cases")
        else:
            self._waiting = data

    def case(self) -> dict[str, Any] | None:
        """The current case."""
        match = self._match()
        return match.document if match else None

    def command(self) -> str:
        """The command under the cursor of the evidence."""
        page = self.query_one("#why", Page)
        return page.spot.value if page.has_focus and page.spot and page.spot.kind == "command" else ""

    def matched_input(self) -> bytes | None:
        """The input."""
        return self.query_one(Editor).data or None

    def go_back(self) -> bool:
        """Stop reading a long input; from the evidence to the cases."""
        if self._state == "reading_long":
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
            self._say_cut()

    def on_editor_given(self) -> None:
        """Match what there is now."""
        self._read(self.query_one(Editor).data)

    def on_editor_refused(self) -> None:
        """Say why nothing can be typed."""
        self.status(self.say("input_locked"), "warn")

    def stop(self) -> None:
        """Leave off reading; what was read of the input is forgotten, the input stays."""
        if self._state in ("reading", "reading_long"):
            self.workers.cancel_group(self, "match")
            self._state, self.answer = "stopped_reading", None
            self._show()

    def action_read_again(self) -> None:
        """Read the input anew."""
        self.on_editor_given()

    @work(exclusive=True, group="match")
    async def _read(self, data: bytes) -> None:
        """Match an input and show the answer; the reading of a newer one, and stopping, cancel this one."""
        long = len(data) > LONG_BYTES
        if long:
            self._state, self.answer = "reading_long", None
            self._show()
        await asyncio.sleep(LONG_PAUSE_SECONDS if long else PAUSE_SECONDS)
        if not data.strip():
            self._state, self.answer = "nothing_yet", None
            self._show()
            return
        if self.answer is None and not long:
            self._state = "reading"
            self.query_one("#verdict", Bar).say((Piece(self.say(self._state), "dim"),))
        try:
            self.answer = await self.kb.session.match(data, TOP, self.told_loading)
        except KbError as error:
            self._state, self.answer = "not_read", None
            self.fail(error)
        else:
            self._state = "read"
        self._show()

    def _show(self, *, keep: bool = False) -> None:
        answer, language = self.answer, self.kb.language
        self._say_cut()
        editor = self.query_one(Editor)
        if answer is None:
            text = self.say(self._state, size=f"{len(editor.data):,}")
            line: Line = (Piece(text, "warn" if self._state == "stopped_reading" else "dim"),)
            editor.border_subtitle = ""
        else:
            line = fit.verdict_line(answer, language)
            form = told("read_as", language, format=answer.signals.format, size=f"{answer.signals.size:,}")
            form += f", {told('truncated', language)}" if answer.signals.truncated else ""
            editor.border_subtitle = form.replace("[", "(")
        self.query_one("#verdict", Bar).say(line)
        self._fit_verdict()
        is_text = answer is not None and answer.signals.format != BINARY
        signals = self.query_one("#signals", Rows)
        signals.repaint([self.say("nothing_understood")] if is_text else [])
        understood = [*answer.comparisons, *answer.signals.signals] if answer else []
        signals.show(understood)
        self.query_one("#cases", Rows).show(answer.matches if answer else ())
        self._show_why(keep=keep)
        self._mark(None)

    def on_resize(self) -> None:
        """The verdict may need another line now."""
        self.call_after_refresh(self._fit_verdict)

    def _fit_verdict(self) -> None:
        """A verdict that is longer than its line gets two."""
        bar = self.query_one("#verdict", Bar)
        bar.set_class(0 < bar.region.width - 2 < cell_len(bar.text), "-tall")

    def _say_cut(self) -> None:
        """Say that only the beginning of the input is shown."""
        editor = self.query_one(Editor)
        if editor.is_cut:
            shown, size = f"{SHOWN_BYTES:,}", f"{len(editor.data):,}"
            self.status(self.say("input_cut", shown=shown, total=size))
        else:
            self.status("")

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

    def action_edit(self) -> None:
        """To the input."""
        self.to("#editor")

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

    def action_clear_input(self) -> None:
        """Empty the input; again: bring it back."""
        editor = self.query_one(Editor)
        data, self._cleared = (b"", editor.data) if editor.data else (self._cleared, b"")
        editor.take(data)
        self.set_focus(editor)

    def action_diagnose(self) -> None:
        """What to check next."""
        self.kb.diagnose(self.query_one(Editor).data.strip() and self.query_one(Editor).data)

    @work(group=DIALOG)
    async def action_load(self) -> None:
        """Load a file."""
        asked = Prompt("file_prompt", "path_keys", path="open")
        path = os.path.expanduser((await self.app.push_screen_wait(asked)).strip())
        if path:
            try:
                self.take(await self.kb.session.run(lambda: read_file(path, EXAMPLE)))
            except KbError as error:
                self.fail(error)

    def _paint_case(self, match: Match, columns: int) -> list[Line]:
        return fit.case_rows(match, self.kb.language, columns)

    def _paint_signal(self, item: Signal | Comparison, columns: int) -> list[Line]:
        editor = self.query_one(Editor)
        return understood.row(item, editor.document.lines, editor.place, self.kb.language, columns)


def _case_id(match: Match) -> object:
    return match.document["id"]
