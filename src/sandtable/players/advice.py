"""What the computer would answer, and what it expects of that, against doing nothing and against the next best."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.core.decisions import Action, Menu
from sandtable.core.flow import Ask
from sandtable.core.state import State
from sandtable.play.notation import readable
from sandtable.players.greedy import Greedy

LEAST = 0.05  # what is less is no difference


class Advice(NamedTuple):
    action: Action
    why: str  # a sentence, empty if nothing was weighed against anything


def advice(state: State, ask: Ask, seed: str) -> Advice:
    """As the greedy player weighs it, in the position that is handed in."""
    player = Greedy(seed)
    best, *others = player.weighed(state, ask)
    idle = _idle(player, state, ask, [best, *others])
    parts: list[str] = []
    if idle is not None and best[0] == idle[0]:
        parts.append("it found nothing that promises more than to go on")
    elif idle is not None:
        gain = (best[1] if others else _worth(player, state, ask, best[0])) - idle[1]
        if gain >= LEAST:
            parts.append(f"it expects to stand {gain:.1f} points of its own count better than by doing nothing")
        elif gain <= -LEAST:
            parts.append(f"by its own count it stands {-gain:.1f} points worse at once than by doing nothing")
        else:
            parts.append("by its own count nothing is gained at once: it prepares what may follow")
    rest = [each for each in others if each[0] != best[0] and (idle is None or each[0] != idle[0])]
    if rest:
        action, worth = rest[0]
        behind = best[1] - worth
        said = f"{behind:.1f} behind" if behind >= LEAST else "as good"
        parts.append(f"the next best it weighed, {said}: {readable(state, ask.form, action)}")
    return Advice(best[0], "; ".join(parts))


def _idle(player: Greedy, state: State, ask: Ask, weighed: list[tuple[Action, float]]) -> tuple[Action, float] | None:
    """The answer that changes nothing, if there is one, and what the position is worth after it."""
    ends = ask.form.ends if isinstance(ask.form, Menu) else ""
    if not ends or ask.form.check(state, (ends,)):
        return None
    known = dict(weighed) if len(weighed) > 1 else {}
    return (ends,), known[ends,] if (ends,) in known else _worth(player, state, ask, (ends,))


def _worth(player: Greedy, state: State, ask: Ask, action: Action) -> float:
    return player.expected(state, ask.side, action)
