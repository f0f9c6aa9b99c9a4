"""USE 5.3: ground combat, with the air combat over it, its modifiers and its halvings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.core.chartfile import Charts
from sandtable.core.charts import Word
from sandtable.core.errors import BadInput
from sandtable.core.flow import Call, Done, Goto, Procedure, step
from sandtable.core.rules import Breakdown, Term
from sandtable.core.state import State
from sandtable.core.system import Chance, Key, Prepared
from sandtable.systems.use.s05_2_air_naval import AirNavalCombat, has_air_support
from sandtable.systems.use.s05_combat import (
    BEST_FIRST,
    NATIONS,
    SUPPLY,
    WEATHER,
    Modified,
    ResolveCombat,
    from_sum,
    is_sum,
    modified,
    refuse_mixture,
    refuse_weather,
    several,
    sum_keys,
)

TYPES = ("infantry", "paratroop", "garrison", "motorized", "tank", "shock")
ATTACKS = ("mobile", "assault", "amphibious")
TERRAIN = ("clear", "rough", "city")
HEXSIDES = ("clear", "river", "canal", "mountain", "strait")
MOST_ADDITIONAL = 2


class GroundCombat(Procedure):
    """5.3 One ground combat, from the air combat over it to the result."""

    attacker_drm: int
    defender_drm: int
    attacker_halvings: int = 0
    defender_halvings: int = 0
    air: tuple[int, int, int, int] | tuple[()] = ()  # both sides' modifiers, then halvings, in the air combat, if any
    attacker_support: int = 0  # what Air Support is worth if the air combat grants it
    defender_support: int = 0
    result: str = ""

    @step("5.1")
    def fight_for_the_air(self, state: State) -> Call | Goto:
        return Call(AirNavalCombat(*self.air), into="result") if self.air else Goto("resolve")

    @step("5.2")
    def add_air_support(self, state: State) -> None:
        supported = has_air_support(state.scenario.charts.lines("air_support"), self.result)
        self.attacker_drm += self.attacker_support if "attacker" in supported else 0
        self.defender_drm += self.defender_support if "defender" in supported else 0
        self.air, self.attacker_support, self.defender_support, self.result = (), 0, 0, ""

    @step("5.1")
    def resolve(self, state: State) -> Call:
        sides = self.attacker_drm, self.defender_drm, self.attacker_halvings, self.defender_halvings
        return Call(ResolveCombat(*sides), into="result")

    @step("5.3")
    def tell(self, state: State) -> Done:
        return Done(self.result)


# ------------------------------------------------------------------------------------------------ odds


def _unit_keys(side: str) -> tuple[Key, ...]:
    return (
        Key(side, NATIONS, "other", f"nation of the {side}"),
        Key(f"{side}_type", TYPES, "infantry", f"type of the {side}"),
        Key(f"{side}_elite", "flag", False, f"the {side} has a star"),
        Key(f"{side}_reduced", "flag", False, f"the {side} is reduced"),
        Key(f"{side}_supply", SUPPLY, "Full", f"supply of the {side}"),
        Key(f"{side}_air", "flag", False, f"the {side} has Air Support"),
        Key(f"{side}_event", "number", 0, f"sum of the {side}'s Event markers"),
    )


SITUATION = {
    "attacker": (
        *_unit_keys("attacker"),
        Key("additional", "text", "", "additional attackers of an assault, at most two: tank+infantry"),
        Key("additional_supply", SUPPLY, "Full", "worst supply among the additional attackers"),
        Key("terrain", "text", "clear", "of the defender's hex: clear, rough, city or rough+city"),
        Key("hexside", "text", "clear", "attacked over: clear, river, canal, mountain, strait, or several joined by +"),
        Key("fort", "flag", False, "the defender is in a fort"),
        Key("isolated", "flag", False, "the defender cannot retreat and stands alone"),
        Key("island", "flag", False, "the defender's fort is on an island"),
        Key("naval_support", "flag", False, "warships support an amphibious assault"),
        Key("coastal", "flag", False, "the defender's hex is coastal"),
    ),
    "defender": _unit_keys("defender"),
}
ATTACK_KEY = Key("attack", ATTACKS, "mobile", "kind of attack")
WEATHER_KEY = Key("weather", WEATHER, "Fair", "at the defender's hex")
AIR_KEYS = (
    Key("air_battle", "flag", False, "both sides committed an air unit, which fight first"),
    Key("attacker_air_drm", "number", None, "with air_battle: sum of the attacker's modifiers in the air"),
    Key("defender_air_drm", "number", None, "with air_battle: sum of the defender's modifiers in the air"),
    Key("attacker_air_halvings", "number", None, "with air_battle: how often the attacker's roll is halved"),
    Key("defender_air_halvings", "number", None, "with air_battle: how often the defender's roll is halved"),
)


def prepare_ground(charts: Charts, given: Mapping[str, Any]) -> Prepared:
    """5.3 Each side by its sum or by its situation; the air combat by its sums."""
    _refuse_nonsense(given)
    attacker, defender = (_modified(charts, given, side) for side in SITUATION)
    combat = GroundCombat(attacker.drm, defender.drm, attacker.halvings, defender.halvings)
    terms = [*attacker.terms, *defender.terms]
    if given["air_battle"]:
        terms += _add_air_battle(combat, charts, given)
    elif is_sum("attacker", given) and is_sum("defender", given):
        refuse_weather(given)
    return Prepared(combat, Breakdown(terms))


def _modified(charts: Charts, given: Mapping[str, Any], side: str) -> Modified:
    if is_sum(side, given):
        refuse_mixture(side, SITUATION[side], given)
        return from_sum(side, given)
    lines, situation = charts.lines("ground_drm"), _situation(given, side)
    if situation["additional_tank_shock"] and not lines["additional-tank-or-shock"].applies(lines.completed(situation)):
        situation |= {"additional_tank_shock": 0, "additional_other": len(_additional(given))}  # counted as the others
    halved: dict[str, Word] = {
        "role": side,
        "supply": (given[f"{side}_supply"], *([given["additional_supply"]] if side == "attacker" else [])),
        "weather": given["weather"],
        "fort": given["fort"],
    }
    return modified(side, lines.applying(situation), charts.lines("ground_halvings").applying(halved))


def _situation(given: Mapping[str, Any], side: str) -> dict[str, Word]:
    """What the list of modifiers asks about one side."""
    additional = _additional(given)
    tanks_and_shock = sum(each in ("tank", "shock") for each in additional)
    return {
        "role": side,
        "nation": given[side],
        "type": given[f"{side}_type"],
        "elite": given[f"{side}_elite"],
        "reduced": given[f"{side}_reduced"],
        "supply": given[f"{side}_supply"],
        "weather": given["weather"],
        "isolated": given["isolated"],
        "fort": given["fort"],
        "island": given["island"],
        "terrain": several(given, "terrain", TERRAIN),
        "hexside": several(given, "hexside", HEXSIDES),
        "air_support": given[f"{side}_air"],
        "attack": given["attack"],
        "additional_tank_shock": tanks_and_shock,
        "additional_other": len(additional) - tanks_and_shock,
        "naval_support": given["naval_support"],
        "coastal": given["coastal"],
        "event": given[f"{side}_event"],
    }


def _additional(given: Mapping[str, Any]) -> tuple[str, ...]:
    return several(given, "additional", TYPES) if given["additional"] else ()


def _add_air_battle(combat: GroundCombat, charts: Charts, given: Mapping[str, Any]) -> list[Term]:
    """5.1 Step 3: the air combat first; what its outcome is worth depends on the weather."""
    attacker, defender = (_in_the_air(given, side) for side in SITUATION)
    combat.air = attacker.drm, defender.drm, attacker.halvings, defender.halvings
    terms = [Term(term.label.replace(":", ": in the air,", 1), term.value, "5.2")
             for term in (*attacker.terms, *defender.terms)]  # fmt: skip
    support = {side: _air_support(charts, side, given["weather"]) for side in SITUATION}
    combat.attacker_support, combat.defender_support = (sum(int(term.value) for term in support[s]) for s in support)
    for side, worth in support.items():
        terms += [Term(f"{side}: {term.label}, if the air combat grants it", term.value, term.rule) for term in worth]
    return terms


def _in_the_air(given: Mapping[str, Any], side: str) -> Modified:
    return from_sum(side, {f"{side}_{name}": given[f"{side}_air_{name}"] for name in ("drm", "halvings")})


def _air_support(charts: Charts, side: str, weather: str) -> list[Term]:
    """5.3 The lines that Air Support adds in this weather."""
    lines, bare = charts.lines("ground_drm"), {"role": side, "weather": weather}
    without = list(lines.applying(bare))
    return [term for term in lines.applying(bare | {"air_support": True}) if term not in without]


def _refuse_nonsense(given: Mapping[str, Any]) -> None:
    """5.1, 5.3 What cannot be said together."""
    attack = f"attack={given['attack']}"
    if given["fort"] and given["attack"] == "mobile":
        raise BadInput("fort=yes with attack=mobile: a unit in a fort can only be assaulted (USE 5.3)")
    if given["additional"] and given["attack"] == "mobile":
        raise BadInput("additional with attack=mobile: only an assault has additional attackers (USE 5.1)")
    if len(_additional(given)) > MOST_ADDITIONAL:
        raise BadInput(f"additional={given['additional']}: at most two units join the Primary Attacker (USE 5.1)")
    if given["additional_supply"] != "Full" and not given["additional"]:
        raise BadInput(f"additional_supply={given['additional_supply']}: there is no additional attacker (USE 5.1)")
    if given["naval_support"] and given["attack"] != "amphibious":
        raise BadInput(f"naval_support=yes with {attack}: it belongs to an amphibious assault (USE 5.3)")
    if given["naval_support"] and not given["coastal"]:
        raise BadInput("naval_support=yes: it counts at a coastal hex only, say coastal=yes (USE 5.3)")
    if given["air_battle"]:
        for name in ("attacker_air", "defender_air"):
            if given[name]:
                raise BadInput(f"{name}=yes with air_battle=yes: the air combat decides who has Air Support (USE 5.1)")
        return
    for key in AIR_KEYS:
        if given[key.name] not in (None, False):
            raise BadInput(f"{key.name}={given[key.name]}: without air_battle=yes there is no air combat (USE 5.1)")


GROUND = Chance(
    "ground",
    "Ground combat",
    "5.3",
    (
        *sum_keys("attacker"),
        *sum_keys("defender"),
        ATTACK_KEY,
        WEATHER_KEY,
        *SITUATION["attacker"],
        *SITUATION["defender"],
        *AIR_KEYS,
    ),
    prepare_ground,
    BEST_FIRST,
)
