"""Fixtures of formats: one file a format (or several), named after it, written for these tests."""

from __future__ import annotations

import os

FIXTURES = os.path.join(os.path.dirname(__file__), "fixtures")
PREFIXES = ("log-", "cmd-", "text-", "bench-", "metrics-", "webhook-")


def names() -> list[str]:
    return sorted(os.listdir(FIXTURES))


def load(name: str) -> bytes:
    with open(os.path.join(FIXTURES, name), "rb") as file:
        return file.read()


def format_in(name: str) -> str:
    """The format that a fixture's name says: `log-dmesg-xid.two-gpus.txt` is `log:dmesg-xid`."""
    stem = name.partition(".")[0]
    return stem.replace("-", ":", 1) if stem.startswith(PREFIXES) else stem
