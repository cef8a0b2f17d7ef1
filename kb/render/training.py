"""What `kb train` and `kb eval` say: figures with their number of cases and interval."""

from __future__ import annotations

from kb.namedtuple import TYPE_CHECKING
from kb.render.layout import clean, pad

if TYPE_CHECKING:
    from typing import Any

WIDTH = 46
"""Columns of the name of a figure."""
INDENT = "  "
NOVELTY = ("auroc_removed", "auroc_out_of_domain", "false_confidence_out_of_domain", "false_confidence_removed")
_MESSAGES: dict[str, tuple[str, str]] = {
    "symptoms": ("symptoms", "증상"),
    "components": ("components", "구성 요소"),
    "root_causes": ("root causes", "근본 원인"),
    "contributing": ("contributing factors", "기여 요인"),
    "trained_lexicon": (
        "translations: {terms} terms from {sentences} sentences",
        "번역 사전: 문장 {sentences}개에서 용어 {terms}개",
    ),
    "trained_topics": (
        "subjects: {terms} terms",
        "주제 공간: 용어 {terms}개",
    ),
    "trained_labels": (
        "{family}: {labels} labels, F1 {micro_f1:.2f} micro, {macro_f1:.2f} macro on records left out",
        "{family}: 레이블 {labels}개, 제외한 기록에서 F1 마이크로 {micro_f1:.2f}, 매크로 {macro_f1:.2f}",
    ),
    "trained_ranking": (
        "ranking: {queries} queries, {feedback} from feedback; first right {recall_at_1:.1%}, known against removed"
        " {auroc_removed:.3f}, calibration error {calibration_error:.3f} on records left out",
        "순위: 질의 {queries}개(피드백 {feedback}개). 제외한 기록에서 1위 정답 {recall_at_1:.1%},"
        " 있는 사례와 없는 사례 구분 {auroc_removed:.3f}, 보정 오차 {calibration_error:.3f}",
    ),
    "eval_records": (
        "{records} records; each query is asked of the store without the text that it was made of",
        "기록 {records}건. 각 질의는 그 출처가 된 글을 뺀 저장소에 묻는다",
    ),
    "recall_at_1": ("recall at 1", "재현율@1"),
    "recall_at_3": ("recall at 3", "재현율@3"),
    "recall_at_5": ("recall at 5", "재현율@5"),
    "mrr": ("mean reciprocal rank", "평균 역순위(MRR)"),
    "ko_to_en": ("MRR, Korean asked of records in English", "MRR, 한국어 질의를 영어 기록에"),
    "en_to_ko": ("MRR, English asked of records in Korean", "MRR, 영어 질의를 한국어 기록에"),
    "auroc_removed": ("AUROC, known against removed record", "AUROC, 있는 기록과 뺀 기록"),
    "auroc_out_of_domain": ("AUROC, known against out of domain", "AUROC, 있는 기록과 분야 밖의 글"),
    "false_confidence": ("false confidence", "잘못된 확신"),
    "false_confidence_out_of_domain": ("false confidence, out of domain", "잘못된 확신, 분야 밖의 글"),
    "false_confidence_removed": ("false confidence, removed record", "잘못된 확신, 뺀 기록"),
    "calibration_error": ("expected calibration error", "기대 보정 오차(ECE)"),
    "micro_f1": ("micro F1", "마이크로 F1"),
    "macro_f1": ("macro F1", "매크로 F1"),
    "few_records": (
        "{few} of {labels} labels have fewer than 3 records; little was learned of them",
        "레이블 {labels}개 가운데 {few}개는 기록이 3건 미만이라 거의 학습되지 않았다",
    ),
    "split_language": ("recall at 1 by language", "언어별 재현율@1"),
    "split_source": ("recall at 1 by source of the query", "질의 출처별 재현율@1"),
    "split_shape": ("recall at 1 by shape of the query", "질의 형태별 재현율@1"),
    "split_domain": ("recall at 1 by domain", "분야별 재현율@1"),
    "split_novelty": ("{figure}, by shape of the query", "{figure}, 질의 형태별"),
    "reliability": ("probability: mean, share right, cases", "확률: 평균, 정답 비율, 건수"),
}


def trained_text(figures: dict[str, dict[str, Any]], language: str) -> str:
    """What was learned, a line a part."""
    lines = []
    if "lexicon" in figures:
        lines.append(_say("trained_lexicon", language, **figures["lexicon"]))
    for family, shown in figures.get("labels", {}).items():
        lines.append(_say("trained_labels", language, family=_say(family, language), **shown))
    if "topics" in figures:
        lines.append(_say("trained_topics", language, **figures["topics"]))
    if shown := figures.get("ranking"):
        lines.append(_say("trained_ranking", language, **shown))
    return "\n".join(lines) + "\n"


def evaluation_text(figures: dict[str, Any], language: str) -> str:
    """Every figure of `kb eval`, a line each, with interval and number of cases; splits below, then the reliability."""
    lines = [_say("eval_records", language, records=figures["records"]), ""]
    for name in ("recall_at_1", "recall_at_3", "recall_at_5", "mrr"):
        lines.append(_line(_say(name, language), figures["retrieval"]["all"][name]))
    for direction, found in figures["across_languages"].items():
        lines.append(_line(_say(direction, language), found["mrr"]))
    for name in NOVELTY:
        lines.append(_line(_say(name, language), figures["novelty"][name]))
    lines.append(_line(_say("calibration_error", language), figures["calibration"]["error"]))
    for family, found in figures["labels"].items():
        for kind in ("micro_f1", "macro_f1"):
            lines.append(_line(f"{_say(family, language)}, {_say(kind, language)}", found[kind]))
        if found["few_records"]:
            few = len(found["few_records"])
            lines.append(INDENT + _say("few_records", language, few=few, labels=found["labels"]))
    for split in ("language", "source", "shape", "domain"):
        lines += ["", _say(f"split_{split}", language)]
        for name, found in figures["retrieval"][split].items():
            lines.append(_line(INDENT + clean(name), found["recall_at_1"]))
    for name in NOVELTY[:2]:
        lines += ["", _say("split_novelty", language, figure=_say(name, language))]
        for shape, found in figures["novelty"]["shape"].items():
            lines.append(_line(INDENT + clean(shape), found[name]))
    lines += ["", _say("reliability", language)]
    for row in figures["calibration"]["table"]:
        shown = f"{row['predicted']:.3f}  {row['right']:.3f}  {row['n']:6}"
        lines.append(f"{INDENT}{row['low']:.1f}-{row['high']:.1f}  {shown}")
    return "\n".join(lines) + "\n"


def labelled_text(figures: dict[str, Any], language: str) -> str:
    """The figures of a user's own queries."""
    lines = [_line(_say(name, language), found) for name, found in figures["retrieval"].items() if found["n"]]
    if figures["false_confidence"]["n"]:
        lines.append(_line(_say("false_confidence", language), figures["false_confidence"]))
    lines.append(_line(_say("calibration_error", language), figures["calibration_error"]))
    return "\n".join(lines) + "\n"


def _line(name: str, figure: dict[str, Any]) -> str:
    value = "-" if figure["value"] is None else f"{figure['value']:.3f}"
    low, high = figure.get("low"), figure.get("high")
    interval = f"{low:.3f}-{high:.3f}" if low is not None and high is not None else ""
    return f"{pad(name, WIDTH)}{value:>6}  {interval:13}  n {figure['n']}"


def _say(key: str, language: str, **values: object) -> str:
    return _MESSAGES[key][language == "ko"].format(**values)
