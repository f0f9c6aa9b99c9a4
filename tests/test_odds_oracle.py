"""Exact odds, reckoned twice more: by every fall of single dice, and by the dice of the library icepool.

Nothing here uses the rules' own code but `odds`, the thing that is tested, and `look`, for single cells. Modifiers,
columns and shifts are reckoned by hand beside each situation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from math import ceil
from typing import Any, NamedTuple

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable import look, odds

D6 = range(1, 7)
Chances = dict[str, Fraction]


def counted(results: Iterable[str]) -> Chances:
    """Equally likely cases, counted."""
    found = Counter(results)
    return {result: Fraction(cases, found.total()) for result, cases in found.items()}


def chances(die: icepool.Die[str]) -> Chances:
    return {result: Fraction(quantity, die.denominator()) for result, quantity in die.items()}


class Situation(NamedTuple):
    """What is said to `odds`, and what it comes to by hand."""

    name: str
    asked: str
    said: Mapping[str, Any]
    reckoned: Any

    def __str__(self) -> str:
        return self.name


def every(situations: Iterable[Situation]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("situation", situations, ids=str)


def check(situation: Situation, by_hand: Chances, by_icepool: Chances, printed: Iterable[str]) -> None:
    found = odds(situation.asked, **situation.said)

    assert dict(found) == by_hand == by_icepool
    assert all(type(chance) is Fraction for chance in found.values())
    assert sum(found.values()) == 1
    order = list(printed)
    assert list(found) == sorted(found, key=order.index)  # keys as printed, in the order of the chart


# ------------------------------------------------------------------------------------------------ USE


class Side(NamedTuple):
    drm: int
    halvings: int = 0


class Combat(NamedTuple):
    attacker: Side
    defender: Side
    air: tuple[Side, Side] | None = None  # both sides committed an air unit
    support: int = 0  # what Air Support is worth in this weather


USE_PRINTED = ("DE+4", "DD+3", "DR+2", "♦", "AS+2", "AA+3")


@cache
def use_cell(attacker: int, defender: int) -> str:
    return look("use.crt", attacker=attacker, defender=defender).result


def use_value(die: int, side: Side) -> int:
    """5.1 Step 5, the sum of modifiers being at most +10, at least -10."""
    value = die + min(10, max(-10, side.drm))
    for _ in range(side.halvings):
        value = ceil(value / 2)
    return max(1, value)


def use_fight(a: int, d: int, attacker: Side, defender: Side) -> str:
    return use_cell(use_value(a, attacker), use_value(d, defender))


def use_supported(result: str, combat: Combat) -> tuple[Side, Side]:
    """5.2 Both after a diamond, DR, AS; the attacker alone after DD, DE; the defender alone after AA."""
    code = result.split("+")[0]
    attacker = combat.support if code in ("♦", "DR", "AS", "DD", "DE") else 0
    defender = combat.support if code in ("♦", "DR", "AS", "AA") else 0
    return (
        combat.attacker._replace(drm=combat.attacker.drm + attacker),
        combat.defender._replace(drm=combat.defender.drm + defender),
    )


def use_by_hand(combat: Combat) -> Chances:
    if combat.air is None:
        return counted(use_fight(a, d, combat.attacker, combat.defender) for a, d in product(D6, D6))
    return counted(
        use_fight(a, d, *use_supported(use_fight(x, y, *combat.air), combat)) for x, y, a, d in product(D6, repeat=4)
    )


def use_by_icepool(combat: Combat) -> Chances:
    def fight(attacker: Side, defender: Side) -> icepool.Die[str]:
        across = icepool.d6.map(lambda die: use_value(die, attacker))
        down = icepool.d6.map(lambda die: use_value(die, defender))
        return icepool.map(lambda attack, defence: use_cell(attack, defence), across, down)

    if combat.air is None:
        return chances(fight(combat.attacker, combat.defender))
    return chances(fight(*combat.air).map(lambda result: fight(*use_supported(result, combat))))


USE = [
    Situation(
        "sums of modifiers", "use.ground", {"attacker_drm": 3, "defender_drm": 1}, Combat(Side(3), Side(1))
    ),
    Situation(
        "a German tank assaults a French fort over a river",
        "use.ground",
        {
            "attacker": "Germany", "attacker_type": "tank", "additional": "shock+infantry", "attack": "assault",
            "hexside": "river", "fort": "yes", "defender": "France", "defender_reduced": "yes",
        },
        Combat(Side(2 + 2 - 1 + 2 + 1, halvings=1), Side(1 - 2)),
    ),
    Situation(
        "Severe weather and No Supply halve twice",
        "use.ground",
        {"attacker": "USSR", "attacker_supply": "No", "defender": "Germany", "weather": "Severe"},
        Combat(Side(0, halvings=2), Side(2, halvings=1)),
    ),
    Situation(
        "modifiers beyond ten are lost",
        "use.ground",
        {"attacker_drm": 14, "defender_drm": -12, "defender_halvings": 1},
        Combat(Side(10), Side(-10, halvings=1)),
    ),
    Situation(
        "an amphibious assault with naval support in Poor weather",
        "use.ground",
        {
            "attacker": "USA", "attack": "amphibious", "naval_support": "yes", "coastal": "yes", "terrain": "city",
            "weather": "Poor", "attacker_elite": "yes", "defender": "Germany", "defender_type": "tank",
        },
        Combat(Side(1 + 1 - 2 - 1 - 1 + 1), Side(2 + 1)),
    ),
    Situation(
        "an air battle decides who has Air Support",
        "use.ground",
        {
            "attacker": "Germany", "attacker_type": "tank", "defender": "UK", "terrain": "city",
            "air_battle": "yes", "attacker_air_drm": 2, "defender_air_drm": 1,
        },
        Combat(Side(2 + 2 - 1), Side(1), air=(Side(2), Side(1)), support=2),
    ),
    Situation(
        "an air battle in Poor weather, halved in the air",
        "use.ground",
        {
            "attacker_drm": 4, "defender_drm": 2, "weather": "Poor", "air_battle": "yes", "attacker_air_drm": -2,
            "defender_air_drm": 3, "defender_air_halvings": 1,
        },
        Combat(Side(4), Side(2), air=(Side(-2), Side(3, halvings=1)), support=1),
    ),
    Situation(
        "a German fighter against one over Britain",
        "use.air_naval",
        {
            "attacker": "Germany", "attacker_sorties": 2, "defender": "UK", "defender_sorties": 1, "britain": "yes",
        },
        Combat(Side(2 - 2), Side(1 + 2 - 1)),
    ),
    Situation(
        "a bomber against a carrier in Poor weather",
        "use.air_naval",
        {
            "attacker": "Germany", "attacker_type": "bomber", "defender": "UK", "defender_type": "carrier",
            "weather": "Poor", "attacker_supply": "Low",
        },
        Combat(Side(2 - 2 - 2 + 1 - 2), Side(2 + 1 - 2)),
    ),
]  # fmt: skip


@every(USE)
def test_use_odds_are_what_every_fall_of_the_dice_gives(situation: Situation) -> None:
    combat = situation.reckoned

    check(situation, use_by_hand(combat), use_by_icepool(combat), USE_PRINTED)


# ------------------------------------------------------------------------------------------------ OCS combat


LINES = {
    "Extr Close": ["1:2", "1:1", "2:1", "3:1", "4:1", "8:1", "12:1", "16:1", "20:1", "28:1", "36:1", "44:1", "52:1"],
    "Very Close": ["1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "6:1", "9:1", "12:1", "15:1", "18:1", "21:1", "24:1"],
    "Close": ["1:4", "1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "6:1", "8:1", "10:1", "12:1", "15:1", "18:1"],
    "Open": ["1:5", "1:4", "1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "7:1", "9:1", "11:1", "13:1"],
}
OCS_PRINTED = (
    "AL2", "AL1o1", "AL1o1 Do1", "AL1 Do1", "AL1 DL1o1", "Ao1 Do1", "Ao1 DL1o1", "Ao1 DL1o2", "Ao1 e4 DL1o2",
    "Ae4 DL1o2", "Ae3 DL2o2DG", "Ae2 DL2o3DG",
)  # fmt: skip


class Attack(NamedTuple):
    line: str
    column: int  # 1 to 13, before surprise
    ratings: int = 0  # attacker's less defender's
    hedgehog: int = 0
    overrun: bool = False


@cache
def ocs_cell(line: str, column: int, roll: int) -> str:
    return look("ocs.combat", terrain=line, odds=LINES[line][column - 1], roll=roll).result


def ocs_favour(attack: Attack, roll: int) -> int:
    """9.8 Which way the column shifts: the difference of ratings counts, less one for any hedgehog."""
    total = roll + attack.ratings - (1 if attack.hedgehog else 0)
    if attack.overrun:
        return 1 if total >= 9 else -1 if total <= 6 else 0
    return 1 if total >= 10 else -1 if total <= 5 else 0


def ocs_shifted(attack: Attack, columns: int) -> int:
    """9.1g Never off the table."""
    return min(13, max(1, attack.column + columns))


def ocs_by_hand(attack: Attack) -> Chances:
    """All five dice at once: two for surprise, one for the shift (idle without surprise), two for the result."""
    modifier = attack.ratings - attack.hedgehog
    return counted(
        ocs_cell(attack.line, ocs_shifted(attack, ocs_favour(attack, a + b) * shift), c + d + modifier)
        for a, b, shift, c, d in product(D6, repeat=5)
    )


def ocs_by_icepool(attack: Attack) -> Chances:
    """Surprise, then the shift only if there is one, then the result."""
    two, modifier = 2 @ icepool.d6, attack.ratings - attack.hedgehog

    def column(surprise: int) -> Any:
        favour = ocs_favour(attack, surprise)
        return icepool.d6.map(lambda die: ocs_shifted(attack, favour * die)) if favour else attack.column

    def result(column: int) -> icepool.Die[str]:
        return two.map(lambda roll: ocs_cell(attack.line, column, roll + modifier))

    return chances(two.map(column).map(result))


OCS_COMBAT = [
    Situation(
        "two to one in the open, ratings 4 and 3",
        "ocs.combat",
        {"attack": 20, "defend": 10, "attacker_ar": 4, "defender_ar": 3},
        Attack("Open", 6, ratings=1),
    ),
    Situation(
        "33 to 10 in close terrain is 3:1",
        "ocs.combat",
        {"attack": 33, "defend": 10, "terrain": "Close"},
        Attack("Close", 6),
    ),
    Situation(
        "an overrun by better troops",
        "ocs.combat",
        {"attack": 40, "defend": 8, "attacker_ar": 5, "defender_ar": 2, "overrun": "yes"},
        Attack("Open", 9, ratings=3, overrun=True),
    ),
    Situation(
        "a third hedgehog in very close terrain",
        "ocs.combat",
        {"attack": 36, "defend": 4, "terrain": "Very Close", "hedgehog": 3, "attacker_ar": 4, "defender_ar": 2},
        Attack("Very Close", 8, ratings=2, hedgehog=3),
    ),
    Situation(
        "shifts stop at the last column",
        "ocs.combat",
        {"attack": 500, "defend": 8, "attacker_ar": 5, "defender_ar": 0, "terrain": "Extr Close"},
        Attack("Extr Close", 13, ratings=5),
    ),
    Situation(
        "shifts stop at the first column, rolls at the ends of the table",
        "ocs.combat",
        {"attack": 1, "defend": 30, "attacker_ar": 0, "defender_ar": 5, "hedgehog": 4},
        Attack("Open", 1, ratings=-5, hedgehog=4),
    ),
    Situation(
        "units: armor doubled against no anti-tank, a disorganized division halved",
        "ocs.combat",
        # 2 x 8 x 2 and 20/2 are 42; (9 + 5)/2 for want of supply is 7: 6:1 in the open is the column 5:1
        {
            "attackers": "2x8/armor + 20/other/DG/ar3", "defenders": "9/other/ar4 + 5/other",
            "defender_supply": "no",
        },
        Attack("Open", 9, ratings=(3 - 1) - 4),
    ),
    Situation(
        "units: mechanized against anti-tank guns over a minor river",
        "ocs.combat",
        # 30 halved by the river; against 6 and a gun of 1: 15 to 7 rounds to 2:1
        {
            "attackers": "30/mech/ar4/minor river", "defenders": "6/other/ar3 + 1/other/at", "terrain": "Close",
        },
        Attack("Close", 5, ratings=1),
    ),
]  # fmt: skip


@every(OCS_COMBAT)
def test_ocs_combat_odds_are_what_every_fall_of_the_dice_gives(situation: Situation) -> None:
    """Surprise, shift and result together."""
    attack = situation.reckoned

    check(situation, ocs_by_hand(attack), ocs_by_icepool(attack), OCS_PRINTED)


# ------------------------------------------------------------------------------------------------ OCS barrage


STRENGTHS = (1, 2, 3, 5, 8, 12, 17, 25, 41, 69, 117)  # the least of each column
BARRAGE_PRINTED = ("-", "DG", "1 step", "2 steps", "3 steps")
STEPS = {"1": "1 step", "2": "2 steps", "3": "3 steps"}
ASHORE = {"1/2": "DG", "[1/2]": "DG", "1": "1/2", "2": "1"}


class Fire(NamedTuple):
    column: int  # 1 to 11, after all shifts
    only_dg: bool = False  # a bracketed half costs nothing
    ship: bool = False


def barrage_cell(fire: Fire, roll: int) -> str:
    result = look("ocs.barrage", strength=STRENGTHS[fire.column - 1], roll=roll).result
    if fire.ship:
        result = ASHORE.get(result, result)
    if result == "[1/2]":
        result = "DG" if fire.only_dg else "1/2"
    return STEPS.get(result, result)


def half(die: int) -> str:
    return "1 step" if die >= 4 else "DG"


def barrage_by_hand(fire: Fire) -> Chances:
    results = ((barrage_cell(fire, a + b), die) for a, b, die in product(D6, repeat=3))
    return counted(half(die) if result == "1/2" else result for result, die in results)


def barrage_by_icepool(fire: Fire) -> Chances:
    die = (2 @ icepool.d6).map(lambda roll: barrage_cell(fire, roll))
    return chances(die.map(lambda result: icepool.d6.map(half) if result == "1/2" else result))


OCS_BARRAGE = [
    # column 8-11 is the fifth; 2 RE shift nothing
    Situation("artillery of ten", "ocs.barrage", {"strength": 10}, Fire(5)),
    # 25-40 is the eighth; 1 RE left 1, hedgehog left 1, Very Close left 1
    Situation(
        "artillery into a dug-in town",
        "ocs.barrage",
        {"strength": 40, "re": 1, "hedgehog": 4, "terrain": "Very Close"},
        Fire(8 - 3, only_dg=True),
    ),
    # 41-68 is the ninth; 4.25 RE right 2, near base right 1: past the eleventh
    Situation(
        "air, shifted past the last column",
        "ocs.barrage",
        {"strength": 50, "re": "4.25", "kind": "air", "near_base": "yes"},
        Fire(11, only_dg=True),
    ),
    # 17-24 is the seventh, 4 RE right 1, Strat Mode right 3
    Situation(
        "ships against a column on the road",
        "ocs.barrage",
        {"strength": 20, "re": 4, "kind": "ship", "strat_mode": "yes"},
        Fire(7 + 4, only_dg=True, ship=True),
    ),
    # 3-4 is the third; 1 RE left 1, unspotted left 3: before the first
    Situation(
        "unspotted, shifted past the first column",
        "ocs.barrage",
        {"strength": "3.5", "re": "0.5", "spotted": "no"},
        Fire(1, only_dg=True),
    ),
]


@every(OCS_BARRAGE)
def test_ocs_barrage_odds_are_what_every_fall_of_the_dice_gives(situation: Situation) -> None:
    fire = situation.reckoned

    check(situation, barrage_by_hand(fire), barrage_by_icepool(fire), BARRAGE_PRINTED)


# ------------------------------------------------------------------------------------------------ GEW


GEW_BEST_FIRST = ("D4E", "D3E", "D3R", "D2R", "D1R", "B1R", "A1R", "A2R", "A3R", "A3E")
SWT_BEST_FIRST = ("S2", "S1", "B1", "-", "A1", "A2")
CRT_COLUMNS = (-6, -5, -2, 0, 2, 4, 6, 8, 10, 13)  # a differential in each column
SWT_COLUMNS = (-2, -1, 0, 1, 2, 3, 4, 5, 6)


def crt_cell(column: int, die: int) -> str:
    """By the column's place, 1 to 10."""
    return look("gew.crt", differential=CRT_COLUMNS[column - 1], roll=die).result


