"""OCS 9: ground combat, from the strengths of both sides to the result on the Combat Table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import prod
from typing import Any, NamedTuple

from sandtable.core.chartfile import Charts
from sandtable.core.charts import OddsAxis, Table, WordAxis
from sandtable.core.dice import Dice
from sandtable.core.errors import BadInput
from sandtable.core.flow import Done, Goto, Procedure, Roll, step
from sandtable.core.rules import Breakdown, Term
from sandtable.core.state import State
from sandtable.core.system import Chance, Key, Prepared

ONE_DIE, TWO_DICE = Dice(1), Dice(2)
FAVOURS = {"Attacker": 1, "None": 0, "Defender": -1}  # which way a surprise shifts the column
LEVELS = ("None", "Light", "Heavy")  # of anti-tank effects, rising
CATEGORIES = ("armor", "mech", "other")
MODES = ("combat", "move", "exploit", "reserve", "strat", "dg")
MARKS = ("oos", "nosupply", "tank", "at", "aa")
MARK = r"x\d[\d.]*(?:/\d+(?!\w))?|[^/]+"  # slashes part them, but x1/2 is one


# ------------------------------------------------------------------------------------------------ units


class Unit(NamedTuple):
    """One counter of a combat, as a person says it: `20/other/ar4/DG`."""

    said: str
    strength: Fraction
    defends_only: bool
    category: str
    mode: str = "combat"
    marks: frozenset[str] = frozenset()  # of MARKS
    rating: int | None = None  # of the unit chosen for its action rating
    steps: tuple[int, int] | None = None  # left, printed
    hexside: str = ""  # crossed to attack, if the defender chooses it
    factors: tuple[Fraction, ...] = ()  # whatever else multiplies it


def read_units(charts: Charts, key: str, text: str) -> list[Unit]:
    """`2x8/mech/tank + 20/other/ar4/DG`: strength, category and marks of each unit; the series prints no such form."""
    units: list[Unit] = []
    for said in (part.strip() for part in re.split(r"[+,]", text)):
        match = re.fullmatch(r"(?:(\d+)\s*x\s*)?(\(?)(\d+(?:\.\d+)?)(\)?)\s*/(.+)", said)
        if not match or bool(match[2]) != bool(match[4]):
            raise BadInput(f"{key}: {said!r} is no unit; write strength/category/marks like 8/mech/DG (OCS 9.4)")
        unit = Unit(said[match.start(2) :], Fraction(match[3]), bool(match[2]), "")
        for mark in re.findall(MARK, match[5]):
            unit = _marked(charts, key, unit, mark.strip().casefold())
        if not unit.category:
            raise BadInput(f"{key}: {said!r} needs a category, {', '.join(CATEGORIES)} (OCS 9.4)")
        units += [unit] * int(match[1] or 1)
    return units


def _marked(charts: Charts, key: str, unit: Unit, mark: str) -> Unit:
    hexsides = charts.table("hexside_combat").axis("hexside")
    assert isinstance(hexsides, WordAxis)
    if mark in CATEGORIES and not unit.category:
        return unit._replace(category=mark)
    if mark in MODES and unit.mode == "combat":
        return unit._replace(mode=mark)
    if mark in MARKS:
        return unit._replace(marks=unit.marks | {mark})
    if match := re.fullmatch(r"ar(\d+)", mark):
        return unit._replace(rating=check_rating(f"{key}: {mark}", int(match[1])))
    if (match := re.fullmatch(r"(\d)of(\d)", mark)) and 0 < int(match[1]) <= int(match[2]):
        return unit._replace(steps=(int(match[1]), int(match[2])))
    if mark in hexsides.places:
        return unit._replace(hexside=mark)
    if re.fullmatch(r"x\d+(\.\d+|/[1-9]\d*)?", mark):
        return unit._replace(factors=(*unit.factors, factor(mark)))
    raise BadInput(
        f"{key}: {unit.said!r} cannot have {mark!r}; a unit has one of {', '.join(CATEGORIES)}, one of"
        f" {', '.join(MODES)}, and any of {', '.join(MARKS)}, ar4, 3of4, x1/2 or a hexside (OCS 9.4)"
    )


def check_rating(said: str, rating: int) -> int:
    """9.6 Action ratings are printed from 0 to 5."""
    if not 0 <= rating <= 5:
        raise BadInput(f"{said}: action ratings run from 0 to 5 (OCS 9.6)")
    return rating


def check_hedgehog(level: int) -> int:
    """16.0 No hedgehog, or one of four levels."""
    if not 0 <= level <= 4:
        raise BadInput(f"hedgehog={level}: hedgehogs have levels 1 to 4, or 0 for none (OCS 16.0)")
    return level


# ------------------------------------------------------------------------------------------------ 9.4 strength


def factor(printed: str) -> Fraction:
    """`[x2]`, `x1/2`, `x1.5` as a number; brackets only say that it is the attacker's."""
    return Fraction(printed.strip("[]").removeprefix("x"))


