"""OCS 20.0: breakdowns, on the map of Primosole with an Italian division of two steps and a regiment in the pool."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest

from sandtable.core.sequence import Segment
from sandtable.systems.ocs import system, titles
from sandtable.systems.ocs.s02_phases import EndPhase
from sandtable.systems.ocs.state import MOVEMENT, OcsState
from systems.ocs.field import AXIS, Game, field, unit

MOVING = "Player turn / Movement Phase / Movement Segment"


@pytest.fixture
def front(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> OcsState:
    """75 Napoli as a division."""
    folder = Path(copytree(Path(titles.__file__).parent / "titles" / "primosole", tmp_path / "primosole"))
    counters = folder / "counters.csv"
    said = counters.read_text().splitlines()
    one = next(nth for nth, line in enumerate(said) if line.startswith("75_napoli,75"))
    regiment = [line.replace("75_napoli", "breakdown").replace("75 Napoli", "Regiment") for line in said[one : one + 2]]
    said[one] = said[one].replace(",,,4,", ",,,8,")
    regiment[0] = regiment[0].replace(",line,", ",breakdown,")
    counters.write_text("\n".join([*said, *regiment]) + "\n")
    setup = titles.read_setup(folder / "scenarios" / "primosole.toml")
    monkeypatch.setattr(system, "setup_of", lambda name: setup)
    return field("75_napoli 7.7; 76_napoli 7.7", segment=MOVEMENT, phasing=AXIS)


def test_20_0_a_division_sheds_a_step_as_a_regiment(front: OcsState) -> None:
    division, regiment = unit(front, "75_napoli"), unit(front, "breakdown")
    assert front.steps[division] == 2
    game = Game(front, Segment(MOVING, AXIS))

    game.do("break_down", "75_napoli")

    assert (front.steps[division], front.size(division)) == (1, 4)
    assert front.hex_of[regiment] == front.hex_of[division]
    assert "one step left" in game.why("break_down", "75_napoli")
    assert "no division" in game.why("break_down", "76_napoli")
    assert front.theatre.is_independent[regiment]


def test_20_0_it_goes_back_at_the_end_of_a_phase_if_both_are_alike(front: OcsState) -> None:
    division, regiment = unit(front, "75_napoli"), unit(front, "breakdown")
    game = Game(front, Segment(MOVING, AXIS))
    game.do("break_down", "75_napoli")
    game.do("mode", (regiment,), "move")

    Game(front, EndPhase(AXIS))
    assert front.steps[division] == 1  # they are in different modes

    front.set_mode(division, front.mode[regiment], "5.0")
    Game(front, EndPhase(AXIS))
    assert front.steps[division] == 2
    assert front.hex_of[regiment] == front.theatre.pool[AXIS]


def test_20_0_a_breakdown_that_dies_goes_back_to_the_pool(front: OcsState) -> None:
    Game(front, Segment(MOVING, AXIS)).do("break_down", "75_napoli")

    front.lose_steps(unit(front, "breakdown"), 1, "9.11")

    assert front.hex_of[unit(front, "breakdown")] == front.theatre.pool[AXIS]
