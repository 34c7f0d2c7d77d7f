"""Keep inquiries, their submitted versions, files and the keys of repeated calls.

Why: customers draft over days and submit once; what was submitted must never change, whatever the program does, so the
database itself refuses it (triggers). A later migration that rebuilds one of these tables on SQLite must make its
triggers again.
Safe while the previous release serves: it knows none of these tables.
"""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0003_inquiries", "0002_registry"

STATES = "'draft', 'submitted', 'in-review', 'returned', 'approved', 'declined', 'withdrawn', 'revoked'"
FROZEN = "a submitted version is never changed"
CLOSED = "the document of a submitted inquiry is never changed"
KEPT = "what was submitted is never deleted"
SAME_FILE = "an uploaded file is never exchanged"

SQLITE_TRIGGERS = {
    "inquiry_versions_never_change": f"""
        BEFORE UPDATE ON inquiry_versions BEGIN SELECT RAISE(ABORT, '{FROZEN}'); END""",
    "inquiry_versions_never_go": f"""
        BEFORE DELETE ON inquiry_versions BEGIN SELECT RAISE(ABORT, '{FROZEN}'); END""",
    "inquiry_versions_are_never_replaced": """
        BEFORE INSERT ON inquiry_versions
        WHEN EXISTS (SELECT 1 FROM inquiry_versions
                     WHERE id = NEW.id OR (inquiry_id = NEW.inquiry_id AND number = NEW.number))
        BEGIN SELECT RAISE(ABORT, 'a submitted version is never changed'); END""",
    "inquiries_keep_their_document": f"""
        BEFORE UPDATE ON inquiries
        WHEN NEW.document IS NOT OLD.document
             AND (OLD.state NOT IN ('draft', 'returned') OR NEW.state NOT IN ('draft', 'returned'))
        BEGIN SELECT RAISE(ABORT, '{CLOSED}'); END""",
    "inquiries_that_were_submitted_stay": f"""
        BEFORE DELETE ON inquiries WHEN OLD.submitted_at IS NOT NULL BEGIN SELECT RAISE(ABORT, '{KEPT}'); END""",
    "uploads_stay_what_they_are": f"""
        BEFORE UPDATE ON uploads
        WHEN NEW.sha256 IS NOT OLD.sha256 OR NEW.size IS NOT OLD.size OR NEW.name IS NOT OLD.name
             OR NEW.inquiry_id IS NOT OLD.inquiry_id OR NEW.public_id IS NOT OLD.public_id
        BEGIN SELECT RAISE(ABORT, '{SAME_FILE}'); END""",
}

POSTGRES_REFUSAL = """
    CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION '%', TG_ARGV[0] USING ERRCODE = 'restrict_violation'; END $$"""
POSTGRES_TRIGGERS = {
    "inquiry_versions_never_change": f"""
        BEFORE UPDATE OR DELETE ON inquiry_versions FOR EACH ROW EXECUTE FUNCTION refuse_change('{FROZEN}')""",
    "inquiry_versions_never_go": f"""
        BEFORE TRUNCATE ON inquiry_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change('{FROZEN}')""",
    "inquiries_keep_their_document": f"""
        BEFORE UPDATE ON inquiries FOR EACH ROW
        WHEN (NEW.document IS DISTINCT FROM OLD.document
              AND (OLD.state NOT IN ('draft', 'returned') OR NEW.state NOT IN ('draft', 'returned')))
        EXECUTE FUNCTION refuse_change('{CLOSED}')""",
    "inquiries_that_were_submitted_stay": f"""
        BEFORE DELETE ON inquiries FOR EACH ROW WHEN (OLD.submitted_at IS NOT NULL)
        EXECUTE FUNCTION refuse_change('{KEPT}')""",
    "uploads_stay_what_they_are": f"""
        BEFORE UPDATE ON uploads FOR EACH ROW
        WHEN (NEW.sha256 IS DISTINCT FROM OLD.sha256 OR NEW.size IS DISTINCT FROM OLD.size
              OR NEW.name IS DISTINCT FROM OLD.name OR NEW.inquiry_id IS DISTINCT FROM OLD.inquiry_id
              OR NEW.public_id IS DISTINCT FROM OLD.public_id)
        EXECUTE FUNCTION refuse_change('{SAME_FILE}')""",
}


def upgrade() -> None:
    """Make the tables, then the triggers that guard them."""
    _inquiries()
    _versions()
    _uploads()
    _keys()
    on_sqlite = op.get_bind().dialect.name == "sqlite"
    if not on_sqlite:
        op.execute(POSTGRES_REFUSAL)
    for name, body in (SQLITE_TRIGGERS if on_sqlite else POSTGRES_TRIGGERS).items():
        op.execute(f"CREATE TRIGGER {name} {body}")


def downgrade() -> None:
    """Drop the tables; their triggers go with them."""
    for table in ("idempotency_keys", "uploads", "inquiry_versions", "inquiries"):
        op.drop_table(table)
    if op.get_bind().dialect.name != "sqlite":
        op.execute("DROP FUNCTION refuse_change()")


