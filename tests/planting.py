"""Functions of a system's parts replaced by others, while a test lasts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from sandtable.core.system import System


def plant(patch: pytest.MonkeyPatch, system: System[Any], part: str, **functions: Any) -> None:
    """`plant(patch, toy.SYSTEM, "lens", hints=fails)`."""
    patch.setitem(vars(system), part, replace(getattr(system, part), **functions))
