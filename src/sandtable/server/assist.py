"""Which look-ups a seat is answered: by the level of assistance, which is the same for both sides, and by who asks."""

from __future__ import annotations

from typing import cast, get_args

from sandtable.server import wire
from sandtable.server.refusals import ASSIST, Refusal

# for those who play no side too
LOOKING_ON = (wire.AboutHex, wire.AboutUnit, wire.LookBack, wire.AskScore, wire.AskBriefing, wire.Why)
BARE = (wire.Draft, wire.AskOpenings, wire.Why, wire.AboutHex, wire.AboutUnit, wire.LookBack, wire.AskBriefing)
FULL = (wire.AskOdds, wire.AskThreat, wire.AskHint, wire.AskPlan)  # at the level "full" alone


def told(assist: wire.Assist, kind: type[wire.Lookup]) -> bool:
    """At this level."""
    return issubclass(kind, BARE) if assist == "bare" else assist == "full" or not issubclass(kind, FULL)


def for_players(kind: type[wire.Lookup]) -> bool:
    """Is it refused to those who play no side?"""
    return not issubclass(kind, LOOKING_ON)


def may(assist: wire.Assist, plays: bool) -> list[wire.LookupName]:
    """What a seat is answered, by the words of the wire."""
    kinds: tuple[type[wire.Lookup], ...] = get_args(wire.Lookup)
    return [name(kind) for kind in kinds if told(assist, kind) and (plays or not for_players(kind))]


def check(assist: wire.Assist, kind: type[wire.Lookup]) -> None:
    if not told(assist, kind):
        said = f"this game is played with the assistance level {assist}, which does not tell {name(kind)}"
        raise Refusal(ASSIST, said)


def name(kind: type[wire.Lookup]) -> wire.LookupName:
    return cast(wire.LookupName, kind.__struct_config__.tag)
