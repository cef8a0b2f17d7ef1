"""Lines that fit a terminal: display width, wrapping, colour, numbers.

Hangul and other wide characters take two columns; `len` would misalign them. Everything that came
from a record or an input passes through `clean` before it is laid out.
"""

from __future__ import annotations

from unicodedata import combining, east_asian_width

from kb.text import visible

_CODES = {"bold": "1", "dim": "2", "green": "32", "yellow": "33", "cyan": "36", "magenta": "35"}
_NARROW = 40
"""Columns that a text needs beside a name."""


class Paint:
    """Colours for a terminal; with `on` false every text stays as it is."""

    def __init__(self, on: bool) -> None:
        self.on = on

    def __call__(self, text: str, *styles: str) -> str:
        if not self.on or not text:
            return text
        return f"\x1b[{';'.join(_CODES[style] for style in styles)}m{text}\x1b[0m"


def clean(text: str) -> str:
    """One line of foreign text: control characters visible, white space single."""
    return " ".join(visible(text, keep_newlines=False).split())


def width(text: str) -> int:
    """Columns that a text takes on a terminal."""
    if text.isascii():
        return len(text)
    return sum(_columns(char) for char in text)


def _columns(char: str) -> int:
    """0 for what joins the letter before it: an accent, or a vowel or final consonant of decomposed Hangul."""
    if combining(char) or "\u1160" <= char <= "\u11ff":
        return 0
    return 2 if east_asian_width(char) in "WF" else 1


def cut(text: str, columns: int) -> str:
    """The text, shortened with an ellipsis to at most so many columns."""
    if width(text) <= columns:
        return text
    used, kept = 1, ""
    for char in text:
        used += width(char)
        if used > columns:
            break
        kept += char
    return kept.rstrip() + "…"


def pad(text: str, columns: int) -> str:
    """The text, filled with spaces to so many columns."""
    return text + " " * max(0, columns - width(text))


def wrap(text: str, columns: int, first: str = "", rest: str | None = None) -> list[str]:
    """Lines of at most so many columns; `first` leads the first line, `rest` (default: as many spaces) the others.

    Words longer than a line are broken.
    """
    follow = " " * width(first) if rest is None else rest
    lines: list[str] = []
    line, room = first, max(8, columns - width(first))
    used = 0
    for word in text.split():
        size = width(word)
        if used and used + 1 + size > room:
            lines.append(line)
            line, room, used = follow, max(8, columns - width(follow)), 0
        while size > room:
            head = _head(word, room)
            lines.append(line + head)
            word = word[len(head) :]
            size = width(word)
            line, room = follow, max(8, columns - width(follow))
        if used:
            line += " "
            used += 1
        line += word
        used += size
    lines.append(line)
    return [item.rstrip() for item in lines]


def row(name: str, room: int, text: str, columns: int) -> list[str]:
    """A name of `room` columns and a text beside it, or below it where the terminal is narrow."""
    if columns - room < _NARROW:
        return [f"  {name}", *wrap(text, columns, "    ")]
    return wrap(text, columns, "  " + pad(name, room))


def _head(word: str, columns: int) -> str:
    used = 0
    for place, char in enumerate(word):
        used += width(char)
        if used > columns:
            return word[:place]
    return word


def chance(probability: float) -> str:
    """The probability of a case, in whole percent, never rounded up: what stands as 50 % is a match, and what is not
    certain is never told as 100 %."""
    return f"{int(100 * probability + 1e-9)}%"


def figure(value: float, digits: int = 6) -> str:
    """A number as a person writes it: at most so many significant digits, no digit before the point dropped."""
    if abs(value) >= 1e15:
        return f"{value:.{digits}g}"
    whole = len(str(int(abs(value))))
    shown = f"{value:,.{max(0, digits - whole)}f}" if abs(value) >= 1 else f"{value:.{digits}g}"
    return shown.rstrip("0").rstrip(".") if "." in shown and "e" not in shown else shown
