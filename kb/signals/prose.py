"""Prose in English and Korean: a chat message, a ticket, a sentence at 2 a.m.

Three things are read from it: numbers that moved ("from ~14,000 to 6,100 tokens/s", "평소 몇 분인데 8시간"), states
that are reported ("멈춤", "keeps crashing", and not "no errors"), and codes. Every sentence is a phrase for the search.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.signals.codes import find_codes
from kb.signals.model import SEVERITIES, Phrase, Signal
from kb.signals.part import Part

_SENTENCE = re.compile(r"[^\n.!?。]+(?:[.!?](?!\s|$)[^\n.!?。]*)*[.!?。]*")
_MOST_SENTENCES = 400
_LONGEST_SENTENCE = 2000

_STATES: tuple[tuple[str, str, str], ...] = (
    ("crash", "error", r"\bcrash(?:e[sd]|ing)?\b|\bdie[sd]\b|\bkilled\b|\babort(?:s|ed)\b|\bwent away\b|\bwent down\b|죽었|죽어|죽는|죽습|죽음|죽네|종료됐|종료되|종료됨|크래시|다운됐|다운되|내려갔|터졌|터짐|강제 종료"),
    ("hang", "error", r"\bhangs?\b|\bhung\b|\bhanging\b|\bstuck\b|\bfr(?:ozen|eezes?)\b|\bno progress\b|\bstall(?:s|ed)?\b|\bdeadlock\b|\bnever (?:returns|finishes|ends)\b|멈춤|멈췄|멈춰|멈추|멈춘|멈춥|먹통|진행이 안|진행이 없|안 넘어가|무한 대기|행이 걸|행 걸|응답 없|응답이 없|그대로예요|그대로입"),
    ("slow", "warning", r"\bslow(?:er|ly|s|ed|down)?\b|\bdegrad(?:ed|es|ation)\b|\blag(?:s|ging)\b|\bsluggish\b|느려|느림|느립|느린|저하|지연|밀립|밀려|밀리"),
    ("drop", "warning", r"\bdrop(?:s|ped|ping)?\b|\bfell\b|\bdeclin(?:es|ed|ing)\b|\bplummet|\bhalved\b|떨어졌|떨어짐|떨어집|떨어져|급감|감소|반토막"),
    ("surge", "warning", r"\bspik(?:es?|ed|ing)\b|\bsurg(?:es?|ed|ing)\b|\bballoon|\bjump(?:s|ed)\b|\bexplod|급증|폭증|치솟|급등|튀었|튀어|튑니다|튐"),
    ("timeout", "error", r"\btime[sd]?[ -]?outs?\b|\btiming out\b|타임아웃|시간 초과|타임 아웃"),
    ("failure", "error", r"\bfail(?:s|ed|ing|ures?)\b|\berrors?\b|\bexceptions?\b|\bbroken?\b|\bcan(?:not|'t)\b|\bcould(?: not|n't)\b|\bunable to\b|\brejected\b|\brefus(?:ed|es)\b|실패|에러|오류|예외|안 됩|안됩|안 돼|안돼|안 되|불가|거부"),
    ("outage", "critical", r"\boutages?\b|\bunavailable\b|\bunreachable\b|\bdown\b(?! (?:from|to|by)\b)|장애|접속 안|접속이 안|접속 불가|전면 중단|서비스 중단|마비"),
    ("out of memory", "error", r"\bout of memory\b|\boom\b|\bmemory leak|\bleak(?:s|ed|ing)?\b|메모리 부족|메모리 누수|누수"),
    ("disk full", "error", r"\bdisk(?: is)? full\b|\bout of (?:disk )?space\b|\bno space\b|디스크 풀|디스크가 꽉|용량 부족|공간 부족|꽉 찼|꽉 차"),
    ("diverged", "error", r"\bdiverg(?:es?|ed|ing|ence)\b|\bnans?\b|발산"),
    ("restart loop", "error", r"\brestart(?:s|ed|ing)? (?:again and again|repeatedly|every|loop)|\bkeeps? (?:restarting|crashing|dying)|계속 재시작|또 재시작|재시작 반복|재시작됐"),
    ("missing", "warning", r"\bmissing\b|\bdisappear(?:s|ed)\b|\bgone\b|\blost\b|\bfell off\b|\bdropped off\b|\bnot (?:detected|visible|found|responding)\b|사라졌|사라짐|안 보입|안 보여|유실|빠졌|0건"),
    ("corrupt", "error", r"\bcorrupt(?:ed|ion|s)?\b|\bdata loss\b|\bgarbage\b|손상|깨졌|깨짐"),
)  # fmt: skip
"""State, severity, how it is said. A state is not taken where the words around it deny it."""
_RECOVERED = re.compile(r"\bresolved\b|\brecovered\b|\bback to normal\b|\bfixed\b|복구됐|복구되|복구 완료|해결됐|해결되|정상화|정상으로")
_DENIED_BEFORE = re.compile(r"(?:\bno|\bnot|\bwithout|\bnever|\bzero|n't|\bnor|\bany|\b0)(?:\s+[\w-]+){0,2}\s*$", re.IGNORECASE)
_DENIED_AFTER = re.compile(r"\s{0,2}[\w%]{0,4}(?:은|는|이|가|도|로그는|로그도)?\s{0,2}(?:전혀\s|아예\s)?(?:없|아니|아님|안 나|안 보|정상|0건|0 건)|-free|: ?0\b|지 않|지도 않")
_compiled: list[tuple[str, str, re.Pattern[str]]] = []


def read(part: Part) -> Iterator[Signal | Phrase]:
    """Codes, states, metric changes and sentences of prose."""
    for code in find_codes(part.text):
        yield part.signal("code", code.name, code.start, code.end, severity=code.severity)
    for number, sentence in enumerate(_SENTENCE.finditer(part.text)):
        if number == _MOST_SENTENCES:
            return
        start, end = sentence.start(), min(sentence.end(), sentence.start() + _LONGEST_SENTENCE)
        if part.text[start:end].strip():
            yield part.phrase(start, end)
            yield from signals(part, start, end)


def signals(part: Part, start: int, end: int) -> Iterator[Signal]:
    """States and metric changes in one sentence of a part (characters `start` to `end`)."""
    sentence = part.text[start:end]
    if any(char.isdigit() for char in sentence):
        from kb.signals import changes

        for change in changes.find(sentence):
            yield part.signal(
                "metric",
                change.name,
                start + change.start,
                start + change.end,
                severity=change.severity,
                from_value=change.before,
                to_value=change.after,
                unit=change.unit,
                direction=change.direction,
                change=change.change,
            )
    recovered = _RECOVERED.search(sentence)
    for name, severity, match in _states(sentence):
        severity = "info" if recovered and SEVERITIES.index(severity) > 1 else severity
        yield part.signal("state", name, start + match.start(), start + match.end(), severity=severity)
    if recovered:
        yield part.signal("state", "recovered", start + recovered.start(), start + recovered.end())


def _states(sentence: str) -> Iterator[tuple[str, str, re.Match[str]]]:
    """The first undenied mention of each state."""
    if not _compiled:
        _compiled.extend((name, severity, re.compile(said, re.IGNORECASE)) for name, severity, said in _STATES)
    for name, severity, pattern in _compiled:
        for match in pattern.finditer(sentence):
            before = sentence[max(0, match.start() - 40) : match.start()]
            if not _DENIED_BEFORE.search(before) and not _DENIED_AFTER.match(sentence, match.end()):
                yield name, severity, match
                break
