"""Nothing hidden goes over the wire: what each seat and whoever looks on are sent over random games is searched for
counters they cannot know and for the seed; games that differ only in what a seat may not see send it the same bytes."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Coroutine, Iterator, Sequence
from copy import copy
from random import Random
from typing import Any, TypeVar, cast

import msgspec
import pytest

from sandtable.core.decisions import EMPTY, HEX, UNIT
from sandtable.core.events import Log
from sandtable.core.flow import Ask, purpose
from sandtable.core.rules import Hex, Side
from sandtable.core.state import State
from sandtable.core.system import find_system
from sandtable.play.explain import about
from sandtable.play.notation import name_of, written
from sandtable.play.record import Input, Snapshot
from sandtable.play.session import Session
from sandtable.play.timeline import Timeline
from sandtable.server import wire
from sandtable.server.answers import Prepared, look_up
from sandtable.server.games import Hosted
from sandtable.server.links import HOST, WATCH, Key
from sandtable.server.refusals import Refusal
from sandtable.server.store import ChatLine, Kept, Seat, Store, Stored
from sandtable.systems.gew.state import GewState
from twins import twin_of
from typed import state_of

T = TypeVar("T")
SEED, SALT = "5eed5eed5eed5eed", "0123salt4567"
IMAGINED = (wire.AskOdds, wire.AskHint)  # look at a position in which what is hidden was guessed: twins hold these
GAMES = ("toy:ford", "gew:north-africa-1941", "gew:campaign", "gew:barbarossa", "ocs:primosole")


class Forgetful:
    """A store that keeps nothing: what is told does not depend on it."""

    async def append(self, id: str, at: int, inputs: Sequence[Input], snapshots: Sequence[Snapshot] = ()) -> None: ...

    async def cut(self, id: str, at: int) -> None: ...

    async def put(self, game: Kept) -> None: ...

    async def said(self, id: str) -> list[ChatLine]:
        return []

    async def noted(self, id: str, seat: str) -> str:
        return ""


class AtOnce:
    """Whoever asks is alone."""

    async def run(self, work: Callable[[], T]) -> T:
        return work()


class Ear:
    """A connection: all that was sent to it."""

    def __init__(self, seat: str) -> None:
        self.seat, self.ended = seat, False
        self.heard: list[bytes] = []

    def send(self, message: bytes) -> None:
        self.heard.append(message)

    def end(self, text: str, code: object = None) -> None:
        raise AssertionError(text)


def begun(name: str, rng: Random) -> tuple[Kept, Session]:
    """A game of two persons with options at random, but nothing open."""
    code, _, scenario = name.partition(":")
    system = find_system(code)
    options = {option.name: rng.random() < 0.5 for option in system.info(scenario).options}
    options |= {"automatic_setup": True, "open_displays": False} if code == "gew" else {}
    options |= {"fog_of_war": True} if code == "ocs" else {}
    session = Session(system.load(scenario, options), SEED, {"one": SALT})
    seats = {seat: Seat("person", "", SALT, True, 1) for seat in (*session.scenario.sides, WATCH, HOST)}
    kept = Kept(
        "game",
        name,
        options,
        SEED,
        {"one": SALT},
        "full",
        "A game",
        "",
        "",
        "",
        "2026-11-16T00:00:00",
        True,
        False,
        seats,
    )
    return kept, session


def hosted(kept: Kept, session: Session) -> Hosted:
    return Hosted(kept, cast(Store, Forgetful()), Timeline(session), Stored())


def told(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


# ------------------------------------------------------------------------------------------------ looking for counters


class Search:
    """What a seat has been able to see up to now, and whether it is told of anything else."""

    def __init__(self, game: Hosted, seat: str) -> None:
        self.game, self.ear = game, Ear(seat)
        self.known: set[str] = set()
        self.events = 0
        self.said: set[str] = set()  # by itself: that comes back in a refusal
        self.words = re.compile(rb"(?<![0-9A-Za-z_])[a-z]+_?[0-9a-z]+(?![0-9A-Za-z_])")
        self.ids = {id.encode() for id in game.album.units}

    def look(self) -> int:
        """At what was sent since the last look; how much it was."""
        game, side = self.game, self.game.side(self.ear.seat)
        view = game.album.system.hidden.view(game.begun.state, side)
        events = game.begun.log.events[self.events :]
        self.events += len(events)
        named = [unit for event in events if event.seen_by(side) for unit in about(event)[1]]  # held to law 8
        named += [seen.unit for seen in view.units if seen.unit is not None]
        self.known |= {game.album.units[unit] for unit in named}
        heard = b"\n".join(self.ear.heard)
        self.ear.heard.clear()
        told = {word.decode() for word in self.words.findall(heard) if word in self.ids}
        assert told <= self.known | self.said, f"{self.ear.seat} is told of {told - self.known}: {heard!r}"
        assert SEED.encode() not in heard
        assert SALT.encode() not in heard
        for message in heard.splitlines():
            self._funds(msgspec.json.decode(message))
        return len(heard)

    def _funds(self, message: dict[str, Any]) -> None:
        sides = (message.get("view") or {}).get("sides") or {}
        if message.get("outcome") is None:
            assert all(not stands["funds"] for name, stands in sides.items() if name != self.ear.seat)


async def searched(name: str, seed: int, most: int) -> None:
    rng = Random(f"{name} {seed}")
    game = hosted(*begun(name, rng))
    searches = [Search(game, seat) for seat in (*game.sides, WATCH, HOST)]
    for each in searches:
        await game.enter(each.ear, Key(game.kept.id, each.ear.seat, 1))
    for _ in range(most):
        session = game.begun
        if (ask := session.ask) is None:
            break
        ear = searches[ask.side].ear
        for each in searches:
            for message in looks(session, ask, rng):
                each.said = set(re.findall(r"\w+", repr(message)))
                if isinstance(message, IMAGINED):
                    each.said |= set(game.album.units)
                await asked(game, each.ear, message)
                each.look()
            each.said.clear()
        picked = written(session.state, ask.form, ask.form.draw(session.state, rng))
        await game.answer(ear, wire.GiveAnswer(ref=1, n=len(session.inputs), picked=picked))
        assert sum(each.look() for each in searches) > 0


async def asked(game: Hosted, ear: Ear, message: Prepared) -> None:
    try:
        await look_up(game, ear, message, AtOnce())
    except Refusal as refusal:
        ear.send(msgspec.json.encode(wire.Refused(message.ref, refusal.code, list(refusal.reasons))))


def looks(session: Session, ask: Ask, rng: Random) -> Iterator[Prepared]:
    """Some of all that can be looked up, about anything."""
    state, scenario, n = session.state, session.scenario, len(session.inputs)
    hexes = [scenario.place_name(hex) for hex in rng.sample(range(scenario.places), 2)]  # type: ignore[arg-type]
    units = [rng.choice(scenario.counters.ids) for _ in range(2)]
    action = written(state, ask.form, ask.form.draw(state, rng))
    slot, _ = ask.form.at(EMPTY)
    yield wire.Draft(ref=1, n=n, picked=action[:1])
    yield wire.Draft(ref=1, n=n, picked=action)
    yield wire.Why(ref=1, n=n, picked=[], pick=rng.choice([*hexes, *units, "nonsense"]))
    yield wire.Why(ref=1, n=n, picked=action[:-1], pick=rng.choice([*hexes, *units]))
    yield wire.AboutHex(1, hexes[0])
    yield wire.AboutUnit(1, units[0])
    yield wire.AskScore(1)
    yield wire.AskBriefing(1)
    if rng.random() < 0.2:
        yield from (wire.AskSupply(1), wire.AskStarving(1, hexes[1]), wire.AskThreat(1), wire.AskHint(ref=1, n=n))
        yield wire.AskOdds(ref=1, n=n, picked=action)
        yield wire.AskPath(ref=1, n=n, picked=action[:-1], pick=rng.choice(hexes))
    if slot is not None and slot.kind in (HEX, UNIT):
        yield wire.Why(ref=1, n=n, picked=[], pick=name_of(scenario, slot.kind, ask.form.picks(state)[0]))


@pytest.mark.parametrize(
    ("name", "seed", "most"),
    [("toy:ford", 1, 60), ("gew:north-africa-1941", 2, 60), ("gew:campaign", 3, 40), ("ocs:primosole", 4, 60)],
)
def test_no_seat_is_told_what_it_cannot_see(name: str, seed: int, most: int) -> None:
    told(searched(name, seed, most))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(50))
def test_no_seat_is_told_what_it_cannot_see_in_any_game(seed: int) -> None:
    told(searched(GAMES[seed % len(GAMES)], 100 + seed, 400))


# ------------------------------------------------------------------------------------------------ twins


def cloned(session: Session, state: State) -> Session:
    """The same game in another position."""
    new = copy(session)
    new.log = Log(tuple(session.log))
    new.log.numbers, new.log.inputs = list(session.log.numbers), session.log.inputs
    new.inputs, new.marks, new.undone = list(session.inputs), list(session.marks), []
    new.state = state
    new.state.log = new.log
    return new


async def twins(name: str, seed: int, most: int, every: int) -> int:
    """How many pairs of games were compared."""
    rng, compared = Random(f"twins {name} {seed}"), 0
    kept, session = begun(name, rng)
    for nth in range(most):
        if (ask := session.ask) is None:
            break
        action = ask.form.draw(session.state, rng)
        if nth % every == 0:
            for side in range(len(session.scenario.sides)):
                compared += await compare(kept, session, Side(side), ask, action, rng)
        session.submit(ask.side, action)
    return compared


async def compare(kept: Kept, session: Session, side: Side, ask: Ask, action: Any, rng: Random) -> bool:
    """What a side and whoever looks on are sent in two games that differ only in what the side may not see."""
    sides, luck = session.scenario.sides, rng.random()
    twin = twin_of(state_of(session, GewState), side, rng)
    games = [hosted(kept, cloned(session, state)) for state in (session.state.copy(), twin)]
    words = written(session.state, ask.form, action)
    if ask.form.check(twin, action):
        return False
    everybody: list[list[list[bytes]]] = []
    for game in games:
        ears = [Ear(sides[side]), Ear(WATCH), Ear(sides[ask.side])]
        for ear in ears:
            await game.enter(ear, Key(game.kept.id, ear.seat, 1))
        for message in looks(session, ask, Random(luck)):
            await asked(game, ears[0], message)
            await asked(game, ears[1], message)
        await game.answer(ears[2], wire.GiveAnswer(ref=1, n=len(session.inputs), picked=words))
        everybody.append([ear.heard for ear in ears[:2]])
    if len({len(game.begun.inputs) for game in games}) > 1:
        return False  # one has no choice where the other has: it answers at once, which cannot be hidden
    if games[0].begun.outcome is not None:
        return False  # then all is shown
    if any(purpose(game.begun.state) == "gew.Deployment.choose" for game in games):
        return False  # 11.4: what arrives is put on the map anyway
    for one, other in zip(*everybody, strict=True):
        for mine, yours in zip(one, other, strict=True):
            assert mine == yours, (ask.form.name, words)
    return True


@pytest.mark.parametrize(("name", "every"), [("gew:north-africa-1941", 3), ("gew:campaign", 8)])
def test_what_is_hidden_changes_no_byte(name: str, every: int) -> None:
    async def story() -> None:
        assert await twins(name, 1, 70, every) > 5

    told(story())


@pytest.mark.long
@pytest.mark.parametrize("seed", range(20))
def test_what_is_hidden_changes_no_byte_in_any_game(seed: int) -> None:
    async def story() -> None:
        assert await twins(GAMES[1 + seed % 3], 100 + seed, 300, 7) > 10

    told(story())


async def fogged(name: str, seed: int, most: int, every: int) -> int:
    """How often a seat and whoever looks on were sent the same of two positions that differ only in what it cannot
    see, and told the same about them: those in which a side imagines the rest."""
    rng, compared = Random(f"fog {name} {seed}"), 0
    kept, session = begun(name, rng)
    for nth in range(most):
        if (ask := session.ask) is None:
            break
        if nth % every == 0:
            imagined = session.system.hidden.imagine(session.state, ask.side, rng)
            assert imagined.plain() != session.state.plain()
            heard, luck = list[list[bytes]](), rng.random()
            for state in (session.state.copy(), imagined):
                game, ear = hosted(kept, cloned(session, state)), Ear(session.scenario.sides[ask.side])
                await game.enter(ear, Key(game.kept.id, ear.seat, 1))
                for message in looks(session, ask, Random(luck)):
                    if not isinstance(message, wire.AskHint):  # that looks at one guess or another
                        await asked(game, ear, message)
                heard.append(ear.heard)
            for mine, yours in zip(*heard, strict=True):
                assert mine == yours, ask.form.name
            compared += 1
        session.submit(ask.side, ask.form.draw(session.state, rng))
    return compared


def test_ocs_4_9_fog_of_war_changes_no_byte() -> None:
    async def story() -> None:
        assert await fogged("ocs:primosole", 1, 120, 5) > 20

    told(story())


async def ordered(name: str, seed: int, most: int, every: int) -> tuple[int, int]:
    """How often the host was told the same of what the enemy of a side may be ordered, in two positions that differ
    only in what the side cannot see; and how often that enemy himself would have been told something else."""
    rng, alike, apart = Random(f"orders {name} {seed}"), 0, 0
    kept, session = begun(name, rng)
    for nth in range(most):
        if (ask := session.ask) is None:
            break
        if nth % every == 0:
            foe = session.scenario.sides[1 - ask.side]
            seat = kept.seats[foe]._replace(player="planner", joined=False)
            imagined = session.system.hidden.imagine(session.state, ask.side, rng)
            games = [
                hosted(kept._replace(seats={**kept.seats, foe: seat}), cloned(session, state))
                for state in (session.state.copy(), imagined)
            ]
            host, other = [await game.ordered(HOST, foe, AtOnce()) for game in games]
            assert host == other
            mine, yours = [await game.ordered(foe, foe, AtOnce()) for game in games]
            alike, apart = alike + 1, apart + (mine != yours)
            await refused_alike(games, foe, len(host.fronts))
        session.submit(ask.side, ask.form.draw(session.state, rng))
    return alike, apart


async def refused_alike(games: Sequence[Hosted], foe: str, fronts: int) -> None:
    """A refusal lists what is offered."""
    said = list[list[wire.Reason]]()
    for game in games:
        nowhere = [wire.OrderGiven(holds=[game.album.scenario.place_name(Hex(0))]) for _ in range(fronts)]
        with pytest.raises(Refusal) as refusal:
            await game.order(Ear(HOST), wire.GiveOrders(ref=1, side=foe, orders=nowhere))
        said.append(list(refusal.value.reasons))
    assert said[0] == said[1]


def test_ocs_4_9_what_the_host_may_order_tells_nothing_of_what_is_hidden() -> None:
    async def story() -> None:
        alike, apart = await ordered("ocs:primosole", 1, 120, 12)
        assert alike == 10
        assert apart

    told(story())


# ------------------------------------------------------------------------------------------------ sealed answers


async def sealed(name: str, seed: int) -> int:
    """How often the other side, and whoever looks on, was sent the same whether a side had committed or not."""
    rng, compared = Random(f"sealed {name} {seed}"), 0
    kept, session = begun(name, rng)
    while (ask := session.ask) is not None:
        if ask.form.name == "commitment" and getattr(session.state.stack[-1], "side", None) == ask.side:
            compared += await both_ways(kept, session, ask, rng.random())
        action = ask.form.draw(session.state, rng)
        keen = [verb for verb in ("attack", "air") if verb in ask.form.picks(session.state)]
        while keen and action[0] != keen[0]:
            action = ask.form.draw(session.state, rng)
        session.submit(ask.side, action)
    return compared


async def both_ways(kept: Kept, session: Session, ask: Ask, luck: float) -> bool:
    sides, everybody = session.scenario.sides, list[list[list[bytes]]]()
    for word in ("commit", "hold"):
        game = hosted(kept, cloned(session, session.state.copy()))
        answering, *others = ears = [Ear(sides[ask.side]), Ear(sides[1 - ask.side]), Ear(WATCH)]
        for ear in ears:
            await game.enter(ear, Key(game.kept.id, ear.seat, 1))
        await game.answer(answering, wire.GiveAnswer(ref=1, n=len(session.inputs), picked=[word]))
        now = game.begun.ask
        if now is None or now.side == ask.side or now.form is not ask.form:
            return False  # the other side has nothing to commit: this one is shown at once
        for message in (*looks(game.begun, now, Random(luck)), wire.AskHint(ref=1, n=len(game.begun.inputs))):
            for ear in others:
                await asked(game, ear, message)
        await asked(game, others[0], wire.AskOdds(ref=1, n=len(game.begun.inputs), picked=["commit"]))
        everybody.append([ear.heard for ear in others])
    assert everybody[0] == everybody[1]
    return True


@pytest.mark.parametrize(("name", "games"), [("use:poland-1939", 2), ("use:france-1940", 4), ("use:balkans-1941", 12)])
def test_what_is_sealed_changes_no_byte(name: str, games: int) -> None:
    async def story() -> None:
        assert sum([await sealed(name, seed) for seed in range(games)]) > 2

    told(story())
