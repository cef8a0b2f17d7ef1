"""KB063, KB064, KB068 and KB069: what is wrong with the checks that a diagnosis is made of.

A check is run by somebody who trusts it at once: readings that do not tell explanations apart cost him an hour, and a
command that is called harmless and is not does damage. Steps of records name checks by their id, so a check that
nothing leads to, and a name that leads to none, are found here too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from kb.lint import catalogue_parts as parts
from kb.lint.catalogue import CatalogueCheck
from kb.lint.kinds import CHECK, kind_of
from kb.lint.model import WARNING, Check, Corpus, Problem, Subject, at, shown

LEAST_READINGS, MOST_READINGS = 2, 4

_WRITES = re.compile(
    r"(?<![\w./'\"-])(?:"
    r"(?:sudo )?(?:reboot|shutdown|poweroff|mkfs\S*|rm|rmdir|mv|kill|pkill|killall|truncate|shred|modprobe|rmmod)(?= )"
    r"|dd [^|;]*\bof=(?!/dev/null)|systemctl (?:re)?(?:start|load|stop)"
    r"|nvidia-smi (?:-r\b|--gpu-reset|-pl\b|-mig\b|-e )"
    r"|kubectl (?:delete|drain|cordon|apply|patch|scale|rollout|edit|exec)|scontrol (?:update|reboot|requeue)"
    r"|scancel|chassis power (?:off|cycle|reset)|setpci [^|;]*=|ip link set|sysctl -w|e2fsck (?!-\S*n)"
    r"|(?:redis-cli|psql|mysql)[^|;]*\b(?:FLUSH\w*|DROP|DELETE|UPDATE|TRUNCATE)\b"
    r")"
)
"""Commands that stop, start, change or delete; `call (int)malloc_trim` and load generators are for the reader."""


class UnclearReadings(CatalogueCheck):
    """The readings of a check do not tell explanations apart: too few, twice the same, contradictory, or all alike."""

    code, name, severity, strict = "KB063", "unclear-readings", WARNING, True

    def check(self, fields: dict[str, Any], file_name: str | None) -> Iterator[Problem]:
        readings = [item for item in parts.listed(fields, "readings") if isinstance(item, dict)]
        if not LEAST_READINGS <= len(readings) <= MOST_READINGS:
            message = f"{len(readings)} readings: give {LEAST_READINGS} to {MOST_READINGS} that exclude each other"
            yield Problem("/readings", message)
        seen: dict[str, int] = {}
        for index, item in enumerate(readings):
            points, excludes = set(parts.strings(item, "points_to")), set(parts.strings(item, "rules_out"))
            if both := sorted(points & excludes):
                message = f"the reading points to and rules out {', '.join(both)}: keep one of the two"
                yield Problem(at(("readings", index)), message)
            text = item.get("reading")
            words = text.get("en") if isinstance(text, dict) else None
            if isinstance(words, str) and seen.setdefault(words.casefold(), index) != index:
                yield Problem(at(("readings", index, "reading")), f"{shown(words)} stands here twice: remove one")
        if readings and all(
            parts.strings(item, "points_to") and not parts.strings(item, "rules_out") for item in readings
        ):
            message = "every reading points to something and none rules anything out: add the healthy one"
            yield Problem("/readings", message)


class UnderstatedRisk(CatalogueCheck):
    """A check that changes something is called read-only, or destroys evidence without saying what to save first."""

    code, name = "KB064", "understated-risk"

    def check(self, fields: dict[str, Any], file_name: str | None) -> Iterator[Problem]:
        risk, command = fields.get("risk"), fields.get("command")
        if risk == "destroys-evidence" and not fields.get("save_first"):
            yield Problem("/save_first", "the check destroys evidence: say what to save before")
        found = _WRITES.search(command) if isinstance(command, str) and risk == "read-only" else None
        if found:
            message = f"the command is called read-only and does {shown(found.group().strip())}"
            yield Problem("/risk", f"{message}: call it disruptive or destroys-evidence")


class UnknownCheck(Check):
    """A step of a diagnosis names a check that the catalogue does not hold."""

    code, name, severity, strict = "KB068", "unknown-check", WARNING, True

    def corpus(self, corpus: Corpus) -> Iterator[tuple[Subject, Problem]]:
        known = {subject.id for subject in corpus.catalogue if kind_of(subject.document) == CHECK}
        known |= parts.shipped_checks()
        for subject in corpus.subjects:
            for steps, written in parts.steps_naming_a_check(subject):
                if written not in known:
                    near = parts.nearest(written, known)
                    advice = f": did you mean {near}?" if near else ""
                    yield subject, Problem(at(steps), f"there is no check {shown(written)}{advice}", near)


class OrphanCheck(Check):
    """A check is named by no record, and nothing that it applies to occurs in one."""

    code, name, severity = "KB069", "orphan-check", WARNING

    def corpus(self, corpus: Corpus) -> Iterator[tuple[Subject, Problem]]:
        if not corpus.subjects:
            return
        named = {written for subject in corpus.subjects for _, written in parts.steps_naming_a_check(subject)}
        occurring = {
            term
            for subject in corpus.subjects
            for key in ("components", "symptoms")
            for term in parts.strings(subject.fields, key)
        }
        for subject in corpus.catalogue:
            if kind_of(subject.document) != CHECK or subject.id in named:
                continue
            applies = parts.inner(subject.fields, "applies_to")
            terms = {*parts.strings(applies, "components"), *parts.strings(applies, "symptoms")}
            if not terms & occurring:
                message = "no record names this check or has a component or symptom that it applies to"
                yield subject, Problem("/applies_to", f"{message}: widen what it applies to, or remove the check")
