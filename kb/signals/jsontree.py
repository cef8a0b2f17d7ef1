"""JSON as a tree in which every value knows where it stands, even if the document is cut off or damaged.

The standard parser gives no positions and nothing at all for a webhook body that was cut at 1,000 characters or ends
in a shell prompt. This one is a loop over tokens: no recursion (deep nesting is harmless), linear, and it
keeps what it has read so far. Strings are unescaped, so Korean written as `\\uXXXX` is Korean.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.namedtuple import NamedTuple

_MOST_NODES = 200_000
"""Values read of one document; what follows is left out."""
_TOKEN = re.compile(
    r'\s*(?:"((?:[^"\\]++|\\.)*+)("?)|([{}\[\]:,])|(-?\d[\d.eE+-]*)|(true|false|null)(?!\w))', re.DOTALL
)
_ESCAPE = re.compile(
    r"\\(?:u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|(.))", re.DOTALL
)
_LITERALS = {"true": True, "false": False, "null": None}
_SIMPLE = {"n": "\n", "t": "\t", "r": " ", "b": " ", "f": " "}
_LONGEST_INTEGER = 300
"""Characters; a longer whole number has no place in a float."""


class Node(NamedTuple):
    """A value of a JSON document. `value` is a dict or list of nodes or a plain value; for a string `start` and `end`
    enclose what is between the quotation marks."""

    value: object
    start: int
    end: int

    def at(self, *path: str | int) -> Node | None:
        """The node under keys and list indexes, or None."""
        node: Node | None = self
        for step in path:
            if node is None:
                return None
            inner = node.value
            if isinstance(inner, dict) and isinstance(step, str):
                node = inner.get(step)
            elif isinstance(inner, list) and isinstance(step, int) and -len(inner) <= step < len(inner):
                node = inner[step]
            else:
                return None
        return node

    def text(self, *path: str | int) -> str:
        """The string under a path; numbers are written out, anything else is empty."""
        node = self.at(*path)
        if node is None or node.value is None or isinstance(node.value, dict | list | bool):
            return ""
        return str(node.value)

    def items(self, *path: str | int) -> list[Node]:
        """The list under a path, or an empty one."""
        node = self.at(*path)
        return node.value if node is not None and isinstance(node.value, list) else []

    def fields(self, *path: str | int) -> dict[str, Node]:
        """The object under a path, or an empty one."""
        node = self.at(*path)
        return node.value if node is not None and isinstance(node.value, dict) else {}

    def has(self, *keys: str) -> bool:
        """Whether this is an object with all of the keys."""
        return isinstance(self.value, dict) and all(key in self.value for key in keys)

    def leaves(self) -> Iterator[tuple[tuple[str | int, ...], Node]]:
        """Every plain value with its path, in the order of the document."""
        stack: list[tuple[tuple[str | int, ...], Node]] = [((), self)]
        while stack:
            path, node = stack.pop()
            if isinstance(node.value, dict):
                stack.extend([((*path[-8:], key), inner) for key, inner in reversed(node.value.items())])
            elif isinstance(node.value, list):
                stack.extend([((*path[-8:], index), node.value[index]) for index in range(len(node.value) - 1, -1, -1)])
            else:
                yield path, node


class Document(NamedTuple):
    """A parsed document: the root, the offset after its last token, and whether its brackets were closed."""

    root: Node
    end: int
    complete: bool


def parse(text: str, start: int = 0) -> Document | None:
    """The first JSON object or list at `start` (white space before it is skipped), or None if none begins there.

    A later value under the same key replaces the earlier one, as in the standard parser.
    """
    open_nodes: list[_Open] = []
    position, nodes = start, 0
    while nodes < _MOST_NODES and (match := _TOKEN.match(text, position)):
        string, quote, mark, number, literal = match.groups()
        if not open_nodes and mark not in ("{", "["):
            return None
        position = match.end()
        if mark in ("{", "["):
            open_nodes.append(_Open({} if mark == "{" else [], match.start(3)))
        elif mark in ("}", "]"):
            if isinstance(open_nodes[-1].inner, dict) is not (mark == "}"):
                break
            closed = open_nodes.pop()
            node = Node(closed.inner, closed.start, position)
            if not open_nodes:
                return Document(node, position, complete=True)
            open_nodes[-1].put(node)
        elif string is not None:
            open_nodes[-1].put_string(Node(_unescape(string), *match.span(1)))
            if not quote:
                break
        elif number is not None:
            open_nodes[-1].put(Node(_number(number), match.start(4), position))
        elif literal is not None:
            open_nodes[-1].put(Node(_LITERALS[literal], match.start(5), position))
        nodes += 1
    if not open_nodes:
        return None
    while len(open_nodes) > 1:
        cut = open_nodes.pop()
        open_nodes[-1].put(Node(cut.inner, cut.start, position))
    return Document(Node(open_nodes[0].inner, open_nodes[0].start, position), position, complete=False)


class _Open:
    """An object or list whose closing bracket has not come yet."""

    __slots__ = ("inner", "key", "start")

    def __init__(self, inner: dict[str, Node] | list[Node], start: int) -> None:
        self.inner = inner
        self.start = start
        self.key: str | None = None

    def put(self, node: Node) -> None:
        if isinstance(self.inner, list):
            self.inner.append(node)
        elif self.key is not None:
            self.inner[self.key] = node
            self.key = None

    def put_string(self, node: Node) -> None:
        if isinstance(self.inner, dict) and self.key is None:
            self.key = str(node.value)
        else:
            self.put(node)


def unescape(raw: str) -> tuple[str, list[int]]:
    """The text that an escaped string stands for, and for each of its characters (and the end) the offset in `raw`.

    Control characters become spaces, except tab and newline.
    """
    pieces: list[str] = []
    places: list[int] = []
    position = 0
    for match in _ESCAPE.finditer(raw):
        pieces.append(raw[position : match.start()])
        places.extend(range(position, match.start() + 1))
        pieces.append(_character(match))
        position = match.end()
    pieces.append(raw[position:])
    places.extend(range(position, len(raw) + 1))
    return "".join(pieces), places


def _character(match: re.Match[str]) -> str:
    high, low, single, plain = match.groups()
    if high:
        return chr(0x10000 + ((int(high, 16) - 0xD800) << 10) + int(low, 16) - 0xDC00)
    if single:
        code = int(single, 16)
        return " " if code < 32 or 0x7F <= code < 0xA0 else "\ufffd" if 0xD800 <= code < 0xE000 else chr(code)
    return _SIMPLE.get(plain, plain)


def _unescape(string: str) -> str:
    return _ESCAPE.sub(_character, string) if "\\" in string else string


def _number(written: str) -> float | int | str:
    if len(written) <= _LONGEST_INTEGER:
        try:
            return int(written)
        except ValueError:
            pass
    try:
        return float(written)
    except ValueError:
        return written
