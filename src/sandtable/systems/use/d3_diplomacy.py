"""USE 9.0, D3: the Diplomacy Phase: a marker is drawn from the cup, or one is put back; Surprise Attack markers."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.decisions import UNIT, WORD, Form, Menu, Slot
from sandtable.core.dice import Dice
from sandtable.core.flow import Ask, Call, Done, Goto, Procedure, Result, Roll, step
from sandtable.core.rules import Hex, Side, UnitId, Violation, enemy
from sandtable.core.sentences import say
from sandtable.core.sequence import Segment
from sandtable.systems.use.d1_politics import neutrals
from sandtable.systems.use.e0_events import SURPRISES, send_ahead
from sandtable.systems.use.s02_1_will import change
from sandtable.systems.use.s08_2_arrivals import stays_neutral
from sandtable.systems.use.s09_costs import price
from sandtable.systems.use.s13_conditional import Activate
from sandtable.systems.use.state import UseState
from sandtable.systems.use.theatre import AXIS, AXIS_FACTION, FACTIONS, SOVIET, UNTRACKED, WEST, WESTERN

RULE = "D3"
PAYERS = ("germany", "uk", "usa", "ussr")
CUP, HELD = "diplomacy_cup", "diplomacy_holding"
SUCCESSES = ("political_success", "restricted_success", "unrestricted_success")
PLAYED_BY = {AXIS: (AXIS_FACTION,), WEST: (WESTERN, SOVIET)}


def lying_in(state: UseState, box: str) -> list[UnitId]:
    """What lies in a box; nothing where a board has none."""
    found = state.theatre.boxes.get(box)
    return sorted(state.units_in(found)) if found is not None else []


def payers(state: UseState, faction: int) -> list[str]:
    """9.0 The great powers of a faction."""
    theatre = state.theatre
    return [id for id in PAYERS if id in theatre.country_ids and state.faction[theatre.country(id)] == faction]


def cannot_spend(state: UseState, faction: int, line: str, payer: str) -> Iterator[Violation]:
    """9.0 One great power of the faction pays it all."""
    if payer not in payers(state, faction):
        yield Violation("9.0", f"{payer} is not a great power of the {FACTIONS[faction]} faction")
        return
    points, needed = state.points[state.theatre.country(payer)], price(state, line)
    if points != UNTRACKED and points < needed:
        yield Violation("9.0", f"{payer} has {points} production points, and this costs {needed}")


# ------------------------------------------------------------------------------------------------ the cup


class Diplomacy(Procedure):
    """D3 Each faction once: it draws from the cup, or puts a marker into it, or does nothing."""

    side: Side
    nth: int = 0
    answer: tuple = ()  # type: ignore[type-arg]
    drawn: int = 0

    @step("D3")
    def next_faction(self, state: UseState) -> Result:
        if self.nth == len(PLAYED_BY[self.side]):
            return Done()
        if not payers(state, self.faction):
            self.nth += 1
            return Goto("next_faction")
        return Ask(self.side, CUP_MENU, "answer")

    @step("D3")
    def act(self, state: UseState) -> Result:
        (word, *picked), self.answer = self.answer, ()
        if word == "end":
            return Goto("go_on")
        state.spend(state.theatre.country(picked[0]), price(state, LINES[word]), "9.0")
        if word == "draw":
            return None
        put_back(state, picked[1])
        return Goto("go_on")

    @step("D3")
    def draw(self, state: UseState) -> Result:
        """Blind: one marker is as likely as another."""
        return Roll(Dice(1, len(lying_in(state, CUP))), "drawn")

    @step("D3")
    def look(self, state: UseState) -> Result:
        marker, self.drawn = lying_in(state, CUP)[self.drawn - 1], 0
        state.note("drawn", RULE, unit=marker)
        state.move(marker, state.scenario.place(HELD), RULE)
        type = state.theatre.type_of[marker]
        if type in SUCCESSES:
            return Call(Influence(self.side, self.faction, type))
        if type == "political_failure":
            foe = enemy(self.side)
            return Call(Influence(foe, PLAYED_BY[foe][0], "political_success"))
        if type == "area_seized":
            return Call(SeizeArea())
        return None

    @step("D3")
    def go_on(self, state: UseState) -> Result:
        self.nth += 1
        return Goto("next_faction")

    @property
    def faction(self) -> int:
        return PLAYED_BY[self.side][self.nth]


def put_back(state: UseState, marker: UnitId) -> None:
    """D3 The marker chosen, and a No Event if one is held."""
    cup = state.scenario.place(CUP)
    state.move(marker, cup, RULE)
    rest = [each for each in lying_in(state, HELD) if state.theatre.type_of[each] == "no_event"]
    if rest:
        state.move(rest[0], cup, RULE)


def bad_draw(frame: Diplomacy, state: UseState, payer: str) -> Iterator[Violation]:
    if not lying_in(state, CUP):
        yield Violation(RULE, "the cup is empty")
    yield from cannot_spend(state, frame.faction, LINES["draw"], payer)


def bad_return(frame: Diplomacy, state: UseState, payer: str) -> Iterator[Violation]:
    if not lying_in(state, HELD):
        yield Violation(RULE, "no marker is in the Holding Box")
    yield from cannot_spend(state, frame.faction, LINES["put_back"], payer)


def not_held(frame: Diplomacy, state: UseState, payer: str, marker: UnitId) -> Iterator[Violation]:
    if marker not in lying_in(state, HELD):
        yield Violation(RULE, say("{unit} is not in the Holding Box", marker), units=(marker,))


LINES = {"draw": "draw-from-cup", "put_back": "put-in-cup"}
PAYER = Slot("payer", WORD, lambda frame, state, *_: payers(state, frame.faction), bad_draw)
CUP_MENU = Menu(
    "diplomacy", RULE,
    Form("draw", RULE, PAYER),
    Form("put_back", RULE, PAYER._replace(refuse=bad_return), Slot(
        "marker", UNIT, lambda frame, state, payer: lying_in(state, HELD), not_held
    )),
    Form("end", RULE),
)  # fmt: skip


# ------------------------------------------------------------------------------------------------ successes


class Influence(Procedure):
    """D3 A Pro-faction marker on a neutral; the second of the same faction brings it in."""

    side: Side
    faction: int
    type: str
    answer: tuple = ()  # type: ignore[type-arg]

    @step("D3")
    def ask(self, state: UseState) -> Result:
        return Ask(self.side, WOO, "answer") if wooed(self, state) else Goto("done")

    @step("D3")
    def woo(self, state: UseState) -> Result:
        (id,), self.answer = self.answer, ()
        country = state.theatre.country(id)
        if state.pro[country] == self.faction:
            return Call(Activate(country, self.faction))
        state.lean(country, self.faction, RULE)
        return None

    @step("D3")
    def done(self, state: UseState) -> Result:
        return Done()


def wooed(frame: Influence, state: UseState) -> list[str]:
    return [id for id in neutrals(state) if next(not_wooed(frame, state, id), None) is None]


def not_wooed(frame: Influence, state: UseState, id: str) -> Iterator[Violation]:
    """D3 A restricted success is for neighbours, an unrestricted one also turns who leans to another faction."""
    if id not in neutrals(state):
        yield Violation(RULE, f"{id} is not a neutral country")
        return
    theatre, country = state.theatre, state.theatre.country(id)
    if state.pro[country] not in (0, frame.faction) and frame.type != "unrestricted_success":
        yield Violation(RULE, f"{id} leans to the {FACTIONS[state.pro[country]]} faction")
    if frame.type == "restricted_success" and not borders_on(state, country, frame.faction):
        yield Violation(RULE, f"{id} does not border on a country of the {FACTIONS[frame.faction]} faction")
    if state.pro[country] == frame.faction and theatre.countries[country].side != frame.side:
        yield Violation(RULE, f"the counters of {id} are the enemy's: it cannot join you")


def borders_on(state: UseState, country: int, faction: int) -> bool:
    theatre = state.theatre
    around = {
        theatre.country_at[there]
        for hex, land in enumerate(theatre.country_at[: theatre.board.hexes]) if land == country
        for there in theatre.board.around(Hex(hex))
    }  # fmt: skip
    return any(state.faction[land] == faction for land in around if land >= 0)


WOO = Form("influence", RULE, Slot("country", WORD, lambda frame, state: neutrals(state), not_wooed, wooed))


# ------------------------------------------------------------------------------------------------ areas


class SeizeArea(Procedure):
    """D3 The USSR claims a Disputed Area: it is ceded, or its owner joins the Axis."""

    claim: str = ""
    answer: tuple = ()  # type: ignore[type-arg]

    @step("D3")
    def ask(self, state: UseState) -> Result:
        return Ask(WEST, CLAIM, "answer") if claimed(self, state) else Goto("done")

    @step("D3")
    def claimed(self, state: UseState) -> Result:
        (self.claim,), self.answer = self.answer, ()
        return None

    @step("D3")
    def reply(self, state: UseState) -> Result:
        return Ask(AXIS, CEDE, "answer")

    @step("D3")
    def cede(self, state: UseState) -> Result:
        (word,), self.answer = self.answer, ()
        owner = state.theatre.country(self.claim)
        if word == "refuse":
            return Call(Activate(owner, AXIS_FACTION), then="done")
        for hex in disputed(state, owner):
            state.take_control(hex, WEST, RULE)
        state.note("ceded", RULE, country=state.country_name(owner))
        change(state, state.theatre.country("ussr"), "disputed-area-ceded")
        return None

    @step("D3")
    def done(self, state: UseState) -> Result:
        return Done()


def disputed(state: UseState, country: int) -> list[Hex]:
    areas = state.theatre.board.areas.get("holding")
    lands = state.theatre.country_at
    return [
        Hex(hex) for hex in range(state.theatre.board.hexes)
        if lands[hex] == country and areas is not None and areas[Hex(hex)] == "disputed"
    ]  # fmt: skip


def claimed(frame: SeizeArea, state: UseState) -> list[str]:
    ids = [country.id for country in state.theatre.countries]
    return [id for id in ids if next(not_claimed(frame, state, id), None) is None]


def not_claimed(frame: SeizeArea, state: UseState, id: str) -> Iterator[Violation]:
    area = disputed(state, state.theatre.country(id)) if id in state.theatre.country_ids else []
    if not area or id not in neutrals(state):
        yield Violation(RULE, f"{id} is not a neutral with a Disputed Area")
    elif all(state.controller(hex) == WEST for hex in area):
        yield Violation(RULE, f"{id} has ceded its Disputed Area")


def must_cede(frame: SeizeArea, state: UseState) -> Iterator[Violation]:
    owner = state.theatre.country(frame.claim)
    if state.theatre.countries[owner].side != AXIS:
        yield Violation(RULE, f"{frame.claim} cannot join the Axis")


CLAIM = Form("claim", RULE, Slot(
    "country", WORD, lambda frame, state: sorted(state.theatre.country_ids), not_claimed, claimed
))  # fmt: skip
CEDE = Menu("cede", RULE, Form("cede", RULE), Form("refuse", RULE, refuse=must_cede))


# ------------------------------------------------------------------------------------------------ surprise


class BuySurprise(Procedure):
    """9.0 A Surprise Attack marker comes from its box to the Turn Track, four turns later."""

    side: Side
    marker: UnitId

    @step("9.0")
    def buy(self, state: UseState) -> Result:
        state.pay(self.marker, price(state, "surprise-attack-marker"), "9.0")
        send_ahead(state, self.marker, state.number("surprise-turns"))
        return Done()


def for_sale(segment: Segment, state: UseState) -> list[UnitId]:
    return [marker for marker in lying_in(state, SURPRISES) if state.theatre.side_of[marker] == segment.side]


def not_for_sale(segment: Segment, state: UseState, marker: UnitId) -> Iterator[Violation]:
    """9.0 The marker's own country pays."""
    if marker not in for_sale(segment, state):
        yield Violation("9.0", say("{unit} is not in the Holding Box", marker), units=(marker,))
        return
    turns = state.number("surprise-turns")
    if state.theatre.turn_box(state.turn + turns) is None:
        yield Violation("9.0", f"it comes {turns} turns later, and the Turn Track ends before that", units=(marker,))
    if neutral := list(stays_neutral(state, state.theatre.country_of[marker])):
        yield from neutral
        return
    payer = state.theatre.countries[state.theatre.country_of[marker]].id
    yield from cannot_spend(state, state.faction_of(marker), "surprise-attack-marker", payer)


BUY = Form("buy", "9.0", Slot("marker", UNIT, for_sale, not_for_sale))
