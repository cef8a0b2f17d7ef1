"""How the rows of a search look: a result with what was matched of it, a filter with its state and count.

Apart from the screen, because nothing here waits, asks or remembers: a row and the columns there are give its lines.
"""

from __future__ import annotations

from rich.cells import cell_len

from kb.render.messages import pick
from tui.facets import Facet
from tui.lines import Line, Piece, clip, cut, fill, plain, width
from tui.view import Document, related, severity_mark, words


def result_rows(
    document: Document, hits: frozenset[str], matched: str, language: str, columns: int, *, is_marked: bool
) -> list[Line]:
    """A result: mark for comparison, severity and title, and below it id, date, the words matched, organisation. `hits`
    are the stems searched, `matched` the words of the case that have them."""
    title = words(cut(plain(pick(document.get("title"), language)), columns - 4), hits)
    sign = "*" if is_marked else " "
    mark = severity_mark(document)
    about = [plain(document["id"]), plain(document.get("date") or "")]
    second = [Piece(f"   {'  '.join(about)}  ", "dim")]
    if others := len(related(document)):
        second.append(Piece(f"~{others}  ", "link"))
    room = columns - width(second) - 2
    if matched:
        matched = cut(matched, room)
        second.append(Piece(matched + "  ", "hit"))
        room -= cell_len(matched) + 2
    if room >= 8:
        second.append(Piece(cut(plain(document.get("org") or ""), room), "dim"))
    return [clip((Piece(sign, "warn"), mark, Piece(" "), *title), columns), clip(second, columns)]


def facet_row(facet: Facet, columns: int) -> list[Line]:
    """A row of the filters: heading, value with its state and count, or what shows more."""
    if facet.is_more:
        return [(Piece(f"    … {facet.label}", "dim"),)]
    if not facet.value:
        return [(Piece(facet.label, "heading"),)]
    sign = {1: "[+] ", -1: "[-] ", 0: "[ ] "}[facet.state]
    style = {1: "good", -1: "warn", 0: ""}[facet.state]
    number = f" {facet.cases:,} "
    label = fill([Piece(sign, style or "rule"), Piece(facet.label, style)], columns - len(number))
    return [(*label, Piece(number, "dim"))]


def has_choice(facet: Facet) -> bool:
    """Whether a row can be chosen."""
    return bool(facet.value) or facet.is_more


def facet_name(facet: Facet) -> object:
    """What stays the same of a row when the counts change."""
    return facet.group, facet.value, facet.is_more