def swt_cell(column: int, die: int) -> str:
    """By the column's place, 1 to 9."""
    return look("gew.swt", column=SWT_COLUMNS[column - 1], roll=die).result


GEW = [
    # 9 - 5 = 4, the sixth column
    Situation("by sums", "gew.ground", {"attack": 9, "defend": 5}, (crt_cell, 6)),
    # 6 + 4 - 7 = 3, the fifth; mechanized attack right 1, river left 1, concentric right 2
    Situation(
        "a concentric attack over a river",
        "gew.ground",
        {"attackers": "6/mech + 4", "defenders": "5 + 2", "hexside": "river", "concentric": "yes"},
        (crt_cell, 5 + 2),
    ),
    # 5 - 4, the fourth; fortification left 2, mountain left 1, winter left 1, no mechanized attack: before the first
    Situation(
        "winter in the mountains before a fortification",
        "gew.ground",
        {
            "attackers": "5/mech", "defenders": "4", "terrain": "mountain", "fortification": "yes",
            "season": "winter", "region": "ussr",
        },
        (crt_cell, 1),
    ),
    # 12 - 2 + 2 = 12, the ninth; two mechanized right 2, air right 2: past the last
    Situation(
        "a major offensive in the desert",
        "gew.ground",
        {
            "attackers": "6/mech + 4/mech + 2", "defenders": "2", "terrain": "desert", "offensive": "yes",
            "attacking_air": 2, "region": "north africa",
        },
        (crt_cell, 10),
    ),
    # 3 - 6 = -3, the second; fleet right 2, defending air left 1, spring left 1, city left 1: the first
    Situation(
        "a landing in spring",
        "gew.ground",
        {
            "attackers": "3/marine", "defenders": "6", "city": "yes", "fleet": 2, "defending_air": 1,
            "season": "spring", "region": "baltic states",
        },
        (crt_cell, 1),
    ),
    Situation("the column 2", "gew.swt", {"column": 2}, (swt_cell, 5)),
    Situation("a column past the end", "gew.swt", {"column": 11}, (swt_cell, 9)),
    # -4 is the first column; two to the right of it is 0
    Situation("a column before the end, shifted", "gew.swt", {"column": -4, "shift": 2}, (swt_cell, 3)),
    # 3 + 2 - 1 + 1 - 1 = 4, the seventh
    Situation(
        "U-boats of 1943 from Brest",
        "gew.convoy",
        {"uboats": "3+2", "asw": "1", "base": "yes", "in_1943": "yes"},
        (swt_cell, 7),
    ),
    # 1 + 2 = 3, less one for flak: the fifth
    Situation("bombers through flak", "gew.bombing", {"bombardment": "1+2", "flak": "yes"}, (swt_cell, 5)),
]  # fmt: skip


