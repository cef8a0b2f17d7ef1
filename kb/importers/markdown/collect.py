"""From the outline of a postmortem to its parts by field: which section or label tells of what.

A section belongs to the field that its heading means, else to that of the heading above it; below a timeline, action
items and lessons every sub-heading is a group of their entries. Lines and rows such as `**Severity:** SEV-2` are read
wherever they do not belong to another field. Nothing is dropped: what fits no field is kept with its heading.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from kb.importers.markdown import headings as at
from kb.importers.markdown import values
from kb.importers.markdown.outline import Block, Outline, Section
from kb.text import fold

TOP = "(top)"
"""Stands for the heading of what comes before the first one."""

_LABEL = re.compile(r"\s*([^\s:：`|][^:：`|\n]{0,40}?)\s*[:：](?![/:])\s*(.*)", re.DOTALL)
_FACTS = frozenset((at.SEVERITY, at.STARTED, at.ENDED, at.DURATION))
_INSIDE = {
    at.SUMMARY: at.SECTIONS | _FACTS | {at.DATE, at.ORG, at.DETECTED_AFTER},
    at.IMPACT: _FACTS | {at.USERS, at.REGION},
    at.DETECTION: frozenset((at.DETECTED_AFTER,)),
}
"""Labels that are read inside a section of another field; a section that is not listed is taken as a whole."""

FRONT_DATE = "front_date"
"""Key of the front matter's `date`, which may be that of the incident or that of the page."""
LABEL_LEVEL = 8
"""Level of a label: below every heading."""


class Part(NamedTuple):
    """A section, or what stands behind a label, that belongs to a field."""

    field: str
    section: Section


class Kept(NamedTuple):
    """What fits no field: its heading and its Markdown."""

    title: str
    text: str


class Collected(NamedTuple):
    """The parts of a postmortem in order. `single` holds each single value by field, the first one given; `mapped` says
    what was taken for which field; `people` are labels and headings whose content was left out."""

    title: str
    parts: list[Part]
    single: dict[str, str]
    kept: list[Kept]
    mapped: list[tuple[str, str]]
    people: list[str]


def collect(outline: Outline) -> Collected:
    """Sort the sections and labels of an outline by field."""
    title, first = _title(outline)
    found = Collected(title, [], {}, [], [], [])
    fields: dict[tuple[str, ...], str | None] = {}
    for key, value in outline.front.items():
        if value and fold(key) == "date":
            found.single[FRONT_DATE] = value
        elif value and not _take_label(found, key, Block(text=value), None):
            found.kept.append(Kept(TOP, f"{key}: {value}"))
    previous = None
    for section in outline.sections:
        path = (*section.parents, section.heading)
        parent = next(
            (fields.get(path[:size]) for size in range(len(path) - 1, 0, -1) if fields.get(path[:size])), None
        )
        own = None if section is first else at.field_of(section.heading)
        if previous == at.TIMELINE and own is None and values.first_date(section.heading):
            own = at.TIMELINE
        field = parent if parent in at.CLOSED or own is None else own
        fields[path] = previous = field
        _section(found, section, field)
    return found


def _title(outline: Outline) -> tuple[str, Section | None]:
    """The title, from the first heading of all or of the first level that names no field, and that section."""
    headed = [section for section in outline.sections if section.heading]
    for section in (*headed[:1], *headed):
        is_title = section.level == 1 or section is headed[0]
        if is_title and at.field_of(section.heading, whole=True) not in at.SECTIONS:
            return section.heading, section
    return "", None


def _section(found: Collected, section: Section, field: str | None) -> None:
    above = [heading for heading in section.parents if heading and heading != found.title]
    name = TOP if section.heading in ("", found.title) else section.heading
    if field == at.PEOPLE:
        if section.blocks:
            found.people.append(name)
        return
    if field is not None and field not in at.SECTIONS:
        text = "\n".join(block.plain() for block in section.blocks)
        if text and field not in found.single:
            found.single[field] = text
            found.mapped.append((name, field))
        elif text:
            found.kept.append(Kept(name, section.source))
        return
    readable = frozenset() if field in at.CLOSED else _INSIDE.get(field, frozenset()) if field else None
    rest = list(_without_labels(found, section, readable))
    if field is None:
        whole = tuple(rest) == section.blocks
        text = section.source if whole else "\n\n".join(block.plain() for block in rest)
        if text.strip():
            found.kept.append(Kept(" / ".join((*above, name)), text))
    elif rest or (field in at.CLOSED and section.heading):
        found.parts.append(Part(field, section._replace(blocks=tuple(rest))))
        if rest:
            found.mapped.append((name, field))


