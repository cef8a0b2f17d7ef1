"""Neutral names in place of machines and addresses, for a text that leaves the site.

What is matched and shown keeps them, because a person on call needs them; a record is shared, and `kb validate` asks
for neutral names in it. The same machine gets the same name throughout, so that the story stays readable. Taken are
addresses, and names that a log marks as those of a host, or that are spelt as people number hosts.
"""

from __future__ import annotations

import re

LONGEST = 200_000
"""Characters of a text in which names are looked for."""

_OCTET = r"(?:25[0-5]|2[0-4]\d|1?\d?\d)"
_ADDRESS = re.compile(
    rf"(?<![\w.-])(?:{_OCTET}\.){{3}}{_OCTET}(?![\w-]|\.\d)"
    r"|(?<![\w:])(?:fe80|f[cd][0-9a-f]{2}|2[0-9a-f]{3}):(?:[0-9a-f]{0,4}:){1,6}[0-9a-f]{1,4}(?![\w:])"
    r"|(?<![\w:])(?:[0-9a-f]{2}:){5}[0-9a-f]{2}(?![\w:])",
    re.IGNORECASE,
)
_NAME = r"[A-Za-z][A-Za-z0-9-]{0,62}(?:\.[A-Za-z0-9-]{1,63}){0,8}"
_MARKED = re.compile(
    rf"\b(?:node|nodename|nodelist|host|hostname|instance|server)\s?[=:]\s?[\"']?(?P<field>{_NAME})"
    rf"|^(?:[A-Z][a-z]{{2}} [ \d]\d \d\d:\d\d:\d\d|\d{{4}}-\d\d-\d\d[T ]\S{{8,24}}) (?P<syslog>{_NAME})"
    r" [\w./-]+(?:\[\d+\])?: "
    rf"|^(?P<rank>{_NAME}):\d{{1,7}}:\d{{1,7}} \[\d"
    r"|(?<![\w.-])(?P<cloud>ip-\d{1,3}-\d{1,3}-\d{1,3}-\d{1,3}(?:\.[\w-]{1,63}){0,5})"
    r"|(?<![\w.-])(?P<inner>[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,6}\.(?:internal|local|lan|corp|intra|cluster))(?![\w-])"
    r"|(?<![\w.-])(?P<numbered>(?:[a-z]{1,12}-){0,3}(?:node|host|worker|dgx|hgx|compute|server|srv|login|cn)"
    r"(?:-?[a-z0-9]{1,6}){0,2}-?\d{1,5}(?:\.[a-z0-9.-]{1,80})?)(?![\w-])",
    re.MULTILINE | re.IGNORECASE,
)
_TELLING = re.compile(r"[\d.-]")
"""A word after `host:` or in the place of the host that has none of these may be any word."""


class Neutral:
    """Gives neutral names, `node-1`, `node-2`, `address-1`, in the order in which machines and addresses are met."""

    def __init__(self, *texts: str) -> None:
        self._names: dict[str, str] = {}
        found = [
            name
            for text in texts
            for match in _MARKED.finditer(text[:LONGEST])
            for kind, name in match.groupdict().items()
            if name and (kind in ("rank", "syslog") or _TELLING.search(name))
        ]
        for number, name in enumerate(dict.fromkeys(found), 1):
            self._names[name] = f"node-{number}"
        longest = sorted(self._names, key=len, reverse=True)
        self._hosts = re.compile(rf"(?<![\w.-])(?:{'|'.join(map(re.escape, longest))})(?![\w-])") if longest else None
        self._addresses: dict[str, str] = {}

    def __call__(self, text: str) -> str:
        """The text with neutral names."""
        if self._hosts:
            text = self._hosts.sub(lambda match: self._names[match[0]], text)
        return _ADDRESS.sub(self._address, text)

    def _address(self, match: re.Match[str]) -> str:
        return self._addresses.setdefault(match[0], f"address-{len(self._addresses) + 1}")
