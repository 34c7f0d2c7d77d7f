"""Keep how a checkpoint is built, and which way through a tool a claim is about.

Why: what fits into memory and what an engine can load depend on it; advice on one code path says nothing of another.
Safe while the previous release serves: what it adds has these columns empty. The next start fills them from the seeds.
"""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0012_layout", "0011_said_once"


def upgrade() -> None:
    """Add the columns."""
    op.add_column("checkpoints", sa.Column("active_parameters", sa.BigInteger()))
    op.add_column("checkpoints", sa.Column("layout", sa.String(20), nullable=False, server_default=sa.text("''")))
    op.add_column("claims", sa.Column("code_path", sa.Text(), nullable=False, server_default=sa.text("''")))


def downgrade() -> None:
    """Take the columns away."""
    op.drop_column("claims", "code_path")
    op.drop_column("checkpoints", "layout")
    op.drop_column("checkpoints", "active_parameters")
