"""Alerts as people paste them from chat and mail: Alertmanager and Grafana titles (`[FIRING:1] ...`), Datadog,
KakaoWork, Nagios, Icinga and Zabbix notifications, and the cards that chat services receive as JSON.

A heading says the status; what follows up to the next heading is the text of that alert. In mails the fields
(`Notification Type`, `State`, `Info`) say it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.namedtuple import NamedTuple
from kb.signals import alerts
from kb.signals.jsontree import Node, parse
from kb.signals.model import Phrase, Signal
from kb.signals.part import Line, Part

Items = Iterator[Signal | Phrase]
_MOST_LINES = 400
_MARKUP = "*`_ \t"
_LONGEST_REST = 20_000
_HEADING = re.compile(
    r"[^\w\[\n]{0,12}(?::[\w+-]{1,30}:\s?)*\[(?P<status>FIRING|RESOLVED|Alerting|OK|No Data|Pending|Triggered"
    r"|Re-Triggered|Recovered|Warn|Acknowledged|TEST|장애|복구|경보|긴급|경고|해제|해소|알람|발생|정상)"
    r"(?:[: ]\d+)?(?:, ?RESOLVED:\d+)?(?: on [^\]\n]{1,200}| ?[가-힣]{1,6})?\]\s{0,3}(?P<name>[^\n]*)"
)
_MARK = re.compile(r"\W{0,4}(?P<status>Firing|Resolved|FIRING|RESOLVED)\W{0,4}$")
_FIELD = re.compile(
    r"[\s>•*·|-]{0,8}(?P<key>[A-Za-z가-힣][\w ()가-힣-]{1,30}?)\W{0,3}?\s{0,8}(?:[=:?]|\?:)\*{0,2}[ \t]+"
    r"(?P<value>[^\n]*\S)"
)
_LABEL = re.compile(r"\s*[-•]\s*\*{0,2}(?P<key>\w+)\*{0,2}\s*[=:]\s*(?P<value>[^\n]*)")
_SUBJECT = re.compile(
    r"(?:\*\* |\[)?(?P<type>PROBLEM|RECOVERY|ACKNOWLEDGEMENT|CUSTOM|DOWNTIME\w*|FLAPPING\w*)\]?"
    r"(?: (?:Service|Host) Alert:)? (?P<name>\S[^\n]{0,200}?) is (?P<state>CRITICAL|WARNING|UNKNOWN|OK|DOWN|UP"
    r"|UNREACHABLE)\b"
)
_ZABBIX = re.compile(
    r"(?P<status>PROBLEM|Problem|Resolved|RESOLVED|OK|Updated problem)(?: in (?=\d)[^\n:]{1,20})?: (?P<name>[^\n]+)"
)
_ZABBIX_RESOLVED = re.compile(r"Problem has been resolved|^Resolved in ", re.MULTILINE)
_SPOKEN = frozenset(
    """summary description message title info output details detail comment 내용 메시지 상세 설명 value status_text
    additional_info operational_data 원인 현상""".split()
)
_NAMES = ("problem name", "alertname", "alert", "rule", "경보명", "알림명", "알람명")
_CARD_TEXTS = frozenset(
    "text title summary pretext fallback value subtitle activitytitle activitysubtitle name content term".split()
)


class _Section(NamedTuple):
    """The lines of one alert: its status, the characters of its name, and where its text begins and ends."""

    status: str
    name: tuple[int, int] | None
    start: int
    end: int


def chat(part: Part) -> Items:
    """Alerts pasted from a chat, each with its own status."""
    for section in _sections(part):
        yield from _section(part, section)


def _sections(part: Part) -> list[_Section]:
    found: list[_Section] = []
    status = alerts.FIRING
    for number, line in enumerate(part.lines()):
        if number == _MOST_LINES:
            if found:
                found[-1] = found[-1]._replace(end=line.start)
            break
        heading = _HEADING.match(line.text) or _MARK.match(line.text)
        if heading is None:
            continue
        if found:
            found[-1] = found[-1]._replace(end=line.start)
        status = alerts.status_of(heading["status"])
        name = heading.groupdict().get("name")
        place = (line.start + heading.start("name"), line.start + heading.end("name")) if name else None
        found.append(_Section(status, place, line.end, len(part.text)))
    return found


def _section(part: Part, section: _Section) -> Items:
    text = part.text[section.start : section.end]
    name = part.text[slice(*section.name)] if section.name else ""
    short = re.split(r" \(| for |\s{2,}| - ", name.strip("* "), maxsplit=1)[0].strip()
    status = alerts.TEST if alerts.is_test(short, text) else section.status
    level = _level(name, text)
    if section.name and short:
        start = section.name[0] + name.index(short)
        yield from alerts.state(part, start, start + len(short), status, short, level)
        yield from alerts.said(part.sub(*section.name), status)
    for line in part.sub(section.start, section.end).lines():
        yield from _line(part, Line(line.text, line.start + section.start, line.end + section.start), status, level)


def _line(part: Part, line: Line, status: str, level: str) -> Items:
    """A line of an alert: a label says little, a name or a text is read."""
    label = _LABEL.match(line.text) or _FIELD.match(line.text)
    if label is None:
        yield from alerts.said(part.sub(line.start, line.end), status)
        return
    key = label["key"].lower().strip()
    value = label["value"].strip(_MARKUP)
    start = line.start + label.start("value") + label["value"].find(value)
    end = start + len(value)
    if key in _NAMES:
        yield from alerts.state(part, start, end, status, value, level)
    elif key.replace(" ", "_") in _SPOKEN or (" " in label["value"] and not _LABEL.match(line.text)):
        yield from alerts.said(part.sub(line.start if key not in _SPOKEN else start, end), status)
    else:
        yield part.phrase(start, end)


def _level(name: str, text: str) -> str:
    """The level among the words of a heading or in a field of the text; an error where none is said."""
    for word in re.findall(r"[\w가-힣]+", name.lower()):
        if alerts.severity(word, "") and word not in ("alert", "high", "low", "down", "none", "unknown", "page", "ok"):
            return alerts.severity(word)
    said = re.search(r"`(critical|error|warning|info)`", text[:500]) or re.search(
        r"(?i)(?:severity|priority|심각도|등급|레벨)\W{1,8}(\w+)", text[:4000]
    )
    return alerts.severity(said[1]) if said else "error"


def mail(part: Part) -> Items:
    """A Nagios or Icinga notification."""
    fields: dict[str, tuple[int, int]] = {}
    subject: re.Match[str] | None = None
    for number, line in enumerate(part.lines()):
        if number == _MOST_LINES:
            break
        subject = subject or _SUBJECT.search(part.text, line.start, line.end)
        if field := _FIELD.match(line.text):
            key = field["key"].lower().strip()
            fields.setdefault(key, (line.start + field.start("value"), line.start + field.end("value")))
    value = {key: part.text[slice(*place)].strip() for key, place in fields.items()}
    kind = value.get("notification type") or (subject["type"] if subject else "")
    word = value.get("state") or value.get("status") or (subject["state"] if subject else "")
    status = alerts.status_of(kind or word)
    if kind.upper() in ("CUSTOM", "PROBLEM", "") or kind.upper().startswith(("DOWNTIME", "FLAPPING")):
        status = alerts.status_of(word)
    level = alerts.severity(word)
    where = fields.get("service") or fields.get("host") or (subject.span("name") if subject else (0, 0))
    name = "/".join(value[key] for key in ("host", "service") if value.get(key)) or part.text[slice(*where)].strip()
    if name:
        yield from alerts.state(part, *where, status, name, level)
    place = fields.get("state") or fields.get("status") or (subject.span("state") if subject else None)
    if place and word:
        fine = "none" if status in alerts.HEALTHY else level
        yield part.signal("state", f"state {word.lower()}", *place, severity=fine)
    for key in ("info", "additional info", "comment", "output", "service", "host"):
        if key in fields:
            yield from alerts.said(part.sub(*fields[key]), status)
    yield from _rest(part, max([end for _, end in fields.values()], default=0), status)


def _rest(part: Part, end: int, status: str) -> Items:
    """What stands below the fields: the line under `Additional Info:` belongs to the alert, what somebody wrote below
    it does not."""
    at = part.text.find("dditional Info:")
    if at >= 0:
        start = at + len("dditional Info:")
        content = start + len(part.text[start:]) - len(part.text[start:].lstrip())
        stop = part.text.find("\n", content)
        stop = len(part.text) if stop < 0 else stop
        yield from alerts.said(part.sub(start, stop), status)
        end = max(end, stop)
    if part.text[end:].strip():
        yield from alerts.said(part.sub(end, min(len(part.text), end + _LONGEST_REST)), alerts.FIRING)


def zabbix(part: Part) -> Items:
    """A Zabbix message: subject, name of the problem, host, severity, operational data."""
    subject = _ZABBIX.match(part.text)
    resolved = _ZABBIX_RESOLVED.search(part.text) is not None
    status = alerts.RESOLVED if resolved else alerts.status_of(subject["status"] if subject else "")
    level = _level("", part.text)
    named = False
    for number, line in enumerate(part.lines()):
        field = _FIELD.match(line.text)
        if number == _MOST_LINES:
            break
        if field is None:
            continue
        key = field["key"].lower().strip()
        start, end = line.start + field.start("value"), line.start + field.end("value")
        if key == "problem name":
            named = True
            yield from alerts.state(part, start, end, status, field["value"], level)
        if key in ("problem name", "operational data", "trigger", "item value", "item values", "last value"):
            yield from alerts.said(part.sub(start, end), status)
        elif key == "severity":
            fine = "none" if status in alerts.HEALTHY else "info"
            yield part.signal("state", f"severity {field['value'].lower()}", start, end, severity=fine)
        elif key == "host":
            yield part.phrase(start, end)
    if subject is not None and not named:
        yield from alerts.state(part, *subject.span("name"), status, subject["name"].strip(), level)
        yield from alerts.said(part.sub(*subject.span("name")), status)


def card(part: Part) -> Items:
    """A message for Slack, Teams or KakaoWork as JSON: its texts, under the status of its first heading or colour."""
    document = parse(part.text)
    if document is None:
        return
    strings: list[Node] = []
    status, coloured = "", ""
    for path, node in document.root.leaves():
        key = next((step.lower() for step in reversed(path) if isinstance(step, str)), "")
        if not isinstance(node.value, str) or not node.value.strip() or len(strings) >= _MOST_LINES:
            continue
        if key in ("color", "themecolor", "style") and not coloured:
            coloured = _COLOURS.get(node.value.lower().lstrip("#"), "")
        elif key in _CARD_TEXTS:
            strings.append(node)
            heading = _HEADING.match(node.value) or _PLAIN.match(node.value)
            status = status or (alerts.status_of(heading["status"]) if heading else "")
    status = status or coloured
    for number, node in enumerate(strings):
        inner = part.string(node)
        if _HEADING.search(inner.text[:4000]) and _sections(inner):
            yield from chat(inner)
        elif number == 0 and status:
            fine = status if not alerts.is_test(inner.text) else alerts.TEST
            yield from alerts.state(inner, 0, len(inner.text), fine, inner.text.strip()[:100], "error")
            yield from alerts.said(inner, fine)
        else:
            yield from alerts.said(inner, status or alerts.FIRING)


_PLAIN = re.compile(
    r"\W{0,8}(?P<status>Resolved|Recovered|복구|해제|정상|장애|경보|발생|Triggered|Firing|Test)\b", re.I
)
_COLOURS = {
    "good": alerts.RESOLVED, "danger": alerts.FIRING, "warning": alerts.FIRING, "red": alerts.FIRING,
    "green": alerts.RESOLVED, "36a64f": alerts.RESOLVED, "2eb886": alerts.RESOLVED, "attention": alerts.FIRING,
    "00ff00": alerts.RESOLVED, "ff0000": alerts.FIRING, "yellow": alerts.FIRING, "2dc72d": alerts.RESOLVED,
}  # fmt: skip
"""What the colour of a card says."""
