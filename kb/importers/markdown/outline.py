"""The outline of a Markdown text: front matter, headings, and below each its paragraphs, lists, tables and code.

markdown-it-py (CommonMark with tables) does the parsing, so that what looks like a heading inside a code block is
none. A paragraph that is one short bold line counts as a heading below the others: many templates are filled in that
way. What stands here is plain text; the Markdown of a section is kept beside it, for what fits no field of a record.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

BOLD_LEVEL = 7
"""Level of a bold line that serves as a heading."""

_LONGEST_HEADING = 80
_TAG = re.compile(r"<!--.*?(?:-->|\Z)|</?[A-Za-z][^<>]{0,500}>", re.DOTALL)
_CHECKBOX = re.compile(r"\[([ xX])\]\s+")
_KEY = re.compile(r"([\w가-힣][\w가-힣 ./()-]{0,40}?)\s*:(?:\s+(.*)|$)")


class Item(NamedTuple):
    """One entry of a list: its text, whether its box is ticked (None without one), and the code block below it."""

    text: str
    checked: bool | None = None
    code: str = ""


class Block(NamedTuple):
    """One paragraph (`text`), list (`items`), table (`rows`, the first is its head) or code block (`code`)."""

    text: str = ""
    items: tuple[Item, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    code: str = ""

    def plain(self) -> str:
        """The block as lines of text; a row of a table is one line, its cells apart by ` | `, or `: ` if it has two."""
        lines = [self.text] if self.text else []
        lines += [f"- {item.text}" + (f"\n{item.code}" if item.code else "") for item in self.items]
        joint = ": " if self.rows and len(self.rows[0]) == 2 else " | "
        lines += [joint.join(cell for cell in row if cell) for row in self.rows[1:]]
        lines += [self.code] if self.code else []
        return "\n".join(line for line in lines if line.strip())


class Section(NamedTuple):
    """A heading with what stands below it up to the next one. `parents` are the headings above it, outermost first;
    `source` is its Markdown without the heading. The text before the first heading has level 0 and no heading."""

    level: int
    heading: str
    parents: tuple[str, ...]
    blocks: tuple[Block, ...]
    source: str


class Outline(NamedTuple):
    """Front matter by key as written, and the sections in order. `broken_front` if the front matter is not closed."""

    front: dict[str, str]
    sections: tuple[Section, ...]
    broken_front: bool = False


def read(text: str) -> Outline:
    """The outline of a Markdown text in NFC with plain newlines."""
    front, body, broken = _front_matter(text)
    lines = body.split("\n")
    root = SyntaxTreeNode(MarkdownIt("commonmark").enable("table").parse(body))
    starts: list[tuple[int, str, list[Block], int, int]] = [(0, "", [], 0, 0)]
    for node in root.children:
        first, last = node.map or (0, 0)
        heading = _heading(node)
        if heading is not None:
            starts.append((*heading, [], first, last))
        else:
            starts[-1][2].extend(_blocks(node))
    sections = []
    above: list[tuple[int, str]] = []
    for position, (level, heading_text, blocks, _, begin) in enumerate(starts):
        end = starts[position + 1][3] if position + 1 < len(starts) else len(lines)
        above = [(other, name) for other, name in above if other < level]
        source = "\n".join(lines[begin:end]).strip("\n")
        sections.append(Section(level, heading_text, tuple(name for _, name in above), tuple(blocks), source))
        above += [(level, heading_text)] if level else []
    return Outline(front, tuple(sections), broken)


def _front_matter(text: str) -> tuple[dict[str, str], str, bool]:
    """Keys and values between two lines `---` at the top, the rest, and whether the second line is missing.

    Lists are joined with commas; deeper structure is passed over: a postmortem's facts do not stand there.
    """
    lines = text.split("\n")
    if lines[0].rstrip() != "---":
        return {}, text, False
    end = next((number for number, line in enumerate(lines[1:], 1) if line.rstrip() in ("---", "...")), 0)
    unclosed = next((n for n, line in enumerate(lines[1:], 1) if not line.strip() or line.startswith("#")), len(lines))
    broken = not end or (unclosed < end and lines[unclosed].startswith("# "))
    stop = unclosed if broken else end
    found: dict[str, str] = {}
    key = ""
    for line in lines[1:stop]:
        pair = _KEY.fullmatch(line.rstrip())
        if pair:
            key = pair.group(1)
            found[key] = _unquoted(pair.group(2) or "")
        elif key and line.lstrip().startswith("- "):
            found[key] = ", ".join(filter(None, (found[key], _unquoted(line.lstrip()[2:]))))
    if broken and not found:
        return {}, text, False
    return found, "\n".join(lines[stop if broken else stop + 1 :]), broken


def _unquoted(value: str) -> str:
    value = value.strip()
    if value[:1] == "[" and value[-1:] == "]":
        return ", ".join(_unquoted(part) for part in value[1:-1].split(","))
    return value[1:-1] if len(value) > 1 and value[0] == value[-1] and value[0] in "'\"" else value


def _heading(node: SyntaxTreeNode) -> tuple[int, str] | None:
    """Level and text of a heading or of a bold line that stands for one, else None."""
    if node.type == "heading":
        return int(node.tag[1]), _inline(node).replace("\n", " ")
    if node.type != "paragraph" or not node.children:
        return None
    parts = [child for child in node.children[0].children if child.type != "text" or child.content.strip()]
    if len(parts) != 1 or parts[0].type != "strong":
        return None
    text = _inline(node)
    return (BOLD_LEVEL, text) if text and len(text) <= _LONGEST_HEADING and "\n" not in text else None


def _blocks(node: SyntaxTreeNode) -> list[Block]:
    if node.type in ("bullet_list", "ordered_list"):
        return [Block(items=tuple(item for child in node.children for item in _items(child)))]
    if node.type == "table":
        rows = [row for part in node.children for row in part.children]
        return [Block(rows=tuple(tuple(_inline(cell).replace("\n", " ") for cell in row.children) for row in rows))]
    if node.type in ("fence", "code_block"):
        return [Block(code=node.content.strip("\n"))] if node.content.strip() else []
    if node.type == "blockquote":
        return [block for child in node.children for block in _blocks(child)]
    text = _inline(node) if node.type != "html_block" else _TAG.sub(" ", node.content).strip()
    return [Block(text=text)] if text else []


def _items(node: SyntaxTreeNode) -> list[Item]:
    """An entry of a list and, after it, the entries of the lists inside it."""
    texts: list[str] = []
    codes: list[str] = []
    below: list[Item] = []
    for child in node.children:
        for block in _blocks(child):
            below += block.items
            texts += [block.plain()] if not block.items and not block.code else []
            codes += [block.code] if block.code else []
    text = "\n".join(texts)
    box = _CHECKBOX.match(text)
    ticked = None if box is None else box.group(1) != " "
    own = Item(text[box.end() :] if box else text, ticked, "\n".join(codes))
    return ([own] if own.text or own.code else []) + below


def _inline(node: SyntaxTreeNode) -> str:
    """The text of a node without its marks. Code keeps its backticks; a link gives its words and, if they do not show
    it, its address."""
    pieces: list[str] = []
    for child in node.children:
        if child.type == "text":
            pieces.append(child.content)
        elif child.type == "code_inline":
            pieces.append(f"`{child.content}`")
        elif child.type in ("softbreak", "hardbreak"):
            pieces.append("\n")
        elif child.type == "html_inline":
            pieces.append("\n" if child.content.lower().startswith("<br") else "")
        elif child.type == "link":
            words, address = _inline(child), str(child.attrs.get("href", ""))
            shown = address if words in (address, "") or not address.startswith("http") else f"{words} ({address})"
            pieces.append(shown if address.startswith("http") else words)
        elif child.type == "image":
            pieces.append(child.content)
        else:
            pieces.append(_inline(child))
    return "\n".join(" ".join(line.split()) for line in "".join(pieces).split("\n")).strip()
