"""Diagnose: from the explanations to the check that best tells them apart, reading by reading, to a draft record.

The conversation itself is `kb.triage`; this screen shows where it stands and hands it what the user chooses. Commands
are copied, never run.
"""

from __future__ import annotations

import json
import os
from typing import Any

from textual import work
from textual.app import ComposeResult
from textual.containers import Container

from kb import sessions
from kb.drafting import draft
from kb.errors import KbError, NotFoundError
from kb.triage import OPEN, OTHER, SKIP, UNDO, Session
from tui import reasoning
from tui.lines import BLANK, Line
from tui.screens.base import KbScreen
from tui.screens.prompt import Prompt
from tui.turns import DIALOG
from tui.widgets.page import Page

_LATER = 2
"""Checks shown that would come after the next one."""


class DiagnoseScreen(KbScreen):
    """Explanations and what was checked so far, beside the next check with its readings."""

    NAME = "diagnose"
    CONTEXTS = ("diagnose",)
    PANES = ("#check", "#explanations")
    BINDINGS = KbScreen.bound("diagnose")

    def __init__(self) -> None:
        super().__init__()
        self.session: Session | None = None
        self._data = b""
        self._went_on_at = -1
        self._helped: dict[str, list[Any]] = {}

    def body(self) -> ComposeResult:
        """The panes."""
        with Container(id="diagnose-body"):
            yield Page(id="explanations", classes="pane")
            yield Page(id="check", classes="pane")

    def on_mount(self) -> None:
        """The readings come first."""
        self.to("#check")

    def relabel(self) -> None:
        """Labels and what is written in the language."""
        super().relabel()
        self.label("#explanations", "explanations")
        self._show(keep=True)

    @work(exclusive=True, group="diagnose")
    async def take(self, data: bytes) -> None:
        """Begin with an input, or go on with the session that it began; without one, with the one saved last."""
        if self.session is not None and data in (b"", self._data):
            return
        self.status(self.say("reading"))
        try:
            if data:
                self.session = await self.kb.session.begin(data)
            else:
                self.session = await self.kb.session.run(sessions.load)
        except NotFoundError:
            self.status(self.say("diagnose_nothing"), "warn")
            return
        except KbError as error:
            self.fail(error)
            return
        self._data, self._went_on_at = data, -1
        self.status("" if data else self.say("resumed"))
        await self._read_cases()
        self._show()

    def action_reading(self, number: int) -> None:
        """Answer with a reading of the next check, 0 for none of them."""
        session = self.session
        if number == 0 or not self._asks:
            self._answer(str(number) if number else OTHER)
        elif session is not None and number <= len(session.open_checks[0].readings):
            self._answer(str(number))
        else:
            self.status(self.say("no_such_reading", n=number), "warn")

    def action_skip(self) -> None:
        """Ask for another check."""
        self._answer(SKIP)

    def action_go_on(self) -> None:
        """Ask the next check although one explanation is beyond doubt, until its answers are taken back."""
        session = self.session
        if session is None:
            self.status(self.say("diagnose_nothing"), "warn")
        elif self._asks:
            self.status(self.say("asked_already"))
        elif not session.open_checks:
            self.status(self.say("end_nothing"), "warn")
        else:
            self._went_on_at = len(session.steps)
            self.status("")
            self._show()

    @property
    def _asks(self) -> bool:
        """Whether a check waits for its reading."""
        session = self.session
        if session is None or not session.open_checks:
            return False
        return session.state == OPEN or 0 <= self._went_on_at <= len(session.steps)

    def action_undo(self) -> None:
        """Take the last answer back."""
        if self.session is None or not self.session.steps:
            self.status(self.say("nothing_to_undo"), "warn")
            return
        step = self.session.steps[-1]
        what = reasoning.answer_text(self.session.check(step.check), step.answer, self.kb.language)
        self._answer(UNDO)
        self.status(self.say("undone", what=what))

    def action_copy(self) -> None:
        """Copy the command under the cursor, or that of the check."""
        spot = self.query_one("#check", Page).spot
        if self.query_one("#check").has_focus and spot is not None and spot.kind in ("command", "url"):
            self.kb.copy(spot.value)
        elif self.session is not None and self._asks and self.session.open_checks[0].command:
            self.kb.copy(self.session.open_checks[0].command)
        else:
            self.status(self.say("no_command"), "warn")

    @work(group=DIALOG)
    async def action_save_draft(self) -> None:
        """Write the session as a draft record, and offer it to the import."""
        session = self.session
        if session is None:
            self.status(self.say("diagnose_nothing"), "warn")
            return
        name = f"DRAFT-{session.id[:15]}.json"
        asked = Prompt("draft_prompt", "path_keys", name, path="save")
        path = os.path.expanduser((await self.app.push_screen_wait(asked)).strip())
        if not path:
            return
        document = draft(session, os.path.basename(path).removesuffix(".json"))
        try:
            await self.kb.session.run(lambda: _write_new(path, document))
        except FileExistsError:
            self.status(self.say("exists", what=path), "warn")
        except KbError as error:
            self.fail(error)
        else:
            self.kb.offer_import(path)
            self.status(self.say("draft_saved", what=path), "good")

    def on_page_chosen(self, event: Page.Chosen) -> None:
        """Choose a reading, copy a command, open a case or an address."""
        spot = event.spot
        if spot is None:
            return
        if spot.kind == "reading":
            self._answer(spot.value)
        elif spot.kind == "record":
            self.kb.open_case(spot.value)
        else:
            self.kb.copy(spot.value)

    def _answer(self, word: str) -> None:
        if self.session is None:
            self.status(self.say("diagnose_nothing"), "warn")
            return
        if word != UNDO and self.session.open_checks and not self._asks:
            self.status(self.say("go_on_hint"), "warn")
            return
        try:
            self.session = self.session.answered(word)
        except KbError as error:
            self.status(self.told(error), "warn")
            return
        if len(self.session.steps) < self._went_on_at:
            self._went_on_at = -1
        self.status("")
        self._keep()
        self._show()

    @work(group="keep", exclusive=True)
    async def _keep(self) -> None:
        session = self.session
        if session is not None:
            try:
                await self.kb.session.run(lambda: sessions.save(session))
            except KbError as error:
                self.status(self.told(error), "warn")

    async def _read_cases(self) -> None:
        """What helped in the cases behind the explanations."""
        session = self.session
        if session is None:
            return
        ids = [name for item in session.hypotheses for name in item.cases[:1]]
        try:
            found = await self.kb.session.ask(lambda engine: engine.reader.documents(ids))
        except KbError:
            return
        self._helped = {name: document.get("remediation") or [] for name, document in found.items()}

    def _show(self, *, keep: bool = False) -> None:
        has_ended = self.session is not None and not self._asks
        self.label("#check", "conclusion" if has_ended else "next_check")
        self.query_one("#explanations", Page).show(self._explained, keep=keep)
        self.query_one("#check", Page).show(self._asked, keep=keep)

    def _explained(self, columns: int) -> list[Line]:
        session, language = self.session, self.kb.language
        if session is None:
            return []
        before = session.answered(UNDO).now if session.steps else session.now
        chances = {(item.root_cause, item.components): item.probability for item in before}
        brief = self.has_class("-narrow")
        lines = reasoning.explanations(session.now, chances, language, columns, brief=brief)
        return [*lines, BLANK, *reasoning.history_lines(session, language, columns)]

    def _asked(self, columns: int) -> list[Line]:
        session, language = self.session, self.kb.language
        if session is None:
            return []
        if not self._asks:
            helped = self._helped.get(session.leading.cases[0], []) if session.leading.cases else []
            return reasoning.end_lines(session, helped, language, columns)
        check, *later = session.open_checks
        lines = reasoning.check_lines(check, len(session.steps) + 1, language, columns)
        for block in (
            reasoning.herring_lines(session.red_herrings, language, columns),
            reasoning.why_lines(session, check, language, columns),
            reasoning.later_lines(later[:_LATER], language, columns),
        ):
            lines += [BLANK, *block] if block else []
        return lines


def _write_new(path: str, document: dict[str, Any]) -> None:
    with open(path, "x", encoding="utf-8") as file:
        file.write(json.dumps(document, ensure_ascii=False, indent=2) + "\n")
