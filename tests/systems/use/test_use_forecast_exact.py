"""USE 5.1: the odds of whole attacks against arithmetic written down from the player aid alone: weather, supply, forts,
air on both sides, halvings, the limit of ten; what is committed and what is not; and what follows."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import ceil
from typing import Any, NamedTuple

import pytest

from sandtable.core.lens import Aftermath
from sandtable.play.forecast import Forecast, forecast
from sandtable.play.session import Session
from sandtable.systems.use.system import USE
from systems.use.field import AXIS, WEST, Game, field

PAIRS = list(product(range(1, 7), repeat=2))
# 5.1, the printed table: for each defender's value the last attacker's column of AA, AS, no effect, DR, DD; then DE
PRINTED = {
    1: (0, 0, 2, 5, 8), 2: (0, 0, 3, 6, 9), 3: (0, 1, 4, 7, 12), 4: (0, 2, 5, 9, 15), 5: (0, 3, 7, 10, 16),
    6: (1, 4, 8, 14, 16), 7: (2, 4, 9, 15, 16), 8: (3, 5, 10, 16, 16), 9: (3, 6, 11, 16, 16), 10: (4, 7, 13, 16, 16),
    11: (4, 8, 14, 16, 16), 12: (5, 9, 15, 16, 16), 13: (5, 10, 16, 16, 16), 14: (6, 11, 16, 16, 16),
    15: (6, 12, 16, 16, 16), 16: (7, 14, 16, 16, 16),
}  # fmt: skip
CODES = ("AA+3", "AS+2", "♦", "DR+2", "DD+3", "DE+4")
GRANTED = {"♦": (1, 1), "DR+2": (1, 1), "AS+2": (1, 1), "DD+3": (1, 0), "DE+4": (1, 0), "AA+3": (0, 1)}  # Air Support


def read(attacker: int, defender: int) -> str:
    return next(
        (code for code, last in zip(CODES, PRINTED[defender], strict=False) if attacker <= last), CODES[-1]
    )  # fmt: skip


class Side(NamedTuple):
    """What a player would write down for one side."""

    drm: int  # without Air Support
    halvings: int = 0
    air: tuple[int, int] | None = None  # modifiers and halvings of its air unit against the enemy's; None: it has none

    def value(self, die: int, support: int) -> int:
        return final(die + max(-10, min(10, self.drm + support)), self.halvings)


def final(number: int, halvings: int) -> int:
    for _ in range(halvings):
        number = ceil(number / 2)
    return max(1, number)


class Case(NamedTuple):
    units: str
    attackers: tuple[str, ...]  # one: a Mobile attack
    target: str
    attacker: Side
    defender: Side
    support: int  # what Air Support is worth in this weather
    weather: str = "Fair"
    forts: tuple[str, ...] = ()
    closed: bool = False  # Marseille: nowhere to retreat to


RING = (
    "pz germany tank 1710 elite; a germany tank 1610; b germany tank 1611; luf germany fighter 1410;"
    "x france garrison 1711; f france fighter 1509; m germany surprise_attack 1510"
)
CASES = {
    "Poor weather, air on both sides": Case(
        "pz germany tank 0611; luf germany fighter 0512; two france infantry 0711; air france fighter 0808",
        ("pz",), "0711",
        # Germany +2, Tank in Poor +1, Poor -2, Sedan -1, the Meuse -1; in the air Germany +2, Poor -2
        Side(2 + 1 - 2 - 1 - 1, air=(2 - 2, 0)),
        Side(1, air=(-2, 0)), 1, "Poor",
    ),
    "Severe weather halves all, in the air as well": Case(
        "pz germany tank 0611; luf germany fighter 0512; two france infantry 0711; air france fighter 0808",
        ("pz",), "0711",
        Side(2 - 1 - 1, 1, air=(2, 1)),  # neither Tank nor Air Support counts
        Side(1, 1, air=(0, 1)), 0, "Severe",
    ),
    "reduced and Low against No Supply, tired air units": Case(
        "pz germany tank 0611 reduced low; luf germany fighter 0512 low s2; two france infantry 0711 no;"
        "air france bomber 0808 s1", ("pz",), "0711",
        # Germany +2, Tank +2, reduced -2, Low -2, Sedan -1, the Meuse -1; in the air +2, Low -2, two Sorties
        Side(2 + 2 - 2 - 2 - 1 - 1, air=(2 - 2 - 2, 0)),
        Side(1, 1, air=(-2 - 1, 0)), 2,  # France +1, halved; a bomber -2, one Sortie
    ),
    "an Assault on a fort, one attacker without supply": Case(
        "a germany infantry 0612; b germany tank 0713 no; luf germany fighter 0513; x france infantry 0712 fort",
        ("a", "b"), "0712",
        Side(2 + 2, 2, air=(2, 0)),  # Germany +2, a Tank joins +2; the fort, No Supply
        Side(1), 2, forts=("0712",),
    ),
    "an Assault in Poor weather with three attackers": Case(
        "a germany infantry 0610 elite; pz germany tank 0611; it italy infantry 0710; luf italy fighter 0512;"
        "x uk tank 0711; f uk fighter 0808 s3", ("a", "pz", "it"), "0711",
        # Germany +2, elite +1, Poor -2, Sedan -1, Tank joins +2, one more +1; an Italian fighter in Poor weather -2
        Side(2 + 1 - 2 - 1 + 2 + 1, air=(-2, 0)),
        Side(1 + 1, air=(1 - 2 - 3, 0)), 1, "Poor",  # UK +1, Tank in Poor +1; in the air UK +1, Poor -2, Sorties -3
    ),
    "more than ten, with and without air": Case(
        RING, ("pz", "a", "b"), "1711",
        # Germany +2, elite +1, Tank +2, isolated +2, Marseille -1, two Tanks +4, Surprise +1 = 11; in the air +2 and +1
        Side(2 + 1 + 2 + 2 - 1 + 4 + 1, air=(2 + 1, 0)),
        Side(1 - 2, air=(0, 0)), 2, closed=True,
    ),
}  # fmt: skip


def begin(case: Case) -> Game:
    more = {"control": {"1710": AXIS, "1411": AXIS}, "map_edge_not_isolated": False} if case.closed else {}
    forts = dict.fromkeys(case.forts, "france")
    game = Game(field(case.units, weather=case.weather, forts=forts, **more))  # type: ignore[arg-type]
    for unit in case.attackers:
        game.do("activate", unit)
        if len(case.attackers) > 1:
            game.do("assault", case.target)
    return game


def told(case: Case) -> Forecast:
    game = begin(case)
    if len(case.attackers) == 1:
        words: tuple[object, ...] = ("attack", case.target)
    else:
        words = ("resolve", case.target, case.attackers[0], sorted(case.attackers[1:], key=game.unit))
    return forecast(game.state, AXIS, game.ask.form.settled(game.action(*words)))


def exact(case: Case, attacker: bool, defender: bool) -> dict[str, Fraction]:
    """By plain arithmetic: the air combat if both commit, then the ground combat."""
    fights = attacker and defender
    mine, theirs = case.attacker, case.defender
    grants = [(int(attacker), int(defender))]
    if fights and mine.air is not None and theirs.air is not None:
        air, foe = mine.air, theirs.air
        grants = [GRANTED[read(final(a + air[0], air[1]), final(d + foe[0], foe[1]))] for a, d in PAIRS]
    found: defaultdict[str, Fraction] = defaultdict(Fraction)
    for (own, other), (a, d) in product(grants, PAIRS):
        result = read(mine.value(a, own * case.support), theirs.value(d, other * case.support))
        found[result] += Fraction(1, 36 * len(grants))
    return found


def decisions(case: Case) -> list[tuple[bool, bool]]:
    return [
        each for each in product((True, False), (True, False))
        if (case.attacker.air or not each[0]) and (case.defender.air or not each[1])
    ]  # fmt: skip


def words(case: Case, chosen: tuple[bool, bool]) -> list[str]:
    able = case.attacker.air, case.defender.air
    return ["commits" if yes else "holds back" for yes, air in zip(chosen, able, strict=True) if air is not None]


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_5_1_the_odds_equal_arithmetic_whatever_is_committed(case: Case) -> None:
    """5.1, 5.2, 5.3: if they commit, if not; every chance exact, none left over."""
    found = told(case)
    for chosen in decisions(case):
        given = words(case, chosen)
        chances = {
            each.result: each.chance for each in found.prospects if [stance.word for _, stance in each.given] == given
        }  # fmt: skip
        assert chances == exact(case, *chosen), given
        assert sum(chances.values()) == 1
    assert len({tuple(stance.word for _, stance in each.given) for each in found.prospects}) == len(decisions(case))


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_5_1_both_sides_modifiers_are_told_with_their_rules(case: Case) -> None:
    """5.1: each side's own list; what depends on a commitment is marked, and nothing is without a rule."""
    found = told(case)
    for role, side in (("attacker", case.attacker), ("defender", case.defender)):
        always = [term for term in found.terms if term.group == role and term.how == "+"]
        assert sum(int(term.value) for term in always if not str(term.label).startswith("at most")) == side.drm
        assert sum(term.how == "×" for term in found.terms if term.group == role) == side.halvings
        maybe = [int(term.value) for term in found.terms if term.group == role and term.how == "if"]
        assert sum(worth for worth in maybe if worth > 0) == (case.support if side.air else 0)
    assert all(term.rule in USE.rulebook for term in found.terms)


