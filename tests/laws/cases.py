"""What the laws are tried on: every system, scenario and option setting, and random games of each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import chain, pairwise, zip_longest
from random import Random
from typing import Any, NamedTuple

from sandtable.core.decisions import (
    DONE,
    EMPTY,
    GROUP,
    HEX,
    NUMBER,
    UNIT,
    WORD,
    Action,
    Draft,
    Form,
    Pick,
    Picks,
    Slot,
)  # fmt: skip
from sandtable.core.dice import Dice, Reading
from sandtable.core.events import Log
from sandtable.core.flow import Ask, Over, Wait, answer, run
from sandtable.core.numbers import MOST, Numbers
from sandtable.core.state import State
from sandtable.core.system import ScenarioInfo, System, codes, find

BOUND = 5000  # inputs; no small game we know comes near it
LARGE_BOUND = 60_000  # the same for games on a large map
SMALL, LARGE = 100, 500  # places: on maps with more, laws look at some waits, or through a window into each game
OFTEN, SELDOM = 0.1, 0.05  # how often laws that take long look, in the first games and in the many that follow them
NOW_AND_THEN = 0.2  # and the parts that take long of laws which look at every wait
WINDOW, NARROW = 25, 5  # waits it shows, in the first games and in the many that follow them
WIDE = 2  # games
STRIDE = 5  # switches, from the one that a law begins with to that of the next
SOME = 120  # hexes or units that are tried at each question of the games after those, of a large map's 1,450
CHECKS, WAYS = 120, 20  # of groups that are tried at a question, and of picks that are followed, on maps not small
# What is laid on counters until a phase ends, and cleared of all of them without a word.
CLEARED: Mapping[str, Sequence[str]] = {"ocs": ("spent", "done", "began")}
# What players in no hurry like to do in a system where it is rare at random, and what they would not.
TEMPERS: Mapping[str, tuple[Sequence[str], Sequence[str]]] = {
    "use": (("attack", "assault", "resolve", "commit", "air", "advance"), ("give_up", "decline", "stop")),
}

LAWS = {
    1: "offered exactly when not refused",
    2: "a waiting step changes nothing",
    3: "a record replays to the same position and log",
    4: "copies are independent; save and load change nothing",
    5: "every question has an answer and every game an end",
    6: "nothing is undone past a roll, a reveal or another side's answer",
    7: "odds sum to one and agree with the dice",
    8: "nothing shows what a side may not see",
    9: "the audit is empty after every step",
    10: "the order of picks is stable",
    11: "every citation exists and every rule has its test",
    12: "perft counts match their files",
    13: "the face that a counter shows is the one that counts",
    14: "sentences are filled and call counters by their names",
    15: "what a ledger counts is held or gone, and the log tells of every change",
}


class Broken(AssertionError):
    """A law does not hold, and where."""

    def __init__(self, law: int, what: str) -> None:
        self.law = law
        super().__init__(f"law {law} ({LAWS[law]}) is broken: {what}")


def demand(law: int, holds: object, what: str) -> None:
    if not holds:
        raise Broken(law, what)


class Case(NamedTuple):
    """One scenario with its options set one way."""

    system: System[Any]
    scenario: str
    options: Mapping[str, bool]

    def __hash__(self) -> int:
        return hash(str(self))

    def __str__(self) -> str:
        return _name(self.system, self.scenario, tuple(self.options.items()))

    @property
    def flipped(self) -> list[str]:
        """The switches that stand otherwise than they usually do."""
        usual = {option.name: option.default for option in self.system.info(self.scenario).options}
        return [name for name, said in self.options.items() if said != usual[name]]

    @property
    def large(self) -> bool:
        return places(self.system, self.scenario) > LARGE

    @property
    def middling(self) -> bool:
        """Neither large nor small."""
        return SMALL < places(self.system, self.scenario) <= LARGE

    def begin(self) -> State:
        state: State = self.system.begin(self.system.load(self.scenario, self.options))
        state.log = Log()
        return state


def systems() -> list[System[Any]]:
    return [found for found in map(find, codes()) if isinstance(found, System)]


@cache
def _name(system: System[Any], scenario: str, options: tuple[tuple[str, bool], ...]) -> str:
    said, flipped = [switch for _, switch in options], Case(system, scenario, dict(options)).flipped
    if places(system, scenario) > LARGE:
        on = "" if not any(said) else "+all" if all(said) else "+half" if said[0] else "+rest"
    elif len(flipped) > 1 and len(flipped) == len(said):
        on = "+flipped"
    else:
        on = "".join(f"{'+' if switch else '-'}{name}" for name, switch in options if name in flipped)
    return f"{system.code}:{scenario}{on}"


@cache
def places(system: System[Any], scenario: str) -> int:
    return system.load(scenario).places


def cases(system: System[Any]) -> list[Case]:
    """A variant has the rules of the scenario that it is one of: one setting of its switches will do."""
    return [
        Case(system, info.name, options)
        for info in system.scenarios()
        for options in settings(system, info)[: 1 if info.of else None]
    ]


def pinned(system: System[Any]) -> list[Case]:
    """The first and the last setting of each scenario."""
    both = {info.name: settings(system, info) for info in system.scenarios()}
    return [Case(system, name, options) for name, found in both.items() for options in (found[0], *found[1:][-1:])]


def settings(system: System[Any], info: ScenarioInfo) -> list[dict[str, bool]]:
    """All switches as they usually are, each flipped, all flipped; on a large map all off, every second one on, the
    others, all on."""
    names, usual = [option.name for option in info.options], {option.name for option in info.options if option.default}
    if places(system, info.name) > LARGE:
        chosen = [set(), {*names[::2]}, {*names[1::2]}, set(names)]
    else:
        chosen = [usual ^ flipped for flipped in (set(), *({name} for name in names), set(names))]
    found = [{name: name in on for name in names} for on in chosen]
    return [setting for nth, setting in enumerate(found) if setting not in found[:nth]]


def shares(system: System[Any], law: int, games: int) -> dict[Case, int]:
    """How many games of each case a law is tried on. Of more cases than games: those with no switch or all flipped,
    then each switch flipped in one scenario, which is another for the next law, then in the others; each law begins
    with another switch."""
    found = cases(system)
    if len(found) <= games:
        return dict.fromkeys(found, -(-games // len(found)))
    alone: dict[str, list[Case]] = {}
    for case in found:
        if len(case.flipped) == 1:
            alone.setdefault(case.flipped[0], []).append(case)
    turned = [(each * 2)[(law + nth) % len(each) :][: len(each)] for nth, each in enumerate(alone.values())]
    first = STRIDE * law % len(turned)
    turned = [*turned[first:], *turned[:first]]
    in_turn = [case for case in found if len(case.flipped) != 1]
    in_turn += [case for case in chain.from_iterable(zip_longest(*turned)) if case is not None]
    return dict.fromkeys(in_turn[:games], 1)


# ------------------------------------------------------------------------------------------------ random play


def waits(case: Case, seed: int, whole: bool = False) -> Iterator[tuple[State, Wait]]:
    """A random game, seen at every question and every roll; answered when the reader goes on. Of a large game only a
    window is seen, unless the `whole` is wanted."""
    if whole or not case.large:
        yield from played(case, seed)
        return
    state = window(case, seed).copy()
    state.log = Log()
    for nth, (now, wait) in enumerate(played(case, seed, state)):
        yield now, wait
        if nth == (WINDOW if seed < WIDE else NARROW):
            return


def some_waits(case: Case, seed: int) -> Iterator[tuple[State, Wait]]:
    """The same for laws that take long: of games on maps that are neither small nor large, a part of the waits."""
    rng, part = Random(f"look {case} {seed}"), OFTEN if seed < WIDE else SELDOM
    return (found for found in waits(case, seed) if not case.middling or rng.random() < part)


PLAYED: dict[tuple[Case, int], list[Action | Reading]] = {}  # the inputs of whole games


def played(case: Case, seed: int, opened: State | None = None) -> Iterator[tuple[State, Wait]]:
    """A game from its beginning, or from where a window opens. Every law looks at the same games, so that of a map
    which is not small one that has been played from its beginning to its end is known: its inputs are made again
    without anybody listing what else might be chosen."""
    rng, state = Random(f"{case} {seed}"), opened or case.begin()
    known, made = [] if opened else PLAYED.get((case, seed), []), list[Action | Reading]()
    choose, bound = chooser(rng, case.system.code), LARGE_BOUND if case.large else BOUND
    for nth in range(bound):
        wait = run(state)
        yield state, wait
        if isinstance(wait, Over):
            if not opened and not known and places(case.system, case.scenario) > SMALL:
                PLAYED[case, seed] = made
            return
        made.append(known[nth] if known else reply(state, wait, choose, rng))
        answer(state, made[-1])
    raise Broken(5, f"{case}, game {seed} is not over after {bound} inputs")


@cache
def window(case: Case, seed: int) -> State:
    """Where the window into a large game opens: somewhere in it, each place as likely as another."""
    rng, kept = Random(f"window {case} {seed}"), case.begin()
    for nth, (state, wait) in enumerate(waits(case, seed, whole=True)):
        if nth % WINDOW == 0 and not isinstance(wait, Over) and rng.random() < WINDOW / (nth + WINDOW):
            kept = state.copy()
    return kept


def chooser(rng: Random, code: str = "") -> Callable[[Picks], Pick]:
    """Half of all games are played at random, half by players in no hurry to end a segment or a set."""
    busy, (eager, loth) = rng.random() < 0.5, TEMPERS.get(code, ((), ()))

    def choose(picks: Picks) -> Pick:
        demand(5, picks, "a player who went on picking has nothing to pick")
        if busy and (keen := [pick for pick in picks if pick in eager]) and rng.random() < 0.8:
            return rng.choice(keen)
        if busy and loth and rng.random() < 0.9:
            picks = [pick for pick in picks if pick not in loth] or picks
        if busy and len(picks) > 1 and picks[-1] in (DONE, "end", "hold", "stay") and rng.random() < 0.8:
            return rng.choice(picks[:-1])
        return rng.choice(picks)

    return choose


def reply(state: State, wait: Wait, choose: Callable[[Picks], Pick], rng: Random) -> Action | Reading:
    if isinstance(wait, Ask):
        return in_parts(state, wait.form, wait.form.fill(state, choose), rng)
    return fall(wait.dice, rng)  # type: ignore[union-attr]


def in_parts(state: State, form: Form, action: Action, rng: Random) -> Action:
    """The same with a part of a group, which is never offered, in its place: if that may be."""
    for nth, value in enumerate(action):
        slot = form.at(Draft(action[:nth]))[0]
        if slot is not None and slot.kind == GROUP and rng.random() < 0.5:
            part = tuple(map(partial(some_of, rng=rng), value)) if slot.many else some_of(value, rng)
            changed = (*action[:nth], part, *action[nth + 1 :])
            action = form.settled(changed) if not form.check(state, changed) else action
    return action


def some_of(group: tuple[int, ...], rng: Random) -> tuple[int, ...]:
    return tuple(sorted(rng.sample(group, rng.randint(1, len(group)))))


def fall(dice: Dice, rng: Random) -> Reading:
    return rng.choices(list(dice.ways), list(dice.ways.values()))[0]


def play_on(state: State, rng: Random, inputs: int) -> None:
    """Some inputs further, or to the end."""
    choose = chooser(rng, state.scenario.system.code)
    for _ in range(inputs):
        wait = run(state)
        if isinstance(wait, Over):
            return
        answer(state, reply(state, wait, choose, rng))
    run(state)


# ------------------------------------------------------------------------------------------------ questions, looked at


def universe(state: State, form: Form, draft: Draft, seed: int) -> list[Pick]:
    """Every hex, unit and word of the scenario, and things that are none; of numbers the ends of all ranges and what
    lies beyond them, of groups whole ones, parts, and such as are no group."""
    slot, given = form.at(draft)
    assert slot is not None
    scenario, none = state.scenario, ["nonsense", "", DONE, None, True, 1.5]
    count = max(scenario.places, len(scenario.counters))
    if slot.kind == NUMBER:
        return [*about(form.picks(state, draft), Random(seed)), MOST, -MOST, MOST + 1, *none, (0,), ()]
    if slot.kind == GROUP:
        wholes = list(form.groups(state, draft).values())
        return [*parts(wholes, len(scenario.counters), Random(seed)), *none, 0, (), (-1,), (count,), (True,), ("r1",)]
    words = [*slot.among(state.stack[-1], state, *given)] if slot.kind == WORD else []
    return [-1, count, *sampled(range(count), seed), *dict.fromkeys([*words, *none[:3]]), *none[3:], (0,)]


def about(numbers: Any, rng: Random) -> list[int]:
    """The ends of each range, what is next to them on both sides, and some between."""
    found = {-1, 0, 1}
    for each in numbers.ranges if isinstance(numbers, Numbers) else ():
        found |= {end + by for end in (each[0], each[-1]) for by in (-each.step, -1, 0, 1, each.step)}
        found |= {rng.randint(each[0], each[-1]) for _ in range(5)}
    return sorted(found)


def parts(wholes: Sequence[tuple[int, ...]], count: int, rng: Random) -> list[tuple[int, ...]]:
    """Groups, parts of them, each unit alone, groups that are joined, in no order and with a unit named twice."""
    some = [some_of(whole, rng) for whole in wholes for _ in range(4)]
    joined = [tuple(sorted({*one, *other})) for one, other in pairwise(wholes)]
    turned = [(*whole[1:], whole[0]) for whole in wholes if len(whole) > 1]
    twice = [(*whole, whole[0]) for whole in wholes]
    alone = [(unit,) for unit in sampled(range(count), WIDE)]
    return list(dict.fromkeys([*wholes, *some, *joined, *turned, *twice, *alone]))


def budgeted(case: Case, things: Sequence[Pick], rng: Random, most: int) -> Sequence[Pick]:
    """All of them on a small map; else so many at most, and others at the next question."""
    few = len(things) <= most or places(case.system, case.scenario) <= SMALL
    return things if few else rng.sample(things, most)


def sampled(things: range, seed: int) -> Sequence[int]:
    """All of them; in the later games of a large map some."""
    return things if seed < WIDE or len(things) <= LARGE else sorted(Random(seed).sample(things, SOME))


def descent(state: State, form: Form, choose: Callable[[Picks], Pick]) -> Iterator[tuple[Draft, Slot, Picks]]:
    """One way down the form: the draft, the slot to fill, what is offered."""
    draft = EMPTY
    while (slot := form.at(draft)[0]) is not None:
        picks = form.picks(state, draft)
        yield draft, slot, picks
        demand(5, picks, f"{form.name} {draft} has no answer")
        draft = form.put(draft, choose(picks))


def question(state: State, wait: Wait, seed: int, sentences: bool = False) -> list[object]:
    """What a side is asked, as values to compare: offers along one way down; in `sentences` also why not the rest, and
    what the system says beside the rules."""
    if not isinstance(wait, Ask):
        return [_rolled(wait)]
    told: list[object] = [wait.side, wait.form.name, wait.into]
    system = state.scenario.system
    if sentences:
        told += [list(system.lens.matter(state, wait)), list(system.lens.undone(state, wait))]
    for draft, slot, picks in descent(state, wait.form, Random(seed).choice):
        told += [draft, slot.name, picks]
        if sentences:
            told.append([wait.form.why_not(state, draft, pick) for pick in _things(state, slot, seed)])
            told += [system.lens.hints(state, wait, draft), system.lens.total(state, wait, draft)]
            if slot.many and not draft.chosen:
                told.append(system.lens.usual(state, wait, draft))
    return told


def differing(one: list[object], other: list[object]) -> str:
    """The first place where two questions differ."""
    for mine, yours in zip(one, other, strict=False):
        if isinstance(mine, list) and isinstance(yours, list) and mine != yours:
            return differing(mine, yours)
        if mine != yours:
            return f"{mine} against {yours}"
    return f"{one[len(other) :]} against {other[len(one) :]}"


def _rolled(wait: Wait) -> object:
    """Dice and their meanings: the function that reads them is made anew each time."""
    return wait if isinstance(wait, Over) else (wait.dice, wait.into, dict(wait.meanings()))  # type: ignore[union-attr]


def _things(state: State, slot: Slot, seed: int) -> Sequence[Pick]:
    """What is asked about, the same in any position."""
    units = len(state.scenario.counters)
    if slot.kind == NUMBER:
        return (-1, 0, 1, 7, 2500, 70_000, MOST)
    if slot.kind == GROUP:
        return [*((unit,) for unit in sampled(range(units), seed)), *pairwise(sampled(range(units), seed))]
    return sampled(range({HEX: state.scenario.places, UNIT: units, WORD: 0}[slot.kind]), seed)