def _without_labels(found: Collected, section: Section, readable: frozenset[str] | None) -> Iterator[Block]:
    """The blocks of a section without the labels that were taken; `readable` None means that every label may be."""
    if readable == frozenset():
        yield from section.blocks
        return
    following: str | None = None
    for block in section.blocks:
        if block.rows:
            if rest := _labels_of_table(found, block, readable):
                yield from _to(found, following, rest)
            continue
        if block.items:
            left = tuple(item for item in block.items if not _take_line(found, item.text, readable))
            if left:
                yield from _to(found, following, Block(items=left))
            continue
        if block.code:
            yield from _to(found, following, block)
            continue
        following, left_text = _labels_of_text(found, block.text, readable)
        if left_text:
            yield Block(text=left_text)


def _to(found: Collected, label: str | None, block: Block) -> Iterator[Block]:
    """Give a block to the label that stands alone before it, or back."""
    field = at.field_of(label, whole=True) if label else None
    if label and field in at.SECTIONS:
        found.parts.append(Part(field, Section(LABEL_LEVEL, label, (), (block,), block.plain())))
        if (label, field) not in found.mapped:
            found.mapped.append((label, field))
    else:
        yield block


def _labels_of_text(found: Collected, text: str, readable: frozenset[str] | None) -> tuple[str | None, str]:
    """The label of a field that ends the paragraph with nothing behind it, and the lines that belong to no label.

    A line without a label continues the text of the label before it; a single value ends with its line.
    """
    groups: list[list[str]] = []
    continues = False
    for line in text.split("\n"):
        label = _LABEL.fullmatch(line)
        field = at.field_of(label.group(1), whole=True) if label else None
        if field is None and continues:
            groups[-1].append(line)
        else:
            groups.append([line])
            continues = field is None or field in at.SECTIONS
    last = _LABEL.fullmatch("\n".join(groups[-1]))
    waiting = last.group(1) if last and not last.group(2).strip() and at.field_of(last.group(1), whole=True) else None
    left = [group for group in groups if not _take_line(found, "\n".join(group), readable)]
    return waiting, "\n".join(line for group in left for line in group)


def _take_line(found: Collected, line: str, readable: frozenset[str] | None) -> bool:
    label = _LABEL.fullmatch(line)
    return label is not None and _take_label(found, label.group(1), Block(text=label.group(2).strip()), readable)


def _labels_of_table(found: Collected, block: Block, readable: frozenset[str] | None) -> Block | None:
    """The table without the rows that were taken as labels; None if nothing is left but its head."""
    head, *body = block.rows
    known = [cell for cell in head if at.field_of(cell, whole=True)]
    if len(body) == 1 and len(head) > 2 and len(known) >= 2:
        pairs = list(zip(head, body[0], strict=False))
        left = [pair for pair in pairs if pair[1] and not _take_label(found, pair[0], Block(text=pair[1]), readable)]
        return Block(rows=(tuple(name for name, _ in left), tuple(value for _, value in left))) if left else None
    if len(head) != 2:
        return block
    taken_head = bool(known) and head[0] == known[0] and _take_label(found, head[0], Block(text=head[1]), readable)
    left_rows = [row for row in body if not _take_label(found, row[0], Block(text=row[1]), readable)]
    if len(left_rows) == len(body) and not taken_head:
        return block
    return Block(rows=(("", ""), *left_rows)) if left_rows else None


def _take_label(found: Collected, label: str, value: Block, readable: frozenset[str] | None) -> bool:
    """Take a label with its value if it names a field that may be read here."""
    field = at.field_of(label, whole=True)
    if field is None or (readable is not None and field not in readable):
        return False
    if field == at.PEOPLE:
        found.people.append(label)
        return True
    if not value.text:
        return True
    if field in at.SECTIONS:
        found.parts.append(Part(field, Section(LABEL_LEVEL, label, (), (value,), value.text)))
    elif field in found.single:
        return found.single[field] == value.text
    else:
        found.single[field] = value.text
    found.mapped.append((label, field))
    return True
