"""Records out again: JSON, JSONL, CSV and Markdown, as pieces of text that are written as they come.

JSON and JSONL give back equal documents; characters that a terminal could obey are written as `\\uXXXX`, which
JSON reads back as the same. CSV is for a spreadsheet and Markdown for a person: both leave out what is empty, show
such characters as visible text, and let no cell or line of a record act as a formula or as markup.
"""

from __future__ import annotations

import csv
import io
import json
import re
from typing import TYPE_CHECKING, Any

from kb.errors import UsageError
from kb.render.messages import pick, say
from kb.text import visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

Document = dict[str, Any]

FORMATS = ("json", "jsonl", "markdown", "csv")

CSV_COLUMNS = (
    "id", "aliases", "org", "org_slug", "title.en", "title.ko", "date", "date_kind", "domain", "severity",
    "impact.scope", "impact.users", "impact.region", "symptoms", "symptoms_text.en", "symptoms_text.ko", "components",
    "regime.en", "regime.ko", "trigger.en", "trigger.ko", "detection.method", "detection.en", "detection.ko",
    "suspected_first", "root_cause", "root_cause_text.en", "root_cause_text.ko", "contributing", "summary.en",
    "summary.ko", "remediation.text.en", "remediation.text.ko", "lessons.en", "lessons.ko", "timeline.detected_after",
    "timeline.resolved_after", "related", "recurrence_of", "sources.url", "sources.kind", "review.written_by",
    "review.reviewed_at", "review.reviewed_by", "url", "updated_at", "withdrawn",
)  # fmt: skip
"""Columns of the CSV, in order: paths into the record. New ones are added at the end only."""

_OBEYED = re.compile("[\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff\ud800-\udfff]")
"""Beyond the control characters that JSON escapes by itself: C1 controls, direction marks, halves of pairs."""

_FORMULA = ("=", "+", "-", "@")

_MARKUP = re.compile(r"[\\`*\[\]<>|~$]|(?<!\w)_|_(?!\w)|&(?=#?\w+;)")
_BLOCK_START = re.compile(r"^([ ]*[0-9]*)((?<![0-9])[#+=-]|(?<=[0-9])[.)](?=\s))", re.MULTILINE)

_SECTIONS = {
    "symptoms_text": "section_symptoms",
    "signature": "section_signature",
    "regime": "section_regime",
    "trigger": "section_trigger",
    "detection": "section_detection",
    "diagnosis": "section_diagnosis",
    "summary": "section_summary",
    "root_cause_text": "section_cause",
    "remediation": "section_remediation",
    "lessons": "section_lessons",
    "action_items": "section_actions",
    "timeline": "section_timeline",
    "related": "section_related",
    "sources": "section_sources",
}
"""Fields that get a section of their own, in the order of reading, and the message that heads it."""

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


def pieces(documents: Iterable[Document], form: str, language: str | None = None) -> Iterator[str]:
    """The documents in one of `FORMATS`. `language` (`en` or `ko`, None for both) is used by Markdown alone.

    Raises UsageError for another format.
    """
    if form == "markdown":
        return markdown(documents, language)
    writers: dict[str, Callable[[Iterable[Document]], Iterator[str]]] = {
        "json": json_pieces,
        "jsonl": jsonl,
        "csv": csv_pieces,
    }
    if form not in writers:
        raise UsageError(f"{form} is not a format of an export", f"Use one of {', '.join(FORMATS)}.")
    return writers[form](documents)


def json_pieces(documents: Iterable[Document]) -> Iterator[str]:
    """JSON: the document itself if there is one, an array if there are several or none."""
    waiting = iter(documents)
    first, second = next(waiting, None), next(waiting, None)
    if first is None:
        yield "[]\n"
    elif second is None:
        yield _dump(first, indent=2) + "\n"
    else:
        yield "[\n" + _dump(first, indent=2)
        yield ",\n" + _dump(second, indent=2)
        for document in waiting:
            yield ",\n" + _dump(document, indent=2)
        yield "\n]\n"


def jsonl(documents: Iterable[Document]) -> Iterator[str]:
    """One document a line."""
    for document in documents:
        yield _dump(document) + "\n"


def csv_pieces(documents: Iterable[Document]) -> Iterator[str]:
    """A header and one row a record (RFC 4180); the items of a list are joined by `;`.

    A cell that a spreadsheet would take for a formula begins with an apostrophe.
    """
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\r\n")
    writer.writerow(CSV_COLUMNS)
    yield buffer.getvalue()
    for document in documents:
        buffer.seek(0)
        buffer.truncate()
        writer.writerow([_cell(document, column.split(".")) for column in CSV_COLUMNS])
        yield buffer.getvalue()


def markdown(documents: Iterable[Document], language: str | None = None) -> Iterator[str]:
    """Each record as a Markdown page, in one language (the other where a text lacks it) or in both (None)."""
    for number, document in enumerate(documents):
        yield ("\n---\n\n" if number else "") + _page(document, language)


def _dump(document: Document, indent: int | None = None) -> str:
    separators = (",", ":") if indent is None else None
    text = json.dumps(document, ensure_ascii=False, allow_nan=False, indent=indent, separators=separators)
    return _OBEYED.sub(lambda char: f"\\u{ord(char.group()):04x}", text)


def _cell(document: Document, path: list[str]) -> str:
    text = visible(";".join(map(str, _values(document, path))))
    return f"'{text}" if text.lstrip().startswith(_FORMULA) else text


def _values(value: Any, path: list[str]) -> Iterator[Any]:
    if isinstance(value, list):
        for item in value:
            yield from _values(item, path)
    elif path and isinstance(value, dict):
        yield from _values(value.get(path[0]), path[1:])
    elif isinstance(value, dict):
        yield value.get("id", "")
    elif value is not None and not path:
        yield value


def _page(document: Document, language: str | None) -> str:
    title = document.get("title")
    blocks = [f"# {_line(pick(title, language or 'en')) or _line(document.get('id'))}"]
    if language is None and isinstance(title, dict) and title.get("ko") and title.get("en"):
        blocks.append(f"**{_line(title['ko'])}**")
    facts = {key: value for key, value in document.items() if key not in _SECTIONS and key != "title"}
    if isinstance(title, dict):
        facts |= {f"title.{key}": value for key, value in title.items() if key not in ("en", "ko")}
    order = {key: place for place, key in enumerate(_KOREAN)}
    keys = sorted(facts, key=lambda key: order.get(key, len(order)))
    blocks.append("\n".join(line for key in keys for line in _entry(key, facts[key], language)))
    for key, heading in _SECTIONS.items():
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
    if value is None or value == "" or value == [] or value == {}:
        return []
    start = f"{'  ' * depth}- **{_label(key, language)}**:"
    if isinstance(value, list) and not any(isinstance(item, dict | list) for item in value):
        return [f"{start} {', '.join(_line(item) for item in value)}"]
    if isinstance(value, list):
        return [start, *(line for item in value for line in _item(item, language, depth + 1))]
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
    english = key.replace("_", " ")
    if key not in _KOREAN:
        return _line(key)
    return _both(english, _KOREAN[key], language)


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
