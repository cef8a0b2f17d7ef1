"""Import: name a file or folder, see what would become of each record and why, then confirm."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

from textual import work
from textual.app import ComposeResult
from textual.containers import Container
from textual.widgets import Input

from kb.errors import KbError
from tui.lines import Line
from tui.outcomes import counts_line, outcome_row, reasons
from tui.screens.base import KbScreen
from tui.widgets.bar import Bar
from tui.widgets.page import Page
from tui.widgets.pathline import PathLine
from tui.widgets.rows import Rows

if TYPE_CHECKING:
    from kb.importers.documents import LoadedDocument
    from kb.importers.outcomes import Outcome
    from kb.importers.transfer import ImportPlan


class StoppedError(KbError):
    """The user has stopped the work."""


class ImportScreen(KbScreen):
    """Path, outcome by record, reasons of the current one with code and place."""

    NAME = "import"
    CONTEXTS = ("import",)
    PANES = ("#path", "#outcomes", "#reasons")
    BINDINGS = KbScreen.bound("import")
    LINE = "#path"

    def __init__(self) -> None:
        super().__init__()
        self.plan: ImportPlan | None = None
        self._working = False
        self._checked = ""
        self._stop = False
        self._offered = ""

    def body(self) -> ComposeResult:
        """The panes."""
        yield PathLine(id="path", purpose="any")
        yield Bar(id="outcome")
        with Container():
            yield Rows(self._paint, id="outcomes", classes="pane")
            yield Page(id="reasons", classes="pane")

    def on_mount(self) -> None:
        """Ask for a path."""
        self.to("#path")
        self._show()
        if self._offered:
            self._take_offer()

    def offer(self, path: str) -> None:
        """Name a file, so that Enter is all that is left to do."""
        self._offered = path
        if self.is_mounted:
            self._take_offer()

    def _take_offer(self) -> None:
        line = self.query_one("#path", Input)
        line.value, self._offered = self._offered, ""
        line.cursor_position = len(line.value)
        self.plan = None
        self._show()
        self.to("#path")

    def relabel(self) -> None:
        """Labels and texts."""
        super().relabel()
        self.query_one("#path", Input).placeholder = self.say("import_prompt")
        self.label("#outcomes", "import_outcomes")
        self.label("#reasons", "import_reasons")
        self._summary()
        self.query_one("#outcomes", Rows).repaint([self.say("import_hint")])

    def go_back(self) -> bool:
        """Stop what is going on; from the reasons to the records."""
        self.stop()
        if not self._working and self.query_one("#reasons").has_focus:
            self.to("#outcomes")
            return True
        return self._working

    def stop(self) -> None:
        """Have what is going on stopped at the next record; nothing of it is written."""
        self._stop = True

    def on_input_changed(self) -> None:
        """What was found belongs to the path that was checked; under another path it goes, and so does its check."""
        if self._checked and self._named() != self._checked:
            self._checked, self.plan = "", None
            self.stop()
            self._show()
            self.status("")

    def action_path(self) -> None:
        """To the path."""
        self.to("#path")

    def on_input_submitted(self) -> None:
        """Check what was named."""
        self.action_check()

    @work(exclusive=True, group="import")
    async def action_check(self) -> None:
        """Read and check the files named, and decide what an import would do; nothing is written."""
        path = self._checked = self._named()
        if not path:
            return
        self.plan = None
        self._begin()
        try:
            plan = await self.kb.session.run(lambda: self._decide(os.path.expanduser(path)))
        except StoppedError:
            self.status(self.say("stopped"), "warn")
        except KbError as error:
            self.status("")
            self.fail(error)
        else:
            self.status("")
            self.plan = plan if self._checked == path else None
        self._working = False
        self._show()

    @work(exclusive=True, group="import")
    async def action_confirm(self) -> None:
        """Import what was checked, leaving out what was rejected; all in one transaction."""
        plan = self.plan
        if plan is None or not self._ready(plan):
            self.status(self.say("nothing_to_import"), "warn")
            return
        from kb.importers import transfer

        self._checked = ""  # what is typed now is for the next check, it does not stop this import
        url = await self.kb.session.ask(lambda engine: engine.url)
        self._begin()
        try:
            report = await self.kb.session.run(
                lambda: transfer.apply(url, plan, keep_going=True, progress=self._advance)
            )
        except StoppedError:
            self.status(self.say("stopped"), "warn")
            return
        except KbError as error:
            self.fail(error)
            return
        finally:
            self._working = False
        counts = report.counts()
        self.plan = None
        await self.kb.store_changed()
        self._show()
        self.status(self.say("imported", new=counts["new"], updated=counts["updated"]), "good")

    def on_rows_moved(self) -> None:
        """Show the reasons of the current record."""
        outcome = self.query_one("#outcomes", Rows).current
        page = self.query_one("#reasons", Page)
        page.show(lambda columns: reasons(outcome, self.kb.language, columns) if outcome else [])

    def on_rows_chosen(self) -> None:
        """To the reasons of the current record."""
        self.to("#reasons")

    def _named(self) -> str:
        return self.query_one("#path", Input).value.strip()

    def _begin(self) -> None:
        self._working, self._stop = True, False
        self.status(self.say("progress_n", what=self.say("checking"), done=0))

    def _decide(self, path: str) -> ImportPlan:
        from kb.importers import transfer
        from kb.importers.fetch import fetch
        from kb.importers.sources import load

        url = self._url()
        return transfer.plan(url, self._counted(load([path], fetch=fetch)), progress=self._decided)

    def _url(self) -> str:
        from kb import config

        return config.database_url(self.kb.database)

    def _counted(self, loaded: Iterator[LoadedDocument]) -> Iterator[LoadedDocument]:
        for number, document in enumerate(loaded, 1):
            if self._stop:
                raise StoppedError("stopped")
            if number % 50 == 0:
                text = self.say("progress_n", what=self.say("checking"), done=number)
                self.app.call_from_thread(self.status, text)
            yield document

    def _decided(self, done: int, total: int) -> None:
        self._report("deciding", done, total)

    def _advance(self, done: int, total: int) -> None:
        self._report("importing", done, total)

    def _report(self, what: str, done: int, total: int) -> None:
        if self._stop:
            raise StoppedError("stopped")
        text = self.say("progress", what=self.say(what), done=done, total=total)
        self.app.call_from_thread(self.status, text)

    def _show(self) -> None:
        order = ("rejected", "updated", "new", "unchanged")
        outcomes = sorted(self.plan.outcomes, key=lambda item: order.index(item.status)) if self.plan else []
        self.query_one("#outcomes", Rows).show(outcomes)
        self._summary()
        if outcomes:
            self.to("#outcomes")

    def _summary(self) -> None:
        bar = self.query_one("#outcome", Bar)
        if self.plan is None:
            bar.say(())
            return
        counts = self.plan.report().counts()
        ready = self._ready(self.plan)
        if ready:
            key = "confirm_partly" if counts["rejected"] else "confirm_import"
            self.status(self.say(key, n=ready, bad=counts["rejected"]), "strong")
        else:
            self.status(self.say("nothing_to_import"))
        bar.say(counts_line(counts, self.kb.language))

    @staticmethod
    def _ready(plan: ImportPlan) -> int:
        return sum(outcome.status in ("new", "updated") for outcome in plan.outcomes)

    def _paint(self, outcome: Outcome, columns: int) -> list[Line]:
        return outcome_row(outcome, self.kb.language, columns)
