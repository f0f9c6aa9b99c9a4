"""Counters: what their file may hold and how it is asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.core.counters import Columns, Counters
from sandtable.core.errors import BadData, BadInput
from sandtable.core.rules import UnitId

SCHEMA: Columns = {
    "name": "word",
    "attack": "number",
    "range": "number or none",
    "elite": "flag",
    "size": ("corps", "army", ""),
    "formation": "text",
}
FILE = """\
# House values.
id,name,attack,range,elite,size,formation
ger_pz1,1 Panzer,8,,yes,army,PzGr Kleist
"ger_a2","2 Army, the old",-1,3,no,,

# A remark further down.
sov_5,5 Guards,4,12,no,corps,
"""


def load(tmp_path: Path, text: str) -> Counters:
    path = tmp_path / "counters.csv"
    path.write_bytes(text.encode())
    return Counters.load(path, SCHEMA)


def test_columns_are_read_by_unit_in_the_order_of_the_file(tmp_path: Path) -> None:
    counters = load(tmp_path, FILE)
    assert len(counters) == 3
    assert counters.ids == ("ger_pz1", "ger_a2", "sov_5")
    assert counters.names == ("1 Panzer", "2 Army, the old", "5 Guards")
    assert counters["attack"] == (8, -1, 4)
    assert counters["range"] == (None, 3, 12)
    assert counters["elite"] == (True, False, False)
    assert counters["size"] == ("army", "", "corps")
    assert counters.columns == ("id", *SCHEMA)


def test_a_unit_is_found_by_its_id_and_back(tmp_path: Path) -> None:
    counters = load(tmp_path, FILE)
    assert counters.unit("ger_a2") == 1
    assert counters.id(UnitId(1)) == "ger_a2"
    with pytest.raises(BadInput, match=r"^no counter is called ger_a1; is it ger_a2\?$"):
        counters.unit("ger_a1")
    with pytest.raises(BadInput, match=r"^no counter is called xyz$"):
        counters.unit("xyz")


def test_a_counter_is_refused_at_its_line(tmp_path: Path) -> None:
    counters = load(tmp_path, FILE)
    with pytest.raises(BadData, match=r"counters.csv, line 7: sov_5: has no country$"):
        counters.refuse(UnitId(2), "has no country")


def test_a_face_is_all_that_is_printed_on_one_counter(tmp_path: Path) -> None:
    assert load(tmp_path, FILE).face(UnitId(0)) == {
        "id": "ger_pz1",
        "name": "1 Panzer",
        "attack": 8,
        "range": None,
        "elite": True,
        "size": "army",
        "formation": "PzGr Kleist",
    }


def test_columns_may_stand_in_any_order_and_come_from_a_spreadsheet(tmp_path: Path) -> None:
    text = "\ufeffattack,id,name,size,elite,formation,range\r\n 8 ,ger_pz1,1 Panzer,army,yes,,\r\n"
    assert load(tmp_path, text)["attack"] == (8,)


def test_without_a_name_a_counter_goes_by_its_id() -> None:
    assert Counters({"id": ["a", "b"], "attack": [1, 2]}).names == ("a", "b")


HEADER = "id,name,attack,range,elite,size,formation\n"


@pytest.mark.parametrize(
    ("text", "line", "expected"),
    [
        ("", 0, "expected a line of column names"),
        ("# nothing\n", 0, "expected a line of column names"),
        (HEADER.replace("range", "rnage"), 1, "column 'rnage' is unknown, expected id, name, attack"),
        (HEADER.replace("range,elite,", ""), 1, "columns missing: range, elite"),
        (HEADER.replace("range", "name"), 1, "column name stands here twice"),
        (HEADER + "a,A,1,,no,army\n", 2, "6 values: expected 7"),
        (HEADER + "a,A,1,,no,army,,\n", 2, "8 values: expected 7"),
        (HEADER + "a,A,1,,no,army,\n\n#\na,B,1,,no,army,\n", 5, "id a stands in line 2 already"),
        (HEADER + ",A,1,,no,army,\n", 2, "id is '': expected a word"),
        (HEADER + "a b,A,1,,no,army,\n", 2, "id 'a b': expected no blanks"),
        (HEADER + "a,,1,,no,army,\n", 2, "name is '': expected a word"),
        (HEADER + "a,A,,,no,army,\n", 2, "attack is '': expected a whole number"),
        (HEADER + "a,A,1.5,,no,army,\n", 2, "attack is '1.5': expected a whole number"),
        (HEADER + "a,A,1,x,no,army,\n", 2, "range is 'x': expected a whole number or nothing"),
        (HEADER + "a,A,1,,true,army,\n", 2, "elite is 'true': expected yes or no"),
        (HEADER + "a,A,1,,no,front,\n", 2, "size is 'front': expected one of corps, army, nothing"),
        (HEADER + '"a,A,1,,no,army,\n', 2, "not CSV"),
    ],
)
def test_a_wrong_file_is_refused_by_line(text: str, line: int, expected: str, tmp_path: Path) -> None:
    with pytest.raises(BadData) as caught:
        load(tmp_path, text)
    assert expected in caught.value.expectation
    assert caught.value.line == line


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadData, match="cannot be read"):
        Counters.load(tmp_path / "none.csv", SCHEMA)
