"""The Great European War: the Second World War in Europe, 1941-43, had Germany not turned east."""

from sandtable.systems.gew.system import GEW as SYSTEM

__all__ = ["SYSTEM"]
