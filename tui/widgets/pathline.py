"""A line for a path: completed while it is typed, or chosen from a tree of the disk."""

from __future__ import annotations

import os
from typing import Any, Literal

from textual import work

from tui.keys import bindings
from tui.turns import DIALOG
from tui.widgets.paths import PathSuggester
from tui.widgets.textline import TextLine

Purpose = Literal["open", "save", "any"]
"""What the path is for: a file to read, a file to write, a file or folder to read."""


class PathLine(TextLine):
    """What is chosen from the tree to be read is submitted at once; a name to write to can still be changed."""

    BINDINGS = bindings("path")
    CONTEXTS: tuple[str, ...] = ("path",)

    def __init__(self, value: str = "", *, purpose: Purpose, **options: Any) -> None:
        super().__init__(value, suggester=PathSuggester(), select_on_focus=False, **options)
        self._purpose = purpose

    @work(group=DIALOG)
    async def action_browse(self) -> None:
        """Choose from a tree that begins where the line points to."""
        from tui.screens.chooser import Chooser

        chosen = await self.app.push_screen_wait(Chooser(_folder(self.value), takes_folders=self._purpose != "open"))
        if not chosen:
            return
        if self._purpose == "save" and os.path.isdir(chosen):
            chosen = os.path.join(chosen, os.path.basename(self.value))
        self.value = chosen
        self.cursor_position = len(chosen)
        if self._purpose != "save":
            await self.action_submit()


def _folder(value: str) -> str:
    """The folder that a path is or lies in, the present one if there is no such folder."""
    path = os.path.abspath(os.path.expanduser(value.strip()))
    for folder in (path, os.path.dirname(path)):
        if os.path.isdir(folder):
            return folder
    return os.getcwd()
