"""Would the laws notice? For each of them faults are planted in the toy or the engine, and it must catch them."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import pytest

import toy
from laws import cases as cases_module
from laws.cases import LAWS, Broken, Case, cases
from laws.chances import law_7_by_name
from laws.citations import law_11_by_book
from laws.laws import GAME_LAWS
from laws.pinned import PERFT, law_10, law_12
from planting import plant
from sandtable.core import decisions as decisions_module
from sandtable.core import dice as dice_module
from sandtable.core import groups as groups_module
from sandtable.core import state as state_module
from sandtable.core import views as core_views
from sandtable.core.columns import ALL, NEVER, Sight
from sandtable.core.copies import branched
from sandtable.core.decisions import DONE, GROUP, NUMBER, Form, Slot, nothing_refused
from sandtable.core.events import Event
from sandtable.core.faces import Turned
from sandtable.core.flow import Ask, Call, Procedure, Result, Roll, mean
from sandtable.core.groups import Group, Groups
from sandtable.core.numbers import MOST
from sandtable.core.rules import Hex, Rule, Side, UnitId, Violation
from sandtable.core.sequence import Sequence
from sandtable.core.state import Position, State
from sandtable.core.system import System
from sandtable.core.views import View
from sandtable.draw import scene as scene_module
from sandtable.play import notation as notation_module
from sandtable.play import odds as odds_module
from sandtable.play.drafts import Drafts
from sandtable.play.record import Answer, Rolled
from sandtable.play.session import Session
from sandtable.systems.ocs.state import OcsState
from sandtable.systems.ocs.system import OCS
from sandtable.systems.use.s05_1_commitment import Commitment
from sandtable.systems.use.state import UseState
from sandtable.systems.use.system import USE
from toy import views as toy_views
from toy.s02_sequence import Game
from toy.s03_movement import MOVE, REACTION, Reaction, bad_mover, goals, own_units
from toy.s04_combat import ATTACK, Attack, GiveWay
from toy.s05_rally import DIG, Rally
from toy.s08_supply import ASSAULT, REFIT, REFIT_BY, STACK_MARCH, Refit, ends, price, rounds_for
from toy.s09_modes import CHANGE, cannot_change
from toy.setups import board_and_counters, setups
from toy.state import SupplyState, ToyState

Patch = pytest.MonkeyPatch
Plant = Callable[[Patch], None]
FAULTS: list[tuple[int, System[Any], Plant]] = []
GAMES = 60  # of each case, until the fault is met


@pytest.fixture(autouse=True)
def nothing_is_known_of_other_games(monkeypatch: Patch) -> None:
    """Games with a fault are others than those without."""
    monkeypatch.setattr(cases_module, "PLAYED", {})


def fault(law: int, system: System[Any] = toy.SYSTEM) -> Callable[[Plant], Plant]:
    def enter(planted: Plant) -> Plant:
        FAULTS.append((law, system, planted))
        return planted

    return enter


def attempt(law: int, system: System[Any]) -> None:
    """Try the law on the toy, or on another system's last scenario, until it breaks."""
    found = cases(system)
    if system is not toy.SYSTEM:
        play(GAME_LAWS[law], [case for case in found if case.scenario == found[-1].scenario])
        return
    if law == 10:
        for case in found:
            law_10(case)
    elif law == 12:
        for path in sorted(PERFT.glob("toy-*.perft")):
            law_12(path)
    else:
        play(GAME_LAWS[law], found)
        {7: law_7_by_name, 11: law_11_by_book}.get(law, lambda _: 0)(toy.SYSTEM)


def play(law: Callable[[Case, int], int], found: list[Case]) -> None:
    for seed in range(GAMES):
        for case in found:
            law(case, seed)


def with_slot(patch: Patch, form: Form, nth: int, **changed: Any) -> None:
    slots = list(form.slots)
    slots[nth] = slots[nth]._replace(**changed)
    patch.setattr(form, "slots", tuple(slots))


