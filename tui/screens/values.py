"""Finding a filter by its name: a few letters of a value, wherever it stands in the long list of filters."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import NamedTuple

from kb.text import fold
from tui.facets import Facet
from tui.lines import Line, Piece, fill, fit
from tui.screens.picker import Picker
from tui.words import say

_GROUP_WIDTH = 14


class Choice(NamedTuple):
    """A filter value and the state it is to have: 1 only this, -1 without."""

    facet: Facet
    state: int


class ValuePicker(Picker[Choice]):
    """Dismissed with a choice, or None. `values` gives the values in a language, each with all that it is called."""

    def __init__(self, values: Callable[[str], Sequence[tuple[Facet, str]]]) -> None:
        super().__init__("picker", "picker_hint", "picker_none")
        self._values = functools.lru_cache(values)

    def having(self, typed: str) -> list[Facet]:
        """The values of which the name, the id or the group has every word typed; those that begin so first."""
        wanted = fold(typed).removeprefix("-").split()
        values = self._values(self.kb.language)
        found = [facet for facet, names in values if all(word in fold(names) for word in wanted)]
        if wanted:
            found.sort(key=lambda facet: (not fold(facet.label).startswith(wanted[0]), -facet.cases))
        return found

    def identity(self, row: Facet) -> object:
        """The filter."""
        return row.filter

    def paint(self, row: Facet, columns: int) -> list[Line]:
        """State, group, label, number of cases."""
        number = f" {row.cases:,} "
        sign = {1: "[+] ", -1: "[-] ", 0: "[ ] "}[row.state]
        group = fit(say(f"facet_{row.group}", self.kb.language), _GROUP_WIDTH)
        line = [Piece(sign, "strong"), Piece(group, "dim"), Piece(row.label)]
        return [(*fill(line, columns - len(number)), Piece(number, "dim"))]

    def chosen(self, row: Facet) -> Choice:
        """To have it, or not to have it if the letters begin with a minus."""
        return Choice(row, -1 if self.typed.lstrip().startswith("-") else 1)
