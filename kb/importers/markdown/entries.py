"""Sections that are lists of things: action items with their state, what was done, the checks that were made.

An entry is an item of a list, a row of a table or a paragraph. Columns and remarks that name who is responsible are
left out: a record says what is to be done, not who.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from kb.importers.markdown.headings import PEOPLE, field_of
from kb.importers.markdown.outline import Block
from kb.text import fold

_TEXT_COLUMN = re.compile(
    r"action|item|task|description|measure|what|todo|check|조치|내용|항목|과제|할 일|작업|개선|대책|점검|확인",
    re.IGNORECASE,
)
_STATE_COLUMN = re.compile(r"status|state|done|progress|상태|진행|완료", re.IGNORECASE)
_FINDING_COLUMN = re.compile(r"finding|result|outcome|showed|observation|결과|소견|확인 내용", re.IGNORECASE)
_COMMAND_COLUMN = re.compile(r"command|명령", re.IGNORECASE)
_OWNER_NAMED = r"(?:owner|assignee|assigned to|담당자?)\s*[:：]\s*[^)\],;|\n]{1,60}"
_OWNER = re.compile(
    rf"(?P<open>\s*[(\[])\s*{_OWNER_NAMED}[,;]\s*|\s*[-–—(\[,;|]*\s*{_OWNER_NAMED}[)\]]?", re.IGNORECASE
)
"""An owner by role; where more follows in the same brackets, those stay around it."""
_HANDLE = re.compile(r"\s*[(\[]?(?<![\w/])@[A-Za-z][\w.-]{1,38}(?:\s*,\s*@[A-Za-z][\w.-]{1,38})*[)\]]?(?![\w/@])")
_MARK = re.compile(r"\b(DONE|TODO|OPEN|CLOSED|WIP)\b|([✅✔☑])|[\[(](완료|진행 중|진행중|예정|미완료)[\])]")
_DONE = re.compile(r"done|closed|complete|resolved|fixed|shipped|merged|완료|종료|✅|✔|☑|^yes$|^x$", re.IGNORECASE)
_OPEN = re.compile(
    r"open|to ?do|in progress|wip|pending|planned|not started|incomplete|not done|ongoing|backlog|scheduled"
    r"|진행|예정|미완|대기|계획|검토 중|미착수|착수",
    re.IGNORECASE,
)
_NOTHING = frozenset(
    "tbd|tba|n a|na|none|todo|unknown|to be determined|to be added|to be written"
    "|없음|해당 없음|미정|추후 작성|작성 예정|확인 중".split("|")
)
_ARROW = re.compile(r"\s*(?:→|⇒|=>|->|—>)\s*")


class Entry(NamedTuple):
    """One thing: its text, its state as a record writes it, and for a check the command and what it showed."""

    text: str
    state: str = "unknown"
    command: str = ""
    finding: str = ""


class Entries(NamedTuple):
    """The entries of a section, and whether any of them named a person."""

    entries: list[Entry]
    named_people: bool


def is_nothing(text: str) -> bool:
    """Whether a text only holds the place: `TBD`, `n/a`, `없음`, dashes."""
    return " ".join(re.sub(r"[\W_]+", " ", fold(text)).split()) in _NOTHING | {""}


def read(blocks: tuple[Block, ...]) -> Entries:
    """The entries of the blocks of a section, in order."""
    found: list[Entry] = []
    named = False
    for block in blocks:
        for entry in _of_block(block):
            text = _HANDLE.sub("", _OWNER.sub(lambda found: found["open"] or "", entry.text)).strip()
            named |= text != entry.text
            if not is_nothing(text):
                found.append(entry._replace(text=text))
        named |= bool(block.rows) and any(field_of(cell, whole=True) == PEOPLE for cell in block.rows[0])
    return Entries(found, named)


def steps(entries: list[Entry]) -> list[Entry]:
    """Entries as checks: what stands after an arrow is what the check showed."""
    found = []
    for entry in entries:
        check, *rest = _ARROW.split(entry.text, maxsplit=1)
        split = bool(rest) and bool(check.strip()) and not entry.finding
        found.append(entry._replace(text=check, finding=rest[0]) if split else entry)
    return found


def _of_block(block: Block) -> Iterator[Entry]:
    for item in block.items:
        state = {True: "done", False: "open", None: ""}[item.checked] or _marked(item.text)
        yield Entry(item.text or item.code, state, item.code if item.text else "")
    if block.rows:
        yield from _of_table(block.rows)
    if block.text or block.code:
        yield Entry(block.text or block.code, _marked(block.text))


def _of_table(rows: tuple[tuple[str, ...], ...]) -> Iterator[Entry]:
    head = rows[0]
    special = {
        name: next((n for n, cell in enumerate(head) if pattern.search(cell)), -1)
        for name, pattern in (("state", _STATE_COLUMN), ("finding", _FINDING_COLUMN), ("command", _COMMAND_COLUMN))
    }
    people = {n for n, cell in enumerate(head) if field_of(cell, whole=True) == PEOPLE}
    free = [n for n in range(len(head)) if n not in people and n not in special.values()]
    main = next((n for n in free if _TEXT_COLUMN.search(head[n])), free[0] if free else -1)
    for row in rows[1:]:
        cells = dict(enumerate(row))
        rest = [
            f"{head[n]}: {cells[n]}" for n in free if n != main and cells.get(n) and not is_number(head[n], cells[n])
        ]
        text = cells.get(main, "")
        written = cells.get(special["state"], "")
        state = _state(written) if written else _marked(" ".join(cells.get(n, "") for n in free if n != main))
        if text:
            extra = f" ({'; '.join(rest)})" if rest else ""
            yield Entry(text + extra, state, cells.get(special["command"], ""), cells.get(special["finding"], ""))


def is_number(head: str, cell: str) -> bool:
    """Whether a column only numbers its rows."""
    return cell.rstrip(".").isdigit() and fold(head).strip(". ") in ("", "#", "no", "nr", "id", "번호", "순번")


def _state(written: str) -> str:
    return "open" if _OPEN.search(written) else "done" if _DONE.search(written) else "unknown"


def _marked(text: str) -> str:
    found = _MARK.search(text)
    return _state(found.group()) if found else "unknown"
