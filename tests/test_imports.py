"""What a cold `kb match` must not load, seen in a process of its own. The static half is in `pyproject.toml`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "records" / "examples"
FORBIDDEN = {"sklearn", "numpy", "scipy", "sqlmodel", "sqlalchemy", "pydantic", "textual", "rich", "httpx"}
PROBE = """
import sys
from kb.cli import main
code = main(sys.argv[1:])
print(*sorted({name.partition(".")[0] for name in sys.modules}), file=sys.stderr)
sys.exit(code)
"""


def loaded(*words: str, stdin: bytes = b"") -> set[str]:
    """Top-level modules that a call of `kb` has loaded when it is done."""
    done = subprocess.run([sys.executable, "-c", PROBE, *words], input=stdin, capture_output=True, check=False)
    assert done.returncode in (0, 1), done.stderr.decode()
    return set(done.stderr.decode().splitlines()[-1].split())


@pytest.mark.parametrize("name", sorted(path.name for path in EXAMPLES.glob("*.txt")))
@pytest.mark.parametrize(
    "options", [[], ["--json"], ["--format", "markdown", "--lang", "ko"]], ids=["text", "json", "markdown"]
)
def test_a_match_loads_no_heavy_library(shipped_store, name, options):
    modules = loaded("match", str(EXAMPLES / name), "--db", str(shipped_store), *options)
    assert {"kb", "tantivy"} <= modules
    assert not modules & FORBIDDEN


def test_a_batch_loads_no_heavy_library(shipped_store):
    assert not loaded("match", "--jsonl", "--db", str(shipped_store), stdin=b'{"text": "Xid 79"}') & FORBIDDEN


@pytest.mark.parametrize(
    "words", [("search", "nccl"), ("list",), ("show", "IL-0129"), ("stats",), ("signals", "--json")]
)
def test_reading_loads_no_heavy_library(shipped_store, words):
    assert not loaded(*words, "--db", str(shipped_store), stdin=b"Xid 79") & FORBIDDEN


@pytest.mark.parametrize("words", [("--help",), ("--version",), ("help",)])
def test_help_loads_no_search_engine(words):
    assert not loaded(*words) & (FORBIDDEN | {"tantivy"})
