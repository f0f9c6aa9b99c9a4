"""USE 1.2: the whole sequence of play on a board with a sea."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.core.decisions import DONE, EMPTY, HEX, UNIT, WORD
from sandtable.core.flow import Ask, Over, answer, run
from sandtable.systems.use.audit import audit
from sandtable.systems.use.s01_2_sequence import WHOLE_OUTLINE
from sandtable.systems.use.s01_2_sequence import Game as Turns
from sandtable.systems.use.s01_2_sequence import Game as WholeGame
from sandtable.systems.use.theatre import WEST
from systems.use.seas import THEATRE, at_sea, country

UNITS = """ger_1 kiel, ger_2 0208, ger_pz berlin, ger_fighter kiel, ger_bomber essen, ger_convoy kiel, ger_ship kiel,
uk_1 hull, uk_2 london, uk_fighter hull, uk_bomber london, uk_convoy hull, uk_ship hull,
uk_carrier eastern_north_america, fra_1 brest, fra_ship toulon, sov_1 leningrad, sov_fighter moscow,
ger_surprise events_axis, uk_surprise events_west, sov_surprise surprise_holding, uk_mulberry events_west,
uk_ultra events_west, ger_snafu events_axis, success diplomacy_cup, failure diplomacy_cup, seized diplomacy_cup,
nothing diplomacy_cup, nothing2 diplomacy_holding, sov_guard upgrade_west, usa_1 conditional_west_invaded"""


@pytest.mark.parametrize("seed", range(4))
def test_1_2_the_whole_sequence_plays_on_the_hand_made_sea(seed: int) -> None:
    """1.2: random games of the whole sequence: every answer offered is accepted, and nothing impossible comes of it."""
    state, rng = at_sea(UNITS.replace("\n", " "), turn=0), Random(seed)
    for id in ("germany", "uk", "ussr"):
        state.lose_factories(country(state, id), 3, "5.4")
    state.stack[:], state.wait = [WholeGame()], None
    for _ in range(4000):
        wait = run(state)
        if isinstance(wait, Over):
            break
        if isinstance(wait, Ask):
            action = wait.form.draw(state, rng)
            assert not wait.form.check(state, action), (wait.form.name, action)
            answer(state, action)
        else:
            answer(state, rng.choices(list(wait.dice.ways), list(wait.dice.ways.values()))[0])
            assert not audit(state)
    assert isinstance(run(state), Over)


def test_1_2_what_is_offered_at_sea_is_exactly_what_is_not_refused() -> None:
    """1.2: every hex and counter, at every slot of the first 120 questions of a random game."""
    state, rng = at_sea(UNITS.replace("\n", " "), turn=0), Random(11)
    state.stack[:], state.wait = [WholeGame()], None
    sizes, asked = {HEX: state.scenario.places, UNIT: len(state.scenario.counters), WORD: 0}, 0
    while asked < 120 and not isinstance(wait := run(state), Over):
        if not isinstance(wait, Ask):
            answer(state, rng.choices(list(wait.dice.ways), list(wait.dice.ways.values()))[0])
            continue
        draft, asked = EMPTY, asked + 1
        while (slot := wait.form.at(draft)[0]) is not None:
            picks = wait.form.picks(state, draft)
            free = [pick for pick in range(sizes[slot.kind]) if not wait.form.why_not(state, draft, pick)]
            assert slot.kind == WORD or free == sorted(pick for pick in picks if pick != DONE), (wait.form, draft)
            draft = wait.form.put(draft, rng.choice(picks))
        answer(state, draft.filled)


def test_1_2_a_decided_game_is_told_by_its_own_sequence() -> None:
    state = at_sea(options={"skip_decided_phases": True})
    rows = [row.name for row in WHOLE_OUTLINE.tops]
    found = [Turns(nth=nth, side=WEST)._decided(state) for nth in range(len(rows))]
    assert found == [False] * len(rows)
    state.tick(0, len(THEATRE.months))
    found = [Turns(nth=nth, side=WEST)._decided(state) for nth in range(len(rows))]
    assert [row for row, decided in zip(rows, found, strict=True) if decided] == ["Operations Phase"]


def test_7_5_units_may_be_given_up_where_there_are_seas() -> None:
    assert "No Supply Phase / Voluntary Elimination" in WHOLE_OUTLINE.rows
