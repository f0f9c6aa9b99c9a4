"""sandtable: play, referee, explain and analyse operational board wargames."""

__version__ = "0.3.0"  # first: what is imported below says it in records

from sandtable.core.errors import BadData, BadInput, IllegalAction, SandtableError
from sandtable.play.forecast import Forecast
from sandtable.play.odds import Odds, look, odds
from sandtable.play.opening import replay
from sandtable.play.positions import position_text
from sandtable.play.record import Record
from sandtable.play.session import Session, position, start, start_at
from sandtable.play.words import words_of

__all__ = [
    "BadData",
    "BadInput",
    "Forecast",
    "IllegalAction",
    "Odds",
    "Record",
    "SandtableError",
    "Session",
    "__version__",
    "look",
    "odds",
    "position",
    "position_text",
    "replay",
    "start",
    "start_at",
    "words_of",
]
