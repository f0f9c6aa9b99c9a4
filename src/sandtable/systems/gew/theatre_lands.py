"""The countries and regions of GEW, as countries.toml tells them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sandtable.core.board import Board
from sandtable.core.datafile import Reader
from sandtable.systems.gew.theatre import POWERS, SIDES, STANDINGS, AreaLimit, Country, Region

LISTS = ("vp_ports", "sudden_death_allied", "spring_ban", "axis_may_enter_while_neutral")


class Lands:
    """countries.toml"""

    def __init__(self, path: Path, board: Board) -> None:
        self.source = source = Reader(path)
        source.only(
            source.data, "check_order* vp_ports* sudden_death_allied* spring_ban* axis_may_enter_while_neutral* "
            "countries* regions* groups* area_limits*",
        )  # fmt: skip
        self.country_ids, self.region_ids = tuple(source.table("countries")), tuple(source.table("regions"))
        self.regions = tuple(self._region(id, said) for id, said in source.part("regions"))
        self.countries = tuple(self._country(board, id, said) for id, said in source.part("countries"))
        for nth, region in enumerate(self.regions):
            if nth not in self.countries[region.country].regions:
                source.refuse(f"{region.id} is not among the regions of its country", "regions", region.id, "country")
        groups = source.table("groups").items()
        self.groups = {id: frozenset(source.all(self.region_ids, said, "groups", id)) for id, said in groups}
        self.lists = {key: source.all(self.region_ids, source.data[key], key) for key in LISTS}
        self.check_order = source.all(self.country_ids, source.data["check_order"], "check_order")

    def _region(self, id: str, said: dict[str, Any]) -> Region:
        source, at = self.source, ("regions", id)
        source.only(said, "name* country* theatre* rail* partisans", *at)
        theatres = ("europe", "north_africa", "middle_east")
        return Region(
            id, str(said["name"]), source.one(self.country_ids, said["country"], *at, "country"),
            theatres[source.one(theatres, said["theatre"], *at, "theatre")],
            source.all(POWERS, said["rail"], *at, "rail"),
            source.all(SIDES, said.get("partisans", []), *at, "partisans"),
        )  # fmt: skip

    def _country(self, board: Board, id: str, said: dict[str, Any]) -> Country:
        source, at = self.source, ("countries", id)
        source.only(said, "name* power* major capital nationalities* regions* joins invaded_by", *at)
        standing = STANDINGS[source.one(STANDINGS, said["power"], *at, "power")]
        capital = source.place(board, said["capital"], *at, "capital") if "capital" in said else None
        regions = source.all(self.region_ids, said["regions"], *at, "regions")
        if capital is not None and "capital" not in board.symbols(capital):
            source.refuse(f"{said['capital']} is not a capital on the board", *at, "capital")
        if standing == "neutral" and "joins" in said:
            source.one((*POWERS[:3], "either"), said["joins"], *at, "joins")
        return Country(
            id, str(said["name"]), standing, bool(said.get("major")), capital, tuple(said["nationalities"]), regions,
            str(said.get("joins", "")), source.all(POWERS, said.get("invaded_by", []), *at, "invaded_by"),
        )  # fmt: skip

    def area_limits(self, board: Board, seas: tuple[str, ...]) -> Iterator[AreaLimit]:
        source = self.source
        known = {nationality for country in self.countries for nationality in country.nationalities}
        for id, said in source.part("area_limits"):
            at = ("area_limits", id)
            source.only(said, "nationalities* may_enter* attack_only sea_transfer", *at)
            source.all(sorted(known), said["nationalities"], *at, "nationalities")
            source.all(self.region_ids, said["may_enter"], *at, "may_enter")
            may_enter = board.areas["region"].where(*said["may_enter"])
            attack_only = source.one(POWERS, said["attack_only"], *at, "attack_only") if "attack_only" in said else -1
            transfer = None
            if across := said.get("sea_transfer"):
                ends = source.all(self.region_ids, across["between"], *at, "sea_transfer")
                transfer = (source.one(seas, across["sea"], *at, "sea_transfer"), ends)
            yield AreaLimit(id, tuple(said["nationalities"]), may_enter, attack_only, transfer)
