"""What all panels share: they are answered once, and follow the language while they are open.

A second key may come before the first has closed a panel, so an answer counts only while the panel is on top. Keys of
the application do not reach a panel; those that make sense over one are bound here from the key table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar, cast

from textual.binding import Binding
from textual.screen import ModalScreen

from tui.keys import bindings
from tui.lines import Piece
from tui.widgets.bar import Bar
from tui.words import say

if TYPE_CHECKING:
    from tui.app import KbApp

T = TypeVar("T")


class KbModal(ModalScreen[T]):
    """A panel with a title above and what the keys do below, both keys of `tui.words`."""

    BINDINGS = [  # noqa: RUF012 - as Textual declares it
        *bindings("app", only=("language", "suspend_process", "leave"), of="app."),
        Binding("escape", "close", show=False),
    ]

    def __init__(self, title: str, foot: str, *, style: str = "heading", full: bool = False) -> None:
        super().__init__(classes="-full" if full else "")
        self._title = title
        self._foot = foot
        self._style = style

    @property
    def kb(self) -> KbApp:
        """The application."""
        return cast("KbApp", self.app)

    def on_mount(self) -> None:
        """Label everything."""
        self.relabel()

    def relabel(self) -> None:
        """Write every label in the language of the moment; subclasses add theirs."""
        self.query_one("#panel-title", Bar).say((Piece(self.say(self._title), self._style),))
        self.query_one("#panel-foot", Bar).say((Piece(self.say(self._foot), "dim"),))

    def say(self, key: str, **values: object) -> str:
        """A label in the language of the moment."""
        return say(key, self.kb.language, **values)

    def answer(self, result: T | None) -> None:
        """Close with an answer, unless that has happened already."""
        if self.is_current:
            self.dismiss(result)

    def action_close(self) -> None:
        """Close without an answer."""
        self.answer(None)
