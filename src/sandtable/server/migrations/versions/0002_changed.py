"""When somebody last answered."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("progress", sa.Column("changed", sa.Text, nullable=False, server_default=""))
