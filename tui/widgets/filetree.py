"""The tree of the disk from which a file or folder is chosen. Names are foreign text: no markup, nothing that a
terminal could obey, and not all of a folder with a hundred thousand of them."""

from __future__ import annotations

import os
from collections.abc import Iterable
from heapq import nsmallest
from pathlib import Path

from rich.style import Style
from rich.text import Text
from textual.message import Message
from textual.widgets import DirectoryTree
from textual.widgets.directory_tree import DirEntry
from textual.widgets.tree import TreeNode

from kb.text import visible
from tui.keys import bindings

MOST = 2000
"""Entries shown of a folder, folders first: more take seconds to draw and cannot be looked through."""


class FileTree(DirectoryTree):
    """`Taken` is posted for a file or folder that is chosen."""

    BINDINGS = bindings("files")
    CONTEXTS: tuple[str, ...] = ("files",)
    ICON_NODE, ICON_NODE_EXPANDED, ICON_FILE = "▸ ", "▾ ", "  "

    class Taken(Message):
        """A path was chosen."""

        def __init__(self, path: str) -> None:
            super().__init__()
            self.path = path

    def process_label(self, label: str | Text) -> Text:
        """The name as it may stand on a terminal."""
        return Text(visible(str(label), keep_newlines=False))

    def render_label(self, node: TreeNode[DirEntry], base_style: Style, style: Style) -> Text:
        """The name after a sign for a folder that is closed or open."""
        sign = (self.ICON_NODE_EXPANDED if node.is_expanded else self.ICON_NODE) if node.allow_expand else "  "
        return Text.assemble((sign, base_style), Text(str(node.label), style))

    def filter_paths(self, paths: Iterable[Path]) -> Iterable[Path]:
        """The first entries."""
        return nsmallest(MOST, paths, key=self._order)

    def _populate_node(self, node: TreeNode[DirEntry], content: Iterable[Path]) -> None:
        super()._populate_node(node, sorted(content, key=self._order))

    def _order(self, path: Path) -> tuple[bool, bool, str]:
        """Hidden entries last, folders before files."""
        return path.name.startswith("."), not self._safe_is_dir(path), path.name.lower()

    def folder(self) -> Path:
        """The folder at the cursor, or that of the file there."""
        node = self.cursor_node or self.root
        assert node.data is not None
        return node.data.path if node.allow_expand else node.data.path.parent

    def on_directory_tree_file_selected(self, event: DirectoryTree.FileSelected) -> None:
        """Take the file."""
        event.stop()
        self.post_message(self.Taken(str(event.path)))

    def action_take_folder(self) -> None:
        """Take the folder at the cursor."""
        self.post_message(self.Taken(str(self.folder())))

    def action_unfold(self) -> None:
        """Show what is in the folder."""
        if self.cursor_node is not None and self.cursor_node.allow_expand:
            self.cursor_node.expand()

    def action_fold(self) -> None:
        """Close the folder, or go to the one that it lies in."""
        node = self.cursor_node
        if node is None or node.is_root:
            self.action_parent()
        elif node.allow_expand and node.is_expanded:
            node.collapse()
        else:
            self.action_cursor_parent()

    def action_parent(self) -> None:
        """Begin the tree one folder higher."""
        self.path = os.path.dirname(self.path)
