"""Charts of one's own, small battlefields, and games told by words and scripted dice, for the tests of GEW."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sandtable.core.events import Log
from sandtable.core.flow import Ask, Over, Roll, answer, run
from sandtable.core.rules import Hex, Side
from sandtable.play.arranging import Arranging
from sandtable.systems.gew import SYSTEM
from sandtable.systems.gew.s19_attack import Attack
from sandtable.systems.gew.s20_situation import Sums
from sandtable.systems.gew.s23_orders import ANSWER_MENU, FLY_MENU, INTERCEPT_MENU, SAIL_MENU
from sandtable.systems.gew.s26_convoys import GUARD, RAID
from sandtable.systems.gew.s26_naval_missions import landings
from sandtable.systems.gew.s27_special_forces import MISSIONS
from sandtable.systems.gew.s35_offensives import OFFENSIVE
from sandtable.systems.gew.state import GewState
from sandtable.systems.gew.system import GEW
from sandtable.systems.gew.theatre import AIR, AXIS_SIDE, NEUTRAL, POWERS, SIDES
from systems.told import ToldGame

Battlefield = Callable[..., GewState]
Play = Callable[..., "Game"]
Positions = Callable[..., Iterator[tuple[GewState, Ask | Roll]]]


@pytest.fixture
def own_chart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str, str], None]:
    """Lays a chart over ours in which one text is replaced by another."""

    def lay(name: str, printed: str, own: str) -> None:
        text = SYSTEM.printed_charts.files[name].read_text(encoding="utf-8")
        assert text.count(printed) == 1, f"{printed} stands {text.count(printed)} times in {name}"
        (tmp_path / "gew").mkdir()
        (tmp_path / "gew" / f"{name}.toml").write_text(declared(text.replace(printed, own)), encoding="utf-8")
        monkeypatch.setenv("SANDTABLE_DATA", str(tmp_path))

    return lay


def declared(text: str) -> str:
    """With `terms` naming exactly what stands in the cells, as the loader wants it."""
    cells = dict.fromkeys(chain(*tomllib.loads(text).get("cells", {}).values()))
    return re.sub(r"^terms = .*$", lambda _: f"terms = {json.dumps([*cells])}", text, flags=re.M)


# ------------------------------------------------------------------------------------------------ battlefields


@pytest.fixture
def battlefield() -> Battlefield:
    """battlefield("ger_pz1 2907, sov_f3 3008", joined={"ussr": "soviet"}, mp=(10, 0, 5), turn=5): the map of the
    campaign with its control and standings, and only these units on it (campaign units in boxes too: "ger_lf1
    display_axis"). Options by name: options={"ultra": True}. Control: control={"2907": "axis"}."""
    return build


def build(
    units: str = "", *, joined: Mapping[str, str] | None = None, control: Mapping[str, str] | None = None,
    mp: Iterable[int] = (10, 10, 10), turn: int = 1, impulse: int = 1, phasing: Side = AXIS_SIDE,
    options: Mapping[str, bool] | None = None, scenario: str = "campaign",
) -> GewState:  # fmt: skip
    """Laid out, but not looked at: rules are tried on positions that no game would come to, too."""
    table, sides = GEW.load(scenario, options), SIDES[phasing]
    placed = [each.split() for each in units.split(",") if each.strip()]
    said = [
        *(f"{country} is {power}" for country, power in (joined or {}).items()),
        *(f"{id} {at}{'' if table.extra.is_ground[table.unit(id)] else ' operational'}" for id, at in placed),
        *(f"{at} {power if power in POWERS[:NEUTRAL] else 'nobody'}" for at, power in (control or {}).items()),
        *(f"mp {power} {points}" for power, points in zip(POWERS, mp, strict=False)),
        f"turn {turn}", f"impulse {impulse}", f"first player {sides}", f"phasing {sides}", "ultra none",
    ]  # fmt: skip
    state = Arranging(table).lay_out(said)
    assert isinstance(state, GewState)
    state.log = Log()
    return state


# ------------------------------------------------------------------------------------------------ games

FOR_FORMS_SAKE = {  # questions asked even of a side that has nothing ready, and who would be ready for them
    FLY_MENU: AIR, ANSWER_MENU: ("tac", "airlift"), SAIL_MENU: ("amphib",), INTERCEPT_MENU: ("fleet",),
    MISSIONS: ("commando",), GUARD: (), RAID: (), **dict.fromkeys(OFFENSIVE.values(), ()),
}  # fmt: skip


def nobody_ready(state: GewState, ask: Ask) -> bool:
    """Is it asked for form's sake alone (6.3)?"""
    kinds, kind = FOR_FORMS_SAKE.get(ask.form), state.theatre.kind
    if kinds is None or ask.form.only(state) is None:
        return False
    if ask.form is SAIL_MENU and landings(state, ask.side):
        kinds = ("amphib", "fleet")
    return not any(state.operational[unit] and kind[unit] in kinds for unit in state.in_display(ask.side))


class Game(ToldGame):
    """A procedure of GEW played by words."""

    def go(self) -> Any:
        """To the next question, or roll without scripted dice, or end. Who is asked for form's sake (6.3) ends it."""
        while True:
            wait = run(self.state)
            if isinstance(wait, Roll) and self.dice:
                answer(self.state, self.dice.pop(0))
            elif isinstance(wait, Ask) and nobody_ready(self.state, wait):
                answer(self.state, wait.form.only(self.state) or ())
            else:
                self.wait = wait
                return wait

    def roll(self, *reads: Any) -> Any:
        self.dice += reads
        return self.go()

    @property
    def over(self) -> bool:
        return isinstance(self.wait, Over)

    @property
    def outcome(self) -> Any:
        assert isinstance(self.wait, Over), f"expected the end, not {self.wait}"
        return self.wait.outcome

    def sums(self, *words: Any) -> Sums:
        """What would decide an attack that these words declare."""
        ahead = self.state.copy()
        assert isinstance(run(ahead), Ask)
        answer(ahead, self.ask.form.settled(self.action(*words)))
        assert isinstance(run(ahead), Roll)
        return next(frame for frame in ahead.stack if isinstance(frame, Attack)).sums(ahead)

    def place(self, id: str) -> str:
        """Where a unit is, "" if it is out of the game."""
        at = self.state.hex_of[self.state.theatre.unit(id)]
        return self.state.scenario.place_name(Hex(at)) if at >= 0 else ""


@pytest.fixture
def positions() -> Positions:
    """positions("campaign", Random(1), {"ultra": True}, every=9, most=900): questions and rolls of a random game, one
    in so many, to its end or so far."""
    return wander


def wander(
    scenario: str, rng: Random, options: Mapping[str, bool], *, every: int, most: int | None = None
) -> Iterator[tuple[GewState, Ask | Roll]]:
    state = GEW.begin(GEW.load(scenario, options))
    for nth in count(1):
        wait = run(state)
        if isinstance(wait, Over) or nth - 1 == most:
            return
        if nth % every == 0:
            yield state, wait
        if isinstance(wait, Ask):
            answer(state, wait.form.fill(state, rng.choice))
        else:
            answer(state, rng.choices(list(wait.dice.ways), list(wait.dice.ways.values()))[0])


@pytest.fixture
def game() -> Play:
    """game(state, Procedure(...), dice=[3, 5]): play it by words; see Game."""
    return Game
