"""Computer players: each sees a view and a question, and fills the form."""
