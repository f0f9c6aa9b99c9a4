"""OCS 9: ground combat, from the strengths of both sides to the result on the Combat Table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, ClassVar, NamedTuple

from sandtable.core.chartfile import Charts
from sandtable.core.charts import OddsAxis, Table, WordAxis, decimal
from sandtable.core.dice import Dice
from sandtable.core.errors import BadInput
from sandtable.core.flow import Done, Goto, Procedure, Roll, step
from sandtable.core.rules import Breakdown, Term, Violation
from sandtable.core.state import State
from sandtable.core.system import Chance, Key, Prepared, refuse
from sandtable.systems.ocs.s09_strength import (
    Counted,
    Unit,
    anti_tank_level,
    attacking,
    defending,
    factor,
    multiplied,
    strength,
)

ONE_DIE, TWO_DICE = Dice(1), Dice(2)
FAVOURS = {"Attacker": 1, "None": 0, "Defender": -1}  # which way a surprise shifts the column
CATEGORIES = ("armor", "mech", "other")
MODES = ("combat", "move", "exploit", "reserve", "strat", "dg")
MARKS = ("oos", "nosupply", "tank", "at", "aa")
MARK = r"x\d[\d.]*(?:/\d+(?!\w))?|[^/]+"  # slashes part them, but x1/2 is one
RATING = Key("ar", "number", None, "printed action rating", "0-5", "9.6")
HEXSIDE_WORDS = "hexside_combat.hexside"
TERRAIN = Key("terrain", "text", "Open", "of the target hex", words="terrain_combat.terrain")
HEDGEHOG = Key("hedgehog", "number", 0, "level of the hedgehog in the hex attacked, 0 for none", "0-4", "16.0")


# ------------------------------------------------------------------------------------------------ units


def read_units(charts: Charts, key: str, text: str) -> list[Unit]:
    """`2x8/mech/tank + 20/other/ar4/DG`: strength, category and marks of each unit; the series prints no such form."""
    units: list[Unit] = []
    for said in (part.strip() for part in re.split(r"[+,]", text)):
        match = re.fullmatch(r"(?:([1-9]\d?)\s*x\s*)?(\(?)(\d+(?:\.\d+)?)(\)?)\s*/(.+)", said)
        if not match or bool(match[2]) != bool(match[4]):
            raise BadInput(f"{key}: {said!r} is no unit; write strength/category/marks like 8/mech/DG (OCS 9.4)")
        unit = Unit(said[match.start(2) :], Fraction(match[3]), bool(match[2]), "")
        for mark in re.findall(MARK, match[5]):
            unit = _marked(charts, key, unit, mark.strip().casefold())
        if not unit.category:
            raise BadInput(f"{key}: {said!r} needs a category, {', '.join(CATEGORIES)}{_category_of(unit)} (OCS 9.4)")
        units += [unit, *[unit._replace(rating=None)] * (int(match[1] or 1) - 1)]  # one rating, theirs together
    return units


def _category_of(unit: Unit) -> str:
    """9.4e What a mark lets one guess: colours tell the category, the tank symbol only the anti-tank level."""
    if "tank" not in unit.marks:
        return ""
    return f"; a tank is armor if its symbol is yellow, mech if it is red: {unit.said.replace('tank', 'armor', 1)}"


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
        return unit._replace(rating=int(match[1]))
    if (match := re.fullmatch(r"(\d)of(\d)", mark)) and 0 < int(match[1]) <= int(match[2]):
        return unit._replace(steps=(int(match[1]), int(match[2])))
    if mark in hexsides.places:
        return unit._replace(hexside=mark)
    if re.fullmatch(r"x\d+(\.\d+|/[1-9]\d*)?", mark):
        return unit._replace(factors=(*unit.factors, factor(mark)))
    raise BadInput(
        f"{key}: {unit.said!r} cannot have {mark!r}; a unit has one of {', '.join(CATEGORIES)}, one of"
        f" {', '.join(MODES)}, and any of {', '.join(MARKS)}, ar4, 3of4, x1/2 or a hexside,"
        f" {', '.join(hexsides.words.every)} (OCS 9.4)"
    )


# ------------------------------------------------------------------------------------------------ 9.7 odds


def raw_odds(attack: Fraction, defence: Fraction) -> Fraction | None:
    """9.7 One strength to the other, not rounded yet; 0:0 is 1:1. None against nothing."""
    if attack == defence:
        return Fraction(1)
    return attack / defence if defence else None


def _odds_of(chart: Table) -> OddsAxis:
    odds = chart.axis("odds")
    assert isinstance(odds, OddsAxis)
    return odds


def start_column(chart: Table, line: str, attack: Fraction, defence: Fraction) -> int:
    """9.7 The rightmost column not above the odds, rounded as the chart says; no strength at all is the end column of
    that side (9.14a)."""
    odds, raw = _odds_of(chart), raw_odds(attack, defence)
    return len(odds.labels) - 1 if raw is None else odds.column(line, raw, chart)


def odds_terms(chart: Table, line: str, attack: Fraction, defence: Fraction) -> Iterator[Term]:
    """9.7 How both strengths came to the column."""
    raw, found = raw_odds(attack, defence), heading(chart, line, start_column(chart, line, attack, defence))
    if not raw:
        side = "defender" if raw is None else "attacker"
        yield Term(f"the {side} has no strength", 0, "9.14a", "odds", "note")
    else:
        odds = _odds_of(chart).rounded(raw)
        label = f"{decimal(attack)} to {decimal(defence)}, rounded to {odds.numerator}:{odds.denominator}"
        yield Term(label, 0, "9.7", "odds", "note")
    yield Term(f"column {found} on the {line} line", 0, "9.9", "odds", "note")


def heading(chart: Table, line: str, column: int) -> str:
    """9.9 What a column is called on a line."""
    return _odds_of(chart).lines[line][column]


# ------------------------------------------------------------------------------------------------ 9.6 action ratings


def action_rating(charts: Charts, side: str, printed: int, mode: str) -> Iterator[Term]:
    """9.6 The printed rating and what the unit's mode does to it; they add up to the rating used."""
    lines, group = charts.lines("action_rating"), f"{side}'s action rating"
    if mode == "Strat":
        yield Term(lines["strat"].text, lines["strat"].amount, lines.rule, group)
        return
    yield Term("as printed", printed, lines.rule, group)
    yield from (term._replace(group=group) for term in lines.applying({"mode": mode}))


