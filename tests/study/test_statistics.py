"""Intervals against tables, against the plain formulas, and against what they promise."""

from __future__ import annotations

import math
import random
import statistics
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablier.study.statistics import (
    NOTHING,
    Interval,
    Moments,
    all_pairs,
    at_most,
    change,
    difference,
    normal_quantile,
    ratio,
    t_quantile,
    wilson,
)


@pytest.mark.parametrize(
    ("freedom", "expected"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042), (999, 1.962)],
)
def test_students_t_as_in_the_tables(freedom: int, expected: float) -> None:
    assert t_quantile(0.95, freedom) == pytest.approx(expected, rel=0.005)


def test_wilson_as_published() -> None:
    # Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
    for successes, trials, low, high in (
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0, 0.1611),
    ):
        found = wilson(successes, trials)
        assert (found.low, found.high) == pytest.approx((low, high), abs=5e-5)


def test_nothing_seen() -> None:
    assert at_most(1000) == pytest.approx(0.002991, abs=1e-6)
    assert at_most(0) == 1
    assert wilson(0, 0) is NOTHING


def moments(rows: Sequence[tuple[int, ...]], names: str) -> Moments:
    found = Moments(all_pairs(names))
    found.add({name: list(column) for name, column in zip(names, zip(*rows, strict=True), strict=True)})
    return found


@given(st.lists(st.integers(0, 500), min_size=3, max_size=60))
def test_a_ratio_to_one_is_the_mean(values: list[int]) -> None:
    found = ratio(moments([(value, 1) for value in values], "xy"), "x", "y")
    half = t_quantile(0.95, len(values) - 1) * statistics.stdev(values) / math.sqrt(len(values))
    assert found.value == pytest.approx(statistics.fmean(values))
    assert found.high - found.value == pytest.approx(half, abs=1e-6)


@given(
    st.lists(st.tuples(st.integers(0, 9), st.integers(1, 9)), min_size=4, max_size=40),
    st.integers(1, 3),
)
def test_sums_do_not_depend_on_the_order(rows: list[tuple[int, int]], cut: int) -> None:
    whole, parts = moments(rows, "xy"), moments(rows[cut:], "xy")
    parts.merge(moments(rows[:cut], "xy"))
    assert parts == whole
    assert ratio(parts, "x", "y") == ratio(whole, "x", "y")


def test_a_pair_that_never_differs_is_not_thought_certain() -> None:
    chance = random.Random(1)
    rows = [(value, 1, value, 1) for value in (chance.randint(20, 40) for _ in range(500))]
    found = difference(moments(rows, "axby"), ("a", "x"), ("b", "y"))
    assert found.value == 0
    assert 0 < found.high < 0.1


def test_pairs_tell_small_changes() -> None:
    chance = random.Random(1)
    rows = []
    for _ in range(400):
        old = chance.randint(50, 150)
        rows.append((old, 1, old - 10 + chance.randint(-3, 3), 1))
    found = change(moments(rows, "axby"), ("a", "x"), ("b", "y"))
    assert found.value == pytest.approx(-0.1, abs=0.01)
    assert found.high - found.low < 0.02


def test_intervals_hold_as_often_as_they_promise() -> None:
    """A ratio of two totals that is 1/2, 400 times: 95 % of the intervals hold it, within three errors."""
    chance, held = random.Random(5), 0
    for _ in range(400):
        rows = []
        for _ in range(60):
            below = chance.randint(5, 30)
            rows.append((sum(chance.random() < 0.5 for _ in range(below)), below))
        held += not ratio(moments(rows, "xy"), "x", "y").excludes(0.5)
    assert abs(held / 400 - 0.95) < 3 * math.sqrt(0.95 * 0.05 / 400) + 0.01


def test_intervals() -> None:
    interval = Interval(-0.1, -0.2, 0.05)
    assert interval.bound == 0.2
    assert not interval.excludes(0)
    assert interval.scaled(2).low == -0.4
    assert normal_quantile(0.95) == pytest.approx(1.959964)
