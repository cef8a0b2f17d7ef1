"""Whether the hardware of a reading is that of a baseline, both as people and tools write it.

`NVIDIA A100-SXM4-80GB`, `A100 SXM` and `8x A100 SXM` are one; an H100 in an SXM board and one on a PCIe card are two,
and "H100" alone is neither: their bandwidths differ by half.
"""

from __future__ import annotations

import re

from kb.text import fold

_WORD = re.compile(r"[^\W_]+")
_ALTERNATIVES = re.compile(r"[,/](?!\d)")
_PASSED_OVER = re.compile(r"nvidia|amd|intel|google|aws|tesla|instinct|\d+x|\d+gb|hbm\w*|gddr\w*")
"""Makers, counts and memory: they do not tell one board from another of the same name."""
_FORMS = frozenset({"sxm", "pcie", "nvl"})
_SEVERAL_FORMS = frozenset({"v100", "a100", "h100", "h200"})
"""Models sold as boards of different power and bandwidth."""


def same(given: str, wanted: str) -> bool:
    """Whether `given` names the hardware `wanted`, or one of several named there (`A100, H100`)."""
    words = _words(given)
    return bool(words - _FORMS) and any(_fits(words, _words(part)) for part in _ALTERNATIVES.split(wanted))


def _fits(given: set[str], wanted: set[str]) -> bool:
    if not given - _FORMS <= wanted:
        return False
    if given & wanted & _SEVERAL_FORMS and wanted & _FORMS:
        return given & _FORMS == wanted & _FORMS
    return not given & _FORMS or not wanted & _FORMS or given & _FORMS == wanted & _FORMS


def _words(text: str) -> set[str]:
    words = (re.sub(r"^sxm\d$", "sxm", word) for word in _WORD.findall(fold(text)))
    return {word for word in words if not _PASSED_OVER.fullmatch(word)}
