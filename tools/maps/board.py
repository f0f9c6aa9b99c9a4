"""Make the GEW board: what the maps say, what we drew ourselves, and corrections; docs/gew-board.md tells the story.

    MAPS=FOLDER-OF-SETUP python tools/maps/board.py src/sandtable/systems/gew

writes FOLDER/board.json. Our own part stands in tools/maps/gew: drawing.toml, places.csv, corrections.toml; every
correction gives its reason, which goes into the board's `data`.
"""

from __future__ import annotations

import csv
import json
import sys
import tomllib
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2] / "src"))

from courses import Banks, Network
from survey import Survey

from sandtable.core.hexes import Layout
from sandtable.core.rules import Hex

OURS = Path(__file__).parent / "gew"
CLEAR, ROUGH, MOUNTAIN, HIGH, DESERT, SEA = "clear", "rough", "mountain", "high_mountain", "desert", "sea"
IMPASSABLE = "impassable"
SIGNS = {"~": SEA, ".": CLEAR, "r": ROUGH, "m": MOUNTAIN, "M": HIGH, "d": DESERT, "x": IMPASSABLE}
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
LAND = 0.30  # a hex is land if so much of it is
ROUGH_FROM, MOUNTAIN_FROM, HIGH_FROM = (0, 370), (850, 780), (1900, 1150)  # metres: how high, how steep
NORTH_AFRICA = {"egypt", "libya", "french_morocco", "algeria", "tunisia", "spanish_morocco"}
CREDITS = [
    "Coast, lakes, rivers and today's countries: Natural Earth, public domain.",
    "Relief: ETOPO5, NOAA National Geophysical Data Center, public domain.",
    "Hexes, borders of 1941, seas, deserts, places, pipelines and all corrections: our own.",
]


