"""A sensible first turn of Primosole, told as a person would play it: both corps advance, 44 RTR overruns 11.8, the
parachutists drop at the bridge, Lentini is bombed, barraged and attacked, and whoever exploits goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from sandtable.core.decisions import EMPTY, Menu
from sandtable.core.errors import REFUSED
from sandtable.core.flow import Ask
from sandtable.play.record import Answer
from sandtable.play.session import Session, start

SCENARIO, SEED = "ocs:primosole", "bridge 25"

ALLIED: dict[str, Sequence[str]] = {
    "Aircraft Refit": ["plan box_m 11.11"],
    "Movement Segment": [
        "overrun 44_rtr same 11.8 done",
        "jump c47 11.11 done",
        "move 69_bde+151_bde same 11.8 done",
        "move 3_cly same 11.8 done",
        "move 50_div_art same 12.7 done",
        "move 3_cdo same 10.7 done",
        "move 13_bde+15_bde+17_bde+5_div_art+org_5_div move 12.7 done",
        "move 152_bde+153_bde+154_bde same 4.4 done",
        "move 231_bde same 4.4 done",
        "move 50_rtr same 4.4 done",
        "move 51_div_art move 5.4 done",
        "mode 46_rtr+5_recce reserve",
        "haul 15.7 8 13.7 return",
        "haul al_truck_s1 4 13.7 return",
        "hipshoot 10.9 units kittyhawk done",
    ],
    "Movement barrages": ["bomb 10.8 units baltimore+boston done done"],
    "Reaction Movement": ["release 5_recce", "move 5_recce same 13.7 done"],
    "Barrage Segment": ["barrage 10.8 units 12.7 done done", "barrage 3.5 units 51_div_art done done"],
    "Combat Segment": ["attack 10.8 11.8 done done", "attack 3.5 4.4 done done"],
    "Exploitation Movement": ["move 44_rtr same 9.9 done", "move 44_rtr same 9.8 done"],
    "Exploitation combat": [
        "attack 10.9 44_rtr done done",
        "attack 8.9 44_rtr done done",
        "attack 8.7 44_rtr done done",
    ],
}
AXIS: dict[str, Sequence[str]] = {
    "Reaction barrages": ["bomb 11.8 units fw190 done done"],
    "Movement Segment": [
        "move i_3_fj+ii_3_fj+iii_3_fj same 11.13 done",
        "move i_pz_hg same 3.6 done",
        "move ii_pz_hg same 3.6 done",
    ],
    "Combat Segment": ["attack 11.11 11.12 done done"],
}


def first_turn(seed: str = SEED) -> Session:
    """The session at the end of turn 1."""
    session = start(SCENARIO, seed)
    for answer in answers(session):
        ask = session.ask
        assert ask is not None
        session.submit_written(ask.side, answer)
    return session


def answers(session: Session) -> Iterator[list[str]]:
    """What is answered to each question until turn 1 is over."""
    plans = tuple({form: list(lines) for form, lines in side.items()} for side in (ALLIED, AXIS))
    while (ask := session.ask) is not None and session.system.standing.turns_played(session.state) == 1:
        yield _planned(session, ask, plans[ask.side].get(ask.form.name, [])) or _usual(session, ask)


def _planned(session: Session, ask: Ask, lines: list[str]) -> list[str]:
    """The next of the plan that can be done, the others being dropped."""
    while lines:
        words = lines.pop(0).split()
        try:
            session.drafts.at(words)
        except REFUSED:
            continue
        return words
    return []


def _usual(session: Session, ask: Ask) -> list[str]:
    """What most would answer: what is compulsory is done, the rest is ended or passed over."""
    form = ask.form
    if form.name in USUAL:
        return USUAL[form.name](session)
    if isinstance(form, Menu) and form.ends and not form.why_not(session.state, EMPTY, form.ends):
        return [form.ends]
    return first(session)


def first(session: Session) -> list[str]:
    """The first of everything, lists as short as can be."""
    words: list[str] = []
    while offered := session.offers(*words):
        words.append("done" if "done" in offered else offered[0])
    return words


def _arrives(session: Session) -> list[str]:
    offered = session.offers("enter")[0]
    return ["enter", offered, session.offers("enter", offered)[0], "move"]


def _delivered(session: Session) -> list[str]:
    places = session.offers()
    place = "15.7" if "15.7" in places else places[0]
    return [place, session.offers(place)[-1]]


def _advances(session: Session) -> list[str]:
    """All of them."""
    words: list[str] = []
    while offered := [each for each in session.offers(*words) if each != "done"]:
        words.append(offered[0])
    return [*words, "done"]


USUAL: dict[str, Callable[[Session], list[str]]] = {
    "Arrivals": _arrives,
    "deliver": _delivered,
    "advance": _advances,
    "defence": lambda session: ["pay", "done"] if "pay" in session.offers() else first(session),
    "options": lambda session: ["ignore"] if "ignore" in session.offers() else ["take", "0"],
    "interception": lambda session: ["pass"],
}


def given(session: Session) -> list[Answer]:
    """The answers that somebody gave, without those that were the only choice."""
    return [each for each in session.inputs if isinstance(each, Answer) and not each.forced]
