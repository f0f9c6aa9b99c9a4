"""A version of rules is pinned to what it does to games that were played once: rules that differ have another.

The games are those of `tests/museum/`; `rules.toml` holds a digest of how each family's come out. `pytest --pin` writes
it anew, for a raised version or a new folder of games.
"""

from __future__ import annotations

import gzip
import hashlib
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from sandtable.core.bits import NO_HEX
from sandtable.core.flow import Ask, run
from sandtable.core.rules import UnitId
from sandtable.core.state import Position
from sandtable.core.system import find_system
from sandtable.play.notation import offered_names, read_draft
from sandtable.play.opening import replay
from sandtable.play.record import Answer, Record
from sandtable.play.timeline import Timeline
from toy.state import ToyState

PINNED = Path(__file__).with_name("rules.toml")
MUSEUM = Path(__file__).parents[1] / "museum"
FOLDERS = sorted(path.name for path in MUSEUM.iterdir() if (path / "games.json").exists())
FAMILIES = ("gew", "ocs", "toy", "use")
KEPT = [
    (family, folder)
    for family in FAMILIES
    for folder in FOLDERS
    if any((MUSEUM / folder).glob(f"{family}-*.game.gz"))  # not every family is as old as the first releases
]
LEFT_OUT = ("-part", "-sealed", "-from-here")  # the whole games have all that is in these
SINCE = ("1 point,", "1 points,")  # OCS 2.2 is told in better words than when the games were pinned
EVERY = 9  # stops of a game, at which it is asked what is offered


def pinned() -> dict[str, dict[str, Any]]:
    return tomllib.loads(PINNED.read_text(encoding="utf-8")) if PINNED.exists() else {}


def come_out(family: str, folder: str) -> str:
    """A digest of how the games of a folder come out: how far they go, what is offered on the way, where they end."""
    found = hashlib.sha256()
    for path in sorted((MUSEUM / folder).glob(f"{family}-*.game.gz")):
        if not path.name.removesuffix(".game.gz").endswith(LEFT_OUT):
            record = Record.parse(gzip.decompress(path.read_bytes()).decode().splitlines(), path)
            record.snapshots.clear()  # as far as the rules of today admit it
            found.update(f"{path.name} {told(record)}\n".encode())
    return found.hexdigest()[:16]


def told(record: Record) -> str:
    session = replay(record)
    timeline = Timeline(session)
    lines = [f"{len(session.inputs)} {session.outcome}".replace(*SINCE)]
    for stop in timeline.stops[:-1:EVERY]:
        state, entry = timeline.at(stop)[0], session.inputs[stop]
        ask = run(state)
        assert isinstance(ask, Ask)
        assert isinstance(entry, Answer)
        for nth in range(len(entry.picks)):
            draft = read_draft(state, ask.form, entry.picks[:nth])
            lines.append(" ".join(sorted(offered_names(state, ask.form, draft))))
    state = session.state
    assert isinstance(state, Position)
    lines.append(f"{list(state.hex_of)} {list(state.steps)} {list(state.control)}")
    return "\n".join(lines)


def problem(family: str, folder: str, kept: Mapping[str, Mapping[str, Any]]) -> str:
    """What is to be done; empty if the rules do what their version did."""
    version, known = find_system(family).rules_version, kept.get(family, {})
    same = known.get("games", {}).get(folder) == come_out(family, folder)
    if version == known.get("version"):
        if same:
            return ""
        if folder in known["games"]:
            return (
                f"the rules of {family} decide otherwise than rules {version} did in the games of {folder}: raise its "
                "`rules_version`, then `pytest --pin`"
            )
    return f"rules {version} of {family} are not pinned to the games of {folder} yet: `pytest --pin` does it"


@pytest.mark.parametrize(("family", "folder"), KEPT)
def test_rules_do_what_their_version_did(family: str, folder: str, request: pytest.FixtureRequest) -> None:
    found = problem(family, folder, pinned())
    if found.endswith("does it") and request.config.getoption("--pin"):
        pin(family, folder)
        found = problem(family, folder, pinned())
    assert not found, found


def pin(family: str, folder: str) -> None:
    """What a version did stays as it is; a raised one begins with no games."""
    version, kept = find_system(family).rules_version, pinned()
    if kept.get(family, {}).get("version") != version:
        kept[family] = {"version": version, "games": {}}
    kept[family]["games"][folder] = come_out(family, folder)
    lines = ["# What each version of rules does to the games of tests/museum: written by `pytest --pin tests/golden`."]
    for name, said in sorted(kept.items()):
        games = ", ".join(f'"{each}" = "{digest}"' for each, digest in sorted(said["games"].items()))
        lines += ["", f"[{name}]", f'version = "{said["version"]}"', f"games = {{ {games} }}"]
    PINNED.write_text("\n".join(lines) + "\n", encoding="utf-8")


def test_a_changed_rule_asks_for_a_raised_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: whoever loses a step loses two."""
    lose_step = ToyState.lose_step

    def twice(state: ToyState, unit: UnitId, rule: str) -> None:
        for _ in range(min(2, state.steps[unit])):
            lose_step(state, unit, rule)

    monkeypatch.setattr(ToyState, "lose_step", twice)
    assert "raise its `rules_version`" in problem("toy", "0.1.0", pinned())
    monkeypatch.setattr(type(find_system("toy")), "rules_version", "99")
    assert "not pinned to the games of 0.1.0 yet" in problem("toy", "0.1.0", pinned())


def test_a_rule_that_offers_otherwise_asks_for_a_raised_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: every unit may go everywhere, which no old game tells by its answers alone."""
    monkeypatch.setattr(ToyState, "zone", lambda state, side: NO_HEX)
    assert "raise its `rules_version`" in problem("toy", "0.1.0", pinned())
