"""Where things are and which language to speak.

Read from the environment on every call, so that tests and long-lived programs see changes.
`platformdirs` is imported only when no path was given: the match path stays small.
"""

from __future__ import annotations

import os

from kb.errors import StoreError, UsageError

LANGUAGES = ("en", "ko")


def records_dir() -> str:
    """Directory of the shipped records, vocabulary and schema: inside the installed package or in a checkout."""
    package = os.path.dirname(os.path.abspath(__file__))
    installed = os.path.join(package, "_records")
    if os.path.isdir(installed):
        return installed
    return os.path.join(os.path.dirname(package), "records")


def data_dir() -> str:
    """The user's data directory, `KB_DATA_DIR` first; it may not exist yet."""
    if path := os.environ.get("KB_DATA_DIR"):
        return os.path.expanduser(path)
    if os.name == "posix" and (base := os.environ.get("XDG_DATA_HOME")):
        return os.path.join(base, "kb")
    import platformdirs

    return platformdirs.user_data_dir("kb", appauthor=False)


def database_url(option: str | None = None) -> str:
    """URL of the database: the option `--db` (a path or a URL), then `KB_DATABASE_URL`, then the data directory.

    The data directory is made when something is written there; the directory of a file that was named must exist, for
    one that does not is more likely misspelt. Raises UsageError for an empty value, StoreError for a file in a
    directory that does not exist.
    """
    given = option if option is not None else os.environ.get("KB_DATABASE_URL")
    if given is None:
        return sqlite_url(os.path.join(data_dir(), "kb.db"))
    if not given.strip():
        raise UsageError("the database is named by an empty string", "Give --db a path or a URL, or leave it out.")
    url = given if "://" in given else sqlite_url(os.path.abspath(os.path.expanduser(given)))
    path = sqlite_path(url)
    if path and not os.path.isdir(folder := os.path.dirname(path) or "."):
        raise StoreError(
            f"there is no directory {folder} for the database {path}",
            f"Check the name (--db, KB_DATABASE_URL), or make it: mkdir -p {folder}",
        )
    return url


def sqlite_url(path: str) -> str:
    """SQLAlchemy URL of a SQLite file; an absolute path gets the fourth slash."""
    return f"sqlite:///{path}"


def sqlite_path(url: str) -> str | None:
    """File path of a SQLite URL, or None for another database."""
    prefix = "sqlite:///"
    if not url.startswith(prefix):
        return None
    return url[len(prefix) :].partition("?")[0]


def hide_password(url: str) -> str:
    """The URL as it may be shown: the password replaced by `***`."""
    head, separator, rest = url.partition("://")
    user_part, at, host_part = rest.rpartition("@")
    if not separator or not at or ":" not in user_part:
        return url
    return f"{head}://{user_part.partition(':')[0]}:***@{host_part}"


def index_dir(url: str) -> str:
    """Directory of the search index that belongs to a database.

    Beside a SQLite file; for another database in the user's data directory, one per URL.
    """
    if override := os.environ.get("KB_INDEX_DIR"):
        return os.path.expanduser(override)
    if path := sqlite_path(url):
        return f"{path}.index"
    import hashlib

    return os.path.join(data_dir(), "index-" + hashlib.sha256(url.encode()).hexdigest()[:16])


def language(option: str | None = None) -> str:
    """`en` or `ko`: the option `--lang`, then `KB_LANG`, then the locale.

    Raises UsageError for a language that kb does not speak.
    """
    for source, value in (("--lang", option), ("KB_LANG", os.environ.get("KB_LANG"))):
        if value:
            code = value.lower().replace("_", "-").partition("-")[0].partition(".")[0]
            if code not in LANGUAGES:
                raise UsageError(f"{source} {value}: kb speaks en and ko", "Use en or ko.")
            return code
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return "ko" if value.lower().startswith("ko") else "en"
    return "en"
