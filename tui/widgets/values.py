"""The list of filter values: rows that can also be excluded, and a way back to the results."""

from __future__ import annotations

from typing import Any

from textual.message import Message

from tui.keys import bindings
from tui.widgets.rows import Rows


class Values(Rows):
    """Filter values; Enter includes, `-` excludes."""

    BINDINGS = bindings("facets")
    CONTEXTS: tuple[str, ...] = ("facets", "list")

    class Excluded(Message):
        """The current value is to be excluded."""

        def __init__(self, row: Any) -> None:
            super().__init__()
            self.row = row

    class Left(Message):
        """The user goes back to the results."""

    def action_exclude(self) -> None:
        """Exclude the current value."""
        if self.current is not None:
            self.post_message(self.Excluded(self.current))

    def action_results(self) -> None:
        """Back to the results."""
        self.post_message(self.Left())
