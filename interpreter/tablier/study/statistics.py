"""Estimates with their intervals, from whole-number sums alone, so that no order of adding changes them.

Every figure of a study is a ratio of two totals over games: throws per game, forced throws per throw. With
r = sum(x) / sum(y) and the residuals d = (x - r y) / mean(y), the variance of r is that of the mean of d
(the delta method; Cochran, Sampling Techniques, 3rd ed. 1977, section 6.3). With y = 1 this is the plain
mean.

Two rulesets played with the same seeds are paired: their residuals are subtracted game by game. Where few
games differ, the sample alone would promise too much; so two more games are imagined, in which the figures
differ by as much as two games commonly do, once up and once down (Bonett and Price, J. Educ. Behav. Stat.
37, 2012, pp. 479-488, do this for shares).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import mul
from statistics import NormalDist


@dataclass(frozen=True, slots=True)
class Interval:
    """A value with the ends of its confidence interval."""

    value: float
    low: float
    high: float

    def scaled(self, factor: float) -> Interval:
        """Return the interval in another unit (factor > 0)."""
        return Interval(self.value * factor, self.low * factor, self.high * factor)

    def excludes(self, value: float) -> bool:
        """Whether a value lies outside."""
        return not self.low <= value <= self.high

    @property
    def bound(self) -> float:
        """The greatest distance from 0 that the interval allows."""
        return max(abs(self.low), abs(self.high))


NOTHING = Interval(math.nan, math.nan, math.nan)
"""What cannot be estimated from so few games."""


def normal_quantile(level: float) -> float:
    """Return z such that a standard normal value lies within -z and z with this probability."""
    return NormalDist().inv_cdf((1 + level) / 2)


def t_quantile(level: float, freedom: int) -> float:
    """Return t such that Student's t lies within -t and t with this probability.

    Exact for 1 and 2 degrees of freedom; else the expansion of Abramowitz and Stegun, Handbook of
    Mathematical Functions (1964), 26.7.5, within 0.5 % from 3 degrees of freedom on.
    """
    if freedom <= 1:
        return math.tan(math.pi * level / 2)
    if freedom == 2:
        return level * math.sqrt(2 / (1 - level * level))
    x = normal_quantile(level)
    terms = (
        (x**3 + x) / 4,
        (5 * x**5 + 16 * x**3 + 3 * x) / 96,
        (3 * x**7 + 19 * x**5 + 17 * x**3 - 15 * x) / 384,
        (79 * x**9 + 776 * x**7 + 1482 * x**5 - 1920 * x**3 - 945 * x) / 92160,
    )
    return x + math.fsum(term / freedom**power for power, term in enumerate(terms, start=1))


def wilson(successes: float, trials: int, level: float = 0.95) -> Interval:
    """Return a share with Wilson's score interval (Wilson, JASA 22, 1927, pp. 209-212)."""
    if not trials:
        return NOTHING
    z, share = normal_quantile(level), successes / trials
    middle = share + z * z / (2 * trials)
    half = z * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    scale = 1 + z * z / trials
    return Interval(share, max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale))


def at_most(trials: int, level: float = 0.95) -> float:
    """Return what a share never seen in so many trials is at most: p with (1 - p)^n = 1 - level."""
    return 1.0 if not trials else 1 - (1 - level) ** (1 / trials)


