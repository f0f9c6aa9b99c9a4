"""A position in words, read and written: what is written of a position reads back as the same, to the last number."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from sandtable.core.errors import BadInput
from sandtable.core.rules import Hex, UnitId
from sandtable.core.sequence import Sequence as Playing
from sandtable.core.state import OFF, Position, State
from sandtable.core.system import Scenario, System, find_system
from sandtable.core.vocabulary import EVERYTHING, NOTHING, NOWHERE, PLACES, Clause
from sandtable.play.arranging import DOING, THERE, Arranging, clauses, refused
from sandtable.play.blanks import written
from sandtable.play.frames import written_frame
from sandtable.play.odds import data_folder
from sandtable.play.phases import under_way, written_phase
from sandtable.play.positions import position_text, read_position

__all__ = ["read_any", "words_of"]
PACKED = re.compile(r"\s*st\d+_")
GAME = re.compile(r"game\s+(\S+)", re.IGNORECASE)
OPTION = re.compile(r"option\s+(\w+)(?:\s*=\s*|\s+)?(yes|no|)", re.IGNORECASE)


def is_position(text: str) -> bool:
    """Is this meant as a position, in words or packed?"""
    return PACKED.match(text) is not None or GAME.match(text.lstrip()) is not None


def read_any(text: str) -> tuple[Scenario, State]:
    """The scenario and the state of a position, in words or packed; refused with a sentence if it is none."""
    if PACKED.match(text):
        return read_position(text)
    said = clauses(text)
    found = GAME.fullmatch(said[0]) if said else None
    if found is None:
        raise BadInput("this is no position: one begins with st2_, or in words with its game, `game gew:campaign`")
    return read_words(found[1], said[1:])


def read_words(game: str, said: Sequence[str], options: Mapping[str, bool] | None = None) -> tuple[Scenario, Position]:
    """Of `system:scenario`, or of the system's first."""
    code, _, name = game.partition(":")
    system = find_system(code)
    switches, others = dict(options or {}), []
    for each in said:
        if found := OPTION.fullmatch(each):
            switches[found[1]] = found[2].casefold() != "no"
        else:
            others.append(each)
    scenario = system.load(system.info(name).name if name else system.scenarios()[0].name, switches, data_folder())
    state = _arranged(scenario, others)
    if any(map(DOING.fullmatch, others)):
        read_position(position_text(state))  # procedures under way are looked at as closely as a stranger's
    return scenario, state


def arranged(scenario: Scenario, text: str) -> Position:
    """The position of a scenario that these words tell."""
    return _arranged(scenario, clauses(text))


def _arranged(scenario: Scenario, said: Sequence[str]) -> Position:
    there = [each for each in said if each.casefold() in THERE]
    if len(there) > 1:
        raise refused(there[1], f"it was said already what is there at first: {there[0]}")
    first = THERE[there[0].casefold()] if there else NOTHING
    return Arranging(scenario, first).arrange([each for each in said if each not in there])


# ------------------------------------------------------------------------------------------------ writing


def words_of(state: State) -> str:
    """A position in words, whole in itself; packed (`st2_…`) where words do not say all of it."""
    scenario, system = state.scenario, state.scenario.system
    if isinstance(state, Position) and isinstance(system, System) and system.vocabulary.phases:
        for each in sorted((Writing(state, there) for there in (NOTHING, EVERYTHING)), key=lambda each: len(each.text)):
            if each.exact():
                return "; ".join([*_heading(scenario, system), each.text])
    return position_text(state)


def _heading(scenario: Scenario, system: System[Position]) -> Iterator[str]:
    yield f"game {system.code}:{scenario.name}"
    usual = {option.name: option.default for option in system.info(scenario.name).options}
    for name, said in scenario.options.items():
        if said != usual.get(name):
            yield f"option {name}" if said else f"option {name} no"


class Writing:
    """Says what a position has that is not there yet, and carries out what it says, clause by clause."""

    def __init__(self, state: Position, there: str) -> None:
        self.wanted, self.scenario, self.there = state, state.scenario, there
        self.said: list[str] = []
        self.work = Arranging(state.scenario, there)
        self.whose_phase()
        self.tell(self.work.before)
        self.work.renew()
        self.units()
        self.tell(self.work.after)
        self.procedures()

    @property
    def text(self) -> str:
        return "; ".join(filter(None, [self.there, *self.said]))

    def exact(self) -> bool:
        """Does it read back as the same position?"""
        try:
            return arranged(self.scenario, self.text).plain() == self.wanted.plain()
        except BadInput:
            return False

    def whose_phase(self) -> None:
        playing = next((frame for frame in reversed(self.wanted.stack) if isinstance(frame, Playing)), None)
        if playing is not None:
            self.said.append(written_phase(self.scenario, self.work.vocabulary, playing))
            self.work.carry_out(self.work.understand(self.said[-1]))

    def tell(self, table: Iterable[Clause[Position]]) -> None:
        for clause in table:
            if isinstance(clause.of, int):
                self.say(clause, {clause.of: ""})
            else:
                self.say(clause, clause.of.lexicon(self.scenario).told)

    def say(self, clause: Clause[Position], told: Mapping[int, str]) -> None:
        """Of these what differs: of places all that are told the same at once."""
        now, wanted = self.work.state, self.wanted
        found: dict[int, list[int]] = {}
        for key in told:
            if key >= 0 and (value := clause.now(wanted, key)) != clause.now(now, key):
                found.setdefault(value, []).append(key)
        for value, keys in sorted(found.items()):
            if (text := written(self.scenario, clause, value)) is None:
                continue
            for some in [keys] if clause.of is PLACES else [[key] for key in keys]:
                self.said.append(text.replace("{of}", " ".join(told[key] for key in some)))
                for key in some:
                    clause.set(now, key, value)

    def units(self) -> None:
        """From the bottom of each stack to its top, so that it is the same stack; then those out of the game."""
        now, wanted = self.work.state, self.wanted
        for place in map(Hex, range(self.scenario.places)):
            units = wanted.units_in(place)[::-1]
            moved = now.units_in(place)[::-1] != units
            for unit in units:
                self.unit(unit, place if moved else None)
        for unit in map(UnitId, range(len(wanted.hex_of))):
            if wanted.hex_of[unit] == OFF:
                self.unit(unit, None if now.hex_of[unit] == OFF else OFF)

    def unit(self, unit: UnitId, to: Hex | None) -> None:
        """Where it has gone, if anywhere, and what is marked on it."""
        said = [self.scenario.unit_name(unit)]
        if to is not None:
            self.work.put(unit, to)
            said.append(NOWHERE if to == OFF else self.scenario.place_name(to))
        for mark in self.work.marks:
            value = mark.now(self.wanted, unit)
            if value != mark.now(self.work.state, unit) and (text := written(self.scenario, mark, value)) is not None:
                mark.set(self.work.state, unit, value)
                said.append(text)
        if len(said) > 1:
            self.said.append(" ".join(said))

    def procedures(self) -> None:
        """What is under way, where the phase alone does not tell it."""
        try:
            stack = under_way(self.work.state, self.work.vocabulary, self.work.phase)
        except BadInput:
            stack = []
        told, wanted = [frame.plain() for frame in stack], [frame.plain() for frame in self.wanted.stack]
        if told != wanted:
            for depth, frame in enumerate(self.wanted.stack):
                if depth == len(wanted) - 1 or told[depth : depth + 1] != [wanted[depth]]:
                    self.said.append(f"doing {depth} {written_frame(self.scenario, frame)}")
