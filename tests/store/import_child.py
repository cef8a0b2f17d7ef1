"""A process that imports when told to, so that a test can kill it or run two at once.

Reads lines `URL FIRST COUNT ROUND` from standard input. For each it forks a child that imports the records FIRST up to
FIRST + COUNT as they are in that round, and writes `done` just before it ends. The parent writes `pid N` when the
child starts and `ended STATUS` when it is gone. Forking spares each import the start of an interpreter.
"""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import kb
from kb.importers.documents import LoadedDocument
from kb.importers.transfer import import_documents


def start() -> subprocess.Popen[str]:
    """This program in a process of its own, which finds the same `kb` as this one."""
    environment = os.environ | {"PYTHONPATH": os.path.dirname(os.path.dirname(os.path.abspath(kb.__file__)))}
    pipe = subprocess.PIPE
    command = [sys.executable, __file__]
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, bufsize=1, env=environment)


def document(number: int, turn: int) -> dict[str, Any]:
    """Record of a number; a later round is a later version of it."""
    return {
        "id": f"R-{number}",
        "title": {
            "en": " ".join(f"{word}{number}" for word in ("node", "lost", "its", "link")),
            "ko": f"{number} 끊김",
        },
        "date": f"20{number % 25:02}-01-01",
        "symptoms": ["hang", f"symptom-{number % 9}"],
        "sources": [{"url": f"https://example.org/{number}"}],
        "summary": {"en": f"Round {turn}. " + "The link went down and came back. " * 40},
        "updated_at": f"2026-01-01T00:00:{turn:02}Z",
    }


def run(url: str, first: int, count: int, turn: int) -> None:
    """Import, and say so."""
    loaded = [
        LoadedDocument(f"{number}.json", "", document(number, turn), ()) for number in range(first, first + count)
    ]
    import_documents(url, loaded)
    os.write(1, b"done\n")


def main() -> None:
    """Serve until standard input ends."""
    for line in sys.stdin:
        url, first, count, turn = line.split()
        child = os.fork()
        if child == 0:
            run(url, int(first), int(count), int(turn))
            os._exit(0)
        os.write(1, f"pid {child}\n".encode())
        _, status = os.waitpid(child, 0)
        os.write(1, f"ended {os.waitstatus_to_exitcode(status)}\n".encode())


if __name__ == "__main__":
    main()
