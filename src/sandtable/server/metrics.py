"""What a server has done and holds, for its host: counted here, told at `/metrics` in the format of Prometheus."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from ipaddress import ip_address
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sandtable.server.hall import Hall

FORWARDED = ("x-forwarded-for", "forwarded", "x-real-ip")  # what proxies tell of whom they ask for
MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class Tally:
    """Since it began."""

    def __init__(self) -> None:
        self.begun = time.time()
        self.messages = self.answers = self.bugs = self.forgotten = 0
        self.refusals: Counter[str] = Counter()  # by code


def may_look(client: str, headers: Mapping[str, str]) -> bool:
    """Only from this machine, and not through a proxy on it: it tells nothing secret, but nobody else needs to know."""
    try:
        return ip_address(client).is_loopback and not any(name in headers for name in FORWARDED)
    except ValueError:
        return False


async def told(hall: Hall) -> str:
    """All figures of this worker, and how many rows the database has, which all share."""
    return "\n".join([*_figures(hall, await hall.store.counts()), ""])


def _figures(hall: Hall, rows: Mapping[str, int]) -> Iterator[str]:
    tally, writer, nth = hall.tally, hall.store.writer, hall.settings.share.nth
    sockets = sum(len(game.lines) for game in hall.games.values())
    for name, kind, about, values in (
        ("games_open", "gauge", "Games in memory", {"": len(hall.games)}),
        ("sockets", "gauge", "Connections to games", {"": sockets}),
        ("computers_thinking", "gauge", "Games in which a computer thinks", {"": len(hall.computers.tasks)}),
        ("messages_total", "counter", "Messages that came by sockets", {"": tally.messages}),
        ("answers_total", "counter", "Answers of persons that were stored", {"": tally.answers}),
        ("refusals_total", "counter", "Messages that were refused, by code", _by("code", tally.refusals)),
        ("bugs_total", "counter", "Messages and rules that failed", {"": tally.bugs}),
        ("writes_total", "counter", "What was stored", {"": writer.written}),
        ("commits_total", "counter", "Transactions in which it was", {"": writer.commits}),
        ("games_forgotten_total", "counter", "Abandoned games that were deleted", {"": tally.forgotten}),
        ("rows", "gauge", "Rows of the database, by table", _by("table", rows)),
        ("resident_bytes", "gauge", "Memory that is held", {"": _resident()}),
        ("cpu_seconds_total", "counter", "Processor time", {"": round(time.process_time(), 3)}),
        ("start_time_seconds", "gauge", "When it began", {"": tally.begun}),
    ):
        yield f"# HELP sandtable_{name} {about}"
        yield f"# TYPE sandtable_{name} {kind}"
        for label, value in values.items():
            yield f'sandtable_{name}{{worker="{nth}"{label}}} {value}'


def _by(label: str, counts: Mapping[str, int]) -> dict[str, int]:
    return {f',{label}="{name}"': count for name, count in sorted(counts.items())}


def _resident() -> int:
    """0 where the system does not tell."""
    try:
        with open("/proc/self/statm", encoding="ascii") as told:
            return int(told.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0