@every(GEW)
def test_gew_odds_are_what_every_fall_of_the_die_gives(situation: Situation) -> None:
    cell: Callable[[int, int], str]
    cell, column = situation.reckoned
    by_hand = counted(cell(column, die) for die in D6)
    by_icepool = chances(icepool.d6.map(lambda die: cell(column, die)))

    check(situation, by_hand, by_icepool, GEW_BEST_FIRST if cell is crt_cell else SWT_BEST_FIRST)


# ------------------------------------------------------------------------------------------------ any situation


drms, halvings = st.integers(-14, 14), st.integers(0, 3)
sides = st.builds(Side, drms, halvings)


def use_said(attacker: Side, defender: Side, air: str = "") -> dict[str, int]:
    return {
        f"attacker_{air}drm": attacker.drm,
        f"attacker_{air}halvings": attacker.halvings,
        f"defender_{air}drm": defender.drm,
        f"defender_{air}halvings": defender.halvings,
    }


@settings(max_examples=150, deadline=None)
@given(attacker=sides, defender=sides)
def test_any_use_ground_combat(attacker: Side, defender: Side) -> None:
    for asked in ("use.ground", "use.air_naval", "use.strategic"):
        assert dict(odds(asked, **use_said(attacker, defender))) == use_by_hand(Combat(attacker, defender))


