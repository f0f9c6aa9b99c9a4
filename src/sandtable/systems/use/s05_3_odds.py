"""USE 5.3: ground combat, with the air combat over it, its modifiers and its halvings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sandtable.core.chartfile import Charts
from sandtable.core.charts import Word
from sandtable.core.flow import Call, Done, Goto, Procedure, step
from sandtable.core.rules import Breakdown, Term, Violation
from sandtable.core.state import State
from sandtable.core.system import Chance, Key, Prepared, refuse
from sandtable.systems.use.numbers import number
from sandtable.systems.use.s05_2_odds import has_air_support
from sandtable.systems.use.s05_combat import (
    NATION_WORDS,
    NATIONS,
    Modified,
    ResolveCombat,
    from_sum,
    halved_sums,
    halvings_key,
    held_in_sum,
    is_sum,
    mixed,
    modified,
    several,
    shown,
    sum_keys,
    unknown_words,
    weather_of_sums,
)
from sandtable.systems.use.theatre import GROUND as TYPES
from sandtable.systems.use.theatre import SUPPLY, WEATHERS

ATTACKS = ("mobile", "assault", "amphibious")
TYPE_WORDS, TERRAIN_WORDS, HEXSIDE_WORDS = "ground_drm.type", "ground_drm.terrain", "ground_drm.hexside"
STRONG = ("tank", "shock")


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
        return Call(ResolveCombat(*self.air), into="result") if self.air else Goto("resolve")

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
        Key(side, NATIONS, "other", f"nation of the {side}", words=NATION_WORDS),
        Key(f"{side}_type", TYPES, "infantry", f"type of the {side}", words=TYPE_WORDS),
        Key(f"{side}_elite", "flag", False, f"the {side} has a star"),
        Key(f"{side}_reduced", "flag", False, f"the {side} is reduced"),
        Key(f"{side}_supply", SUPPLY, "Full", f"supply of the {side}"),
        Key(f"{side}_air", "flag", False, f"the {side} has Air Support"),
        Key(f"{side}_event", "number", 0, f"sum of the {side}'s Event markers"),
    )


SITUATION = {
    "attacker": (
        *_unit_keys("attacker"),
        Key(
            "additional",
            "text",
            "",
            "additional attackers of an assault: tank+infantry",
            words=TYPE_WORDS,
        ),
        Key("additional_supply", SUPPLY, "Full", "worst supply among the additional attackers"),
        Key("terrain", "text", "clear", "of the defender's hex, several joined: rough+city", words=TERRAIN_WORDS),
        Key("hexside", "text", "clear", "attacked over, several joined: river+strait", words=HEXSIDE_WORDS),
        Key("fort", "flag", False, "the defender is in a fort"),
        Key("isolated", "flag", False, "the defender cannot retreat and stands alone"),
        Key("island", "flag", False, "the defender's fort is on an island"),
        Key("naval_support", "flag", False, "warships support an amphibious assault"),
        Key("coastal", "flag", False, "the defender's hex is coastal"),
    ),
    "defender": _unit_keys("defender"),
}
ATTACK_KEY = Key("attack", ATTACKS, "mobile", "kind of attack")
WEATHER_KEY = Key("weather", WEATHERS, "Fair", "at the defender's hex")
AIR_KEYS = (
    Key("air_battle", "flag", False, "each side committed an air unit; they fight first"),
    Key("attacker_air_drm", "number", None, "with air_battle: sum of the attacker's modifiers in the air"),
    Key("defender_air_drm", "number", None, "with air_battle: sum of the defender's modifiers in the air"),
    halvings_key("attacker_air_halvings", "with air_battle: how often the attacker's roll is halved"),
    halvings_key("defender_air_halvings", "with air_battle: how often the defender's roll is halved"),
)


def prepare_ground(charts: Charts, given: Mapping[str, Any]) -> Prepared:
    """5.3 Each side by its sum or by its situation; the air combat by its sums."""
    refuse(bad_ground(charts, given), charts.book)
    attacker, defender = (_modified(charts, given, side) for side in SITUATION)
    combat = GroundCombat(attacker.drm, defender.drm, attacker.halvings, defender.halvings)
    terms = [*attacker.terms, *defender.terms]
    if given["air_battle"]:
        terms += _add_air_battle(combat, charts, given)
    return Prepared(combat, Breakdown(terms))


def _modified(charts: Charts, given: Mapping[str, Any], side: str) -> Modified:
    limit = "if" if given["air_battle"] else "+"  # Air Support counts before it
    if is_sum(side, given):
        return held_in_sum(side, given, from_sum(charts, side, given, limit))
    lines, situation = charts.lines("ground_drm"), _situation(charts, given, side)
    situation |= additional_attackers(charts, situation, _additional(charts, given))
    halved: dict[str, Word] = {
        "role": side,
        "supply": (given[f"{side}_supply"], *([given["additional_supply"]] if side == "attacker" else [])),
        "weather": given["weather"],
        "fort": given["fort"],
    }
    return modified(charts, side, lines.applying(situation), charts.lines("ground_halvings").applying(halved), limit)


def _situation(charts: Charts, given: Mapping[str, Any], side: str) -> dict[str, Word]:
    """What the list of modifiers asks about one side."""
    words = charts.lines("ground_drm").words
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
        "terrain": several(given, "terrain", words("terrain")),
        "hexside": several(given, "hexside", words("hexside")),
        "air_support": given[f"{side}_air"],
        "attack": given["attack"],
        "naval_support": given["naval_support"],
        "coastal": given["coastal"],
        "event": given[f"{side}_event"],
    }


def additional_attackers(charts: Charts, situation: Mapping[str, Word], types: Sequence[str]) -> dict[str, int]:
    """5.3 How many of these join as Tank or Shock units, and how many as others; where the line for the first does not
    hold they count like the others."""
    lines = charts.lines("ground_drm")
    strong = sum(type in STRONG for type in types)
    if strong and not lines["additional-tank-or-shock"].applies(lines.completed(situation)):
        strong = 0
    return {"additional_tank_shock": strong, "additional_other": len(types) - strong}


def _additional(charts: Charts, given: Mapping[str, Any]) -> tuple[str, ...]:
    return several(given, "additional", charts.lines("ground_drm").words("type")) if given["additional"] else ()


def _add_air_battle(combat: GroundCombat, charts: Charts, given: Mapping[str, Any]) -> list[Term]:
    """5.1 Step 3: the air combat first; what its outcome is worth depends on the weather."""
    attacker, defender = (_in_the_air(charts, given, side) for side in SITUATION)
    combat.air = attacker.drm, defender.drm, attacker.halvings, defender.halvings
    terms = [term._replace(rule="5.2", group=f"{term.group} in the air") for term in attacker.terms + defender.terms]
    support = {side: _air_support(charts, side, given["weather"]) for side in SITUATION}
    combat.attacker_support, combat.defender_support = (sum(int(term.value) for term in support[s]) for s in support)
    for side, worth in support.items():
        terms += [
            Term(f"{term.label}, if the air combat grants it", term.value, term.rule, side, "if") for term in worth
        ]
    return terms


def _in_the_air(charts: Charts, given: Mapping[str, Any], side: str) -> Modified:
    return from_sum(charts, side, {f"{side}_{name}": given[f"{side}_air_{name}"] for name in ("drm", "halvings")})


def _air_support(charts: Charts, side: str, weather: str) -> list[Term]:
    """5.3 The lines that Air Support adds in this weather."""
    lines, bare = charts.lines("ground_drm"), {"role": side, "weather": weather}
    without = list(lines.applying(bare))
    return [term for term in lines.applying(bare | {"air_support": True}) if term not in without]


def bad_ground(charts: Charts, given: Mapping[str, Any]) -> Iterator[Violation]:
    """5.1, 5.3 What cannot be said together."""
    for side, keys in SITUATION.items():
        if is_sum(side, given):
            yield from mixed(side, keys, given)
    for name in ("terrain", "hexside"):
        yield from unknown_words(given, name, charts.lines("ground_drm").words(name), "5.3")
    yield from _bad_additional(charts, given)
    attack = f"attack={given['attack']}"
    if given["fort"] and given["attack"] == "mobile":
        yield Violation("5.3", f"fort=yes with {attack}: a unit in a fort can only be assaulted")
    if given["naval_support"] and given["attack"] != "amphibious":
        yield Violation("5.3", f"naval_support=yes with {attack}: it belongs to an amphibious assault")
    if given["naval_support"] and not given["coastal"]:
        yield Violation("5.3", "naval_support=yes: it counts at a coastal hex only, say coastal=yes")
    yield from _bad_weather(charts, given)
    yield from _bad_air(given)


def _bad_weather(charts: Charts, given: Mapping[str, Any]) -> Iterator[Violation]:
    """5.1 Where two sums leave nothing for the weather to do, or a sum leaves open whether it halves."""
    if given["weather"] == WEATHERS[0]:
        return
    if not given["air_battle"] and (both := list(weather_of_sums(given))):
        yield from both
        return
    halving = list(charts.lines("ground_halvings").applying({"weather": given["weather"]}))
    yield from halved_sums(given, halving)


def _bad_additional(charts: Charts, given: Mapping[str, Any]) -> Iterator[Violation]:
    """5.1 Who joins the Primary Attacker."""
    if not given["additional"]:
        if given["additional_supply"] != "Full":
            yield Violation("5.1", f"additional_supply={given['additional_supply']}: there is no additional attacker")
        return
    yield from unknown_words(given, "additional", charts.lines("ground_drm").words("type"), "5.1")
    if given["attack"] == "mobile":
        yield Violation("5.1", "additional with attack=mobile: only an assault has additional attackers")
    most = number(charts, "most-additional")
    if given["additional"].count("+") >= most:
        because = f"at most {most} units join the Primary Attacker"
        yield Violation("5.1", f"additional={given['additional']}: {because}")


def _bad_air(given: Mapping[str, Any]) -> Iterator[Violation]:
    """5.1 Air Support is said, or fought for."""
    if given["air_battle"]:
        for name in ("attacker_air", "defender_air"):
            if given[name]:
                yield Violation("5.1", f"{name}=yes with air_battle=yes: the air combat decides who has Air Support")
        return
    for key in AIR_KEYS:
        if given[key.name] not in (None, False):
            said = f"{key.name}={shown(given[key.name])}"
            yield Violation("5.1", f"{said}: without air_battle=yes there is no air combat")


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
    charts=("ground_drm", "ground_halvings", "air_support", "crt", "numbers"),
)
