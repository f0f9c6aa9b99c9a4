"""Run by alembic for each migration: on the connection of the store that is being opened."""

from __future__ import annotations

from alembic import context

from sandtable.server.tables import Base

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=Base.metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
