"""sandtable: play, referee, explain and analyse operational board wargames."""

from sandtable.core.errors import BadData, BadInput, IllegalAction, SandtableError
from sandtable.play.odds import Odds, look, odds

__version__ = "0.1.0"

__all__ = ["BadData", "BadInput", "IllegalAction", "Odds", "SandtableError", "__version__", "look", "odds"]
