"""Positions as text: what is copied opens again, a game goes on from it, and what strangers send is checked."""

from __future__ import annotations

import json
import signal
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest

from sandtable.core.dice import Dice
from sandtable.core.errors import BadData, BadInput, Bug
from sandtable.core.flow import Goto, Procedure, Result, Roll, step
from sandtable.core.rules import Side, UnitId
from sandtable.core.state import Position, State
from sandtable.core.system import find_system
from sandtable.play.opening import replay, resume, verify
from sandtable.play.positions import CHECK, _check, position_text, read_position
from sandtable.play.record import Record, Rolled
from sandtable.play.session import Session, find_scenario, start, start_at
from sandtable.players.randomly import answer_randomly


def play(session: Session, rng: Random, answers: int = 10_000) -> Session:
    while (ask := session.ask) is not None and answers:
        session.submit(ask.side, answer_randomly(session.state, ask, rng))
        answers -= 1
    return session


def midway(name: str = "toy:ford", answers: int = 9) -> Session:
    return play(start(name, "seed"), Random(1), answers)


def test_a_position_is_one_word_that_opens_again() -> None:
    session = midway()
    text = position_text(session.state)
    assert text.startswith("st2_")
    assert text.replace("_", "").replace("-", "").isalnum()
    scenario, state = read_position(text)
    assert state.plain() == session.state.plain()
    assert (scenario.system.code, scenario.name, scenario.options) == ("toy", "ford", {"mud": False})
    assert start_at(text).offers() == session.offers()


def test_a_position_may_be_broken_over_lines() -> None:
    text = position_text(midway().state)
    assert start_at(f"  {text[:50]}\n{text[50:]}\r\n").state.plain() == start_at(text).state.plain()


def test_a_campaign_is_short_enough_to_be_sent() -> None:
    assert len(position_text(midway("gew:campaign", 200).state)) < 4_000


def test_a_game_from_a_position_has_its_own_dice_and_nothing_to_undo() -> None:
    session = midway()
    text = position_text(session.state)
    one, two, other = (start_at(text, seed) for seed in ("1", "1", "2"))
    assert one.inputs == []
    assert one.why_not_undo(Side(0))
    ended = [play(each, Random(3)).record() for each in (one, two, other)]
    assert ended[0] == ended[1] != ended[2]
    assert start_at(text).seed != start_at(text).seed


def test_a_game_from_a_position_is_recorded_replayed_resumed_and_verified() -> None:
    session = play(start_at(position_text(midway(answers=3).state), "dice"), Random(3), 8)
    record = Record.parse(session.record().lines())
    assert record == session.record()
    assert record.position == session.position != ""
    assert replay(record).record() == record
    played = [play(game, Random(4)).record() for game in (session, resume(record))]
    assert played[0] == played[1]
    assert verify(played[0]) == sum(isinstance(entry, Rolled) for entry in played[0].inputs) > 0


def test_a_record_without_a_position_is_written_as_ever() -> None:
    assert "position" not in json.loads(midway().record().lines()[0])


def test_a_record_of_a_position_of_another_game_is_refused() -> None:
    record = start_at(position_text(midway().state), "1").record()
    for changes in ({"scenario": "duel"}, {"options": {"mud": True}}):
        with pytest.raises(BadData, match="of another game or of other options than the header says"):
            replay(Record(**{**vars(record), **changes}))
    with pytest.raises(BadData, match="line 1: the position is cut"):
        replay(Record(**{**vars(record), "position": record.position[:-4]}))


# ------------------------------------------------------------------------------------------------ forks


@pytest.mark.parametrize(("name", "games", "every"), [("toy:ford", 6, 3), ("toy:duel", 6, 1)])
def test_what_a_side_imagines_is_played_to_the_end(name: str, games: int, every: int) -> None:
    assert forks(name, games, every) > 20


@pytest.mark.parametrize(("name", "games"), [("use:poland-1939", 8), ("use:balkans-1941", 4), ("use:france-1940", 1)])
def test_what_a_side_imagines_in_use_is_played_to_the_end(name: str, games: int) -> None:
    assert forks(name, games, 8) > 15


