"""Every text of kb that can reach a user on stderr or in a report, read from the source with `ast`.

A text that is put together from pieces gives one template for each way in which it can come out, with `{}` for what
is only known when it runs.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator
from pathlib import Path

from kb import errors

SOURCE = Path(__file__).parents[2] / "kb"
ERRORS = {name for name, value in vars(errors).items() if isinstance(value, type) and issubclass(value, Exception)}
SINKS: dict[str, tuple[int | str, ...]] = {
    **dict.fromkeys([*ERRORS, "NotMarkdownError", "NotAPostmortemError", "JsonProblem"], (0, 1, "message", "hint")),
    **dict.fromkeys(
        ["note", "note_once", "notify", "_notify", "on_wait", "ArgumentTypeError", "progress", "_lazy"], (0,)
    ),
    **dict.fromkeys(["_write", "unreadable"], (0,)),
    **dict.fromkeys(["_unreadable", "unread", "Problem", "passed_over"], (1, "message")),
    "index_errors": (0, 1),
    "Link": (2,),
    "reasons": (0,),
    "Finding": (2, 3),
    "_refused_field": (0,),
}
"""Callables whose arguments at these places are shown to people."""
TOLD_BY = {
    "explain", "_token_problem", "_encoding_problem", "_option_words", "_plural", "in_words",
    "_against_stored", "_advice", "_conflicts", "refused", "_lines", "_too_large", "_candidate",
    "find", "learn",
}  # fmt: skip
"""Functions whose texts are messages or parts of one."""
CONSTANTS = {
    "_KIND_WORDS",
    "_PATTERN_WORDS",
    "TEXT",
    "TEXT_OR_NULL",
    "STRING",
    "STRINGS",
    "OBJECT",
    "OBJECTS",
    "WHOLE",
    "POSITIVE",
    "ADDRESS",
    "SNAKE",
    "VALUE",
    "CONDITIONS",
    "LANGUAGES",
    "_TIME_FORM",
    "_EXPECTED",
}
"""Names of modules whose values stand in messages."""
MOST = 64
"""Ways in which one text can come out; more would be no message."""


def templates(sinks: dict[str, tuple[int | str, ...]] | None = None) -> dict[str, str]:
    """Template -> where it stands, for every text handed to one of `SINKS`, or to one of those given."""
    found: dict[str, str] = {}
    for path in sorted(SOURCE.rglob("*.py")):
        if "signals" in path.parts:
            continue  # it reads messages of others, and has none
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for text, line in _told(tree) if sinks is None else ():
            found.setdefault(text, f"{path.relative_to(SOURCE.parent)}:{line}")
        for scope, call in _calls(tree):
            name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            given: dict[int | str, ast.expr] = dict(enumerate(call.args))
            given |= {word.arg: word.value for word in call.keywords if word.arg}
            for place in (SINKS if sinks is None else sinks).get(name, ()):
                if place in given:
                    for text in ways(given[place], scope):
                        found.setdefault(text, f"{path.relative_to(SOURCE.parent)}:{call.lineno}")
    return found


def _told(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """The texts of the functions of `TOLD_BY` and of the constants of `CONSTANTS`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name in TOLD_BY:
            body = node.body[1:] if ast.get_docstring(node) else node.body
        elif (
            isinstance(node, ast.Assign)
            and {getattr(part, "id", "") for target in node.targets for part in ast.walk(target)} & CONSTANTS
        ):
            body = [node]
        else:
            continue
        for statement in body:
            for text in _sentences(statement):
                yield text, statement.lineno


def _sentences(node: ast.AST) -> Iterator[str]:
    """Texts with a space in them: the others are names."""
    if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str)):
        yield from (text for text in ways(node, {}) if " " in text.replace("{}", "").strip())
    elif not isinstance(node, ast.Compare) and getattr(getattr(node, "func", None), "attr", "") != "startswith":
        for child in ast.iter_child_nodes(node):
            yield from _sentences(child)


def _calls(tree: ast.Module) -> Iterator[tuple[dict[str, list[ast.expr]], ast.Call]]:
    """Each call with what the names around it were set to in the same function."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    seen: set[ast.Call] = set()
    for owner in (*reversed(functions), tree):
        scope: dict[str, list[ast.expr]] = {}
        for node in ast.walk(owner):
            if isinstance(node, ast.Assign):
                for target in node.targets:
                    pairs = [(target, node.value)]
                    if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                        pairs = list(zip(target.elts, node.value.elts, strict=False))
                    for name, value in pairs:
                        if isinstance(name, ast.Name):
                            scope.setdefault(name.id, []).append(value)
            elif isinstance(node, ast.AnnAssign | ast.AugAssign) and isinstance(node.target, ast.Name) and node.value:
                scope.setdefault(node.target.id, []).append(node.value)
        for node in ast.walk(owner):
            if isinstance(node, ast.Call) and node not in seen:
                seen.add(node)
                yield scope, node


def ways(node: ast.expr, scope: dict[str, list[ast.expr]], depth: int = 0) -> list[str]:
    """The templates that an expression can come out as."""
    if isinstance(node, ast.Constant):
        return [str(node.value).replace("{}", "")] if isinstance(node.value, str) else ["{}"]
    if isinstance(node, ast.JoinedStr):
        parts = [ways(part, scope, depth) for part in node.values]
        return ["".join(chosen) for chosen in itertools.islice(itertools.product(*parts), MOST)]
    if isinstance(node, ast.FormattedValue):
        return ways(node.value, scope, depth)
    if isinstance(node, ast.IfExp):
        return [*ways(node.body, scope, depth), *ways(node.orelse, scope, depth)]
    if isinstance(node, ast.BoolOp):
        return [way for value in node.values for way in ways(value, scope, depth)]
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return [a + b for a in ways(node.left, scope, depth) for b in ways(node.right, scope, depth)][:MOST]
    if isinstance(node, ast.Name) and node.id in scope and depth < 4:
        found = [way for value in scope[node.id] for way in ways(value, scope, depth + 1)]
        return list(dict.fromkeys(way for way in found if way != node.id)) or ["{}"]
    return ["{}"]
