"""Why something cannot be picked, also where nobody asked for anything of its kind: no click is silent."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.decisions import EMPTY, GROUP, HEX, NUMBER, UNIT, WORD, Draft, Form, Kind, Menu, Pick
from sandtable.core.errors import BadInput
from sandtable.core.rules import Violation
from sandtable.core.sentences import Text, say
from sandtable.core.state import State
from sandtable.core.system import Scenario
from sandtable.play.notation import asked_word, name_of, read_pick


def reasons(state: State, form: Form, draft: Draft, text: str) -> list[Violation]:
    """Every reason against what is written so; empty if it may be picked."""
    slot, _ = form.at(draft)
    if slot is None:
        return [Violation(form.rule_at(draft), "nothing more is asked")]
    if slot.kind == WORD and (thing := _thing(state.scenario, text)) is not None:
        kind, pick = thing
        verbs = [] if asked_word(state, form, draft) else list(_in_a_menu(state, form, kind, pick))
        return verbs or [_of_another_kind(state, form, draft, kind, pick)]
    try:
        pick = read_pick(state, form, draft, text)
        if slot.kind == NUMBER and text != str(pick) and (thing := _thing(state.scenario, text)) is not None:
            return [_of_another_kind(state, form, draft, *thing)]  # 0203 is a hex
    except BadInput as error:
        thing = _thing(state.scenario, text)
        said = Violation(form.rule_at(draft), str(error))
        return [said if thing is None else _of_another_kind(state, form, draft, *thing)]
    return form.why_not(state, draft, pick)


def _thing(scenario: Scenario, text: str) -> tuple[Kind, Pick] | None:
    """The hex or the counter that is called so."""
    for kind, read in ((HEX, scenario.place), (UNIT, scenario.unit)):
        try:
            return kind, read(text)
        except BadInput:
            pass
    return None


def _in_a_menu(state: State, form: Form, kind: Kind, pick: Pick) -> Iterator[Violation]:
    """What the verbs that begin with a hex, with a counter or a group of them, have against this one: what several say
    is said once. Verbs that are closed are silent, unless all are."""
    said: dict[tuple[str, Text], list[tuple[str, Violation]]] = {}
    verbs = [verb for verb in form.forms.values() if verb.slots] if isinstance(form, Menu) else []
    first = {verb: _first(state, verb, kind, pick) for verb in verbs}
    fit = [verb for verb in verbs if first[verb] is not None]
    offered = form.picks(state, EMPTY) if fit else ()
    for verb in [verb for verb in fit if verb.name in offered] or fit:
        closed = verb.refuse(state.stack[-1], state) if verb.refuse is not None else ()
        for violation in list(closed) or verb.why_not(state, EMPTY, first[verb]):
            said.setdefault((violation.rule, violation.because), []).append((verb.name, violation))
    for (rule, because), found in said.items():
        names = ", ".join(dict.fromkeys(name for name, _ in found))
        at = dict.fromkeys(place for _, each in found for place in each.at)
        units = dict.fromkeys(unit for _, each in found for unit in each.units)
        yield Violation(rule, say("{verbs}: {because}", names, because), tuple(at), tuple(units))


def _first(state: State, verb: Form, kind: Kind, pick: Pick) -> Pick | None:
    """What a verb would begin with if this is pointed at: itself, its stack, a unit alone as a group."""
    asked = verb.slots[0].kind
    if asked != GROUP:
        return pick if asked == kind else None
    return (pick,) if kind == UNIT else verb.groups(state, EMPTY).get(name_of(state.scenario, kind, pick))


def _of_another_kind(state: State, form: Form, draft: Draft, kind: Kind, pick: Pick) -> Violation:
    slot, _ = form.at(draft)
    assert slot is not None
    here = asked_word(state, form, draft)
    wanted = f"a {slot.kind} is asked for" if slot.kind != WORD else here[0] if here else _wanted(form, kind)
    because = say(f"{{{kind}}} is a {kind}, and {{wanted}}", pick, wanted)
    return Violation(form.rule_at(draft), because, (pick,) if kind == HEX else (), (pick,) if kind == UNIT else ())


def _wanted(form: Form, kind: Kind) -> str:
    """What a menu begins with, or a list of words."""
    firsts = {verb.slots[0].kind for verb in form.forms.values() if verb.slots} if isinstance(form, Menu) else set()
    things = "".join(f"a {each} or " for each in (HEX, UNIT, GROUP) if each in firsts and each != kind)
    return f"nothing asked now begins with one: pick {things}one of the choices"
