"""The commands that look into a game: who is in supply and by which line, what an answer may lead to, why not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sandtable.cli import names
from sandtable.core.errors import BadInput

if TYPE_CHECKING:
    from sandtable.core.lens import Supply
    from sandtable.core.rules import Side
    from sandtable.core.system import Scenario
    from sandtable.play.forecast import Forecast
    from sandtable.play.lens import Starving
    from sandtable.play.session import Session

Game = Annotated[
    str, typer.Argument(metavar="GAME", help="A record of a game, a position in a file, or a scenario at its start.")
]
At = Annotated[int | None, typer.Option(metavar="N", min=0, help="In a record, after so many inputs.")]
Json = Annotated[bool, typer.Option("--json", help="Answer for programs.")]


def opened(game: str, at: int | None) -> Session:
    """A record played so far, a position, or the start of a scenario with the ready-made set-up where it has one."""
    from sandtable.play.opening import replay
    from sandtable.play.record import Record
    from sandtable.play.session import find_scenario, start, start_at

    if text := names.position_in(game):
        if at is not None:
            raise BadInput(f"--at {at}: {game} is a position, in which there are no inputs to count")
        return start_at(text, "")
    if names.is_record(game):
        path = Path(game)
        return replay(Record.load(path), at, path)
    if at is not None:
        raise BadInput(f"--at {at}: {game} is no record of a game, in which inputs could be counted")
    return start(game, "", find_scenario(game).ready_made)


# ------------------------------------------------------------------------------------------------ supply


def supply(
    game: Game,
    at: At = None,
    unit: Annotated[str, typer.Option(metavar="UNIT", help="Its line of supply, or what cuts it.")] = "",
    hex: Annotated[str, typer.Option(metavar="HEX", help="Who would starve if the enemy took it.")] = "",
    side: Annotated[str, typer.Option(help="As this side may see it; all there is if none is named.")] = "",
    json: Json = False,
) -> None:
    """Show lines of supply: supply gew:north-africa-1941 --unit ger_dak; --hex 2726 tells who lives on it."""
    from sandtable.play import lens

    if unit and hex:
        raise BadInput("supply: say --unit or --hex, not both")
    session = opened(game, at)
    scenario, looks = session.scenario, session.scenario.side(side) if side else None
    if hex:
        fallen = lens.starving(session, looks, hex)
        _tell(starving_data(scenario, fallen) if json else lens.starving_lines(scenario, fallen))
        return
    if unit:
        found = lens.supply(session, looks, unit)
        _tell(supply_data(scenario, found) if json else lens.supply_lines(scenario, found))
        return
    every = lens.supplies(session, looks)
    if json:
        _tell([supply_data(scenario, each) for each in every])
    else:
        _tell(overview(scenario, session, every, looks))


def overview(scenario: Scenario, session: Session, every: Sequence[Supply], looks: Side | None) -> list[str]:
    """How many units of each side are in supply, and each one that is not."""
    from sandtable.play import lens

    owners = lens.owners(lens.seen(session, looks))
    lines = []
    for nth, name in enumerate(scenario.spoken_sides):
        ours = [each for each in every if owners[each.unit] == nth]
        cut = [each for each in ours if not each.supplied]
        lines.append(f"{name}: {len(ours) - len(cut)} of {len(ours)} units on the map are in supply")
        lines += [f"  {line}" for each in cut for line in lens.supply_lines(scenario, each)]
    return lines


def supply_data(scenario: Scenario, found: Supply) -> dict[str, Any]:
    from sandtable.play.explain import words

    return {
        "unit": scenario.unit_name(found.unit),
        "supplied": found.supplied,
        "because": words(scenario, found.because),
        "rules": [f"{scenario.system.book} {rule}" for rule in found.rules],
        "source": None if found.source is None else scenario.place_name(found.source),
        "legs": [{"by": leg.by, "hexes": [scenario.place_name(hex) for hex in leg.hexes],
                  "through": list(leg.through), "rule": f"{scenario.system.book} {leg.rule}"} for leg in found.legs],
        "cuts": [{"because": words(scenario, cut.because), "rule": f"{scenario.system.book} {cut.rule}"}
                 for cut in found.cuts],
    }  # fmt: skip


def starving_data(scenario: Scenario, found: Starving) -> dict[str, Any]:
    return {
        "hex": scenario.place_name(found.hex),
        "holder": scenario.sides[found.holder],
        "units": [supply_data(scenario, each) for each in found.units],
    }


# ------------------------------------------------------------------------------------------------ odds


def odds(game: str, words: Sequence[str], at: int | None, json: bool) -> None:
    """What an answer to the question a game waits for may lead to."""
    from sandtable.play.forecast import forecast_lines

    session = opened(game, at)
    if not words:
        offers = ", ".join(session.offers())
        raise BadInput(f"odds {game}: say the answer to look ahead at; it may begin with {offers}")
    found = session.odds(*words)
    assert session.ask is not None
    _tell(forecast_data(found, session.ask.side) if json else forecast_lines(found))


def sequel_data(found: Forecast) -> dict[str, Any] | None:
    """What the answer is done for, after it and without it."""
    from sandtable.play.explain import words
    from sandtable.play.forecast import settled_words

    if found.sequel is None or found.without is None:
        return None
    return {
        "text": words(found.scenario, found.sequel.text),
        "rule": f"{found.citation.book} {found.sequel.rule}",
        "policy": settled_words(found),
        "figures": {name: {"after": str(after), "without": str(plain)}
                    for name, (after, plain) in found.compared().items() if after or plain},
        "spared": str(found.spared),
    }  # fmt: skip


def forecast_data(found: Forecast, side: Side) -> dict[str, Any]:
    """What the wire tells a browser, with what is decided in words of its own."""
    from sandtable.cli.programs import plain
    from sandtable.play.explain import words

    scenario, book, sides = found.scenario, found.citation.book, found.scenario.sides
    return {
        "action": found.title,
        "rule": str(found.citation),
        "later": words(scenario, found.later),
        "again": found.asks_again(side),
        "sequel": sequel_data(found),
        "chart": {"name": found.chart[0], "column": found.chart[1]} if found.chart else None,
        "terms": [{"label": words(scenario, term.label), "value": plain(term.value), "rule": f"{book} {term.rule}",
                   "group": term.group, "how": term.how} for term in found.terms],
        "assumed": [{"side": sides[side], "text": words(scenario, stance.text), "rule": f"{book} {stance.rule}"}
                    for side, stance in found.assumed],
        "results": [{
            "result": each.result,
            **({"given": {sides[side]: stance.word for side, stance in each.given}} if each.given else {}),
            "chance": str(each.chance),
            "percent": round(float(each.chance * 100), 4),
            "means": found.means(each.result),
            "courses": [{
                "choices": [{"side": sides[side], "word": stance.word, "text": words(scenario, stance.text),
                             "rule": f"{book} {stance.rule}"} for side, stance in course.choices],
                "ends": [words(scenario, each) for each in course.end.after.words],
                "whole": course.end.whole,
                "figures": dict(course.end.after.figures),
            } for course in each.courses],
        } for each in found.prospects],
        "expected": [{
            "if": {sides[side]: word for side, word in policy.items()},
            "figures": {name: str(figure) for name, figure in found.expected(policy).items()},
        } for policy in found.policies],
    }  # fmt: skip


# ------------------------------------------------------------------------------------------------ why not


def why(
    game: Game,
    words: Annotated[list[str] | None, typer.Argument(metavar="PICK...", show_default=False)] = None,
    at: At = None,
    random: Annotated[int | None, typer.Option(metavar="N", min=1, help="Try so many random illegal choices.")] = None,
    pointing: Annotated[int | None, typer.Option(metavar="N", min=1, help="Point at so many random things.")] = None,
    seed: Annotated[str, typer.Option(help="Of these choices.")] = "1",
) -> None:
    """Tell why something may not be picked: why gew:campaign march ger_dak 2409. With --random every refusal of random
    illegal choices is checked for its rule and its cause; with --pointing what is said to somebody who points at hexes
    and counters in random games is counted by rule."""
    if pointing is not None:
        _tell(pointed_at(game, pointing, seed))
        return
    if random is not None:
        _tell(tried(game, random, seed))
        return
    session = opened(game, at)
    if not words:
        ask = session.ask
        raise BadInput(f"why {game}: say what you would pick" + (f"; {ask.form.name} is asked" if ask else ""))
    picked = " ".join(words)
    _tell([f"{picked}: {reason}" for reason in session.why_not(*words)] or [f"{picked} may be picked"])


def tried(game: str, count: int, seed: str) -> list[str]:
    """A summary of so many refusals; the ones without a rule or a cause in full, and exit code 1 if there are any."""
    from sandtable.core.system import find_system
    from sandtable.play.refusals import refusals

    system = find_system(game.partition(":")[0])
    kinds: Counter[str] = Counter()
    rules: Counter[str] = Counter()
    wrong: list[str] = []
    for each in refusals(system, count, seed):
        kinds[each.kind] += 1
        rules.update(dict.fromkeys(each.rules(system.book), 1))
        wrong += [f"{each.game}, {each.kind}, {each.tried}: {fault}" for fault in each.faults(system)]
    if wrong:
        _tell(wrong)
        raise typer.Exit(1)
    sorts = ", ".join(f"{number} of {kind}" for kind, number in kinds.most_common())
    return [
        f"{count} illegal choices in random games of every scenario of {system.title}: {sorts}",
        "every one was refused with at least one existing rule and a cause, and changed nothing",
        f"{len(rules)} rules were cited, most often {', '.join(f'{rule} ({n})' for rule, n in rules.most_common(8))}",
    ]


def pointed_at(game: str, count: int, seed: str) -> list[str]:
    """What is said to so many things pointed at, counted by rule; what is said without one in full, and exit code 1 if
    there is any."""
    from sandtable.core.system import find_system
    from sandtable.play.pointing import counted, pointed

    system = find_system(game.partition(":")[0])
    found = counted(system, pointed(system, count, seed))
    if found.without:
        _tell([f"{each.game}, {each.form}, {' '.join((*each.picked, each.at))}: no rule" for each in found.without])
        raise typer.Exit(1)
    rules = ", ".join(f"{rule} ({n})" for rule, n in found.rules.most_common(8))
    return [
        f"{found.may + found.refused} things pointed at in random games of every scenario of {system.title}, at "
        f"{len(found.forms)} questions: {found.may} may be picked, {found.refused} are refused",
        f"{found.ruled} by a rule that speaks of them, {found.refused - found.ruled} by the rule that asks for "
        "something else, none without a rule",
        f"{len(found.rules)} rules were cited, most often {rules}",
    ]


def _tell(answer: Any) -> None:
    """Lines for people, anything else for programs."""
    if isinstance(answer, list) and all(isinstance(line, str) for line in answer):
        typer.echo("\n".join(answer))
    else:
        from sandtable.cli.programs import write

        write(answer)
