"""The store: the truth about what was shipped, imported and judged, in one SQL database.

`reader` and `index_state` are the cold path: for SQLite they need nothing but the standard library. `writer`,
`corpus` (loading) and `migrations` use SQLModel and Alembic, which take a third of a second to import.
`sqlite` is the one place that knows what only SQLite understands; all other SQL is portable.
"""

from __future__ import annotations

SCHEMA = "0003"
"""Newest migration that this program knows; four digits, so that later ones compare greater as text."""