def with_step(patch: Patch, kind: type[Procedure], name: str, step: Callable[..., Any]) -> None:
    step.rule = kind.steps[name].rule  # type: ignore[attr-defined]
    patch.setitem(kind.steps, name, step)


# ------------------------------------------------------------------------------------------------ law 1


@fault(1)
def a_fast_list_forgets_that_units_act_once(patch: Patch) -> None:
    with_slot(patch, MOVE, 0, legal=own_units)


@fault(1)
def the_rules_forget_whose_unit_it_is(patch: Patch) -> None:
    with_slot(patch, DIG, 0, refuse=nothing_refused)


@fault(1)
def too_little_is_tried(patch: Patch) -> None:
    with_slot(patch, DIG, 0, among=lambda *given: own_units(*given)[1:])


@fault(1)
def a_refusal_cites_a_rule_that_does_not_exist(patch: Patch) -> None:
    patch.setattr(bad_mover, "printed", _refused_by("9.9", "no"))


@fault(1)
def a_refusal_gives_no_reason(patch: Patch) -> None:
    patch.setattr(bad_mover, "printed", _refused_by("1.0", ""))


def _refused_by(rule: str, because: str) -> Callable[..., Iterator[Violation]]:
    printed = bad_mover.printed

    def refuse(segment: Any, state: ToyState, unit: UnitId) -> Iterator[Violation]:
        yield from printed(segment, state, unit)
        if state.acted[unit]:
            yield Violation(rule, because)

    return refuse


@fault(1)
def a_fast_list_speaks_for_a_rule_that_was_changed(patch: Patch) -> None:
    patch.setattr(Slot, "changed", lambda slot, state: False)


@fault(1)
def a_set_must_be_picked_in_order(patch: Patch) -> None:
    rule = ATTACK.slots[1].refuse

    def refuse(segment: Any, state: State, target: Any, chosen: Any, unit: Any) -> Iterator[Violation]:
        yield from rule(segment, state, target, chosen, unit)
        if chosen and unit != DONE and unit < chosen[-1]:
            yield Violation("4.1", "too late")

    with_slot(patch, ATTACK, 1, refuse=refuse)
    board, counters = board_and_counters("duel")
    near = {"r1": "0402", "r2": "0403", "r3": "0502", "b1": "0503"}
    at = {counters.unit(id): board.place(hex) for id, hex in near.items()}
    patch.setitem(setups(), "duel", replace(setups()["duel"], at=at))  # so that sets are met soon


@fault(1)
def a_check_lets_everything_pass(patch: Patch) -> None:
    patch.setattr(Form, "check", lambda *_: [])


@fault(1)
def bounds_are_wider_than_the_rule(patch: Patch) -> None:
    with_slot(patch, ASSAULT, 2, legal=lambda *given: range(rounds_for(*given).stop + 1))


@fault(1)
def bounds_are_narrower_than_the_rule(patch: Patch) -> None:
    with_slot(patch, REFIT, 1, legal=lambda *given: price(*given)[1:] or price(*given))


@fault(1)
def a_number_between_those_offered_passes(patch: Patch) -> None:
    with_slot(patch, REFIT, 1, among=lambda *given: range(REFIT_BY, price(*given).stop), refuse=nothing_refused)


@fault(1)
def the_rules_forget_how_many_rounds_are_left(patch: Patch) -> None:
    with_slot(patch, ASSAULT, 2, among=lambda *_: range(MOST), refuse=nothing_refused)


@fault(1)
def a_number_is_proposed_that_may_not_be_named(patch: Patch) -> None:
    with_slot(patch, ASSAULT, 2, proposes=lambda *given: rounds_for(*given).stop)


