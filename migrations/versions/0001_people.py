"""People, what lets them in, and the audit trail.

Why: everything else names who did it.
Safe while the previous release serves: there is none before this.
"""

import sqlalchemy as sa
from alembic import op

revision = "0001_people"
down_revision = None
branch_labels = None
depends_on = None

INSTANT = sa.DateTime(timezone=True)

SQLITE_TRIGGER = """
CREATE TRIGGER audit_entries_{verb} BEFORE {verb} ON audit_entries
BEGIN SELECT RAISE(ABORT, 'the audit trail is never changed'); END
"""
POSTGRES_FUNCTION = """
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'the audit trail is never changed'; END $$
"""
POSTGRES_TRIGGER = """
CREATE TRIGGER audit_entries_kept BEFORE UPDATE OR DELETE ON audit_entries
FOR EACH ROW EXECUTE FUNCTION refuse_audit_change()
"""


def upgrade() -> None:
    """Make the tables."""
    make_people()
    make_keys()
    make_audit()


def make_people() -> None:
    """Organisations and users."""
    op.create_table(
        "organisations",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("created_at", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_organisations"),
    )
    op.create_table(
        "users",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("email", sa.String(254), nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("role", sa.String(20), nullable=False),
        sa.Column("organisation_id", sa.Integer(), nullable=True),
        sa.Column("password_hash", sa.String(255), nullable=True),
        sa.Column("created_at", INSTANT, nullable=False),
        sa.Column("disabled_at", INSTANT, nullable=True),
        sa.Column("disabled_by_id", sa.Integer(), nullable=True),
        sa.CheckConstraint("role IN ('customer', 'engineer', 'ops', 'admin')", name=op.f("ck_users_role")),
        sa.CheckConstraint("role <> 'customer' OR organisation_id IS NOT NULL", name=op.f("ck_users_place")),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisations.id"], name="fk_users_organisation_id_organisations"
        ),
        sa.ForeignKeyConstraint(["disabled_by_id"], ["users.id"], name="fk_users_disabled_by_id_users"),
        sa.PrimaryKeyConstraint("id", name="pk_users"),
        sa.UniqueConstraint("email", name="uq_users_email"),
    )
    op.create_index("ix_users_organisation_id", "users", ["organisation_id"])


def make_keys() -> None:
    """Sessions, links, tokens and held posts."""
    op.create_table(
        "sessions",
        *owned("sessions"),
        sa.Column("browser", sa.String(200), nullable=False),
        sa.Column("seen_at", INSTANT, nullable=False),
    )
    op.create_index("ix_sessions_user_id", "sessions", ["user_id"])
    op.create_index("ix_sessions_expires_at", "sessions", ["expires_at"])
    op.create_table("sign_in_links", *owned("sign_in_links"), sa.Column("used_at", INSTANT, nullable=True))
    op.create_index("ix_sign_in_links_user_id", "sign_in_links", ["user_id"])
    op.create_table(
        "api_tokens",
        *owned("api_tokens"),
        sa.Column("prefix", sa.String(16), nullable=False),
        sa.Column("scopes", sa.String(200), nullable=False),
        sa.Column("revoked_at", INSTANT, nullable=True),
    )
    op.create_index("ix_api_tokens_user_id", "api_tokens", ["user_id"])
    op.create_table(
        "held_posts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("visitor", sa.String(64), nullable=False),
        sa.Column("path", sa.String(300), nullable=False),
        sa.Column("pairs", sa.Text(), nullable=False),
        sa.Column("made_at", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_held_posts"),
        sa.UniqueConstraint("visitor", "path", name="uq_held_posts_visitor_path"),
    )
    op.create_index("ix_held_posts_made_at", "held_posts", ["made_at"])


def owned(table: str) -> tuple[sa.schema.SchemaItem, ...]:
    """Return what everything has that lets one person in: whose it is, its hash, from when until when."""
    return (
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("created_at", INSTANT, nullable=False),
        sa.Column("expires_at", INSTANT, nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=f"fk_{table}_user_id_users"),
        sa.PrimaryKeyConstraint("id", name=f"pk_{table}"),
        sa.UniqueConstraint("token_hash", name=f"uq_{table}_token_hash"),
    )


def make_audit() -> None:
    """The trail, and what keeps it as it is."""
    op.create_table(
        "audit_entries",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", INSTANT, nullable=False),
        sa.Column("actor_id", sa.Integer(), nullable=True),
        sa.Column("actor_role", sa.String(20), nullable=False),
        sa.Column("verb", sa.String(60), nullable=False),
        sa.Column("subject", sa.String(200), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_audit_entries"),
    )
    op.create_index("ix_audit_entries_at", "audit_entries", ["at"])
    op.create_index("ix_audit_entries_subject", "audit_entries", ["subject"])
    if op.get_bind().dialect.name == "sqlite":
        op.execute(SQLITE_TRIGGER.format(verb="UPDATE"))
        op.execute(SQLITE_TRIGGER.format(verb="DELETE"))
    else:
        op.execute(POSTGRES_FUNCTION)
        op.execute(POSTGRES_TRIGGER)


def downgrade() -> None:
    """Take the tables away; SQLite drops triggers with their table."""
    for table in ("audit_entries", "held_posts", "api_tokens", "sign_in_links", "sessions", "users", "organisations"):
        op.drop_table(table)
    if op.get_bind().dialect.name != "sqlite":
        op.execute("DROP FUNCTION refuse_audit_change()")
