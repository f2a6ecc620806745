"""Values of positions by iteration over a graph: the best play's, or random play's, and how long games last.

With numpy a sweep over all positions is a few array operations; without it, the same sums are written
out. Values are told from the side on turn: 1 for a game won, -1 for a game lost (or so many points).
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

from tablier.study.positions import Graph

EXACT = 1e-13
"""Sweeps go on until no value changes by more."""
MOST_SWEEPS = 100_000

Worths = Sequence[float]
"""What each kind of ending is worth to the side that brought it about."""


@dataclass
class Chain:
    """A graph with a way of deciding: one target for each throw, or all with the odds of random play."""

    graph: Graph
    weights: Any
    """For each target how likely it is chosen from its throw."""

    def value(self, worths: Worths, per_throw: float = 0.0, sign: float = -1.0) -> Any:
        """Return for each position what is to be expected: what the end is worth, and so much for each throw.

        `sign` is what a value is multiplied by where the other side is on turn.
        """
        return _settle(self.graph, worths, per_throw, sign, self.weights)


def best(graph: Graph, worths: Worths) -> Any:
    """Return the values when both sides decide as well as can be."""
    return _settle(graph, worths, 0.0, -1.0, None)


def random_play(graph: Graph) -> Chain:
    """Return the chain of random play."""
    return Chain(graph, graph.weights)


def best_play(graph: Graph, worths: Worths, values: Any, near: float = 1e-10) -> Chain:
    """Return the chain in which every decision is the first of the best, in canonical order."""
    weights = array("d", bytes(8 * len(graph.targets)))
    starts = graph.targets_of
    for throw in range(len(graph.chance)):
        scores = [_worth(graph.targets[at], values, worths) for at in range(starts[throw], starts[throw + 1])]
        top = max(scores) - near
        weights[starts[throw] + next(at for at, score in enumerate(scores) if score >= top)] = 1.0
    return Chain(graph, weights)


def _worth(code: int, values: Any, worths: Worths) -> float:
    """What a target is worth to the side that decides."""
    if code < 0:
        return worths[-1 - code]
    value = float(values[code >> 1])
    return -value if code & 1 else value


def _settle(graph: Graph, worths: Worths, per_throw: float, sign: float, weights: Any) -> Any:
    sweeps = _numpy_sweeps if find_spec("numpy") is not None else _plain_sweeps
    sweep, values = sweeps(graph, worths, per_throw, sign, weights)
    for _ in range(MOST_SWEEPS):
        if sweep() < EXACT:
            break
    return values


Sweep = Callable[[], float]
"""Works every value out anew; returns the greatest change."""


def _numpy_sweeps(
    graph: Graph, worths: Worths, per_throw: float, sign: float, weights: Any
) -> tuple[Sweep, Any]:
    import numpy as np

    count = graph.positions
    codes = np.asarray(graph.targets)
    # Endings lie behind the positions, so that one look-up serves both.
    index = np.where(codes < 0, count - 1 - codes, codes >> 1)
    factor = np.where(codes < 0, 1.0, np.where(codes & 1, sign, 1.0))
    if weights is not None:
        factor = factor * np.asarray(weights)
    everything = np.concatenate([np.zeros(count), np.asarray(worths, float)])
    values = everything[:count]
    throws, nodes = np.asarray(graph.targets_of)[:-1], np.asarray(graph.choices_of)[:-1]
    chance, steps = np.asarray(graph.chance), per_throw * np.asarray(graph.counts, float)
    gather = np.maximum if weights is None else np.add

    def sweep() -> float:
        chosen = gather.reduceat(everything[index] * factor, throws)
        new = np.add.reduceat(chosen * chance, nodes) + steps
        change = float(np.max(np.abs(new - values)))
        values[:] = new
        return change

    return sweep, values


def _plain_sweeps(
    graph: Graph, worths: Worths, per_throw: float, sign: float, weights: Any
) -> tuple[Sweep, Any]:
    values = [0.0] * graph.positions
    throws, starts, chance, targets = graph.choices_of, graph.targets_of, graph.chance, graph.targets

    def worth(at: int) -> float:
        code = targets[at]
        found = worths[-1 - code] if code < 0 else values[code >> 1] * (sign if code & 1 else 1.0)
        return found if weights is None else found * weights[at]

    gather = max if weights is None else sum

    def sweep() -> float:
        change = 0.0
        for node in range(graph.positions - 1, -1, -1):
            new = per_throw * graph.counts[node]
            for throw in range(throws[node], throws[node + 1]):
                new += chance[throw] * gather(map(worth, range(starts[throw], starts[throw + 1])))
            change = max(change, abs(new - values[node]))
            values[node] = new
        return change

    return sweep, values


def lengths(chain: Chain, *, tail: float = 1e-12, most: int = 20_000) -> list[float]:
    """Return how likely a game from the root is over after exactly 0, 1, 2, ... throws.

    It ends when all but `tail` of the games are over.
    """
    step = _numpy_steps(chain) if find_spec("numpy") is not None else _plain_steps(chain)
    found: list[float] = []
    while 1.0 - sum(found) > tail and len(found) < most:
        found.append(step())
    return found


def _arrows(chain: Chain) -> tuple[list[int], list[int], list[float]]:
    """From where, to which code, how likely: every step of a chain."""
    graph, sources, codes, odds = chain.graph, [], [], []
    for node in range(graph.positions):
        for throw in range(graph.choices_of[node], graph.choices_of[node + 1]):
            for at in range(graph.targets_of[throw], graph.targets_of[throw + 1]):
                if chain.weights[at]:
                    sources.append(node)
                    codes.append(graph.targets[at])
                    odds.append(graph.chance[throw] * chain.weights[at])
    return sources, codes, odds


def _numpy_steps(chain: Chain) -> Callable[[], float]:
    import numpy as np

    graph, count = chain.graph, chain.graph.positions
    source, code, odds = map(np.asarray, _arrows(chain))
    target = np.where(code < 0, count, code >> 1)
    is_throw = np.append(np.asarray(graph.counts) > 0, True)
    now = np.zeros(count + 1)
    now[graph.root] = 1.0

    def move(mass: Any) -> Any:
        """Move on from every position that has mass, until nothing is left where only a decision is due."""
        after = np.zeros(count + 1)
        while mass.any():
            moved = np.bincount(target, mass[source] * odds, count + 1)
            after += np.where(is_throw, moved, 0.0)
            mass = np.where(is_throw, 0.0, moved)
        return after

    def step() -> float:
        now[:] = move(np.append(now[:count], 0.0))
        return float(now[count])

    return step


def _plain_steps(chain: Chain) -> Callable[[], float]:
    count = chain.graph.positions
    onward: list[list[tuple[int, float]]] = [[] for _ in range(count)]
    for source, code, odds in zip(*_arrows(chain), strict=True):
        onward[source].append((count if code < 0 else code >> 1, odds))
    now = {chain.graph.root: 1.0}

    def step() -> float:
        after: dict[int, float] = {}
        waiting = list(now.items())
        while waiting:
            node, share = waiting.pop()
            for target, odds in onward[node]:
                if target == count or chain.graph.counts[target]:
                    after[target] = after.get(target, 0.0) + share * odds
                else:
                    waiting.append((target, share * odds))
        ended = after.pop(count, 0.0)
        now.clear()
        now.update(after)
        return ended

    return step
