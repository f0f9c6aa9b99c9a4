"""What the greedy player of GEW values. No rule: only that the signs are right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.systems.gew.counsel.worth import worth
from sandtable.systems.gew.theatre import ALLIED_SIDE, AXIS, AXIS_SIDE

if TYPE_CHECKING:
    from systems.gew.conftest import Battlefield


def test_a_mobilization_hex_taken_is_worth_having(battlefield: Battlefield) -> None:
    state = battlefield("ger_pz1 2409", joined={"ussr": "soviet"})
    before = worth(state, AXIS_SIDE), worth(state, ALLIED_SIDE)
    state.take_hex(state.theatre.place("kiev"), AXIS, "6.1")
    assert worth(state, AXIS_SIDE) > before[0]
    assert worth(state, ALLIED_SIDE) < before[1]


def test_a_unit_out_of_supply_is_worth_less(battlefield: Battlefield) -> None:
    supplied = battlefield("ger_dak 2926")
    cut = battlefield("ger_dak 2926", control={"benghazi": "", "sirte": "", "tripoli": ""})
    assert worth(supplied, AXIS_SIDE) > worth(cut, AXIS_SIDE)


def test_an_attacker_nearer_to_a_prize_is_worth_more(battlefield: Battlefield) -> None:
    near, far = (battlefield(f"ger_pz1 {hex}", joined={"ussr": "soviet"}) for hex in ("3009", "2409"))
    assert worth(near, AXIS_SIDE) > worth(far, AXIS_SIDE)
