"""USE scenarios: scenarios/*.toml tells countries and months, the .csv beside it the counters and where they begin."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from sandtable.core.board import Board
from sandtable.core.changes import Options
from sandtable.core.counters import Counters
from sandtable.core.datafile import Reader
from sandtable.core.errors import BadInput
from sandtable.core.rules import Hex, UnitId
from sandtable.core.setups import SetUp as Beginning
from sandtable.core.setups import SetUpFile, numbers_said, read_all, whole_number
from sandtable.core.system import TRIED
from sandtable.systems.use.options import EVEN, LONG
from sandtable.systems.use.theatre import (
    COLUMNS,
    FACTIONS,
    NEUTRAL,
    NOBODY,
    OVER,
    POLICIES,
    SIDES,
    UNTRACKED,
    WORDS,
    ZONES,
    Country,
    Theatre,
)

FOLDER = Path(__file__).parent
KEYS = (
    "board* months* zone* skip must_fall* begin_in_forts sea_lanes must_attack "
    "uk_air_near_home arriving_sorties policies long even countries* pp_per_factory* nw_cap fac_lost_offset "
    "house_places before"
)
VARIANTS = (LONG.name, EVEN.name)  # a table of a file that an option makes hold
VARIANT = "months will*"
PHASES = ("Economy Phase", "Strategic Movement Phase", "Replacements Phase", "Mobilization Phase")  # may be skipped
PER_FACTORY = "pp_per_factory"
WILL_CAP = "nw_cap"
LOST_OFFSET = "fac_lost_offset"
HOUSE_NUMBERS = (PER_FACTORY, WILL_CAP, LOST_OFFSET)
MOST = 200
COUNTRY = "name* side will points by_factories extra_factories fac_lost at_home faction"
LATER = "later"  # a counter that comes into play by a rule


class Variant(NamedTuple):
    """Another game of a scenario: a longer one, or one of other National Will."""

    will: Mapping[str, int]  # by country
    months: tuple[str, ...]


@dataclass(frozen=True, eq=False, kw_only=True)
class SetUp(Beginning):
    """1.2 How a game of USE begins."""

    theatre: Theatre
    variants: Mapping[str, Variant]  # by the name of their option
    house_places: tuple[UnitId, ...]  # units whose place is ours, and may be another

    @property
    def numbers(self) -> dict[str, int]:
        """What a name may tell otherwise, to try a scenario out: production points of a factory, the most National Will
        (0: no bound), factories that a Fac Lost marker does not count, the National Will of each country, and where a
        unit begins whose place is ours."""
        theatre = self.theatre
        house = dict(zip(HOUSE_NUMBERS, (theatre.per_factory, theatre.will_cap, theatre.lost_offset), strict=True))
        wills = {f"{each.id}_will": each.will for each in theatre.countries if each.will != UNTRACKED}
        return house | wills | {
            theatre.counters.id(unit): int(theatre.board.name(self.at[unit])) for unit in self.house_places
        }  # fmt: skip

    def chosen(self, options: Options) -> tuple[str, ...]:
        """The variants that are played with these options."""
        return tuple(name for name in self.variants if options.get(name))

    def wills(self, chosen: Iterable[str]) -> dict[str, int]:
        """The numbers that are others in these variants."""
        return {f"{id}_will": will for name in chosen for id, will in self.variants[name].will.items()}

    def as_before(self, rules: str, options: Options) -> dict[str, int]:
        """The numbers with which a game of older rules began, where they were others; a variant has its own."""
        own = self.wills(self.chosen(options))
        return {name: number for name, number in self.before.get(rules, {}).items() if name not in own}


@cache
def setups() -> Mapping[str, SetUp]:
    """Every set-up, by the name of its file."""
    return read_all(FOLDER / "scenarios", read_setup)


@cache
def setup_of(name: str) -> SetUp:
    """Of a scenario, whatever numbers its name tells: `poland-1939@poland_will=9`."""
    usual, said = _usual(name), tried(name)
    moved = {unit: usual.theatre.board.place(f"{said[id]:04}")
             for unit in usual.house_places if (id := usual.theatre.counters.id(unit)) in said}  # fmt: skip
    return replace(usual, at={**usual.at, **moved}) if moved else usual


def _usual(name: str) -> SetUp:
    return setups()[name.partition(TRIED)[0]]


def tried(name: str) -> dict[str, int]:
    """The numbers in a scenario's name that are others than the house's, to try it out with them."""
    usual = _usual(name)
    known, found = usual.numbers, {}
    for word, number in numbers_said(name, known):
        if word in usual.theatre.counters.ids:
            _check_place(name, usual, word, number)
            found[word] = int(number)
        else:
            found[word] = whole_number(name, word, number, 0, MOST)
    return found


def _check_place(name: str, usual: SetUp, id: str, number: str) -> None:
    """A unit may begin in any hex of its friends where no other army does."""
    theatre, unit = usual.theatre, usual.theatre.counters.unit(id)
    home = theatre.countries[theatre.country_of[unit]].at_home or range(len(theatre.countries))
    taken = {at for each, at in usual.at.items() if theatre.is_ground[each] and each != unit}
    places = {
        theatre.board.name(hex)
        for hex in theatre.board.playable
        if hex not in taken and (land := theatre.country_at[hex]) in home
        and theatre.countries[land].side == theatre.side_of[unit]
    }  # fmt: skip
    if number.zfill(4) not in places:
        raise BadInput(f"{name}: {id} is the number of a hex of its friends in which no other army begins")


@cache
def theatre_of(name: str, chosen: tuple[str, ...]) -> Theatre:
    """A scenario's theatre, in these variants, with the numbers that its name tells."""
    setup, said = setup_of(name), tried(name)
    usual = setup.theatre
    if not chosen and not said:
        return usual
    wills = {**setup.wills(chosen), **said}
    months = next((found for each in chosen if (found := setup.variants[each].months)), usual.months)
    countries = tuple(each._replace(will=wills.get(f"{each.id}_will", each.will)) for each in usual.countries)
    return replace(
        usual, countries=countries, months=months,
        per_factory=said.get(PER_FACTORY, usual.per_factory), will_cap=said.get(WILL_CAP, usual.will_cap),
        lost_offset=said.get(LOST_OFFSET, usual.lost_offset),
    )  # fmt: skip


