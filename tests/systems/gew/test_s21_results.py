"""GEW 21: combat results."""

import pytest

from sandtable import BadInput
from sandtable.systems.gew import SYSTEM
from sandtable.systems.gew.s21_results import decode


def test_21_1_side_number_and_fate() -> None:
    assert decode("D2R") == (("defender",), 2, "retreat")
    assert decode("A3E") == (("attacker",), 3, "elimination")


def test_21_1_both_means_the_defender_first() -> None:
    assert decode("B1R").affected == ("defender", "attacker")


def test_22_1_a_retreat_is_as_long_as_the_number() -> None:
    assert decode("A3R").hexes == 3
    assert decode("D4E").hexes == 0


def test_21_1_every_result_on_the_table_can_be_read_and_is_explained() -> None:
    table = SYSTEM.printed_charts.table("crt")
    for result in table.results():
        read, said = decode(result), table.meaning[result]
        assert f"{read.mp} MP" in said
        assert ("retreat" in said) == (read.fate == "retreat")
        assert ("attacker" in said or "each side" in said) == ("attacker" in read.affected)
        assert ("defender" in said or "each side" in said) == ("defender" in read.affected)


@pytest.mark.parametrize("result", ["", "-", "D2", "C2R", "D4R", "D0E", "D2X", "d2r", "D22R"])
def test_21_1_anything_else_is_no_combat_result(result: str) -> None:
    with pytest.raises(BadInput, match=r"GEW 21\.1"):
        decode(result)
