"""The catalogue of checks, and the terms under which a check is found."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the two tables; the next load of the shipped corpus fills them."""
    op.create_table(
        "catalogue",
        sa.Column("kind", sa.String(), primary_key=True),
        sa.Column("id", sa.String(), primary_key=True),
        sa.Column("document", sa.Text(), nullable=False),
    )
    op.create_table(
        "catalogue_term",
        sa.Column("term", sa.String(), primary_key=True),
        sa.Column("ids", sa.Text(), nullable=False),
    )
