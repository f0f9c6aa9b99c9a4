"""USE: what a player looks at before he decides: threats, hints, ways, cards, what is asked, what is left undone."""

from __future__ import annotations

from typing import Any

from sandtable.core.decisions import EMPTY
from sandtable.core.events import Log
from sandtable.core.flow import Ask
from sandtable.core.rules import Hex, Side
from sandtable.play.explain import reasons, told, words
from sandtable.systems.use.s05_1_commitment import DECLARATION
from sandtable.systems.use.s06_3_army import OPERATIONS
from sandtable.systems.use.state import CONQUERED, IN_FORCE, PHASING
from sandtable.systems.use.system import USE
from systems.use.field import AXIS, WEST, Game, field
from systems.use.seas import at_sea

OPEN = "pz germany tank 1008; x belgium infantry 1007"


def hints(game: Game, *words: Any) -> dict[str, str]:
    draft = game.draft(*words)
    slot = game.ask.form.at(draft)[0]
    assert slot is not None
    return {game.said(slot.kind, pick): text for pick, text in USE.lens.hints(game.state, game.ask, draft).items()}


def said(game: Game, hook: Any) -> list[str]:
    return reasons(game.state.scenario, hook(game.state, game.ask))


def test_6_3_1_a_policy_shields_from_threats() -> None:
    """6.3.1, D1: whom a unit may not attack it does not threaten."""
    state = at_sea("ger_1 0401, fra_1 brest")
    brest = state.scenario.place("brest")
    assert USE.lens.threats(state, WEST)[brest].attack == (state.scenario.unit("ger_1"),)
    state.set_policy(0, IN_FORCE, "D1")
    assert brest not in USE.lens.threats(state, WEST)


def test_6_3_1_a_threat_is_where_the_enemy_could_march_and_whom_he_could_attack() -> None:
    """4.2.3.3: as far as his points go."""
    state = field("pz germany tank 1008; far germany infantry 0115; x belgium infantry 1007; y belgium infantry 0212")
    found, place = USE.lens.threats(state, WEST), state.scenario.place
    assert found[place("1007")].attack == (0,)
    assert found[place("1009")].reach == (0,)
    assert place("1007") not in {hex for hex, threat in found.items() if threat.reach}
    assert found[place("0212")].attack == (1,)


def test_6_3_1_units_and_assaults_left_are_told_before_the_sub_phase_ends() -> None:
    game = Game(field(f"{OPEN}; a germany infantry 0907"))
    assert said(game, USE.lens.undone) == ["2 units have not been activated (USE 6.3.1)"]
    game.do("activate", "pz")
    game.do("assault", "1007")
    assert said(game, USE.lens.undone) == [
        "the Assault of pz on 1007 is not resolved (USE 5.3.3)", "1 unit has not been activated (USE 6.3.1)",
    ]  # fmt: skip


def test_5_1_a_question_in_a_combat_says_who_attacks_whom() -> None:
    game = Game(field(f"{OPEN}; luf germany fighter 0808; s germany snafu events_axis"))
    game.do("activate", "pz")
    assert said(game, USE.lens.matter) == ["pz in 1008 has 10 of 10 MP left (USE 4.0)"]
    game.do("attack", "1007")
    assert said(game, USE.lens.matter) == ["Mobile attack of pz on x in 1007 (USE 5.3)"]
    game.do("commit")
    game.do("air", "luf")
    assert said(game, USE.lens.matter)[1:] == [
        "Western Allies: nothing will be committed (USE 5.1)",
        "Axis: luf committed so far (USE 5.1)",
    ]
    game.do("pass")
    game.roll((4, 3))  # 10 against 3
    committed = "Axis: luf committed (USE 5.1)"
    assert said(game, USE.lens.matter) == ["DD: x in 1007 has to retreat and has been reduced (USE 5.3)", committed]
    game.do("0907")
    assert said(game, USE.lens.matter) == ["no enemy is left in 1007 (USE 5.3.7)", committed]


def test_5_1_what_is_sealed_is_not_told_with_the_question() -> None:
    units = f"{OPEN}; luf germany fighter 0808; g belgium ground_support events_west"
    told = set()
    for word in ("commit", "hold"):
        game = Game(field(units))
        game.do("activate", "pz")
        game.do("attack", "1007")
        game.do(word)
        told.add(tuple(said(game, USE.lens.matter)))
    assert len(told) == 1


def test_4_2_3_hints_tell_points_left_prices_and_sorties() -> None:
    units = f"{OPEN}; luf germany fighter 0512 s2; air france fighter 0808 s1"
    game = Game(field(units))
    assert hints(game, "activate")["pz"] == "free, 10 MP"
    assert hints(game, "strike")["luf"] == "2 Sorties"
    assert hints(game, "strike", "luf") == {"air": "1 Sortie"}
    assert hints(game, "rebase", "luf")["0412"] == "1"
    game.do("activate", "pz")
    assert hints(game, "attack") == {"1007": "-2 MP"}
    assert hints(game, "move")["1009"] == "9"


