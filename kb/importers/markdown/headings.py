"""Which field of a record a heading, a label or a column of a postmortem stands for, in English and Korean.

The words are those of common templates: the example of the Google SRE book, Atlassian's and PagerDuty's incident
templates, and what Korean teams write. A heading is compared without numbering, signs and case, first as a whole,
then its parts (`개요 (Summary)`), then its last and first words (`Customer impact`, `Timeline of events`).
"""

from __future__ import annotations

import functools
import re

from kb.text import fold

SUMMARY, SYMPTOMS, IMPACT, DETECTION, TIMELINE = "summary", "symptoms_text", "impact", "detection", "timeline"
DIAGNOSIS, ROOT_CAUSE, TRIGGER, CONTRIBUTING = "diagnosis", "root_cause_text", "trigger", "contributing"
REMEDIATION, MITIGATION, WORKAROUND = "remediation", "mitigation", "workaround"
ACTION_ITEMS, LESSONS = "action_items", "lessons"
TITLE, DATE, PUBLISHED, SEVERITY, ORG = "title", "date", "published", "severity", "org"
STARTED, ENDED, DURATION, DETECTED_AFTER = "started_at", "ended_at", "resolved_after", "detected_after"
USERS, REGION, SOURCE, PEOPLE = "users", "region", "sources", "people"

SECTIONS = frozenset(
    {
        *(SUMMARY, SYMPTOMS, IMPACT, DETECTION, TIMELINE, DIAGNOSIS, ROOT_CAUSE, TRIGGER, CONTRIBUTING),
        *(REMEDIATION, MITIGATION, WORKAROUND, ACTION_ITEMS, LESSONS),
    }
)
"""Fields that a postmortem tells in a section; the others are single values."""
CLOSED = frozenset((TIMELINE, ACTION_ITEMS, LESSONS, PEOPLE))
"""Sections whose sub-headings are groups of their own entries, whatever they are called: phases, kinds of actions."""

_WORDS = {
    SUMMARY: """problem statement|issue summary|incident overview|high level summary|summary|overview
        |executive summary|incident summary|what happened|synopsis|abstract|tl dr|description|개요|요약|장애 개요
        |장애 요약|사고 개요|사건 개요|무슨 일이 있었나|내용|장애 내용""",
    SYMPTOMS: """symptoms|symptom|observed symptoms|what we saw|what was seen|증상|장애 증상|현상|장애 현상
        |관찰된 증상""",
    IMPACT: """impact|impacts|effect|effects|scope of impact|blast radius|영향|영향 범위|영향도|서비스 영향|피해
        |피해 범위|장애 영향""",
    DETECTION: """detection|how was it detected|how it was detected|how we noticed|how we detected it|discovery
        |감지|탐지|인지|장애 인지|장애 감지|인지 경위|감지 경위|발견|최초 인지""",
    TIMELINE: """timeline|time line|chronology|sequence of events|event log|log of events|timeline of events
        |타임라인|경과|시간대별 경과|진행 경과|장애 경과|사고 경과|시간순 경과|일지|처리 경과|대응 경과|주요 경과""",
    DIAGNOSIS: """investigation process|analysis process|진단 절차|diagnosis|investigation|analysis
        |technical analysis|debugging|how we found it|how we found the cause|troubleshooting|진단|조사|분석
        |원인 분석 과정|조사 과정|진단 과정|원인 조사|분석 과정|조사 경과|확인 과정""",
    ROOT_CAUSE: """primary cause|underlying cause|실제 원인|technical cause|root cause|root causes|cause|causes
        |root cause analysis|rca|cause of the incident|why it happened|why did it happen|fault|원인|근본 원인
        |장애 원인|발생 원인|직접 원인|사고 원인|원인 분석|근본 원인 분석""",
    TRIGGER: "trigger|triggers|triggering event|leadup|lead up|발단|계기|트리거|촉발 요인|발생 계기|장애 계기",
    CONTRIBUTING: """contributing factors|contributing factor|contributing causes|기여 요인|간접 원인|복합 요인
        |기여 원인|악화 요인""",
    REMEDIATION: """fix applied|immediate fix|permanent fix|solution|solutions|what was done|how was it resolved
        |해결 방법|즉시 조치|영구 조치|단기 조치|resolution|remediation|recovery|response|resolution and recovery
        |how it was fixed|how we fixed it|fix|what we did|corrective measures|incident response|actions taken|대응
        |조치|복구|해결|조치 내용|조치 사항|대응 내용|복구 과정|대응 과정|복구 내용|긴급 조치|해결 과정|장애 조치
        |장애 대응|처리 내용""",
    MITIGATION: "mitigation|mitigations|완화|완화 조치|임시 조치|임시 대응",
    WORKAROUND: "workaround|workarounds|우회|우회 방법|임시 우회",
    ACTION_ITEMS: """follow up tasks|improvements|planned improvements|corrective and preventive actions
        |preventive actions|preventative actions|장기 조치|재발 방지 조치|개선 계획|action items|action item
        |actions|corrective actions|follow ups|follow up|follow up actions|follow up items|next steps
        |remediation items|preventive measures|prevention|preventative measures|todo|todos|backlog items|재발 방지
        |재발 방지 대책|후속 조치|후속 과제|향후 조치|개선 과제|액션 아이템|조치 계획|향후 계획|재발방지
        |재발방지 대책|개선 사항|할 일|후속 작업""",
    LESSONS: """what went poorly|what could be improved|what could have gone better|what to improve
        |what can be improved|what worked|what failed|what worked well|학습 포인트|개선할 점|좋았던 점|부족했던 점
        |lessons learned|lessons learnt|lessons|what went well|what went wrong|what didn t go well
        |where we got lucky|what went badly|how d we do|how did we do|what didn t go so well|what we learned
        |what we learnt|learnings|retrospective|takeaways|교훈|배운 점|잘된 점|잘한 점|잘 된 점|잘못된 점|못한 점
        |아쉬운 점|운이 좋았던 점|회고|시사점|잘 안 된 점""",
    TITLE: "title|incident title|incident name|name|제목|장애명|장애 제목|사고명",
    DATE: """date time|incident date time|발생일시|date of occurrence|date|incident date|date of incident
        |date of the incident|occurred|occurred on|date occurred|when|날짜|일자|발생일|장애 일자|발생 일자
        |장애 일시|발생 일시|일시""",
    PUBLISHED: """published|date published|publication date|posted|written|report date|date of report|last updated
        |작성일|게시일|작성 일자|보고일|작성 일시""",
    SEVERITY: "severity|sev|severity level|priority|incident severity|심각도|등급|장애 등급|중요도|우선순위",
    ORG: "organization|organisation|company|org|회사|조직|기관|회사명|소속",
    STARTED: """start|started|start time|started at|incident start|start of incident|began|start date|시작
        |시작 시각|발생 시각|시작 시간|발생 시간|장애 시작|장애 발생""",
    ENDED: """end|ended|end time|ended at|resolved at|resolved|incident end|end of incident|end date|종료
        |종료 시각|복구 시각|종료 시간|복구 시간|해소 시각|장애 종료|복구 완료""",
    DURATION: """mttr|duration of outage|duration of the outage|duration|outage duration|incident duration
        |total duration|time to resolve|time to recover|ttr|time to resolution|time to recovery|지속 시간
        |장애 시간|총 장애 시간|장애 지속 시간|소요 시간""",
    DETECTED_AFTER: """mttd|time to detect|time to detection|ttd|detection time|감지까지 걸린 시간|감지 소요 시간
        |인지 소요 시간""",
    USERS: """users affected|affected users|customers affected|affected customers|accounts affected|user impact
        |영향받은 사용자|영향 사용자|영향 고객|영향받은 고객""",
    REGION: "region|regions|affected regions|location|zone|리전|지역|영향 리전|영향 지역|사이트",
    SOURCE: "source|link|url|permalink|original|report url|published at|출처|원문|링크|원문 링크|주소",
    PEOPLE: """created by|written by|prepared by|facilitator|incident responders|작성|대응 인원|who|author|authors
        |owner|owners|responders|responder|reviewer|reviewers|incident commander|participants|attendees|on call
        |assignee|contact|scribe|post mortem owner|postmortem owner|incident owner|incident lead|incident team
        |responding team|작성자|담당자|담당|참석자|검토자|책임자|보고자|대응자|참여자|장애 담당자""",
}

