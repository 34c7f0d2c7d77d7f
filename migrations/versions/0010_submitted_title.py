"""Keep the title of what was submitted last beside the title of the draft.

Why: a returned inquiry is changed by its author, and the desk's lists must go on showing what the desk has read.
Safe while the previous release serves: it leaves the new column empty, and lists then show the draft's title as before.
"""

import json

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0010_submitted_title", "0009_bounces"

LONGEST = 200
SUBMITTED = """
    SELECT inquiries.id AS id, inquiry_versions.snapshot AS snapshot
    FROM inquiries JOIN inquiry_versions
        ON inquiry_versions.inquiry_id = inquiries.id AND inquiry_versions.number = inquiries.submissions"""


def upgrade() -> None:
    """Add the column, and read what it would have held from what was submitted."""
    op.add_column("inquiries", sa.Column("submitted_title", sa.String(LONGEST), nullable=True))
    connection = op.get_bind()
    for row in connection.execute(sa.text(SUBMITTED)).all():
        kept = sa.text("UPDATE inquiries SET submitted_title = :title WHERE id = :id")
        connection.execute(kept, {"id": row.id, "title": _title(row.snapshot)})


def downgrade() -> None:
    """Drop the column."""
    op.drop_column("inquiries", "submitted_title")


def _title(snapshot: str) -> str:
    title = json.loads(snapshot)["document"].get("title")
    if not isinstance(title, str):
        return ""
    storable = title.replace("\x00", "\ufffd").encode("utf-8", "replace").decode("utf-8")
    return " ".join(storable.split())[:LONGEST]
