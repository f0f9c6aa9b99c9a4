"""What a player of OCS looks at before he decides."""
