"""Choosing a file or folder from a tree of the disk."""

from __future__ import annotations

import os

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import DirectoryTree

from kb.text import visible
from tui.lines import Piece, tail
from tui.screens.modal import KbModal
from tui.widgets.bar import Bar
from tui.widgets.filetree import FileTree


class Chooser(KbModal[str]):
    """Dismissed with a path, relative to the present folder if it lies there, or with an empty string by Escape."""

    def __init__(self, folder: str, *, takes_folders: bool) -> None:
        kind = "any" if takes_folders else "file"
        super().__init__(f"choose_{kind}", f"choose_{kind}_keys", full=True)
        self._folder = folder
        self._takes_folders = takes_folders

    def compose(self) -> ComposeResult:
        """Title, where the cursor is, tree, what the keys do."""
        with Vertical(id="box"):
            yield Bar(id="panel-title")
            yield Bar(id="place")
            yield FileTree(self._folder, id="tree")
            yield Bar(id="panel-foot")

    def on_mount(self) -> None:
        """The tree takes the keys."""
        self.query_one(FileTree).focus()

    def on_tree_node_highlighted(self, event: DirectoryTree.NodeHighlighted[object]) -> None:
        """Say where the cursor is."""
        path = visible(_shortest(str(getattr(event.node.data, "path", ""))), keep_newlines=False)
        bar = self.query_one("#place", Bar)
        bar.say((Piece(tail(path, bar.size.width), "dim"),))

    def on_file_tree_taken(self, event: FileTree.Taken) -> None:
        """Answer."""
        if os.path.isdir(event.path) and not self._takes_folders:
            return
        self.answer(_shortest(event.path))

    def action_close(self) -> None:
        """Choose nothing."""
        self.answer("")


def _shortest(path: str) -> str:
    """The path as one would type it: relative to the present folder if it lies there."""
    here = os.getcwd()
    is_near = path != here and os.path.commonpath([here, os.path.abspath(path)]) == here
    return os.path.relpath(path, here) if is_near else path