def lost(result: str, steps: int, retreats: bool) -> tuple[int, int]:
    """5.3 Steps that the Primary Attacker and the defender lose."""
    code = result.partition("+")[0]
    if code == "AA":
        return 1, 0
    if code == "DE":
        return 0, steps
    if code == "DD":
        return 0, steps if steps == 1 or not retreats else 1
    if code == "DR":
        return 0, 0 if retreats else 1
    return 0, 0


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_5_3_what_follows_is_weighed_by_the_same_chances(case: Case) -> None:
    """5.3: steps lost on both sides and the hex taken, if all retreat and advance who can."""
    found = told(case)
    game = begin(case)
    steps = game.state.steps[game.state.ground_at(game.state.scenario.place(case.target))]
    for chosen in decisions(case):
        axis, west = ("commits" if yes else "holds back" for yes in chosen)
        figures = found.expected({AXIS: axis, WEST: west})
        chances = exact(case, *chosen)
        mine = sum(chance * lost(result, steps, not case.closed)[0] for result, chance in chances.items())
        theirs = sum(chance * lost(result, steps, not case.closed)[1] for result, chance in chances.items())
        emptied = [result for result in chances if result[:2] in ("DR", "DD", "DE")]
        if case.closed:  # who cannot retreat stays, unless it dies
            emptied = [result for result in emptied if lost(result, steps, False)[1] == steps]
        assert figures["Axis steps lost"] == mine
        assert figures["Western Allies steps lost"] == theirs
        assert figures["hex taken"] == sum(chances[result] for result in emptied)


