"""Secrets in pasted text: found and replaced before anything is shown, stored or drafted.

Better one word too many than a live token in a postmortem: whatever follows `password=` or `Authorization:` goes,
whatever it looks like. Host names and addresses stay, because a person on call needs them. Formats are read from the
text as it is, since a mask would break them; what is taken out of it to be shown passes `secrets_near` and `hide`.
"""

from __future__ import annotations

import functools
import re

from kb.namedtuple import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

MASK = "[redacted]"

_HINTS = (
    "@", "_key", "-key", "apikey", "accesskey", "secret", "passw", "passphrase", "pwd", "token=", "token:", 'token"',
    "token'", "token\\", "token ", "bearer", "authorization", "cookie", "credential", "private key-", "akia", "asia",
    "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "xox", "eyj", "hf_", "sk-", "k_live_", "k_test_",
    "aiza", "npm_", "ya29.", "sg.", "hooks.slack", "signature=", "sig=", "key=", "key:", 'key"',
)  # fmt: skip
"""Each secret has one of these in or before it, in lower case: without them the pattern is not even compiled."""
_TOLD = (
    "passw", "passphrase", "passcode", "pwd", "pw", "_pass", "_auth", "auth ",
    " pass:", " pass=", "\npass:", "\npass=", "pass>", "secret>", "token>", "key>", "credential",
    "key ", "token ", "secret ", " -p", "-cli", " -w", " -u",
    "curl", "requirepass", "masterauth", "identified", "비번", "비밀", "암호", "패스워드", "ube44", "uc554", "ud328",
)  # fmt: skip
"""The same for the secrets of `kb.signals.told_secrets`."""
_QUOTE = r"(?:\\{0,3}[\"'])?"
_SECRET = (
    r"(?P<pem>-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----"
    r"(?:(?:(?!-----BEGIN)[\s\S]){0,20000}?-----END [A-Z ]{0,30}PRIVATE KEY-----|[^-]{0,20000}))"
    rf"|(?i:(?:proxy-)?authorization{_QUOTE}\s{{0,3}}[:=]\s{{0,3}}{_QUOTE}(?:bearer|basic|token"
    r"|digest)?\s{0,3})(?P<header>[^\s\"',;\\]{4,4096})"
    r"|(?i:\bbearer\s{1,3})(?P<bearer>[\w.~+/=-]{8,4096})"
    rf"|(?i:\b(?:set-)?cookie{_QUOTE}\s{{0,3}}:\s{{0,3}}{_QUOTE})(?P<cookie>[^\n\"]{{4,4096}})"
    r"|(?<![\w])(?:[a-z][a-z0-9+.-]{1,15}://)(?P<userinfo>[^\s/@:\"'<>]{0,128}:[^\s/@\"'<>]{1,256})(?=@)"
    r"|(?i:\"name\"\s{0,3}:\s{0,3}\"[^\"\n]{0,80}(?:passw|secret|token|_key)[^\"\n]{0,80}\"\s{0,40},\s{0,40}\"value\""
    r"\s{0,3}:\s{0,3}\")(?P<member>[^\"\n]{3,4096})"
    r"|(?i:\bname:\s{0,3}[\w.-]{0,80}(?:passw|secret|token|_key)[\w.-]{0,80}\s{1,40}value:\s{1,3})(?P<item>\S{3,4096})"
    r"|(?i:(?:passw(?:or)?d|passphrase|pwd|secret|token|api[_-]?key|access[_-]?key(?:[_-]?id)?"
    r"|private[_-]?key|credentials?"
    r"|client[_-]?secret|routing[_-]?key|integration[_-]?key|service[_-]?key|webhook[_-]?key"
    r"|(?:account|storage|shared|encryption|master|signing|license)[_-]?key"
    rf"|genie[_-]?key){_QUOTE}\s{{0,3}}(?:=>|=|:)\s{{0,3}}"
    r"|(?<!\S)--(?:password|passwd|token|secret|api-key|access-key)[ =]{1,2})"
    r"(?:\"(?P<quoted>(?:[^\"\\\n]|\\.){3,4096})\"|'(?P<single>(?:[^'\\\n]|\\.){3,4096})'"
    r"|(?P<depth>\\{1,3})[\"'](?P<escaped>(?:[^\"'\n\\]|(?!(?P=depth)[\"'])\\{1,9}+.){3,4096})"
    r"|[\"'](?P<unclosed>[^\s\"']{4,4096})"
    r"|(?P<value>(?!(?:(?:true|false|null|none|yes|no)(?![^\s\"',;&)}\]\\])|\d{1,8}\b))[^\s\"',;&)}\]\\]{4,4096}))"
    r"|(?i:[?&](?:x-amz-)?(?:sig|signature|key|security-token)=|\bsignature=(?=[0-9a-f]{16}))(?P<query>[\w%.~+/=-]{6,4096})"
    r"|hooks\.slack\.com/services/(?P<hook>[\w/]{16,128})"
    r"|\b(?P<known>(?:AKIA|ASIA)[A-Z0-9]{16}|gh[pousr]_[A-Za-z0-9]{20,255}|github_pat_\w{20,255}|glpat-[\w-]{16,64}"
    r"|xox[abprs]-[\w-]{10,255}|hf_[A-Za-z0-9]{20,64}|sk-[A-Za-z0-9_-]{16,255}|[sr]k_(?:live|test)_\w{10,255}"
    r"|AIza[\w-]{30,64}|npm_\w{20,64}|ya29\.[\w-]{20,512}|SG\.[\w-]{16,64}\.[\w-]{16,64}"
    r"|eyJ[\w-]{8,2048}\.[\w-]{8,4096}(?:\.[\w-]{0,2048})?)"
    r"|(?<![\w.+%-])(?P<email>[A-Za-z0-9_%+][\w.%+-]{0,63}@(?:[A-Za-z0-9]"
    r"(?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.){1,8}[A-Za-z]{2,24})(?![\w@])"
)
_WIDE = ("：", "＝", "ｐ", "Ｐ")
"""Signs of the full-width forms of ASCII, which people type who write Korean; each is one character, as what it means
is."""
_REACH = 4400
"""Characters before and behind a stretch in which a secret that reaches into it begins and ends: the longest value and
its key."""
_KEY_REACH = 20_100
"""The same for a private key."""
_STEP = 2048
"""Stretches of one long line are read in windows that begin and end at multiples of it, so that a hundred sentences in
a JSON string share a window instead of each being read with nine kilobytes around it."""


