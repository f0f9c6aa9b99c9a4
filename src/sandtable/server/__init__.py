"""Play in the browser: games by link, kept in a database."""
