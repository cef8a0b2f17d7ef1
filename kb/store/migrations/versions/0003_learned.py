"""What `kb train` learned from a store."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table, empty: a store that was never trained uses what is shipped."""
    op.create_table(
        "learned",
        sa.Column("name", sa.String(), primary_key=True),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.Column("figures", sa.Text(), nullable=False),
        sa.Column("learned_at", sa.String(), nullable=False),
    )