@fault(1)
def a_part_of_a_group_passes_unasked(patch: Patch) -> None:
    why_not = Slot.why_not

    def lax(slot: Slot, rule: str, procedure: Procedure, state: State, *given: Any, pick: Any) -> Iterator[Violation]:
        whole = slot.kind != GROUP or not isinstance(pick, tuple) or len(pick) != 2
        return why_not(slot, rule, procedure, state, *given, pick=pick) if whole else iter(())

    patch.setattr(Slot, "why_not", lax)


@fault(1)
def units_of_two_groups_pass_as_one(patch: Patch) -> None:
    patch.setattr(decisions_module, "is_within", lambda *_: True)


@fault(1)
def a_whole_group_is_left_out(patch: Patch) -> None:
    with_slot(patch, CHANGE, 0, legal=lambda *given: [(unit,) for unit in own_units(*given)])


@fault(1)
def a_group_that_may_not_is_drawn(patch: Patch) -> None:
    draw = Slot.draw

    def lax(slot: Slot, procedure: Procedure, state: State, given: tuple[Any, ...], rng: Any) -> Any:
        return draw(slot._replace(refuse=nothing_refused) if slot.kind == GROUP else slot, procedure, state, given, rng)

    patch.setattr(Slot, "draw", lax)


@fault(1)
def a_part_is_written_by_the_name_of_its_group(patch: Patch) -> None:
    def written(groups: Groups, group: Group, name: Callable[[UnitId], str]) -> str:
        return next(each for each, units in groups.items() if set(group) <= set(units))

    patch.setattr(groups_module, "written", written)


@fault(1)
def the_order_of_units_in_a_group_is_kept(patch: Patch) -> None:
    patch.setattr(Slot, "kept", lambda slot, pick: pick)


# ------------------------------------------------------------------------------------------------ law 2


@fault(2)
def a_question_of_a_number_pays_before_it_is_answered(patch: Patch) -> None:
    def roll(self: Refit, state: SupplyState) -> Any:
        state.stock[self.side] -= 1
        return Refit.roll(self, state)

    with_step(patch, Refit, "roll", roll)


@fault(2)
def a_step_that_asks_counts_how_often(patch: Patch) -> None:
    def ask(self: Reaction, state: ToyState) -> Any:
        self.hit += 1
        return Reaction.ask(self, state)

    with_step(patch, Reaction, "ask", ask)


@fault(2)
def a_step_that_rolls_writes_to_the_log(patch: Patch) -> None:
    def roll(self: Rally, state: ToyState) -> Any:
        state.note("rallying", "5.0")
        return Rally.roll(self, state)

    with_step(patch, Rally, "roll", roll)


@fault(2)
def a_step_asks_another_question_each_time(patch: Patch) -> None:
    turns = count()

    def seal(self: Attack, state: ToyState) -> Result:
        asked = Attack.seal(self, state)
        into = ("mine", "theirs")[next(turns) % 2]
        return Ask(asked.side, asked.form, into) if isinstance(asked, Ask) else asked

    with_step(patch, Attack, "seal", seal)


# ------------------------------------------------------------------------------------------------ law 3


@fault(3)
def a_record_changes_an_answer(patch: Patch) -> None:
    _with_inputs(patch, Answer, lambda entry: entry._replace(picks=("end",)))


@fault(3)
def a_record_changes_a_roll(patch: Patch) -> None:
    _with_inputs(patch, Rolled, lambda entry: entry._replace(reading=entry.reading % 6 + 1))


def _with_inputs(patch: Patch, kind: type, change: Callable[[Any], Any]) -> None:
    record = Session.record

    def changed(session: Session) -> Any:
        made = record(session)
        first = next(
            (nth for nth, entry in enumerate(made.inputs) if type(entry) is kind and change(entry) != entry), None
        )
        if first is not None:
            made.inputs[first] = change(made.inputs[first])
        return made

    patch.setattr(Session, "record", changed)


@fault(3)
def a_set_is_kept_in_the_order_it_was_named(patch: Patch) -> None:
    patch.setattr(Form, "settled", lambda form, action: action)


