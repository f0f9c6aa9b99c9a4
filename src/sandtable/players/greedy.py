"""The greedy player: tries some answers, looks one step ahead, and takes the one after which it stands best."""

from __future__ import annotations

from random import Random

from sandtable.core.decisions import Action, Menu
from sandtable.core.flow import Ask, Over, Roll, answer, run
from sandtable.core.rules import Side
from sandtable.core.state import State
from sandtable.core.system import System
from sandtable.players.randomly import answer_randomly

TRIES = 10  # answers tried for a question, beside ending a segment
FALLS = 3  # how often the dice are let fall where an answer leads to a roll
FAR = 40  # questions and rolls followed at most before a position is judged


class Greedy:
    """Judges positions by the system's own `worth`; ends a segment when nothing it tries is better."""

    def __init__(self, seed: str) -> None:
        self.rng = Random(f"greedy {seed}")

    def answer(self, state: State, ask: Ask) -> Action:
        system = state.scenario.system
        assert isinstance(system, System)
        tried = self.candidates(state, ask)
        if len(tried) == 1:
            return tried[0]
        worths = [self.expected(system, state, ask.side, action) for action in tried]
        return tried[max(range(len(tried)), key=worths.__getitem__)]

    def candidates(self, state: State, ask: Ask) -> list[Action]:
        """Different answers drawn at random, and the one that ends the segment first, so that it wins ties."""
        form = ask.form
        found: dict[Action, None] = {}
        if isinstance(form, Menu) and "end" in form.forms and not form.check(state, ("end",)):
            found[("end",)] = None
        for _ in range(TRIES):
            found[answer_randomly(state, ask, self.rng)] = None
        return list(found)

    def expected(self, system: System, state: State, side: Side, action: Action) -> float:
        """What the position is worth after the answer, on average over some falls of the dice."""
        total, rolled = 0.0, True
        falls = 0
        while falls < (FALLS if rolled else 1):
            branch = state.copy()
            answer(branch, action)
            rolled = self.follow(branch, len(state.stack))
            total += system.worth(branch, side)
            falls += 1
        return total / falls

    def follow(self, state: State, depth: int) -> bool:
        """On to the next question at this level or above; dice fall, questions on the way get any answer."""
        rolled = False
        for _ in range(FAR):
            wait = run(state)
            if isinstance(wait, Over) or (isinstance(wait, Ask) and len(state.stack) <= depth):
                break
            if isinstance(wait, Roll):
                rolled = True
                readings, ways = list(wait.dice.ways), list(wait.dice.ways.values())
                answer(state, self.rng.choices(readings, ways)[0])
            else:
                answer(state, answer_randomly(state, wait, self.rng))
        return rolled
