"""How much one address may ask for, over all its connections and requests together: buckets that fill up with time."""

from __future__ import annotations

import time
from collections import OrderedDict
from ipaddress import IPv6Address, ip_address

from starlette.types import Scope

from sandtable.server.settings import Limits

CLIENTS = 10_000  # remembered at most
HOUSE = 64  # bits that all addresses of one house share, where there are enough for that


class Bucket:
    """It is refilled at a rate, up to what it holds. What costs more than is left is owed."""

    def __init__(self, rate: float, holds: float) -> None:
        self.rate, self.holds = rate, holds
        self.left, self.at = holds, time.monotonic()

    def fill(self) -> None:
        now = time.monotonic()
        self.left = min(self.holds, self.left + (now - self.at) * self.rate)
        self.at = now


class Buckets:
    """One for each client; who has not come for longest is forgotten first."""

    def __init__(self, rate: float, holds: float) -> None:
        self.rate, self.holds = rate, holds
        self.kept: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, client: str) -> Bucket:
        bucket = self.kept.pop(client, None) or Bucket(self.rate, self.holds)
        self.kept[client] = bucket
        if len(self.kept) > CLIENTS:
            self.kept.popitem(last=False)
        bucket.fill()
        return bucket

    def take(self, client: str, cost: float = 1) -> bool:
        """False, and nothing taken, if there is not enough left."""
        bucket = self.of(client)
        if bucket.left < cost:
            return False
        bucket.left -= cost
        return True

    def owe(self, client: str, cost: float) -> None:
        """Taken in any case."""
        self.of(client).left -= cost

    def left(self, client: str) -> float:
        return self.of(client).left


class Allowances:
    """Of every address."""

    def __init__(self, limits: Limits) -> None:
        self.messages = Buckets(*limits.messages)
        self.look_ups = Buckets(*limits.look_ups)
        self.talk = Buckets(*limits.talk)
        self.games = Buckets(*limits.games)
        self.requests = Buckets(*limits.requests)
        self.stored = Buckets(*limits.stored)


def address(scope: Scope) -> str:
    """Of who asks. One who has 2**64 of them counts as one."""
    found = str(scope["client"][0]) if scope.get("client") else ""
    try:
        parsed = ip_address(found.partition("%")[0])
    except ValueError:
        return found
    if not isinstance(parsed, IPv6Address):
        return found
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(IPv6Address(int(parsed) >> HOUSE << HOUSE))
