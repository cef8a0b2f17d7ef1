"""Components that an input says are fine, beside the components of a case: "storage looks ok" speaks against a case of
the storage.

Said is only what a clause says in the present of something that it names in words of the vocabulary. Imported only for
an input in which such a word stands; the vocabulary of components is read then.
"""

from __future__ import annotations

import re

from kb.namedtuple import TYPE_CHECKING, NamedTuple
from kb.text import fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from kb.signals.model import Phrase
    from kb.vocabulary import Vocabulary

_CLAUSE = re.compile(r"[^,.;:!?()\n]+(?:[.:][^\s,.;:!?()]+)*")
_FINE = re.compile(
    r"\b(?:is|are|looks?|seems?|stays?|all) +(?:(?:all|perfectly|totally|still|also|both) +)*"
    r"(?:fine|ok|okay|healthy|normal|clean|good)\b(?! *(?:until|before|but|at first))"
    r"|정상(?!화|으로|이었|이다가|에서|범위 밖)|이상 ?(?:은 |이 |도 )?없|문제 ?(?:는 |가 |도 )?없|괜찮(?!았|다가|아지)"
    r"|멀쩡(?!했|하다가)",
    re.IGNORECASE,
)
_DENIED = re.compile(r"\bnot\b|n't\b|\bno longer\b|비정상|아니|아닌|않", re.IGNORECASE)
_CUT = re.compile(r"\b(?:and|but|while|so|though)\b|이고 |인데 |지만 |하고 ", re.IGNORECASE)


class Excluded(NamedTuple):
    """What a clause of the input says is fine: its text at the characters `start` to `end` of a phrase, and what it is
    said of, without case and particles."""

    phrase: Phrase
    start: int
    end: int
    subject: str

    @property
    def text(self) -> str:
        """The clause, from what it names to the word that says it is fine."""
        return self.phrase.text[self.start : self.end]


def excluded(phrases: Iterable[Phrase]) -> list[Excluded]:
    """The clauses of an input that say something is fine, in their order."""
    return [found for phrase in phrases for found in _clauses(phrase)]


def _clauses(phrase: Phrase) -> Iterator[Excluded]:
    for clause in _CLAUSE.finditer(phrase.text):
        for fine in _FINE.finditer(phrase.text, *clause.span()):
            before = phrase.text[clause.start() : fine.start()]
            cuts = [match.end() for match in _CUT.finditer(before)]
            start = clause.start() + max(cuts, default=0)
            start += len(phrase.text[start : fine.start()]) - len(phrase.text[start : fine.start()].lstrip())
            if start < fine.start() and not _DENIED.search(phrase.text, start, min(clause.end(), fine.end() + 6)):
                yield Excluded(phrase, start, fine.end(), _subject(phrase.text[start : fine.start()]))


def _subject(text: str) -> str:
    words = fold(text).strip().removeprefix("the ").split()
    return " ".join([*words[:-1], words[-1].rstrip("은는도이가")]) if words else ""


def of_case(
    document: dict[str, Any], fine: list[Excluded], components: Vocabulary
) -> Iterator[tuple[int, str, Excluded]]:
    """Place and id of each component of a record that the input says is fine, with the clause that says so."""
    own = document.get("components")
    for place, term in enumerate(own if isinstance(own, list) else []):
        if isinstance(term, str):
            written = {fold(phrase).replace("-", " ") for phrase in components.phrases(term)}
            for item in fine:
                if any(_names(item.subject, phrase) for phrase in written):
                    yield place, term, item
                    break


def _names(subject: str, phrase: str) -> bool:
    """Whether a subject names what a phrase of the vocabulary does: it holds the phrase ("the RDMA network"), or is its
    last words ("network": who says that means every one)."""
    if subject and phrase.endswith(subject):
        return not phrase[: -len(subject)].strip() or phrase[-len(subject) - 1] == " "
    at = subject.find(phrase) if len(phrase) > 1 else -1
    if at < 0:
        return False
    around = subject[max(0, at - 1) : at] + subject[at + len(phrase) :].removeprefix("s")[:1]
    return not phrase.isascii() or not any(char.isascii() and char.isalnum() for char in around)
