"""Sessions of triage on disk: one JSON file each in the data directory, written anew after every answer.

The file holds the whole session, for its owner's eyes only; a crash while writing leaves the one before.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from kb import config
from kb.diagnose.answered import Answered
from kb.diagnose.checks import Check, Made, Reading
from kb.diagnose.hypotheses import Hypothesis, Prior, RedHerring
from kb.errors import DiskError, NotFoundError, UsageError
from kb.triage import Session, Step

if TYPE_CHECKING:
    from collections.abc import Sequence

SCHEMA_VERSION = 1


def save(session: Session) -> str:
    """Write a session; returns the path of its file. Raises DiskError."""
    folder = _folder()
    path = os.path.join(folder, f"{session.id}.json")
    text = json.dumps({"schema_version": SCHEMA_VERSION, **to_json(session)}, ensure_ascii=False, indent=1)
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        descriptor = os.open(path + ".part", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with open(descriptor, "w", encoding="utf-8", errors="replace") as file:
            file.write(text + "\n")
        os.replace(path + ".part", path)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise DiskError(
            f"the session cannot be saved in {folder}: {reason}",
            "Check its permissions and the free space, or name another place with KB_DATA_DIR.",
        ) from error
    return path


def load(name: str | None = None) -> Session:
    """The session with this id, by default the one that was saved last. Raises NotFoundError, and UsageError for a file
    that is no session."""
    names = known()
    if name is None and not names:
        raise NotFoundError("there is no session to resume", "Begin one with: kb triage FILE")
    wanted = name or names[-1]
    if wanted not in names:
        raise NotFoundError(f"there is no session {wanted!r}", f"The last ones: {', '.join(names[-3:]) or 'none'}")
    path = os.path.join(_folder(), f"{wanted}.json")
    try:
        with open(path, encoding="utf-8") as file:
            return from_json(json.load(file))
    except (LookupError, ValueError, TypeError, AttributeError) as error:
        raise UsageError(f"{path} is no session that this kb can read", "Begin a new one: kb triage FILE") from error


def known() -> list[str]:
    """Ids of the sessions that are kept, the one saved last at the end."""
    folder = _folder()
    try:
        files = [entry for entry in os.scandir(folder) if entry.name.endswith(".json")]
    except FileNotFoundError:
        return []
    files.sort(key=lambda entry: (entry.stat().st_mtime_ns, entry.name))
    return [entry.name.removesuffix(".json") for entry in files]


def to_json(session: Session) -> dict[str, Any]:
    """A session as JSON that `from_json` reads back as the same."""
    return _plain(session)  # type: ignore[no-any-return]


def from_json(value: dict[str, Any]) -> Session:
    """The session of `to_json`. Raises LookupError, TypeError or ValueError for anything else."""
    fields = {name: value[name] for name in Session._fields if name != "known"}
    fields["known"] = tuple(_answered(item) for item in value.get("known", ()))
    fields["signature"] = tuple(fields["signature"])
    fields["symptoms"] = tuple(fields["symptoms"])
    fields["hypotheses"] = tuple(_hypothesis(item) for item in fields["hypotheses"])
    fields["checks"] = tuple(_check(item) for item in fields["checks"])
    herrings = [item | {"cases": tuple(item["cases"])} for item in fields["red_herrings"]]
    fields["red_herrings"] = tuple(RedHerring(**item) for item in herrings)
    fields["steps"] = tuple(Step(**item) for item in fields["steps"])
    session = Session(**fields)
    if not session.hypotheses:
        raise ValueError("a session without explanations")
    session.now  # noqa: B018 - an answer to a check that is not there, or of no reading, shows here
    return session


def _folder() -> str:
    return os.path.join(config.data_dir(), "sessions")


def _plain(value: Any) -> Any:
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {name: _plain(item) for name, item in value._asdict().items()}
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else value


def _hypothesis(item: dict[str, Any]) -> Hypothesis:
    priors = tuple(Prior(**prior) for prior in item["priors"])
    kept = {"components": tuple(item["components"]), "cases": tuple(item["cases"]), "priors": priors}
    return Hypothesis(**item | kept)


def _answered(item: dict[str, Any]) -> Answered:
    return Answered(item["id"], item["title"], None if item["reading"] is None else _reading(item["reading"]))


def _reading(item: dict[str, Any]) -> Reading:
    reading = Reading(**item)
    if not isinstance(reading.text, dict) or not all(isinstance(terms, list) for terms in reading[1:]):
        raise TypeError(item)
    return reading


def _check(item: dict[str, Any]) -> Check:
    readings: Sequence[dict[str, Any]] = item["readings"]
    return Check(
        **item
        | {
            "readings": tuple(_reading(reading) for reading in readings),
            "made": tuple(Made(**made) for made in item["made"]),
            "sources": tuple(item["sources"]),
        }
    )
