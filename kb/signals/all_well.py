"""Whether a short message says of everything that it names that it is well: "all pods Running, no errors".

To call trouble well is worse than to look for a case where there is none. So every clause must be made of words that
are known to mean no more than that, down to its subject: one word more ("pods running, nothing served", "dead node
marked healthy") makes it a report. Plain words, as in `kb.signals.states`.
"""

from __future__ import annotations

_ENDS = str.maketrans(dict.fromkeys(",.;!\n–—", "\n"))

_FINE = frozenset(
    "healthy normal ok okay fine good well green ready running passed succeeded completed complete finished resolved"
    " recovered operational successfully".split()
)
"""How a clause ends that says so."""
_ENDED = frozenset("passed succeeded completed finished recovered".split())
_SUBJECTS = frozenset(
    "all everything the is are now status state status: both node nodes pod pods gpu gpus host hosts rank"
    " ranks job jobs service services system systems server servers cluster clusters check checks test tests backup"
    " backups restore deploy deployment rollout rollback upgrade update restart reboot maintenance training run"
    " benchmark disk disks replica replicas network fabric link links port ports power temperature temperatures fans"
    " cooling ups looks look".split()
)
"""Words that may stand before the end, beside names with a figure in them (node-a07)."""
_DENIALS = frozenset("no without zero".split())
_DENIED = frozenset("new xid ecc known open active more further other critical".split())
_TROUBLES = frozenset(
    "error errors issue issues problem problems alert alerts alarm alarms failure failures fault faults crash crashes"
    " warning warnings xid xids anomaly anomalies".split()
)

_FINE_KOREAN = frozenset(
    "정상 정상입니다 정상이에요 정상임 양호 양호합니다 완료 완료됐습니다 완료했습니다 완료됨".split()
)
_ABSENT_KOREAN = frozenset("없음 없습니다 없어요 없다".split())
_TROUBLES_KOREAN = frozenset("이상 문제 에러 오류 장애 알람 경보 특이사항 xid".split())
_SUBJECTS_KOREAN = frozenset(
    "모든 전체 전부 모두 노드 파드 서버 서비스 시스템 클러스터 점검 백업 복구 배포 재시작 업그레이드 교체 온도 전원"
    " 네트워크 디스크 상태 확인 결과 gpu".split()
)


def says_all_is_well(text: str) -> bool:
    """Whether a short message does; of states and codes that it tells beside that, which the caller looks at, this
    knows nothing."""
    clauses = text.casefold().replace(" and ", "\n").translate(_ENDS).split("\n")
    told = [clause.split() for clause in clauses if clause.strip()]
    return bool(told) and all(_is_fine_korean(words) if _is_korean(words) else _is_fine(words) for words in told)


def _is_korean(words: list[str]) -> bool:
    return any("가" <= char <= "힣" for char in "".join(words))


def _is_fine(words: list[str]) -> bool:
    if words[-1] in _TROUBLES:
        place = next((place for place, word in enumerate(words) if word in _DENIALS), len(words))
        before, denied = words[:place], words[place + 1 : -1]
        if place == len(words) or not _DENIED.issuperset(denied):
            return False
        return not before or (before[-1] in _ENDED and _are_subjects(before[:-1]))
    subjects = words[:-1]
    if words[-1] == "successfully" and subjects and subjects[-1] in _ENDED:
        subjects = subjects[:-1]
    return words[-1] in _FINE and _are_subjects(subjects)


def _are_subjects(words: list[str]) -> bool:
    return all(word in _SUBJECTS or _is_name(word) for word in words)


def _is_name(word: str) -> bool:
    """Whether a word is the name of a machine or the like: with letters before a figure, and no figure alone."""
    return word[:1].isalpha() and "-" in word and word[-1].isdigit()


def _is_fine_korean(words: list[str]) -> bool:
    if words[-1] in _ABSENT_KOREAN:
        *subjects, trouble = words[:-1] or [""]
        return trouble.rstrip("이가도은는") in _TROUBLES_KOREAN and _SUBJECTS_KOREAN.issuperset(subjects)
    return words[-1] in _FINE_KOREAN and _SUBJECTS_KOREAN.issuperset(words[:-1])
