"""A record as a Markdown page for a person, whatever it holds.

Every field is shown, those that kb does not know as well, in the order of reading: what is short as a list of facts,
the rest in a section each. Text of a record is shown literally: nothing in it acts as markup, and characters that a
terminal could obey are made visible.
"""

from __future__ import annotations

import json
import re
from typing import Any

from kb.render.messages import pick, say
from kb.render.record import SECTIONS
from kb.text import visible

Document = dict[str, Any]

_MARKUP = re.compile(r"[\\`*\[\]<>|~$]|(?<!\w)_|_(?!\w)|&(?=#?\w+;)")
_BLOCK_START = re.compile(r"^([ ]*[0-9]*)((?<![0-9])[#+=-]|(?<=[0-9])[.)](?=\s))", re.MULTILINE)

_IN_SECTIONS = dict(SECTIONS)

_KOREAN = {
    "id": "ID",
    "aliases": "다른 ID",
    "org": "조직",
    "org_slug": "조직 슬러그",
    "date": "날짜",
    "date_kind": "날짜 종류",
    "domain": "분야",
    "severity": "심각도",
    "severity_source": "출처가 밝힌 심각도",
    "symptoms": "증상",
    "components": "구성 요소",
    "suspected_first": "처음에 잘못 의심한 것",
    "root_cause": "근본 원인",
    "contributing": "기여 요인",
    "impact": "영향",
    "scope": "범위",
    "users": "사용자",
    "region": "지역",
    "recurrence_of": "재발의 원래 사건",
    "review": "검토",
    "written_by": "작성",
    "reviewed_at": "검토 시각",
    "reviewed_by": "검토자",
    "url": "주소",
    "updated_at": "수정 시각",
    "withdrawn": "철회",
    "docs": "그 밖의 문서",
    "text": "내용",
    "kind": "종류",
    "license": "라이선스",
    "archived": "보관본",
    "read": "읽은 범위",
    "check": "확인한 것",
    "check_id": "확인 절차 ID",
    "command": "명령",
    "finding": "결과",
    "points_to": "가리킴",
    "rules_out": "배제",
    "method": "방법",
    "state": "상태",
    "at": "시각",
    "events": "경과",
    "detected_after": "감지까지",
    "resolved_after": "복구까지",
    "started_at": "시작",
    "ended_at": "끝",
    "name": "이름",
    "direction": "방향",
    "from": "이전 값",
    "to": "이후 값",
    "unit": "단위",
}
"""Korean names of the fields; the order is that in which a page lists them, unknown fields last."""
_ORDER = {key: place for place, key in enumerate(_KOREAN)}


def page(document: Document, language: str | None) -> str:
    """The page of a record in one language (the other where a text lacks it), or in both (None)."""
    title = document.get("title")
    blocks = [f"# {_line(pick(title, language or 'en')) or _line(document.get('id'))}"]
    if language is None and isinstance(title, dict) and title.get("ko") and title.get("en"):
        blocks.append(f"**{_line(title['ko'])}**")
    facts = {key: value for key, value in document.items() if key not in _IN_SECTIONS and key != "title"}
    if isinstance(title, dict):
        facts |= {f"title.{key}": value for key, value in title.items() if key not in ("en", "ko")}
    keys = sorted(facts, key=lambda key: _ORDER.get(key, len(_ORDER)))
    blocks.append("\n".join(line for key in keys for line in _entry(key, facts[key], language)))
    for key, heading in SECTIONS:
        body = _section(document.get(key), language)
        if body:
            blocks += [f"## {_both(say(heading, 'en'), say(heading, 'ko'), language)}", body]
    return "\n\n".join(block for block in blocks if block) + "\n"


def _section(value: Any, language: str | None) -> str:
    if isinstance(value, dict):
        rest = {key: item for key, item in value.items() if key not in ("en", "ko")}
        body = _texts(value, language)
        lines = [line for key, item in rest.items() for line in _entry(key, item, language)]
        return "\n\n".join([*body, *(["\n".join(lines)] if lines else [])])
    if isinstance(value, list):
        return "\n".join(line for item in value for line in _item(item, language))
    return _block(value) if value not in (None, "") else ""


def _entry(key: str, value: Any, language: str | None, depth: int = 0) -> list[str]:
    """A named value as list lines; none for an empty value."""
    if value in (None, "", [], {}):
        return []
    start = f"{'  ' * depth}- **{_label(key, language)}**:"
    if isinstance(value, list):
        if any(isinstance(item, dict | list) for item in value):
            return [start, *(line for item in value for line in _item(item, language, depth + 1))]
        return [f"{start} {', '.join(_line(item) for item in value)}"]
    if isinstance(value, dict):
        texts = [" ".join(text.split()) for text in _texts(value, language)]
        lines = [f"{start} {' / '.join(texts)}".rstrip()]
        for inner, item in value.items():
            if inner not in ("en", "ko") or not isinstance(item, str):
                lines += _entry(inner, item, language, depth + 1)
        return lines
    return [f"{start} {_line(value)}"]


def _item(value: Any, language: str | None, depth: int = 0) -> list[str]:
    """An item of a list as list lines: its text, or its first field, beside the mark; the rest below."""
    start = "  " * depth + "- "
    if isinstance(value, dict):
        text = value.get("text")
        leading = [*_texts(value, language), *(_texts(text, language) if isinstance(text, dict) else [])]
        shown = ("en", "ko", "text") if isinstance(text, dict) else ("en", "ko")
        rest = {key: item for key, item in value.items() if key not in shown}
        lines = [line for key, item in rest.items() for line in _entry(key, item, language, depth + 1)]
        if leading:
            return [start + " / ".join(" ".join(part.split()) for part in leading), *lines]
        return [start + lines[0].lstrip().removeprefix("- "), *lines[1:]] if lines else []
    if isinstance(value, list):
        return [line for item in value for line in _item(item, language, depth)]
    return [start + _line(value)] if value not in (None, "") else []


def _texts(value: Document, language: str | None) -> list[str]:
    """The text of a bilingual value: one, or English and Korean."""
    if language is not None:
        text = pick(value, language)
        return [_block(text)] if text else []
    return [_block(value[code]) for code in ("en", "ko") if isinstance(value.get(code), str) and value[code]]


def _label(key: str, language: str | None) -> str:
    return _both(key.replace("_", " "), _KOREAN[key], language) if key in _KOREAN else _line(key)


def _both(english: str, korean: str, language: str | None) -> str:
    if language is None:
        return english if english == korean else f"{english} / {korean}"
    return korean if language == "ko" else english


def _line(value: object) -> str:
    """A value on one line, shown literally."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return _block(" ".join(text.split()))


def _block(value: object) -> str:
    """A text with its paragraphs, shown literally: nothing in it acts as markup."""
    text = _MARKUP.sub(lambda char: "\\" + char.group(), visible(str(value)))
    return _BLOCK_START.sub(r"\1\\\2", text)
