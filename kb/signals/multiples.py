"""Changes told by a factor, a share or a rate: "50% slower", "3배 느려졌다", "half of what it was", "2 GB an hour".

Imported only for a sentence that has a percentage, a multiple or one of the words for them. What a factor means hangs
on the words around it: 40 % less is not 40 % of, and five times longer is a duration, not a throughput.
"""

from __future__ import annotations

from collections.abc import Iterator

from kb.signals.changes import Change, follows, name_of, precedes
from kb.signals.metric_names import Mention
from kb.signals.metrics import severity_of_change, worse_direction
from kb.signals.units import Quantity

_TIMES = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "두": 2, "세": 3, "네": 4, "다섯": 5, "여섯": 6, "일곱": 7, "여덟": 8, "아홉": 9, "열": 10,
}  # fmt: skip
"""Numbers in words, read before `times` and `배` only."""
_HALF = (
    ("halved", 0.5), ("cut in half", 0.5), ("half of", 0.5), ("half the ", 0.5), ("by half", 0.5), ("반토막", 0.5),
    ("절반", 0.5), ("doubled", 2.0), ("tripled", 3.0), ("quadrupled", 4.0),
)  # fmt: skip
"""What says a change without a number, and the factor."""
_PARTS = ("half of", "half the ")
"""What says a change only of a metric named before ("busbw is at half of") or of what is usual ("half the normal")."""
_HALF_FOLLOWED = ("으로", "로 ", "밖에", "수준", " 수준", "만 ", "도 안", "가량으로", " 이하", "이하", "정도밖에")
"""What follows 절반 if a metric is at half; "노드 절반" is a half of something else."""
_USUAL = (
    "expected", "normal", "usual", "nominal", "rated", "baseline", "what it", "what we", "previous", "line rate",
    "theoretical", "yesterday", "last week",
)  # fmt: skip
_USUAL_KO = ("원래", "평소", "정상", "기존", "어제", "예상", "기대", "이전", "지난주", "스펙", "이론")
_ONLY = ("밖에", "수준", "정도밖에", "정도 수준", "만 나", "도 안")
_PER_TIME = (
    "per hour", "an hour", "/h", "per day", "a day", "per minute", "a minute", "per step", "every hour", "each hour",
    "씩",
)  # fmt: skip
_PER_TIME_BEFORE = ("시간당", "시간마다", "분당", "하루에", "매시간", "스텝당", "스텝마다")
_LESS = (
    "감소", "하락", "떨어", "줄", "저하", "느려", "느림", "빠졌", "drop", "decrease", "reduction", "slower",
    "slowdown", "lower",
    "less", "down", "degrad", "fewer", "worse",
)  # fmt: skip
_MORE = (
    "증가", "상승", "올랐", "오르", "늘", "급증", "increase", "rise", "higher", "more", "up", "growth", "longer",
    "faster", "over",
)  # fmt: skip
_FELL = ("drop", "dip", "fell", "fall", "decreas", "declin", "reduc", "down", "lost", "degrad", "slow")
_ROSE = ("ris", "rose", "increas", "grew", "grow", "jump", "up", "climb")
_SLOWER = ("느려", "느림", "느립", "느린", "slower", "worse", "longer", "오래")
_LONGER = ("longer", "오래")


def spelt_out(sentence: str) -> list[Quantity]:
    """Multiples in words: "three times", "다섯 배"."""
    found = []
    lower = sentence.lower()
    for mark in ("times", "배") if "times" in lower or "배" in lower else ():
        at = lower.find(mark)
        words = lower[max(0, at - 12) : at].split()
        factor = _TIMES.get(words[-1]) if words else None
        if factor:
            start = lower.rfind(words[-1], 0, at)
            found.append(Quantity(float(factor), "x", start, at + len(mark), float(factor)))
    return found


