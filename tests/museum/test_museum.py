"""Every game ever put here is read, replayed and verified, for ever: a record is never changed, only added."""

from pathlib import Path

import pytest

from sandtable.core.flow import Over, run
from sandtable.play.record import Record
from sandtable.play.session import replay, verify

RECORDS = sorted(Path(__file__).parent.glob("*.game"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_an_old_record_still_holds(path: Path) -> None:
    record = Record.load(path)
    assert verify(record, path) > 0
    session = replay(record, path=path)
    assert isinstance(run(session.state), Over)
    assert session.record() == record
    assert Record.parse(record.lines()) == record


def test_the_museum_is_not_empty() -> None:
    assert RECORDS
