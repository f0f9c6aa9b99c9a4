"""By what numbers a script plays: one set for each edition, since older ones stay as they were."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from sandtable.core.intents import Conduct, Order


class Habits(NamedTuple):
    """The weights and switches in which editions differ."""

    guard: float  # strength that guards a point
    picket: float  # the same of a side that has more to win than to keep
    plenty: float  # tokens for each turn to come, beyond which a side has many
    least: tuple[float, float, float]  # what an attack has to promise; of one who is bold, and of one who is careful
    targets: int  # attacks that are looked at
    fired_at: int  # hexes that guns and bombers look at
    rough: int  # hexes of the enemy that attacks are planned on at all
    any_order: bool  # are odds looked up whoever of the units is named first?
    gathering: bool  # does it plan only attacks that somebody still goes to?
    restless: bool  # does who need not guard march even if there is more to keep than to win?
    own_goals: bool  # does each unit go for a prize of its own?
    crowd: int  # points less that a prize counts which enough go for
    relief: float  # the part of the points of a relief that an attack on who bars the way counts
    scorers: bool  # is it told apart which side scores for a hex?
    answer: float  # strength that guards against a strength that can come; 0: whoever is near
    endgame: bool  # does nobody guard and save when the enemy has no turn left?
    exposed: float  # a unit that ends its march to an attack in Move Mode; of who is timid, the part of its worth
    timid: int  # quarters of the way that a march in Move Mode gives up where the enemy would come
    fed: int  # tokens within reach that nobody gives up to go near the enemy
    safe: int  # hexes from the enemy where an HQ is at ease
    staff: int  # points that an HQ counts when it is guarded
    escort: float  # hexes that an HQ would be further from the front rather than alone before the enemy's tanks
    bars: bool  # does it want to bar a way again by which somebody is relieved, and to be where the enemy minds it?
    leaves: bool  # do some stay in a hex that counts when others go on after an overrun?
    unready: float  # what a unit that is not in Combat Mode counts as a guard
    sight: int  # movement points beyond which a prize does not pull, if there is a nearer one
    courses: bool  # is nobody asked twice where a segment is played on?


FIRST = Habits(
    guard=5.0, picket=2.0, plenty=10, least=(1.0, 1.0, 1.0), targets=3, fired_at=999, rough=999, any_order=False,
    gathering=False, restless=False, own_goals=False, crowd=0, relief=0.0, scorers=False,
    answer=0.0, endgame=False, exposed=0.6, timid=0, fed=0, safe=3, staff=2, escort=0.0, bars=False,
    leaves=False, unready=1.0, sight=999, courses=False,
)  # fmt: skip
SECOND = Habits(
    guard=5.0, picket=2.0, plenty=10, least=(1.0, 0.0, 3.0), targets=3, fired_at=8, rough=12, any_order=True,
    gathering=True, restless=True, own_goals=True, crowd=5, relief=0.25, scorers=True,
    answer=0.5, endgame=True, exposed=0.3, timid=24, fed=4, safe=4, staff=3, escort=12.0, bars=True,
    leaves=True, unready=0.5, sight=999, courses=False,
)  # fmt: skip
HABITS: Mapping[int, Habits] = {1: FIRST, 2: SECOND}
RECRUIT = FIRST._replace(
    least=(2.0, 1.0, 4.0), targets=1, fired_at=1, rough=4, any_order=True, gathering=True, own_goals=True,
    endgame=True, safe=4, staff=3, sight=8,
)  # fmt: skip
NARROW: Mapping[int, Habits] = {2: RECRUIT}
HASTE: Mapping[str, Any] = {"courses": True, "targets": 2, "fired_at": 3, "rough": 6}  # how plans are tried
EFFORT = 6  # points that the hex of a main effort counts more
STRIKE = 0.3  # the part of them that an attack counts, in the hex; half of it next to it
HOLD = 12.0  # strength that is held in a hex whatever else happens


@lru_cache(1024)
def habits(conduct: Conduct) -> Habits:
    found = (NARROW if conduct.narrow else HABITS)[conduct.edition]
    return found._replace(**HASTE) if conduct.hasty else found


def order(conduct: Conduct) -> Order:
    """An army has one front."""
    return conduct.order(0)


def least(conduct: Conduct) -> float:
    """What an attack has to promise."""
    return habits(conduct).least[order(conduct).boldness]
