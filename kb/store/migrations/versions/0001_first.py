"""The first schema."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def _incident_id(name: str = "incident_id") -> sa.Column[str]:
    return sa.Column(name, sa.String(), sa.ForeignKey("incident.id", ondelete="CASCADE"), nullable=False)


def upgrade() -> None:
    """Make all tables of the first schema."""
    meta = op.create_table("meta", _key("key"), sa.Column("value", sa.String(), nullable=False))
    op.bulk_insert(meta, [{"key": "revision", "value": "0"}, {"key": "records", "value": "0"}])
    _create_incident()
    _create_side_tables()
    op.create_table("deleted_incident", _key("id"), sa.Column("revision", sa.Integer(), nullable=False))
    op.create_table(
        "feedback",
        sa.Column("id", sa.Integer(), primary_key=True),
        _incident_id(),
        sa.Column("verdict", sa.String(), nullable=False),
        sa.Column("input_digest", sa.String()),
        sa.Column("input_text", sa.Text()),
        sa.Column("created_at", sa.String(), nullable=False),
        sa.Column("withdrawn_at", sa.String()),
    )
    op.create_index("ix_feedback_incident_id", "feedback", ["incident_id"])
    op.create_table(
        "index_state",
        _key("path"),
        sa.Column("opstamp", sa.BigInteger(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
    )


def _key(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.String(), primary_key=True)


def _create_incident() -> None:
    op.create_table(
        "incident",
        _key("id"),
        sa.Column("document", sa.Text(), nullable=False),
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("org", sa.String()),
        sa.Column("org_slug", sa.String()),
        sa.Column("title_en", sa.Text()),
        sa.Column("title_ko", sa.Text()),
        sa.Column("date", sa.String()),
        sa.Column("year", sa.Integer()),
        sa.Column("date_kind", sa.String()),
        sa.Column("severity", sa.String()),
        sa.Column("root_cause", sa.String()),
        sa.Column("updated_at", sa.String()),
        sa.Column("reviewed_at", sa.String()),
        sa.Column("origin", sa.String(), nullable=False),
        sa.Column("withdrawn", sa.Boolean(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.String(), nullable=False),
        sa.Column("changed_at", sa.String(), nullable=False),
    )
    op.create_index("ix_incident_org_slug", "incident", ["org_slug"])
    op.create_index("ix_incident_year", "incident", ["year"])
    op.create_index("ix_incident_revision_id", "incident", ["revision", "id"])


def _create_side_tables() -> None:
    op.create_table(
        "incident_label",
        _incident_id(),
        sa.Column("vocabulary", sa.String(), nullable=False),
        sa.Column("term", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("incident_id", "vocabulary", "term"),
    )
    op.create_index("ix_incident_label_term", "incident_label", ["vocabulary", "term"])
    for table, column in (("incident_alias", "alias"), ("incident_source", "url_key")):
        op.create_table(
            table,
            sa.Column(column, sa.String(), nullable=False),
            _incident_id(),
            sa.PrimaryKeyConstraint(column, "incident_id"),
        )
        op.create_index(f"ix_{table}_incident_id", table, ["incident_id"])
    op.create_table(
        "incident_version",
        _incident_id(),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("origin", sa.String(), nullable=False),
        sa.Column("recorded_at", sa.String(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("incident_id", "version"),
    )
    op.create_table(
        "incident_link",
        _incident_id(),
        _incident_id("other_id"),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("incident_id", "other_id", "kind"),
    )
    op.create_index("ix_incident_link_other_id", "incident_link", ["other_id"])
