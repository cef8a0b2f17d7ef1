"""Reading: the input of a match, as it is typed, pasted, loaded, emptied and brought back, and the reading of it, which
can take seconds, be stopped and be overtaken by the next.

What came of it and how that is shown is `tui.screens.match`.
"""

from __future__ import annotations

import asyncio
import os

from textual import work

from kb.answer import Answer
from kb.cli.input import read_file
from kb.cli.match import EXAMPLE
from kb.errors import KbError
from tui.screens.actions import CaseScreen
from tui.screens.prompt import Prompt
from tui.turns import DIALOG
from tui.widgets.editor import SHOWN_BYTES, Editor

PAUSE_SECONDS = 0.08
LONG_PAUSE_SECONDS = 0.4
LONG_BYTES = 200_000
TOP = 10


class ReadingScreen(CaseScreen):
    """A screen with an input (an `Editor`) and the cases that fit it (`#cases`). `answer` is what came of the reading,
    None while there is nothing; `state` is the key of the words for where it stands."""

    def __init__(self) -> None:
        super().__init__()
        self.answer: Answer | None = None
        self.state = "nothing_yet"
        self._waiting: bytes | None = None
        self._cleared = b""

    def show(self, *, keep: bool = False) -> None:
        """Show the answer, or why there is none; what is read stays where it is if it is to be kept."""
        raise NotImplementedError

    def say_state(self) -> None:
        """Say where the reading stands, and leave the rest as it is."""
        raise NotImplementedError

    def on_mount(self) -> None:
        """Take the input that waited for the screen."""
        editor = self.query_one(Editor)
        self.set_focus(editor)
        if self._waiting is not None:
            editor.take(self._waiting)
            self._waiting = None
            self.to("#cases")

    def take(self, data: bytes) -> None:
        """Match an input from elsewhere."""
        if self.is_mounted:
            self.query_one(Editor).take(data)
            self.to("#cases")
        else:
            self._waiting = data

    def matched_input(self) -> bytes | None:
        """The input."""
        return self.query_one(Editor).data or None

    def on_editor_given(self) -> None:
        """Match what there is now."""
        self._read(self.query_one(Editor).data)

    def on_editor_refused(self) -> None:
        """Say why nothing can be typed."""
        self.status(self.say("input_locked"), "warn")

    def stop(self) -> None:
        """Leave off reading; what was read of the input is forgotten, the input stays."""
        if self.state in ("reading", "reading_long"):
            self.workers.cancel_group(self, "match")
            self.state, self.answer = "stopped_reading", None
            self.show()

    def action_read_again(self) -> None:
        """Read the input anew."""
        self.on_editor_given()

    @work(exclusive=True, group="match")
    async def _read(self, data: bytes) -> None:
        """Match an input and show the answer; the reading of a newer one, and stopping, cancel this one."""
        long = len(data) > LONG_BYTES
        if long:
            self.state, self.answer = "reading_long", None
            self.show()
        await asyncio.sleep(LONG_PAUSE_SECONDS if long else PAUSE_SECONDS)
        if not data.strip():
            self.state, self.answer = "nothing_yet", None
            self.show()
            return
        if self.answer is None and not long:
            self.state = "reading"
            self.say_state()
        try:
            self.answer = await self.kb.session.match(data, TOP, self.told_loading)
        except KbError as error:
            self.state, self.answer = "not_read", None
            self.fail(error)
        else:
            self.state = "read"
        self.show()

    def say_cut(self) -> None:
        """Say that only the beginning of the input is shown."""
        editor = self.query_one(Editor)
        if editor.is_cut:
            shown, size = f"{SHOWN_BYTES:,}", f"{len(editor.data):,}"
            self.status(self.say("input_cut", shown=shown, total=size))
        else:
            self.status("")

    def action_edit(self) -> None:
        """To the input."""
        self.to("#editor")

    def action_clear_input(self) -> None:
        """Empty the input; again: bring it back."""
        editor = self.query_one(Editor)
        data, self._cleared = (b"", editor.data) if editor.data else (self._cleared, b"")
        editor.take(data)
        self.set_focus(editor)

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

    def action_diagnose(self) -> None:
        """What to check next."""
        self.kb.diagnose(self.query_one(Editor).data.strip() and self.query_one(Editor).data)
