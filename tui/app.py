"""The application: what all screens share, what works on every one of them, how it begins and how it ends.

How one gets from one screen to another is `tui.navigation`.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable
from typing import Any, ClassVar

from textual import events, work
from textual.filter import NoColor
from textual.screen import Screen

from kb.errors import KbError
from kb.text import visible
from tui import keymap, keys, settings
from tui.clipboard import copy_natively
from tui.ending import end_on_signals
from tui.garbage import favour_typing, spare_collector
from tui.lines import Line, Piece, flow, plain
from tui.navigation import Navigation
from tui.screens.base import KbScreen
from tui.screens.modal import KbModal
from tui.themes import DARK, THEMES
from tui.turns import DIALOG, Risen, Turns

MOST_QUERIES = 50
AGAIN_SECONDS = 5.0
"""Time in which a second press means that the first was meant."""
LOOK_SECONDS = 2.0
"""Time between two looks whether another process has changed the store; a look takes a fraction of a millisecond."""


class KbApp(Navigation):
    """The terminal UI over one store. `data` is an input to match first, `on_loaded` is called when the first results
    are on the screen."""

    CSS_PATH = "app.tcss"
    TITLE = "kb"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS = keys.bindings("app")
    MAIN: ClassVar[tuple[str, ...]] = ("search", "match", "diagnose", "import", "overview", "vocabulary")

    def __init__(
        self,
        database: str | None = None,
        *,
        data: bytes | None = None,
        language: str = "",
        on_loaded: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(database)
        self.on_loaded = on_loaded
        self.settings = settings.load()
        self.language = language or settings.start_language(self.settings.language)
        self.database = database
        self.records: int | None = None
        self.marked: list[str] = []
        self.feedback: list[tuple[str, int]] = []
        """What was said of cases in this run, to be taken back: case and number of the note, the newest last."""
        self.queries: deque[str] = deque(maxlen=MOST_QUERIES)
        """Queries that were left or emptied, the newest last."""
        self._data = data
        self._asked_at = -AGAIN_SECONDS
        self._turns = Turns(self, super().on_event)
        for theme in THEMES:
            self.register_theme(theme)
        names = [theme.name for theme in THEMES]
        self.theme = self.settings.theme if self.settings.theme in names else DARK.name
        if self.no_color:  # Textual would write shades of grey, which are colours to a terminal, too
            self._filters[-1] = NoColor()

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """The colours of our own, for themes that do not give them."""
        return {"kb-dim": "#909090", "kb-rule": "#909090", "kb-cursor": "#404040"}

    def get_default_screen(self) -> Screen[Any]:
        """Search, under everything else."""
        return self.main_screen("search")

    def on_mount(self) -> None:
        """Take over the user's keys, open the store, say hello to a new user."""
        known, unknown = keymap.keymap(self.settings.keys)
        self.set_keymap(known)
        if not self.is_headless:
            end_on_signals(self.leave)
            self.app_resume_signal.subscribe(self, self.paint_anew)
        self.set_interval(LOOK_SECONDS, self.look_for_changes)
        self._warn_of_settings(unknown)
        if self._data is not None:
            self.match_input(self._data)
        elif self.settings.hint:
            self._greet()

    def _warn_of_settings(self, unknown: list[str]) -> None:
        """Tell what the user has set and does not get: a file that cannot be read, `unknown` actions, keys that run
        something else."""
        clashes = [
            self.speak("key_runs", pressed=keys.display(clash.key), runs=clash.runs, other=clash.not_runs)
            for clash in keymap.clashes(self.settings.keys)
        ]
        problems = {
            "bad_config": self.settings.problem,
            "bad_keys": ", ".join(unknown),
            "clashing_keys": ", ".join(clashes),
        }
        for key, what in problems.items():
            if what:
                self.notify(self.speak(key, what=visible(what)), severity="warning", markup=False)

    def paint_anew(self, _: object = None) -> None:
        """Paint the whole screen: the terminal forgot it while the program was stopped, and Textual, seeing the size it
        knows, would paint only what changes from then on."""
        self.refresh(layout=True)

    async def on_event(self, event: events.Event) -> None:
        """Have keys and pastes take turns on their way in; on their way back up they are as any other event."""
        if isinstance(event, events.Key | events.Paste) and not event.is_forwarded:
            await self._turns.take(event)
        else:
            await super().on_event(event)

    async def on_risen(self, event: Risen) -> None:
        """The next key may have its turn."""
        await self._turns.risen(event)

    async def on_unmount(self) -> None:
        """Close the store."""
        await self.session.run(self.session.close)

    def store_line(self) -> str:
        """Number of incidents, for the headline."""
        return self.speak("incidents", n=f"{self.records:,}") if self.records is not None else ""

    def count_records(self, records: int) -> None:
        """Tell the number of incidents in the headlines."""
        if records != self.records:
            self.records = records
            for screen in self.screen_stack:
                if isinstance(screen, KbScreen):
                    screen.show_headline()

    def action_leave(self) -> None:
        """Quit."""
        self.leave()

    def leave(self, code: int = 0) -> None:
        """Quit with an exit code, without waiting for work that can be stopped."""
        for screen in self._main.values():
            screen.stop()
        self.exit(return_code=code)

    def action_leave_asked(self) -> None:
        """Quit if it is pressed twice: a letter may have been meant for a line, and Ctrl+C for a text."""
        now = time.monotonic()
        if now - self._asked_at < AGAIN_SECONDS:
            self.leave()
            return
        self._asked_at = now
        self.tell(self.speak("quit_again"))

    def _fatal_error(self) -> None:
        """End without a traceback over the screen: `run` raises the error, and the command line tells it in a line."""
        self._close_messages_no_wait()

    def action_language(self) -> None:
        """The other language, at once and everywhere."""
        self.language = "en" if self.language == "ko" else "ko"
        settings.remember(language=self.language)
        for screen in self.screen_stack:
            if isinstance(screen, KbScreen):
                screen.status("")  # what it says is in the other language; relabelling says what still holds
            if isinstance(screen, KbScreen | KbModal):
                screen.relabel()

    def action_next_theme(self) -> None:
        """The next theme."""
        names = [theme.name for theme in THEMES]
        self.action_theme(names[(names.index(self.theme) + 1) % len(names)] if self.theme in names else names[0])

    def action_theme(self, name: str) -> None:
        """Change to a theme, and begin with it next time."""
        self.theme = name
        settings.remember(theme=name)
        self.tell(self.speak("theme_now", what=name))

    def action_help(self) -> None:
        """Explain the keys of the focused pane."""
        from tui.screens.help import help_panel

        self.push_screen(help_panel(self))

    @work
    async def copy(self, text: str, *, shown: str = "") -> None:
        """Copy a text: by the system's tool, else through the terminal, and then show it, because that may fail."""
        if await self.session.run(lambda: copy_natively(text)):
            self.tell(self.speak("copied", what=plain(shown or text)), "good")
            return
        self.copy_to_clipboard(text)
        if "\n" not in text and isinstance(self.screen, KbScreen):  # a line stands on the screen already
            self.tell(self.speak("copy_sent_line", what=visible(text)))
        else:
            self.show_text("copy_sent", text)

    async def store_changed(self) -> None:
        """See what was imported: reopen the store, and have every screen show what there is now."""
        await self.session.run(self.session.renew)
        for screen in self.screen_stack:
            if isinstance(screen, KbScreen):
                screen.store_changed()

    @work(exclusive=True, group="look")
    async def look_for_changes(self) -> None:
        """See what another process has imported. A store that cannot be read says so when it is asked for something."""
        if self.records is None:  # the store is still being opened
            return
        try:
            if await self.session.ask(lambda engine: engine.reader.state().revision != engine.state.revision):
                await self.store_changed()
        except KbError:
            return

    @work(group=DIALOG)
    async def _greet(self) -> None:
        from tui.screens.panel import Greeting

        def layout(columns: int) -> list[Line]:
            return [line for key in range(1, 6) for line in flow([Piece(self.speak(f"hint_{key}"))], columns)]

        never = await self.push_screen_wait(Greeting("hint_title", layout, "hint_close"))
        if never:
            settings.remember(hint=False)


def run(database: str | None, data: bytes | None, language: str) -> int:
    """Run the application; returns the exit code."""
    if language:
        os.environ.setdefault("KB_LANG", language)
    favour_typing()
    app = KbApp(database, data=data, language=language, on_loaded=spare_collector)
    app.run()
    if app._exception is not None:
        raise app._exception
    return app.return_code or 0