def anti_tank_level(charts: Charts, unit: Unit | None, hedgehog: int = 0) -> int:
    """9.4e The anti-tank level of a unit, or of a hex with nothing but a hedgehog."""
    lines = charts.lines("anti_tank")
    situation = lines.completed(
        {
            "category": unit.category if unit else "other",
            "tank": unit is not None and "tank" in unit.marks,
            "at": unit is not None and "at" in unit.marks,
            "aa": unit is not None and "aa" in unit.marks,
            "hedgehog": hedgehog,
        }
    )
    return max(LEVELS.index(line.value) for line in lines.lines if line.group and line.applies(situation))


def attacking(charts: Charts, unit: Unit, terrain: str, anti_tank: int) -> Iterator[Term]:
    """9.4 What multiplies one attacking unit; `anti_tank` is the level of the target hex."""
    yield from _state_of(charts, unit, "attack")
    if unit.hexside:  # 9.3b the defender chose it instead of the hex
        chart = charts.table("hexside_combat")
        value = factor(chart.read(unit.hexside, unit.category))
        yield Term(f"across {unit.hexside}", value, chart.rule)
        return
    chart = charts.table("terrain_combat")
    value = factor(chart.read(terrain, unit.category))
    if value == 2 and anti_tank >= anti_tank_level(charts, unit):
        reduction = charts.lines("anti_tank")["reduction"]
        label = f"{unit.category} in {terrain} against {LEVELS[anti_tank]} anti-tank"
        yield Term(label, factor(reduction.value), reduction.rule)
    else:
        yield Term(f"{unit.category} in {terrain}", value, chart.rule)


def defending(charts: Charts, unit: Unit, terrain: str) -> Iterator[Term]:
    """9.4 What multiplies one defending unit; values in brackets are not for it (9.4d)."""
    yield from _state_of(charts, unit, "defend")
    chart = charts.table("terrain_combat")
    printed = chart.read(terrain, unit.category)
    if not printed.startswith("["):
        yield Term(f"{unit.category} in {terrain}", factor(printed), chart.rule)


def _state_of(charts: Charts, unit: Unit, role: str) -> Iterator[Term]:
    """4.3 Mode, supply and losses multiply each other."""
    lines = charts.lines("strength_modifiers")
    left, printed = unit.steps or (1, 1)
    lost = "none" if left == printed else "half" if 2 * left <= printed else "some"
    situation = lines.completed(
        {
            "role": role,
            "mode": unit.mode,
            "oos": "oos" in unit.marks,
            "nosupply": "nosupply" in unit.marks,
            "lost": lost,
        }
    )
    for line in lines.lines:
        if line.applies(situation):
            yield Term(line.text, factor(line.value), line.rule)
    for value in unit.factors:
        yield Term("as said", value, "9.4")


def strength(side: str, units: Sequence[tuple[Unit, Sequence[Term]]]) -> Iterator[Term]:
    """9.4 Each unit, what multiplies it, and the sum; nothing is rounded (4.2)."""
    total = Fraction(0)
    for unit, multipliers in units:
        yield Term(f"{side}: {unit.said}", plain(unit.strength), "9.4")
        for label, value, rule in multipliers:
            if value != 1:
                yield Term(f"{side}: {unit.said}: {label}, times", plain(Fraction(value)), rule)
        total += unit.strength * prod((Fraction(term.value) for term in multipliers), start=Fraction(1))
    yield Term(f"{side} strength", plain(total), "9.4")


def plain(value: Fraction) -> int | Fraction:
    return int(value) if value.denominator == 1 else value