@settings(max_examples=50, deadline=None)
@given(attacker=sides, defender=sides, above=sides, below=sides, weather=st.sampled_from(["Fair", "Poor", "Severe"]))
def test_any_use_ground_combat_under_an_air_battle(
    attacker: Side, defender: Side, above: Side, below: Side, weather: str
) -> None:
    combat = Combat(attacker, defender, (above, below), {"Fair": 2, "Poor": 1, "Severe": 0}[weather])
    said = {**use_said(attacker, defender), **use_said(above, below, "air_"), "weather": weather, "air_battle": "yes"}

    found = odds("use.ground", **said)

    assert dict(found) == use_by_hand(combat)
    assert sum(found.values()) == 1


def ocs_column(line: str, attack: Fraction, defend: Fraction) -> int:
    """9.7 The larger divided by the smaller, rounded to the nearest with halves up; the rightmost heading not above."""
    if not defend and attack:
        return 13
    if not attack and defend:
        return 1
    if attack >= defend:
        rounded = Fraction((2 * attack + defend) // (2 * defend)) if defend else Fraction(1)
    else:
        rounded = 1 / Fraction((2 * defend + attack) // (2 * attack))
    headings = [Fraction(*map(int, heading.split(":"))) for heading in LINES[line]]
    return max(1, max((nth for nth, heading in enumerate(headings, 1) if heading <= rounded), default=1))


strengths = st.one_of(
    st.integers(0, 12).map(Fraction),
    st.integers(0, 400).map(Fraction),
    st.builds(Fraction, st.integers(0, 300), st.just(4)),
)
ratings = st.integers(0, 5)


@settings(max_examples=100, deadline=None)
@given(
    line=st.sampled_from(sorted(LINES)),
    attack=strengths,
    defend=strengths,
    attacker=ratings,
    defender=ratings,
    hedgehog=st.integers(0, 4),
    overrun=st.booleans(),
)
def test_any_ocs_combat(
    line: str, attack: Fraction, defend: Fraction, attacker: int, defender: int, hedgehog: int, overrun: bool
) -> None:
    said = {
        "terrain": line, "attack": attack, "defend": defend, "attacker_ar": attacker, "defender_ar": defender,
        "hedgehog": hedgehog, "overrun": "yes" if overrun else "no",
    }  # fmt: skip
    column = ocs_column(line, attack, defend)

    found = odds("ocs.combat", **said)

    assert dict(found) == ocs_by_hand(Attack(line, column, attacker - defender, hedgehog, overrun))
    assert sum(found.values()) == 1


@settings(max_examples=150, deadline=None)
@given(
    strength=st.integers(0, 200), shift=st.sampled_from(["0.5", "2", "3.5", "4.5", "5.5", "9"]), spotted=st.booleans()
)
def test_any_ocs_barrage_by_artillery(strength: int, shift: str, spotted: bool) -> None:
    start = max((nth for nth, least in enumerate(STRENGTHS, 1) if least <= strength), default=1)
    density = {"0.5": -1, "2": 0, "3.5": 1, "4.5": 2, "5.5": 3, "9": 4}[shift]
    column = min(11, max(1, start + density - (0 if spotted else 3)))

    found = odds("ocs.barrage", strength=strength, re=shift, spotted="yes" if spotted else "no")

    assert dict(found) == barrage_by_hand(Fire(column, only_dg=not spotted))


@settings(max_examples=150, deadline=None)
@given(attack=st.integers(1, 30), defend=st.integers(0, 30), shift=st.integers(-12, 12))
def test_any_gew_ground_combat(attack: int, defend: int, shift: int) -> None:
    start = max((nth for nth, least in enumerate(CRT_COLUMNS, 1) if least <= attack - defend), default=1)
    column = min(10, max(1, start + shift))

    found = odds("gew.ground", attack=attack, defend=defend, shift=shift)

    assert dict(found) == counted(crt_cell(column, die) for die in D6)