@fault(3)
def a_number_is_recorded_by_its_first_digit(patch: Patch) -> None:
    name_of = notation_module.name_of
    patch.setattr(
        notation_module, "name_of",
        lambda scenario, kind, pick: str(pick)[:1] if kind == NUMBER else name_of(scenario, kind, pick),
    )  # fmt: skip


@fault(3)
def drafts_of_the_last_question_are_kept(patch: Patch) -> None:
    def kept(session: Session) -> Drafts:
        known = vars(session).setdefault("drafts of all questions", {})
        drafts = Drafts(session.state, session._question())
        drafts._known = known.setdefault(drafts.ask.form.name, drafts._known)
        return drafts

    patch.setattr(Session, "drafts", property(kept))


@fault(3)
def the_log_tells_what_is_not_in_the_game(patch: Patch) -> None:
    note, numbers = State.note, count()

    def noted(state: State, kind: str, rule: str, audience: Any = None, reveals: bool = False, **data: Any) -> None:
        note(state, kind, rule, audience, reveals, **data, nth=next(numbers))

    patch.setattr(State, "note", noted)


# ------------------------------------------------------------------------------------------------ law 4


@fault(4)
def a_column_is_left_out(patch: Patch) -> None:
    patch.setattr(ToyState, "columns", tuple(name for name in ToyState.columns if name != "dug"))


@fault(4)
def a_verb_forgets_to_spoil_facts(patch: Patch) -> None:
    patch.setattr(Position, "changed", lambda state, column, unit=-1: None)


@fault(4)
def facts_are_emptied_instead_of_replaced(patch: Patch) -> None:
    def changed(state: State, column: str, unit: int = -1) -> None:
        for facts in state.facts.values():
            facts.clear()

    patch.setattr(State, "changed", changed)


@fault(4)
def a_copy_shares_a_column(patch: Patch) -> None:
    copy = State.copy

    def shared(state: ToyState) -> ToyState:
        new = copy(state)
        new.acted = state.acted
        return new

    patch.setattr(ToyState, "copy", shared)


@fault(4)
def a_copy_forgets_the_mode(patch: Patch) -> None:
    copy = State.copy

    def forgetful(state: SupplyState) -> SupplyState:
        new = copy(state)
        new.mode = bytearray(len(state.mode))
        return new

    patch.setattr(SupplyState, "copy", forgetful)


@fault(4)
def a_wide_column_is_saved_in_bytes(patch: Patch) -> None:
    plain, nth = State.plain, SupplyState.columns.index("stock")

    def narrow(state: State) -> Any:
        found = list(plain(state))
        if isinstance(state, SupplyState):
            found[nth] = array("i", [rounds & 0xFFFF for rounds in state.stock]).tobytes()
        return tuple(found)

    patch.setattr(State, "plain", narrow)


@fault(4)
def a_counter_is_turned_over_and_its_reach_stays(patch: Patch) -> None:
    def turn_over(state: SupplyState, unit: Any) -> None:
        state.mode[unit] = 1 - state.mode[unit]

    patch.setattr(SupplyState, "turn_over", turn_over)


@fault(4)
def a_copy_shares_its_procedures(patch: Patch) -> None:
    def shared(state: State, columns: tuple[str, ...]) -> State:
        new = branched(state, columns)
        new.stack = state.stack[:]
        return new

    patch.setattr(state_module, "branched", shared)


@fault(4)
def a_field_holds_what_cannot_be_saved(patch: Patch) -> None:
    def opened(self: Attack, state: ToyState) -> Any:
        self.mine = [*self.mine]  # type: ignore[assignment]
        return Attack.open(self, state)

    with_step(patch, Attack, "open", opened)


# ------------------------------------------------------------------------------------------------ law 5


@fault(5)
def a_unit_is_picked_that_can_go_nowhere(patch: Patch) -> None:
    with_slot(patch, MOVE, 1, legal=lambda segment, state, unit: goals(segment, state, unit) if unit % 2 else [])


