"""USE 6.3.2, 1.4, 5.2, 5.3, E12: Amphibious Invasion, from the force to the ships' way back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from sandtable.core.bits import Bits
from sandtable.core.decisions import Draft
from sandtable.core.flow import answer, run
from sandtable.core.sequence import Segment
from sandtable.systems.use.s02_3_entering import Enter
from sandtable.systems.use.s05_3_attack import Combat, attackers, breakdown
from sandtable.systems.use.s06_1_markers import EndActions
from sandtable.systems.use.s06_3_invasion import Invasion, bad_beach, bad_foe
from sandtable.systems.use.state import ACTIVATED, IN_FORCE, NO_TARGET, UseState
from sandtable.systems.use.system import USE
from sandtable.systems.use.theatre import AXIS, AXIS_FACTION, WEST, WESTERN
from systems.use.seas import Game, at_sea, country, unit, where

ACTIONS = "Operations Phase / Actions Sub-Phase"
FORCE = "uk_1 hull, uk_convoy hull, uk_surprise events_west"
AT_KIEL: tuple[Any, ...] = ("invade", "uk_surprise", "uk_1", "uk_convoy", [], ["sea_1"], "kiel", [])


def west(units: str, **said: Any) -> Game:
    return Game(at_sea(units, phasing=WEST, **said), Segment(ACTIONS, WEST))


def test_6_3_2_a_unit_lands_on_an_empty_coast() -> None:
    """6.3.2: the marker goes to the Sea Zone, the activation is paid, the city falls, the ships go home."""
    game = west(FORCE)

    game.say(*AT_KIEL)
    game.say("stop")
    game.say("hull")

    state = game.state
    assert where(state, "uk_1") == "0108"
    assert where(state, "uk_surprise") == "sea_1"
    assert state.controller(state.scenario.place("kiel")) == WEST
    assert state.points[country(state, "uk")] == 39
    assert state.done[unit(state, "uk_1")] & ACTIVATED
    assert (where(state, "uk_convoy"), state.sorties[unit(state, "uk_convoy")]) == ("0102", 1)


def test_6_3_2_the_marker_leaves_at_the_end_of_the_sub_phase() -> None:
    """6.3.2, E9: a hex is invaded once; then a marker has to be bought again."""
    game = west(f"{FORCE}, sov_surprise events_west, uk_2 london, uk_carrier hull")
    game.say(*AT_KIEL)
    game.say("stop")
    game.say("hull")
    state = game.state
    state.move(unit(state, "uk_1"), state.scenario.place("0208"), "4.2.3")
    state.take_control(state.scenario.place("kiel"), AXIS, "2.3.1")
    state.move(unit(state, "uk_2"), state.scenario.place("hull"), "4.2.3")

    assert "nobody can invade under sov_surprise" in game.refused(
        "invade", "sov_surprise", "uk_2", "uk_convoy", [], ["sea_1"], "kiel", []
    )
    Game(state, EndActions(WEST))
    assert where(state, "uk_surprise") == "surprise_holding"
    assert state.assault[unit(state, "uk_surprise")] == NO_TARGET


@pytest.mark.parametrize(
    ("units", "said", "because"),
    [
        ("uk_1 hull, uk_convoy london, uk_surprise events_west", {}, "nobody can invade under uk_surprise"),
        (FORCE, {"weather": "Severe"}, "nobody can invade under uk_surprise"),
        ("uk_1 hull, uk_convoy hull, uk_surprise turn_3", {}, "no Surprise Attack marker in your Events box"),
    ],
)
def test_6_3_2_what_an_invasion_needs(units: str, said: dict[str, Any], because: str) -> None:
    """6.3.2: a marker, a convoy in the same port, no Severe weather."""
    assert because in west(units, **said).refused(*AT_KIEL)


def test_6_3_2_the_coast_must_have_a_port_near_and_be_at_war() -> None:
    game = west(FORCE)

    assert "Norway is neutral (4.0)" in game.refused(*AT_KIEL[:6], "bergen", [])
    assert "not on the coast of this Sea Zone" in game.refused(*AT_KIEL[:6], "0208", [])
    assert "inland port: it cannot be invaded (1.3)" in game.refused(
        *AT_KIEL[:5], ["sea_1", "sea_2"], "london", []
    )  # fmt: skip


# ------------------------------------------------------------------------------------------------ 1.4 ranges


def test_1_4_invasion_western_sea_zone() -> None:
    """1.4 invasion-western-sea-zone: two Sea Zones, not three."""
    game = west(f"{FORCE}, ger_1 brest", control={"brest": "axis", "toulon": "axis", "oran": "axis"})

    assert "2 Sea Zones at most (1.4)" in game.refused(*AT_KIEL[:5], ["sea_1", "sea_2", "sea_1"], "kiel", [])
    game.dice.append((1, 1))
    game.say(*AT_KIEL[:5], ["sea_1", "sea_2"], "brest", [])


def test_1_4_invasion_western_map_box() -> None:
    """1.4 invasion-western-map-box: one Sea Zone."""
    units = "uk_1 eastern_north_america, uk_convoy eastern_north_america, uk_surprise events_west, ger_1 brest"
    game = west(units, control={"brest": "axis"})

    assert "1 Sea Zone at most (1.4)" in game.refused(*AT_KIEL[:5], ["sea_2", "sea_1"], "kiel", [])
    game.dice.append((6, 1))
    game.say(*AT_KIEL[:5], ["sea_2"], "brest", [])  # 6 + 1 - 1 - 1 to 1 + 2: DR
    game.say("0401")
    game.say("london")
    assert where(game.state, "uk_1") == "0402"
    assert where(game.state, "uk_convoy") == "0101"


def test_1_4_invasion_axis() -> None:
    """1.4 invasion-axis: the Sea Zone of the port."""
    state = at_sea("ger_1 kiel, ger_convoy kiel, ger_surprise events_axis")
    game = Game(state, Segment(ACTIONS, AXIS))
    head: tuple[Any, ...] = ("invade", "ger_surprise", "ger_1", "ger_convoy", [])

    assert "1 Sea Zone at most (1.4)" in game.refused(*head, ["sea_1", "sea_2"], "brest", [])
    game.say(*head, ["sea_1"], "hull", [])
    assert where(state, "ger_1") == "0102"


def test_1_4_invasion_soviet() -> None:
    """1.4 invasion-soviet: the Sea Zone of the port."""
    units = "sov_1 leningrad, uk_convoy leningrad, sov_surprise events_west"
    game = west(units, control={"copenhagen": "axis"})
    game.state.join(country(game.state, "denmark"), AXIS_FACTION, "13.0")

    assert "nobody can invade under sov_surprise" in game.refused(
        "invade", "sov_surprise", "sov_1", "uk_convoy", [], ["sea_4", "sea_3"], "copenhagen", []
    )


# ------------------------------------------------------------------------------------------------ combat


def landing(escort: list[str], weather: str = "Fair", units: str = "") -> Combat:
    """The combat for Kiel, asked about before the dice."""
    game = west(f"{FORCE}, uk_ship hull, ger_1 kiel, {units}", weather=weather)
    game.say(*AT_KIEL[:4], escort, ["sea_1"], "kiel", [])
    landing.state = game.state  # type: ignore[attr-defined]
    return next(frame for frame in game.state.stack if isinstance(frame, Combat))


def drm(combat: Combat) -> dict[str, int]:
    state: UseState = landing.state  # type: ignore[attr-defined]
    return {str(term.label): int(term.value) for term in breakdown(state, combat).of("attacker") if term.how == "+"}


def test_5_3_amphibious() -> None:
    """5.3 amphibious: -1 from the sea, and no hexside; the marker gives no +1."""
    found = drm(landing([]))

    assert found["attacking from the sea"] == -1
    assert "Surprise Attack" not in found
    assert not [label for label in found if "Naval Support" in label]


@pytest.mark.parametrize(("weather", "points"), [("Fair", 2), ("Poor", 1)])
def test_5_3_naval_support(weather: str, points: int) -> None:
    """5.3 naval-support-fair, naval-support-poor: by the warship of the force, at a coastal hex."""
    found = drm(landing(["uk_ship"], weather))

    assert found[f"Naval Support at a coastal hex in {weather} weather"] == points


def test_6_3_2_success_puts_the_invader_ashore() -> None:
    game = west(f"{FORCE}, ger_1 kiel", reduced="ger_1")
    game.dice += [(6, 1)]

    game.say(*AT_KIEL)  # 6 + 1 - 1 - 1 to 1 + 2 - 2: 5 to 1 is DR
    game.say("0109")
    game.say("hull")

    assert where(game.state, "uk_1") == "0108"
    assert where(game.state, "ger_1") == "0109"


def test_6_3_2_failure_leaves_it_in_its_port() -> None:
    game = west(f"{FORCE}, ger_1 kiel")
    game.dice += [(1, 6)]

    game.say(*AT_KIEL)
    game.say("hull")

    assert where(game.state, "uk_1") == "0102"


def test_5_3_3_units_that_assault_the_hex_may_join_the_invader() -> None:
    game = west(f"{FORCE}, ger_1 kiel, uk_2 0208")
    game.state.aim(unit(game.state, "uk_2"), game.state.scenario.place("kiel"))

    assert "ger_1 has no Assault marker" in game.refused(*AT_KIEL[:7], ["ger_1"])
    game.say(*AT_KIEL[:7], ["uk_2"])

    combat = next(frame for frame in game.state.stack if isinstance(frame, Combat))
    assert combat.primary == unit(game.state, "uk_1")
    assert combat.additional == (unit(game.state, "uk_2"),)
    assert game.state.assault[unit(game.state, "uk_2")] == NO_TARGET


def test_6_3_2_ashore_one_hex_further_or_an_assault_in_an_ezoc() -> None:
    free = west(FORCE)
    free.say(*AT_KIEL)
    assert "one hex further at most" in free.refused("move", "0110")
    assert "assault" not in free.offered
    assert USE.lens.hints(free.state, free.asked, Draft(("move",))) == {}  # it has no MP to count
    free.say("move", "0208")
    free.say("hull")
    assert where(free.state, "uk_1") == "0208"

    held = west(f"{FORCE}, ger_1 0109")
    held.say(*AT_KIEL)
    assert "move" not in held.offered
    held.dice.append((1, 6))
    held.say("assault", "0109")
    held.say("hull")
    assert where(held.state, "uk_1") == "0108"


def test_6_3_2_no_assault_from_the_beach_into_land_that_a_policy_closes() -> None:
    """6.3.2, D1: what holds for every attack holds ashore."""
    state = at_sea("uk_1 kiel, ger_1 0109", phasing=WEST)
    uk_1, kiel, there = unit(state, "uk_1"), state.scenario.place("kiel"), state.scenario.place("0109")
    landed = Invasion(WEST, uk_1, uk_1, uk_1, (), (), kiel, ())
    assert list(bad_foe(landed, state, there)) == []
    state.set_policy(0, IN_FORCE, "D1")
    assert [each.rule for each in bad_foe(landed, state, there)] == ["D1"]


def test_5_3_an_invader_ashore_still_attacks_from_the_sea() -> None:
    """5.3: -1 against a unit in any hex, Naval Support only where its hex is coastal; hexsides count again."""
    game = west(f"{FORCE}, uk_ship hull, ger_1 0208, ger_2 0109")
    game.say(*AT_KIEL[:4], ["uk_ship"], ["sea_1"], "kiel", [])
    found = {}
    for target in ("0208", "0109"):
        copy = game.state.copy()
        answer(copy, ("assault", copy.scenario.place(target)))
        run(copy)
        combat = next(frame for frame in copy.stack if isinstance(frame, Combat))
        terms = breakdown(copy, combat).of("attacker")
        found[target] = {term.label: int(term.value) for term in terms if term.how == "+"}

    sea, support = "attacking from the sea", "Naval Support at a coastal hex in Fair weather"
    assert (found["0208"][sea], found["0208"][support]) == (-1, 2)
    assert found["0109"][sea] == -1
    assert support not in found["0109"]


def test_6_3_2_an_invader_ashore_advances_only_if_it_likes() -> None:
    """6.3.2, 5.3.7: it stands beside its foe, who retreats away from it."""
    game = west(f"{FORCE}, ger_1 0109", reduced="ger_1")
    game.say(*AT_KIEL)
    game.dice.append((6, 1))
    game.say("assault", "0109")  # 6 + 1 - 1 to 1 + 2 - 2: 6 to 1 is DD
    combat = next(frame for frame in game.state.stack if isinstance(frame, Combat))
    assert attackers(game.state, combat) == (game.state.scenario.place("kiel"),)
    assert game.offered == ["advance", "stay"]


def test_6_3_2_the_invader_has_to_land_and_nobody_else() -> None:
    """6.3.2: whoever joined the Assault, the hex is the invader's."""
    game = west(f"{FORCE}, ger_1 kiel, uk_2 0208", reduced="ger_1")
    game.state.aim(unit(game.state, "uk_2"), game.state.scenario.place("kiel"))
    game.dice += [(6, 1)]
    game.say(*AT_KIEL[:7], ["uk_2"])  # 6 + 1 - 1 - 1 + 1 to 1 + 2 - 2: 6 to 1 is DD

    assert (where(game.state, "uk_1"), where(game.state, "uk_2")) == ("0108", "0208")


