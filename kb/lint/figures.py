"""KB028: the Korean text gives other figures than the English one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, TypeGuard

from kb.lint import numerals
from kb.lint.model import WARNING, Check, Problem, Subject, at

_SHOWN = 6
_LONGEST = 50_000
"""Characters. A longer text is no account of an incident but a log, and is not compared."""
_RUN = re.compile(r"[0-9]+")


class FiguresDiffer(Check):
    """The Korean text gives figures that the English one does not give, or the other way round."""

    code, name, severity = "KB028", "figures-differ", WARNING

    def record(self, subject: Subject) -> Iterator[Problem]:
        for steps, text in subject.texts:
            english, korean = text.get("en"), text.get("ko")
            if not _comparable(english) or not _comparable(korean):
                continue
            if _digits(english) == _digits(korean):
                continue
            left, right = numerals.read(english, "en"), numerals.read(korean, "ko")
            only_english, only_korean = numerals.missing(left, right), numerals.missing(right, left)
            parts = []
            if only_english:
                parts.append(f"only the English text gives {', '.join(only_english[:_SHOWN])}")
            if only_korean:
                parts.append(f"only the Korean text gives {', '.join(only_korean[:_SHOWN])}")
            if parts:
                yield Problem(at(steps), "; ".join(parts) + ": say the same in both, or mend the figure")


def _comparable(text: Any) -> TypeGuard[str]:
    return isinstance(text, str) and bool(text.strip()) and len(text) <= _LONGEST


def _digits(text: str) -> set[str]:
    """Runs of digits: where both texts have the same, no figure can differ that a reader would see."""
    return set(_RUN.findall(text))