def halved(sentence: str, named: list[Mention]) -> Iterator[Change]:
    """A change said in one word, of a metric that is named."""
    lower = sentence.lower()
    for said, factor in _HALF:
        at = lower.find(said)
        end = at + len(said)
        if at < 0 or (said == "절반" and not lower.startswith(_HALF_FOLLOWED, end)):
            continue
        name = name_of(named, at, end, None, sentence)
        if name is None or (said in _PARTS and not _is_of_itself(lower, named, at, end)):
            continue
        direction = "up" if factor > 1 else "down"
        severity = severity_of_change(name, direction, factor - 1)
        yield Change(name, None, None, None, direction, factor - 1, severity, at, end)
        return


def _is_of_itself(lower: str, named: list[Mention], start: int, end: int) -> bool:
    """Whether a half is one of the metric, not of its traffic, nodes or requests."""
    before = any(0 <= start - mention.end <= 20 for mention in named)
    return before or any(word in lower[end : end + 30] for word in _USUAL)


def relative(sentence: str, one: Quantity, named: list[Mention]) -> Change | None:
    """A change said in percent or as a multiple: "50% slower", "3배 느려", "up 40%", "40% of the expected rate"."""
    if one.unit not in ("%", "x"):
        return None
    if one.unit == "%" and _is_share_of_usual(sentence, one):
        others = [mention for mention in named if mention.metrics[0].unit != "%"]
        name = name_of(others, one.start, one.end, None, sentence)
        return _change(name, float(f"{one.value / 100 - 1:.12g}"), one) if name else None
    change = _signed(sentence, one)
    if change is None:
        return None
    longer = one.unit == "x" and follows(sentence, one.end, _LONGER)
    name = name_of(named, one.start, one.end, None, sentence) or ("duration" if longer else "throughput")
    if change < 0 and worse_direction(name) == "up" and follows(sentence, one.end, _SLOWER):
        change = one.value / 100 if one.unit == "%" else one.value - 1
    return _change(name, change, one)


def _signed(sentence: str, one: Quantity) -> float | None:
    """The relative change that a percentage or multiple stands for, by the words around it."""
    if one.unit == "%":
        if follows(sentence, one.end, _LESS) or precedes(sentence, one.start, _FELL):
            return -one.value / 100
        rose = follows(sentence, one.end, _MORE) or precedes(sentence, one.start, _ROSE)
        return one.value / 100 if rose else None
    if one.value > 1 and follows(sentence, one.end, _SLOWER):
        return 1 / one.value - 1
    return one.value - 1 if one.value > 1 and follows(sentence, one.end, _MORE) else None


def _change(name: str, change: float, one: Quantity) -> Change:
    direction = "up" if change > 0 else "down"
    severity = severity_of_change(name, direction, change)
    return Change(name, None, None, None, direction, change, severity, one.start, one.end)


def _is_share_of_usual(sentence: str, one: Quantity) -> bool:
    """Whether a percentage is of what is usual: "40% of the expected bandwidth", "원래의 40%밖에"."""
    after = sentence[one.end : one.end + 40].lower().lstrip()
    if after.startswith("of "):
        return any(word in after for word in _USUAL)
    return after.startswith(_ONLY) and any(word in sentence[max(0, one.start - 16) : one.start] for word in _USUAL_KO)


def growth(sentence: str, one: Quantity, named: list[Mention]) -> Change | None:
    """A rate of growth: "RSS grows by 2 GB per hour", "시간당 2GB씩 늘어난다"."""
    after = sentence[one.end : one.end + 16].lower().lstrip()
    before = sentence[max(0, one.start - 12) : one.start]
    if not after.startswith(_PER_TIME) and not any(word in before for word in _PER_TIME_BEFORE):
        return None
    rising = precedes(sentence, one.start, _ROSE) or any(word in after for word in ("늘", "증가", "올라", "쌓"))
    name = name_of(named, one.start, one.end, one.unit, sentence) if rising else None
    if name is None:
        return None
    severity = "warning" if worse_direction(name) == "up" else "info"
    return Change(name, None, None, None, "up", None, severity, one.start, one.end)