@lru_cache(maxsize=256)
def rated(charts: Charts, printed: int, mode: str) -> int:
    """9.6 What a rating comes to."""
    return int(Breakdown(action_rating(charts, "attacker", printed, mode)).total)


# ------------------------------------------------------------------------------------------------ 9.8 to 9.10


class ResolveCombat(Procedure):
    """9.8 to 9.10 Surprise, its column shift, and the result."""

    by_charts: ClassVar[bool] = True
    kind_of_attack: str  # "regular" or "overrun"
    column: int
    surprise_modifier: int
    result_modifier: int
    line: str  # of the table, for what its columns are called
    favours: int = 0  # 1 the attacker, -1 the defender
    result: str = ""

    @step("9.8")
    def roll_surprise(self, state: State) -> Roll:
        chart = state.scenario.charts.table("surprise")
        return Roll(TWO_DICE, "favours", surprises(chart, self.kind_of_attack, self.surprise_modifier))

    @step("9.8")
    def is_surprise(self, state: State) -> Goto | None:
        if not self.favours:
            return Goto("roll_result")
        state.note("surprise", "9.8", word="attacker" if self.favours > 0 else "defender")
        return None

    @step("9.8")
    def roll_shift(self, state: State) -> Roll:
        return Roll(ONE_DIE, "column", shifts(state.scenario.charts.table("combat"), self.column, self.favours))

    @step("9.8")
    def forget_surprise(self, state: State) -> None:
        self.favours = 0  # the column holds all of it: equal columns are equal positions
        odds = heading(state.scenario.charts.table("combat"), self.line, self.column)
        state.note("column", "9.8", number=self.column, odds=odds)

    @step("9.9")
    def roll_result(self, state: State) -> Roll:
        chart = state.scenario.charts.table("combat")
        return Roll(TWO_DICE, "result", results(chart, self.column, self.result_modifier))

    @step("9.10")
    def tell(self, state: State) -> Done:
        return Done(self.result)