_NUMBER = re.compile(
    r"\s*(?:[(\[]?(?:[0-9]{1,2}(?:[.-][0-9]{1,2}){0,3}|[IVXivx]{1,4}|[A-Za-z]|[가나다라마바사아자차카타파하])[.)\]:]"
    r"|[0-9]{1,2}(?:\.[0-9]{1,2}){1,3}(?=\s)|[0-9]{1,2}(?=\s)|[\u2460-\u2473]|제\s?[0-9]+\s?[장절]|#+)\s*"
)
_SIGNS = re.compile(r"[\W_]+")
_AFTER_HEAD = re.compile(r" (?:of|for|on|in|to|by|during|with|from) ")
"""What follows only narrows down the English words before it: `Timeline of the response` is a timeline."""
_PARTS = re.compile(r"[()/|·,&—–]|\s(?:and|및|-)\s")


@functools.cache
def _phrases() -> dict[str, str]:
    return {" ".join(phrase.split()): field for field, words in _WORDS.items() for phrase in words.split("|")}


def looked_for() -> str:
    """A few of the headings that make a text a postmortem, for a message."""
    english = "Impact, Timeline, Root cause, Detection, Resolution, Action items, Lessons"
    return f"{english} (영향, 타임라인, 원인, 감지, 조치, 재발 방지, 교훈)"


def without_number(heading: str) -> str:
    """The heading without `1.2`, `II.`, `가.` and the like in front."""
    return _NUMBER.sub("", heading, count=1) if _NUMBER.match(heading) else heading


def field_of(written: str, *, whole: bool = False) -> str | None:
    """The field that a heading or label means, or None. With `whole` its first and last words alone do not count: a
    label in front of a sentence must be the word itself."""
    heading = without_number(written)
    for candidate in (heading, written, *(_PARTS.split(heading))):
        if field := _phrases().get(_plain(candidate)):
            return field
    if whole:
        return None
    return next((field for part in (heading, *_PARTS.split(heading)) if (field := _by_head(_plain(part)))), None)


def _by_head(plain: str) -> str | None:
    words, head = plain.split(), _AFTER_HEAD.split(plain, maxsplit=1)[0].split()
    if not 1 < len(words) <= 7:
        return None
    last = _longest([head[-size:] for size in range(min(4, len(head)), 0, -1)])
    first = _longest([words[:size] for size in range(min(4, len(words) - 1), 0, -1)])
    return first if first and last in (None, SUMMARY) else last


def _longest(parts: list[list[str]]) -> str | None:
    fields = (_phrases().get(" ".join(part)) for part in parts)
    return next((field for field in fields if field in SECTIONS), None)


def _plain(text: str) -> str:
    return " ".join(_SIGNS.sub(" ", fold(text)).split())
