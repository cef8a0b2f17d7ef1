"""Read whatever a person on call has in hand: bytes in, `Signals` out.

    bytes -> decode -> split into parts -> detect the format of each -> its reader -> roles -> Signals

`read` never fails, whatever the bytes are. Readers are imported when their format is met; `families` is the table of
formats and the contract for adding one.
"""

from __future__ import annotations

from kb.signals.model import CASCADE, CONTEXT, INITIATING, Phrase, Signal, Signals, Span

__all__ = ["CASCADE", "CONTEXT", "INITIATING", "LIMIT", "Phrase", "Signal", "Signals", "Span", "read"]

LIMIT = 64 << 20
"""Bytes read of an input; the rest is cut off and reported."""


def read(data: bytes, *, limit: int = LIMIT, redacted: bool = True) -> Signals:
    """Read an input in any encoding and format, at most `limit` bytes of it.

    Secrets in it (`kb.signals.redact`) are replaced in everything that comes out, unless `redacted` is false.
    """
    from kb.signals import reader

    return reader.read(data, limit, redacted=redacted)