# What the dice mean: the same function for the same, so that it is read once (`Roll.meanings`).


@lru_cache(maxsize=1024)
def surprises(chart: Table, kind: str, modifier: int) -> Callable[[int], int]:
    """9.8 Whom surprise favours."""
    return lambda roll: FAVOURS[chart.read(kind, roll + modifier)]


@lru_cache(maxsize=1024)
def shifts(chart: Table, column: int, favours: int) -> Callable[[int], int]:
    """9.8, 9.1g The column after a surprise, never off the table."""
    return lambda roll: chart.shifted(column, favours * roll)


@lru_cache(maxsize=1024)
def results(chart: Table, column: int, modifier: int) -> Callable[[int], str]:
    """9.9 The result in a column."""
    return lambda roll: chart.cell(chart.place("roll", roll + modifier), column)


# ------------------------------------------------------------------------------------------------ odds to look up


SIDES = ("attacker", "defender")
RATED_AS = {"dg": "DG", "strat": "Strat"}  # 9.6 modes that change a rating, as its list calls them
Rating = tuple[int, str]  # as printed, and the unit's mode
Forces = tuple[Sequence[Counted], Sequence[Counted]]


def prepare_combat(charts: Charts, given: Mapping[str, Any]) -> Prepared:
    """9.2 Steps 1 to 5: strengths, odds and ratings of what was said."""
    refuse(unlike(given), charts.book)
    forces, of_units = _by_units(charts, given) if given["attackers"] is not None else _by_numbers(charts, given)
    line = charts.table("terrain_combat").read(given["terrain"], "line")
    found = situation(charts, line, forces, _ratings(given, of_units), given["hedgehog"])
    terms = [*found.terms]
    if given["overrun"]:
        terms.append(Term("no exploitation after an overrun: e# does not apply", 0, "9.10", "result", "note"))
    return Prepared(resolution(found, line, given["overrun"]), Breakdown(terms))


class Situation(NamedTuple):
    """9.2 Steps 4 and 5: the column to start in, what modifies both rolls, and every term of it."""

    terms: Breakdown
    attack: Fraction
    defence: Fraction
    column: int
    surprise: int
    result: int


def resolution(found: Situation, line: str, overrun: bool) -> ResolveCombat:
    """9.8 The rolls that decide it."""
    return ResolveCombat("overrun" if overrun else "regular", found.column, found.surprise, found.result, line)


def situation(charts: Charts, line: str, forces: Forces, ratings: Sequence[Rating | None], hedgehog: int) -> Situation:
    """9.4 to 9.8 What both forces come to on a line of the table."""
    chart = charts.table("combat")
    attack_terms, attack = strength("attacker", forces[0])
    defence_terms, defence = strength("defender", forces[1])
    terms = [*attack_terms, *defence_terms, *odds_terms(chart, line, attack, defence)]
    modifiers: dict[str, int] = {"hedgehog": hedgehog}
    if not any(ratings):
        terms.append(Term("not said: taken as equal", 0, "9.6", "action ratings", "note"))
    for side, rated in zip(SIDES, ratings, strict=True):
        found = [] if rated is None else list(action_rating(charts, side, *rated))
        modifiers[f"{side}_ar"] = int(Breakdown(found).total)
        terms += found
    rolls = []
    for roll, name in (("surprise roll", "surprise_modifiers"), ("result roll", "combat_modifiers")):
        applying = Breakdown(term._replace(group=roll) for term in charts.lines(name).applying(modifiers))
        rolls.append(int(applying.total))
        terms += applying
    return Situation(Breakdown(terms), attack, defence, start_column(chart, line, attack, defence), *rolls)


