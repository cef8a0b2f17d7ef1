"""Alembic environment of the store; run by `kb.store.database.upgrade`, never from the command line."""
