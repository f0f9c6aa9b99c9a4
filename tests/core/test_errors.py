"""What is raised on purpose, and how it reads."""

import pytest

from sandtable.core.errors import BadData, BadInput, Bug, IllegalAction, SandtableError
from sandtable.core.rules import Violation


def test_an_illegal_action_says_what_was_tried_and_all_reasons() -> None:
    reasons = [Violation("9.1c", "r1 has no ammunition left"), Violation("9.1a", "it is not adjacent")]
    error = IllegalAction("attack 4.5 with r1", reasons, [each.sentence("OCS") for each in reasons])
    assert str(error) == "attack 4.5 with r1: r1 has no ammunition left (OCS 9.1c); it is not adjacent (OCS 9.1a)"
    assert error.violations == tuple(reasons)


@pytest.mark.parametrize(("line", "said"), [(3, "x.toml, line 3: a table"), (0, "x.toml: a table")])
def test_bad_data_names_the_file_and_the_line(line: int, said: str) -> None:
    assert str(BadData("x.toml", line, "a table")) == said


@pytest.mark.parametrize("kind", [IllegalAction, BadInput, BadData, Bug])
def test_everything_raised_on_purpose_has_one_root(kind: type[Exception]) -> None:
    assert issubclass(kind, SandtableError)