@fault(5)
def a_retreat_may_begin_where_it_cannot_end(patch: Patch) -> None:
    patch.setattr(GiveWay, "goes_on", lambda *_: True)


@fault(5)
def a_number_is_asked_for_that_nobody_can_name(patch: Patch) -> None:
    with_slot(patch, REFIT, 1, among=lambda *given: range(0), legal=lambda *given: range(0), proposes=lambda *_: 0)


@fault(5)
def a_stack_is_picked_that_can_go_nowhere(patch: Patch) -> None:
    with_slot(patch, STACK_MARCH, 1, legal=lambda *given: ends(*given) if len(given[-1]) < 3 else [])


@fault(5)
def a_question_has_no_answer(patch: Patch) -> None:
    patch.setitem(REACTION.forms, "hold", Form("hold", "3.4", refuse=lambda *_: iter([Violation("3.4", "never")])))
    with_step(patch, Reaction, "ask", lambda self, state: Ask(self.side, REACTION, "action"))


@fault(5)
def a_game_never_ends(patch: Patch) -> None:
    with_step(patch, Game, "play", lambda self, state: Call(Sequence("Player turn", self.side), then="swap"))
    patch.setattr(cases_module, "BOUND", 500)


# ------------------------------------------------------------------------------------------------ law 6


@fault(6)
def an_undo_forgets_the_roll_barrier(patch: Patch) -> None:
    _keeping_marks(patch, "_roll")


@fault(6)
def an_undo_forgets_other_sides_and_reveals(patch: Patch) -> None:
    _keeping_marks(patch, "_advance")


def _keeping_marks(patch: Patch, name: str) -> None:
    method = getattr(Session, name)

    def keeping(session: Session, *given: Any) -> None:
        marks = list(getattr(session, "marks", []))
        method(session, *given)
        session.marks[:] = marks

    patch.setattr(Session, name, keeping)


@fault(6)
def a_reveal_does_not_say_so(patch: Patch) -> None:
    def reveal(state: ToyState, unit: int) -> None:
        state.hidden[unit] = 0

    patch.setattr(ToyState, "reveal", reveal)


@fault(6)
def anybody_may_undo(patch: Patch) -> None:
    patch.setattr(Session, "_own", lambda *_: True)


@fault(6)
def an_undo_leaves_the_log_as_it_is(patch: Patch) -> None:
    undo = Session.undo

    def forgetful(session: Session, side: Any) -> None:
        events = list(session.log)
        undo(session, side)
        session.log.events[:] = events

    patch.setattr(Session, "undo", forgetful)


# ------------------------------------------------------------------------------------------------ law 7


@fault(7)
def odds_drop_a_branch(patch: Patch) -> None:
    meanings = Roll.meanings
    patch.setattr(Roll, "meanings", lambda roll: dict(list(meanings(roll).items())[1:]))


@fault(7)
def odds_merge_positions_that_differ(patch: Patch) -> None:
    plain = ToyState.plain

    def marked(state: State, meaning: Any) -> None:
        vars(state)["merged"] = True
        mean(state, meaning)

    patch.setattr(odds_module, "mean", marked)
    patch.setattr(ToyState, "plain", lambda state: () if "merged" in vars(state) else plain(state))


@fault(7)
def the_dice_are_loaded(patch: Patch) -> None:
    patch.setattr(dice_module, "_faces", lambda key, count, sides: [sides] * count)


# ------------------------------------------------------------------------------------------------ law 8


@fault(8)
def spectators_see_hidden_units(patch: Patch) -> None:
    plant(patch, toy.SYSTEM, "hidden", view=lambda state, side: toy_views.view(state, side or Side(0)))


@fault(8)
def a_view_shows_hidden_units(patch: Patch) -> None:
    patch.setattr(toy_views, "hidden_from", lambda state, side: [])