def test_E9_an_invasion_has_no_other_surprise() -> None:
    """E9: the +1 is for other attacks, also where a second marker lies near."""
    assert "Surprise Attack" not in drm(landing([], units="sov_surprise 0109"))


def test_6_3_2_a_port_over_water_is_not_next_to_a_beach() -> None:
    """6.3.2: the port next to an invaded hex lies beyond no prohibited hexside."""
    state = at_sea("ger_1 kiel, ger_convoy kiel, ger_surprise events_axis")
    hull, beach = state.scenario.place("hull"), state.scenario.place("0202")
    assert not list(bad_beach(state, unit(state, "ger_1"), state.scenario.place("sea_1"), beach))
    theatre = state.theatre = replace(state.theatre)
    water = Bits([theatre.board.layout.side(beach, hull)], 6 * theatre.board.size)
    theatre.__dict__["barred"] = theatre.barred | water  # worked out once
    found = list(bad_beach(state, unit(state, "ger_1"), state.scenario.place("sea_1"), beach))
    assert [each.because for each in found] == ["no port is in it or next to it"]


# ------------------------------------------------------------------------------------------------ interdiction


def intercepted(*dice: tuple[int, int], escort: bool = True) -> Game:
    game = west(f"{FORCE}, uk_ship hull, ger_fighter kiel, ger_1 0109")
    game.say(*AT_KIEL[:4], ["uk_ship"] if escort else [], ["sea_1"], "kiel", [])
    game.dice += dice
    game.say("intercept", "ger_fighter")
    return game


