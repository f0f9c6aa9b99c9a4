"""Intervals, Elo and the sequential test, against values worked out by hand, closed forms and simulated games."""

from __future__ import annotations

from math import inf, log, sqrt
from random import Random

import pytest

from sandtable.farm.statistics import VALUES, _fitted, _inverse, elo, expected, ratings, score, sprt
from sandtable.players.match import CONFIDENCE


def drawn(rng: Random, chances: tuple[float, ...], count: int) -> list[float]:
    return rng.choices(VALUES, chances, k=count)


@pytest.mark.parametrize(
    ("share", "points"), [(0.5, 0), (0.64, 99.95), (0.76, 200.24), (10 / 11, 400), (0.25, -190.85)]
)
def test_elo_of_known_scores(share: float, points: float) -> None:
    """FIDE's table has 99 for 64 % and 200 for 76 %; ten to one is 400."""
    assert elo(share) == pytest.approx(points, abs=0.01)
    assert expected(points) == pytest.approx(share, abs=1e-4)


def test_nobody_is_infinitely_better_but_by_his_score() -> None:
    assert (elo(1.0), elo(0.0)) == (inf, -inf)
    found = score([1.0] * 10)
    assert found.elo[0] == inf
    assert 100 < found.elo[1] < 300


def test_the_spread_is_that_of_pairs_not_of_games() -> None:
    """By hand: pairs 1, 1, 0.5, 0.25 and the two that are added, 0 and 1, have the mean 3.75 / 6 and the sum of squares
    3.3125 - 6 x 0.625^2 = 0.96875."""
    found = score([1.0, 1.0, 0.5, 0.25])
    half = CONFIDENCE * sqrt(0.96875) / 6
    assert (found.values, found.mean) == (4, 0.6875)
    assert (found.low, found.high) == pytest.approx((0.625 - half, 0.625 + half))


def test_pairs_whose_sides_cancel_are_surer_than_as_many_lone_games() -> None:
    """One side always wins: 20 pairs are all even, 40 games are a coin's."""
    pairs, games = score([0.5] * 20), score([0.0, 1.0] * 20)
    assert pairs.high - pairs.low < 0.5 * (games.high - games.low)


@pytest.mark.parametrize("chances", [(1, 2, 4, 2, 1), (0, 1, 10, 1, 0), (3, 1, 1, 1, 9), (1, 0, 0, 0, 19)])
def test_nineteen_intervals_of_twenty_hold_the_true_score(chances: tuple[float, ...]) -> None:
    rng = Random(1)
    true = sum(chance * value for chance, value in zip(chances, VALUES, strict=True)) / sum(chances)
    held = 0
    for _ in range(1000):
        found = score(drawn(rng, chances, 30))
        held += found.low <= true <= found.high
    assert held >= 930


def test_the_bounds_are_walds() -> None:
    verdict = sprt([], 0, 10)
    assert (verdict.low, verdict.high) == pytest.approx((-2.944, 2.944), abs=1e-3)
    assert verdict.better is None
    assert sprt([], 0, 10, 0.01).high == pytest.approx(log(99))


def test_of_pairs_won_or_lost_the_ratio_has_a_closed_form() -> None:
    """With two values the mean fixes both chances."""
    pairs, now, then = [1.0] * 30 + [0.0] * 18, expected(0), expected(50)
    by_hand = 30 * log(then / now) + 18 * log((1 - then) / (1 - now))
    assert sprt(pairs, 0, 50).ratio == pytest.approx(by_hand, abs=0.01)


def test_of_many_pairs_the_ratio_is_that_of_normal_scores() -> None:
    """(s1 - s0)(2 s - s0 - s1) N / 2 variance, as hypotheses come close to what is seen."""
    pairs = drawn(Random(3), (1, 3, 5, 4, 1), 4000)
    mean = sum(pairs) / len(pairs)
    variance = sum((each - mean) ** 2 for each in pairs) / len(pairs)
    now, then = expected(0), expected(10)
    normal = (then - now) * (2 * mean - now - then) * len(pairs) / (2 * variance)
    assert sprt(pairs, 0, 10).ratio == pytest.approx(normal, rel=0.03)