@dataclass
class Moments:
    """Totals of columns of whole numbers, and of the products of pairs of columns."""

    pairs: frozenset[tuple[str, str]]
    """Pairs whose products are kept, each in alphabetical order."""
    count: int = 0
    totals: dict[str, int] = field(default_factory=dict)
    products: dict[tuple[str, str], int] = field(default_factory=dict)

    def add(self, columns: Mapping[str, Sequence[int]]) -> None:
        """Add rows, given by their columns, all equally long."""
        self.count += len(next(iter(columns.values())))
        for name, values in columns.items():
            self.totals[name] = self.totals.get(name, 0) + sum(values)
        for pair in self.pairs:
            found = sum(map(mul, columns[pair[0]], columns[pair[1]]))
            self.products[pair] = self.products.get(pair, 0) + found

    def merge(self, other: Moments) -> None:
        """Add what was counted elsewhere."""
        self.count += other.count
        for name, total in other.totals.items():
            self.totals[name] = self.totals.get(name, 0) + total
        for pair, product in other.products.items():
            self.products[pair] = self.products.get(pair, 0) + product

    def variance(self, weights: Mapping[str, float]) -> float:
        """Return the sample variance of a weighted sum of columns."""
        if self.count < 2:
            return math.nan
        mean = sum(weight * self.totals[name] for name, weight in weights.items()) / self.count
        squares = sum(
            weight * other * self.products[ordered(name, second)]
            for name, weight in weights.items()
            for second, other in weights.items()
        )
        return max(0.0, (squares - self.count * mean * mean) / (self.count - 1))

    def spread(self, weights: Mapping[str, float], level: float, imagined: float = 0.0) -> float:
        """Return half the width of the t interval of the mean of a weighted sum of columns.

        `imagined` is added to the sum of squares, as that of two more games.
        """
        if self.count < 2:
            return math.nan
        games = self.count + (2 if imagined else 0)
        squares = (self.count - 1) * self.variance(weights) + imagined
        return t_quantile(level, games - 1) * math.sqrt(squares / (games - 1) / games)


def ordered(first: str, second: str) -> tuple[str, str]:
    """Return a pair in alphabetical order."""
    return (first, second) if first <= second else (second, first)


def all_pairs(names: Iterable[str]) -> frozenset[tuple[str, str]]:
    """Return every pair of these names, each with itself too."""
    kept = tuple(names)
    return frozenset(ordered(one, other) for one in kept for other in kept)


def ratio(moments: Moments, numerator: str, denominator: str, level: float = 0.95) -> Interval:
    """Return sum(numerator) / sum(denominator) with its interval over games."""
    below = moments.totals.get(denominator, 0)
    if not below:
        return NOTHING
    value = moments.totals[numerator] / below
    half = moments.spread(_residual(moments, numerator, denominator), level)
    return Interval(value, value - half, value + half)


def _residual(moments: Moments, numerator: str, denominator: str) -> dict[str, float]:
    """The weights of a game's residual from the ratio."""
    mean = moments.totals[denominator] / moments.count
    value = moments.totals[numerator] / moments.totals[denominator]
    return {numerator: 1 / mean, denominator: -value / mean}


Ratio = tuple[str, str]
"""The columns of a numerator and a denominator."""


def difference(moments: Moments, first: Ratio, second: Ratio, level: float = 0.95) -> Interval:
    """Return second ratio minus first, paired game by game."""
    if not moments.totals.get(first[1]) or not moments.totals.get(second[1]):
        return NOTHING
    value = _value(moments, second) - _value(moments, first)
    half = _paired(moments, _residual(moments, *first), _residual(moments, *second), level)
    return Interval(value, value - half, value + half)


def change(moments: Moments, first: Ratio, second: Ratio, level: float = 0.95) -> Interval:
    """Return second ratio / first ratio - 1, paired game by game; the interval is that of the logarithm."""
    if not moments.totals.get(first[0]) or not moments.totals.get(second[0]):
        return NOTHING
    old, new = _value(moments, first), _value(moments, second)
    before = {name: weight / old for name, weight in _residual(moments, *first).items()}
    after = {name: weight / new for name, weight in _residual(moments, *second).items()}
    half, logarithm = _paired(moments, before, after, level), math.log(new / old)
    return Interval(new / old - 1, math.exp(logarithm - half) - 1, math.exp(logarithm + half) - 1)


def _paired(moments: Moments, before: Mapping[str, float], after: Mapping[str, float], level: float) -> float:
    """Half the width of the interval of the mean difference of two residuals."""
    weights = dict(after)
    for name, weight in before.items():
        weights[name] = weights.get(name, 0.0) - weight
    usual = max(moments.variance(before), moments.variance(after))
    return moments.spread(weights, level, imagined=2 * 2 * usual)


def _value(moments: Moments, columns: Ratio) -> float:
    return moments.totals[columns[0]] / moments.totals[columns[1]]