GEW = [("gew:north-africa-1941", 15), ("gew:barbarossa", 35), ("gew:campaign", 250)]


@pytest.mark.parametrize(("name", "every"), GEW)
def test_what_a_side_imagines_in_gew_is_played_to_the_end(name: str, every: int) -> None:
    assert forks(name, 2, every) > 4


@pytest.mark.long
@pytest.mark.parametrize(("name", "every"), GEW)
def test_whatever_a_side_imagines_in_gew_is_played_to_the_end(name: str, every: int) -> None:
    assert forks(name, 20, every // 4) > 100


def forks(name: str, games: int, every: int) -> int:
    """From about each so many questions of random games, both sides' fork: how many were played to the end."""
    system, done = find_system(name.partition(":")[0]), 0
    for seed in range(games):
        rng = Random(f"{name} {seed}")
        options = {option.name: rng.random() < 0.5 for option in system.info(name.partition(":")[2]).options}
        session = start(name, str(seed), options)
        while (ask := session.ask) is not None:
            if rng.randrange(every) == 0 or not session.inputs:
                for side in map(Side, range(2)):
                    imagined = system.hidden.imagine(session.state, side, rng)
                    assert system.hidden.view(imagined, side) == session.view(side)
                    fork = start_at(position_text(imagined), str(seed))
                    assert play(fork, Random(seed)).outcome is not None
                    done += 1
            session.submit(ask.side, answer_randomly(session.state, ask, rng))
    return done


# ------------------------------------------------------------------------------------------------ strangers


def unpacked(text: str) -> tuple[dict[str, Any], bytes]:
    body = text.partition("_")[2]
    head, _, columns = zlib.decompress(urlsafe_b64decode(body + "=" * (-len(body) % 4))[CHECK:]).partition(b"\n")
    read = json.loads(head)
    return {**read, "frames": [[kind, at, into, *said.values()] for kind, at, into, said in read["frames"]]}, columns


def packed(head: object, columns: bytes) -> str:
    """A forged position: its check sum is right."""
    if isinstance(head, dict) and "frames" in head:
        head = {**head, "frames": [named(*frame) for frame in head["frames"]]}
    data = zlib.compress(json.dumps(head).encode() + b"\n" + columns)
    return "st2_" + urlsafe_b64encode(_check(data) + data).decode().rstrip("=")


def named(kind: str, at: str, into: str, *values: object) -> list[object]:
    names = Procedure.kinds[kind].names if kind in Procedure.kinds else [f"field{nth}" for nth in range(len(values))]
    return [kind, at, into, dict(zip(names, values, strict=False))]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda text: "", "this is no position: one begins with st2_"),
        (lambda text: "hello", "this is no position"),
        (lambda text: "st2_" + "A" * 300_000, "this is no position"),
        (lambda text: text.replace("st2_", "st3_"), "of version 3, and this program reads versions up to 2"),
        (lambda text: text[:-1], "cut or was changed"),
        (lambda text: text[:40], "cut or was changed"),
        (lambda text: "st2_", "cut or was changed"),
        (lambda text: "st2_ä", "cut or was changed"),
        (lambda text: text[:60] + ("B" if text[60] == "A" else "A") + text[61:], "cut or was changed"),
        (lambda text: packed([], b""), "cannot be unpacked"),
        (lambda text: packed({}, b""), "does not say of which game it is"),
        (lambda text: packed({"bomb": "x" * 1_500_000}, b""), "cannot be unpacked"),
    ],
)
def test_what_is_no_position_is_refused_with_a_sentence(change: Callable[[str], str], why: str) -> None:
    with pytest.raises(BadInput, match=why):
        read_position(change(position_text(midway().state)))


