"""From a document to what the tables hold of it: text, digest, columns, labels, aliases and source keys.

The document itself is never altered. Columns are: a NUL or half a surrogate pair, which databases refuse, is
taken out of them, and a value of an unexpected type is left out.
"""

from __future__ import annotations

import hashlib
import json
import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import parse_qsl, urlencode, urlsplit

from kb.errors import RecordError
from kb.text import fold

if TYPE_CHECKING:
    from collections.abc import Iterator

Document = dict[str, Any]

_SURROGATE = re.compile("[\ud800-\udfff]")
_UNSTORABLE = re.compile("[\0\ud800-\udfff]")
_YEAR = re.compile(r"[0-9]{4}")
_NOT_SLUG = re.compile(r"[^a-z0-9가-힣]+")
_TRACKING = re.compile(r"utm_\w+|fbclid|gclid|mc_[ce]id")
_LONGEST_KEY = 500
"""Characters. A longer address is represented by its digest: PostgreSQL indexes at most 2,700 bytes."""

_TERM_FIELDS = {
    "domains": "domain",
    "symptoms": "symptoms",
    "components": "components",
    "root_causes": "root_cause",
    "contributing": "contributing",
    "date_kinds": "date_kind",
    "severities": "severity",
}
"""Vocabulary to the field of the record that holds its terms, one or a list."""

_NESTED_TERM_FIELDS = {
    "source_kinds": ("sources", "kind"),
    "remediation_kinds": ("remediation", "kind"),
    "signature_kinds": ("signature", "kind"),
    "detection_methods": ("detection", "method"),
    "authorships": ("review", "written_by"),
}


class Columns(NamedTuple):
    """`incident` holds the derived columns of that table; the rest are the keys of the rows of the side tables."""

    incident: dict[str, Any]
    labels: list[tuple[str, str]]
    aliases: list[str]
    source_keys: list[str]


def encode(document: Document) -> str:
    """The document as JSON text that reads back equal, keys in their order.

    Raises RecordError for what JSON cannot hold: NaN, infinity, or lists nested thousands deep.
    """
    return _dump(document, sort_keys=False)


def digest(document: Document) -> str:
    """SHA-256 of the canonical JSON (keys sorted, no white space), hexadecimal: equal for equal documents."""
    return hashlib.sha256(_dump(document, sort_keys=True).encode()).hexdigest()


def columns(document: Document) -> Columns:
    """What the tables hold of a document beside its text."""
    title = _part(document, "title")
    date = _clean(document.get("date"))
    year = _YEAR.match(date) if date else None
    org = _clean(document.get("org"))
    return Columns(
        {
            "org": org,
            "org_slug": _clean(document.get("org_slug")) or (slug(org) if org else None),
            "title_en": _clean(title.get("en")),
            "title_ko": _clean(title.get("ko")),
            "date": date,
            "year": int(year.group()) if year else None,
            "date_kind": _clean(document.get("date_kind")),
            "severity": _clean(document.get("severity")),
            "root_cause": _clean(document.get("root_cause")),
            "updated_at": instant(document.get("updated_at")),
            "reviewed_at": _clean(_part(document, "review").get("reviewed_at")),
            "withdrawn": bool(document.get("withdrawn")),
        },
        sorted(set(_labels(document))),
        sorted({alias for alias in map(_clean, _list(document, "aliases")) if alias}),
        sorted({source_key(url) for url in source_urls(document)}),
    )


def source_urls(document: Document) -> list[str]:
    """The addresses of the sources, as written."""
    urls = (source.get("url") for source in _list(document, "sources") if isinstance(source, dict))
    return [url for url in urls if isinstance(url, str) and url.strip()]


def source_key(url: str) -> str:
    """The form in which addresses are compared: without scheme, `www.`, default port, tracking and final slash.

    The fragment stays: one page may report several incidents.
    """
    url = storable(url).strip()
    try:
        parts = urlsplit(url)
        port = "" if parts.port in (None, 80, 443) else f":{parts.port}"
        host = (parts.hostname or "").removeprefix("www.")
        query = [pair for pair in parse_qsl(parts.query, keep_blank_values=True) if not _TRACKING.fullmatch(pair[0])]
    except ValueError:
        key = url
    else:
        key = f"{host}{port}{parts.path.rstrip('/')}"
        key += f"?{urlencode(query)}" if query else ""
        key += f"#{parts.fragment}" if parts.fragment else ""
    if len(key) > _LONGEST_KEY:
        return "sha256:" + hashlib.sha256(key.encode()).hexdigest()
    return key


def instant(value: object) -> str | None:
    """An RFC 3339 time or a date as UTC text of fixed width, or None if it is neither; no zone means UTC."""
    if not isinstance(value, str):
        return None
    try:
        moment = datetime.fromisoformat(value.strip())
        utc = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, OverflowError):
        return None
    return utc.strftime("%Y-%m-%dT%H:%M:%S.%fZ").rjust(27, "0")


def now() -> str:
    """The present moment in the form of `instant`."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def storable(text: str) -> str:
    """The text without NUL and halves of surrogate pairs, which a file name or an address may hold."""
    return _UNSTORABLE.sub("", text)


def slug(name: str) -> str | None:
    """A name in lower case with hyphens, for grouping; None if nothing of it is left."""
    return _NOT_SLUG.sub("-", fold(name)).strip("-") or None


def _dump(document: Document, *, sort_keys: bool) -> str:
    try:
        text = json.dumps(document, ensure_ascii=False, allow_nan=False, sort_keys=sort_keys, separators=(",", ":"))
    except (ValueError, RecursionError, TypeError) as error:
        raise RecordError(f"the record cannot be written as JSON: {error}") from error
    return _SURROGATE.sub(lambda half: f"\\u{ord(half.group()):04x}", text)


def _labels(document: Document) -> Iterator[tuple[str, str]]:
    for vocabulary, field in _TERM_FIELDS.items():
        value = document.get(field)
        for term in map(_clean, value if isinstance(value, list) else [value]):
            if term:
                yield vocabulary, term
    for vocabulary, (field, key) in _NESTED_TERM_FIELDS.items():
        value = document.get(field)
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, dict) and (term := _clean(part.get(key))):
                yield vocabulary, term


def _part(document: Document, field: str) -> Document:
    value = document.get(field)
    return value if isinstance(value, dict) else {}


def _list(document: Document, field: str) -> list[Any]:
    value = document.get(field)
    return value if isinstance(value, list) else []


def _clean(value: object) -> str | None:
    return (storable(value) or None) if isinstance(value, str) else None
