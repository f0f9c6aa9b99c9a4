"""Figures of OCS as players say them: movement points, supply points and tokens, REs."""

from __future__ import annotations

from sandtable.systems.ocs.theatre import QUARTERS

PARTS = ("", "¼", "½", "¾")
TOKENS_A_POINT = 4  # 12.1


def points(quarters: int) -> str:
    """`2½`: movement points, or REs, out of quarters."""
    whole, part = divmod(quarters, QUARTERS)
    return f"{whole or ''}{PARTS[part]}" or "0"


def tokens(number: int) -> str:
    """12.1 `3 SP 2T`."""
    whole, part = divmod(number, TOKENS_A_POINT)
    return " ".join([f"{whole} SP"] * bool(whole) + [f"{part}T"] * bool(part)) or "0T"
