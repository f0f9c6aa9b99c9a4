"""Standing orders at the terminal: never, standing, and what the record keeps of them."""

from __future__ import annotations

from pathlib import Path

from cli.test_table import ALLIED, AXIS, Table
from sandtable.play.opening import resume
from sandtable.play.record import Record


def desert() -> Table:
    return Table("gew:north-africa-1941", (), False, automatic_setup=True)


def test_never_does_nothing_and_is_not_asked_again() -> None:
    table = desert()
    shown = table.type("never", "standing", "quit")
    assert "not asked again unless something changed" in shown
    assert "demobilization:" in shown
    assert "keep" in shown
    assert table.session.standing[AXIS].keys() == {"demobilization"}


def test_it_is_told_when_an_order_answers() -> None:
    table = desert()
    table.type("never")
    session = table.session
    while "turn 2" not in session.system.standing.when(session.state):
        table.type("end" if "end" in session.offers() else "keep")
    assert "demobilization: keep, by standing order" in table.type("log 5")


def test_an_order_is_revoked_and_what_is_left_undone_is_not_told() -> None:
    table = desert()
    table.type("never", "end")
    assert table.session.ask is not None
    assert table.session.ask.side == ALLIED
    shown = table.type("standing revoke demobilization")
    assert "there is no standing order for demobilization" in shown  # of this side
    table.type("keep", "end", "end")
    assert "could still march" in table.type("list")
    assert "nothing is said of what is left undone" in table.type("standing quiet 17.0")
    assert "could still march" not in table.type("list")
    table.type("standing speak 17.0")
    assert "could still march" in table.type("list")
    assert "there is no such rule" in table.type("standing quiet 99.9")
    assert "say revoke KIND" in table.type("standing over")
    table.type("standing revoke demobilization")
    assert table.session.standing[AXIS] == {}


def test_what_answers_by_doing_something_cannot_be_ordered() -> None:
    table = Table("use:poland-1939")
    assert "no standing order can be given here" in table.type("activate ger_2pz", "never")


def test_the_record_keeps_both(tmp_path: Path) -> None:
    table = desert()
    table.type("never", "standing", "keep")
    table.session.quiet[AXIS] = {"17.0"}
    table.sitting.keep(tmp_path / "a.game")
    again = resume(Record.load(tmp_path / "a.game"))
    assert again.standing[AXIS] == table.session.standing[AXIS]
    assert again.quiet[AXIS] == {"17.0"}
