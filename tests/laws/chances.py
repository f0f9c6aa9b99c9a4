"""Law 7: odds are exact. Compared with every fall of the dice, followed one by one, and with seeded trials."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from random import Random
from typing import Any, cast

from laws.cases import Broken, Case, demand, some_waits
from sandtable.core.charts import Axis, BandAxis, MeasureAxis, OddsAxis, Table
from sandtable.core.decisions import Action
from sandtable.core.dice import Seeded
from sandtable.core.errors import BadInput
from sandtable.core.flow import Ask, Over, Roll, answer, run
from sandtable.core.readchart import chance_of
from sandtable.core.state import State
from sandtable.core.system import Chance, Desk, Reference, Scenario
from sandtable.play.odds import first_pick, odds, preview

TRIALS = 600
LEAVES, LEAVES_IN_GAMES = 5000, 1500  # two throws of two dice end in 1,296
MOST, ASKED = 4, 12  # rolls after an answer whose odds are looked at, and questions
RARE = 10  # times that a result is expected in all trials: fewer say nothing
# What must be said where silence is no answer.
SAID: Mapping[str, Mapping[str, Any]] = {
    "gew.ground": {"attackers": "6/mech + 4", "defenders": "5"},
    "gew.swt": {"column": 0},
    "gew.bombing": {"bombardment": "3+2"},
    "gew.air_interception": {"interceptors": 4, "intercepted": 3},
    "gew.naval_interception": {"fleet": 4, "intercepted": "1+3"},
    "gew.convoy": {"uboats": "2+2"},
    "gew.partisan_support": {"sf": 2},
    "gew.psywar": {"sf": 2},
    "gew.neutral": {"country": "Turkey"},
    "ocs.combat": {"attack": 20, "defend": 8},
    "ocs.barrage": {"strength": 12},
    "ocs.facility": {"strength": 12},
    "ocs.attrition": {"ar": 3},
    "ocs.anti_ship": {"strength": 12},
}


class TooMany(Exception):
    """More falls of the dice than can be followed one by one."""


def law_7(case: Case, seed: int) -> int:
    """Previews of random actions, against every fall of the dice."""
    rng, seen = Random(seed), 0
    for state, wait in some_waits(case, seed):
        if not isinstance(wait, Ask) or rng.random() < 0.5:
            continue
        action = wait.form.fill(state, rng.choice)
        if not all(soon_over(state, action, f"{seed} {nth}") for nth in range(3)):
            continue  # the end of a turn: too many dice fall to follow them all
        before = state.plain()
        found = preview(state, action, State.plain)
        demand(7, state.plain() == before, f"{case}: a preview changed the game")
        demand(7, sum(found.values()) == 1, f"{case}: the odds of {action} sum to {sum(found.values())}")
        _against_the_dice(case, state, action, found, seed)
        seen += 1
    return seen


def soon_over(state: State, action: Action, seed: str) -> bool:
    """Do few dice fall until the question after an answer, and is little asked? In one try."""
    branch, depth, dice, fallen, asked = state.copy(), len(state.stack), Seeded(seed, ["rolls"]), 0, 0
    answer(branch, action)
    while not isinstance(wait := run(branch), Over) and not (isinstance(wait, Ask) and len(branch.stack) <= depth):
        if isinstance(wait, Roll):
            answer(branch, dice.roll(wait.dice, fallen, "rolls"))
            fallen += 1
        else:
            answer(branch, first_pick(branch, wait))
            asked += 1
        if fallen > MOST or asked > ASKED:
            return False
    return True


def _against_the_dice(case: Case, state: State, action: Action, found: Mapping[Any, Fraction], seed: int) -> None:
    depth, start = len(state.stack), state.copy()
    answer(start, action)

    def ended(branch: State) -> bool:
        return len(branch.stack) <= depth

    try:
        falls = every_fall(start, ended, State.plain, LEAVES_IN_GAMES)
    except TooMany:
        _agree(found, trials(start, ended, State.plain, f"{case} {seed}"), f"{case}: {action}")
        return
    demand(7, falls == found, f"{case}: the odds of {action} are not those of its dice")


def every_fall(
    start: State, ended: Callable[[State], bool], read: Callable[[State], Hashable], most: int = LEAVES
) -> dict[Hashable, Fraction]:
    """The naive way: every reading of every roll, nothing merged. Dice that are rolled again for ever, as in a tie, are
    too many."""
    found: dict[Hashable, Fraction] = {}
    open_, leaves = [(start.copy(), Fraction(1))], 0
    while open_:
        state, weight = open_.pop()
        wait = run(state)
        if leaves > most or len(open_) > most:
            raise TooMany
        if isinstance(wait, Over) or (isinstance(wait, Ask) and ended(state)):
            leaves += 1
            result = read(state)
            found[result] = found.get(result, Fraction(0)) + weight
            continue
        ways = wait.dice.ways if isinstance(wait, Roll) else {first_pick(state, wait): 1}
        whole = sum(ways.values())
        for value, times in ways.items():
            branch = state.copy()
            answer(branch, value)
            open_.append((branch, weight * Fraction(times, whole)))
    return found


def trials(
    start: State, ended: Callable[[State], bool], read: Callable[[State], Hashable], seed: str
) -> Counter[Hashable]:
    """The same procedure played with seeded dice, many times."""
    found: Counter[Hashable] = Counter()
    for nth in range(TRIALS):
        state, dice, rolls = start.copy(), Seeded(seed, [str(nth)]), 0
        while not isinstance(wait := run(state), Over) and not (isinstance(wait, Ask) and ended(state)):
            if isinstance(wait, Roll):
                answer(state, dice.roll(wait.dice, rolls, "trial"))
                rolls += 1
            else:
                answer(state, first_pick(state, wait))
        found[read(state)] += 1
    return found


def _agree(odds: Mapping[Any, Fraction], counted: Counter[Hashable], what: str) -> None:
    """Within six standard deviations of each chance, rare results taken together; what cannot happen never does."""
    rare = [result for result, chance in odds.items() if chance * TRIALS < RARE]
    common = [([result], str(result)[:60]) for result in odds if result not in set(rare)]
    for result in counted:
        demand(7, odds.get(result), f"{what}: {str(result)[:60]} happened, with no chance")
    for results, name in [*common, (rare, "any of the rare results")]:
        chance, times = sum(odds[result] for result in results), sum(counted[result] for result in results)
        off, spread = times - chance * TRIALS, chance * (1 - chance) * TRIALS
        demand(7, off * off <= 36 * spread, f"{what}: {name} came {times} times, its chance is {chance}")


# ------------------------------------------------------------------------------------------------ by name


def law_7_by_name(reference: Reference) -> int:
    """Every named calculation of the system, and every chart that is rolled on."""
    charts = reference.printed_charts
    named = [(chance, SAID.get(f"{reference.code}.{chance.name}", {})) for chance in reference.chances]
    known = {chance.name for chance in reference.chances}
    tables = [chart for name, chart in charts.items() if isinstance(chart, Table) and chart.dice and name not in known]
    named += [(chance_of(table), anything(table)) for table in tables]
    for chance, said in named:
        _named(reference, chance, said)
    return len(named)


def anything(table: Table) -> dict[str, Any]:
    """Some value for each key but the roll."""
    said: dict[str, Any] = {}
    for axis in table.axes:
        if axis.name != "roll":
            said[axis.name] = _some(axis)
            if isinstance(axis, OddsAxis):
                said[axis.by] = next(iter(axis.lines))
    return said | {key: table.bounds[key].low if key in table.bounds else 0 for key in table.plus}


def _some(axis: Axis) -> Any:
    if isinstance(axis, BandAxis):
        return axis.floor
    if isinstance(axis, OddsAxis):
        return "1:1"
    return 1 if isinstance(axis, MeasureAxis) else axis.labels[0]


def _named(reference: Reference, chance: Chance, said: Mapping[str, Any]) -> None:
    name = f"{reference.code}.{chance.name}"
    try:
        found = odds(name, **said)
        ready = chance.prepare(reference.printed_charts, chance.complete(said))
    except BadInput as error:
        raise Broken(7, f"{name} cannot be tried, say more in laws/chances.py: {error}") from error
    demand(7, sum(found.values()) == 1, f"{name}: the odds sum to {sum(found.values())}")
    desk = cast(Scenario, Desk(reference, "desk", (), reference.printed_charts))
    start = State(desk, ready.procedure)
    _agree(found, trials(start, _never, _outcome, name), name)
    try:
        demand(7, every_fall(start, _never, _outcome) == dict(found), f"{name}: the odds are not those of the dice")
    except TooMany:
        return  # the trials have agreed


def _never(state: State) -> bool:
    return False


def _outcome(state: State) -> str:
    return str(cast(Over, state.wait).outcome)
