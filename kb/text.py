"""From text to tokens: the only tokenizer, used for records when they are indexed and for input when it is matched.

A token is a case-folded, stemmed word; an identifier gives itself and its parts (`NCCL_IB_GID_INDEX`
gives itself, `nccl`, `ib`, `gid`, `index`); a run of Hangul gives overlapping pairs of syllables.
Plain numbers, addresses and hashes give none: they tell where and when, not what. Numbers that
mean something (`Xid 79`) are codes, see `kb.signals.codes`.

Stems come from the Snowball stemmer inside tantivy: 0.3 µs a word, where the pure-Python package costs
25 ms to import.
"""

from __future__ import annotations

import functools
import re
import unicodedata

Token = tuple[str, int, int]
"""Token text, start and end offset in the text that was tokenized (characters)."""

_RUNS = re.compile(r"\w+(?:[-./]\w+)*")
"""A word with its joints. Scripts are told apart afterwards: a range such as 가-힣 makes a pattern three times as slow
to compile, and every cold start compiles this one."""
_PARTS = re.compile(r"[A-Z]{2,}s(?![A-Za-z])|[A-Z]+(?![a-z])[0-9]*|[A-Z]?[a-z]+[0-9]*|[0-9]+[A-Za-z]+[0-9]*|[0-9]+")
_HASH = re.compile(r"(?=[a-f]*[0-9])[0-9a-f]{7,}|[0-9a-f]{2}(?:-[0-9a-f]{2,})+|\w*[0-9]{5,}\w*|0x[0-9a-f]+")
_LETTER = re.compile(r"[^\W\d_]")
_LOWER_PLURALS = {"gpus": "gpu", "cpus": "cpu", "tpus": "tpu", "npus": "npu"}
"""Snowball leaves words in -us alone."""
LONGEST_WORD = 48
"""Characters of the longest word that gives a token."""
_MAX_PARTS = 6

STOP_WORDS = frozenset(
    """a about after again all also am an and any are as at be because been before being but by can could did do does
    doing done during each few for from further get gets got had has have having he her here him his how i if in into
    is it its itself just me more most my no nor not of off on once only or other our out over own redacted same she
    should so some such than that the their them then there these they this those through to too under until up us
    very was we were what when where which while who whom why will with would you your""".split()
)

FILE_ENDINGS = frozenset("c cc cpp cu go h hpp java js json jsonl log py pyx rs sh so txt yaml yml".split())
"""Endings of file names, which say nothing as a word of their own."""

HANGUL_STOP_PAIRS = frozenset(
    """습니 니다 합니 입니 됩니 봅니 옵니 갑니 했습 었습 았습 있습 없습 겠습 됐습 에서 으로 하는 있는 되는
    했다 었다 았다 한다 된다 있다 였다 이다 까지 부터 에게 하고 지만 는데 은데 네요 어요 아요 해요 세요
    나요 군요 거든 하여 해서 어서 아서 면서 하며 이며 라고 다고 에는 에도 으며 하지 해도 되어 되고 됐다
    같은 같아 이런 그런 저런 그리 리고 하면 지금""".split()
)

HANGUL_PARTICLES = frozenset("은는이가을를의에로와과도만며고서들인한할된될등및")
HANGUL_ENDINGS = frozenset("은는이가을를의에로와과도만며고서들한된할될다")
"""Last syllables of a word that belong to grammar as a rule: particles and endings of verbs. A word of three syllables
or more is read without it: of 880 Korean queries made from the records 82.5 % find their record first so, 81.0 % with
the pair that such a syllable makes."""

_MONTHS = "January February March April May June July August September October November December"
_ZONES = "UTC GMT KST JST PST PDT EST EDT CET CST CEST BST"
_OF_DATES = tuple([month[:3] for month in _MONTHS.split()] + _ZONES.split())
_OF_KOREAN_DATES = ("월", "시")

_stemmer = None


def normalize(text: str) -> str:
    """The text in Unicode NFC. Decomposed Hangul (from a Mac, say) otherwise never equals composed Hangul."""
    return text if unicodedata.is_normalized("NFC", text) else unicodedata.normalize("NFC", text)


def without_dates(text: str) -> str:
    """The text with white space in place of dates in words (`Wed Jan 20`, `20/Jan`, `20 January`, `1월 20일`), of times
    of day in Korean (`오후 3시 20분`; `3시간` is none) and of the zone behind a time: few records have such words, so
    that they look telling. Offsets stay."""
    if any(name in text for name in _OF_DATES):
        text = _dates().sub(_blank, text)
    if any(sign in text for sign in _OF_KOREAN_DATES):
        text = _korean_dates().sub(_blank, text)
    return text


@functools.cache
def _dates() -> re.Pattern[str]:
    month = "(?:" + "|".join([f"{name[:3]}(?:{name[3:]})?" for name in _MONTHS.split()]) + ")"
    day = r"\d{1,2}(?:st|nd|rd|th)?"
    week = r"(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Satu?r?|Sun)(?:day)?"
    date = rf"(?:\b{week},? {{1,2}})?\b(?:{month} {{1,2}}{day}|{day}(?:[ /-]| of ){month})\b"
    zone = f"(?:{_ZONES.replace(' ', '|')})"
    return re.compile(rf"{date}|(?<=\d:\d\d) ?\(?{zone}\b\)?|\b{zone} (?=\d\d?:\d\d)")


