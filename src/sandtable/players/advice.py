"""What the computer would answer, and what it expects of that, against doing nothing and against the next best; and the
plan behind it in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from sandtable.core.decisions import Action, Menu
from sandtable.core.flow import Ask, answer, run
from sandtable.core.intents import SCRIPT, Conduct, Intent
from sandtable.core.rules import Side
from sandtable.core.state import State
from sandtable.core.system import Scenario
from sandtable.play.explain import words
from sandtable.play.notation import proposed, written
from sandtable.players.contest import Weighed
from sandtable.players.greedy import Greedy
from sandtable.players.planner import Choice, Plan
from sandtable.players.plans import told

LEAST = 0.05  # what is less is no difference
SHOWN = 3  # other plans that are told
STEPS = 4  # of a plan that are told
FAR = 16  # questions that are followed to find them


class Advice(NamedTuple):
    action: Action
    why: str  # a sentence, empty if nothing was weighed against anything


def advice(state: State, ask: Ask, seed: str, conduct: Conduct = SCRIPT, choice: Choice | None = None) -> Advice:
    """As a script of this conduct weighs it, in the position that is handed in; if a planner has tried its answer
    against others, as that came out."""
    if choice is not None and choice.others:
        return _tried(state, ask, choice)
    player = Greedy(seed, conduct)
    best, *others = player.weighed(state, ask)
    idle = _idle(player, state, ask, [best, *others])
    expected = best[1] if others else _worth(player, state, ask, best[0])
    loss = _now(state, ask, conduct) - expected
    parts: list[str] = []
    if idle is None and loss >= LEAST:
        every = "whatever it weighed costs something at once, this least" if others else "this costs something at once"
        parts.append(f"{every}: {loss:.1f} points of its own count")
    elif idle is not None and best[0] == idle[0]:
        parts.append("it found nothing that promises more than to go on")
    elif idle is not None:
        gain = expected - idle[1]
        if gain >= LEAST:
            less = f", though {loss:.1f} worse than now" if loss >= LEAST else ""
            parts.append(f"it expects to stand {gain:.1f} points of its own count better than by doing nothing{less}")
        elif gain <= -LEAST:
            parts.append(f"by its own count it stands {-gain:.1f} points worse at once than by doing nothing")
        else:
            parts.append("by its own count nothing is gained at once: it prepares what may follow")
    rest = [each for each in others if each[0] != best[0] and (idle is None or each[0] != idle[0])]
    if rest:
        action, worth = rest[0]
        behind = best[1] - worth
        said = f"{behind:.1f} behind" if behind >= LEAST else "as good"
        parts.append(f"the next best it weighed, {said}: {proposed(state, ask.form, action)}")
    return Advice(best[0], "; ".join(parts))


def _tried(state: State, ask: Ask, choice: Choice) -> Advice:
    best = choice.chosen
    if not best.tries:
        return Advice(best.what, f"of {1 + len(choice.others)} answers that were tried none is clearly better")
    first = next(each for each in choice.others if not each.tries)
    than = f"what came to mind first: {proposed(state, ask.form, first.what)}"
    return Advice(best.what, f"{came_out(best)} than {than}")


def figure(weighed: Weighed[Any]) -> str:
    games = f" and {100 * weighed.won:+.0f} % of games won" if round(100 * weighed.won) else ""
    return f"{weighed.points:+.1f} points{games} in {weighed.tries} tries"


def came_out(weighed: Weighed[Any]) -> str:
    """The same as a sentence begins that goes on with `than`: `in 16 tries it came out 0.4 points better`."""
    points, games = round(abs(weighed.points), 1), round(100 * weighed.won)
    way = "better" if weighed.points >= 0 else "worse"
    said = f"came out {points:.1f} points {way}" if points else "" if games else "came out slightly better"
    won = f"won {abs(games)} % {'more' if games > 0 else 'fewer'} of the games" if games else ""
    link = " and " if (games > 0) == (weighed.points >= 0) else " but "
    return f"in {weighed.tries} tries it {link.join(filter(None, (won, said)))}"


class PlanTold(NamedTuple):
    """A plan as people read it."""

    plan: str  # Main effort Alexandria; hold Cairo; attacks only at +4 or better
    expects: str  # what is hoped for, against the usual plan
    others: tuple[str, ...]  # what else was weighed, the best first


def plan_told(scenario: Scenario, plan: Plan) -> PlanTold:
    boldness = scenario.system.counsel.boldness

    def said(intent: Intent) -> str:
        text = words(scenario, told(intent, plan.fronts, boldness))
        return text[0].upper() + text[1:]

    chosen = plan.chosen
    if chosen.gain:
        expects = f"{came_out(chosen)} than the usual plan, which is to play as an Officer does"
    elif plan.rollouts:
        expects = "nothing that was tried is clearly better than the usual plan, which is to play as an Officer does"
    else:
        expects = "no other plan was tried"
    others = tuple(f"{said(each.what)}: {figure(each)}" for each in plan.others[:SHOWN] if each.gain or each.error)
    return PlanTold(said(chosen.what), expects, others)


class Step(NamedTuple):
    """An answer of a plan."""

    form: str  # of the question
    picked: list[str]
    text: str  # empty where it need not be told


def next_steps(state: State, action: Action, seed: str, conduct: Conduct) -> list[Step]:
    """What a script of this conduct answers after this answer, in the position that is handed in, as far as no die
    falls and nobody else is asked. Left out is what has no choice in it; a verb alone names nobody, and is not told."""
    script, branch, found = Greedy(seed, conduct), state.copy(), list[Step]()
    wait = run(branch)
    assert isinstance(wait, Ask)
    side = wait.side
    for _ in range(FAR):
        answer(branch, action)
        wait = run(branch)
        if not isinstance(wait, Ask) or wait.side != side or sum(bool(step.text) for step in found) == STEPS:
            break
        action, form = script.quickly(branch, wait), wait.form
        if form.only(branch) is None:
            text = "" if isinstance(form, Menu) and len(action) == 1 else proposed(branch, form, action)
            found.append(Step(form.name, written(branch, form, action), text))
    return found


def _idle(player: Greedy, state: State, ask: Ask, weighed: list[tuple[Action, float]]) -> tuple[Action, float] | None:
    """The answer that changes nothing, if there is one, and what the position is worth after it."""
    ends = _end(ask.form) if isinstance(ask.form, Menu) else ""
    if not ends or ask.form.check(state, (ends,)):
        return None
    known = dict(weighed) if len(weighed) > 1 else {}
    return (ends,), known[ends,] if (ends,) in known else _worth(player, state, ask, (ends,))


def _end(menu: Menu) -> str:
    """The verb that goes on, or the only one that names nothing: `stop`."""
    bare = [form.name for form in menu.forms.values() if not form.slots]
    return menu.ends or (bare[0] if len(bare) == 1 else "")


def _now(state: State, ask: Ask, conduct: Conduct) -> float:
    """What the position is worth before anything is answered."""
    worth: Callable[[State, Side, Conduct], float] = state.scenario.system.counsel.worth
    return worth(state, ask.side, conduct)


def _worth(player: Greedy, state: State, ask: Ask, action: Action) -> float:
    return player.expected(state, ask.side, action)
