"""Games, their seats, inputs, chat and notes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "settings",
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_settings"),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("scenario", sa.Text, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("seed", sa.Text, nullable=False),
        sa.Column("salts", sa.JSON, nullable=False),
        sa.Column("assist", sa.Text, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("position", sa.Text, nullable=False),
        sa.Column("lesson", sa.Text, nullable=False),
        sa.Column("webhook", sa.Text, nullable=False),
        sa.Column("created", sa.Text, nullable=False),
        sa.Column("started", sa.Boolean, nullable=False),
        sa.Column("over", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
    )
    op.create_table(
        "seats",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("side", sa.Text, nullable=False),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("salt", sa.Text, nullable=False),
        sa.Column("joined", sa.Boolean, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("game", "side", name="pk_seats"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_seats_game"),
    )
    op.create_table(
        "progress",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("writes", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_progress"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_progress_game"),
    )
    op.create_table(
        "inputs",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("line", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game", "number", name="pk_inputs"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_inputs_game"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "chat",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("seat", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_chat"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_chat_game"),
    )
    op.create_index("ix_chat_game", "chat", ["game"])
    op.create_table(
        "notes",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("seat", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game", "seat", name="pk_notes"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_notes_game"),
    )
