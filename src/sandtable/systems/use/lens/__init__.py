"""What a player of USE looks at before he decides."""
