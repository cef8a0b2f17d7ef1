"""The tokens of a JSON text, each with its place in the document.

The standard parser gives values and forgets where they stood. To say which of two equal keys is the second one, and on
which line, the text is read once more: only when there is something to name, and without recursion, so that no depth
of nesting stops it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

_TOKEN = re.compile(r'[ \t\r\n]*([\[{]|[\]}]|[,:]|"[^"\\]*(?:\\.[^"\\]*)*"|[^\s,:\[\]{}"]+)', re.DOTALL)


class Token(NamedTuple):
    """A bracket that opens, a key or a value: `steps` are the keys and list indices that lead to it, `offset` counts
    characters, `is_repeated` says that its object has the key already, `depth` how many brackets are open around it."""

    steps: tuple[str | int, ...]
    text: str
    offset: int
    is_repeated: bool
    depth: int


def tokens(text: str) -> Iterator[Token]:
    """Brackets, keys and values in order with their places, without recursion; stops where the text is not JSON."""
    stack: list[tuple[str, set[str]]] = []
    steps: list[str | int] = []
    expect_key = False
    end = 0
    while match := _TOKEN.match(text, end):
        token, offset, end = match.group(1), match.start(1), match.end()
        if token in "]}":
            if not stack:
                return
            stack.pop()
            steps.pop()
            expect_key = False
        elif token == ",":
            if not stack:
                return
            if stack[-1][0] == "[":
                steps[-1] = int(steps[-1]) + 1
            expect_key = stack[-1][0] == "{"
        elif token == ":":
            expect_key = False
        elif expect_key and token[0] == '"':
            try:
                key = json.loads(token, strict=False)
            except json.JSONDecodeError:
                return
            steps[-1] = key
            repeated = key in stack[-1][1]
            stack[-1][1].add(key)
            yield Token(tuple(steps), token, offset, repeated, len(stack))
        else:
            yield Token(tuple(steps), token, offset, False, len(stack))
            if token in "[{":
                stack.append((token, set()))
                steps.append(0 if token == "[" else "")
                expect_key = token == "{"
