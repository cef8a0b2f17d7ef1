"""What kb says on stdout, in English and Korean; what one report alone says is at the head of its renderer."""

from __future__ import annotations

from kb.namedtuple import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

_MESSAGES: dict[str, tuple[str, str]] = {
    "match": ("Match", "일치"),
    "weak": ("Weak match", "약한 일치"),
    "novel": ("Nothing like this is known", "알려진 비슷한 사례가 없다"),
    "match_line": ("a past case fits what you pasted", "입력과 맞는 과거 사례가 있다"),
    "weak_line": (
        "some of it is known; check what differs before acting",
        "일부만 맞는다. 조치 전에 다른 점을 확인한다",
    ),
    "novel_line": ("nearest past cases, none of them a good fit", "가장 가까운 과거 사례이며, 잘 맞는 것은 없다"),
    "none_line": ("no past case shares a word with it", "겹치는 말이 있는 과거 사례가 없다"),
    "healthy": ("Nothing here looks wrong", "이상해 보이는 것이 없다"),
    "nothing_read": (
        "nothing was recognised as wrong, which does not mean that nothing is",
        "이상으로 인식한 것이 없다. 이상이 없다는 뜻은 아니다",
    ),
    "healthy_line": ("nothing here looks wrong", "이상해 보이는 것이 없다"),
    "fits": ("fits", "맞음"),
    "differs": ("differs", "다름"),
    "yours": ("yours", "입력"),
    "theirs": ("theirs", "사례"),
    "its_conditions": ("its conditions", "그 사례의 조건"),
    "among_components": ("of its components", "그 사례의 구성 요소"),
    "not_in_case": ("not in that case", "그 사례에 없음"),
    "in_reports": ("reported in these words, too", "이런 표현으로도 보고됨"),
    "cause": ("cause", "원인"),
    "found_by": ("found by", "찾은 과정"),
    "ruled_out": ("ruled out", "배제"),
    "points_to": ("points to", "시사"),
    "helped": ("helped", "조치"),
    "suspected": ("suspected first, wrongly", "처음에 잘못 의심한 것"),
    "source": ("source", "출처"),
    "draft": ("draft, not reviewed", "초안, 검토 전"),
    "unreviewed": ("not reviewed", "검토 전"),
    "read_as": ("read as {format}, {size} bytes", "{format} 형식, {size}바이트로 읽음"),
    "reading": ("reading", "측정값"),
    "no_text": ("these bytes are no text", "텍스트가 아닌 데이터다"),
    "label_domain": ("domain", "분야"),
    "label_severity": ("severity", "심각도"),
    "label_symptoms": ("symptoms", "증상"),
    "label_components": ("components", "구성 요소"),
    "label_root_cause": ("root cause", "근본 원인"),
    "label_contributing": ("contributing", "기여 요인"),
    "label_suspected_first": ("suspected first", "처음 의심"),
    "label_impact": ("impact", "영향"),
    "respelt": ("in no record as written, searched too: {read}", "어느 기록에도 없는 말이라 함께 검색함: {read}"),
    "truncated": ("cut at the limit", "한도에서 잘림"),
    "likely_labels": ("likely", "유력"),
    "features": ("features", "특징"),
    "more": ("more: kb show {id}", "자세히: kb show {id}"),
    "of": ("{shown} of {total}", "{total}건 중 {shown}건"),
    "explanations": ("Explanations", "가능한 설명"),
    "cause_not_found": ("cause never found", "원인을 찾지 못함"),
    "none_of_these": ("none of these", "이 중에 없음"),
    "prior_shipped": (
        "base rate: {count} of {of} shipped records ({domain}) have this root cause",
        "기저율: 기본 제공 기록 {of}건({domain}) 중 {count}건이 같은 원인",
    ),
    "prior_published": (
        "published: {count} of {of} failures ({site})",
        "발표된 통계: 장애 {of}건 중 {count}건({site})",
    ),
    "prior_share": ("published: {count} % of failures ({site})", "발표된 통계: 장애의 {count}%({site})"),
    "by_labels": ("{share} of it from the words of the input", "그중 {share}는 입력의 표현에서"),
    "only_labels": ("from the words of the input, no case", "사례가 아니라 입력의 표현에서"),
    "red_herring": (
        "{what} was suspected first in {count} of {of} of these cases that tell it, and was wrong",
        "흔한 오진: {what} (처음 의심한 것을 밝힌 {of}건 중 {count}건, 모두 틀렸다)",
    ),
    "next_check": ("Next check", "다음 확인"),
    "then": ("then", "그다음"),
    "save_first": ("save first", "먼저 보존"),
    "holds_only_if": ("holds only if", "전제"),
    "made_in": ("in {case}, step {number}", "{case} {number}단계"),
    "rules_out": ("rules out", "배제"),
    "minutes": ("{count} min", "{count}분"),
    "bits": ("{bits} bits", "{bits}비트"),
    "risk_read_only": ("read-only", "읽기 전용"),
    "risk_disruptive": ("disruptive", "작업에 영향"),
    "risk_destroys_evidence": ("destroys evidence", "증거가 사라짐"),
    "risk_unknown": ("risk not stated", "위험도 미상"),
    "check_number": ("Check {number}", "확인 {number}"),
    "how_to_answer": (
        "Answer: 1 to {count}, other (none of these), skip, undo, why",
        "답: 1~{count}, other(이 중에 없음), skip(건너뛰기), undo(되돌리기), why(이유)",
    ),
    "triage_decided": ("Done: {what}.", "결론: {what}."),
    "triage_exhausted": (
        "No check separates the explanations any more. Likeliest: {what}.",
        "더 가려 줄 확인이 없다. 가장 유력한 것: {what}.",
    ),
    "other_reading": ("none of these readings", "이 결과 중에 없음"),
    "skipped": ("skipped", "건너뜀"),
    "answered": ("your input already answers: {checks}", "입력으로 이미 확인된 것: {checks}"),
    "known": ("known", "확인됨"),
    "section_prevention": ("So that it does not happen again", "재발을 막으려면"),
    "no_actions": ("No action item or lesson is known.", "알려진 후속 과제나 교훈이 없다."),
    "state_open": ("open", "미완료"),
    "state_done": ("done", "완료"),
    "state_unknown": ("state unknown", "상태 미상"),
    "action_item": ("action item", "후속 과제"),
    "prevention": ("prevention", "재발 방지"),
    "lesson": ("lesson", "교훈"),
    "no_records": ("No record matches.", "조건에 맞는 기록이 없다."),
    "withdrawn": ("withdrawn", "철회됨"),
    "reviewed": ("reviewed {when}", "검토 {when}"),
    "no_reports": ("{name}: no reports in other words", "{name}: 다른 말로 쓴 보고가 없다"),
    "reports": (
        "{name}: {count} reports in other words. It is found by them, too; none of them is a fact about it.",
        "{name}: 다른 말로 쓴 보고 {count}건. 찾는 데에만 쓰며, 사건의 사실이 아니다.",
    ),
    "feedback": ("feedback: {useful} useful, {wrong} wrong", "피드백: 유용 {useful}건, 틀림 {wrong}건"),
    "duplicate_of": ("probably the same incident as {id}: {reason}", "같은 사건으로 보이는 기록 {id}: {reason}"),
    "import_counts": (
        "{new} new, {updated} updated, {unchanged} unchanged, {rejected} rejected",
        "새 기록 {new}건, 갱신 {updated}건, 그대로 {unchanged}건, 거부 {rejected}건",
    ),
    "status_new": ("new", "새 기록"),
    "status_updated": ("updated", "갱신"),
    "status_unchanged": ("unchanged", "그대로"),
    "status_rejected": ("rejected", "거부"),
    "error": ("error", "오류"),
    "warning": ("warning", "경고"),
    "nearest": ("{told}; nearest: {value}", "{told}. 가장 가까운 값: {value}"),
    "findings": (
        "{records} records, {errors} errors, {warnings} warnings",
        "기록 {records}건, 오류 {errors}건, 경고 {warnings}건",
    ),
    "dry_run": ("Nothing was written (--dry-run).", "아무것도 쓰지 않았다(--dry-run)."),
    "nothing_written": (
        "Nothing was written. Mend what was rejected, or import the rest with --keep-going.",
        "아무것도 쓰지 않았다. 거부된 기록을 고치거나 --keep-going으로 나머지만 가져온다.",
    ),
    "read_excerpt": ("excerpt read", "일부만 읽음"),
    "read_digest": ("a digest of it read", "요약본을 읽음"),
    "read_unavailable": ("no longer to be had", "더는 볼 수 없음"),
    "direction_up": ("up", "증가"),
    "direction_down": ("down", "감소"),
    "direction_flat": ("flat", "변화 없음"),
    "direction_spike": ("spike", "급변"),
    "direction_periodic": ("periodic", "주기적"),
    "started_at": ("started", "시작"),
    "detected_after": ("detected after", "감지까지"),
    "resolved_after": ("resolved after", "해결까지"),
    "ended_at": ("ended", "종료"),
    "role_initiating": ("initiating", "시작"),
    "role_cascade": ("cascade", "연쇄"),
    "role_context": ("context", "맥락"),
    "severity_none": ("none", "정상"),
    "severity_info": ("info", "정보"),
    "severity_warning": ("warning", "경고"),
    "severity_error": ("error", "오류"),
    "severity_critical": ("critical", "심각"),
    "kind_metric": ("metric", "지표"),
    "kind_code": ("code", "코드"),
    "kind_log": ("log", "로그"),
    "kind_state": ("state", "상태"),
    "kind_place": ("place", "위치"),
    "stats_records": ("records", "기록"),
    "stats_reviewed": ("reviewed", "검토됨"),
    "stats_withdrawn": ("withdrawn", "철회됨"),
    "stats_shipped": ("{count} shipped", "기본 제공 {count}"),
    "stats_imported": ("{count} imported", "가져옴 {count}"),
    "stats_year": ("year", "연도"),
    "stats_domains": ("domains", "분야"),
    "stats_root_causes": ("root_causes", "근본 원인"),
    "stats_components": ("components", "구성 요소"),
    "stats_symptoms": ("symptoms", "증상"),
    "doctor_ok": ("ok", "정상"),
    "doctor_warn": ("warn", "주의"),
    "doctor_fail": ("fail", "실패"),
    "doctor_shipped": ("shipped", "기본 기록"),
    "doctor_url": ("url", "DB 주소"),
    "doctor_database": ("database", "데이터베이스"),
    "doctor_records": ("records", "기록"),
    "doctor_corpus": ("corpus", "기록 출처"),
    "doctor_index": ("index", "색인"),
    "doctor_learned": ("learned", "학습"),
    "train_due": (
        "the records have changed much since the last training; `kb train` would take about {minutes} min",
        "마지막 학습 이후 기록이 많이 바뀌었다. `kb train`을 실행한다(약 {minutes}분)",
    ),
    "section_symptoms": ("What was seen", "보인 것"),
    "section_signature": ("First signals", "처음 나타난 신호"),
    "section_regime": ("Appears when", "나타나는 조건"),
    "section_trigger": ("Trigger", "발단"),
    "section_detection": ("Noticed", "인지"),
    "section_diagnosis": ("How it was found", "원인을 찾은 과정"),
    "section_summary": ("What happened", "무슨 일이 있었나"),
    "section_cause": ("Cause", "원인"),
    "section_remediation": ("What was done", "조치"),
    "section_lessons": ("Lessons", "교훈"),
    "section_actions": ("Action items", "후속 과제"),
    "section_timeline": ("Timeline", "타임라인"),
    "section_related": ("Related", "관련 사례"),
    "section_links": ("Probably the same incident", "같은 사건으로 보이는 기록"),
    "section_sources": ("Sources", "출처"),
}


def say(key: str, language: str, **values: object) -> str:
    """One message in a language, with its values filled in."""
    text = _MESSAGES[key][language == "ko"]
    return text.format(**values) if values else text


def is_known(key: str) -> bool:
    """Whether there is a message of that name: for values of records, which may be any."""
    return key in _MESSAGES


def spoken(text: str, language: str) -> str:
    """A sentence that was worded in English where it arose (an error, a finding), in a language."""
    if language != "ko":
        return text
    from kb.render.korean import korean

    return korean(text)


def review_of(document: dict[str, Any]) -> str:
    """`reviewed`, `unreviewed`, or `draft` for what was written from a session and nobody has read over."""
    review = document.get("review")
    if not isinstance(review, dict):
        return "unreviewed"
    if review.get("reviewed_at"):
        return "reviewed"
    return "draft" if review.get("written_by") == "draft" else "unreviewed"


def pick(text: object, language: str) -> str:
    """A bilingual text in the language wanted, else in the other; empty if there is none."""
    if isinstance(text, str):
        return text
    if not isinstance(text, dict):
        return ""
    for code in (language, "en", "ko"):
        if isinstance(text.get(code), str) and text[code]:
            return str(text[code])
    return ""
