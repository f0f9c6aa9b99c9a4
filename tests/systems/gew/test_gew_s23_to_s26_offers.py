"""GEW 23 to 26: what the forms offer is exactly what they do not refuse, whatever is tried."""

from collections.abc import Callable
from typing import Any

import pytest

from sandtable.core.decisions import EMPTY, HEX, WORD, Draft
from sandtable.systems.gew.s23_air_operations import AirOperationsPhase
from sandtable.systems.gew.s25_naval_operations import NavalOperationsPhase
from sandtable.systems.gew.s26_convoys import ConvoyBattle
from sandtable.systems.gew.theatre import ALLIED_SIDE, AXIS_SIDE

Make = Callable[..., Any]
WAR = (
    "ger_lf1 display_axis, ger_fk10 display_axis, ita_5s display_axis, ger_air1 display_axis, ger_ub1 display_axis, "
    "ger_zfleet display_axis, ita_fleet1 display_axis, ita_amph1 display_axis, ger_11fk athens, ita_csi naples, "
    "ger_dak 2926, ger_a2 naples, bri_cw1 tobruk, bri_a8 alexandria, bri_malta malta, bri_rm cairo, bri_fl1 london, "
    "us_18abn staging_usa, us_air1 display_allied, us_amph1 display_allied, bri_fc display_allied, "
    "bri_bc2 display_allied, bri_fleet1 display_allied, us_fleet1 convoy, us_fleet2 convoy, all_cv display_allied, "
    "sov_w display_allied, sov_vvs display_allied, "
    "sov_abn kiev, sov_f3 3008, tur_tac display_axis, bri_amph1 display_allied"
)
PHASES = [
    (AirOperationsPhase(AXIS_SIDE), ()),
    (AirOperationsPhase(AXIS_SIDE), (("bomb", "ger_lf1", "london"), ("transport", "ger_air1", "ger_11fk", "canea"))),
    (AirOperationsPhase(AXIS_SIDE), (("bomb", "ger_lf1", "london"), ("end",))),
    (AirOperationsPhase(ALLIED_SIDE), ()),
    (NavalOperationsPhase(AXIS_SIDE), ()),
    (NavalOperationsPhase(AXIS_SIDE), (("land", "ita_amph1", "ita_csi", "malta"),)),
    (NavalOperationsPhase(AXIS_SIDE), (("land", "ita_amph1", "ita_csi", "malta"), ("end",))),
    (NavalOperationsPhase(ALLIED_SIDE), ()),
    (ConvoyBattle(), ()),
    (ConvoyBattle(), (("guard", "us_fleet1"), ("end",))),
]


@pytest.mark.parametrize("joined", [{}, {"ussr": "soviet", "usa": "wallied"}], ids=["at the start", "all at war"])
@pytest.mark.parametrize("nth", range(len(PHASES)))
def test_23_0_what_is_offered_is_what_is_not_refused(
    battlefield: Make, game: Make, nth: int, joined: dict[str, str]
) -> None:
    procedure, done = PHASES[nth]
    play = game(battlefield(WAR, joined=joined, options={"extra_air": True, "extra_naval": True}), procedure.copy())
    for action in done:
        play.do(*action)
    compare(play, EMPTY)


def compare(play: Any, draft: Draft) -> None:
    """A slot and, for one pick of it, the slots behind."""
    form, state = play.ask.form, play.state
    slot, given = form.at(draft)
    if slot is None:
        return
    picks = form.picks(state, draft)
    assert picks, f"nothing to pick after {draft}"
    slow = slot._replace(legal=None).picks(state.stack[-1], state, *given)
    assert slow == picks
    if slot.kind != WORD:
        tried = range(state.scenario.places if slot.kind == HEX else len(state.scenario.counters))
        assert [pick for pick in tried if not form.why_not(state, draft, pick)] == picks
    for pick in picks if slot.kind == WORD else picks[-1:]:
        compare(play, form.put(draft, pick))