def declare(patch: Patch, column: str, sight: Sight, kind: type[ToyState] = ToyState) -> None:
    """Another sight than its column has in the toy."""
    changed = {**kind.declared, column: replace(kind.declared[column], seen=sight)}
    patch.setattr(kind, "declared", changed)
    patch.setattr(core_views, "_plans", WeakKeyDictionary())


@fault(8)
def a_view_shows_what_a_hidden_unit_did(patch: Patch) -> None:
    declare(patch, "dug", ALL)


@fault(8)
def a_column_that_is_its_owners_is_shown_to_all(patch: Patch) -> None:
    declare(patch, "reserve", ALL)


@fault(8)
def a_view_shows_a_sealed_choice(patch: Patch) -> None:
    def telling(state: ToyState, side: Any) -> Any:
        found = toy_views.view(state, side)
        sealed = sum(frame.mine == ("commit",) for frame in state.stack if isinstance(frame, Attack))
        return View(side, found.kind, found.scenario, {**found.columns, "turn": bytes([sealed])}, found.nameless)

    plant(patch, toy.SYSTEM, "hidden", view=telling)


@fault(8)
def a_view_shows_the_mode_of_a_hidden_unit(patch: Patch) -> None:
    declare(patch, "mode", ALL, SupplyState)


@fault(8)
def a_view_shows_the_stock_of_the_enemy(patch: Patch) -> None:
    declare(patch, "stock", ALL, SupplyState)


@fault(8)
def bounds_tell_of_a_hidden_unit(patch: Patch) -> None:
    def bounds(segment: Any, state: SupplyState, unit: Any) -> range:
        return range(REFIT_BY, min(state.stock) + 1, REFIT_BY)

    with_slot(patch, REFIT, 1, among=bounds, legal=bounds, refuse=nothing_refused)


@fault(8)
def a_refusal_of_a_group_tells_of_a_hidden_unit(patch: Patch) -> None:
    def refuse(segment: Any, state: SupplyState, units: Any) -> Iterator[Violation]:
        yield from cannot_change(segment, state, units)
        yield from (Violation("9.1", "it marches") for unit in units if state.mode[unit])

    with_slot(patch, CHANGE, 0, refuse=refuse)


@fault(8)
def a_refusal_tells_of_a_hidden_unit(patch: Patch) -> None:
    printed = bad_mover.printed

    def refuse(segment: Any, state: ToyState, unit: UnitId) -> Iterator[Violation]:
        yield from printed(segment, state, unit)
        if state.scenario.side_of[unit] != segment.side and state.acted[unit]:
            yield Violation("2.2", "it has acted")

    patch.setattr(bad_mover, "printed", refuse)


@fault(8)
def a_hint_tells_of_a_hidden_unit(patch: Patch) -> None:
    plant(patch, toy.SYSTEM, "lens", hints=lambda state, ask, draft: {0: str(state.hex_of)})


@fault(8)
def a_sum_tells_of_a_hidden_unit(patch: Patch) -> None:
    plant(patch, toy.SYSTEM, "lens", total=lambda state, ask, draft: str(state.hex_of))


@fault(8)
def what_a_question_is_about_tells_of_a_hidden_unit(patch: Patch) -> None:
    plant(patch, toy.SYSTEM, "lens", matter=lambda state, ask: [Violation("2.2", str(state.hex_of))])


@fault(8)
def what_is_left_undone_tells_of_a_hidden_unit(patch: Patch) -> None:
    plant(patch, toy.SYSTEM, "lens", undone=lambda state, ask: [Violation("2.2", str(state.hex_of))])


@fault(8)
def what_a_question_is_about_tells_what_is_sealed(patch: Patch) -> None:
    def told(state: ToyState, ask: Ask) -> list[Violation]:
        return [Violation("4.2", str(frame.mine)) for frame in state.stack if isinstance(frame, Attack)]

    plant(patch, toy.SYSTEM, "lens", matter=told)


@fault(8)
def an_event_tells_of_a_hidden_unit(patch: Patch) -> None:
    patch.setattr(ToyState, "dig", lambda state, unit: state.note("dug", "5.1", unit=unit))


