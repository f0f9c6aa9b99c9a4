"""The seas of GEW, as seas.toml tells them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sandtable.core.board import Board
from sandtable.core.datafile import Reader
from sandtable.core.rules import Hex
from sandtable.systems.gew.theatre import BOXES, POWERS, Gate, Sea


class Waters:
    """seas.toml"""

    def __init__(self, path: Path, board: Board) -> None:
        self.source = source = Reader(path)
        source.only(source.data, "uboat_bases* transfer_groups* seas* dual_ports* gates*")
        self.ids = tuple(source.table("seas"))
        self.ports: dict[Hex, tuple[int, ...]] = {}
        for place in board.places:
            if seas := place.data.get("seas"):
                if unknown := set(seas) - set(self.ids):
                    source.refuse(f"{place.id} is a port of {unknown.pop()} on the board, which is no sea here", "seas")
                self.ports[place.hex] = tuple(self.ids.index(sea) for sea in seas)
        self.seas = tuple(self._sea(board, id, said) for id, said in source.part("seas"))
        self.gates = tuple(self._gate(board, nth, said) for nth, said in enumerate(source.data["gates"]))
        self.transfer_groups = tuple(self._group(board, said) for said in source.data["transfer_groups"])
        self.dual_ports = tuple(self._dual(board, id, said) for id, said in source.table("dual_ports").items())
        self.uboat_bases = tuple(source.place(board, id, "uboat_bases") for id in source.data["uboat_bases"])

    def _sea(self, board: Board, id: str, said: dict[str, Any]) -> Sea:
        source, at = self.source, ("seas", id)
        source.only(said, "name* friendly_to* staging* all_ports not_counted", *at)
        spared = [source.place(board, place, *at, "not_counted") for place in said.get("not_counted", [])]
        counted = tuple(hex for hex, seas in self.ports.items() if self.ids.index(id) in seas and hex not in spared)
        return Sea(
            id, str(said["name"]), source.all(POWERS, said["friendly_to"], *at, "friendly_to"),
            tuple(source.place(board, box, *at, "staging") for box in said["staging"]),
            source.one(POWERS, said["all_ports"], *at, "all_ports") if "all_ports" in said else -1,
            counted if "all_ports" in said else (),
        )  # fmt: skip

    def _gate(self, board: Board, nth: int, said: dict[str, Any]) -> Gate:
        source, at = self.source, ("gates", nth)
        source.only(said, "seas* at only", *at)
        one, other = source.all(self.ids, said["seas"], *at, "seas")
        place = source.place(board, said["at"], *at, "at") if "at" in said else None
        return Gate((one, other), place, source.one(POWERS, said["only"], *at, "only") if "only" in said else -1)

    def _group(self, board: Board, said: list[str]) -> tuple[frozenset[int], frozenset[Hex]]:
        known = (*self.ids, *BOXES[:3])
        found = [known[self.source.one(known, word, "transfer_groups")] for word in said]
        seas = frozenset(self.ids.index(word) for word in found if word in self.ids)
        return seas, frozenset(board.place(word) for word in found if word in BOXES)

    def _dual(self, board: Board, id: str, said: list[str]) -> Hex:
        hex = self.source.place(board, id, "dual_ports", id)
        if sorted(self.ports.get(hex, ())) != sorted(self.source.all(self.ids, said, "dual_ports", id)):
            self.source.refuse(f"{id} has other seas on the board", "dual_ports", id)
        return hex
