"""KB060-KB069: what is wrong in the catalogue of checks and in the tables of baselines.

Both are shown to people who act on them at once: a command that is called harmless and is not, or a figure in the
wrong unit, does damage that no reader can see. A file holds one check, one group of baselines, or the formula of the
checkpoint interval; steps of records name checks by their id.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from kb import vocabulary
from kb.baselines.comparing import HARDWARE, in_unit
from kb.baselines.table import DIRECTIONS, KINDS, RANGE
from kb.lint import catalogue_parts as parts
from kb.lint import numerals
from kb.lint.kinds import BASELINE, CHECK, kind_of
from kb.lint.model import WARNING, Check, Corpus, Problem, Subject, at, in_words, shown
from kb.signals.units import convert
from kb.text import normalize

RISKS = ("read-only", "disruptive", "destroys-evidence")
LEAST_READINGS, MOST_READINGS = 2, 4
COUNTED = frozenset({"count", "banks", "lanes", "steps", "MB/s/TiB"})
"""Units that are compared by name and not converted."""

_SNAKE = re.compile(r"[a-z0-9]+(?:_[a-z0-9]+)*")
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


class CatalogueCheck(Check):
    """A check that looks at checks and baselines only."""

    def record(self, subject: Subject) -> Iterator[Problem]:
        kind = kind_of(subject.document)
        if kind == CHECK:
            yield from self.check(subject.fields, subject.file_name)
        elif kind == BASELINE:
            yield from self.baselines(subject.fields, subject.file_name)

    def check(self, fields: dict[str, Any], file_name: str | None) -> Iterator[Problem]:
        """What is wrong in one reusable check."""
        return iter(())

    def baselines(self, fields: dict[str, Any], file_name: str | None) -> Iterator[Problem]:
        """What is wrong in one group of baselines, or in a formula."""
        return iter(())


class CatalogueField(CatalogueCheck):
    """A field of a check or a baseline is missing, or holds something of another kind."""

    code, name = "KB060", "catalogue-field"

    def check(self, fields: dict[str, Any], file_name: str | None) -> Iterator[Problem]:
        yield from parts.field_problems(fields, (), parts.CHECK_FIELDS)
        yield from parts.choice(fields, (), "risk", RISKS)
        applies = fields.get("applies_to")
        if isinstance(applies, dict):
            yield from parts.field_problems(applies, ("applies_to",), parts.APPLIES_FIELDS)
        yield from parts.each(fields, (), "readings", parts.READING_FIELDS)
        yield from parts.each(fields, (), "sources", parts.SOURCE_FIELDS)
        if fields.get("command") is None and fields.get("observe") is None:
            yield Problem("/observe", "neither a command nor what to look at: write one of the two")

    def baselines(self, fields: dict[str, Any], file_name: str | None) -> Iterator[Problem]:
        if "baselines" not in fields:
            yield from parts.field_problems(fields, (), parts.FORMULA_FIELDS)
            yield from parts.each(fields, (), "sources", parts.SOURCE_FIELDS)
            return
        yield from parts.field_problems(fields, (), parts.GROUP_FIELDS)
        yield from parts.each(fields, (), "baselines", parts.BASELINE_FIELDS)
        for steps, entry in parts.entries(fields):
            yield from parts.choice(entry, steps, "direction", DIRECTIONS)
            yield from parts.choice(entry, steps, "kind", KINDS)
            if isinstance(entry.get("source"), dict):
                yield from parts.field_problems(entry["source"], (*steps, "source"), parts.SOURCE_FIELDS)
        known = [entry.get("quantity") for _, entry in parts.entries(fields)]
        free = fields.get("any_hardware", [])
        for index, quantity in enumerate(free if isinstance(free, list) else [free]):
            if quantity not in known:
                message = f"{in_words(quantity)} is no quantity of this group: name one, or remove it"
                yield Problem(at(("any_hardware", index)), message)


class CatalogueId(CatalogueCheck):
    """An id is not in kebab-case, is not the name of the file, or is used twice."""

    code, name = "KB061", "catalogue-id"

    def check(self, fields: dict[str, Any], file_name: str | None) -> Iterator[Problem]:
        yield from parts.id_problems(fields, "id", file_name)

    def baselines(self, fields: dict[str, Any], file_name: str | None) -> Iterator[Problem]:
        yield from parts.id_problems(fields, "group" if "baselines" in fields else "id", file_name)
        for steps, entry in parts.entries(fields):
            yield from (
                problem._replace(pointer=at(steps) + problem.pointer)
                for problem in parts.id_problems(entry, "id", None)
            )

    def corpus(self, corpus: Corpus) -> Iterator[tuple[Subject, Problem]]:
        seen: dict[tuple[str, str], Subject] = {}
        for subject in corpus.catalogue:
            for kind, steps, written in parts.ids(subject):
                first = seen.get((kind, written))
                if first is None:
                    seen[kind, written] = subject
                elif first is subject or first.document != subject.document:
                    where = f" ({first.path})" if first.path else ""
                    message = f"the id {shown(written)} is used by another {kind} already{where}: give one a new id"
                    yield subject, Problem(at(steps), message)


class CatalogueTerm(CatalogueCheck):
    """A check applies to, points to or rules out something that the vocabularies do not know."""

    code, name, severity, strict = "KB062", "catalogue-term", WARNING, True

    def check(self, fields: dict[str, Any], file_name: str | None) -> Iterator[Problem]:
        for steps, term, names in parts.terms(fields):
            if not any(term in vocabulary.load(name).terms for name in names):
                nearest = next((near for name in names if (near := vocabulary.load(name).nearest(term))), None)
                advice = f": did you mean {nearest}?" if nearest else ""
                message = f"{shown(term)} is not in {' or '.join(names)}{advice}"
                yield Problem(at(steps), message, nearest)


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


class CatalogueText(CatalogueCheck):
    """A text of a check or a baseline lacks a language, is empty, or is not in Unicode NFC."""

    code, name, severity, strict = "KB065", "catalogue-text", WARNING, True

    def record(self, subject: Subject) -> Iterator[Problem]:
        if kind_of(subject.document) not in (CHECK, BASELINE):
            return
        for steps, text in parts.texts(subject.fields):
            for language, word in (("en", "English"), ("ko", "Korean")):
                written = text.get(language)
                if not isinstance(written, str) or not written.strip():
                    yield Problem(at((*steps, language)), f"the {word} text is missing: write it")
        for steps, written in subject.strings:
            if normalize(written) != written:
                yield Problem(at(steps), "the text is not in Unicode NFC: save it in NFC", normalize(written))


class CatalogueFigures(CatalogueCheck):
    """The two languages of a text of a check or a baseline give different figures."""

    code, name, severity = "KB066", "catalogue-figures", WARNING

    def record(self, subject: Subject) -> Iterator[Problem]:
        if kind_of(subject.document) not in (CHECK, BASELINE):
            return
        for steps, text in parts.texts(subject.fields):
            english, korean = text.get("en"), text.get("ko")
            if not isinstance(english, str) or not isinstance(korean, str):
                continue
            if set(re.findall(r"[0-9]+", english)) == set(re.findall(r"[0-9]+", korean)):
                continue
            left, right = numerals.read(english, "en"), numerals.read(korean, "ko")
            only_one = [
                f"only the {word} text gives {', '.join(only)}"
                for word, only in (
                    ("English", numerals.missing(left, right)),
                    ("Korean", numerals.missing(right, left)),
                )
                if only
            ]
            if only_one:
                yield Problem(at(steps), "; ".join(only_one) + ": say the same in both")


class BaselineValue(CatalogueCheck):
    """A baseline's value, unit, condition or direction cannot be compared with a reading."""

    code, name = "KB067", "baseline-value"

    def baselines(self, fields: dict[str, Any], file_name: str | None) -> Iterator[Problem]:
        for steps, entry in parts.entries(fields):
            value, unit = entry.get("value"), entry.get("unit")
            if parts.is_pair(value) and not value[0] < value[1]:
                message = f"the range [{value[0]:g}, {value[1]:g}] must begin with the smaller value"
                yield Problem(at((*steps, "value")), message)
            if entry.get("direction") == RANGE and parts.is_number(value):
                yield Problem(at((*steps, "value")), "the direction is range and the value a single figure: give two")
            if isinstance(unit, str) and unit.strip() and unit not in COUNTED and convert(1, unit)[1] is None:
                yield Problem(
                    at((*steps, "unit")), f"the unit {shown(unit)} is not known, so no reading can be converted"
                )
            for key, item in parts.inner(entry, "conditions").items():
                if not _SNAKE.fullmatch(key) or key == HARDWARE:
                    message = (
                        f"{shown(key)} is no name for a condition: write snake_case, and hardware in its own field"
                    )
                    yield Problem(at((*steps, "conditions", key)), message)
                elif isinstance(item, str) and not item.strip():
                    yield Problem(at((*steps, "conditions", key)), "the condition is empty: state it or remove it")

    def corpus(self, corpus: Corpus) -> Iterator[tuple[Subject, Problem]]:
        first: dict[str, dict[str, Any]] = {}
        for subject in corpus.catalogue:
            for steps, entry in parts.entries(subject.fields):
                quantity, unit = entry.get("quantity"), entry.get("unit")
                if not isinstance(quantity, str) or not isinstance(unit, str):
                    continue
                other = first.setdefault(quantity, entry)
                if in_unit(1.0, unit, other["unit"]) is None:
                    message = (
                        f"{quantity} is given in {other['unit']} by {other.get('id')}, and {unit} is another thing: "
                        "one quantity, one kind of unit"
                    )
                    yield subject, Problem(at((*steps, "unit")), message)
                elif entry.get("direction") != other.get("direction"):
                    message = f"{other.get('id')} of the same quantity is {other.get('direction')}: they must agree"
                    yield subject, Problem(at((*steps, "direction")), message)


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
