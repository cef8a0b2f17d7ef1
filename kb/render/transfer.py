"""What an import did and what the checks found, as text."""

from __future__ import annotations

from kb.namedtuple import TYPE_CHECKING
from kb.render.layout import Paint, clean, pad, width, wrap
from kb.render.mapping import mapping_lines
from kb.render.messages import say, spoken

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kb.importers.transfer import ImportReport
    from kb.lint import Finding
    from kb.lint.model import Check

SHOWN_OUTCOMES = 50


def report_text(report: ImportReport, language: str, columns: int, paint: Paint, *, dry_run: bool) -> str:
    """One line a record that is new, updated or rejected, with the reasons, and the counts.

    A draft made from Markdown lacks a lot by nature: its warnings are counted, and what went where is told instead.
    """
    counts = report.counts()
    lines: list[str] = []
    shown = [outcome for outcome in report.outcomes if outcome.status != "unchanged"]
    shown.sort(key=lambda outcome: outcome.status != "rejected")
    for outcome in shown[:SHOWN_OUTCOMES]:
        style = "magenta" if outcome.status == "rejected" else "green"
        status = paint(say(f"status_{outcome.status}", language), style)
        lines.append(f"{status}  {clean(outcome.id or '?')}  {paint(clean(_place(outcome.place, language)), 'dim')}")
        for reason in outcome.reasons:
            lines += wrap(clean(spoken(reason, language)), columns, "    - ")
        for link in outcome.duplicates:
            told = say("duplicate_of", language, id=link.id, reason=spoken(link.reason, language))
            lines += wrap(clean(told), columns, "    - ")
        warnings = [finding for finding in outcome.findings if finding.severity != "error"]
        if outcome.mapping is not None:
            place, gaps = outcome.place, len(warnings)
            lines += mapping_lines(outcome.mapping, place, gaps, language, columns, every=dry_run)
            continue
        for told in dict.fromkeys(clean(_told(finding, language)) for finding in warnings):
            lines += wrap(told, columns, "    - ")
    if len(shown) > SHOWN_OUTCOMES:
        lines.append(say("of", language, shown=SHOWN_OUTCOMES, total=f"{len(shown):,}"))
    lines.append(say("import_counts", language, **counts))
    if dry_run:
        lines.append(say("dry_run", language))
    elif not report.written and counts["rejected"]:
        lines.append(say("nothing_written", language))
    return "\n".join(lines) + "\n"


def findings_text(findings: Iterable[Finding], records: int, language: str, columns: int, paint: Paint) -> str:
    """Path, place, code, what is wrong and the nearest right value; then the counts."""
    lines: list[str] = []
    errors = warnings = 0
    path = None
    room = max(width(say(severity, language)) for severity in ("error", "warning"))
    for finding in findings:
        errors += finding.severity == "error"
        warnings += finding.severity != "error"
        if finding.path != path:
            path = finding.path
            lines.append(paint(clean(_place(path, language)), "bold"))
        style = "magenta" if finding.severity == "error" else "yellow"
        severity = say(finding.severity, language)
        body = wrap(clean(_told(finding, language)), columns, f"  {finding.code} {pad(severity, room)} ", " " * 4)
        body[0] = body[0].replace(severity, paint(severity, style), 1)
        lines += body
    lines.append(say("findings", language, records=records, errors=errors, warnings=warnings))
    return "\n".join(lines) + "\n"


def checks_text(checks: Iterable[Check], language: str) -> str:
    """One line a check: code, severity, name, and what is wrong when it speaks."""
    return "".join(
        f"{check.code}  {pad(say(check.severity, language), 8)} {check.name:24} {spoken(check.description, language)}\n"
        for check in checks
    )


def _place(path: str, language: str) -> str:
    """A file with the line or item in it: `a.jsonl: line 7`."""
    origin, colon, position = path.rpartition(": ")
    return f"{origin}{colon}{spoken(position, language)}" if colon else path


def _told(finding: Finding, language: str) -> str:
    where = f"{finding.pointer}: " if finding.pointer else ""
    told = spoken(finding.message, language)
    if finding.suggestion and finding.suggestion not in finding.message:
        told = say("nearest", language, told=told.removesuffix("."), value=finding.suggestion)
    return where + told
