"""The list of filter values: rows that can also be excluded, and a way back to the results."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.message import Message

from tui.keys import bindings
from tui.widgets.rows import Painter, Rows


class Values(Rows):
    """Filter values; Enter includes, `-` excludes. `leave` is called at once to go back to the results: a key that
    follows in the same moment must already reach them."""

    BINDINGS = bindings("facets")
    CONTEXTS: tuple[str, ...] = ("facets", "list")

    class Excluded(Message):
        """The current value is to be excluded."""

        def __init__(self, row: Any) -> None:
            super().__init__()
            self.row = row

    def __init__(self, paint: Painter, leave: Callable[[], None], **options: Any) -> None:
        super().__init__(paint, **options)
        self._leave = leave

    def action_exclude(self) -> None:
        """Exclude the current value."""
        if self.current is not None:
            self.post_message(self.Excluded(self.current))

    def action_results(self) -> None:
        """Back to the results."""
        self._leave()
