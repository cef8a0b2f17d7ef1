"""What of a postmortem in Markdown went where, as text: the part of an import's report that a person has to check."""

from __future__ import annotations

from kb.namedtuple import TYPE_CHECKING
from kb.render.layout import clean, cut, pad, wrap

if TYPE_CHECKING:
    from kb.importers.markdown import Mapping

HEADING_COLUMNS = 32
INDENT = "    "
_MESSAGES: dict[str, tuple[str, str]] = {
    "kept": ("kept as it is under docs: {what}", "해당하는 필드가 없어 docs에 그대로 보관: {what}"),
    "people": ("names of people left out: {what}", "사람 이름 제외: {what}"),
    "proposed": ("labels proposed, to be confirmed: {what}", "제안한 라벨(확인 필요): {what}"),
    "secrets": ("secrets redacted: {what}", "가린 비밀 정보: {what}건"),
    "broken_front": (
        "the front matter is not closed with ---; its first lines were read",
        "front matter가 ---로 닫히지 않아 앞쪽 줄만 읽음",
    ),
    "gaps": (
        "an unreviewed draft: {gaps} things to add or confirm; kb validate {place} lists them",
        "검토 전 초안: 채우거나 확인할 것 {gaps}건. 목록: kb validate {place}",
    ),
}


def mapping_lines(mapping: Mapping, place: str, gaps: int, language: str, columns: int, *, every: bool) -> list[str]:
    """What was kept, left out and proposed, and how much is missing; with `every` each heading and its field first.

    `place` is the file as `kb validate` takes it, `gaps` the number of findings it would give.
    """
    lines = []
    if every:
        for heading, field in dict.fromkeys(mapping.mapped):
            target = f"{field} ({mapping.events})" if field == "timeline" and mapping.events else field
            lines.append(f"{INDENT}{pad(cut(clean(heading), HEADING_COLUMNS), HEADING_COLUMNS)} → {target}")
    proposed = [f"{name}: {_chances(terms)}" for name, terms in mapping.proposed.items() if terms]
    told = [
        ("kept", ", ".join(mapping.kept)),
        ("people", ", ".join(mapping.left_out)),
        ("proposed", "; ".join(proposed)),
        ("secrets", str(mapping.secrets or "")),
        ("broken_front", " " * mapping.broken_front),
    ]
    for key, what in told:
        if what:
            lines += wrap(clean(_say(key, language, what=what)), columns, f"{INDENT}- ")
    if gaps:
        lines += wrap(clean(_say("gaps", language, gaps=gaps, place=place)), columns, f"{INDENT}- ")
    return lines


def _chances(terms: list[tuple[str, float]]) -> str:
    return ", ".join(f"{term} {chance:.0%}" for term, chance in terms)


def _say(key: str, language: str, **values: object) -> str:
    return _MESSAGES[key][language == "ko"].format(**values)
