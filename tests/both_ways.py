"""Modules of core that are compiled where they can be, plain and compiled side by side."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from types import ModuleType

import pytest

import sandtable.core
from sandtable.core.plain import COMPILABLE, PlainFirst


def extension_of(name: str) -> Path | None:
    """The extension beside a module, if there is one."""
    source = COMPILABLE[name]
    return next((path for suffix in EXTENSION_SUFFIXES if (path := source.with_suffix(suffix)).exists()), None)


def plain(name: str) -> ModuleType:
    """The module as plain Python."""
    return _anew(name, plainly=True) if sys.modules[name].COMPILED else sys.modules[name]


def compiled(name: str) -> ModuleType:
    """The extension, if it was compiled from the source beside it: an old one hides every later change."""
    extension, source = extension_of(name), COMPILABLE[name]
    if extension is None:
        pytest.skip("nothing is compiled here: installed without Cython or a C compiler")
    changed = max(path.stat().st_mtime for path in source.parent.glob(f"{source.stem}.p*"))
    if "site-packages" not in source.parts and extension.stat().st_mtime < changed:
        pytest.fail(f"{extension.name} is older than its source: compile it anew by pip install -e .")
    return sys.modules[name] if sys.modules[name].COMPILED else _anew(name, plainly=False)


_made: dict[tuple[str, bool], ModuleType] = {}


def _anew(name: str, plainly: bool) -> ModuleType:
    """Import the module and what it needs of its like once more, plain or not, beside what everybody else imports."""
    if (name, plainly) not in _made:
        kept = {each: sys.modules.pop(each) for each in COMPILABLE if each in sys.modules}
        finders = sys.meta_path[:]
        sys.meta_path[:] = [finder for finder in finders if not isinstance(finder, PlainFirst)]
        if plainly:
            sys.meta_path.insert(0, PlainFirst())
        sys.modules.update({each: module for (each, way), module in _made.items() if way == plainly})
        try:
            import_module(name)
            _made.update({(each, plainly): sys.modules.pop(each) for each in COMPILABLE if each in sys.modules})
        finally:
            sys.meta_path[:] = finders
            sys.modules.update(kept)
            for each, module in kept.items():
                setattr(sandtable.core, each.rpartition(".")[2], module)
    return _made[name, plainly]