@functools.cache
def _korean_dates() -> re.Pattern[str]:
    date = r"(?:\d{4}년 ?)?(?<!\d)\d{1,2}월 ?\d{1,2}일(?: ?[월화수목금토일]요일)?"
    half = r" ?반(?=에|쯤|경|부터|까지|[^가-힣]|$)"
    hour = rf"(?:(?:오전|오후|새벽|아침|낮|저녁|밤) ?)?(?<!\d)\d{{1,2}}시(?!간)(?: ?\d{{1,2}}분|{half})?"
    return re.compile(f"{date}|{hour}")


def _blank(found: re.Match[str]) -> str:
    return " " * len(found.group())


def visible(text: str, *, keep_newlines: bool = True) -> str:
    """The text with every control, escape and direction character written out (`\\x1b`), safe to show on a terminal.

    Tabs become one space. Newlines stay unless `keep_newlines` is false, then they become spaces.
    """
    text = text.replace("\t", " ")
    if not keep_newlines:
        text = text.replace("\r\n", " ").replace("\n", " ")
    if text.isprintable():
        return text
    return "".join([char if char.isprintable() or _is_space(char) else _escape(char) for char in text])


def _is_space(char: str) -> bool:
    """A space of any width, or a newline: `str.isprintable` says no to all but the plain one."""
    return char == "\n" or unicodedata.category(char) == "Zs"


def _escape(char: str) -> str:
    code = ord(char)
    if char == "\r":
        return "\\r"
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def tokenize(text: str) -> list[Token]:
    """Tokens of an NFC text in order, each with its span; an identifier's whole token precedes its parts."""
    found: list[Token] = []
    for run in _RUNS.finditer(text):
        word, start = run.group(), run.start()
        if word.isascii():
            _add_word(found, word, start)
        else:
            _add_letters(found, word, start)
    words = stems([token for token, _, _ in found])
    return [(stem, start, end) for stem, (_, start, end) in zip(words, found, strict=True)]


def terms(text: str) -> str:
    """The tokens of a text joined by spaces: the form in which a record is indexed."""
    return " ".join([token for token, _, _ in tokenize(normalize(text))])


def fold(text: str) -> str:
    """The form in which labels, aliases and codes are compared: NFC, case folded, inner white space single."""
    return " ".join(normalize(text).casefold().split())


def _add_letters(found: list[Token], run: str, start: int) -> None:
    """Syllable pairs of each Hangul stretch; the ASCII words and the words of other scripts between them."""
    begin = 0
    for end in range(1, len(run) + 1):
        if end < len(run) and _is_hangul(run[end]) == _is_hangul(run[begin]):
            continue
        stretch = run[begin:end]
        if _is_hangul(stretch[0]):
            _add_hangul(found, stretch, start + begin)
        elif stretch.isascii():
            _add_word(found, stretch, start + begin)
        elif len(stretch) <= LONGEST_WORD and _LETTER.search(stretch):
            found.append((stretch.casefold(), start + begin, start + end))
        begin = end


def _is_hangul(char: str) -> bool:
    return "가" <= char <= "힣"


def _add_hangul(found: list[Token], run: str, start: int) -> None:
    if len(run) == 1:
        if run not in HANGUL_PARTICLES:
            found.append((run, start, start + 1))
        return
    if len(run) > 2 and run[-1] in HANGUL_ENDINGS:
        run = run[:-1]
    for offset in range(len(run) - 1):
        pair = run[offset : offset + 2]
        if pair not in HANGUL_STOP_PAIRS:
            found.append((pair, start + offset, start + offset + 2))


def _add_word(found: list[Token], word: str, start: int) -> None:
    if word[-1] == "s" and len(word) > 2 and word[:-1].isalnum() and word[:-1].isupper():
        word = word[:-1]  # GPUs, H100s
    folded = _LOWER_PLURALS.get(word) or word.casefold()
    if word.isalpha() and (word.islower() or word.isupper() or word.istitle()):
        if len(word) > 1 and folded not in STOP_WORDS and len(word) <= LONGEST_WORD:
            found.append((folded, start, start + len(word)))
        return
    if not _LETTER.search(word) or _HASH.fullmatch(folded):
        return
    parts = [(part.group().casefold(), part.start(), part.end()) for part in _PARTS.finditer(word)]
    if len(word) <= LONGEST_WORD and len(parts) <= _MAX_PARTS and folded not in STOP_WORDS and len(word) > 1:
        found.append((folded.strip("_") or folded, start, start + len(word)))
    if len(parts) < 2:
        return
    if parts[-1][0] in FILE_ENDINGS and word[parts[-1][1] - 1] == ".":
        parts.pop()
    for part, begin, end in parts:
        if len(part) > 1 and not part.isdigit() and part not in STOP_WORDS and not _HASH.fullmatch(part):
            found.append((part, start + begin, start + end))


def stems(words: list[str]) -> list[str]:
    """The stem of each of some case-folded words without white space."""
    global _stemmer
    if not words:
        return []
    if _stemmer is None:
        import tantivy

        english = tantivy.Filter.stemmer("english")
        _stemmer = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace()).filter(english).build()
    return list(_stemmer.analyze(" ".join(words)))
