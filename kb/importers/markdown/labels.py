"""Labels that the words of a text propose: ids of the vocabularies with the chance that a record has them.

The words are the vocabularies' own: ids, labels and synonyms in both languages, as whole words, longest first. A
proposal is for the person who reviews the draft; what the text does not name is not proposed.
"""

from __future__ import annotations

import functools
import re
from collections import Counter

from kb import vocabulary
from kb.text import fold

VOCABULARIES = ("symptoms", "components", "root_causes", "contributing")

CHANCES = {
    "symptoms": (0.57, 0.73, 0.73),
    "components": (0.26, 0.39, 0.67),
    "root_causes": (0.55, 0.70, 0.70),
    "contributing": (0.60, 0.60, 0.60),
}
"""Share of the shipped records that have a label among those whose text names it once, twice, three times or more;
counted over the English and Korean texts of 176 records (1,615 label and text pairs)."""

_SHORTEST = 3


def propose_labels(text: str) -> dict[str, list[tuple[str, float]]]:
    """For each of `VOCABULARIES`, ids that the text names with their probability, the most probable first."""
    plain = fold(text)
    found = {}
    for name in VOCABULARIES:
        pattern, owners = _phrases(name)
        written = (match.group() for match in pattern.finditer(plain))
        counts = Counter(owners.get(phrase) or owners[phrase[:-1]] for phrase in written)
        chances = CHANCES[name]
        ranked = [(term, chances[min(times, len(chances)) - 1]) for term, times in counts.items()]
        found[name] = sorted(ranked, key=lambda pair: (-pair[1], pair[0]))
    return found


@functools.cache
def _phrases(name: str) -> tuple[re.Pattern[str], dict[str, str]]:
    """A pattern of every way in which a vocabulary's terms are written, and the term of each."""
    known = vocabulary.load(name)
    owners: dict[str, str] = {}
    for term in known.terms:
        if term not in ("unknown", "other"):
            for phrase in known.phrases(term):
                folded = fold(phrase)
                if len(folded) >= _SHORTEST or not folded.isascii():
                    owners.setdefault(folded, term)
                    owners.setdefault(folded.replace("-", " "), term)
    written = sorted(owners, key=lambda phrase: (-len(phrase), phrase))
    parts = [re.escape(phrase) + ("s?" if phrase[-1].isascii() and phrase[-1].isalpha() else "") for phrase in written]
    return re.compile(rf"(?<![a-z0-9])(?:{'|'.join(parts)})(?![a-z0-9])"), owners
