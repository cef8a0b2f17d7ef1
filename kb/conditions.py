"""Conditions that a text names: the size of a job, the step reached, models of GPU, the fabric.

The same reading serves the regime of a record ("Only at 60 nodes; 2 to 4 nodes showed nothing") and an input ("hangs on
4 nodes"), in English and Korean, so that `kb.regime` can hold one against the other. Words are looked at one by one:
what a figure counts is decided by its neighbours.
"""

from __future__ import annotations

import re

from kb.namedtuple import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

_WORDS = re.compile(r"\d[\d,]*(?:\.\d+)?k?(?![A-Za-z\d])|[^\W\d_]\w*|\d+")
_CLAUSES = r"[;\n]|[.,] |\.$|\bbut\b|\bwhile\b|지만 |(?<=됐고) "
FINE = (" worked ", " fine ", " ok ", "문제없", "괜찮", "정상", "됐고")
"""Words of a clause that tells where nothing is wrong."""
ABSENT = (
    *FINE, " not ", "n't ", "nothing", " shown no ", " showed no ", " no major ", " no problem", " no fault",
    " no trouble", "않았", "않는", "않고", "없었",
)  # fmt: skip
"""The same in a clause about where a fault appears: "not on a single GPU". Of an input "loss does not fall on 4 nodes"
is what is wrong."""
_DENYING = ("had not", "has not", "did not", "does not", "was not", "were not", "showed no")
_ELSEWHERE = ("same", "같은")
"""Before a size that compares, and tells no other one."""
_SPARE = ("spare", "예비", "free", "idle")
_LACKING = ("no", "without")
_UNITS = {
    "node": "nodes", "nodes": "nodes", "nnodes": "nodes", "num_nodes": "nodes", "노드": "nodes",
    "gpu": "GPUs", "gpus": "GPUs", "rank": "GPUs", "ranks": "GPUs", "nranks": "GPUs", "world_size": "GPUs",
    "랭크": "GPUs",
    "rack": "racks", "racks": "racks", "랙": "racks",
    "step": "step", "steps": "step", "iteration": "step", "iterations": "step", "스텝": "step", "이터레이션": "step",
}  # fmt: skip
_NAMED = ("nnodes", "num_nodes", "nranks", "world_size")
"""Names before their figure: `nnodes=4`."""
_NUMBERS = {"one": 1.0, "single": 1.0, "two": 2.0, "three": 3.0, "four": 4.0, "eight": 8.0, "한": 1.0, "두": 2.0}
_MANY = ("multi", "several", "multiple", "멀티", "다중")
_KOREAN = ("노드", "랭크", "랙", "스텝", "이터레이션")
_FROM, _FROM_BEHIND = ("beyond", "after", "from", "past"), ("이후", "뒤", "무렵부터", "부터", "넘")
_OF_EACH = ("each", "per", "a node", "a host", "apiece")
_MODELS = frozenset(
    "GB300 GB200 GH200 GB10 B300 B200 H200 H100 H800 H20 A100 A800 A40 A30 A10 L40S L40 L4 V100 P100 T4 MI210 MI250"
    " MI250X MI300A MI300X MI325X MI355X RTX TPU TPUS".split()
)
_FABRICS = {"infiniband": "InfiniBand", "roce": "RoCE", "rocev2": "RoCE", "efa": "EFA", "slingshot": "Slingshot"}


class Condition(NamedTuple):
    """One condition at the characters `start` to `end` of a text: `name` of a size (`nodes`, `GPUs`, `racks`, `step`)
    from `low` to `high`, or `model`, `fabric` with the `word`. `seen` is false where a text says that nothing appeared
    under it; with `many` more than `low` are meant, nobody says how many."""

    name: str
    start: int
    end: int
    low: float = 0.0
    high: float = 0.0
    word: str = ""
    seen: bool = True
    many: bool = False


def conditions(text: str, denials: tuple[str, ...]) -> Iterator[Condition]:
    """Sizes, steps, models of GPU and fabrics that a text names, as they stand in it; `denials` are the words of a
    clause that tells where nothing appeared."""
    words = [(match[0], match.start(), match.end()) for match in _WORDS.finditer(text)]
    for place, (word, start, end) in enumerate(words):
        upper = word.upper()
        if upper in _MODELS:
            yield Condition("model", start, end, word="TPU" if upper == "TPUS" else upper)
        elif word.casefold() in _FABRICS:
            lacking = (place > 0 and words[place - 1][0] in _LACKING) or "없는" in text[end : end + 8]
            seen = not lacking and seen_at(text, start, denials)
            yield Condition("fabric", start, end, word=_FABRICS[word.casefold()], seen=seen)
        if unit := _unit(word):
            size = _size(text, words, place, unit)
            if size is not None:
                yield size._replace(seen=seen_at(text, size.start, denials))