def redact(text: str) -> tuple[str, list[tuple[int, int]]]:
    """The text with every secret replaced by `[redacted]`, and where they stood in the text given (characters)."""
    spans = secrets(text)
    return hide(text, 0, len(text), spans), spans


def secrets(text: str) -> list[tuple[int, int]]:
    """Where secrets stand in a text (characters), in order, without overlaps; what is masked already is left out."""
    if any(sign in text for sign in _WIDE):
        text = text.translate({code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)})
    lower = text.lower()
    found = []
    if any(hint in lower for hint in _HINTS):
        found += [match.span(match.lastgroup or 0) for match in _pattern().finditer(text)]
    if any(hint in lower for hint in _TOLD):
        from kb.signals.told_secrets import told

        found += told(text, lower)
    return _joined((start, end) for start, end in found if not text.startswith(MASK[:-1], start))


def secrets_near(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Where secrets stand that touch the characters `start` to `end` of a long text: only the lines around are read,
    the one before (a name whose value follows) and a private key that began earlier included."""
    first = text.rfind("\n", max(0, start - _REACH), start)
    first = text.rfind("\n", max(0, start - _REACH), max(first, 0))
    first = max(first, start - _REACH, 0)
    last = text.find("\n", end, end + _REACH)
    last = min(len(text), end + _REACH) if last < 0 else last
    if last - first > _REACH:
        first, last = first // _STEP * _STEP, -(-last // _STEP) * _STEP
    key = text.rfind("PRIVATE KEY-----", max(0, start - _KEY_REACH), end)
    if key >= 0:
        first = min(first, max(0, key - 50))
        last = max(last, min(len(text), key + _KEY_REACH))
    return [
        (first + low, first + high)
        for low, high in _secrets_of(text[first:last])
        if first + low < end and start < first + high
    ]


def hide(text: str, start: int, end: int, spans: list[tuple[int, int]]) -> str:
    """The characters `start` to `end` of a text with what lies in the spans (in order) replaced by one mask each."""
    pieces: list[str] = []
    for low, high in spans:
        if high > start and low < end:
            pieces += [text[start : max(low, start)], MASK]
            start = min(high, end)
    return "".join([*pieces, text[start:end]])


def _joined(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    joined: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if joined and start < joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined


@functools.lru_cache(maxsize=512)
def _secrets_of(window: str) -> list[tuple[int, int]]:
    return secrets(window)


@functools.cache
def _pattern() -> re.Pattern[str]:
    return re.compile(_SECRET)
