"""What Alembic runs to migrate: it uses the connection, and the transaction, that `upgrade` hands over."""

from alembic import context
from sqlmodel import SQLModel

from kb.store import tables  # noqa: F401  (defines the metadata)

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=SQLModel.metadata,
    render_as_batch=True,
)
context.run_migrations()
