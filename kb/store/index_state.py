"""Remembering which index commit holds which revision of the store.

Written after each index commit. Apart from `writer`, because a match that had to catch up with the store
must be able to say so without importing SQLModel.
"""

from __future__ import annotations

from kb.store.connection import connect

_SAVE = """
INSERT INTO index_state (path, opstamp, revision) VALUES (:path, :opstamp, :revision)
ON CONFLICT (path) DO UPDATE SET opstamp = excluded.opstamp, revision = excluded.revision
"""


def save_index_state(url: str, path: str, opstamp: int, revision: int, *, timeout: float | None = None) -> None:
    """Record that the index at `path` holds everything up to `revision` in its commit `opstamp`.

    Not a change of records: the revision of the store stays. Raises StoreError if the store cannot be written.
    """
    connection = connect(url, write=True, timeout=timeout)
    try:
        connection.rows(_SAVE, {"path": path, "opstamp": opstamp, "revision": revision})
    finally:
        connection.close()
