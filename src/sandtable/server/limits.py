"""How much one client may ask for: buckets that fill up again with time."""

from __future__ import annotations

import time
from collections import OrderedDict

CLIENTS = 10_000  # remembered at most


class Bucket:
    """Each taking costs one; it is refilled at a rate, up to what it holds."""

    def __init__(self, rate: float, holds: float) -> None:
        self.rate, self.holds = rate, holds
        self.left, self.at = holds, time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        self.left = min(self.holds, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Buckets:
    """One for each client; who has not come for longest is forgotten first."""

    def __init__(self, rate: float, holds: float) -> None:
        self.rate, self.holds = rate, holds
        self.kept: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, client: str) -> bool:
        bucket = self.kept.pop(client, None) or Bucket(self.rate, self.holds)
        self.kept[client] = bucket
        if len(self.kept) > CLIENTS:
            self.kept.popitem(last=False)
        return bucket.take()