def _by_numbers(charts: Charts, given: Mapping[str, Any]) -> tuple[Forces, list[Rating | None]]:
    """Both strengths as sums that already hold what 9.4 does to each unit."""
    refuse([*bad_numbers(given), *bad_ratings(given, (None, None))], charts.book)
    unsupplied = multiplied(charts.lines("strength_modifiers")["no-supply"])
    attack = Counted("as said", given["attack"])
    defence = Counted("as said", given["defend"], () if given["defender_supply"] else (unsupplied,))
    return ([attack], [defence]), [None, None]


def _by_units(charts: Charts, given: Mapping[str, Any]) -> tuple[Forces, list[Rating | None]]:
    """Both sides unit by unit."""
    attackers, defenders = (read_units(charts, key, given[key]) for key in ("attackers", "defenders"))
    rated = [_rated(attackers), _rated(defenders)]
    refuse(
        [*bad_attackers(attackers, given["overrun"]), *bad_defenders(defenders), *bad_ratings(given, rated)],
        charts.book,
    )
    if given["hexside"] is not None:
        charts.table("hexside_combat").read(given["hexside"], "other")  # refuses an unknown one
        attackers = [unit if unit.hexside else unit._replace(hexside=given["hexside"].casefold()) for unit in attackers]
    if not given["defender_supply"]:
        defenders = [unit._replace(marks=unit.marks | {"nosupply"}) for unit in defenders]
    terrain = given["terrain"]
    anti_tank = max(anti_tank_level(charts, unit, given["hedgehog"]) for unit in defenders)
    return (
        [Counted(unit.said, unit.strength, tuple(attacking(charts, unit, terrain, anti_tank))) for unit in attackers],
        [Counted(unit.said, unit.strength, tuple(defending(charts, unit, terrain))) for unit in defenders],
    ), rated


def _rated(units: Sequence[Unit]) -> Rating | None:
    """9.6 The one unit whose action rating counts."""
    return next(((unit.rating, RATED_AS.get(unit.mode, "other")) for unit in units if unit.rating is not None), None)


def _ratings(given: Mapping[str, Any], of_units: Sequence[Rating | None]) -> list[Rating | None]:
    """9.6 From the units or from the keys; with neither side's rating said they count as equal."""
    said = [given[f"{side}_ar"] for side in SIDES]
    return [
        rated if rating is None else (rating, given[f"{side}_mode"])
        for side, rated, rating in zip(SIDES, of_units, said, strict=True)
    ]


# ------------------------------------------------------------------------------------------------ what is refused


def unlike(given: Mapping[str, Any]) -> Iterator[Violation]:
    """9.4 Both sides as sums, or both as units."""
    said = tuple(given[key] is not None for key in ("attack", "defend", "attackers", "defenders"))
    if said not in ((True, True, False, False), (False, False, True, True)):
        yield Violation("9.4", "combat needs both sides said alike: attack and defend, or attackers and defenders")


def bad_numbers(given: Mapping[str, Any]) -> Iterator[Violation]:
    """9.4d A sum has no units left to multiply."""
    if given["hexside"] is not None:
        yield Violation("9.4d", f"hexside={given['hexside']}: it multiplies units, so say attackers and defenders")


def bad_attackers(units: Sequence[Unit], overrun: bool) -> Iterator[Violation]:
    """4.4, 5.10, 9.5 and 9.6: who may attack."""
    for unit in units:
        yield from bad_mode(f"attackers: {unit.said}", unit.mode, overrun)
        if unit.defends_only:
            yield Violation("4.4", f"attackers: {unit.said} has its strength in parentheses and only defends")
        if "nosupply" in unit.marks:
            yield Violation("9.5", f"attackers: {unit.said} cannot attack without combat supply")
    yield from bad_rating("attackers", units)


def bad_defenders(units: Sequence[Unit]) -> Iterator[Violation]:
    """9.4d and 9.6."""
    for unit in units:
        if unit.hexside:
            yield Violation("9.4d", f"defenders: {unit.said}: hexsides only touch attackers")
    yield from bad_rating("defenders", units)


