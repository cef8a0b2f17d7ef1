"""What all alerts have in common: whether they fire, how bad they are, which metric crossed which threshold.

Every service has its own words for the same five states, and a few send test notifications that look like the real
thing. An acknowledged alert is still open; resolved and test notifications are context, whatever their text says; an
alert without data is neither healthy nor firing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from kb.signals import prose, states
from kb.signals.jsontree import Node
from kb.signals.metric_names import by_alias, mentions
from kb.signals.metrics import METRICS, worse_direction
from kb.signals.model import Phrase, Signal
from kb.signals.part import Part
from kb.signals.units import quantities

FIRING, RESOLVED, ACKNOWLEDGED, TEST, NO_DATA = "firing", "resolved", "acknowledged", "test", "no data"
HEALTHY = (RESOLVED, TEST)

_SEVERITIES = {
    "critical": "critical", "crit": "critical", "page": "critical", "emergency": "critical", "fatal": "critical",
    "disaster": "critical", "p1": "critical", "sev0": "critical", "sev1": "critical", "down": "critical",
    "unreachable": "critical", "긴급": "critical", "심각": "critical",
    "error": "error", "err": "error", "high": "error", "major": "error", "p2": "error", "sev2": "error",
    "average": "error", "alert": "error",
    "warning": "warning", "warn": "warning", "minor": "warning", "medium": "warning", "moderate": "warning",
    "low": "warning", "p3": "warning", "p4": "warning", "sev3": "warning", "unknown": "warning", "경고": "warning",
    "info": "info", "informational": "info", "information": "info", "notice": "info", "p5": "info", "sev4": "info",
    "none": "none", "debug": "none", "ok": "none",
}  # fmt: skip
_STATUSES = {
    FIRING: """firing triggered trigger retriggered re-triggered alerting alarm open opened active problem down create
    created critical warning warn unknown unreachable error failed failure incident.triggered incident.trigger
    incident.reopened incident.escalated incident.delegated incident.reassigned incident.unacknowledged
    incident.escalate incident.assign incident.delegate incident.unacknowledge incident.annotate incident.annotated
    investigating identified monitoring issue.created issue event_alert.triggered escalate escalated activated fired
    degraded_performance partial_outage major_outage 발생 장애 경보 경고 긴급 심각""",
    RESOLVED: """resolved resolve recovered recovery recover ok up closed close inactive normal success completed
    complete postmortem incident.resolved incident.resolve deactivated operational healthy clear cleared issue.resolved
    delete deleted expired 해제 해소 복구 정상 완료""",
    ACKNOWLEDGED: """acknowledged acknowledge ack acked acknowledgement incident.acknowledged incident.acknowledge
    silenced suppressed muted 확인""",
    TEST: "test testing pagey.ping subscriptionconfirmation",
    NO_DATA: "insufficient_data no_data nodata missing",
}
_STATUS = {word: status for status, words in _STATUSES.items() for word in words.split()}
ALWAYS_FIRING = frozenset({"Watchdog", "DeadMansSwitch", "DeadMansSnitch", "InfoInhibitor"})
"""Alerts that fire when all is well."""
_TEST = re.compile(
    r"\btest (?:notification|violation|transport|message|page)\b|^\[test\]|\btesting transport\b|^test_?alert$"
    r"|\bthis is (?:a test|an example)\b|테스트 (?:알림|메시지|발송)",
    re.IGNORECASE,
)
_TOO = re.compile(
    r"(?P<high>above|over|exceed|greater than|more than|high|>|초과|이상|증가|급증)"
    r"|below|under|less than|low(?:er)?\b|drop|fell|<|미만|이하|감소|급감",
    re.IGNORECASE,
)
_COMPARED = re.compile(
    r"(?:above|below|over|under|than|exceed\w*|beyond|limit of|[<>]=?)\s{0,3}(?:the )?$", re.IGNORECASE
)
_SHORT = 400
"""Characters of a text in which one metric and one figure belong together."""
_CAMEL = re.compile(r"[a-z0-9](?=[A-Z])|[A-Z](?=[A-Z][a-z])")
_UP = re.compile(r"\s*(?:>=?|gt|gte|ge|above|greater|over|more|COMPARISON_G)", re.IGNORECASE)
_DOWN = re.compile(r"\s*(?:<=?|lt|lte|le|below|less|under|COMPARISON_L)", re.IGNORECASE)


def severity(written: str, default: str = "error") -> str:
    """Severity of an alert by what its label says (`page`, `P1`, `Sev3`, `warning`)."""
    return _SEVERITIES.get(written.strip().lower(), default)


def status_of(written: str, default: str = FIRING) -> str:
    """One of the five states by the word of a service (`Re-Triggered`, `incident.resolve`, `RECOVERY`, `복구`)."""
    return _STATUS.get(written.strip().lower().replace(" ", "_"), default)


def is_test(*said: str) -> bool:
    """Whether a name or text says that this is a notification sent to try out the channel."""
    return any(_TEST.search(text[:300]) for text in said)


def state(part: Part, start: int, end: int, status: str, name: str, level: str) -> Iterator[Signal | Phrase]:
    """The alert as a state at the characters that name it, and what its name says (`InstanceDown` is an outage)."""
    if status in HEALTHY or name in ALWAYS_FIRING:
        level = "none"
    elif status != FIRING:
        level = "warning"
    yield part.signal("state", f"alert {status}: {name}", start, end, severity=level)
    if start < end:
        yield part.phrase(start, end)
    for one in states.find(_CAMEL.sub(r"\g<0> ", name)) if level != "none" and " " not in name else ():
        yield part.signal("state", one.name, start, end, severity=level if one.severity != "none" else "none")


def said(part: Part, status: str) -> Iterator[Signal | Phrase]:
    """What a text of an alert says; in a healthy alert nothing of it is wrong. A number after
    "above" is a threshold."""
    measured = False
    for item in prose.read(part):
        if isinstance(item, Signal):
            is_reading = item.kind == "metric" and item.severity != "none"
            measured = measured or is_reading
            if is_reading and item.change is None and _is_threshold(part.text, _figure(part.text, item.text)):
                item = item._replace(name=f"{item.name}_threshold", severity="none")
            if status in HEALTHY:
                item = item._replace(severity="none")
        yield item
    if not measured and len(part.text) <= _SHORT:
        yield from _stated(part, status)


def _figure(text: str, reading: str) -> int:
    """Where the figure of a reading stands in a text, -1 if it is not found."""
    figures = [one.start for one in quantities(reading)]
    at = text.find(reading)
    return at + figures[-1] if at >= 0 and figures else at


def _is_threshold(text: str, start: int) -> bool:
    return start >= 0 and _COMPARED.search(text[max(0, start - 24) : start]) is not None


def _stated(part: Part, status: str) -> Iterator[Signal]:
    """The one metric and the one figure in a short text, however far apart ("Disk usage of /var on a-1 is 96 %")."""
    found = mentions(part.text)
    if len(found) != 1:
        return
    named = found[0]
    figures = [
        one
        for one in quantities(part.text)
        if (one.unit is not None or len(part.text) < 60) and not named.start <= one.start < named.end
    ]
    figure = figures[0] if len(figures) == 1 else None
    metric = next((one for one in named.metrics if figure and one.unit == figure.unit), None)
    if figure is None or metric is None:
        return
    if _is_threshold(part.text, figure.start):
        yield part.signal(
            "metric", f"{metric.name}_threshold", figure.start, figure.end, to_value=figure.value, unit=figure.unit
        )
        return
    level = "none" if status in HEALTHY else "warning"
    yield part.signal(
        "metric", metric.name, figure.start, figure.end, severity=level, to_value=figure.value, unit=figure.unit,
        direction=None if level == "none" else metric.worse,
    )  # fmt: skip


def texts(part: Part, nodes: Iterable[Node | None], status: str) -> Iterator[Signal | Phrase]:
    """What the strings of a JSON document say; addresses of pages are left out."""
    for node in nodes:
        if node is not None and isinstance(node.value, str) and node.value.strip() and "://" not in node.value[:12]:
            yield from said(part.string(node), status)


def comparison_in(text: str) -> str:
    """`>` or `<` if a text says that a value is too high ("above 90 %", "high") or too low ("dropped below")."""
    found = _TOO.search(text[:2000])
    return "" if found is None else ">" if found["high"] else "<"


def metric_name(*written: str) -> str:
    """The canonical name of the metric that one of the texts names, else the first one in lower case with `_`."""
    plain = [" ".join(_CAMEL.sub(r"\g<0> ", text).replace("_", " ").replace(".", " ").split()) for text in written]
    for text in plain:
        if metric := by_alias(text):
            return metric.name
        if found := mentions(text):
            return max(found, key=lambda mention: mention.end - mention.start).metrics[0].name
    return re.sub(r"[\W_]+", "_", plain[0].lower()).strip("_")[:80] if plain and plain[0] else "value"


def unit_of(name: str) -> str | None:
    """The unit of a metric where the alert says none: only percentages and degrees are safe to assume."""
    return next((metric.unit for metric in METRICS if metric.name == name and metric.unit in ("%", "C")), None)


def reading(
    part: Part, name: str, node: Node, value: float, status: str, level: str, comparison: str = "", unit: str = ""
) -> Signal:
    """The value that an alert observed. `comparison` (`>`, `LessThan`) is the one that the value fulfils if the alert
    fires; without one it went where this metric gets worse. `unit` is a base unit."""
    fires = status not in HEALTHY
    direction = "up" if _UP.match(comparison) else "down" if _DOWN.match(comparison) else worse_direction(name)
    return part.signal(
        "metric",
        name,
        node.start,
        node.end,
        severity=level if fires else "none",
        to_value=value,
        unit=unit or unit_of(name),
        direction=direction if fires else None,
    )


def threshold(part: Part, name: str, node: Node, value: float, unit: str = "") -> Signal:
    """The threshold of an alert, as a reading of its own that is never wrong."""
    unit_or_none = unit or unit_of(name)
    return part.signal("metric", f"{name}_threshold", node.start, node.end, to_value=value, unit=unit_or_none)


def number_in(node: Node | None) -> float | None:
    """The number that a member holds, plain or as a string."""
    if node is None or isinstance(node.value, bool | dict | list):
        return None
    try:
        value = float(str(node.value).strip().rstrip("%"))
    except ValueError:
        return None
    return value if value == value and abs(value) != float("inf") else None