class Maker:
    def __init__(self) -> None:
        self.drawing = tomllib.loads((OURS / "drawing.toml").read_text(encoding="utf-8"))
        self.corrections = tomllib.loads((OURS / "corrections.toml").read_text(encoding="utf-8"))
        with (OURS / "places.csv").open(encoding="utf-8", newline="") as file:
            self.places = list(csv.DictReader(file))
        self.field = self.drawing["field"]
        self.layout = Layout(max(self.field["columns"]), len(self.field["columns"]))
        self.played = [hex for hex in self.layout.hexes() if self.is_played(hex)]
        self.survey = Survey(self.layout, self.drawing)
        self.place_at = {self.layout.hex(place["hex"]): place for place in self.places}
        self.terrain: dict[Hex, str] = {}
        self.region: dict[Hex, str] = {}
        self.sea: dict[Hex, str] = {}
        self.sides: dict[tuple[Hex, Hex], tuple[str, str]] = {}
        self.needless: list[str] = []  # corrections that change nothing

    def is_played(self, hex: Hex) -> bool:
        row, column = divmod(hex, self.layout.columns)
        return bool(column < self.field["columns"][row])

    # ------------------------------------------------------------------ hexes

    def read_hexes(self) -> None:
        """Land, sea and regions as the maps and the corrections have them, then the terrain."""
        land, regions, seas = self.survey.share(self.survey.dry), self.survey.regions(), self.survey.seas()
        for hex in self.played:
            if land[hex] < LAND and hex not in self.place_at:
                self.terrain[hex], self.sea[hex] = SEA, seas[hex]
            else:
                self.terrain[hex], self.region[hex] = CLEAR, regions[hex]
        for hex, place in self.place_at.items():
            self.region[hex] = place["region"]
        corrections = [(self.hexes(said["at"]), said) for said in self.corrections["hex"]]
        for hexes, said in corrections:
            for hex in hexes:
                self.correct(hex, said)
        self.read_relief()
        for hexes, said in corrections:
            for hex in hexes:
                if self.terrain[hex] == said["terrain"] != SEA:
                    self.needless.append(self.layout.label(hex))
                self.terrain[hex] = said["terrain"]

    def correct(self, hex: Hex, said: dict[str, str]) -> None:
        if said["terrain"] == SEA:
            self.terrain[hex], self.sea[hex] = SEA, said["sea"]
            self.region.pop(hex, None)
        else:
            self.terrain[hex], self.region[hex] = CLEAR, said.get("region", self.region.get(hex, ""))
            self.sea.pop(hex, None)

    def read_relief(self) -> None:
        high, steep = self.survey.relief()
        deserts = [
            (said["regions"], self.survey.share(self.survey.sheet.mask([[np.array(said["line"])]])))
            for said in self.drawing["desert"]
        ]
        for hex, region in self.region.items():
            if region in self.field["impassable"]:
                self.terrain[hex] = IMPASSABLE
                continue
            terrain = next(
                (word for word, least in ((HIGH, HIGH_FROM), (MOUNTAIN, MOUNTAIN_FROM), (ROUGH, ROUGH_FROM))
                 if high[hex] >= least[0] and steep[hex] >= least[1]), CLEAR,
            )  # fmt: skip
            if terrain == CLEAR and any(region in regions and inside[hex] > 0.5 for regions, inside in deserts):
                terrain = DESERT
            coast = any(self.terrain.get(there) == SEA for there in self.layout.around(hex))
            if region in NORTH_AFRICA and (coast or hex in self.place_at):  # 14.4
                terrain = {DESERT: CLEAR, MOUNTAIN: ROUGH, HIGH: ROUGH}.get(terrain, terrain)
            self.terrain[hex] = terrain
        for region in self.field["beyond"]:
            self.region = {hex: name for hex, name in self.region.items() if name != region}

    def hexes(self, labels: str) -> list[Hex]:
        return [self.layout.hex(label) for label in labels.split()]

    # ------------------------------------------------------------------ hexsides

    def read_sides(self) -> None:
        for hex in self.played:
            for there in self.layout.around(hex):
                if hex < there and (water := self.survey.water_between(hex, there)):
                    self.put(hex, there, water, "")
        dry = {hex for hex in self.played if self.terrain[hex] != SEA}
        banks, network = Banks(self.survey.sheet, dry), Network()
        for course in self.drawing["course"]:
            for side in banks.along(network.course(np.array(course["line"]))):
                one, other = Hex(side // 6), Hex(self.layout.neighbours[side])
                if (min(one, other), max(one, other)) not in self.sides:
                    self.put(one, other, course["feature"], course["name"])
        for name, sides in self.drawing["straits"].items():
            self.put_all(sides, "strait", name)
        for said in self.corrections["side"]:
            self.put_all(said["at"], "" if said["feature"] == "none" else said["feature"], said.get("name", ""))

    def put_all(self, sides: str, feature: str, name: str) -> None:
        for side in sides.split():
            one, other = sorted(self.layout.hex(label) for label in side.split("/"))
            if self.sides.get((one, other), ("", "")) == (feature, name):
                self.needless.append(side)
            self.put(one, other, feature, name)

    def put(self, one: Hex, other: Hex, feature: str, name: str) -> None:
        self.layout.direction(one, other)  # they are neighbours
        pair = (min(one, other), max(one, other))
        self.sides.pop(pair, None)
        found = {self.terrain.get(one), self.terrain.get(other)}
        beyond = {SEA, None} if feature == "river" and len(found) > 1 else {SEA, None, IMPASSABLE}  # a river flows on
        if feature and not beyond & found:
            self.sides[pair] = (feature, name)

    # ------------------------------------------------------------------ marks

    def coast(self) -> set[Hex]:
        wet = {hex for pair, (feature, _) in self.sides.items() if feature in ("sea", "strait") for hex in pair}
        ports = {hex for hex, place in self.place_at.items() if place["seas"]}
        beach = {hex for hex in self.region if any(self.terrain.get(there) == SEA for there in self.layout.around(hex))}
        return wet | ports | beach

    def edge(self, first: str, last: str) -> list[str]:
        """The hexes of the east or the south edge between two of them, that a unit may stand in or sail to."""
        south = first == "3529"
        found = []
        for hex in self.played:
            label = self.layout.label(hex)
            on_map = sum(there in self.terrain for there in self.layout.around(hex))
            inside = first[:2] <= label[:2] and (label[2:] >= "20") == south and label <= last
            if on_map < 6 and inside and self.terrain[hex] != IMPASSABLE:
                found.append(label)
        return sorted(found)

    def labels(self, hexes: Any) -> list[str]:
        return sorted(map(self.layout.label, hexes))

    def rows(self, values: dict[Hex, str], key: dict[str, str]) -> list[str]:
        signs = {word: sign for sign, word in key.items()}
        text = "".join(signs.get(values.get(hex, ""), " ") for hex in self.layout.hexes())
        return [text[at : at + self.layout.columns] for at in range(0, len(text), self.layout.columns)]

    def features(self) -> dict[str, list[dict[str, Any]]]:
        found: dict[str, dict[str, list[str]]] = {}
        for pair, (feature, name) in self.sides.items():
            found.setdefault(feature, {}).setdefault(name, []).append("/".join(self.labels(pair)))
        return {
            feature: [
                {**({"name": name} if name else {}), "sides": sorted(sides)} for name, sides in sorted(runs.items())
            ]
            for feature, runs in sorted(found.items())
        }

    def board(self) -> dict[str, object]:
        self.read_hexes()
        self.read_sides()
        regions = dict(zip(LETTERS, sorted(set(self.region.values())), strict=False))
        seas = {word[0]: word for word in sorted(set(self.sea.values()))} | {"B": "black_sea", "b": "baltic"}
        east, south = self.edge("3402", "4615"), self.edge("3529", "5025")
        dry_south = [label for label in south if self.terrain[self.layout.hex(label)] != SEA]
        adjoins = {"staging_ussr": east, "staging_british_empire": dry_south}
        return {
            "format": "board/1", "id": "gew", "title": self.field["title"], "origin": "house",
            "layout": {
                "top": "flat", "columns": self.layout.columns, "rows": self.layout.rows, "pushed": "odd",
                "labels": "CCRR",
            },
            "terrain": {"key": SIGNS, "rows": self.rows(self.terrain, SIGNS)},
            "areas": {
                "region": {"key": regions, "rows": self.rows(self.region, regions)},
                "sea": {"key": seas, "rows": self.rows(self.sea, seas)},
            },
            "marks": {
                "coast": self.labels(self.coast()),
                "small_island": self.labels(hex for hex, name in self.region.items() if name in self.field["islands"]),
                "edge_ussr": east, "edge_empire": south,
                "edge_atlantic": self.labels(hex for hex in self.sea if hex % self.layout.columns == 0),
            },
            "hexsides": self.features(),
            "links": {
                "pipeline": [{"name": name, "hexes": at.split()} for name, at in self.drawing["pipelines"].items()],
            },
            "places": list(map(self.place, self.places)),
            "boxes": [
                {"id": id, "name": name, **({"adjoins": adjoins[id]} if id in adjoins else {})}
                for id, name in self.drawing["boxes"].items()
            ],
            "data": {
                "projection": self.drawing["projection"],
                "coast_seas": self.drawing["coast_seas"],
                "overrides": [[said["at"], said["why"]] for kind in ("hex", "side") for said in self.corrections[kind]],
                "credits": CREDITS,
            },
        }  # fmt: skip

    @staticmethod
    def place(said: dict[str, str]) -> dict[str, object]:
        data: dict[str, object] = {
            "seas": said["seas"].split(), "class": said["class"], "objective": said["objective"],
            "oil": said["oil"] == "yes", "uboat_base": said["uboat_base"] == "yes",
        }  # fmt: skip
        data = {key: value for key, value in data.items() if value}
        found: dict[str, object] = {
            "id": said["id"], "name": said["name"], "hex": said["hex"], "symbols": said["symbols"].split(),
        }  # fmt: skip
        return {**found, "data": data} if data else found


def text(value: object, indent: int = 0) -> str:
    """JSON with one line for each thing a person would change."""
    pad, flat = " " * (indent + 1), json.dumps(value, ensure_ascii=False)
    one_thing = isinstance(value, dict) and "hex" in value  # a place
    if len(flat) + indent <= 110 or one_thing or not isinstance(value, (dict, list)) or not value:
        return flat
    if isinstance(value, dict):
        parts = [f"{pad}{json.dumps(key)}: {text(each, indent + 1)}" for key, each in value.items()]
        return "{\n" + ",\n".join(parts) + "\n" + " " * indent + "}"
    if all(isinstance(each, str) and len(each) <= 12 for each in value):
        lines = [", ".join(map(json.dumps, value[at : at + 10])) for at in range(0, len(value), 10)]
        return "[\n" + ",\n".join(pad + line for line in lines) + "\n" + " " * indent + "]"
    return "[\n" + ",\n".join(pad + text(each, indent + 1) for each in value) + "\n" + " " * indent + "]"


if __name__ == "__main__":
    maker = Maker()
    (Path(sys.argv[1]) / "board.json").write_text(text(maker.board()) + "\n", encoding="utf-8")
    if maker.needless:
        print("these corrections change nothing:", *maker.needless)
