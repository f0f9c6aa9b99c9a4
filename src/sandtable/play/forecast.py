"""The odds of a whole action before it is answered: what the dice may do, and what players may choose after that.

The procedure that will resolve the action is run on copies: at a roll down every meaning of the dice, at a question
down every stance the system tells apart. No chance is put on a choice: figures are averaged over the dice alone, for
players who always decide in one stated way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from math import lcm
from typing import NamedTuple

from sandtable.core.charts import Table
from sandtable.core.decisions import Action, Draft, Menu
from sandtable.core.flow import Ask, Over, Roll, answer, mean, run
from sandtable.core.lens import Aftermath, Stance
from sandtable.core.rules import Breakdown, Citation, Side
from sandtable.core.sentences import Text, joined
from sandtable.core.state import State
from sandtable.core.system import Scenario
from sandtable.play.explain import sum_lines, words
from sandtable.play.notation import readable
from sandtable.play.odds import first_pick

FAR = 3  # rolls one after the other that are followed; most attacks have one
MANY = 24  # questions, likewise


class End(NamedTuple):
    """The action is carried out; or it goes on, and is not followed farther."""

    after: Aftermath
    whole: bool = True


class Rolled(NamedTuple):
    """Dice fall: each meaning they may have, its chance, and what follows."""

    rule: str
    falls: tuple[tuple[str, Fraction, Node], ...]
    on_the_way: bool = False  # to the roll that the action is about


class Chosen(NamedTuple):
    """A side decides: each stance it may take, and what follows."""

    side: Side
    rule: str
    ways: tuple[tuple[Stance, Node], ...]


Node = End | Rolled | Chosen


class Course(NamedTuple):
    """One way a result may be played out: what is decided, by whom, in order; and what it comes to."""

    choices: tuple[tuple[Side, Stance], ...]
    end: End


class Prospect(NamedTuple):
    """One result of the roll that decides: its chance, and every way it may be played out."""

    result: str
    chance: Fraction
    courses: tuple[Course, ...]
    given: tuple[tuple[Side, Stance], ...] = ()  # where more than one thing may be decided before the dice fall

    def label(self, sides: tuple[str, ...]) -> str:
        """`DR+2 (Axis: commits; Western Allies: holds back)`."""
        return f"{self.result} ({given})" if (given := self.condition(sides)) else self.result

    def condition(self, sides: tuple[str, ...]) -> str:
        """`Axis: commits; Western Allies: holds back`; empty where nothing is decided before the dice fall."""
        return decided(sides, ((side, stance.word) for side, stance in self.given))


class Forecast(NamedTuple):
    """What a whole action may lead to."""

    scenario: Scenario
    title: str  # the action in words
    citation: Citation
    terms: Breakdown  # what decides the roll, as the procedure itself has summed it
    assumed: tuple[tuple[Side, Stance], ...]  # decided before the dice fall
    root: Node
    chart: tuple[str, str] | None = None  # that the first roll is read on, and its column
    meanings: Mapping[str, str] = {}  # what its results do
    part: bool = False  # of an action under way
    later: Text = ""  # what rolls, in words, where the action itself only prepares it

    @property
    def prospects(self) -> tuple[Prospect, ...]:
        """For whatever may be decided before it, the results of the roll in the order of the chart, else of the dice;
        one without a name where no dice fall."""
        order = self._order
        found = []
        for given, node in _cases(self.root, ()):
            chances: dict[str, Fraction] = {}
            courses: dict[str, list[Course]] = {}
            for result, chance, then in _results(node):
                chances[result] = chances.get(result, Fraction(0)) + chance
                courses.setdefault(result, []).extend(_courses(then, ()))
            results = sorted(chances, key=lambda result: order.get(result, len(order)))
            found += [Prospect(result, chances[result], tuple(courses[result]), given) for result in results]
        return tuple(found)

    @property
    def _order(self) -> dict[str, int]:
        chart = self.scenario.charts[self.chart[0]] if self.chart else None
        return {result: nth for nth, result in enumerate(chart.terms)} if isinstance(chart, Table) else {}

    @property
    def chances(self) -> dict[str, Fraction]:
        return {prospect.label(self.scenario.spoken_sides): prospect.chance for prospect in self.prospects}

    def expected(self, policy: Mapping[Side, str] | None = None) -> dict[str, Fraction]:
        """Every figure on average over the dice, if each side decides by the word of its stance whenever it can:
        `expected({axis: "pays", allied: "takes the result"})["hex taken"]`. Others take their first stance."""
        return _expected(self.root, policy or {})

    def asks_again(self, side: Side) -> bool:
        """Of a part of an action: has the side another word before any dice fall?"""
        return self.part and _asked(self.root, side)

    @property
    def happens(self) -> set[str]:
        """The figures that say how likely something is; all others are counts."""
        return {name for course in _courses(self.root, ()) for name in course.end.after.happens}

    @property
    def policies(self) -> list[dict[Side, str]]:
        """Every way in which the sides may decide throughout, where they have something to decide."""
        words: dict[Side, dict[str, None]] = {}
        for side, stances in _decisions(self.root):
            if len(stances) > 1:
                words.setdefault(side, {}).update(dict.fromkeys(stance.word for stance in stances))
        return [dict(zip(words, chosen, strict=True)) for chosen in product(*words.values())]


def forecast(state: State, side: Side, action: Action, start: State | None = None) -> Forecast:
    """What an action that answers the question now asked may lead to, as far as `side` may know. The action must be
    legal (`Form.check`); the state is left alone. `start`: what the side foresees, if that is known already."""
    system = state.scenario.system
    ask = run(state)
    assert isinstance(ask, Ask)
    if start is None:
        start = system.hidden.foresee(state, side)
    start.wait = ask
    found = _followed(start, side, action)
    if not isinstance(found.root, End):
        return found
    after = start.copy()
    answer(after, action)
    more = system.foresight.prepared(start, action, after) if isinstance(run(after), Ask) else None
    if more is None:
        return found
    then, later = more
    return _followed(after, side, then)._replace(title=found.title, citation=found.citation, later=later)


def _followed(start: State, side: Side, action: Action) -> Forecast:
    """From a position that the side may know."""
    ask, system = run(start), start.scenario.system
    assert isinstance(ask, Ask)
    walk, hidden = _Walk(start, side, action), system.foresight.sealed(start, side)
    if hidden:
        ways = tuple((stance, walk.answered(world)) for _, stance, world in hidden)
        root: Node = Chosen(hidden[0][0], hidden[0][1].rule, ways)
    else:
        root = walk.answered(start)
    return Forecast(
        start.scenario, readable(start, ask.form, action), Citation(system.book, ask.form.rule_at(Draft(action))),
        shared(walk.sums), tuple(_assumed(root)), root, walk.chart, walk.meanings,
        walk.depth < len(start.stack),
    )  # fmt: skip


def shared(sums: list[Breakdown]) -> Breakdown:
    """What decides the roll, whatever is decided before it; what counts only in some cases is marked "if"."""
    terms = dict.fromkeys(term for each in sums for term in each)
    always = {term: all(term in each for each in sums) for term in terms}
    return Breakdown(
        term if always[term] else term._replace(label=joined((term.label, "in some cases")), how="if")
        for term in terms
        if always[term] or term.value
    )


class _Walk:
    """Runs the procedure down every branch until the game is back at the level of the question that was answered."""

    def __init__(self, start: State, looking: Side, action: Action) -> None:
        self.ahead, self.start, self.looking, self.action = start.scenario.system.foresight, start, looking, action
        self.depth, self.sums = self.ahead.level(start), list[Breakdown]()
        self.chart: tuple[str, str] | None = None
        self.meanings: Mapping[str, str] = {}

    def answered(self, world: State) -> Node:
        """What follows from the action in a position."""
        branch = world.copy()
        answer(branch, self.action)
        return self.on(branch, 0, 0)

    def on(self, state: State, rolls: int, questions: int, decided: bool = False) -> Node:
        """What follows in this branch, which is used up; `decided`: the roll it is about has been made."""
        wait, ahead = run(state), self.ahead
        back = isinstance(wait, Ask) and len(state.stack) <= self.depth
        if isinstance(wait, Over) or back or ahead.concluded(self.start, state):
            return End(ahead.aftermath(self.start, self.action, state))
        if rolls == FAR or questions == MANY:
            return End(ahead.aftermath(self.start, self.action, state), whole=False)
        if isinstance(wait, Roll):
            return self._rolled(state, wait, rolls, questions, decided)
        stances = ahead.stances(state, wait, self.looking)
        if not stances:
            if not decided and wait.side == self.looking and isinstance(wait.form, Menu):
                return End(ahead.aftermath(self.start, self.action, state), whole=False)  # what to do is his own
            stances = [_first(state, wait)]
        rule, ways, last = state.stack[-1].rule, [], stances[-1]
        for stance in stances:
            branch = state if stance is last else state.copy()  # the last way uses it up, and most have one alone
            answer(branch, stance.action)
            ways.append((stance, self.on(branch, rolls, questions + 1, decided)))
        return Chosen(wait.side, rule, tuple(ways))

    def _rolled(self, state: State, wait: Roll, rolls: int, questions: int, decided: bool) -> Node:
        on_the_way = not decided and self.ahead.on_the_way(state)
        if not decided and not on_the_way:
            if terms := self.ahead.terms(state):
                self.sums.append(terms)
            if self.chart is None:
                self.chart, self.meanings = self.ahead.chart_in_play(state), self.ahead.meanings(state)
        rule, meanings, chances = state.stack[-1].rule, wait.meanings(), wait.dice.chances
        alike = len(meanings) > 1 and self.ahead.immaterial(state)
        falls, last = list[tuple[str, Fraction, Node]](), next(reversed(meanings))
        for meaning, ways in meanings.items():
            branch = state if meaning is last else state.copy()
            mean(branch, meaning)
            then = self.on(branch, rolls + 1, questions, not on_the_way)
            falls.append((str(meaning), _share(ways, chances), then))
            if alike and _settled(then):
                falls = [(str(each), _share(often, chances), then) for each, often in meanings.items()]
                break
            alike = False
        return Rolled(rule, tuple(falls), on_the_way)


def _settled(node: Node) -> bool:
    """Is nothing asked or rolled any more but what is immaterial?"""
    while isinstance(node, Rolled):
        _, _, then = node.falls[0]
        if any(each is not then for _, _, each in node.falls):
            return False
        node = then
    return isinstance(node, End)


@cache
def _share(ways: int, chances: int) -> Fraction:
    """Of so many chances; there are few kinds of dice."""
    return Fraction(ways, chances)


def _first(state: State, wait: Ask) -> Stance:
    """Where the system tells no answers apart."""
    action = first_pick(state, wait)
    said = f"is taken to answer: {readable(state, wait.form, action)}"
    return Stance("first pick", said, action, wait.form.rule)


# ------------------------------------------------------------------------------------------------ the tree read


def _cases(
    node: Node, given: tuple[tuple[Side, Stance], ...]
) -> Iterator[tuple[tuple[tuple[Side, Stance], ...], Node]]:
    """Down to the dice, for each way in which what comes before them may be decided. Where no dice fall, nothing is."""
    if isinstance(node, Chosen) and _rolls(node):
        for stance, then in node.ways:
            yield from _cases(then, (*given, (node.side, stance)) if len(node.ways) > 1 else given)
    else:
        yield given, node


def _rolls(node: Node) -> bool:
    """Do dice fall whatever is decided?"""
    return isinstance(node, Rolled) or (isinstance(node, Chosen) and all(_rolls(then) for _, then in node.ways))


def _asked(node: Node, side: Side) -> bool:
    """Whatever is decided: before dice fall?"""
    return isinstance(node, Chosen) and (node.side == side or all(_asked(then, side) for _, then in node.ways))


def _results(node: Node) -> Iterator[tuple[str, Fraction, Node]]:
    """Of the roll that decides, through those on the way to it."""
    while isinstance(node, Chosen) and len(node.ways) == 1:
        node = node.ways[0][1]
    if not isinstance(node, Rolled):
        yield "", Fraction(1), node
    elif not node.on_the_way:
        yield from node.falls
    else:
        for _, chance, then in node.falls:
            yield from ((result, chance * share, after) for result, share, after in _results(then))


def _assumed(node: Node) -> Iterator[tuple[Side, Stance]]:
    while isinstance(node, Chosen) and len(node.ways) == 1:
        yield node.side, node.ways[0][0]
        node = node.ways[0][1]


def _open(node: Node) -> Iterator[tuple[Side, str, list[Text]]]:
    """What is to be decided before the dice fall: who decides, and between what."""
    while isinstance(node, Chosen) and _rolls(node):
        if len(node.ways) > 1:
            yield node.side, node.rule, [stance.text for stance, _ in node.ways]
        node = node.ways[-1][1]


def _courses(node: Node, choices: tuple[tuple[Side, Stance], ...]) -> Iterator[Course]:
    if isinstance(node, End):
        yield Course(choices, node)
    elif isinstance(node, Chosen):
        for stance, then in node.ways:
            yield from _courses(then, (*choices, (node.side, stance)))
    else:
        for _, _, then in node.falls:
            yield from _courses(then, choices)


def _decisions(node: Node) -> Iterator[tuple[Side, list[Stance]]]:
    if isinstance(node, Chosen):
        yield node.side, [stance for stance, _ in node.ways]
        for _, then in node.ways:
            yield from _decisions(then)
    elif isinstance(node, Rolled):
        for _, _, then in node.falls:
            yield from _decisions(then)


def _expected(node: Node, policy: Mapping[Side, str]) -> dict[str, Fraction]:
    """In whole numbers until the end: of each figure, by what its shares count in."""
    sums: dict[str, dict[int, int]] = {}
    for end, ways, whole in _ends(node, policy, 1, 1):
        for name, figure in end.after.figures.items():
            shares = sums.setdefault(name, {})
            if figure:
                shares[whole] = shares.get(whole, 0) + figure * ways
    return {name: _total(shares) for name, shares in sums.items()}


def _total(shares: Mapping[int, int]) -> Fraction:
    common = lcm(*shares)
    return Fraction(sum(ways * (common // whole) for whole, ways in shares.items()), common)


def _ends(node: Node, policy: Mapping[Side, str], ways: int, whole: int) -> Iterator[tuple[End, int, int]]:
    """What the dice may lead to if each side decides by its word, and its chance: in so many ways of the whole."""
    if isinstance(node, End):
        yield node, ways, whole
    elif isinstance(node, Chosen):
        wanted = policy.get(node.side)
        then = next((then for stance, then in node.ways if stance.word == wanted), node.ways[0][1])
        yield from _ends(then, policy, ways, whole)
    else:
        for _, chance, then in node.falls:
            yield from _ends(then, policy, ways * chance.numerator, whole * chance.denominator)


# ------------------------------------------------------------------------------------------------ in words


def forecast_lines(found: Forecast) -> list[str]:
    """For a terminal: the sum, each result with what may follow, and what to expect of players of one mind."""
    scenario, book = found.scenario, found.citation.book
    sides = scenario.spoken_sides
    lines = [f"{found.title} ({found.citation})"]
    lines += [f"  nothing is rolled yet; as things stand, {words(scenario, found.later)}"] if found.later else []
    if isinstance(found.root, End) and not found.root.whole:
        return [*lines, "  nothing is rolled yet: what to do is asked first"]
    lines += [f"  {line}" for line in sum_lines(scenario, found.terms)]
    lines += [f"  {_stance(found, side, stance)}" for side, stance in found.assumed]
    for side, rule, texts in _open(found.root):
        between = " or ".join(words(scenario, text) for text in texts)
        lines.append(f"  {sides[side]}: {between} ({book} {rule})")
    given = ""
    for prospect in found.prospects:
        if given != (given := prospect.condition(sides)):
            lines.append(f"if {given}")
        means = found.meanings.get(prospect.result, "")
        said = f"{prospect.result or 'certain':6} {prospect.chance!s:>5}  {float(prospect.chance):6.1%}"
        lines.append(f"{said}  {means}" if means else said)
        lines += [f"    {line}" for line in course_lines(found, prospect.courses)]
    for policy in found.policies:
        lines.append(policy_line(found, policy))
    return lines


def course_lines(found: Forecast, courses: Iterable[Course]) -> list[str]:
    """Every way a result may be played out, those that read alike once: `Allied: retreats 2 hexes; Axis: may move in
    with 1 Panzer; then 3107 taken`. They begin alike, so what is decided first is put into words once for all."""
    told: dict[int, str] = {}  # by the stance itself
    lines: dict[str, None] = {}
    for course in courses:
        for side, stance in course.choices:
            if id(stance) not in told:
                told[id(stance)] = _stance(found, side, stance)
        lines[_course_line(found, course, [told[id(stance)] for _, stance in course.choices])] = None
    return list(lines)


def _course_line(found: Forecast, course: Course, said: list[str]) -> str:
    if not course.end.whole:
        said.append("more follows")
    elif ended := ", ".join(words(found.scenario, each) for each in course.end.after.words):
        said.append(f"then {ended}" if said else ended)
    return "; ".join(said) or "nothing happens"


def _stance(found: Forecast, side: Side, stance: Stance) -> str:
    text = words(found.scenario, stance.text)
    return f"{found.scenario.spoken_sides[side]}: {text} ({Citation(found.citation.book, stance.rule)})"


def policy_line(found: Forecast, policy: Mapping[Side, str]) -> str:
    """`on average, if Axis: pays; Allied: takes the result: hex taken 1/2, Axis MP spent 1/3`, averaged over dice."""
    who = decided(found.scenario.spoken_sides, policy.items())
    figures = [f"{name} {figure} ({float(figure):.2f})" for name, figure in found.expected(policy).items() if figure]
    return f"{f'on average, if {who}:' if who else 'on average:'} {', '.join(figures) or 'nothing changes'}"


def decided(sides: tuple[str, ...], words: Iterable[tuple[Side, str]]) -> str:
    """`Axis: commits; Western Allies: holds back`: reads well whether a side is one or many."""
    return "; ".join(f"{sides[side]}: {word}" for side, word in words)
