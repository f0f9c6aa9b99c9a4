"""USE 5, looked ahead at: what decides a combat, what each side may choose in it, and what it comes to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from random import Random

from sandtable.core.columns import differing
from sandtable.core.decisions import Action
from sandtable.core.flow import Ask, Roll, run
from sandtable.core.lens import Aftermath, Stance
from sandtable.core.rules import Breakdown, Hex, Side, UnitId, counted, enemy
from sandtable.core.sentences import Text, joined, say
from sandtable.core.system import Chance
from sandtable.systems.use.e0_events import Return, effects
from sandtable.systems.use.s04_2_4_transport import TAKE_OFF
from sandtable.systems.use.s04_ports import ports
from sandtable.systems.use.s05_1_commitment import (
    COMMITMENT,
    DECLARATION,
    PASS,
    SEALED,
    WILL,
    WILL_NOT,
    Commitment,
    options,
    playable,
    supporters,
)
from sandtable.systems.use.s05_2_air import AirCombat
from sandtable.systems.use.s05_2_air import breakdown as air_breakdown
from sandtable.systems.use.s05_2_interception import AGAIN
from sandtable.systems.use.s05_2_odds import AIR_NAVAL
from sandtable.systems.use.s05_3_attack import (
    ADVANCE,
    ASSAULT,
    FORT_RETREAT,
    RETREAT,
    Combat,
    Suffer,
    able_to_advance,
    breakdown,
    sums,
)
from sandtable.systems.use.s05_3_retreat import retreats
from sandtable.systems.use.s05_4_odds import STRATEGIC
from sandtable.systems.use.s05_4_warfare import StrategicWarfare
from sandtable.systems.use.s05_4_warfare import breakdown as strategic_breakdown
from sandtable.systems.use.s05_combat import ResolveCombat, dice_told, line_of
from sandtable.systems.use.s06_1_markers import HELD, TAKEN, TAKES, Place
from sandtable.systems.use.s06_2_air_actions import STRUCK, Strike, guards
from sandtable.systems.use.s06_3_army import ADDITIONAL, aimed_at
from sandtable.systems.use.state import CONQUERED, UseState
from sandtable.systems.use.theatre import UNTRACKED

OTHER_KINDS: Mapping[type, Chance] = {AirCombat: AIR_NAVAL, StrategicWarfare: STRATEGIC}


def terms(state: UseState) -> Breakdown:
    """5.1 Both sides' lists for the combat that is about to be rolled."""
    if len(state.stack) < 2 or not isinstance(state.stack[-1], ResolveCombat):
        return Breakdown()
    frame = state.stack[-2]
    if isinstance(frame, Combat):
        return breakdown(state, frame)
    if isinstance(frame, AirCombat):
        return air_breakdown(state, frame)
    if isinstance(frame, StrategicWarfare):
        return strategic_breakdown(state, frame)
    return Breakdown()


def on_the_way(state: UseState) -> bool:
    """5.1 Step 3: dice of the air combat over a ground combat."""
    kinds = [type(frame) for frame in state.stack]
    return Combat in kinds and AirCombat in kinds


def immaterial(state: UseState) -> bool:
    """E0 When a marker is back."""
    return isinstance(state.stack[-1], Return)


def chart_in_play(state: UseState) -> tuple[str, str] | None:
    """Both dice are read on the whole table."""
    frame, rolling = state.stack[-1], isinstance(run(state), Roll)
    return ("crt", "") if rolling and isinstance(frame, ResolveCombat) else None


def roll_told(state: UseState, reading: tuple[int, int]) -> str:
    """5.1 What both dice of a combat come to."""
    frame = state.stack[-1]
    return dice_told(state.scenario.charts, frame, reading) if isinstance(frame, ResolveCombat) else ""


def meanings(state: UseState) -> Mapping[str, str]:
    """What each result does: the table tells it for ground combat, a list for each other kind."""
    if chart_in_play(state) is None:
        landing = isinstance(state.stack[-1], Place) and isinstance(run(state), Roll)
        return {TAKEN: f"die of {effects(state)[TAKES].value}", HELD: "any other"} if landing else {}
    crt, kind = state.scenario.charts.table("crt"), type(state.stack[-2])
    if kind not in OTHER_KINDS:
        return crt.meaning
    lines = state.scenario.charts.lines(OTHER_KINDS[kind].results)
    return {result: lines[line_of(lines, result)].text for result in crt.terms}


def level(state: UseState) -> int:
    """5.1 What is committed is part of the combat."""
    if not isinstance(state.stack[-1], Commitment):
        return len(state.stack)
    kinds = (Combat, AirCombat, StrategicWarfare)
    return next(nth for nth, frame in enumerate(state.stack) if isinstance(frame, kinds))


def concluded(before: UseState, state: UseState) -> bool:
    """5.4 The phase goes on with the next war."""
    one = _war(before)
    return one is not None and one != _war(state)


