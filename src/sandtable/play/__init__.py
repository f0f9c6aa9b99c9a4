"""Drives games and look-ups; knows no rules."""
