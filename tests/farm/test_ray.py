"""The farm on a Ray cluster of this machine: the same games as on processes, though a worker is killed midway.

Ray is large and not installed to test. Where the extra is (`pip install -e '.[farm]' pytest`):
`python -m pytest -m long -s tests/farm/test_ray.py`, which also tells games a second on one and two workers.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest

from sandtable.farm.jobs import TIMED, Done, of_pairs
from sandtable.farm.kept import Kept, write_parquet
from sandtable.farm.running import on_processes, on_ray, run
from sandtable.players.match import Pairing

ray = pytest.importorskip("ray", reason='Ray is in the extra "farm"')
pytestmark = [pytest.mark.long, pytest.mark.filterwarnings("ignore")]
DESERT = Pairing("gew:north-africa-1941", ("officer", "greedy-1"), "1", {"automatic_setup": True})
JOBS = of_pairs(DESERT, 0, 30)
MANY = of_pairs(DESERT, 0, 150)


@contextmanager
def cluster(workers: int) -> Iterator[tuple[str, list[Any]]]:
    """Its address, and as many machines as there are workers, with a core each; the head plays nothing."""
    from ray.cluster_utils import Cluster

    found = Cluster(initialize_head=True, head_node_args={"num_cpus": 0})
    try:
        nodes = [found.add_node(num_cpus=1) for _ in range(workers)]
        found.wait_for_nodes()
        killed = [(lambda node=node: found.remove_node(node, allow_graceful=False)) for node in nodes]
        yield found.address, killed
    finally:
        found.shutdown()


def untimed(done: list[Done]) -> list[list[str]]:
    return [each.row()[:TIMED] for each in done]


@pytest.fixture(scope="module")
def on_one_process() -> list[list[str]]:
    return untimed([*run(JOBS, on_processes(1), Kept())])


def test_a_cluster_of_which_a_worker_is_killed_plays_the_same_games(
    on_one_process: list[list[str]], tmp_path: Path
) -> None:
    kept = Kept(tmp_path / "games.csv")
    with cluster(2) as (address, kill):
        done: list[Done] = []
        for each in run(JOBS, on_ray(address), kept):
            done.append(each)
            if len(done) == 5:
                kill[1]()
                print("\nkilled one of two workers after 5 games")
    assert untimed(done) == on_one_process
    kept.put_in_order()
    assert Kept(tmp_path / "games.csv").done == {each.job: each for each in map(Done.read, map(Done.row, done))}


@pytest.mark.parametrize("workers", [1, 2])
def test_games_a_second(workers: int, on_one_process: list[list[str]]) -> None:
    with cluster(workers) as (address, _):
        playing = run(MANY, on_ray(address), Kept())
        done = [next(playing) for _ in range(20)]  # by now all workers have been started
        begun = perf_counter()
        done += playing
        taken = perf_counter() - begun
    assert untimed(done[: len(JOBS)]) == on_one_process
    print(f"\n{workers} worker{'s' * (workers > 1)}: {(len(done) - 20) / taken:.2f} games a second")


def test_games_are_read_back_from_parquet(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    done = [*run(JOBS[:2], on_processes(1), Kept())]
    write_parquet(tmp_path / "games.parquet", done)
    found = parquet.read_table(tmp_path / "games.parquet").to_pylist()
    assert [(each["first"], each["result"], each["turns"]) for each in found] == [
        (each.job.players[0], each.timed.played.result, each.timed.played.turns) for each in done
    ]