def _unit(word: str) -> str:
    """What a word counts; a model of GPU counts GPUs where its figure follows ("H100 64장")."""
    if known := _UNITS.get(word.casefold()):
        return known
    if word.upper() in _MODELS:
        return "GPUs"
    name = next((name for name in _KOREAN if word.startswith(name)), "")
    return _UNITS[name] if name and not word.startswith(name + "당") else ""


def _size(text: str, words: list[tuple[str, int, int]], place: int, unit: str) -> Condition | None:
    """The figure that belongs to a unit: before it ("2 to 4 nodes", "64 H100 GPUs"), or behind it ("nnodes=4", "step
    300", "노드 4대"); None for what is counted on each node."""
    word, start, end = words[place]
    end = start + next((len(name) for name in _KOREAN if word.startswith(name)), len(word))  # without its particle
    if place and words[place - 1][0] in _SPARE:
        return None
    behind = words[place + 1 : place + 3]
    if behind and (figure := figure_of(behind[0][0])) is not None and behind[0][1] - end <= 3:
        counter = ("대", "개") if unit == "nodes" else ("장", "대", "개")
        glued = len(behind) > 1 and behind[1][1] == behind[0][2] and end == words[place][2]  # no particle: 노드에 8장
        counted = glued and behind[1][0].startswith(counter) and not behind[1][0].endswith(("짜리", "씩"))
        if word.casefold() in _NAMED or unit == "step" or (counted and not _is_share(text, words, place, behind[1][2])):
            return Condition(unit, start, behind[counted][2], figure, figure)
    between = place > 1 and (words[place - 1][0].upper() in _MODELS or words[place - 1][0] in ("개", "대"))
    at = place - 1 - between
    if at < 0 or word.upper() in _MODELS or _is_share(text, words, at, end):
        return None
    number, first, last = words[at]
    if number.casefold() in _MANY:
        return Condition(unit, first, end, 1.0, 1.0, many=True)
    figure = figure_of(number)
    apart = number.endswith(",")  # "pid=1234, GPU has fallen off": two things
    if figure is None or apart or (start - last > 2 and not between) or (at and words[at - 1][0] in _ELSEWHERE):
        return None
    lower = at - 2 if at > 1 and words[at - 1][0] == "to" else at - 1
    low = figure_of(words[lower][0]) if at and text[words[lower][2] : first].strip() in ("to", "-", "–", "~") else None
    if low is not None:
        first = words[lower][1]
    many = (at > 0 and words[at - 1][0] in ("than", "over")) or words[place][0].endswith("이상")
    return Condition(unit, first, end, min(figure, low or figure), figure, many=many)


def figure_of(word: str) -> float | None:
    """The number that a word writes (`4`, `1,000`, `15k`, `two`), None for another word."""
    if word.casefold() in _NUMBERS:
        return _NUMBERS[word.casefold()]
    plain = word.replace(",", "")
    if plain[:-1].isdecimal() and plain.endswith("k"):
        return 1000.0 * float(plain[:-1])
    return float(plain) if plain.isdecimal() and len(plain) < 10 else None


def _is_share(text: str, words: list[tuple[str, int, int]], at: int, end: int) -> bool:
    """Whether a figure counts what each node has: "48 nodes of 8 GPUs", "8 ranks a node", "노드당 8장"."""
    before = [word for word, _, _ in words[max(0, at - 2) : at]]
    if before and (before[-1].endswith("당") or before[-1] == "마다"):
        return True
    if before[-1:] == ["of"] and len(before) > 1 and _unit(before[0]):
        return True
    return text[end : end + 10].lstrip(" ,").startswith(_OF_EACH) or text[end : end + 2] == "짜리"


def is_onset(text: str, item: Condition) -> bool:
    """Whether a step is where it begins: "beyond step 14000", "40,700스텝 무렵부터"."""
    before = text[max(0, item.start - 24) : item.start].casefold().split()
    after = text[item.end : item.end + 8].split()
    return any(word in _FROM for word in before[-3:]) or any(word.startswith(_FROM_BEHIND) for word in after[:2])


def clause_at(text: str, at: int) -> tuple[int, int]:
    """Where the clause around a place begins and ends, without space around it."""
    ends = [(match.start(), match.end()) for match in re.finditer(_CLAUSES, text)]
    start = max((end for _, end in ends if end <= at), default=0)
    stop = min((first for first, _ in ends if first >= at), default=len(text))
    clause = text[start:stop]
    return start + len(clause) - len(clause.lstrip()), stop - len(clause) + len(clause.rstrip())


def seen_at(text: str, at: int, denials: tuple[str, ...]) -> bool:
    """Whether the clause around a place says that something appeared: whether it has none of the words that deny."""
    start, end = clause_at(text, at)
    clause = f" {text[start:end].casefold()} "
    if text[end : end + 2] == ", " and text[end + 2 :].startswith(_DENYING):
        return False  # "Short runs, also on 48 nodes, had not shown it"
    return not any(word in clause for word in denials)
