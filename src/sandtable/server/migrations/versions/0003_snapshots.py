"""What games were begun with, snapshots of them, and changes of their rules."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

FIRST = {"release": "0.1.0", "rules": "1", "setup": "", "earlier": ""}  # what was begun before


def upgrade() -> None:
    for name, said in FIRST.items():
        op.add_column("games", sa.Column(name, sa.Text, nullable=False, server_default=said))
    op.execute("UPDATE games SET release = '', rules = '' WHERE NOT started")
    op.create_table(
        "snapshots",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("position", sa.Text, nullable=False),
        sa.Column("log", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game", "number", name="pk_snapshots"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_snapshots_game"),
    )
    op.create_table(
        "eras",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("nth", sa.Integer, nullable=False),
        sa.Column("line", sa.Text, nullable=False),
        sa.Column("void", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game", "nth", name="pk_eras"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_eras_game"),
    )