def _instant() -> sa.DateTime:
    return sa.DateTime(timezone=True)


def _inquiries() -> None:
    op.create_table(
        "inquiries",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(64), nullable=False),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("organisation_id", sa.Integer, nullable=True),
        sa.Column("visitor", sa.String(64), nullable=False),
        sa.Column("opener", sa.String(100), nullable=False),
        sa.Column("form_key", sa.String(100), nullable=False),
        sa.Column("document", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("section_versions", sa.Text, nullable=False),
        sa.Column("submissions", sa.Integer, nullable=False),
        sa.Column("opened_at", _instant(), nullable=False),
        sa.Column("opened_by_id", sa.Integer, nullable=True),
        sa.Column("saved_at", _instant(), nullable=False),
        sa.Column("submitted_at", _instant(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_inquiries"),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisations.id"], name="fk_inquiries_organisation_id_organisations"
        ),
        sa.ForeignKeyConstraint(["opened_by_id"], ["users.id"], name="fk_inquiries_opened_by_id_users"),
        sa.UniqueConstraint("opener", "form_key", name="uq_inquiries_opener_form_key"),
        sa.CheckConstraint(f"state IN ({STATES})", name="ck_inquiries_state_is_known"),
        sa.CheckConstraint(
            "state IN ('draft', 'withdrawn') OR submitted_at IS NOT NULL", name="ck_inquiries_submitted_has_a_time"
        ),
        sa.CheckConstraint(
            "state = 'draft' OR organisation_id IS NOT NULL", name="ck_inquiries_only_drafts_are_nobodys"
        ),
        sa.CheckConstraint("organisation_id IS NOT NULL OR visitor <> ''", name="ck_inquiries_somebody_holds_it"),
        sa.CheckConstraint("version >= 1 AND submissions >= 0", name="ck_inquiries_counts_go_up"),
    )
    op.create_index("ix_inquiries_organisation", "inquiries", ["organisation_id", "id"])
    op.create_index("ix_inquiries_visitor", "inquiries", ["visitor", "id"])


def _versions() -> None:
    op.create_table(
        "inquiry_versions",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("inquiry_id", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("snapshot", sa.Text, nullable=False),
        sa.Column("digest", sa.String(71), nullable=False),
        sa.Column("ruleset_version", sa.String(32), nullable=False),
        sa.Column("ruleset_digest", sa.String(71), nullable=False),
        sa.Column("registry_revision", sa.String(71), nullable=False),
        sa.Column("submitted_at", _instant(), nullable=False),
        sa.Column("submitted_by_id", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_inquiry_versions"),
        sa.ForeignKeyConstraint(["inquiry_id"], ["inquiries.id"], name="fk_inquiry_versions_inquiry_id_inquiries"),
        sa.ForeignKeyConstraint(["submitted_by_id"], ["users.id"], name="fk_inquiry_versions_submitted_by_id_users"),
        sa.UniqueConstraint("inquiry_id", "number", name="uq_inquiry_versions_inquiry_id_number"),
        sa.CheckConstraint("number >= 1", name="ck_inquiry_versions_counts_from_one"),
    )


def _uploads() -> None:
    op.create_table(
        "uploads",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("public_id", sa.String(32), nullable=False),
        sa.Column("inquiry_id", sa.Integer, nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("name", sa.String(255), nullable=False),
        sa.Column("format", sa.String(16), nullable=False),
        sa.Column("uploaded_at", _instant(), nullable=False),
        sa.Column("uploaded_by_id", sa.Integer, nullable=True),
        sa.Column("removed_at", _instant(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_uploads"),
        sa.ForeignKeyConstraint(["inquiry_id"], ["inquiries.id"], name="fk_uploads_inquiry_id_inquiries"),
        sa.ForeignKeyConstraint(["uploaded_by_id"], ["users.id"], name="fk_uploads_uploaded_by_id_users"),
        sa.UniqueConstraint("public_id", name="uq_uploads_public_id"),
        sa.CheckConstraint("size >= 0", name="ck_uploads_size_is_a_size"),
    )
    op.create_index("ix_uploads_inquiry", "uploads", ["inquiry_id", "id"])
    op.create_index("ix_uploads_sha256", "uploads", ["sha256"])


def _keys() -> None:
    op.create_table(
        "idempotency_keys",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("organisation_id", sa.Integer, nullable=False),
        sa.Column("key", sa.String(255), nullable=False),
        sa.Column("request_digest", sa.String(71), nullable=False),
        sa.Column("inquiry_id", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=True),
        sa.Column("made_at", _instant(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_idempotency_keys"),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisations.id"], name="fk_idempotency_keys_organisation_id_organisations"
        ),
        sa.ForeignKeyConstraint(["inquiry_id"], ["inquiries.id"], name="fk_idempotency_keys_inquiry_id_inquiries"),
        sa.UniqueConstraint("organisation_id", "key", name="uq_idempotency_keys_organisation_id_key"),
    )
