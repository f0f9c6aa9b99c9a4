"""Writes a title of the Operational Combat Series that nobody plays, as large as any: 6,000 hexes, 600 counters, 150
dumps. `tools/large_title.py FOLDER` writes it to FOLDER/front, the same every time.

    SANDTABLE_TITLES=FOLDER sandtable bench ocs:front
    SANDTABLE_TITLES=FOLDER python tools/load.py --scenario ocs:front --games 1

tell what it costs to play, and how soon a server answers in it.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

NAME = "front"
COLUMNS, ROWS = 100, 60
SIDES = ("axis", "allied")
NATIONS = {"axis": "german", "allied": "british"}
ROADS = RAILS = range(5, ROWS, 10)
DUMPS, FORMATIONS, BATTALIONS = 75, 20, 8  # of each side; units of a formation
HEADINGS = (
    "id,name,side,nation,kind,category,symbols,formation,re,dot,mode,steps,strength,ar,ma,mobility,barrage,range,throw,"
    "air_type,air_rating,capacity,flak,protection"
)


def label(column: int, row: int) -> str:
    return f"{column}.{row}"


def along(row: int) -> list[str]:
    """A way through the whole map from the west to the east."""
    return [label(column, row if column % 2 else row - 1) for column in range(1, COLUMNS + 1)]


def board(rng: Random) -> dict[str, object]:
    rows = ["".join(rng.choices(".hwm", [70, 15, 12, 3], k=COLUMNS)) for _ in range(ROWS)]
    villages = [(along(row)[column], row, column) for row in RAILS for column in range(1, COLUMNS, 4)]
    return {
        "format": "board/1", "id": NAME, "title": "The Front", "origin": "house",
        "layout": {
            "top": "flat", "columns": COLUMNS, "rows": ROWS, "pushed": "odd", "labels": "C.R", "first_column": 1,
            "first_row": 1, "rows_from": "bottom",
        },
        "terrain": {"key": {".": "open", "h": "hills", "w": "light_woods", "m": "mountain"}, "rows": rows},
        "links": {
            "primary": [{"hexes": along(row)} for row in ROADS],
            "rail": [{"hexes": along(row)} for row in RAILS],
        },
        "places": [
            {"id": f"village_{row}_{column}", "name": f"Village {row}/{column}", "hex": hex, "symbols": ["village"]}
            for hex, row, column in villages
        ],
    }  # fmt: skip


def counters(side: str) -> Iterator[tuple[str, list[str]]]:
    """The id of each, and its lines."""
    nation = NATIONS[side]

    def faces(
        id: str, kind: str, category: str, formation: str, size: int, combat: str, move: str
    ) -> tuple[str, list[str]]:
        first = f"{id},{id},{side},{nation},{kind},{category},,{formation},{size},no,combat,,{combat}"
        return id, [first, f"{id},,,,,,,,,,move,,{move}"]

    for nth in range(FORMATIONS):
        name = f"{side}_div{nth}"
        for unit in range(BATTALIONS):
            yield faces(f"{name}_{unit}", "line", "other", name, 4, "6,4,3,leg,,,,,,,,", "3,4,14,truck,,,,,,,,")
        yield faces(f"{name}_hq", "hq", "other", name, 4, "(5),0,0,truck,,,10,,,,,", "(1),0,10,truck,,,6,,,,,")
        yield faces(f"{name}_art", "artillery", "other", name, 4, "(1),3,2,leg,12,3,,,,,,", "(1),3,16,truck,6,3,,,,,,")
    for nth in range(40):
        yield faces(f"{side}_tank{nth}", "line", "armor", "", 2, "4,3,8,track,,,,,,,,", "2,3,12,track,,,,,,,,")
    for nth in range(40):
        id = f"{side}_truck{nth}"
        yield id, [f"{id},{id},{side},{nation},truck,other,,,0,no,,,,,45,truck,,,,,,,,"]
    for nth in range(20):
        id = f"{side}_plane{nth}"
        first = f"{id},{id},{side},{nation},plane,other,,,0,no,,2,,,,,6,20,,tactical,3,,,"
        yield id, [first, f"{id},,,,,,,,,,,1,,,,,3,20,,tactical,3,,,"]


def scenario(rng: Random) -> str:
    at: dict[str, list[str]] = {}
    stores: dict[str, dict[str, int]] = {}
    bases: list[str] = []
    for side in SIDES:
        near, home = ((46, 49), (5, 45)) if side == "axis" else ((52, 55), (56, 96))
        fields = [label(rng.randint(*home), rng.randint(2, ROWS - 1)) for _ in range(8)]
        bases += [f'"{hex}" = {rng.randint(1, 2)}' for hex in dict.fromkeys(fields)]
        for nth, (id, _) in enumerate(counters(side)):
            fights = "_div" in id or "_tank" in id
            rear = id.endswith("_hq") or id.endswith("_art")
            if "_plane" in id:
                hex = fields[nth % len(fields)]  # no base has more active ones than it holds
            elif fights and not rear:
                hex = label(rng.randint(*near), rng.randint(2, ROWS - 1))
            else:
                hex = label(rng.randint(*home), rng.randint(2, ROWS - 1))
            at.setdefault(hex, []).append(id)
        hexes = dict[str, int]()
        while len(hexes) < DUMPS:
            hexes[label(rng.randint(*home), rng.randint(2, ROWS - 1))] = rng.randint(2, 40)
        stores[side] = hexes
    edge = {"axis": [along(row)[0] for row in RAILS], "allied": [along(row)[-1] for row in RAILS]}
    lines = [
        'title = "The Front"', 'cite = "2.0"', 'text = "Two armies face each other: as large as any title."',
        f"sides = {json.dumps(SIDES)}", 'dates = ["Monday", "Tuesday"]', 'first = "axis"', "", "[sources]",
        *(f"{side} = {json.dumps(edge[side])}" for side in SIDES), "", "[reserves]", "axis = 6", "allied = 6", "",
        "[rail]", "axis = 4", "allied = 4", "", "[weather]", 'dice = "2d6"', '"2-3" = "limited, mud"',
        '"4-12" = "normal"',
    ]  # fmt: skip
    for side in SIDES:
        lines += ["", f"[supply.{side}]", 'dice = "1d6"', f"at = {json.dumps(edge[side])}", 'rolls = { "1-6" = 24 }']
    for side in SIDES:
        lines += ["", f"[dumps.{side}]", *(f'"{hex}" = {tokens}' for hex, tokens in sorted(stores[side].items()))]
    lines += [
        "",
        "[bases]",
        *bases,
        "",
        "[at]",
        *(f'"{hex}" = {json.dumps(units)}' for hex, units in sorted(at.items())),
    ]
    lines += ["", "[[victory]]", 'kind = "hold"', 'side = "axis"', "points = 3", f'hexes = ["{along(25)[60]}"]']
    lines += ["", "[[levels]]", "least = 2", 'words = "a victory for the Axis"', 'winner = "axis"']
    lines += ["", "[[levels]]", "least = -1000", 'words = "a victory for the Allies"', 'winner = "allied"']
    return "\n".join(lines) + "\n"


def write(folder: Path) -> Path:
    """The title, in a folder of its name in this one."""
    title = folder / NAME
    (title / "scenarios").mkdir(parents=True, exist_ok=True)
    printed = [line for side in SIDES for _, lines in counters(side) for line in lines]
    (title / "board.json").write_text(json.dumps(board(Random("board")), indent=1) + "\n", encoding="utf-8")
    (title / "counters.csv").write_text("\n".join([HEADINGS, *printed]) + "\n", encoding="utf-8")
    (title / "scenarios" / f"{NAME}.toml").write_text(scenario(Random("scenario")), encoding="utf-8")
    return title


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    print(write(parser.parse_args().folder))
