"""The odds of a whole action before it is answered: what the dice may do, and what players may choose after that.

The procedure that will resolve the action is run on copies: at a roll down every meaning of the dice, at a question
down every stance the system tells apart. No chance is put on a choice: figures are averaged over the dice alone, for
players who always decide in one stated way.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import lcm
from typing import NamedTuple, cast

from sandtable.core.charts import Table
from sandtable.core.decisions import Action, Draft, Menu
from sandtable.core.errors import Bug
from sandtable.core.flow import Ask, Over, Roll, Wait, answer, hand_down, mean, run
from sandtable.core.lens import Aftermath, Sequel, Stance
from sandtable.core.rules import Breakdown, Citation, Side
from sandtable.core.sentences import Text, joined
from sandtable.core.state import Plain, State
from sandtable.core.system import Scenario
from sandtable.core.throws import Returned, Throw, share, throws
from sandtable.play.explain import sum_lines, words
from sandtable.play.notation import readable
from sandtable.play.odds import first_pick

__all__ = ["Forecast", "Prospect", "forecast", "forecast_lines"]
MANY = 24  # questions one after the other that are followed
TOLD = 12  # ways of playing a result out that are told in a terminal
TURNED_BACK = "it does not come to this roll: whoever was to make it is turned back or lost before"
NOT_REACHED = "nothing"  # the result where it does not come to the roll that decides: a mission that is turned back


class End(NamedTuple):
    """The action is carried out; or it goes on, and is not followed farther."""

    after: Aftermath
    whole: bool = True
    sequel: Node | None = None  # what the action was done for, from here; None too where it can no longer be done


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
Settled = dict[Side, dict[str, None]]  # the words of the stances that were taken, by side, where there were others


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
    sequel: Sequel | None = None  # what it is done for
    without: Node | None = None  # what that may lead to if the action is left out
    settled: Mapping[Side, Mapping[str, None]] = {}  # how all sides are taken to decide in it

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
            found += [
                Prospect(result or (NOT_REACHED if len(results) > 1 else ""), chances[result], tuple(courses[result]),
                         given) for result in results
            ]  # fmt: skip
        return tuple(found)

    def means(self, result: str) -> str:
        """What a result does, where that is told."""
        return self.meanings.get(result, TURNED_BACK if result == NOT_REACHED else "")

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

    def compared(self) -> dict[str, tuple[Fraction, Fraction]]:
        """Every figure of the sequel on average over all dice, after the action and without it, if each side takes its
        first stance throughout."""
        if self.without is None:
            return {}
        plain = _expected(self.without, {})
        after: dict[str, Fraction] = dict.fromkeys(plain, Fraction(0))
        for end, ways, whole in _ends(self.root, {}, 1, 1):
            found = _expected(end.sequel, {}) if end.sequel is not None else {}
            for name, figure in found.items():
                after[name] = after.get(name, Fraction(0)) + figure * Fraction(ways, whole)
        return {name: (after[name], plain.get(name, Fraction(0))) for name in after}

    @property
    def spared(self) -> Fraction:
        """The chance that what the action is done for need not, or cannot, be done after it."""
        ends = _ends(self.root, {}, 1, 1) if self.without is not None else ()
        return sum((Fraction(ways, whole) for end, ways, whole in ends if end.sequel is None), Fraction(0))

    @property
    def happens_after(self) -> set[str]:
        """The figures of the sequel that say how likely something is."""
        if self.without is None:
            return set()
        return {name for course in _courses(self.without, ()) for name in course.end.after.happens}

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
    sequel = walk.sequel = system.foresight.sequel(start, action) if not hidden else None
    if hidden:
        ways = tuple((stance, walk.answered(world)) for _, stance, world in hidden)
        root: Node = Chosen(hidden[0][0], hidden[0][1].rule, ways)
    else:
        root = walk.answered(start)
    settled: Settled = {}
    without = _then(start.copy(), side, sequel, settled) if sequel is not None else None
    return Forecast(
        start.scenario, readable(start, ask.form, action), Citation(system.book, ask.form.rule_at(Draft(action))),
        shared(walk.sums), tuple(_assumed(root)), root, walk.chart, walk.meanings,
        walk.depth < len(start.stack), sequel=sequel, without=without, settled=settled,
    )  # fmt: skip


def _then(state: State, side: Side, sequel: Sequel, settled: Settled) -> Node | None:
    """What the sequel leads to from here, in a branch that is used up; None where it can no longer be done."""
    for action in sequel.actions:
        ask = run(state)
        if not isinstance(ask, Ask) or ask.side != side or ask.form.check(state, action):
            return None
        if action is not sequel.actions[-1]:
            answer(state, action)
    return _Walk(state, side, sequel.actions[-1], settled).answered(state)


SOMETIMES = {"+": "if", "if": "if", "note": "note", "×": "if×", "=": "if=", "if×": "if×", "if=": "if="}


def shared(sums: list[Breakdown]) -> Breakdown:
    """What decides the roll, whatever is decided before it; what counts only in some cases is marked "if"."""
    sums = list({id(each): each for each in sums}.values())  # many rolls are decided by one sum
    terms = dict.fromkeys(term for each in sums for term in each)
    if len(sums) == 1:
        return Breakdown(terms)
    held = [frozenset(each) for each in sums]
    always = {term: all(term in each for each in held) for term in terms}
    return Breakdown(
        term if always[term] else term._replace(label=joined((term.label, "in some cases")), how=SOMETIMES[term.how])
        for term in terms
        if always[term] or term.value or term.how == "note"
    )


class _Again(NamedTuple):
    """Dice that may lead back to a roll that has been made on the way here, as a tie does: by that roll the chance of
    it, and what follows if they do not; None where they must."""

    back: Mapping[Plain, Fraction]
    node: Node | None = None


class _Known(NamedTuple):
    """What was followed before, and how many more rolls and questions there are in it at most."""

    node: Node
    more_rolls: int
    more_questions: int


Found = Node | _Again
Followed = dict[Hashable, _Known]
Falls = Sequence[tuple[str, Fraction, Found]]


class _Walk:
    """Runs the procedure down every branch until the game is back at the level of the question that was answered."""

    def __init__(self, start: State, looking: Side, action: Action, settled: Settled | None = None) -> None:
        self.ahead, self.start, self.looking, self.action = start.scenario.system.foresight, start, looking, action
        self.depth, self.sums = self.ahead.level(start), list[Breakdown]()
        self.chart: tuple[str, str] | None = None
        self.meanings: Mapping[str, str] = {}
        self.known: Followed = {}  # what follows from a position after several rolls
        self.most_rolls = self.most_questions = 0  # at which something was still to be decided
        self.summed: Followed | None = None  # of which procedure that only rolls and looks up the sum is told
        self.rolled_at = 0  # how many procedures were under way at the last roll
        self.path: list[tuple[tuple[str, str, int], Plain | None]] = []  # the rolls since the last question
        self.circling = False  # some lead back to one of these
        self.sequel: Sequel | None = None  # looked ahead at wherever the action ends
        self.settled = settled  # where of each question the first stance alone is followed, and no sum is told

    def answered(self, world: State) -> Node:
        """What follows from the action in a position."""
        branch = world.copy()
        answer(branch, self.action)
        return _ended(self.on(branch, 0, 0))

    def on(self, state: State, rolls: int, questions: int, decided: bool = False, fallen: bool = False) -> Found:
        """What follows in this branch, which is used up; `decided`: the roll it is about has been made. Many falls of
        several dice lead to the same position: branches may meet as soon as dice have `fallen`, and where the procedure
        that rolled last is over, with all that it still knew."""
        wait = run(state)
        if rolls < 2 or not (fallen or len(state.stack) < self.rolled_at):
            return self._from(state, wait, rolls, questions, decided)
        key = decided, state.plain()
        return self._held(self.known, key, rolls, questions) or self._keep(
            self.known, key, rolls, questions, lambda: self._from(state, wait, rolls, questions, decided)
        )

    def _held(self, known: Followed, key: Hashable, rolls: int, questions: int) -> Node | None:
        """What was followed before, unless more or less of it would be cut off here."""
        held = known.get(key)
        if held is None or rolls + held.more_rolls >= self.ahead.rolls or questions + held.more_questions >= MANY:
            held = known.get((key, rolls, questions))
            if held is None:
                return None
        self._reach(rolls + held.more_rolls, questions + held.more_questions)
        return held.node

    def _reach(self, rolls: int, questions: int) -> None:
        if rolls > self.most_rolls:
            self.most_rolls = rolls
        if questions > self.most_questions:
            self.most_questions = questions

    def _keep(
        self, known: Followed, key: Hashable, rolls: int, questions: int, follow: Callable[[], Found]
    ) -> Found:  # fmt: skip
        """It is followed, and kept for whoever meets it again."""
        most_rolls, most_questions = self.most_rolls, self.most_questions
        self.most_rolls, self.most_questions = rolls, questions
        node = follow()
        cut = self.most_rolls == self.ahead.rolls or self.most_questions == MANY
        if not isinstance(node, _Again):
            found = _Known(node, self.most_rolls - rolls, self.most_questions - questions)
            known[(key, rolls, questions) if cut else key] = found
        self._reach(most_rolls, most_questions)
        return node

    def _from(
        self, state: State, wait: Wait, rolls: int, questions: int, decided: bool, charted: _Charted | None = None
    ) -> Found:
        ahead = self.ahead
        back = isinstance(wait, Ask) and len(state.stack) <= self.depth
        if isinstance(wait, Over) or back or ahead.concluded(self.start, state):
            found = ahead.aftermath(self.start, self.action, state)
            return End(found, sequel=_then(state, self.looking, self.sequel, {}) if self.sequel else None)
        self._reach(rolls, questions)
        if rolls == ahead.rolls or questions == MANY:
            return End(ahead.aftermath(self.start, self.action, state), whole=False)
        if isinstance(wait, Roll):
            return self._rolled(state, wait, rolls, questions, decided, charted)
        stances = ahead.stances(state, wait, self.looking)
        if not stances:
            if not decided and wait.side == self.looking and isinstance(wait.form, Menu):
                return End(ahead.aftermath(self.start, self.action, state), whole=False)  # what to do is his own
            stances = [_first(state, wait)]
        elif self.settled is not None and len(stances) > 1:
            self.settled.setdefault(wait.side, {})[stances[0].word] = None
            stances = stances[:1]
        rule, ways, last = state.stack[-1].rule, [], stances[-1]
        path, self.path = self.path, []
        for stance in stances:
            branch = state if stance is last else state.copy()  # the last way uses it up, and most have one alone
            answer(branch, stance.action)
            ways.append((stance, _ended(self.on(branch, rolls, questions + 1, decided))))
        self.path = path
        return Chosen(wait.side, rule, tuple(ways))

    def _rolled(
        self, state: State, wait: Roll, rolls: int, questions: int, decided: bool, charted: _Charted | None
    ) -> Found:
        on_the_way = not decided and self.ahead.on_the_way(state)
        if not decided and not on_the_way and self.settled is None:
            self._told(state, charted)
        frame, decided, outer = state.stack[-1], not on_the_way, self.rolled_at
        rule, self.rolled_at = frame.rule, len(state.stack)
        if frame.by_charts and len(state.stack) > 1:
            charted = charted or _Charted(throws(state.scenario.system, state.scenario.charts, frame.plain()), {})
            falls: Falls = [
                (said, chance, self._fallen(state, then, rolls + 1, questions, decided, charted))
                for said, chance, then in charted.throw.falls
            ]
            found = self._weighed(rule, falls, on_the_way, None)
        else:
            key, made = None, (frame.kind, frame.at, len(state.stack))
            if self.path and (earlier := [met for roll, met in self.path if roll == made]):
                key = state.plain()  # the second time it is remembered, the third time recognized
                if key in earlier:
                    self.circling, self.rolled_at = True, outer
                    return _Again({key: Fraction(1)})
            self.path.append((made, key))
            falls = self._each(state, wait, rolls + 1, questions, decided)
            found = self._weighed(rule, falls, on_the_way, key)
            self.path.pop()
        self.rolled_at = outer
        return found

    def _weighed(self, rule: str, falls: Falls, on_the_way: bool, key: Plain | None) -> Found:
        if self.circling:
            return _circled(rule, falls, on_the_way, key)
        return Rolled(rule, cast("tuple[tuple[str, Fraction, Node], ...]", tuple(falls)), on_the_way)

    def _told(self, state: State, charted: _Charted | None) -> None:
        """What decides the roll, summed before a procedure that only rolls and looks up is called: once for all of its
        rolls; and the chart of the first."""
        if charted is None or charted.known is not self.summed:
            self.summed = charted.known if charted else None
            if terms := self.ahead.terms(state):
                self.sums.append(terms)
        if self.chart is None:
            self.chart, self.meanings = self.ahead.chart_in_play(state), self.ahead.meanings(state)

    def _each(self, state: State, wait: Roll, rolls: int, questions: int, decided: bool) -> Falls:
        """Every meaning of the dice."""
        meanings, chances = wait.meanings(), wait.dice.chances
        alike = len(meanings) > 1 and self.ahead.immaterial(state)
        falls, last = list[tuple[str, Fraction, Found]](), next(reversed(meanings))
        for meaning, ways in meanings.items():
            branch = state if meaning is last else state.copy()
            mean(branch, meaning)
            then = self.on(branch, rolls, questions, decided, fallen=decided)
            falls.append((str(meaning), share(ways, chances), then))
            if alike and _settled(then):
                return [(str(each), share(often, chances), then) for each, often in meanings.items()]
            alike = False
        return falls

    def _fallen(
        self, state: State, then: Throw | Returned, rolls: int, questions: int, decided: bool, charted: _Charted
    ) -> Found:
        """After dice of a procedure that only rolls and looks up: nothing has moved but itself, so that the position is
        copied only for each value that it returns."""

        known, key = charted.known, (id(then) if isinstance(then, Throw) else then, decided)
        if (held := self._held(known, key, rolls, questions)) is not None:
            return held

        def follow() -> Found:
            if isinstance(then, Throw):
                state.stack[-1], state.wait = then.frame, then.wait
                return self._from(state, then.wait, rolls, questions, decided, charted._replace(throw=then))
            branch = state.copy()
            branch.wait = None
            hand_down(branch.stack, then.value)
            return self.on(branch, rolls, questions, decided, fallen=True)

        return self._keep(known, key, rolls, questions, follow)


class _Charted(NamedTuple):
    """Where a procedure that only rolls and looks up stands, and what follows from what it has rolled."""

    throw: Throw
    known: Followed


def _ended(found: Found) -> Node:
    """Where no roll comes before it that it might lead back to."""
    assert not isinstance(found, _Again)
    return found


def _circled(rule: str, falls: Falls, on_the_way: bool, key: Plain | None) -> Found:
    """Dice that lead back to this very roll fall again, until they do not: they are left out, and the others weighed
    as what the series comes to. What leads back to an earlier roll is weighed there."""
    back: dict[Plain, Fraction] = {}
    left = list[tuple[str, Fraction, Node]]()
    for said, chance, then in falls:
        if not isinstance(then, _Again):
            left.append((said, chance, then))
            continue
        for roll, often in then.back.items():
            back[roll] = back.get(roll, Fraction(0)) + chance * often
        if then.node is not None:
            left.append((said, chance * (1 - sum(then.back.values())), then.node))
    if not back:
        return Rolled(rule, tuple(left), on_the_way)
    again = back.pop(key, Fraction(0)) if key is not None else Fraction(0)
    if again == 1:
        raise Bug(f"{rule}: dice that fall for ever")
    whole = sum((chance for _, chance, _ in left), Fraction(0))
    node = (
        Rolled(rule, tuple((said, chance / whole, then) for said, chance, then in left), on_the_way) if left else None
    )
    if node is not None and not back:
        return node
    return _Again({roll: often / (1 - again) for roll, often in back.items()}, node)


def _settled(node: Found) -> bool:
    """Is nothing asked or rolled any more but what is immaterial?"""
    while isinstance(node, Rolled):
        _, _, then = node.falls[0]
        if any(each is not then for _, _, each in node.falls):
            return False
        node = then
    return isinstance(node, End)


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
        courses = course_lines(found, prospect.courses)
        lines += [f"    {line}" for line in courses[:TOLD]]
        lines += [f"    … and {len(courses) - TOLD} other ways"] if len(courses) > TOLD else []
    for policy in found.policies:
        lines.append(policy_line(found, policy))
    return [*lines, *sequel_lines(found)]


def sequel_lines(found: Forecast) -> list[str]:
    """`then an attack on 11.8 with 69 Bde: hex taken 3/4 (0.75), without this 1/2 (0.50)`."""
    if found.sequel is None or found.without is None:
        return []
    lines = [f"then {words(found.scenario, found.sequel.text)} ({Citation(found.citation.book, found.sequel.rule)})"]
    for name, (after, plain) in found.compared().items():
        if after or plain:
            lines.append(f"  {name} {after} ({float(after):.2f}), without this {plain} ({float(plain):.2f})")
    if who := settled_words(found):
        lines.append(f"  if {who}")
    if found.spared:
        lines.append(f"  none of it after this in {found.spared} ({float(found.spared):.2f})")
    return lines


def settled_words(found: Forecast) -> str:
    """`Axis: pays, loses steps; Allies: loses steps`: how all are taken to decide in the sequel."""
    return decided(found.scenario.spoken_sides, ((side, ", ".join(said)) for side, said in found.settled.items()))


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
