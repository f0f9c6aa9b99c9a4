"""OCS titles: what may be meant but is more likely a slip, each by its file and line. None of it is refused."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path

from sandtable.core.board import Board
from sandtable.core.chartfile import Charts
from sandtable.core.errors import BadData, BadInput
from sandtable.core.rules import Hex, UnitId
from sandtable.core.setups import SetUpFile
from sandtable.systems.ocs.figures import tokens
from sandtable.systems.ocs.s06_terrain import PROHIBITED, word
from sandtable.systems.ocs.theatre import MOBILITIES, MODES, MOVE, Theatre
from sandtable.systems.ocs.titles import BOOK, FOLDER, KEYS, SetUp, read_setup

READ = ("board.json", "counters.csv", "faces.toml", "charts", "scenarios")  # of a title's folder
LIKE = 0.8  # how far two names are the same


def doubts(folder: Path) -> list[BadData]:
    """All of them; of a scenario that is refused none."""
    return [*_unread(folder), *(doubt for path in sorted(folder.glob("scenarios/*.toml")) for doubt in _begun(path))]


def _unread(folder: Path) -> Iterator[BadData]:
    """Files that nobody reads, with names like those of files that are read."""
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        if path.name not in READ and (near := get_close_matches(path.name, READ, 1, LIKE)):
            yield BadData(path, 0, f"this is not read: did you mean {near[0]}?")
    for path in sorted(folder.glob("scenarios/*")):
        if path.suffix != ".toml" and get_close_matches(path.suffix, [".toml"], 1, LIKE):
            yield BadData(path, 0, f"this is not read: did you mean {path.stem}.toml?")


def _begun(path: Path) -> Iterator[BadData]:
    try:
        setup = read_setup(path)
    except BadData:
        return
    source = SetUpFile(path, KEYS)
    theatre, ids = setup.theatre, setup.theatre.counters.ids
    for unit, mode in setup.modes.items():
        if mode == MOVE and theatre.is_transport[unit]:
            said = f"{ids[unit]} need not be named: transport begins in Move Mode anyway (5.0)"
            yield BadData(path, source.line("modes", MODES[mode]), said)
    for nth, (_, words, winner) in enumerate(theatre.levels):
        if winner is None and any(claim in words.casefold() for claim in ("victory", "wins")):
            said = f"{words!r} is told as a draw, since no winner is named: expected winner, or other words (2.2)"
            yield BadData(path, source.line("levels", nth, "words"), said)
    yield from _shut_out(path, source, setup)
    yield from _captured(path, source, setup)
    yield from _undelivered(path, source, setup)
    yield from _beyond(path, source, setup)
    yield from _stuck(path, source, setup)


def _shut_out(path: Path, source: SetUpFile, setup: SetUp) -> Iterator[BadData]:
    """13.6 Reinforcements that come within the map, where the enemy is from the start."""
    theatre, board = setup.theatre, setup.theatre.board
    held = _held(setup)
    told = set[int]()
    for arrival in setup.arrivals:
        inland = [
            board.name(hex) for hex in arrival.places
            if _within(board, hex)
            and held.get(hex, theatre.side_of[arrival.unit]) != theatre.side_of[arrival.unit]
        ]  # fmt: skip
        if inland and arrival.entry not in told:
            told.add(arrival.entry)
            said = f"the enemy begins in {', '.join(inland)}, within the map: nobody enters there while he stays (13.6)"
            yield BadData(path, source.line("arrive", arrival.entry, "at"), said)


def _within(board: Board, hex: Hex) -> bool:
    """On the map, and not at its edge."""
    return hex < board.hexes and min(board.neighbours[6 * hex : 6 * hex + 6]) >= 0


def _held(setup: SetUp) -> dict[Hex, int]:
    """Whose combat units begin where."""
    theatre = setup.theatre
    return {hex: theatre.side_of[unit] for unit, hex in setup.at.items() if theatre.is_combat[unit]}


def _captured(path: Path, source: SetUpFile, setup: SetUp) -> Iterator[BadData]:
    """9.14b A dump where the enemy begins."""
    theatre, held = setup.theatre, _held(setup)
    for side, piles in source.table("dumps").items():
        for name in piles:
            owner = theatre.sides.index(side)
            if held.get(theatre.board.place(name), owner) != owner:
                said = f"the enemy begins in {name}, and captures a dump where he comes (9.14b)"
                yield BadData(path, source.line("dumps", side, name), said)


def _undelivered(path: Path, source: SetUpFile, setup: SetUp) -> Iterator[BadData]:
    """13.6 Supply that finds no place, since something of the enemy's is there from the start. What would come over the
    edge of the map comes beside it."""
    theatre, board = setup.theatre, setup.theatre.board
    begins = {hex: theatre.side_of[unit] for unit, hex in setup.at.items()}
    begins |= {hex: owner for hex, (owner, _) in setup.dumps.items()}
    for side, delivery in enumerate(theatre.deliveries):
        for key, hexes in delivery.named.items() if delivery is not None else ():
            for hex in hexes:
                beside = key == "at" and hex not in theatre.ports and not _within(board, hex)
                if begins.get(hex, side) != side and not beside:
                    said = f"the enemy begins in {board.name(hex)}: nothing is delivered there while he stays (13.6)"
                    yield BadData(path, source.line("supply", theatre.sides[side], key), said)


def _beyond(path: Path, source: SetUpFile, setup: SetUp) -> Iterator[BadData]:
    """19.0 More than a port takes; where several places are named the player chooses."""
    theatre = setup.theatre
    for side, delivery in enumerate(theatre.deliveries):
        if delivery is None:
            continue
        for hex, port in theatre.ports.items():
            most = max(
                band.gives * (delivery.at == (hex,)) + {**delivery.also, **band.beside}.get(hex, 0)
                for band in delivery.bands
            )
            if most > port.tokens:
                said = f"up to {tokens(most)} are delivered to {theatre.board.name(hex)}, whose port takes "
                said += f"{tokens(port.tokens)} a phase: the rest does not come (19.0)"
                yield BadData(path, source.line("supply", theatre.sides[side]), said)


def _stuck(path: Path, source: SetUpFile, setup: SetUp) -> Iterator[BadData]:
    """6.2 Transport that begins in terrain which is prohibited to it, and off the road."""
    theatre, board = setup.theatre, setup.theatre.board
    try:
        charts = Charts(BOOK, FOLDER / "charts", None, setup.folder / "charts")
    except BadData:
        return
    for name, units in source.table("at").items():
        hex = board.place(name)
        stuck = [id for id in units if not _drives(theatre, charts, theatre.counters.unit(id), hex)]
        if stuck:
            where = f"{board.name(hex)}, which is {word(board.terrain[hex])} without a road"
            said = f"{', '.join(stuck)}: cannot drive in {where}: expected where trucks may be (6.2)"
            yield BadData(path, source.line("at", name), said)


def _drives(theatre: Theatre, charts: Charts, unit: UnitId, hex: Hex) -> bool:
    """6.2 Whether transport may be in a hex: no terrain that is prohibited, unless a road or railroad leads there. What
    is at sea or has no costs is told elsewhere."""
    board = theatre.board
    if (
        not theatre.is_transport[unit]
        or hex >= board.hexes
        or hex in theatre.sea
        or any(hex in chain.hexes for chain in board.chains)
    ):
        return True
    try:
        cost = charts.table("terrain_movement").read(word(board.terrain[hex]), MOBILITIES[theatre.mobility[0][unit]])
    except BadInput:
        return True
    return cost != PROHIBITED
