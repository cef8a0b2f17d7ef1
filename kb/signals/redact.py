"""Secrets in pasted text: found and replaced before anything is shown, stored or drafted.

Better one word too many than a live token in a postmortem: whatever follows `password=` or `Authorization:` goes,
whatever it looks like. Host names and addresses stay, because a person on call needs them.
"""

from __future__ import annotations

import re

MASK = "[redacted]"

_HINTS = (
    "@", "://", "key", "token", "secret", "passw", "pwd", "bearer", "authorization", "cookie", "credential", "begin ",
    "akia", "asia", "ghp_", "gho_", "ghs_", "github_pat_", "glpat-", "xox", "eyj", "hf_", "sk-", "암호", "비밀번호",
)  # fmt: skip
_SECRET = re.compile(
    r"(?P<pem>-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^-]{0,20000}(?:-----END [A-Z ]{0,30}PRIVATE KEY-----)?)"
    r"|(?i:(?:proxy-)?authorization[\"']?\s{0,3}[:=]\s{0,3}[\"']?(?:bearer|basic|token"
    r"|digest)?\s{0,3})(?P<header>[^\s\"',;]{4,4096})"
    r"|(?i:\bbearer\s{1,3})(?P<bearer>[\w.~+/=-]{8,4096})"
    r"|(?i:\b(?:set-)?cookie[\"']?\s{0,3}:\s{0,3})(?P<cookie>[^\n\"]{4,4096})"
    r"|(?<![\w])(?:[a-z][a-z0-9+.-]{1,15}://)(?P<userinfo>[^\s/@:\"'<>]{0,128}:[^\s/@\"'<>]{1,256})(?=@)"
    r"|(?i:(?:passw(?:or)?d|passphrase|pwd|secret|token|api[_-]?key|access[_-]?key(?:[_-]?id)?"
    r"|private[_-]?key|credentials?"
    r"|client[_-]?secret|routing[_-]?key|integration[_-]?key|service[_-]?key|webhook[_-]?key"
    r"|genie[_-]?key)[\"']?\s{0,3}(?:=|:|=>)\s{0,3})"
    r"(?:\"(?P<quoted>[^\"\n]{3,4096})\"|'(?P<single>[^'\n]{3,4096})'|(?P<value>(?!(?:true|false|null"
    r"|none|yes|no|\d{1,8})\b)[^\s\"',;&)}\]]{4,4096}))"
    r"|(?:비밀번호|암호|패스워드)(?:는|은)?\s{0,3}[:=]?\s{0,3}(?P<korean>(?=[\x21-\x7e]{4})[\x21-\x7e]{4,256})"
    r"|\b(?P<known>(?:AKIA|ASIA)[A-Z0-9]{16}|gh[pousr]_[A-Za-z0-9]{20,255}|github_pat_\w{20,255}|glpat-[\w-]{16,64}"
    r"|xox[abprs]-[\w-]{10,255}|hf_[A-Za-z0-9]{20,64}|sk-[A-Za-z0-9_-]{16,255}"
    r"|eyJ[\w-]{8,2048}\.[\w-]{8,4096}(?:\.[\w-]{0,2048})?)"
    r"|(?<![\w.+%-])(?P<email>[A-Za-z0-9_%+][\w.%+-]{0,63}@(?:[A-Za-z0-9]"
    r"(?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.){1,8}[A-Za-z]{2,24})(?![\w@])"
)


def redact(text: str) -> tuple[str, list[tuple[int, int]]]:
    """The text with every secret replaced by `[redacted]`, and where they stood in the text given (characters)."""
    lower = text.lower()
    if not any(hint in lower for hint in _HINTS):
        return text, []
    pieces: list[str] = []
    spans: list[tuple[int, int]] = []
    position = 0
    for match in _SECRET.finditer(text):
        start, end = match.span(match.lastgroup or 0)
        if text.startswith(MASK[:-1], start):
            continue
        pieces += [text[position:start], MASK]
        spans.append((start, end))
        position = end
    pieces.append(text[position:])
    return "".join(pieces), spans
