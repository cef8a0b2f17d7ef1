"""Running `kb` in tests: in this process where possible, in one of its own where the process is what is tested."""

from __future__ import annotations

import contextlib
import io
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from kb.catalogue import check_terms
from kb.cli import main
from kb.store.shipped import Shipped
from kb.store.versions import SHIPPED, Put
from kb.store.writer import open_writer

FIXTURES = Path(__file__).parents[1] / "fixtures" / "records"
COMMAND = [sys.executable, "-m", "kb"]
ROOT = str(Path(__file__).parents[2])


class Ran(NamedTuple):
    """What a call of `kb` came to."""

    code: int
    out: bytes
    err: str

    @property
    def text(self) -> str:
        return self.out.decode("utf-8")

    @property
    def json(self) -> Any:
        return strict_json(self.out)


def strict_json(data: bytes) -> Any:
    """The value of a JSON text in UTF-8; NaN, Infinity and unescaped control characters are refused."""

    def refuse(name: str) -> NoReturn:
        raise ValueError(f"{name} is not JSON")

    return json.loads(data.decode("utf-8"), parse_constant=refuse)


def run(*words: str, stdin: bytes = b"") -> Ran:
    """Call `kb` in this process with these bytes on standard input; none of the three streams is a terminal."""
    before = sys.stdin, sys.stdout, sys.stderr
    out, err = io.BytesIO(), io.BytesIO()
    with tempfile.TemporaryFile() as file:
        file.write(stdin)
        file.seek(0)
        streams = [io.TextIOWrapper(stream, encoding="utf-8", write_through=True) for stream in (file, out, err)]
        sys.stdin, sys.stdout, sys.stderr = streams
        try:
            code = main(words)
        except SystemExit as ended:
            code = int(ended.code or 0)
        finally:
            sys.stdin, sys.stdout, sys.stderr = before
            for stream in streams:
                stream.detach()
    return Ran(code, out.getvalue(), err.getvalue().decode("utf-8"))


def run_process(*words: str, stdin: bytes = b"", **environment: str) -> Ran:
    """Call `kb` in a process of its own, with more variables in its environment."""
    done = subprocess.run(
        [*COMMAND, *words], input=stdin, capture_output=True, check=False, env=os.environ | environment, timeout=60
    )
    return Ran(done.returncode, done.stdout, done.stderr.decode("utf-8"))


def fixture_records() -> list[dict[str, Any]]:
    """The five records of `tests/fixtures/records`."""
    return [json.loads(path.read_text(encoding="utf-8")) for path in sorted(FIXTURES.glob("*.json"))]


def fixture_checks() -> list[dict[str, Any]]:
    """The three checks of `tests/fixtures/checks`."""
    return [
        json.loads(path.read_text(encoding="utf-8")) for path in sorted((FIXTURES.parent / "checks").glob("*.json"))
    ]


def execute(database: Path, *statements: str) -> None:
    """Run SQL on a database file behind the back of kb."""
    with contextlib.closing(sqlite3.connect(database, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


def fill(data_dir: Path, documents: Iterable[dict[str, Any]], shipped: Shipped) -> None:
    """Make a store that takes these records for that shipped corpus."""
    with open_writer(f"sqlite:///{data_dir}/kb.db") as writer:
        writer.put(Put(document, SHIPPED, "fixture") for document in documents)
        writer.replace_catalogue(("check", check["id"], check, check_terms(check)) for check in fixture_checks())
        writer.set_meta("corpus", str(shipped.digest))
        writer.set_meta("corpus_number", str(shipped.number))
        writer.set_meta("form", str(shipped.form))