def test_5_2_interdiction_amphibious_invasion() -> None:
    """5.2 interdiction amphibious-invasion: it is off, all end their activation, the cargo suffers."""
    game = intercepted((6, 1), escort=False)

    state = game.state
    assert where(state, "uk_1") == "0102"
    assert state.reduced(unit(state, "uk_1"))
    assert where(state, "uk_convoy") == "0102"
    assert "has been activated in this phase" in game.refused("activate", "uk_1")


def test_5_2_escort_of_an_invasion_failed_and_it_is_called_off() -> None:
    """5.2 escort, note: the phasing faction may cancel; then the interceptor attacks no more, the cargo is safe."""
    game = intercepted((6, 1))
    game.say("escort", "uk_ship")

    assert (game.asked.side, game.offered) == (WEST, ["cancel", "go_on"])
    game.say("cancel")

    state = game.state
    assert where(state, "uk_1") == "0102"
    assert not state.reduced(unit(state, "uk_1"))
    assert game.asked.form.name == "Actions Sub-Phase"


def test_5_2_escort_of_an_invasion_failed_and_it_goes_on() -> None:
    game = intercepted((6, 1))
    game.say("escort", "uk_ship")
    game.say("go_on")

    assert (game.asked.side, game.offered) == (AXIS, ["again", "break_off"])
    game.say("break_off")
    assert where(game.state, "uk_1") == "0108"


