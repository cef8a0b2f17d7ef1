"""Syntax errors of JSON in plain words: what stands there, and what to write instead.

The standard parser says "Expecting property name enclosed in double quotes" and means a comma too many. Most files that
are refused were written by hand or pasted from Python, JavaScript or a web page, and the slips are the same few; each
has its own sentence here, for a person who does not know JSON by heart.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from json import JSONDecodeError


def explain(text: str, error: JSONDecodeError) -> tuple[str, str]:
    """What is wrong in a text at the place of a syntax error, and what to do ("" where nothing is to be said)."""
    rest = text[error.pos : error.pos + 40]
    found = re.match(r"\w+|.|$", rest, re.DOTALL)
    word = found.group() if found else ""
    before = text[: error.pos].rstrip(" \t\r\n")[-1:]
    reason = error.msg
    if reason.startswith("Unterminated string"):
        return (
            'the text that begins here has no closing "',
            'Add the missing ", or write \\" for a quote inside the text.',
        )
    if reason.startswith("Invalid control character"):
        return (
            "a line break, tab or control character stands inside a text",
            "Write \\n for a line break and \\t for a tab.",
        )
    if reason.startswith("Invalid \\"):
        return "a backslash is followed by something that JSON does not know", "Write \\\\ for a backslash."
    if reason.startswith("Extra data"):
        return (
            "a second value begins after the end of the first",
            "Put several records into a list, [{...}, {...}], or write one record a line.",
        )
    if not rest.strip():
        return (
            "the file ends too early, something that was opened is not closed",
            "Restore the end of the file, or close ] and }.",
        )
    if "trailing comma" in reason or (word in ("]", "}") and before == ","):
        return "a comma stands before the closing bracket", "Remove the comma after the last entry."
    if word == "'":
        return "a single quote stands where a text should begin", 'Put texts and keys in double quotes: "...".'
    if word in ("/", "#"):
        return "a comment stands here, and JSON has no comments", "Remove the comment."
    if reason.startswith("Expecting property name"):
        return f"expected a key in double quotes, found {word}", f'Write "{word}": ...' if word.isidentifier() else ""
    if reason.startswith("Expecting ':'"):
        return f"expected a colon between key and value, found {word}", 'Write "key": value.'
    if reason.startswith("Expecting ','"):
        if before.isdigit() and (word[0] == "." or word[0].isdigit()):
            return (
                "this is not how JSON writes a number",
                "Write no leading zero, and a digit on both sides of the dot.",
            )
        return f"expected a comma or the closing bracket, found {word}", "Put a comma between two entries."
    if word in ("True", "False", "None"):
        return f"{word} is Python, not JSON", {"True": "Write true.", "False": "Write false."}.get(word, "Write null.")
    if word == "<":
        return "this looks like HTML or XML, not JSON", "Give the address or file of the JSON itself."
    return f"expected a value, found {word}", "Put texts in double quotes; numbers have no leading + or dot."