def field(frame: int, nth: int, value: object) -> Callable[[dict[str, Any]], object]:
    return lambda head: head["frames"][frame].__setitem__(nth, value)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda head: head.update(system="moon"), "no system is called moon"),
        (lambda head: head.update(scenario="moon"), "has no scenario moon"),
        (lambda head: head.update(options={"snow": True}), "has no option snow"),
        (lambda head: head.update(options={"mud": 1}), "switched by true or false"),
        (lambda head: head.update(columns=head["columns"][1:]), "no game can come to it"),
        (lambda head: head["columns"].append(["fuel", 8, -1]), "no game can come to it"),
        (lambda head: head["columns"].__setitem__(1, ["steps", 12, 8]), "no game can come to it"),
        (lambda head: head.update(charts="x"), "other charts"),
        (lambda head: head.update(frames=[]), "no game can come to it"),
        (lambda head: head.update(frames=head["frames"] * 40), "no game can come to it"),
        (lambda head: head.update(frames=head["frames"][1:]), "no game can come to it"),
        (lambda head: head.update(frames=[["core.ReadChart", "", "", "", [], 0, ""]]), "no game can come to it"),
        (field(0, 0, "gew.Game"), "no game can come to it"),
        (field(0, 1, "nowhere"), "no game can come to it"),
        (field(0, 2, "nothing"), "no game can come to it"),
        (field(1, 3, 7), "no game can come to it"),
        (field(1, 4, 99), "no game can come to it"),
        (field(1, 4, None), "no game can come to it"),
        (field(1, 4, "red"), "no game can come to it"),
        (field(1, 4, [[[]]]), "no game can come to it"),
    ],
)
def test_a_forged_position_is_refused_with_a_sentence(change: Callable[[dict[str, Any]], object], why: str) -> None:
    head, columns = unpacked(position_text(midway().state))
    change(head)
    with pytest.raises(BadInput, match=why):
        read_position(packed(head, columns))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda columns: columns[:-1], "no game can come to it"),
        (lambda columns: columns + b"\0", "no game can come to it"),
        (lambda columns: b"\5\0" * (len(columns) // 2), "no game can come to it"),
        (lambda columns: b"\0" + columns[1:], "no game can come to it"),
    ],
)
def test_forged_columns_are_refused_with_a_sentence(change: Callable[[bytes], bytes], why: str) -> None:
    head, columns = unpacked(position_text(midway().state))
    with pytest.raises(BadInput, match=why):
        read_position(packed(head, change(columns)))


def in_no_stack(state: Position) -> None:
    state.top_of[state.hex_of[0]] = state.under[0]


def in_two_stacks(state: Position) -> None:
    state.top_of[state.top_of.index(-1)] = 0


def in_a_ring(state: Position) -> None:
    state.under[0] = 0


def in_anothers_place(state: Position) -> None:
    state.hex_of[0] = state.top_of.index(-1)


def off_the_map_but_tied(state: Position) -> None:
    state.remove(UnitId(0), "1.0")
    state.under[0] = 1


def nowhere(state: Position) -> None:
    state.hex_of[0] = -2