def bad_mode(who: str, mode: str, overrun: bool) -> Iterator[Violation]:
    """4.4 and 5.10 Modes that cannot attack, or cannot overrun."""
    if mode in ("strat", "reserve"):
        yield Violation("4.4", f"{who} cannot attack in {mode.capitalize()} Mode")
    if mode == "dg" and overrun:
        yield Violation("5.10", f"{who} cannot overrun while disorganized")


def bad_rating(key: str, units: Sequence[Unit]) -> Iterator[Violation]:
    """9.6 One unit gives its rating, as it is printed."""
    rated = [unit for unit in units if unit.rating is not None]
    for unit in rated:
        if not RATING.allows(unit.rating):
            yield Violation("9.6", f"{key}: {unit.said}: action ratings run from {RATING.within}")
    if len(rated) > 1:
        yield Violation("9.6", f"{key}: only one unit of a side gives its action rating")


def bad_ratings(given: Mapping[str, Any], of_units: Sequence[Rating | None]) -> Iterator[Violation]:
    """9.6, 9.8 Each rating once, and both or none."""
    yield from bad_mode("the attacker", given["attacker_mode"].casefold(), given["overrun"])
    known = []
    for side, rated in zip(SIDES, of_units, strict=True):
        said, mode = given[f"{side}_ar"], given[f"{side}_mode"]
        known.append(rated is not None or said is not None)
        if rated is not None and (said is not None or mode != "other"):
            yield Violation("9.6", f"{side}_ar: the rating is already given by a unit")
        elif said is None and mode != "other":
            yield Violation("9.6", f"{side}_mode={mode}: it changes an action rating, so {side}_ar is needed too")
    if known.count(False) == 1:
        missing = SIDES[known.index(False)]
        how = f"say {missing}_ar=4" if given["attackers"] is None else f"say .../ar4 in {missing}s, or {missing}_ar=4"
        yield Violation("9.8", f"{missing}_ar is missing: only the difference of both action ratings counts, so {how}")


# ------------------------------------------------------------------------------------------------ what may be said

UNITS = "units like 2x8/mech/tank + 20/other/ar4/DG: strength/category/marks"

COMBAT = Chance(
    "combat",
    "Ground combat",
    "9.9",
    (
        Key("attack", "fraction", None, "attacking strength, everything counted in", "0+", "9.4"),
        Key("defend", "fraction", None, "defending strength, everything counted in but defender_supply", "0+", "9.4"),
        Key("attackers", "text", None, f"instead of attack: {UNITS}"),
        Key("defenders", "text", None, f"instead of defend: {UNITS}"),
        TERRAIN._replace(help="of the defender's hex"),
        Key("hexside", "text", None, "crossed by all attackers, if the defender chooses it", words=HEXSIDE_WORDS),
        RATING._replace(name="attacker_ar", help="printed action rating of the unit the attacker chose"),
        RATING._replace(name="defender_ar", help="printed action rating of the unit the defender chose"),
        Key("attacker_mode", ("other", "DG", "Strat"), "other", "mode of the unit with attacker_ar"),
        Key("defender_mode", ("other", "DG", "Strat"), "other", "mode of the unit with defender_ar"),
        Key("defender_supply", "flag", True, "no: the defender spends no combat supply"),
        HEDGEHOG,
        Key("overrun", "flag", False, "an overrun instead of a regular attack"),
    ),
    prepare_combat,
    order=(
        "AL2", "AL1o1", "AL1o1 Do1", "AL1 Do1", "AL1 DL1o1", "Ao1 Do1", "Ao1 DL1o1", "Ao1 DL1o2", "Ao1 e4 DL1o2",
        "Ae4 DL1o2", "Ae3 DL2o2DG", "Ae2 DL2o3DG",
    ),
    charts=(
        "combat", "surprise", "terrain_combat", "hexside_combat", "strength_modifiers", "anti_tank", "action_rating",
        "surprise_modifiers", "combat_modifiers",
    ),
)  # fmt: skip