# ------------------------------------------------------------------------------------------------ 9.7 odds


def round_half_up(value: Fraction) -> int:
    """4.1 To the nearest whole number, halves upward."""
    return int((value + Fraction(1, 2)) // 1)


def raw_odds(attack: Fraction, defence: Fraction) -> Fraction | None:
    """9.7 The larger strength divided by the smaller, rounded: 33 to 10 is 3, 10 to 33 is 1/3. None against nothing."""
    if attack == defence:
        return Fraction(1)
    if attack > defence:
        return Fraction(round_half_up(attack / defence)) if defence else None
    return Fraction(1, round_half_up(defence / attack)) if attack else Fraction(0)


def start_column(chart: Table, line: str, attack: Fraction, defence: Fraction) -> int:
    """9.7 The rightmost column not above the odds; no strength at all is the end column of that side (9.14a)."""
    odds = chart.axis("odds")
    assert isinstance(odds, OddsAxis)
    raw = raw_odds(attack, defence)
    return len(odds.labels) - 1 if raw is None else odds.column(line, raw, chart)


def odds_terms(chart: Table, line: str, attack: Fraction, defence: Fraction) -> Iterator[Term]:
    raw, heading = raw_odds(attack, defence), _heading(chart, line, start_column(chart, line, attack, defence))
    if not raw:
        side = "defender" if raw is None else "attacker"
        yield Term(f"the {side} has no strength: column {heading} on the {line} line", _ratio(heading), "9.14a")
        return
    said = f"{raw.numerator}:{raw.denominator}"
    yield Term(f"odds of {attack} to {defence}, rounded to {said}", plain(raw), "9.7")
    yield Term(f"column {heading} on the {line} line", _ratio(heading), "9.9")


def _heading(chart: Table, line: str, column: int) -> str:
    odds = chart.axis("odds")
    assert isinstance(odds, OddsAxis)
    return odds.lines[line][column]


def _ratio(heading: str) -> int | Fraction:
    left, right = heading.split(":")
    return plain(Fraction(int(left), int(right)))


# ------------------------------------------------------------------------------------------------ 9.6 action ratings


def action_rating(charts: Charts, side: str, printed: int, mode: str) -> Iterator[Term]:
    """9.6 The printed rating and what the unit's mode does to it; they add up to the rating used."""
    lines = charts.lines("action_rating")
    if mode == "Strat":
        yield Term(f"{side}'s action rating: {lines['strat'].text}", lines["strat"].amount, lines.rule)
        return
    yield Term(f"{side}'s action rating, as printed", printed, lines.rule)
    for label, value, rule in lines.applying({"mode": mode}):
        yield Term(f"{side}'s action rating: {label}", value, rule)


# ------------------------------------------------------------------------------------------------ 9.8 to 9.10


class ResolveCombat(Procedure):
    """9.8 to 9.10 Surprise, its column shift, and the result."""

    kind_of_attack: str  # "regular" or "overrun"
    column: int
    surprise_modifier: int
    result_modifier: int
    favours: int = 0  # 1 the attacker, -1 the defender
    result: str = ""

    @step("9.8")
    def roll_surprise(self, state: State) -> Roll:
        read, kind, modifier = state.scenario.charts.table("surprise").read, self.kind_of_attack, self.surprise_modifier
        return Roll(TWO_DICE, "favours", lambda roll: FAVOURS[read(kind, roll + modifier)])

    @step("9.8")
    def is_surprise(self, state: State) -> Goto | None:
        return None if self.favours else Goto("roll_result")

    @step("9.8")
    def roll_shift(self, state: State) -> Roll:
        shifted, column, favours = state.scenario.charts.table("combat").shifted, self.column, self.favours
        return Roll(ONE_DIE, "column", lambda roll: shifted(column, favours * roll))  # 9.1g never off the table

    @step("9.8")
    def forget_surprise(self, state: State) -> None:
        self.favours = 0  # the column holds all of it: equal columns are equal positions

    @step("9.9")
    def roll_result(self, state: State) -> Roll:
        chart, column, modifier = state.scenario.charts.table("combat"), self.column, self.result_modifier
        return Roll(TWO_DICE, "result", lambda roll: chart.cell(chart.place("roll", roll + modifier), column))

    @step("9.10")
    def tell(self, state: State) -> Done:
        return Done(self.result)


# ------------------------------------------------------------------------------------------------ odds to look up


def prepare_combat(charts: Charts, given: Mapping[str, Any]) -> Prepared:
    """9.2 Steps 1 to 5: strengths, odds and ratings of what was said."""
    chart = charts.table("combat")
    hedgehog = check_hedgehog(given["hedgehog"])
    line = charts.table("terrain_combat").read(given["terrain"], "line")
    terms, ratings = _by_units(charts, given) if given["attackers"] is not None else _by_numbers(given)
    attack, defence = (Fraction(_value(terms, f"{side} strength")) for side in ("attack", "defence"))
    terms += odds_terms(chart, line, attack, defence)
    modifiers: dict[str, int] = {"hedgehog": hedgehog}
    for side, rated in zip(("attacker", "defender"), _ratings(given, ratings), strict=True):
        found = [] if rated is None else list(action_rating(charts, side, *rated))
        modifiers[f"{side}_ar"] = sum(int(term.value) for term in found)
        terms += found
    rolls = {}
    for roll, name in (("surprise roll", "surprise_modifiers"), ("result roll", "combat_modifiers")):
        applying = Breakdown(charts.lines(name).applying(modifiers))
        rolls[roll] = int(applying.total)
        terms += [Term(f"{roll}: {label}", value, rule) for label, value, rule in applying]
    kind = "overrun" if given["overrun"] else "regular"
    column = start_column(chart, line, attack, defence)
    return Prepared(ResolveCombat(kind, column, rolls["surprise roll"], rolls["result roll"]), Breakdown(terms))


def _value(terms: Sequence[Term], label: str) -> int | Fraction:
    return next(term.value for term in terms if term.label == label)


Rating = tuple[int, str]  # as printed, and the unit's mode
BOTH_SIDES = "combat needs both sides said alike: attack and defend, or attackers and defenders (OCS 9.4)"


def _by_numbers(given: Mapping[str, Any]) -> tuple[list[Term], list[Rating | None]]:
    """Both strengths as sums that already hold what 9.4 does to each unit."""
    if given["defenders"] is not None or given["attack"] is None or given["defend"] is None:
        raise BadInput(BOTH_SIDES)
    if given["hexside"] is not None:
        raise BadInput(f"hexside={given['hexside']}: it multiplies units, so say attackers and defenders (OCS 9.4d)")
    for key in ("attack", "defend"):
        if given[key] < 0:
            raise BadInput(f"{key}={given[key]}: no strength is below zero (OCS 9.4)")
    _check_attacker("the attacker", given["attacker_mode"].casefold(), given["overrun"])
    terms = [Term("attack strength", plain(given["attack"]), "9.4")]
    if not given["defender_supply"]:
        terms.append(Term("defence, before supply", plain(given["defend"]), "9.4"))
        terms.append(Term("defends without combat supply, times", Fraction(1, 2), "9.5"))
    defence = given["defend"] if given["defender_supply"] else given["defend"] / 2
    return [*terms, Term("defence strength", plain(defence), "9.4")], [None, None]


def _by_units(charts: Charts, given: Mapping[str, Any]) -> tuple[list[Term], list[Rating | None]]:
    """Both sides unit by unit."""
    if given["defenders"] is None or given["attack"] is not None or given["defend"] is not None:
        raise BadInput(BOTH_SIDES)
    attackers = read_units(charts, "attackers", given["attackers"])
    defenders = read_units(charts, "defenders", given["defenders"])
    for unit in attackers:
        _check_attacker(unit.said, unit.mode, given["overrun"])
        if unit.defends_only:
            raise BadInput(f"attackers: {unit.said} has its strength in parentheses and only defends (OCS 4.4)")
        if "nosupply" in unit.marks:
            raise BadInput(f"attackers: {unit.said} cannot attack without combat supply (OCS 9.5)")
    for unit in defenders:
        if unit.hexside:
            raise BadInput(f"defenders: {unit.said}: hexsides only touch attackers (OCS 9.4d)")
    if given["hexside"] is not None:
        charts.table("hexside_combat").read(given["hexside"], "other")  # refuses an unknown one
        attackers = [unit if unit.hexside else unit._replace(hexside=given["hexside"].casefold()) for unit in attackers]
    if not given["defender_supply"]:
        defenders = [unit._replace(marks=unit.marks | {"nosupply"}) for unit in defenders]
    terrain = given["terrain"]
    anti_tank = max(anti_tank_level(charts, unit, given["hedgehog"]) for unit in defenders)
    terms = [
        *strength("attack", [(unit, list(attacking(charts, unit, terrain, anti_tank))) for unit in attackers]),
        *strength("defence", [(unit, list(defending(charts, unit, terrain))) for unit in defenders]),
    ]
    return terms, [_rated("attackers", attackers), _rated("defenders", defenders)]


def _check_attacker(who: str, mode: str, overrun: bool) -> None:
    """4.4 and 5.10 Modes that cannot attack, or cannot overrun."""
    if mode in ("strat", "reserve"):
        raise BadInput(f"{who} cannot attack in {mode.capitalize()} Mode (OCS 4.4)")
    if mode == "dg" and overrun:
        raise BadInput(f"{who} cannot overrun while disorganized (OCS 5.10)")


def _rated(key: str, units: Sequence[Unit]) -> Rating | None:
    """9.6 The one unit whose action rating counts."""
    rated = [unit for unit in units if unit.rating is not None]
    if len(rated) > 1:
        raise BadInput(f"{key}: only one unit of a side gives its action rating (OCS 9.6)")
    if not rated or rated[0].rating is None:
        return None
    return rated[0].rating, {"dg": "DG", "strat": "Strat"}.get(rated[0].mode, "other")


def _ratings(given: Mapping[str, Any], of_units: Sequence[Rating | None]) -> list[Rating | None]:
    """9.6 From the units or from the keys; with neither side's rating said they count as equal."""
    ratings: list[Rating | None] = []
    for side, rated in zip(("attacker", "defender"), of_units, strict=True):
        said, mode = given[f"{side}_ar"], given[f"{side}_mode"]
        if rated is not None and (said is not None or mode != "other"):
            raise BadInput(f"{side}_ar: the rating is already given by a unit (OCS 9.6)")
        if said is None and mode != "other":
            raise BadInput(f"{side}_mode={mode}: it changes an action rating, so {side}_ar is needed too (OCS 9.6)")
        ratings.append(rated if said is None else (check_rating(f"{side}_ar={said}", said), mode))
    if ratings.count(None) == 1:
        missing = "attacker" if ratings[0] is None else "defender"
        raise BadInput(f"{missing}_ar is missing: only the difference of both action ratings counts (OCS 9.8)")
    return ratings


UNITS = "units like 2x8/mech/tank + 20/other/ar4/DG: strength/category/marks"

COMBAT = Chance(
    "combat",
    "Ground combat",
    "9.9",
    (
        Key("attack", "fraction", None, "attacking strength, everything counted in"),
        Key("defend", "fraction", None, "defending strength, everything counted in but defender_supply"),
        Key("attackers", "text", None, f"instead of attack: {UNITS}"),
        Key("defenders", "text", None, f"instead of defend: {UNITS}"),
        Key("terrain", "text", "Open", "defender's hex: Open, Close, Very Close, Extr Close, hills, minor city, ..."),
        Key("hexside", "text", None, "crossed by all attackers, if the defender chooses it: minor river, beach, ..."),
        Key("attacker_ar", "number", None, "printed action rating of the unit the attacker chose"),
        Key("defender_ar", "number", None, "printed action rating of the unit the defender chose"),
        Key("attacker_mode", ("other", "DG", "Strat"), "other", "mode of the unit with attacker_ar"),
        Key("defender_mode", ("other", "DG", "Strat"), "other", "mode of the unit with defender_ar"),
        Key("defender_supply", "flag", True, "no: the defender spends no combat supply"),
        Key("hedgehog", "number", 0, "level of the defender's hedgehog, 0 for none"),
        Key("overrun", "flag", False, "an overrun instead of a regular attack"),
    ),
    prepare_combat,
    order=(
        "AL2", "AL1o1", "AL1o1 Do1", "AL1 Do1", "AL1 DL1o1", "Ao1 Do1", "Ao1 DL1o1", "Ao1 DL1o2", "Ao1 e4 DL1o2",
        "Ae4 DL1o2", "Ae3 DL2o2DG", "Ae2 DL2o3DG",
    ),
)  # fmt: skip