def test_5_1_a_session_has_the_same_odds() -> None:
    """5.1: in Poland 2nd Panzer over the Oder at Katowice; the 4th Air Fleet near, and no Polish air."""
    session = Session(USE.load("poland-1939"), "1")
    session.submit("axis", ("activate", session.scenario.unit("ger_2pz")))
    found = session.odds("attack", "0906")
    # Germany +2, Tank +2, Katowice -1, the Oder -1; Poland nothing, or Ground Support +1; Air Support +2
    for axis, west in product((True, False), repeat=2):
        side, foe = Side(2 + 2 - 1 - 1 + 2 * axis), Side(int(west))
        chances = Counter(read(side.value(a, 0), foe.value(d, 0)) for a, d in PAIRS)
        given = [("holds back", "commits")[yes] for yes in (axis, west)]
        shown = {each.result: each.chance for each in found.prospects if [s.word for _, s in each.given] == given}
        assert shown == {result: Fraction(count, 36) for result, count in chances.items()}


def test_E0_a_marker_is_played_once_below_or_above() -> None:
    """E0, 5.1: what is committed to the ground combat is not there for the air combat over it."""
    units = CASES["Poor weather, air on both sides"].units + "; u france ultra events_west; j germany jets events_axis"
    game = Game(field(units))
    game.do("activate", "pz")
    game.do("attack", "0711")
    for words in (("commit",), ("commit",), ("air", "luf"), ("air", "air"), ("event", "u")):
        game.do(*words)
    assert game.asked == ("axis", "commitment")  # Jets, in the air
    game.do("commit")
    game.do("event", "j")
    assert game.lines("attacker") == [("German air unit", 2), ("Jets", 2)]
    assert game.lines("defender") == [("no modifiers", 0)]
    game.roll((3, 3), (3, 3))  # the air combat, the ground combat
    assert game.place("j") == "events_axis"  # put away when all is over
    game.roll(2)
    assert (game.place("u"), game.place("j")) == ("turn_3", "turn_2")


def test_5_1_the_odds_with_markers_in_the_air_equal_arithmetic() -> None:
    """5.1, E4: Jets in the air combat, or not: the air combat is weighed with them, the ground combat without."""
    case = Case(
        CASES["Poor weather, air on both sides"].units + "; u france ultra events_west; j germany jets events_axis"
        "; n germany snafu events_axis", ("pz",), "0711", Side(2 + 2 - 1 - 1, air=(2, 0)), Side(1, air=(0, 0)), 2,
    )  # fmt: skip
    found = told(case)
    for jets in (True, False):
        below = case._replace(
            attacker=case.attacker._replace(air=(2 + 2 * jets, 0)), defender=Side(1 + 1 - 1, air=(0, 0))
        )  # ULTRA and SNAFU, on the ground
        given = ["commits", "commits", "commits" if jets else "holds back"]
        chances = {each.result: each.chance for each in found.prospects if [s.word for _, s in each.given] == given}
        assert chances == exact(below, attacker=True, defender=True)


def test_E0_what_follows_is_the_same_whenever_a_marker_is_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """E0: dice for markers that come back are followed once for all, and it is as if each were followed."""
    units = CASES["Poor weather, air on both sides"].units + "; t france tanks events_west; n germany snafu events_axis"
    case = Case(units, ("pz",), "0711", Side(0), Side(0), 0)
    once, each = told(case).root, list[object]()
    aftermath = USE.foresight.aftermath

    def counted(*given: Any) -> Aftermath:
        each.append(given)
        return aftermath(*given)

    monkeypatch.setitem(vars(USE), "foresight", replace(USE.foresight, aftermath=counted))
    assert told(case).root == once
    few = len(each)
    monkeypatch.setitem(vars(USE), "foresight", replace(USE.foresight, immaterial=lambda _: False))
    assert told(case).root == once
    assert len(each) - few > 3 * few
