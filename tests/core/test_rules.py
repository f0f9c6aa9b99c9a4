"""How a rule is named, a refusal said, a sum explained."""

from fractions import Fraction
from pathlib import Path

import pytest

from sandtable.core.errors import BadData
from sandtable.core.rules import Breakdown, Citation, Rule, Rulebook, Term, Violation, counted


def test_a_citation_is_book_and_number() -> None:
    assert str(Citation("OCS", "9.8b")) == "OCS 9.8b"


def test_a_violation_reads_as_a_sentence() -> None:
    violation = Violation("9.1c", "r1 has no ammunition left")
    assert violation.sentence() == "r1 has no ammunition left (9.1c)"
    assert violation.sentence("OCS") == "r1 has no ammunition left (OCS 9.1c)"


def test_a_breakdown_sums_its_terms_and_finds_them_by_label() -> None:
    terms = Breakdown([Term("tanks", 3, "1.0"), Term("mud", Fraction(-1, 2), "2.0")])
    assert terms.total == Fraction(5, 2)
    assert terms["mud"] == Fraction(-1, 2)
    assert terms[0] == Term("tanks", 3, "1.0")
    assert Breakdown().total == 0
    with pytest.raises(KeyError):
        terms["snow"]


def test_a_rulebook_cites_only_what_it_has(tmp_path: Path) -> None:
    path = tmp_path / "rulebook.toml"
    path.write_text('book = "X"\n[rules]\n"1.0" = { title = "One" }\n"2.0" = { title = "Two", status = "planned" }\n')
    book = Rulebook.load(path)
    assert book["1.0"] == Rule("1.0", "One", "done")
    assert list(book) == ["1.0", "2.0"]
    assert len(book) == 2
    assert str(book.cite("2.0")) == "X 2.0"
    with pytest.raises(KeyError):
        book.cite("3.0")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("book = ", "not TOML"),
        ('title = "x"', "expected a word `book`"),
        ('book = "X"\nrules = 1', "expected a word `book` and a table"),
        ('book = "X"\n[rules]\n"1.0" = "One"', "rule 1.0: expected a title"),
        ('book = "X"\n[rules]\n"1.0" = { title = "One", status = "soon" }', "a status among done, option"),
    ],
)
def test_a_bad_rulebook_is_refused_by_name(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "rulebook.toml"
    path.write_text(text)
    with pytest.raises(BadData, match=said) as caught:
        Rulebook.load(path)
    assert caught.value.path == path


def test_what_a_rule_says_stands_beside_the_index(tmp_path: Path) -> None:
    path, texts = tmp_path / "rulebook.toml", tmp_path / "rules.toml"
    path.write_text('book = "X"\n[rules]\n"1.0" = { title = "One" }\n"2.0" = { title = "Two" }\n')
    texts.write_text('"2.0" = "Two is more than one."\n')
    assert [rule.text for rule in Rulebook.load(path).values()] == ["", "Two is more than one."]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('"3.0" = "Three."', "rule 3.0: there is no such number in the index"),
        ('"1.0" = ""', "rule 1.0: expected a text"),
        ('"1.0" = 1', "rule 1.0: expected a text"),
        ('"1.0" = ', "not TOML"),
    ],
)
def test_bad_texts_of_rules_are_refused_by_name(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "rulebook.toml").write_text('book = "X"\n[rules]\n"1.0" = { title = "One" }\n')
    (tmp_path / "rules.toml").write_text(text)
    with pytest.raises(BadData, match=said) as caught:
        Rulebook.load(tmp_path / "rulebook.toml")
    assert caught.value.path == tmp_path / "rules.toml"


def test_one_thing_is_counted_by_its_own_word() -> None:
    assert [counted(number, "roll") for number in (0, 1, 2)] == ["0 rolls", "1 roll", "2 rolls"]
    assert [counted(number, "hex", "hexes") for number in (1, 3)] == ["1 hex", "3 hexes"]