def test_4_2_3_the_way_of_a_move_is_shown_with_its_costs() -> None:
    game = Game(field("pz germany tank 0512"))
    game.do("activate", "pz")
    assert isinstance(game.ask, Ask)
    route = USE.lens.path(game.state, game.ask, game.draft("move"), game.state.scenario.place("0510"))
    assert route is not None
    assert [game.state.scenario.place_name(hex) for hex in route.hexes] == ["0512", "0511", "0510"]
    assert [int(cost.total) for cost in route.costs] == [1, 2]  # along the line, then into an enemy city
    assert (route.total, route.left) == ("3 MP", "7 MP")
    assert USE.lens.path(game.state, game.ask, EMPTY, Hex(0)) is None


def told_of_0510(label: str) -> dict[Side, str]:
    """A line of the card of a Western city in clear ground with a Transport Line, while each side plays."""
    state, told = field("pz germany tank 0512"), {}
    for side in (AXIS, WEST):
        state.tick(PHASING, side)
        card = {
            about.label: words(state.scenario, about.text)
            for about in USE.lens.about_hex(state, None, state.scenario.place("0510"))
        }
        told[side] = card[label]
    return told


def test_4_0_the_card_of_a_hex_tells_what_entering_costs() -> None:
    """An enemy city in clear ground costs two points, a friendly one in any ground one."""
    prices = told_of_0510("Terrain")
    assert prices[AXIS] == "clear, 2 MP to enter for the Axis: an enemy city or fort"
    assert prices[WEST] == "clear, 1 MP to enter for the Western Allies: a friendly city or fort"


def test_4_0_the_card_of_a_hex_tells_whether_a_line_helps_to_enter_it() -> None:
    """4.0: along a Transport Line everything counts as clear, but not into an enemy city, fort or unit."""
    told = told_of_0510("Transport Line")
    assert told[AXIS] == "no help: an enemy city, fort or unit is here"
    assert told[WEST] == "1 MP to enter along it, whatever the hexside and the terrain"


def test_5_3_the_table_a_combat_is_read_on() -> None:
    game = Game(field(OPEN))
    game.do("activate", "pz")
    assert USE.foresight.chart_in_play(game.state) is None
    game.do("attack", "1007")
    assert USE.foresight.chart_in_play(game.state) == ("crt", "")


def test_3_1_cards_tell_strength_supply_and_what_is_in_a_hex() -> None:
    state = field("pz germany tank 0711 reduced low; luf germany fighter 0512 s2; x france infantry 0712 fort",
                  forts={"0712": "france"})  # fmt: skip
    lines = {line.label: line.text for line in USE.lens.about_unit(state, WEST, state.scenario.unit("pz"))}
    assert (lines["Strength"], lines["Supply"], lines["Movement"]) == ("reduced", "Low", "5 MP")
    flying = {line.label: line.text for line in USE.lens.about_unit(state, WEST, state.scenario.unit("luf"))}
    assert flying["Sorties"] == "2 of 6"
    hexes = {line.label: line.text for line in USE.lens.about_hex(state, WEST, state.scenario.place("0712"))}
    assert hexes["Fort"] == "of France"
    tracks = {track.title: track.value for track in USE.standing.tracks(state, WEST)}
    assert str(tracks["France"]).startswith("National Will 20 of 20")
    view = USE.hidden.view(state, WEST)
    told = {seen.unit: USE.lens.condition(state.scenario, seen) for seen in view.units}
    assert told[state.scenario.unit("pz")] == "reduced, Low supply"
    assert told[state.scenario.unit("luf")] == "2 Sorties"
    assert told[state.scenario.unit("x")] == "in the fort"


def test_2_1_2_each_side_is_told_the_will_it_has_or_has_to_break() -> None:
    state = USE.begin(USE.load("france-1940"))
    assert USE.standing.funds(state, WEST) == "France: will 20, 7 PP; Belgium: will 2, 1 PP; Netherlands: will 2, 1 PP"
    assert USE.standing.funds(state, AXIS) == "National Will to break: France 20, Belgium 2, Netherlands 2"
    state.status[state.theatre.country("belgium")] = CONQUERED
    assert USE.standing.funds(state, AXIS) == "National Will to break: France 20, Netherlands 2"


def test_1_2_scenarios_are_told_in_the_order_of_the_war() -> None:
    assert [info.name for info in USE.scenarios()] == ["poland-1939", "france-1940", "balkans-1941"]


def test_5_1_what_is_committed_is_told_by_side() -> None:
    units = f"{OPEN}; luf germany fighter 0808; g belgium ground_support events_west"
    game = Game(field(units))
    for line in (("activate", "pz"), ("attack", "1007"), ("commit",), ("commit",), ("air", "luf"), ("event", "g")):
        game.do(*line)
    game.roll((4, 3))
    assert said(game, USE.lens.matter)[1:] == ["Axis: luf committed (USE 5.1)", "Western Allies: g committed (USE 5.1)"]


def test_5_3_2_a_mobile_attack_is_called_so_on_its_button() -> None:
    assert USE.labels["attack"] == "Mobile attack"
    assert set(USE.labels) <= {verb for row in (OPERATIONS, DECLARATION) for verb in row.forms}


def test_6_3_1_an_activation_that_can_only_end_is_told_in_a_sentence() -> None:
    state = field(OPEN)
    state.log = Log()
    state.note("nothing_left", "6.3.1", form="operations")
    assert told(state.scenario, state.log.events[-1]) == "nothing more can be done in this activation: it ends"
