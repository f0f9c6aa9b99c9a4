"""OCS 2.2: all that the scenario counts, hex by hex, how the game may end, and what supply is."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.lens import About, Ending, Stake
from sandtable.core.rules import Side, counted
from sandtable.core.sentences import Text, say
from sandtable.systems.ocs.figures import tokens
from sandtable.systems.ocs.s02_victory import COUNTED, outcome
from sandtable.systems.ocs.state import OcsState
from sandtable.systems.ocs.theatre import Objective
from sandtable.systems.ocs.titles import drafted


def stakes(state: OcsState) -> list[Stake]:
    """The objectives in their order; of hexes that count each for itself, each."""
    return [_stake(state, goal) for whole in state.theatre.objectives for goal in _parts(whole)]


def _parts(goal: Objective) -> list[Objective]:
    return [goal._replace(hexes=(hex,)) for hex in goal.hexes] if goal.kind == "hold" else [goal]


def _stake(state: OcsState, goal: Objective) -> Stake:
    count, _ = COUNTED[goal.kind](state, goal)
    holders = {state.controller(hex) for hex in goal.hexes} if goal.kind in ("hold", "hold_all") else set()
    holder = holders.pop() if len(holders) == 1 else None
    return Stake(goal.side, _told(goal), goal.points, count * goal.points, "2.2", goal.hexes, holder)


def _told(goal: Objective) -> Text:
    who = " and ".join(sorted([*map(str.capitalize, goal.nations), *goal.categories])).replace("_", " ")
    what = f"{who} " if who else ""
    match goal.kind:
        case "hold":
            return say("{hexes}", goal.hexes)
        case "hold_all":
            return say("{hexes}, all of them", goal.hexes)
        case "dead_steps":
            return f"{what}steps of the enemy in the dead pile, for {_each(goal)}"
        case "dead_hqs":
            return f"{what}HQs of the enemy destroyed, for {_each(goal)}"
        case "relieved":
            return say("{hex} relieved: a way without the enemy to one of {hexes}", goal.hexes[0], goal.hexes[1:])
    return f"a unit in trace supply beyond column {goal.column}"


def _each(goal: Objective) -> str:
    return "each" if goal.per == 1 else f"every {goal.per}"


def endings(state: OcsState) -> Iterator[Ending]:
    """2.2 The levels of the scenario, from the best for its first side down."""
    theatre, names, now = state.theatre, state.scenario.spoken_sides, outcome(state)
    yield Ending("Last turn", f"{len(theatre.dates)}, {theatre.dates[-1]}", "2.2")
    tops = [None, *(least - 1 for least, _, _ in theatre.levels)]
    for nth, ((least, words, _), most) in enumerate(zip(theatre.levels, tops, strict=False)):
        last = nth == len(theatre.levels) - 1
        yield Ending(words, f"{names[0]} {_span(None if last else least, most)} ahead", "2.2", words == now.level)
    if any(goal.kind in ("hold", "hold_all") for goal in theatre.objectives):
        held = "a combat unit of the side was the last to enter, and one would be in trace supply there"
        yield Ending("Held", held, "2.2")


def _span(least: int | None, most: int | None) -> str:
    """`2 to 6 points`; without a bound `7 points or more`, `0 points or fewer`."""
    if least is None or most is None:
        bound, way = (most, "fewer") if least is None else (least, "more")
        return "any number of points" if bound is None else f"{counted(bound, 'point')} or {way}"
    return counted(most, "point") if least == most else f"{least} to {counted(most, 'point')}"


def purse(state: OcsState, side: Side) -> Iterator[About]:
    """12.1 Supply Points, in tokens of a quarter: how many, what comes, what for; and the replacements that come."""
    came, spent, lost = state.arrived_tokens[side], state.spent_tokens[side], state.lost_tokens[side]
    told = f"{tokens(state.on_hand(side))} on hand; {tokens(came)} came, {tokens(spent)} spent, {tokens(lost)} lost"
    yield About("Supply", told, "12.1")
    if (delivery := state.theatre.deliveries[side]) is not None:
        gives = [band.gives for band in delivery.bands]
        comes = f"{tokens(min(gives))} to {tokens(max(gives))} by a roll of {delivery.dice}"
        yield About("Each turn", say("{comes} at {hexes}", comes, delivery.at), "13.6")
        for place, more in delivery.also.items():
            yield About("Each turn also", say("{more} at {hexes}", tokens(more), (place,)), "13.6")
        for band in delivery.bands:
            for place, more in band.beside.items():
                when = f"with a roll of {band.said}" + ", instead" * (place in delivery.also)
                yield About("Each turn also", say("{more} at {hexes} {when}", tokens(more), (place,), when), "13.6")
    if (draft := state.theatre.drafts[side]) is not None:
        given = ", ".join(f"{drafted(band.gives)} on {band.said}" for band in draft.bands)
        yield About(
            "Replacements", say("{dice} each turn: {given}; at {hexes}", str(draft.dice), given, draft.at), "13.5"
        )
    yield About(
        "Spent on", "fuel (12.5), combat and barrages (12.4), food off the map (12.6c), building (16.0)", "12.2"
    )