@pytest.mark.parametrize(
    "forge", [in_no_stack, in_two_stacks, in_a_ring, in_anothers_place, off_the_map_but_tied, nowhere]
)
def test_forged_stacks_are_refused_before_anybody_walks_them(
    forge: Callable[[Position], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    state = midway(answers=0).state.copy()
    assert isinstance(state, Position)
    assert state.top_of[state.hex_of[0]] == 0
    forge(state)
    monkeypatch.setattr("sandtable.play.positions.run", lambda state: pytest.fail("it was run"))
    with pytest.raises(BadInput, match="no game can come to it"):
        read_position(position_text(state))


def test_what_cannot_be_is_said_before_anything_is_run(monkeypatch: pytest.MonkeyPatch) -> None:
    state = midway().state.copy()
    assert isinstance(state, Position)
    state.steps[next(state.on_map(Side(0)))] = 0
    monkeypatch.setattr("sandtable.play.positions.run", lambda state: pytest.fail("it was run"))
    with pytest.raises(BadInput, match="cannot be: a unit without steps is on the map"):
        read_position(position_text(state))


def test_a_sequence_of_play_that_is_none_is_refused() -> None:
    """Each frame on the stack must be one that the frame below calls: later is too late to find that it is not."""
    refused = []
    for nth, value in ((1, "next_part"), (3, "build"), (4, None), (5, 1), (5, -1), (5, 2**40)):
        head, columns = unpacked(position_text(midway("gew:north-africa-1941", 40).state))
        frame = next(frame for frame in head["frames"] if frame[0] == "core.Sequence")
        frame[nth] = 1 - frame[4] if value is None else value
        with pytest.raises(BadInput, match="no game can come to it"):
            read_position(packed(head, columns))
        refused.append(nth)
    assert len(refused) == 6


class Forever(Procedure):
    """Dice that fall and fall."""

    reads: int = 0

    @step("1.0")
    def roll(self, state: State) -> Result:
        return Roll(Dice(1), "reads")

    @step("1.0")
    def again(self, state: State) -> Result:
        return Goto("roll")


def test_a_game_that_goes_on_by_itself_for_ever_is_no_game() -> None:
    state = midway().state.copy()
    state.stack = [Forever()]
    with pytest.raises(Bug, match="rolls and forced answers, and nobody is asked"):
        Session(state.scenario, "1", position=state)


@pytest.mark.parametrize(("name", "times"), [("toy:ford", 150), ("gew:north-africa-1941", 100), ("gew:barbarossa", 50)])
def test_a_forged_position_is_refused_or_can_be_played(name: str, times: int, within: Callable[[int], Any]) -> None:
    """Nothing but a refusal comes of reading it, and nothing hangs; that all of it makes sense is not promised, so a
    few may break over their own nonsense when they are played."""
    rng, refused, played, broken = Random(name), 0, 0, 0
    texts = list(map(unpacked, sources(name, 12)))
    words = sorted({word for head, _ in texts for frame in head["frames"] for word in frame if isinstance(word, str)})
    for _ in range(times):
        text = packed(*forged(*rng.choice(texts), words, rng))
        with within(20):
            try:
                session = start_at(text, "1")
            except BadInput:
                refused += 1
                continue
            try:
                play(session, rng, 20)
                played += 1
            except Exception:
                broken += 1
    assert refused > times / 4
    assert played > times / 8
    assert broken < times / 20


@pytest.fixture
def within() -> Callable[[int], Any]:
    """What takes longer than so many seconds hangs."""

    @contextmanager
    def limited(seconds: int) -> Iterator[None]:
        def over(*_: object) -> None:
            pytest.fail(f"more than {seconds} s")  # which is no Exception, so nobody takes it for a refusal

        before = signal.signal(signal.SIGALRM, over)
        signal.alarm(seconds)
        try:
            yield
        finally:
            signal.alarm(0)
            signal.signal(signal.SIGALRM, before)

    return limited


def sources(name: str, many: int) -> Iterator[str]:
    """Positions of a game, one every few questions."""
    options = {option.name: option.name != "open_displays" for option in find_scenario(name).options}
    session = start(name, "seed", options)
    for nth in range(many):
        yield position_text(session.state)
        play(session, Random(nth), 2 if name.startswith("toy") else 25)


def forged(head: dict[str, Any], columns: bytes, words: list[str], rng: Random) -> tuple[dict[str, Any], bytes]:
    """With a few bytes of the columns and a few values of the stack changed."""
    head, changed = json.loads(json.dumps(head)), bytearray(columns)
    for _ in range(rng.choice((1, 1, 2, 5))):
        if rng.random() < 0.4:
            changed[rng.randrange(len(changed))] = rng.choice((0, 1, 2, 255, rng.randrange(256)))
            continue
        values = rng.choice(head["frames"])
        nth = rng.randrange(len(values))
        while isinstance(values[nth], list) and values[nth] and rng.random() < 0.7:
            values, nth = values[nth], rng.randrange(len(values[nth]))
        values[nth] = other(values[nth], words, rng)
    return head, bytes(changed)


def other(value: Any, words: list[str], rng: Random) -> Any:
    if isinstance(value, int):
        return rng.choice((value + 1, value - 1, 0, -1, rng.randrange(400), 2**15, -(2**15), 10**30))
    if isinstance(value, str):
        return rng.choice(words)
    return [rng.choice((rng.randrange(-1, 400), rng.choice(words))) for _ in range(rng.randrange(4))]