@fault(8)
def an_event_reaches_everyone(patch: Patch) -> None:
    patch.setattr(Event, "seen_by", lambda *_: True)


# ------------------------------------------------------------------------------------------------ law 9


@fault(9)
def a_unit_without_steps_stays(patch: Patch) -> None:
    def lose_step(state: Position, unit: Any, rule: str) -> None:
        state.steps[unit] -= 1

    patch.setattr(Position, "lose_step", lose_step)
    patch.setattr(ToyState, "gain_step", lambda *_: None)


@fault(9)
def a_breach_is_mended_by_the_next_step(patch: Patch) -> None:
    def roll(self: Rally, state: ToyState) -> Any:
        state.steps[self.unit] = 1
        return Rally.roll(self, state)

    def next_one(self: Rally, state: ToyState) -> Any:
        result = Rally.next(self, state)
        if self.unit >= 0:
            state.steps[self.unit] = 0
        return result

    with_step(patch, Rally, "roll", roll)
    with_step(patch, Rally, "next", next_one)


# ------------------------------------------------------------------------------------------------ laws 10, 11, 12


@fault(10)
def picks_come_in_another_order(patch: Patch) -> None:
    with_slot(patch, MOVE, 1, legal=lambda *given: goals(*given)[::-1])


@fault(11)
def an_event_cites_a_rule_that_does_not_exist(patch: Patch) -> None:
    patch.setattr(ToyState, "dig", lambda state, unit: state.note("dug", "9.9", unit=unit))


@fault(11)
def a_form_cites_a_rule_that_does_not_exist(patch: Patch) -> None:
    patch.setattr(DIG, "rule", "9.9")


@fault(11)
def a_step_cites_a_rule_that_does_not_exist(patch: Patch) -> None:
    with_step(patch, Rally, "next", step := lambda self, state: Rally.next(self, state))
    step.rule = "9.9"  # type: ignore[attr-defined]


@fault(11)
def a_rule_has_no_test(patch: Patch) -> None:
    patch.setitem(toy.SYSTEM.rulebook.rules, "8.8", Rule("8.8", "A rule nobody has tested", "done"))


@fault(12)
def a_rule_gives_fewer_moves(patch: Patch) -> None:
    with_slot(patch, MOVE, 1, legal=lambda *given: goals(*given)[1:])


@fault(12)
def a_rule_gives_fewer_numbers(patch: Patch) -> None:
    with_slot(patch, REFIT, 1, legal=lambda *given: price(*given)[1:])


# ------------------------------------------------------------------------------------------------ law 13


@fault(13)
def a_unit_fights_with_the_factors_of_the_other_mode(patch: Patch) -> None:
    def face_up(state: SupplyState, unit: Any) -> int:
        return state.scenario.counters.face_up(unit, 1 - state.mode[unit], state.steps[unit])

    patch.setattr(SupplyState, "face_up", face_up)


@fault(13)
def a_reduced_counter_shows_its_front(patch: Patch) -> None:
    patch.setattr(Turned, "up", lambda turned, mode, steps: 0 if turned.modes == 1 else mode * len(turned.grades))


@fault(13)
def a_view_does_not_tell_the_mode(patch: Patch) -> None:
    declare(patch, "mode", NEVER, SupplyState)


@fault(13)
def a_rule_asks_the_counters_for_their_front(patch: Patch) -> None:
    patch.setattr(Position, "printed", lambda state, column, unit: state.scenario.counters[column][unit])


@fault(13)
def a_look_is_kept_whatever_the_face(patch: Patch) -> None:
    patch.setattr(scene_module, "face_up", lambda scenario, seen: 0)
    patch.setattr(scene_module, "_looks", WeakKeyDictionary())


# ------------------------------------------------------------------------------------------------ in a real game