def test_the_fitted_chances_are_the_likeliest_with_their_mean() -> None:
    """No small shift that keeps sum and mean makes what was seen likelier."""
    seen, mean = [2.0, 5.0, 9.0, 4.0, 1.0], 0.55
    best = _fitted(seen, mean)
    assert sum(best) == pytest.approx(1)
    assert sum(p * value for p, value in zip(best, VALUES, strict=True)) == pytest.approx(mean)

    def likely(chances: list[float]) -> float:
        return sum(count * log(p) for count, p in zip(seen, chances, strict=True))

    for shift in ((1, -2, 1, 0, 0), (0, 1, -2, 1, 0), (0, 0, 1, -2, 1)):
        for sign in (1e-3, -1e-3):
            assert likely([p + sign * each for p, each in zip(best, shift, strict=True)]) < likely(best)


def decided(rng: Random, chances: tuple[float, ...], elo1: float) -> tuple[bool | None, int]:
    seen: list[float] = []
    while (verdict := sprt(seen, 0, elo1)).better is None and len(seen) < 2000:
        seen += drawn(rng, chances, 4)
    return verdict.better, len(seen)


def test_the_sequential_test_seldom_errs_and_stops_early() -> None:
    rng = Random(5)
    even, better = (1, 2, 4, 2, 1), (0.5, 1.5, 4, 2.5, 1.5)  # the second scores 57.5 %, 52 Elo points
    of_even = [decided(rng, even, 52.5) for _ in range(150)]
    of_better = [decided(rng, better, 52.5) for _ in range(150)]
    assert sum(found is True for found, _ in of_even) <= 15
    assert sum(found is False for found, _ in of_better) <= 15
    assert sum(count for _, count in of_better) / 150 < 150


def test_two_players_are_rated_by_their_score() -> None:
    """With a lost and a won pair more: 31 of 42 pairs."""
    found = ratings({("a", "b"): [1.0] * 30 + [0.0] * 10})
    assert found["a"].elo - found["b"].elo == pytest.approx(elo(31 / 42))
    assert found["a"].elo + found["b"].elo == pytest.approx(0)


def test_ratings_come_out_as_games_were_simulated_with() -> None:
    true, rng = {"a": 120.0, "b": 0.0, "c": -120.0}, Random(7)
    met = {}
    for one, other in (("a", "b"), ("b", "c"), ("a", "c")):
        chance = expected(true[one] - true[other])
        met[one, other] = [(float(rng.random() < chance) + float(rng.random() < chance)) / 2 for _ in range(1500)]
    found = ratings(met)
    for name, points in true.items():
        assert found[name].elo == pytest.approx(points, abs=1.5 * found[name].margin)
        assert 5 < found[name].margin < 12


def test_nineteen_ratings_of_twenty_are_held_by_their_margins() -> None:
    rng, held = Random(9), 0
    for _ in range(200):
        met = {(one, other): drawn(rng, (1, 2, 4, 2, 1), 40) for one, other in (("a", "b"), ("b", "c"), ("a", "c"))}
        held += sum(abs(each.elo) <= each.margin for each in ratings(met).values())
    assert 0.92 <= held / 600 <= 0.99


def test_who_never_lost_is_rated_all_the_same() -> None:
    found = ratings({("a", "b"): [1.0] * 20, ("b", "c"): [1.0] * 20})
    assert found["a"].elo > found["b"].elo + 300 > found["c"].elo + 600
    assert all(100 < each.margin < 1000 for each in found.values())


def test_who_met_nobody_in_common_is_rated_among_his_own() -> None:
    found = ratings({("a", "b"): [1.0, 0.5] * 10, ("c", "d"): [0.0, 0.5] * 10})
    assert found["a"].elo == pytest.approx(-found["b"].elo, abs=0.1)
    assert found["a"].elo == pytest.approx(found["d"].elo, abs=0.1)


def test_a_matrix_times_its_inverse_is_one() -> None:
    matrix = [[0.0, 2.0, 1.0], [3.0, 1.0, 0.0], [1.0, 0.0, 4.0]]
    columns = list(zip(*_inverse(matrix), strict=True))
    product = [sum(a * b for a, b in zip(row, column, strict=True)) for row in matrix for column in columns]
    assert product == pytest.approx([1, 0, 0, 0, 1, 0, 0, 0, 1])
