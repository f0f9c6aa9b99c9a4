"""USE D1, D2: policies and declarations of war."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.decisions import WORD, Form, Slot
from sandtable.core.dice import Dice, at_least
from sandtable.core.flow import Call, Done, Goto, Procedure, Result, Roll, step
from sandtable.core.rules import Hex, Side, UnitId, Violation
from sandtable.core.sequence import Segment
from sandtable.systems.use.s13_conditional import Activate, Conditional, by_policies
from sandtable.systems.use.state import BINDS, BROKEN, CONQUERED, ENDED, IN_FORCE, UseState
from sandtable.systems.use.theatre import AXIS, AXIS_FACTION, FACTIONS, NEUTRAL, POLICIES, SOVIET, WESTERN

RULE = "D2"
APPEASEMENT, PACT = range(len(POLICIES))


def at_war(state: UseState, faction: int) -> bool:
    """5.4 Is Germany at war with a faction: does it have an active great power, and does no policy hold?"""
    id = {WESTERN: "uk", SOVIET: "ussr"}[faction]
    theatre = state.theatre
    if id not in theatre.country_ids or state.at_peace(AXIS_FACTION, faction):
        return False
    country = theatre.country(id)
    return state.faction[country] == faction and state.status[country] != CONQUERED


def why_closed(state: UseState, unit: UnitId, place: Hex) -> str:
    """4.0 Why ships and invaders of a unit's faction may not go to a hex: its country is neutral, or a policy keeps
    them out; nothing if they may."""
    land = state.theatre.country_at[place] if place < state.theatre.board.hexes else -1
    if land < 0:
        return ""
    if state.faction[land] == NEUTRAL:
        return f"{state.country_name(land)} is neutral"
    if state.at_peace(state.faction_of(unit), state.faction[land]):
        return f"a policy or peace closes {state.country_name(land)}"
    return ""


# ------------------------------------------------------------------------------------------------ policies


class Policies(Procedure):
    """D1 Once for all factions: those that hold are rolled for, from the turns of their markers on."""

    side: Side
    nth: int = 0

    @step("D1")
    def next_policy(self, state: UseState) -> Result:
        if self.side != AXIS or self.nth == len(POLICIES):
            return Done()
        policy, self.nth = self.nth, self.nth + 1
        tries = state.turn - state.theatre.evaluated_from(POLICIES[policy])
        if tries < 0 or state.policies[policy] != IN_FORCE:
            return Goto("next_policy")
        return Call(EvaluatePolicy(policy, tries), then="next_policy")


class EvaluatePolicy(Procedure):
    """D1 One die each turn, from the turn of its marker on: the first time the policy ends on 5 or 6, then on 4 to 6,
    from then on on 3 to 6."""

    policy: int
    tries: int  # before this one
    roll: int = 0

    @step("D1")
    def throw(self, state: UseState) -> Result:
        if state.policies[self.policy] != IN_FORCE:
            return Done()
        needed = least_die(state, self.tries)
        return Roll(Dice(1), "roll", at_least(needed))

    @step("D1")
    def end(self, state: UseState) -> Result:
        if self.roll:
            state.set_policy(self.policy, ENDED, "D1")
            return Call(Conditional(by_policies(state)))
        return None

    @step("D1")
    def done(self, state: UseState) -> Result:
        return Done()


def least_die(state: UseState, tries: int) -> int:
    """D1 The die on which a policy ends."""
    lines = state.scenario.charts.lines("policies").lines
    return int(lines[min(tries, len(lines) - 1)].value.partition("-")[0])


# ------------------------------------------------------------------------------------------------ war


class DeclareWar(Procedure):
    """D2 On a neutral country, which joins an enemy faction of whoever declares."""

    side: Side
    country: str

    @step("D2")
    def declare(self, state: UseState) -> Result:
        country = state.theatre.country(self.country)
        state.note("war", RULE, side=self.side, country=state.country_name(country))
        return Call(Activate(country, WESTERN if self.side == AXIS else AXIS_FACTION))

    @step("D2")
    def done(self, state: UseState) -> Result:
        return Done()


def neutrals(state: UseState) -> list[str]:
    """Countries that may be activated: others have no side, and are closed for the whole game."""
    countries = state.theatre.countries
    return [each.id for nth, each in enumerate(countries) if each.side >= 0 and state.faction[nth] == NEUTRAL]


def bad_war(segment: Segment, state: UseState, country: str) -> Iterator[Violation]:
    """D2 Why war cannot be declared on a country."""
    if country not in neutrals(state):
        yield Violation(RULE, f"{country} is not a neutral country")
    elif state.theatre.countries[state.theatre.country(country)].side == segment.side:
        yield Violation(RULE, f"the counters of {country} are yours: it can only join you")
    if state.policies[APPEASEMENT] == IN_FORCE and segment.side != AXIS:
        yield Violation("D1", "Appeasement holds: the West declares no war")


DECLARE = Form("declare", RULE, Slot("country", WORD, lambda segment, state: neutrals(state), bad_war))


# ------------------------------------------------------------------------------------------------ war between factions


class BreakPeace(Procedure):
    """D2 War between the Axis and an Allied faction, after the policy that kept them from it has ended."""

    side: Side
    faction: str  # the Allied one, whoever declares

    @step("D2")
    def declare(self, state: UseState) -> Result:
        on = self.faction if self.side == AXIS else FACTIONS[AXIS_FACTION]
        state.note("war", RULE, side=self.side, country=f"the {on} faction")
        state.set_policy(policy_with(self.faction), BROKEN, RULE)
        return Done()


ALLIES = (FACTIONS[WESTERN], FACTIONS[SOVIET])


def policy_with(faction: str) -> int:
    """The policy that binds the Axis and an Allied faction."""
    return BINDS.index({AXIS_FACTION, FACTIONS.index(faction)})


def bad_break(segment: Segment, state: UseState, faction: str) -> Iterator[Violation]:
    """D2 Why war cannot be declared between the Axis and an Allied faction."""
    if faction not in ALLIES:
        yield Violation(RULE, f"{faction} is no Allied faction")
        return
    policy = policy_with(faction)
    if state.policies[policy] == IN_FORCE:
        yield Violation("D1", f"{POLICIES[policy].replace('_', ' ')} holds: neither declares war on the other")
    elif state.policies[policy] != ENDED:
        yield Violation(RULE, f"the Axis and the {faction} faction are at war")
    if FACTIONS.index(faction) not in state.faction:
        yield Violation(RULE, f"no country is in the {faction} faction")


BREAK = Form("war", RULE, Slot("faction", WORD, lambda segment, state: ALLIES, bad_break))
