"""Merge the two drafts of the GEW map into one board file; docs/gew-board.md tells the story.

    python tools/gew_board.py FOLDER src/sandtable/systems/gew/board.json

FOLDER holds `hexmap.json` (geography: terrain, regions, seas, rivers), `map.yaml` (what the rules asked for) and
`places.yaml` (named hexes, pipelines). Needs PyYAML, which the game itself does not. Every correction by hand stands
below with its reason, and goes into the board's `data` so that the reasons travel with the map.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import yaml

CLEAR, ROUGH, MOUNTAIN, HIGH, DESERT, SEA = "clear", "rough", "mountain", "high_mountain", "desert", "sea"
SIGNS = {"~": SEA, ".": CLEAR, "r": ROUGH, "m": MOUNTAIN, "M": HIGH, "d": DESERT, "x": "impassable"}
RANK = {CLEAR: 0, DESERT: 1, ROUGH: 2, MOUNTAIN: 3, HIGH: 4}
NORTH_AFRICA = {"egypt", "libya", "french_morocco", "algeria", "tunisia", "spanish_morocco"}
DRY = {"egypt", "libya", "palestine", "transjordan", "syria_lebanon", "iraq"}  # deserts as the rules' draft has them
LAKELAND = {"finland", "sweden"}
SYMBOLS = ("mobilization", "city", "port", "airbase", "capital", "objective")
NOT_A_REGION = {"iran", "arabia"}

# hexes -> (terrain, region or sea if that changes, reason)
TERRAIN: dict[str, tuple[str, str, str]] = {
    "2306": (SEA, "baltic", "Lolland and Falster are an unringed island (2.1); Copenhagen and Kiel get a sea hex"),
    "1218": (SEA, "mediterranean", "the Gulf of Valencia: the port gets a sea hex"),
    "2903 2904": (SEA, "baltic", "Hiiumaa and Saaremaa are unringed islands (2.1); Riga gets a sea hex"),
    "3828": (SEA, "red_sea", "the Gulf of Suez: the Red Sea needs a hex (18.8), Suez and the Empire edge touch it"),
    "3301": (CLEAR, "", "the Karelian shore of Lake Ladoga, not the lake: the way round to Leningrad"),
    "0125 0126 0127 0128 0129 0227 0228 0328 0229 0329 0429": (
        "impassable", "", "Spanish Sahara: no region of the game, nothing to do there"),
    "1815": (MOUNTAIN, "", "the coast road and railway of the Riviera: armies could cross from France to Italy"),
    "1416": (MOUNTAIN, "", "the low passes and the coast railway at the eastern end of the Pyrenees"),
    "1215": (HIGH, "", "the central Pyrenees"),
    "1115": (ROUGH, "", "the upper Ebro and Soria, hills rather than mountains"),
    "2114": (CLEAR, "", "the plain of the Po"),
    "1306": (ROUGH, "", "Wales"),
    "2102 2201": (MOUNTAIN, "", "the Norwegian fells"),
    "2617 2717": (HIGH, "", "Montenegro and Prokletije: 33.1 puts a partisan in Balkan high mountains"),
    "2616": (MOUNTAIN, "", "Sarajevo lies in the Dinaric Alps"),
    "3403 3404": (ROUGH, "", "the Volkhov forests and marshes"),
    "4115": (MOUNTAIN, "", "the coast road of Sochi"),
    "4216 4316 4416 4516": (ROUGH, "", "Abkhazia, Colchis, Surami, the middle Kura: pipeline and railway (10.3)"),
    "4314 4615": (ROUGH, "", "the northern foothills of the Caucasus"),
    "4517": (MOUNTAIN, "", "the Armenian highland with the plain of Erevan"),
    "4617": (ROUGH, "", "Ganja, between the Kura and the Lesser Caucasus: the pipeline's true way"),
    "4716 4816": (ROUGH, "", "Shirvan and the last spurs of the Caucasus"),
    "4717 4817 4916": (CLEAR, "", "the lower Kura and Baku"),
    "4117": (ROUGH, "", "the coast of Trabzon, open to an army"),
    "4018 3622": (MOUNTAIN, "", "the Pontic coast and the western Taurus were crossed by armies"),
    "3527 3627": (CLEAR, "", "the western delta and the delta of the Nile"),
    "1824": (CLEAR, "", "the gap of Gabes, the only way from Tunisia to Tripolitania"),
    "4025 4027": (ROUGH, "", "the Hauran and the hills of Moab"),
    "0922": (CLEAR, "", "the High Plateaux of Algeria, not the Sahara"),
    "3728": (ROUGH, "", "the hills between the Nile and the Gulf of Suez, the Empire's road to Cairo"),
}  # fmt: skip
# hexsides -> (feature, name, reason); feature "" takes away what the drafts have
SIDES: dict[str, tuple[str, str, str]] = {
    "0719/0720": ("sea", "", "the Mediterranean mouth of the strait; the crossing is Gibraltar to Tangier"),
    "2305/2405": ("sea", "", "the northern Kattegat; the crossing is the Oresund"),
    "3219/3319 3318/3319": ("sea", "", "the Sea of Marmara; the crossings are the Bosporus and the Dardanelles"),
    "3419/3518": ("", "", "both hexes are Asian: no Bosporus between them"),
    "3627/3628 3628/3728 3628/3727": ("", "", "the Nile ran east of Cairo"),
    "3526/3627 3527/3627 3527/3628 3528/3628": (
        "river", "nile", "the Nile from the map edge, west of Cairo, to the sea"),
    "3726/3727": ("", "", "the canal ran west of Suez"),
    "3726/3827 3727/3827": ("canal", "suez_canal", "both ports lie on the west bank; Sinai is across"),
    "2403/2503": ("lake", "vanern", "left out by the geography draft"),
    "2513/2613": ("lake", "balaton", "left out by the geography draft"),
    "3103/3204": ("lake", "peipus", "left out by the geography draft"),
    "4419/4519": ("lake", "van", "left out by the geography draft"),
    "2901/3001 3001/3101": ("lake", "finnish_lakes", "named"),
    "3302/3402": ("lake", "ladoga", "named"),
    "4620/4719": ("", "", "Lake Urmia: impassable ground"),
}  # fmt: skip
PIPELINES = {
    "baku_batumi": "4916 4817 4717 4617 4516 4416 4316",  # along the Kura instead of over the high Caucasus
    "mosul_haifa": "4521 4522 4423 4424 4324 4225 4124 4025 3925",
    "mosul_beirut": "4521 4522 4423 4323 4223 4123 4024 3924",
    "basrah_mosul": "5025 4924 4824 4723 4623 4523 4423",  # carried on to where it meets the others (10.3)
}
COAST_SEAS = {  # coasts that see water only across a hexside
    "1609": ["north_sea"], "2405": ["north_sea", "baltic"], "3319": ["mediterranean"],
}  # fmt: skip
BOXES = [
    ("staging_usa", "USA Staging Area"), ("staging_british_empire", "British Empire Staging Area"),
    ("staging_ussr", "USSR Staging Area"), ("convoy", "Atlantic Convoy Display"),
    ("display_axis", "Axis Campaign Operations Display"), ("display_allied", "Allied Campaign Operations Display"),
    ("reinforcements_axis", "Axis Reinforcements Display"), ("reinforcements_allied", "Allied Reinforcements Display"),
    *((f"track_{turn}", f"Turn Record Track, turn {turn}") for turn in range(1, 11)),
]  # fmt: skip
CREDITS = [
    "Coast, borders and lakes: Natural Earth (public domain) and GSHHG (LGPL), hexed by our own generator.",
    "Rivers: WDBII and Natural Earth (public domain). Relief: Mapzen terrain tiles by way of pvlib.",
    "Deserts: Koppen-Geiger climate classes. Borders and names of 1941, symbols and corrections: our own.",
]


def around(label: str) -> list[str]:
    """The six neighbours, clockwise from the south-east, as the geography draft counts its hexsides."""
    c, r = int(label[:2]), int(label[2:])
    o = c % 2
    spots = ((c + 1, r + o), (c, r + 1), (c - 1, r + o), (c - 1, r - 1 + o), (c, r - 1), (c + 1, r - 1 + o))
    return [f"{x:02}{y:02}" for x, y in spots]


class Merger:
    """The two drafts, and what becomes of them."""

    def __init__(self, folder: Path) -> None:
        self.geo = json.loads((folder / "hexmap.json").read_text(encoding="utf-8"))
        self.rules = yaml.safe_load((folder / "map.yaml").read_text(encoding="utf-8"))
        self.atlas = yaml.safe_load((folder / "places.yaml").read_text(encoding="utf-8"))
        self.place_hexes = {place["hex"] for place in self.atlas["places"]}
        self.terrain: dict[str, str] = {}
        self.region: dict[str, str] = {}
        self.sea: dict[str, str] = {}
        self.sides: dict[tuple[str, str], tuple[str, str]] = {}

    def layer(self, name: str, label: str) -> str:
        sign = self.geo[name][int(label[2:]) - 1][int(label[:2]) - 1]
        return str(self.geo[f"{name}_key"].get(sign, ""))

    def read_hexes(self) -> None:
        for label in self.rules["hexes"]:
            terrain = {"swamp": ROUGH, "lake": CLEAR}.get(self.layer("terrain", label), self.layer("terrain", label))
            self.terrain[label] = "impassable" if label in self.geo["impassable"] else terrain
            if terrain == SEA:
                self.sea[label] = self.layer("sea", label)
            elif self.layer("region", label) not in NOT_A_REGION:
                self.region[label] = self.layer("region", label)
        for labels, (terrain, area, _) in TERRAIN.items():
            for label in labels.split():
                if terrain == SEA:
                    self.terrain[label], self.sea[label] = SEA, area
                    self.region.pop(label, None)
                elif terrain == "impassable":
                    self.region.pop(label, None)
        for label in self.terrain:
            self.terrain[label] = self.settle(label)
        for labels, (terrain, _, _) in TERRAIN.items():
            self.terrain.update(dict.fromkeys(labels.split(), terrain))

    def settle(self, label: str) -> str:
        """Where the drafts differ on the terrain of a land hex."""
        terrain, said, region = self.terrain[label], self.rules["hexes"][label]["t"], self.region.get(label, "")
        if terrain in (SEA, "impassable"):
            return terrain
        known = said in RANK
        if known and ((region in DRY and DESERT in (terrain, said)) or region in LAKELAND):
            terrain = said
        if known and label in self.place_hexes and RANK[said] < RANK[terrain]:
            terrain = said
        coast = any(self.terrain.get(there) == SEA for there in around(label))
        if region in NORTH_AFRICA and (coast or label in self.place_hexes):  # 14.4
            terrain = {DESERT: CLEAR, MOUNTAIN: ROUGH, HIGH: ROUGH}.get(terrain, terrain)
        if label in self.place_hexes:
            terrain = {DESERT: CLEAR, HIGH: MOUNTAIN}.get(terrain, terrain)
        return terrain

    def read_sides(self) -> None:
        for feature, sides in self.geo["sides"].items():
            for side in sides:
                where, *name = side.split()
                label, direction = where.split("/")
                self.put(label, around(label)[int(direction)], feature, name[0] if name else "")
        for labels, (feature, name, _) in SIDES.items():
            for side in labels.split():
                self.put(*side.split("/"), feature, name)

    def put(self, one: str, other: str, feature: str, name: str) -> None:
        pair = (min(one, other), max(one, other))
        self.sides.pop(pair, None)
        wet = {SEA, "impassable"} & {self.terrain.get(one, SEA), self.terrain.get(other, SEA)}
        if feature and not wet:
            self.sides[pair] = (feature, name)

    def coast(self) -> list[str]:
        wet = {label for pair, (feature, _) in self.sides.items() if feature in ("sea", "strait") for label in pair}
        ports = {place["hex"] for place in self.atlas["places"] if "port" in place["kinds"]}
        beach = {label for label in self.region if any(self.terrain.get(there) == SEA for there in around(label))}
        return sorted(wet | ports | beach)

    def edge(self, first: str, last: str) -> list[str]:
        """The hexes of the east or the south edge between two of them, that a unit may stand in or sail to."""
        south = first == "3529"
        found = []
        for label in sorted(self.terrain):
            missing = [there for there in around(label) if there not in self.terrain]
            inside = first[:2] <= label[:2] and (label[2:] >= "20") == south
            if missing and inside and self.terrain[label] != "impassable" and label <= last:
                found.append(label)
        return found

    def rows(self, values: dict[str, str], key: dict[str, str]) -> list[str]:
        signs = {word: sign for sign, word in key.items()}
        return ["".join(signs.get(values.get(f"{c:02}{r:02}", ""), " ") for c in range(1, 51)) for r in range(1, 30)]

    def board(self) -> dict[str, object]:
        self.read_hexes()
        self.read_sides()
        regions = {sign: word for sign, word in self.geo["region_key"].items() if word in self.region.values()}
        seas = {word[0]: word for word in sorted(set(self.sea.values()))} | {"B": "black_sea", "b": "baltic"}
        features: dict[str, dict[str, list[str]]] = {}
        for pair, (feature, name) in sorted(self.sides.items()):
            features.setdefault(feature, {}).setdefault(name, []).append("/".join(pair))
        east, south = self.edge("3402", "4615"), self.edge("3529", "5025")
        land = {"staging_ussr": east, "staging_british_empire": [hex for hex in south if self.terrain[hex] != SEA]}
        small = [hex for hex, region in self.region.items() if region in ("malta", "cyprus", "crete", "balearics")]
        return {
            "format": "board/1", "id": "gew", "title": "Europe, North Africa and the Middle East, 1941",
            "origin": "house",
            "layout": {"top": "flat", "columns": 50, "rows": 29, "pushed": "odd", "labels": "CCRR"},
            "terrain": {"key": SIGNS, "rows": self.rows(self.terrain, SIGNS)},
            "areas": {
                "region": {"key": regions, "rows": self.rows(self.region, regions)},
                "sea": {"key": seas, "rows": self.rows(self.sea, seas)},
            },
            "marks": {
                "coast": self.coast(), "small_island": sorted(small), "edge_ussr": east, "edge_empire": south,
                "edge_atlantic": [hex for hex in sorted(self.sea) if hex[:2] == "01"],
            },
            "hexsides": {
                feature: [{**({"name": name} if name else {}), "sides": sides} for name, sides in runs.items()]
                for feature, runs in features.items()
            },
            "links": {"pipeline": [{"name": name, "hexes": chain.split()} for name, chain in PIPELINES.items()]},
            "places": [self.place(place) for place in self.atlas["places"]],
            "boxes": [{"id": id, "name": name, **({"adjoins": land[id]} if id in land else {})} for id, name in BOXES],
            "data": {
                "projection": self.atlas["projection"] | {"pulls": self.geo["projection"]["pulls"]},
                "coast_seas": COAST_SEAS,
                "overrides": [[hexes, about[-1]] for table in (TERRAIN, SIDES) for hexes, about in table.items()],
                "credits": CREDITS,
            },
        }  # fmt: skip

    @staticmethod
    def place(place: dict[str, object]) -> dict[str, object]:
        kinds = list(place["kinds"])  # type: ignore[call-overload]
        data = {
            "seas": place.get("seas"), "class": place.get("mob_owner"), "objective": place.get("objective_of"),
            "oil": "oil" in kinds or None, "uboat_base": "uboat_base" in kinds or place["id"] == "gibraltar" or None,
        }  # fmt: skip
        data = {key: value for key, value in data.items() if value}
        symbols = [symbol for symbol in SYMBOLS if symbol in kinds]
        found = {"id": place["id"], "name": place["name"], "hex": place["hex"], "symbols": symbols}
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
    Path(sys.argv[2]).write_text(text(Merger(Path(sys.argv[1])).board()) + "\n", encoding="utf-8")
