"""How one gets from one screen to another, and back.

Every screen opened lies on the one it was opened from, so that Escape goes back step by step; the main screens
exist once and keep what was typed into them.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from textual import work
from textual.app import App

from kb.errors import KbError
from kb.render.messages import spoken
from kb.text import visible
from tui.lines import BLANK, Line, Piece, flow, plain
from tui.screens.base import KbScreen
from tui.session import Session
from tui.turns import DIALOG, OPENING
from tui.widgets.keybar import run_near
from tui.words import say


class Navigation(App[None]):
    """An application that opens screens over one store and leaves them."""

    def __init__(self, database: str | None) -> None:
        super().__init__()
        self.session = Session(database)
        self.language = "en"
        self._main: dict[str, KbScreen] = {}

    def speak(self, key: str, **values: object) -> str:
        """A label in the language of the moment."""
        return say(key, self.language, **values)

    def tell(self, text: str, style: str = "") -> None:
        """Say something in the status line, where the next message takes its place; over a panel in a toast."""
        if isinstance(self.screen, KbScreen):
            self.screen.status(text, style)
        else:
            self.notify(text, markup=False, timeout=2)

    def main_screen(self, name: str) -> KbScreen:
        """One of the main screens; made when first asked for."""
        if name not in self._main:
            module = import_module(f"tui.screens.{'import_' if name == 'import' else name}")
            self._main[name] = getattr(module, f"{name.capitalize()}Screen")()
        return self._main[name]

    async def action_go(self, name: str) -> None:
        """Show a main screen: back to it if it lies below, on top of the present one if not."""
        self.go(name)

    def go(self, name: str) -> None:
        """Show a main screen, or the search for a term that was begun last."""
        screen = self.main_screen(name)
        below = [other for other in self.screen_stack if type(other) is type(screen)]
        if below:
            while self.screen is not below[-1]:
                self.pop_screen()
        else:
            self.push_screen(screen)

    def pop_screen(self) -> Any:
        """Leave a screen; a main screen stays alive, so that what it holds is there when it is opened again."""
        screen = self.screen
        if isinstance(screen, KbScreen):
            screen.leave()
        if screen in self._main.values() and screen not in self._installed_screens.values():
            self.install_screen(screen, name=type(screen).__name__)
        return super().pop_screen()

    async def action_back(self) -> None:
        """One step back."""
        going_back = getattr(self.screen, "go_back", None)
        if going_back is not None and going_back():
            return
        if len(self.screen_stack) > 1:
            self.pop_screen()
        else:
            self.tell(self.speak("quit_hint"))

    @work(group=OPENING)
    async def open_case(self, name: str) -> None:
        """Show a case by its id or alias."""
        from tui.screens.record import RecordScreen

        try:
            document = await self.session.ask(lambda engine: engine.get(name))
        except KbError as error:
            self.show_error(error)
            return
        self.push_screen(RecordScreen(document))

    @work(group=OPENING)
    async def open_compare(self, ids: list[str]) -> None:
        """Show two or three cases side by side."""
        from tui.screens.compare import CompareScreen

        try:
            found = await self.session.ask(lambda engine: [engine.get(name) for name in ids])
        except KbError as error:
            self.show_error(error)
            return
        self.push_screen(CompareScreen(found))

    def search_for(self, typed: str) -> None:
        """Search for a filter or words, on top of the present screen: Escape comes back to it, and to its query."""
        from tui.screens.search import SearchScreen

        self.push_screen(SearchScreen(typed))

    def match_input(self, data: bytes) -> None:
        """Match an input."""
        from tui.screens.match import MatchScreen

        screen = self.main_screen("match")
        assert isinstance(screen, MatchScreen)
        screen.take(data)
        self.go("match")

    def diagnose(self, data: bytes) -> None:
        """Find out what to check next for an input; without one, go on where the last session stopped."""
        from tui.screens.diagnose import DiagnoseScreen

        screen = self.main_screen("diagnose")
        assert isinstance(screen, DiagnoseScreen)
        self.go("diagnose")
        screen.take(data)

    def offer_import(self, path: str) -> None:
        """Have the import screen name a file when it is opened next."""
        from tui.screens.import_ import ImportScreen

        screen = self.main_screen("import")
        assert isinstance(screen, ImportScreen)
        screen.offer(path)

    @work(group=DIALOG)
    async def action_palette(self) -> None:
        """Find an action by name, and run it where the focus was."""
        from tui.screens.palette import Palette

        screen = self.screen
        if isinstance(screen, KbScreen):
            action = await self.push_screen_wait(Palette(screen))
            if action is not None:
                await run_near(screen, action)

    @work(group=DIALOG)
    async def action_jump(self) -> None:
        """Show a letter on every pane and focus the one chosen."""
        from tui.screens.jump import Jump

        screen = self.screen
        if isinstance(screen, KbScreen):
            chosen = await self.push_screen_wait(Jump(screen.panes()))
            if chosen is not None:
                screen.set_focus(chosen)

    def show_text(self, title: str, text: str) -> None:
        """Show a text in a panel; `title` is a key of `tui.words`."""
        from tui.screens.panel import Fitted

        def layout(columns: int) -> list[Line]:
            return [line for part in visible(text).split("\n") for line in flow([Piece(part)], columns)]

        self.push_screen(Fitted(title, layout, "dismiss"))

    def show_error(self, error: KbError) -> None:
        """Show what went wrong and what to do about it."""
        from tui.screens.panel import Fitted

        def layout(columns: int) -> list[Line]:
            message, hint = spoken(error.message, self.language), spoken(error.hint, self.language)
            lines = flow([Piece(plain(message))], columns)
            return [*lines, BLANK, *flow([Piece(plain(hint), "strong")], columns)] if hint else lines

        self.push_screen(Fitted("error", layout, "dismiss", style="bad"))