def _war(state: UseState) -> int | None:
    for frame in state.stack:
        if type(frame) is StrategicWarfare:
            return frame.against
    return None


def sealed(state: UseState, side: Side) -> list[tuple[Side, Stance, UseState]]:
    """5.1 What the attacker may have decided, unseen by the defender."""
    frame = state.stack[-1]
    if not isinstance(frame, Commitment) or frame.at != SEALED or side == frame.side:
        return []
    if not options(state, frame, frame.side):
        return []
    return [(frame.side, stance, _deciding(state, stance)) for stance in will_or_not(state, frame, frame.side)]


def _deciding(state: UseState, stance: Stance) -> UseState:
    found = state.copy()
    frame = found.stack[-1]
    assert isinstance(frame, Commitment)
    (frame.mine,) = stance.action
    return found


def prepared(before: UseState, action: Action, after: UseState) -> tuple[Action, Text] | None:
    """5.3.3 An Assault with all who are to join it, led by whoever gives it most."""
    if action[0] != ASSAULT or not isinstance(before.wait, Ask):
        return None
    side, target = before.wait.side, Hex(action[1])
    foe = after.ground_at(target)
    if foe is None:
        return None
    units, most = aimed_at(after, side, target), after.number(ADDITIONAL)
    beside = {unit: tuple(each for each in units if each != unit)[:most] for unit in units}
    led = [Combat(side, target, unit, beside[unit], ASSAULT, foe) for unit in units]
    best = max(led, key=lambda combat: sums(after, combat)[0].drm)
    lead, *others = best.fighting(side)
    words = (
        say("{unit} leads it, joined by {units}", lead, tuple(others))
        if others
        else say("{unit} leads it, alone", lead)
    )
    return ("resolve", target, best.primary, best.additional), words


def stances(state: UseState, ask: Ask, looking: Side) -> list[Stance]:
    """The answers worth telling apart in a combat."""
    frame = state.stack[-1]
    if isinstance(frame, Suffer) and ask.form is TAKE_OFF:
        return list(_taken_off(state, frame))
    if isinstance(frame, Commitment):
        return list(_committing(state, ask, frame))
    if isinstance(frame, Combat) and ask.form is ADVANCE:
        unit = able_to_advance(frame, state)[0]
        return [Stance("advances", say("{unit} may advance", unit), ("advance", unit), "5.3.7")]
    if isinstance(frame, Suffer) and ask.form in (RETREAT, FORT_RETREAT):
        return list(_retreating(state, ask, frame))
    if isinstance(frame, Strike) and ask.form is STRUCK:
        return list(_escorted(state, frame))
    if ask.form is AGAIN:
        return [Stance("attacks again", "attacks again", ("again",), "5.2"),
                Stance("breaks off", "breaks off", ("break_off",), "5.2")]  # fmt: skip
    return []


def will_or_not(state: UseState, frame: Commitment, side: Side) -> Iterator[Stance]:
    """5.1 Told with all that could be sent or played."""
    able = tuple(options(state, frame, side))
    yield Stance("commits", say("commits what it can of {units}", able), (WILL,), "5.1")
    yield Stance("holds back", "commits nothing", (WILL_NOT,), "5.1")


def _committing(state: UseState, ask: Ask, frame: Commitment) -> Iterator[Stance]:
    if ask.form is COMMITMENT:
        yield from will_or_not(state, frame, ask.side)
    elif ask.form is DECLARATION:
        yield Stance("commits", *next_item(state, frame, ask.side))


def next_item(state: UseState, frame: Commitment, side: Side) -> tuple[Text, Action, str]:
    """5.1 What one commits first: an air unit, the least tired; then every marker that fits."""
    if ready := supporters(state, frame, side):
        best = min(ready, key=lambda unit: (state.sorties[unit], unit))
        return say("sends {unit}", best), ("air", best), "6.2.3"
    if markers := playable(state, frame, side):
        return say("plays {unit}", markers[0]), ("event", markers[0]), "E0"
    return "commits no more", (PASS,), "5.1"


def _escorted(state: UseState, frame: Strike) -> Iterator[Stance]:
    """1.4"""
    best = min(guards(frame, state), key=lambda unit: (state.sorties[unit], unit))
    yield Stance("escorts", say("{unit} escorts {other_unit}", best, frame.target), ("escort", best), "1.4")
    yield Stance("stands alone", say("{unit} meets the strike itself", frame.target), ("alone",), "1.4")


def _taken_off(state: UseState, frame: Suffer) -> Iterator[Stance]:
    """E5"""
    port = ports(state, frame.unit)[0]
    yield Stance("evacuates", say("{unit} is evacuated to {hex}", frame.unit, port), ("evacuate", port), "E5")
    yield Stance("remains", say("{unit} is not evacuated", frame.unit), ("remain",), "E5")


