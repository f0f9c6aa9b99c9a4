"""Counters: what their file may hold and how it is asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.core.counters import Columns, Counters
from sandtable.core.errors import BadData, BadInput
from sandtable.core.faces import Faces
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
        ("", 1, "expected a line of column names"),
        (f"{HEADER.splitlines()[0]}\na\0b,,,,\n", 2, "a text holds a control character, which none of these files may"),
        ("# nothing\n", 1, "expected a line of column names"),
        (HEADER.replace("range", "rnage"), 1, "column 'rnage' is unknown, expected id, name, attack"),
        (HEADER.replace("range,elite,", ""), 1, "columns missing: range, elite"),
        (HEADER.replace("range", "name"), 1, "column name stands here twice"),
        (HEADER + "a,A,1,,no,army\n", 2, "6 values: expected 7"),
        (HEADER + "a,A,1,,no,army,,\n", 2, "8 values: expected 7"),
        (HEADER + "a,A,1,,no,army,\n\n#\na,B,1,,no,army,\n", 5, "id a stands in line 2 already"),
        (HEADER.replace(",", ";") + "a;A;1;;no;army;\n", 1, "separated by semicolons: expected commas"),
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


# ------------------------------------------------------------------------------------------------ several faces

FACED: Columns = {"name": "word", "attack": "number", "move": "number"}
FACES = Faces(("attack", "move"), ("combat", "march"))
TURNED = """\
id,name,mode,steps,attack,move
a,First,combat,4,8,2
a,,combat,2,5,2
a,,march,2,1,5
a,,march,4,1,6
b,Second,,3,4,3
b,Second,,1,2,3
c,Third,march,,0,9
c,,combat,,3,4
d,Fourth,,,1,1
"""


def turned(tmp_path: Path, text: str) -> Counters:
    path = tmp_path / "counters.csv"
    path.write_text(text, encoding="utf-8")
    return Counters.load(path, FACED, FACES)


def test_a_face_is_up_by_mode_and_steps(tmp_path: Path) -> None:
    counters = turned(tmp_path, TURNED)
    assert (len(counters), counters.names) == (4, ("First", "Second", "Third", "Fourth"))
    shown = {(mode, steps): counters.face_up(UnitId(0), mode, steps) for mode in (0, 1) for steps in (4, 3, 2, 1)}
    assert list(shown.values()) == [0, 0, 1, 1, 2, 2, 3, 3]
    assert [counters.printed("attack", UnitId(0), face) for face in range(4)] == [8, 5, 1, 1]
    assert [counters.printed("move", UnitId(0), face) for face in range(4)] == [2, 2, 6, 5]
    assert [counters.face_up(UnitId(1), mode, steps) for mode in (0, 1) for steps in (3, 2, 1)] == [0, 0, 1] * 2
    assert [counters.face_up(UnitId(2), mode, steps) for mode in (0, 1) for steps in (2, 1)] == [0, 0, 1, 1]
    assert [counters.face_up(UnitId(3), mode, 1) for mode in (0, 1)] == [0, 0]


def test_the_first_face_is_that_of_the_first_mode_at_full_strength(tmp_path: Path) -> None:
    counters = turned(tmp_path, TURNED)
    assert counters["attack"] == (8, 4, 3, 1)
    assert counters.face(UnitId(2)) == {"id": "c", "name": "Third", "attack": 3, "move": 4}
    assert counters.face(UnitId(2), 1) == {"id": "c", "name": "Third", "attack": 0, "move": 9}
    assert counters.face_up(UnitId(0)) == 0


def test_every_face_is_told(tmp_path: Path) -> None:
    counters = turned(tmp_path, TURNED)
    assert counters.faces_of(UnitId(0)) == [
        ("combat", 4, {"attack": 8, "move": 2}),
        ("combat", 2, {"attack": 5, "move": 2}),
        ("march", 4, {"attack": 1, "move": 6}),
        ("march", 2, {"attack": 1, "move": 5}),
    ]
    assert counters.faces_of(UnitId(3)) == [("", None, {"attack": 1, "move": 1})]


def test_a_counter_of_one_face_shows_it_always(tmp_path: Path) -> None:
    counters = load(tmp_path, FILE)
    assert counters.face_up(UnitId(0), 1, 1) == 0
    assert counters.printed("attack", UnitId(0), 0) == 8
    assert counters.faces_of(UnitId(0)) == [("", None, {})]


def test_a_counter_with_faces_is_refused_at_its_first_line(tmp_path: Path) -> None:
    with pytest.raises(BadData, match=r"line 6: b: has no country$"):
        turned(tmp_path, TURNED).refuse(UnitId(1), "has no country")


TOP = "id,name,mode,steps,attack,move\n"


@pytest.mark.parametrize(
    ("text", "line", "expected"),
    [
        ("id,name,attack,move\n", 1, "columns missing: mode, steps"),
        (TOP + "a,A,rest,2,1,1\n", 2, "mode is 'rest': expected one of combat, march, nothing"),
        (TOP + "a,A,combat,x,1,1\n", 2, "steps is 'x': expected a whole number or nothing"),
        (TOP + "a,A,,0,1,1\n", 2, "steps is '0': expected one at least"),
        (TOP + "a,A,,2,1,\n", 2, "move is '': expected a whole number"),
        (TOP + "a,A,combat,2,1,1\na,,march,2,x,\n", 3, "attack is 'x': expected a whole number"),
        (TOP + "a,A,combat,2,1,1\na,,march,2,,5\n", 3, "attack is '': expected a whole number"),
        (TOP + "a,A,combat,2,1,1\na,B,march,2,1,1\n", 3, "name is 'B': expected 'A' as in line 2, or nothing"),
        (TOP + "a,A,combat,2,1,1\n", 2, "a has no face for march with 2 steps"),
        (TOP + "a,A,combat,2,1,1\na,,combat,1,1,1\na,,march,2,1,1\n", 2, "a has no face for march with 1 steps"),
        (TOP + "a,A,,2,1,1\na,,,2,1,1\n", 3, "a has a face for every mode with 2 steps in line 2 already"),
        (TOP + "a,A,combat,2,1,1\na,,,2,1,1\n", 3, "a has a face for every mode with 2 steps among others"),
        (TOP + "a,A,,2,1,1\na,,,,1,1\n", 3, "a has a face for every mode with any steps among others"),
        (TOP + "a,A,,2,1,1\nb,B,,2,1,1\na,,,1,1,1\n", 4, "id a stands in line 2 already"),
    ],
)  # fmt: skip
def test_wrong_faces_are_refused_by_line(text: str, line: int, expected: str, tmp_path: Path) -> None:
    with pytest.raises(BadData) as caught:
        turned(tmp_path, text)
    assert expected in caught.value.expectation
    assert caught.value.line == line
