"""Plain Python where it is asked for: an extension beside a module of core would be imported first."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType

HERE = Path(__file__).parent
COMPILABLE = {f"{__package__}.{types.stem}": types.with_suffix(".py") for types in HERE.glob("*.pxd")}


class PlainFirst(MetaPathFinder):
    """Finds the source of each module that may have been compiled."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        source = COMPILABLE.get(fullname)
        return spec_from_file_location(fullname, source) if source else None
