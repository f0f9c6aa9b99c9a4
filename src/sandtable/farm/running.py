"""Jobs on processes or on a Ray cluster: what is kept is not played again, what is played is kept."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from functools import partial
from typing import Any

from sandtable.core.errors import BadInput
from sandtable.core.titles import NAMED
from sandtable.farm.jobs import Done, Job, play
from sandtable.farm.kept import INSTALL, Kept
from sandtable.play.odds import OWN_CHARTS
from sandtable.players.match import side_by_side

Workers = Callable[[Sequence[Job]], Generator[Done]]
AHEAD = 4  # jobs handed to a cluster for each of its cores
RETRIES = 20  # of a job whose worker has died
GOES_ON = "whoever keeps the games (--keep) goes on from there"


def on_processes(processes: int | None = None) -> Workers:
    """As they end; None: one for each core."""
    return partial(_played_here, processes)


def _played_here(processes: int | None, jobs: Sequence[Job]) -> Generator[Done]:
    try:
        yield from side_by_side(play, jobs, processes, in_order=False)
    except BrokenProcessPool as error:
        raise BadInput(f"a process of the farm was killed; {GOES_ON}") from error


def on_ray(address: str) -> Workers:
    """A cluster, each of whose machines has the same sandtable; `local` begins one on this machine."""
    try:
        import ray
    except ImportError as error:
        raise BadInput(f"--ray {address}: Ray {INSTALL}") from error
    return partial(_played_by, ray, address)


def _played_by(ray: Any, address: str, jobs: Sequence[Job]) -> Generator[Done]:
    """As they end. What died with its worker is begun again elsewhere, and ends alike."""
    told = {name: os.environ[name] for name in (OWN_CHARTS, NAMED) if name in os.environ}
    try:
        ray.init(address=address, runtime_env={"env_vars": told}, log_to_driver=False, logging_level="error")
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise BadInput(f"--ray {address}: no Ray cluster can be reached there: {error}") from error
    try:
        work = ray.remote(num_cpus=1, max_retries=RETRIES)(play)
        most = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        waiting, at_work = deque(jobs), list[Any]()
        while waiting or at_work:
            while waiting and len(at_work) < most:
                at_work.append(work.remote(waiting.popleft()))
            ready, at_work = ray.wait(at_work)
            yield from _taken(ray, ready)
    except ray.exceptions.RayError as error:
        raise BadInput(f"--ray {address}: the cluster has failed ({type(error).__name__}); {GOES_ON}") from error
    finally:
        ray.shutdown()


def _taken(ray: Any, ready: Sequence[Any]) -> list[Done]:
    try:
        found: list[Done] = ray.get(ready)
    except ray.exceptions.RayTaskError as error:
        raise error.cause from error  # as if it had been raised here
    return found


def run(jobs: Sequence[Job], workers: Workers, kept: Kept) -> Generator[Done]:
    """Every job, in order, as soon as those before it have ended. Whoever stops listening ends the work."""
    missing = [job for job in dict.fromkeys(jobs) if job not in kept.done]
    wanted = deque(jobs)
    with closing(workers(missing) if missing else _none()) as playing:
        while wanted:
            while wanted[0] not in kept.done:
                kept.add(next(playing))
            yield kept.done[wanted.popleft()]


def _none() -> Generator[Done]:
    yield from ()
