"""The same answers for programs: what `--json` prints."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from sandtable.core.charts import Chart, Entry, Lines, Table
from sandtable.core.system import Chance, Reference
from sandtable.play.odds import Odds, charts_of


def write(answer: Any) -> None:
    whole = "utf" in (sys.stdout.encoding or "").lower()
    sys.stdout.write(json.dumps(answer, ensure_ascii=not whole, indent=2) + "\n")


def chart(reference: Reference, shown: Chart) -> dict[str, Any]:
    told = _told(reference, shown) | {"notes": shown.notes, "meaning": dict(shown.meaning)}
    if isinstance(shown, Lines):
        lines = [{"id": line.id, "value": line.value, "text": line.text, "rule": line.rule, "group": line.group,
                  "per": line.per} for line in shown.lines]  # fmt: skip
        return told | {"lines": lines}
    heads, rows = shown.printed()
    return told | {"heads": heads, "rows": rows}


def _told(reference: Reference, shown: Chart) -> dict[str, Any]:
    dice = shown.dice if isinstance(shown, Table) else None
    return {
        "name": f"{reference.code}.{shown.name}",
        "title": shown.title,
        "rule": str(shown.citation),
        "origin": shown.origin,
        "overlaid": shown.name in charts_of(reference).overlaid,
        "keys": shown.keys,
        "dice": str(dice) if dice else None,
    }


def charts(reference: Reference) -> dict[str, Any]:
    return {
        "code": reference.code,
        "title": reference.title,
        "charts": [_told(reference, each) for each in charts_of(reference).values()],
        "odds": [_keys(reference, chance) for chance in reference.chances],
    }


def _keys(reference: Reference, asked: Chance) -> dict[str, Any]:
    return {
        "name": f"{reference.code}.{asked.name}",
        "title": asked.title,
        "rule": f"{reference.book} {asked.rule}",
        "keys": [{"name": key.name, "kind": key.kind, "default": plain(key.default), "help": key.help,
                  "bounds": key.bounds, "rule": f"{reference.book} {key.rule or asked.rule}"} for key in asked.keys],
    }  # fmt: skip


keys = _keys


def look_keys(reference: Reference, shown: Chart) -> dict[str, Any]:
    return _told(reference, shown) | {"keys": [{"name": key, "takes": shown.takes(key)} for key in shown.keys]}


def look(name: str, shown: Chart, found: Entry) -> dict[str, Any]:
    return {
        "name": name,
        "title": shown.title,
        "result": found.result,
        "row": found.row,
        "column": found.column,
        "beside": dict(found.beside),
        "meaning": shown.meaning.get(found.result),
        "origin": shown.origin,
        "rule": str(found.citation),
    }


def odds(name: str, found: Odds, meanings: Mapping[str, str], origins: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    return {
        "name": name,
        "title": found.title,
        "rule": str(found.citation),
        "terms": [{"label": term.label, "value": plain(term.value), "rule": str(found.cited(term)),
                   "group": term.group, "how": term.how} for term in found.terms],
        "odds": {result: str(chance) for result, chance in found.items()},
        "percent": {result: round(float(chance * 100), 4) for result, chance in found.items()},
        "meaning": dict(meanings),
        "origins": dict(origins),
    }  # fmt: skip


def plain(value: Any) -> Any:
    """Fractions as text, 15/2; whole ones as numbers."""
    if value is None or isinstance(value, (bool, str, int)):
        return value
    return int(value) if value.denominator == 1 else str(value)