@cache
def board(id: str) -> Board:
    return Board.load(FOLDER / "boards" / f"{id}.json", WORDS)


def read_setup(path: Path) -> SetUp:
    source = SetUpFile(path, KEYS)
    data = source.data
    boards = [each.stem for each in (FOLDER / "boards").glob("*.json") if not each.stem.endswith(".picture")]
    source.one(boards, data["board"], "board")
    source.board, source.counters = board(data["board"]), Counters.load(path.with_suffix(".csv"), COLUMNS)
    land, counters = source.board, source.counters
    ids = list(source.table("countries"))
    countries = tuple(_country(source, ids, id, said) for id, said in source.part("countries"))
    source.all(PHASES, data.get("skip", []), "skip")
    for unit, word in enumerate(counters["country"]):
        if word not in ids:
            counters.refuse(UnitId(unit), f"the scenario has no country {word}")
    theatre = Theatre(
        board=land, counters=counters, countries=countries,
        zone=ZONES[source.one(ZONES, data["zone"], "zone")],
        months=tuple(source.words("months")), skip=frozenset(data.get("skip", ())),
        must_fall=frozenset(source.all(ids, data["must_fall"], "must_fall")), sea_lanes=source.flag("sea_lanes"),
        per_factory=source.number(PER_FACTORY), will_cap=source.number(WILL_CAP),
        lost_offset=source.number(LOST_OFFSET),
        must_attack=source.flag("must_attack"),
        uk_air_near_home=source.number("uk_air_near_home"),
        arriving_sorties=source.number("arriving_sorties"), policies=_policies(source),
        in_forts=frozenset(source.units("begin_in_forts")),
    )  # fmt: skip
    at = {
        UnitId(unit): _place(land, counters, UnitId(unit), name)
        for unit, name in enumerate(counters["at"])
        if name != LATER
    }
    setup = SetUp(
        **source.head(), theatre=theatre, at=at, variants=dict(_variants(source, ids)),
        house_places=source.units("house_places"),
    )  # fmt: skip
    return replace(setup, before=source.before(setup.numbers))


def _policies(source: Reader) -> Mapping[str, str]:
    """D1 By policy: the month in which it is rolled for first, or that it is over, with peace or war."""
    said: dict[str, str] = source.data.get("policies", {})
    source.only(said, " ".join(POLICIES), "policies")
    for policy, word in said.items():
        source.one((*source.words("months"), *OVER), word, "policies", policy)
    return said


def _variants(source: Reader, ids: list[str]) -> Iterator[tuple[str, Variant]]:
    for name in VARIANTS:
        if said := source.table(name):
            source.only(said, VARIANT, name)
            source.all(ids, list(said["will"]), name, "will")
            wills = {id: source.whole(will, name, "will") for id, will in said["will"].items()}
            yield name, Variant(wills, tuple(source.listed(said.get("months", []), name, "months")))


def _country(source: Reader, ids: list[str], id: str, said: dict[str, Any]) -> Country:
    source.only(said, COUNTRY, "countries", id)
    side = SIDES.index(said["side"]) if said.get("side") in SIDES else NOBODY
    if side == NOBODY and "side" in said:
        source.refuse(f"{said['side']!r} is no side: expected one of {', '.join(SIDES)}", "countries", id)
    home = frozenset(source.all(ids, said.get("at_home", []), "countries", id))
    will, points, extra, lost = (
        source.whole(said[key], "countries", id) if key in said else usual
        for key, usual in (("will", UNTRACKED), ("points", UNTRACKED), ("extra_factories", 0), ("fac_lost", 0))
    )
    usual = NEUTRAL if side == NOBODY else side + 1  # in the order of the factions
    faction = source.one(FACTIONS, said.get("faction", FACTIONS[usual]), "countries", id)
    return Country(id, said["name"], side, will, points, said.get("by_factories", False), home, faction, extra, lost)


def _place(board: Board, counters: Counters, unit: UnitId, name: str) -> Hex:
    try:
        return board.place(name)
    except BadInput as error:
        counters.refuse(unit, str(error))
