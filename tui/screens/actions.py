"""What can be done with a case wherever one is shown: copy, open its source, give feedback, export, compare."""

from __future__ import annotations

import os
from typing import Any

from textual import work

from kb import feedback
from kb.errors import KbError
from tui.lines import plain
from tui.screens.base import KbScreen
from tui.screens.prompt import Prompt
from tui.turns import DIALOG
from tui.widgets.bar import Bar

FORMATS = {".json": "json", ".jsonl": "jsonl", ".md": "markdown", ".csv": "csv"}


class CaseScreen(KbScreen):
    """A screen that shows a case; `case` says which."""

    _marks_told = ""

    def case(self) -> dict[str, Any] | None:
        """The case in question, None if there is none."""
        raise NotImplementedError

    def command(self) -> str:
        """The command under the cursor, empty if there is none."""
        return ""

    def matched_input(self) -> bytes | None:
        """The input that led to the case, kept with feedback."""
        return None

    def action_copy(self) -> None:
        """Copy the command under the cursor, or the id."""
        case = self.case()
        if case is not None:
            self.kb.copy(self.command() or str(case["id"]))

    @work
    async def action_copy_markdown(self) -> None:
        """Copy the case as Markdown."""
        case = self.case()
        if case is not None:
            from kb.export import markdown

            self.kb.copy("".join(markdown([case], self.kb.language)), shown=str(case["id"]) + ".md")

    def action_open_source(self) -> None:
        """Open the first source in the browser."""
        case = self.case()
        if case is None:
            return
        if urls := sources(case):
            self.open_url(urls[0])
        else:
            self.status(self.say("no_source"), "warn")

    @work
    async def open_url(self, url: str) -> None:
        """Open a web address in the browser; show it where there is none."""
        import webbrowser

        opened = False
        if url.startswith(("https://", "http://")) and _has_display():
            opened = await self.kb.session.run(lambda: webbrowser.open(url))
        if opened:
            self.status(self.say("opened", what=url))
        else:
            self.kb.show_text("not_opened", url)

    def action_useful(self) -> None:
        """Say that the case was useful."""
        self._feedback("useful")

    def action_wrong(self) -> None:
        """Say that the case was wrong."""
        self._feedback("wrong")

    @work
    async def _feedback(self, verdict: str) -> None:
        case = self.case()
        if case is None:
            return
        record_id, data = str(case["id"]), self.matched_input()
        try:
            number = await self.kb.session.ask(lambda engine: feedback.add(engine, record_id, verdict, data))
        except KbError as error:
            self.fail(error)
            return
        self.kb.feedback.append((record_id, number))
        self.status(self.say("thanks", id=record_id, verdict=self.say(f"verdict_{verdict}")), "good")
        self.after_feedback(record_id)

    @work
    async def action_undo(self) -> None:
        """Take back what was said of a case last."""
        if not self.kb.feedback:
            self.status(self.say("nothing_to_undo"), "warn")
            return
        record_id, number = self.kb.feedback.pop()
        try:
            await self.kb.session.ask(lambda engine: feedback.take_back(engine, number))
        except KbError as error:
            self.fail(error)
            return
        self.status(self.say("feedback_undone", id=record_id), "good")
        self.after_feedback(record_id)

    def after_feedback(self, record_id: str) -> None:
        """Called when feedback on a case was kept or taken back."""

    @work(group=DIALOG)
    async def action_export(self) -> None:
        """Write the case to a file."""
        case = self.case()
        if case is None:
            return
        asked = Prompt("export_prompt", "path_keys", f"{case['id']}.json", path="save")
        path = os.path.expanduser((await self.app.push_screen_wait(asked)).strip())
        if not path:
            return
        form = FORMATS.get(os.path.splitext(path)[1].lower(), "json")
        try:
            await self.kb.session.run(lambda: _write(path, form, case))
            self.status(self.say("exported", what=path), "good")
        except FileExistsError:
            self.status(self.say("exists", what=path), "warn")
        except KbError as error:
            self.fail(error)

    def on_screen_resume(self) -> None:
        """Say which marks there are now, if this screen last said which there were."""
        super().on_screen_resume()
        if self._marks_told and self.query_one("#status", Bar).text.strip() == self._marks_told:
            self._tell_marks()

    def _tell_marks(self) -> None:
        marked = self.kb.marked
        key = "marked_n" if len(marked) > 1 else "marked"
        self._marks_told = self.say(key, id=marked[0], n=len(marked)) if marked else ""
        self.status(self._marks_told)

    def action_mark(self) -> None:
        """Mark the case for comparison; from the second on compare."""
        case = self.case()
        if case is None:
            return
        record_id, marked = str(case["id"]), self.kb.marked
        if record_id in marked:
            marked.remove(record_id)
            self.status(self.say("unmarked", id=record_id))
        else:
            marked.append(record_id)
            del marked[:-3]
            self._tell_marks()
            if len(marked) > 1:
                self.kb.open_compare(list(marked))
        self.after_mark()

    def after_mark(self) -> None:
        """Called when the marks have changed."""

    def choose_spot(self, kind: str, value: str) -> None:
        """Follow a spot of a page: a related case, a term, a command, an address."""
        if kind == "record":
            self.kb.open_case(value)
        elif kind == "term":
            self.kb.search_for(value)
        elif kind == "command":
            self.kb.copy(value)
        elif kind == "url":
            self.open_url(value)
        else:
            self.status(plain(value))


def sources(case: dict[str, Any]) -> list[str]:
    """The addresses of the sources of a case."""
    return [str(item.get("url")) for item in case.get("sources") or [] if isinstance(item, dict)]


def _has_display() -> bool:
    if os.name == "nt" or os.environ.get("BROWSER"):
        return True
    if os.environ.get("SSH_CONNECTION"):
        return False
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or os.path.isdir("/Applications"))


def _write(path: str, form: str, case: dict[str, Any]) -> None:
    from kb.export import pieces

    with open(path, "x", encoding="utf-8", newline="") as file:
        for piece in pieces([case], form):
            file.write(piece)
