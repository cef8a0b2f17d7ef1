r"""Secrets without a mark of their own: an argument of a command line, or a word that somebody wrote in a sentence.

`mysql -pSECRET`, `redis-cli -a SECRET`, `the password is SECRET`, `비번은 SECRET`. In a sentence the word behind
"password" is mostly no secret ("password expired", "password authentication failed"): it is taken for one if it is
quoted, or has a digit, a capital inside or a sign. Imported by `kb.signals.redact` only where one of the words stands.

Every repetition has a bound, so that a text is read in time linear in its length.
"""

from __future__ import annotations

import functools
import re

_COMMANDS = (
    ("mysql", " -p"), ("mariadb", " -p"), ("mycli", " -p"), ("sshpass", " -p"), ("mongo", " -p"), ("login", " -p"),
    ("redis-cli", "-"), ("valkey-cli", "-"), ("sqlcmd", " -p"), ("ipmitool", " -p"), ("ldap", " -w"),
    ("smbclient", "%"), ("curl", "u"), ("requirepass", " "), ("masterauth", " "), ("identified", " by "),
)  # fmt: skip
"""In small letters, a command and what must stand in the text too: else its pattern is not compiled."""
_WORDS = (
    "passw", "passphrase", "passcode", "pwd", "_pass", "_auth", "auth ", "pw ", "pw:", "pw=",
    " pass:", " pass=", "\npass:", "\npass=", "pass>", "secret>", "token>", "key>", "credential",
    "비번", "비밀", "암호", "패스워드",
    "ube44", "uc554", "ud328",
)  # fmt: skip
_KEYS = ("key is ", "key was ", "token is ", "token was ", "secret is ", "secret was ")
_UNSAID = r"(?![\\\"'`“‘:=>(-]{0,6}\[redacted)"
_GAP = r"(?:\\\n|[^\n]){0,200}?\s"
"""The arguments before; a command line goes on behind a backslash."""
_ARGUMENT = (
    rf"(?:\\{{1,3}}[\"']{_UNSAID}([^\"'\n]{{1,256}})|\"{_UNSAID}((?:[^\"\\\n]|\\.){{1,256}})|'{_UNSAID}([^'\n]{{1,256}})"
    rf"|{_UNSAID}((?:[^\s\"'\\]|\\(?![nrt])\S){{2,256}}))"
)
_COMMAND = (
    rf"\b(?:(?:mysql(?!d\b)|mariadb(?!d\b)|mycli)[\w-]{{0,20}}{_GAP}-p{_ARGUMENT}"
    rf"|sshpass{_GAP}-p\s{{0,2}}{_ARGUMENT}"
    rf"|(?:redis|valkey|keydb)-cli{_GAP}(?:-a|--pass)[\s=]{{1,3}}{_ARGUMENT}"
    rf"|(?:redis|valkey|keydb)-cli[\"'],[^\n]{{0,200}}?[\"'](?:-a|--pass)[\"'],\s{{0,3}}[\"']{_UNSAID}([^\"'\n]{{1,256}})"
    rf"|(?:mongo[a-z]{{0,8}}|(?:docker|podman|helm|az|oc)\s(?:registry\s)?login){_GAP}-p[\s=]{{1,3}}{_ARGUMENT}"
    rf"|(?:sqlcmd|ipmitool){_GAP}-P\s{{0,3}}{_ARGUMENT}"
    rf"|ldap[a-z]{{1,8}}{_GAP}-w\s{{0,3}}{_ARGUMENT}"
    rf"|smbclient{_GAP}-U\s{{0,3}}[\"']?[^\s%\"']{{1,64}}%{_ARGUMENT}"
    rf"|curl{_GAP}(?:-[A-Za-z]{{0,8}}u|--user|--proxy-user)[\s=]{{0,3}}\\{{0,3}}[\"']?[^\s:\"'\\]{{1,64}}:{_ARGUMENT}"
    rf"|(?:requirepass|masterauth)\s{{1,3}}{_ARGUMENT}"
    rf"|(?i:identified\s{{1,3}}(?:with\s{{1,3}}\S{{1,40}}\s{{1,3}})?by\s{{1,3}}){_ARGUMENT})"
)
_QUOTED = rf"(?:[\"'`“‘]|\\{{1,3}}[\"']){_UNSAID}([^\"'`”’\\\n]{{3,128}})"
_LETTER = r"[^\s\"'`\\]"
_LIKE_A_SECRET = (
    r"(?!(?i:sha-?\d{1,3}|scram-sha-\d{1,3}(?:-plus)?|md5|base64|utf-?8|(?:oauth|saml|v)\d[\d.]{0,4}|rfc-?\d{1,5}"
    r"|kb-\d{4}-\d{4}|\d{1,3}(?:\.\d{1,3}){3}|\d{1,4}[-./]\d{1,2}[-./]\d{1,4}|\d{1,3}|\d{1,6}(?i:ms|s|m|min|h|d|days?|x|%|[kmg]i?b?|st|nd|rd|th|times)|\d{1,2}:\d\d(?::\d\d)?)"
    rf"(?![\w@#$^&*-]))(?={_LETTER}{{0,64}}?(?:\d|[a-z][A-Z]|[A-Za-z가-힣][@#$^&*+=!]{{1,8}}[\w]))"
)
_VALUE = rf"{_UNSAID}({_LETTER}{{4,128}}(?<![.,;:?)\]}}]))"
_STATES = (
    r"(?!(?i:wrong|bad|right|correct|not|no|now|too|the|this|that|they|there|what|same|very|also|only|still|already|"
    r"likely|probably|required|missing|empty|null|none|true|false|long|short|weak|strong|fine|stale|old|blank|"
    r"about|from|with|within|without|under|over|for|in|on|at|to|by|of|per|and|but|because|when|where|if|as|"
    r"unknown|unset|plain|safe|secret|public|private|your|ours|mine|their|just|never|always|being|"
    r"[a-z]{2,16}(?:ed|ing|able|ible|ent|ly|id|ous|ive|ten|ten|own|ect))(?![\w@#$^&*-]))"
)
_ESCAPED_KOREAN = (
    r"(?i:(?:\\{1,4}ube44(?:\\{1,4}ubc00)?\\{1,4}ubc88(?:\\{1,4}ud638)?|\\{1,4}uc554\\{1,4}ud638"
    r"|\\{1,4}ud328\\{1,4}uc2a4\\{1,4}uc6cc\\{1,4}ub4dc))"
)
"""The same words as JSON in ASCII writes them."""
_BLANK = r"[ \t]"
_SENTENCE = (
    r"(?:(?i:passw(?:or)?d|passphrase|passcode|(?<![a-z])pwd|(?<![a-z])pw)"
    rf"(?:(?i:{_BLANK}{{1,3}}(?:for|of|on|to){_BLANK}{{1,3}}(?:the{_BLANK}{{1,3}})?[\w.@/-]{{1,64}})?"
    rf"(?i:{_BLANK}{{1,3}}(?:is|was|has{_BLANK}been|changed{_BLANK}to|(?:re)?set{_BLANK}to|became|now)"
    rf"(?:{_BLANK}(?:still|now|set{_BLANK}to))?{_BLANK}{{0,3}}:?{_BLANK}{{1,3}})"
    rf"(?:{_QUOTED}|{_STATES}(?:{_LIKE_A_SECRET}{_VALUE}|{_UNSAID}([a-z]{{6,64}})(?=[.,;!?)]{{0,3}}(?:\s|$))))"
    rf"|(?:{_BLANK}{{0,3}}(?:[:=]>?|->){_BLANK}{{0,3}}|{_BLANK}{{1,3}}(?:[(-]{_BLANK}?)?|\()"
    rf"(?:{_QUOTED}|{_LIKE_A_SECRET}{_VALUE}))"
    rf"|<(?:[\w.:-]{{0,32}}(?i:passw(?:or)?d|passphrase|pwd|secret|token|api[_-]?key|access[_-]?key|credentials?)"
    rf"|(?:[\w.:-]{{0,32}}[:._-])?pass|[\w.:-]{{0,32}}[a-z]Pass)(?:\s[^<>\n]{{0,80}})?>(?:<!\[CDATA\[)?"
    rf"{_UNSAID}([^<\]\n]{{1,256}})(?=(?:\]\]>)?</)"
    rf"|(?i:\b(?:user(?:name)?|login|account|id)){_BLANK}{{0,3}}[:=]?{_BLANK}{{0,3}}\S{{1,40}}\s?[,;/|]?{_BLANK}{{0,3}}"
    rf"[Pp]ass{_BLANK}{{0,3}}[:=]{_BLANK}{{0,3}}(?:{_QUOTED}|{_VALUE})"
    rf"|\bAUTH{_BLANK}{{1,3}}(?:\w{{1,32}}{_BLANK})?(?:{_QUOTED}|{_LIKE_A_SECRET}{_VALUE})"
    rf"|(?i:\w_pass|\w_auth|(?<![a-z])pw|passcode)[\"']?{_BLANK}{{0,3}}[:=]{_BLANK}{{0,3}}(?:{_QUOTED}|(?!\d{{1,3}}\b){_VALUE})"
    r"|(?i:(?:api|access|secret|private|auth)[ _-]key|(?:access|auth|api|bearer|secret)[ _-]token|the (?:token|secret))"
    rf"(?i:{_BLANK}{{1,3}}(?:is|was):?{_BLANK}{{1,3}})"
    rf"(?:{_QUOTED}|(?=\S{{8}})(?=\S{{0,64}}?[A-Za-z]){_LIKE_A_SECRET}{_VALUE})"
    rf"|(?:비번|비밀{_BLANK}?번호|암호|패스워드|{_ESCAPED_KOREAN})"
    rf"(?:[는은가이를을로도만]|으로|[\"']|\\{{1,4}}u[0-9a-f]{{4}})?"
    rf"(?:{_BLANK}{{0,3}}(?:[:=：]>?|->){_BLANK}{{0,3}}(?:{_QUOTED}|{_VALUE})"
    rf"|{_BLANK}{{0,3}}\(?{_BLANK}?(?:{_QUOTED}"
    rf"|{_UNSAID}{_STATES}([\x21\x23-\x7e]{{4,256}}(?<![.,;:?)]))"
    rf"|(?=\D){_LIKE_A_SECRET}{_VALUE})))"
)
"""The last part is Korean, in which the verb stands behind the secret: a particle, a mark or nothing stands between."""


def told(text: str, lower: str) -> list[tuple[int, int]]:
    """Where such secrets stand in a text (characters), in any order, given the text in small letters too."""
    patterns = []
    if any(command in lower and other in lower for command, other in _COMMANDS):
        patterns.append(_pattern(_COMMAND))
    if any(word in lower for word in (*_WORDS, *_KEYS)):
        patterns.append(_pattern(_SENTENCE))
    return [match.span(match.lastindex or 0) for pattern in patterns for match in pattern.finditer(text)]


@functools.cache
def _pattern(source: str) -> re.Pattern[str]:
    return re.compile(source)
