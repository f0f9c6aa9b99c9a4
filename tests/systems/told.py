"""A procedure played by words and scripted dice: how tests answer what is asked, and see what is offered or refused."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sandtable.core.decisions import DONE, EMPTY, HEX, UNIT, Draft, Menu
from sandtable.core.flow import Ask, Procedure, Roll, answer, run
from sandtable.core.rules import Hex, UnitId
from sandtable.play.explain import reasons


class ToldGame:
    """Words are ids and numbers as printed ("ger_pz1", "2907", "end"); dice are scripted as they read."""

    def __init__(self, state: Any, procedure: Procedure, dice: Iterable[Any] = ()) -> None:
        self.state, self.dice = state, list(dice)
        state.stack[:], state.wait = [procedure], None
        self.wait = self.go()

    def go(self) -> Any:
        """To the next question, or roll without scripted dice, or end."""
        while isinstance(wait := run(self.state), Roll) and self.dice:
            answer(self.state, self.dice.pop(0))
        self.wait = wait
        return wait

    @property
    def ask(self) -> Ask:
        assert isinstance(self.wait, Ask), f"expected a question, not {self.wait}"
        return self.wait

    def do(self, *words: Any, dice: Iterable[Any] = ()) -> Any:
        """Answer the question: checked, and refused with all reasons. A slot that takes several wants a list."""
        action = self.action(*words)
        refused = self.ask.form.check(self.state, action)
        assert not refused, reasons(self.state.scenario, refused)
        self.dice += dice
        answer(self.state, self.ask.form.settled(action))
        return self.go()

    def action(self, *words: Any) -> tuple[Any, ...]:
        draft, found = EMPTY, []
        for word in words:
            slot = self.ask.form.at(draft)[0]
            assert slot is not None, f"nothing is asked that {word} answers"
            value = tuple(self.read(slot.kind, each) for each in word) if slot.many else self.read(slot.kind, word)
            for pick in (*value, DONE) if slot.many else (value,):
                draft = self.ask.form.put(draft, pick)
            found.append(value)
        return tuple(found)

    def draft(self, *words: Any) -> Draft:
        """Half an action. A list leaves its slot open unless it ends with "done"."""
        draft = EMPTY
        for word in words:
            slot = self.ask.form.at(draft)[0]
            assert slot is not None
            for each in word if isinstance(word, list) else [word]:
                draft = self.ask.form.put(draft, self.read(slot.kind, each))
        return draft

    def why(self, *words: Any) -> str:
        """Every reason against the last of these words, the others being filled in before it; "" if it may be."""
        draft = self.draft(*words[:-1])
        slot = self.ask.form.at(draft)[0]
        assert slot is not None
        refused = self.ask.form.why_not(self.state, draft, self.read(slot.kind, words[-1]))
        return "; ".join(reasons(self.state.scenario, refused))

    def offers(self, *words: Any) -> set[Any]:
        """What may be picked after these words, by name."""
        draft = self.draft(*words)
        slot = self.ask.form.at(draft)[0]
        assert slot is not None
        return {self.said(slot.kind, pick) for pick in self.ask.form.picks(self.state, draft)}

    def verbs(self) -> set[str]:
        assert isinstance(self.ask.form, Menu)
        return self.offers()

    def read(self, kind: str, word: Any) -> Any:
        if not isinstance(word, str) or word == DONE:
            return word
        scenario = self.state.scenario
        return scenario.unit(word) if kind == UNIT else scenario.place(word) if kind == HEX else word

    def said(self, kind: str, pick: Any) -> Any:
        if isinstance(pick, str):
            return pick
        scenario = self.state.scenario
        return scenario.unit_name(UnitId(pick)) if kind == UNIT else scenario.place_name(Hex(pick))

    def told(self, kind: str) -> list[Any]:
        """The events of a kind so far."""
        return [event for event in self.state.log or () if event.kind == kind]