# ------------------------------------------------------------------------------------------------ E12


def test_E12_a_mulberry_is_a_port_until_an_enemy_enters() -> None:
    """E12: a British or American unit that ends its invasion in a coastal hex without a port builds one."""
    game = west(f"{FORCE}, uk_mulberry events_west")
    game.say(*AT_KIEL)
    game.say("stop")
    assert game.asked.form.name == "homeward"  # Kiel is a port

    other = west(f"{FORCE}, uk_mulberry events_west, ger_1 berlin")
    other.say(*AT_KIEL)
    other.say("move", "0208")
    assert other.offered == ["mulberry", "none"]
    other.say("mulberry")
    state = other.state
    beach = state.scenario.place("0208")
    assert where(state, "uk_mulberry") == "0208"
    assert state.holds_port(WEST, beach)
    assert not state.is_city(beach)

    state.move(unit(state, "uk_1"), state.scenario.place("kiel"), "4.2.3")
    Game(state, Enter(AXIS, unit(state, "ger_1"), beach, "4.2.3"))
    assert where(state, "uk_mulberry") == ""


def test_E12_who_failed_to_land_builds_nothing() -> None:
    game = west(f"{FORCE}, uk_mulberry events_west, ger_1 kiel")
    game.dice += [(1, 6)]
    game.say(*AT_KIEL)
    assert game.asked.form.name == "homeward"


def test_D1_a_policy_closes_a_coast() -> None:
    game = west(FORCE)
    game.state.set_policy(0, 1, "D1")

    assert "a policy or peace closes Germany (4.0)" in game.refused(*AT_KIEL)
    assert game.state.faction[country(game.state, "uk")] == WESTERN
