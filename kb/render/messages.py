"""Every sentence that kb says on stdout, in English and Korean."""

from __future__ import annotations

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
    "healthy_line": ("nothing here looks wrong", "이상해 보이는 것이 없다"),
    "fits": ("fits", "맞음"),
    "differs": ("differs", "다름"),
    "yours": ("yours", "입력"),
    "theirs": ("theirs", "사례"),
    "not_in_case": ("not in that case", "그 사례에 없음"),
    "cause": ("cause", "원인"),
    "found_by": ("found by", "찾은 과정"),
    "ruled_out": ("ruled out", "배제"),
    "points_to": ("points to", "가리킴"),
    "helped": ("helped", "조치"),
    "suspected": ("suspected first, wrongly", "처음에 잘못 의심한 것"),
    "source": ("source", "출처"),
    "unreviewed": ("not reviewed", "검토 전"),
    "read_as": ("read as {format}, {size} bytes", "{format} 형식, {size}바이트로 읽음"),
    "truncated": ("cut at the limit", "한도에서 잘림"),
    "likely_labels": ("likely", "유력"),
    "features": ("features", "특징"),
    "more": ("more: kb show {id}", "자세히: kb show {id}"),
    "of": ("{shown} of {total}", "{total}건 중 {shown}건"),
    "no_records": ("No record matches.", "조건에 맞는 기록이 없다."),
    "withdrawn": ("withdrawn", "철회됨"),
    "reviewed": ("reviewed {when}", "검토 {when}"),
    "feedback": ("feedback: {useful} useful, {wrong} wrong", "피드백: 유용 {useful}건, 틀림 {wrong}건"),
    "duplicate_of": ("probably the same incident as {id}: {reason}", "같은 사건으로 보이는 기록 {id}: {reason}"),
    "import_counts": (
        "{new} new, {updated} updated, {unchanged} unchanged, {rejected} rejected",
        "새 기록 {new}건, 갱신 {updated}건, 그대로 {unchanged}건, 거부 {rejected}건",
    ),
    "dry_run": ("Nothing was written (--dry-run).", "아무것도 쓰지 않았다(--dry-run)."),
    "nothing_written": (
        "Nothing was written. Mend what was rejected, or import the rest with --keep-going.",
        "아무것도 쓰지 않았다. 거부된 기록을 고치거나 --keep-going으로 나머지만 가져온다.",
    ),
    "draft_kept": ("kept as it is under docs: {what}", "해당하는 필드가 없어 docs에 그대로 보관: {what}"),
    "draft_people": ("names of people left out: {what}", "사람 이름 제외: {what}"),
    "draft_proposed": ("labels proposed, to be confirmed: {what}", "제안한 라벨(확인 필요): {what}"),
    "draft_secrets": ("secrets redacted: {what}", "가린 비밀 정보: {what}건"),
    "draft_broken_front": (
        "the front matter is not closed with ---; its first lines were read",
        "front matter가 ---로 닫히지 않아 앞쪽 줄만 읽음",
    ),
    "draft_gaps": (
        "an unreviewed draft: {gaps} things to add or confirm; kb validate {place} lists them",
        "검토 전 초안: 채우거나 확인할 것 {gaps}건. kb validate {place}로 본다",
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