def _retreating(state: UseState, ask: Ask, frame: Suffer) -> Iterator[Stance]:
    """5.3.5 The first hex stands for all; told is where it could go."""
    ways = retreats(state, frame.unit, frame.attackers)
    hexes = joined([say("{hex}", way) for way in ways], " or ")
    to: Action = (ways[0],) if ask.form is RETREAT else ("retreat", ways[0])
    yield Stance("retreats", say("{unit} can retreat to {where}", frame.unit, hexes), to, "5.3.5")
    if ask.form is FORT_RETREAT:
        yield Stance("stands", say("{unit} stays in its fort and is reduced", frame.unit), ("stand",), "5.3")


def aftermath(before: UseState, action: Action, after: UseState) -> Aftermath:
    """Who is lost, reduced or tired, what will is gone, whether the hex attacked was taken."""
    words, figures = list[Text](), dict[str, int]()
    attacker, target = _attack(before, action)
    told = ("hex taken",) if target is not None else ()
    if target is not None:
        foe = after.ground_at(target)
        taken = foe is not None and after.theatre.side_of[foe] == attacker
        figures["hex taken"] = int(taken)
        words.append(say("{hex} {state}", target, "taken" if taken else "held" if foe is not None else "empty"))
    theatre, hexes, was_at = before.theatre, before.theatre.board.hexes, before.hex_of
    side_of, is_ground = theatre.side_of, theatre.is_ground
    gone = [
        UnitId(unit) for unit in differing(was_at, after.hex_of)
        if is_ground[unit] and 0 <= was_at[unit] < hexes and not 0 <= after.hex_of[unit] < hexes
    ]  # fmt: skip
    hurt = [
        UnitId(unit) for unit in differing(before.steps, after.steps)
        if is_ground[unit] and 0 <= was_at[unit] < hexes and after.steps[unit] < before.steps[unit]
    ]  # fmt: skip
    tired = [
        UnitId(unit) for unit in differing(before.sorties, after.sorties)
        if (theatre.is_air[unit] or theatre.is_naval[unit]) and 0 <= was_at[unit] < hexes
    ]  # fmt: skip
    for nth, (steps_lost, sorties) in enumerate(_figures(before.scenario.spoken_sides)):
        figures[steps_lost] = figures[sorties] = 0
        if gone or hurt:
            lost = tuple([unit for unit in gone if side_of[unit] == nth])
            hit = tuple([unit for unit in hurt if side_of[unit] == nth and unit not in gone])
            words += [say("{units} lost", lost)] if lost else []
            words += [say("{units} reduced", hit)] if hit else []
            figures[steps_lost] = sum([before.steps[unit] for unit in lost]) + len(hit)
        if not tired:
            continue
        flown = {unit: after.sorties[unit] - before.sorties[unit] for unit in tired if side_of[unit] == nth}
        if target is None:  # over a ground combat they are but the price of support, and told by the figures
            more = sorted([unit for unit in flown if flown[unit] > 0], key=theatre.is_naval.__getitem__)
            words += [say("{unit} has {sorties}", unit, counted(after.sorties[unit], "Sortie")) for unit in more]
        figures[sorties] = sum(flown.values())
    if before.will == after.will and before.status == after.status:
        return Aftermath(tuple(words), figures, told)
    for nth in sorted({*differing(before.will, after.will), *differing(before.status, after.status)}):
        country = before.theatre.countries[nth]
        will = before.will[nth] - after.will[nth] if before.will[nth] != UNTRACKED else 0
        said = [f"loses {will} National Will"] if will > 0 else []
        said += ["is conquered"] if after.status[nth] == CONQUERED != before.status[nth] else []
        words += [f"{country.name} {' and '.join(said)}"] if said else []
        if will > 0:
            figures[f"National Will of {country.name} lost"] = will
    return Aftermath(tuple(words), figures, told)


@cache
def _figures(sides: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """What they are called, by side."""
    return tuple((f"{name} steps lost", f"{name} Sorties") for name in sides)


def _attack(state: UseState, action: Action) -> tuple[Side | None, Hex | None]:
    """Who attacks which hex: by this action, or in the combat it is part of."""
    for frame in state.stack:
        if type(frame) is Combat:
            return frame.side, frame.target
    if len(action) > 1 and action[0] in ("attack", "resolve") and isinstance(state.wait, Ask):
        return state.wait.side, Hex(int(action[1]))
    return None, None


# ------------------------------------------------------------------------------------------------ what is sealed


def guess_commitment(state: UseState, side: Side, rng: Random) -> None:
    """5.1 In a position that a side imagines: what its enemy has sealed is guessed."""
    for frame in state.stack:
        if isinstance(frame, Commitment) and frame.at == SEALED and frame.side != side:
            able = options(state, frame, enemy(side))
            frame.mine = rng.choice((WILL, WILL_NOT)) if able else WILL_NOT
