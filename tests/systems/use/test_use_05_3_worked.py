"""USE 5.3: complete combats worked by hand: every modifier of both sides, the halvings, the final values, the result,
and what comes of it, beside the engine's own list."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from math import ceil
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from sandtable import look
from sandtable.core.flow import Ask, Roll
from systems.use.field import Game, field
from systems.use.reckon import value

MOBILE, ASSAULT = "attack", "assault"


class Worked(NamedTuple):
    """A combat as a player would write it down."""

    units: str
    attackers: tuple[str, ...]  # the Primary first; more than one: an Assault
    target: str
    attacker: list[tuple[str, int]]  # modifiers, in the order of the printed list
    defender: list[tuple[str, int]]
    dice: tuple[int, int]
    values: tuple[int, int]  # final, after the halvings
    result: str
    halved: tuple[list[str], list[str]] = ([], [])
    attack: str = MOBILE
    says: tuple[tuple[str, ...], ...] = ()  # answers before the dice
    air: tuple[int, int] = (0, 0)  # dice of the air combat, if there is one
    more: Mapping[str, Any] = MappingProxyType({})  # of the field


FAIR = "Air Support in Fair weather"
COMBATS = {
    "a Tank in Fair weather over a river at a city": Worked(
        "pz germany tank 0611; two france infantry 0711", ("pz",), "0711",
        # Germany +2, Tank in Fair +2, Sedan -1, the Meuse -1 = +2
        [("German unit", 2), ("Tank unit in Fair weather", 2), ("attacking into a city or rough terrain", -1),
         ("attacking over a canal, mountain or river side", -1)],
        # France +1
        [("French, British or American unit", 1)],
        (5, 1), (7, 2), "DD+3",
    ),
    "a Mobile attack in Poor weather with air on both sides": Worked(
        "pz germany tank 0611; luf germany fighter 0512; two france infantry 0711; air france fighter 0808", ("pz",),
        "0711",
        # Germany +2, Tank in Poor +1, Poor -2, Sedan -1, the Meuse -1, Air Support in Poor +1 = 0
        [("German unit", 2), ("Tank unit in Poor weather", 1), ("attacking into Poor weather", -2),
         ("attacking into a city or rough terrain", -1), ("attacking over a canal, mountain or river side", -1),
         ("Air Support in Poor weather", 1)],
        # France +1, Air Support in Poor +1
        [("French, British or American unit", 1), ("Air Support in Poor weather", 1)],
        (2, 3), (2, 5), "AS+2",
        says=(("commit",), ("commit",), ("air", "luf"), ("air", "air")), air=(3, 3), more={"weather": "Poor"},
    ),
    "an Assault led by infantry in Fair weather": Worked(
        "pz germany tank 0611; a germany infantry 0610; two france infantry 0711 reduced",
        ("a", "pz"), "0711",
        # a leads: Germany +2, Sedan -1, no river from 0610; the Tank joins for +2
        [("German unit", 2), ("attacking into a city or rough terrain", -1),
         ("each additional Tank or Shock attacker, not in Severe weather (x1)", 2)],
        # France +1, reduced -2
        [("French, British or American unit", 1), ("reduced unit", -2)],
        (6, 2), (9, 1), "DE+4", attack=ASSAULT,
    ),
    "an Assault with two Additional attackers, one of them over the river and reduced": Worked(
        "a germany infantry 0610 elite; pz germany tank 0611; it italy infantry 0612 reduced; x france infantry 0711;"
        "b hungary garrison 0710", ("a", "pz", "b"), "0711",
        # Germany +2, elite +1, Sedan -1, the Tank +2, the garrison +1: neither the river nor its strength counts
        [("German unit", 2), ("elite unit (star)", 1), ("attacking into a city or rough terrain", -1),
         ("each additional Tank or Shock attacker, not in Severe weather (x1)", 2),
         ("each other additional attacker", 1)],
        [("French, British or American unit", 1)],
        (1, 6), (6, 7), "♦", attack=ASSAULT,
    ),
    "an Assault on a fort": Worked(
        "a germany infantry 0713; b germany infantry 0612; x france infantry 0712 fort", ("a", "b"), "0712",
        # Germany +2, the Moselle -1, one more unit +1 = +2; a fort is no city
        [("German unit", 2), ("attacking over a canal, mountain or river side", -1),
         ("each other additional attacker", 1)],
        [("French, British or American unit", 1)],
        (5, 3), (4, 4), "♦", halved=(["defender in a fort"], []), attack=ASSAULT, more={"forts": {"0712": "france"}},
    ),
    "Severe weather halves both": Worked(
        "pz germany tank 0610; c germany tank 0611; x uk tank 0711", ("pz", "c"), "0711",
        # Germany +2, Sedan -1, the second Tank counts like any other +1; no Tank bonus
        [("German unit", 2), ("attacking into a city or rough terrain", -1), ("each other additional attacker", 1)],
        [("French, British or American unit", 1)],
        (4, 2), (3, 2), "♦", halved=(["Severe weather"], ["Severe weather"]), attack=ASSAULT,
        more={"weather": "Severe"},
    ),
    "No Supply on both sides, and Low": Worked(
        "a germany infantry 0610 low; b germany infantry 0611 no; x belgium infantry 0711 no", ("a", "b"), "0711",
        # Germany +2, Low -2, Sedan -1, one more +1 = 0; one attacker without supply halves
        [("German unit", 2), ("Low Supply", -2), ("attacking into a city or rough terrain", -1),
         ("each other additional attacker", 1)],
        [],
        (5, 5), (3, 3), "♦", halved=(["No Supply"], ["No Supply"]), attack=ASSAULT,
    ),
    "the Tanks marker of the defender, who is alone in the air": Worked(
        "pz germany tank 0611; two france infantry 0711; air france fighter 0808; t france tanks events_west", ("pz",),
        "0711",
        [("German unit", 2), ("Tank unit in Fair weather", 2), ("attacking into a city or rough terrain", -1),
         ("attacking over a canal, mountain or river side", -1)],
        # France +1, counts as a Tank +2, Air Support +2 = +5
        [("French, British or American unit", 1), ("Tank unit in Fair weather, by t", 2), (FAIR, 2)],
        (1, 6), (3, 11), "AA+3", says=(("commit",), ("air", "air"), ("event", "t")),
    ),
    "an isolated defender, and markers of both sides": Worked(
        # Marseille 1711: the ring of 1611, 1710, 1610 leaves nowhere to go
        "pz germany tank 1710; a germany infantry 1610; b germany infantry 1611; x france garrison 1711 low;"
        "n germany snafu events_axis; u uk ultra events_west; m germany surprise_attack 1510",
        ("pz",), "1711",
        # Germany +2, Tank +2, isolated +2, Marseille -1, Surprise Attack +1
        [("German unit", 2), ("Tank unit in Fair weather", 2), ("isolated defender (not in an island fort)", 2),
         ("attacking into a city or rough terrain", -1), ("Surprise Attack", 1)],
        # France +1, a garrison counts as reduced -2, Low -2, ULTRA +1, SNAFU -1
        [("French, British or American unit", 1), ("reduced unit", -2), ("Low Supply", -2), ("ULTRA", 1),
         ("SNAFU", -1)],
        (3, 6), (9, 3), "DD+3", says=(("commit",), ("commit",), ("event", "n"), ("event", "u")),
        more={"control": {"1710": 0, "1411": 0}, "map_edge_not_isolated": False},
    ),
    "no more than ten": Worked(
        "pz germany tank 1710 elite; a germany tank 1610; b germany tank 1611; luf germany fighter 1410;"
        "x france garrison 1711; m germany surprise_attack 1510; d germany airdrop 1711",
        ("pz", "a", "b"), "1711",
        # Germany +2, elite +1, Tank +2, isolated +2, Marseille -1, Air Support +2, two Tanks +4, Surprise +1 = +13
        [("German unit", 2), ("elite unit (star)", 1), ("Tank unit in Fair weather", 2),
         ("isolated defender (not in an island fort)", 2), ("attacking into a city or rough terrain", -1), (FAIR, 2),
         ("each additional Tank or Shock attacker, not in Severe weather (x2)", 4), ("Surprise Attack", 1),
         ("at most +10", -3)],
        # France +1, reduced -2, Airdrop -2 = -3
        [("French, British or American unit", 1), ("reduced unit", -2), ("an Airdrop in the hex", -2)],
        (1, 6), (11, 3), "DD+3", attack=ASSAULT, says=(("commit",), ("air", "luf")),
        more={"control": {"1710": 0, "1411": 0}, "map_edge_not_isolated": False},
    ),
    "a Polish unit in the rough over a mountain side": Worked(
        "g germany shock 1413; x poland motorized 1412; n germany rockets events_axis", ("g",), "1412",
        # Germany +2, Shock +1, rough -1, the Alps -1
        [("German unit", 2), ("Shock unit in Fair weather", 1), ("attacking into a city or rough terrain", -1),
         ("attacking over a canal, mountain or river side", -1)],
        [("Rockets", -2)],
        (6, 4), (7, 2), "DD+3", says=(("commit",), ("event", "n")),
    ),
    "the strait counts twice as much": Worked(
        "g germany infantry 0211; x netherlands infantry 0210", ("g",), "0210",
        # Germany +2, Amsterdam -1, the IJsselmeer -2
        [("German unit", 2), ("attacking into a city or rough terrain", -1), ("attacking over a strait", -2)],
        [("no modifiers", 0)],
        (2, 6), (1, 6), "AA+3",
    ),
}  # fmt: skip


def begin(case: Worked) -> Game:
    """Up to the dice of the ground combat."""
    game = Game(field(case.units, **case.more))
    for unit in case.attackers:
        game.do("activate", unit)
        game.do(case.attack, case.target)
    if case.attack == ASSAULT:
        game.do("resolve", case.target, case.attackers[0], sorted(case.attackers[1:], key=game.unit))
    for words in case.says:
        game.do(*words)
    while isinstance(game.wait, Ask):
        game.do("hold")
    if any(case.air):
        game.roll(case.air)
    assert isinstance(game.wait, Roll)
    return game


@pytest.mark.parametrize("case", COMBATS.values(), ids=COMBATS)
def test_5_3_a_combat_worked_by_hand(case: Worked) -> None:
    """5.1, 5.3: the engine lists the same modifiers, and the dice come to the same result."""
    game = begin(case)
    assert game.lines("attacker") == case.attacker
    assert game.lines("defender") == case.defender
    assert (game.halvings("attacker"), game.halvings("defender")) == case.halved

    sums = sum(drm for _, drm in case.attacker), sum(drm for _, drm in case.defender)
    values = tuple(
        max(1, halve(die + drm, len(halved))) for die, drm, halved in zip(case.dice, sums, case.halved, strict=True)
    )
    assert values == case.values
    assert look("use.crt", attacker=values[0], defender=values[1]).result == case.result

    game.roll(case.dice)
    assert game.told("combat")[0].data["result"] == case.result


@pytest.mark.parametrize("case", COMBATS.values(), ids=COMBATS)
def test_5_1_every_pair_of_dice_gives_what_the_table_says(case: Worked) -> None:
    """5.1: all 36, by plain arithmetic."""
    for dice in product(range(1, 7), repeat=2):
        game = begin(case)
        sums = sum(drm for _, drm in case.attacker), sum(drm for _, drm in case.defender)
        a, d = (value(die, drm, len(halved)) for die, drm, halved in zip(dice, sums, case.halved, strict=True))
        game.roll(dice)
        assert game.told("combat")[0].data["result"] == look("use.crt", attacker=a, defender=d).result


def halve(number: int, times: int) -> int:
    for _ in range(times):
        number = ceil(number / 2)
    return number