@fault(4, USE)
def zones_stay_where_units_were(patch: Patch) -> None:
    patch.setattr(
        UseState, "_moved", lambda state, unit, start, to: state.spoil(state.theatre.side_of[unit], "anything")
    )


@fault(8, USE)
def a_question_in_a_combat_tells_what_is_sealed(patch: Patch) -> None:
    def told(state: UseState, ask: Ask) -> list[Violation]:
        return [Violation("5.1", frame.mine) for frame in state.stack if isinstance(frame, Commitment)]

    plant(patch, USE, "lens", matter=told)


@fault(8, USE)
def odds_of_a_combat_tell_what_is_sealed(patch: Patch) -> None:
    plant(patch, USE, "hidden", foresee=lambda state, side: state.copy())
    plant(patch, USE, "foresight", sealed=lambda state, side: [])


@fault(9, USE)
def a_city_that_is_taken_stays_the_enemys(patch: Patch) -> None:
    take = UseState.take_control

    def taken(state: UseState, place: Hex, side: Side, rule: str) -> None:
        if not state.turn:
            take(state, place, side, rule)

    patch.setattr(UseState, "take_control", taken)


# ------------------------------------------------------------------------------------------------ law 14


@fault(14)
def a_refusal_says_what_is_written(patch: Patch) -> None:
    def refuse(segment: Any, state: ToyState, unit: UnitId) -> Iterator[Violation]:
        if state.scenario.side_of[unit] != segment.side:
            yield Violation("1.0", f"{state.scenario.unit_name(unit)} is not yours")

    patch.setattr(bad_mover, "printed", refuse)


@fault(14)
def a_refusal_leaves_a_blank(patch: Patch) -> None:
    patch.setattr(bad_mover, "printed", _refused_by("1.0", "{unit} is not yours"))


@fault(14)
def a_line_of_the_log_says_what_is_written(patch: Patch) -> None:
    def dig(state: ToyState, unit: UnitId) -> None:
        state.dug[unit] = 1
        state.note("digging", "5.1", who=state.scenario.unit_name(unit))

    patch.setattr(ToyState, "dig", dig)


# ------------------------------------------------------------------------------------------------ law 15


@fault(15, OCS)
def tokens_vanish_as_they_are_spent(patch: Patch) -> None:
    patch.setattr(OcsState, "use_up", lambda *_: None)


@fault(15, OCS)
def tokens_are_spent_without_a_line_in_the_log(patch: Patch) -> None:
    note = OcsState.note

    def silent(state: OcsState, kind: str, *given: Any, **data: Any) -> None:
        if kind != "paid":
            note(state, kind, *given, **data)

    patch.setattr(OcsState, "note", silent)


@fault(15, OCS)
def a_delivery_is_told_too_large(patch: Patch) -> None:
    def arrive_tokens(state: OcsState, side: Side, tokens: int, rule: str) -> None:
        state.arrived_tokens[side] += tokens
        state.note("supply arrived", rule, side=side, number=tokens + 1)

    patch.setattr(OcsState, "arrive_tokens", arrive_tokens)


# ------------------------------------------------------------------------------------------------ are they caught?


@pytest.mark.parametrize(
    ("law", "system", "plant"), FAULTS, ids=[f"{law}-{plant.__name__}" for law, _, plant in FAULTS]
)
def test_the_law_catches(law: int, system: System[Any], plant: Plant, monkeypatch: Patch) -> None:
    plant(monkeypatch)

    with pytest.raises(Broken, match=rf"^law {law} ") as caught:
        attempt(law, system)

    assert caught.value.law == law


def test_12_a_wrong_count_is_caught(tmp_path: Path) -> None:
    path = tmp_path / "toy-duel.perft"
    path.write_text("system toy\nscenario duel\n1 20\n", encoding="utf-8")

    with pytest.raises(Broken, match=r"law 12 .* ways to depth 1, the file says 20"):
        law_12(path)


def test_every_law_has_a_planted_fault() -> None:
    assert {law for law, _, _ in FAULTS} == set(LAWS)
