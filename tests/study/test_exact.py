"""The engine against exact odds: a small solver that knows nothing of the interpreter but its public face.

The values are those of two independent programs; see `rulesets/forerunners/ur-finkel.yaml` for the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

import tablier
from tablier import Engine, Stage, State

Position = tuple[tuple[tuple[int, ...], tuple[int, ...]], int]


def place(state: State) -> Position:
    """What the game still depends on: the men (throws made apart), and who is on turn."""
    white, black = (row[:-1] for row in state.rows)
    return (white, black), state.player


def casts() -> Counter[int]:
    """Four lots with two sides each: how often each count of marked sides turns up."""
    return Counter(bin(lots).count("1") for lots in range(16))


def follow(engine: Engine, state: State) -> Iterator[tuple[float, list[State]]]:
    """Every throw with its chance, and the states that the thrower may choose from."""
    for count, ways in casts().items():
        after = engine.throw(state, (count,))
        options = [after]
        if after.stage is Stage.PLAY:
            options = [engine.move(after, move) for move in engine.moves(after)]
        yield ways / 16, options


def worth(odds: dict[Position, float], at: Position | None, same_side: bool) -> float:
    """What it is worth to have come to a position: 1 where the game is won."""
    if at is None:
        return 1.0
    return odds[at] if same_side else 1 - odds[at]


def solve(men: int) -> tuple[int, float]:
    """Return how many positions are undecided, and the odds of the side that throws first."""
    engine = Engine(tablier.load("ur-finkel", constants={"men_each": men}))
    start = engine.start(leader=0)
    onward: dict[Position, list[tuple[float, list[tuple[Position | None, bool]]]]] = {}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        if place(state) in onward:
            continue
        throws = list(follow(engine, state))
        onward[place(state)] = [
            (chance, [(None if one.outcome else place(one), one.player == state.player) for one in options])
            for chance, options in throws
        ]
        waiting += [one for _, options in throws for one in options if one.outcome is None]
    odds = dict.fromkeys(onward, 0.5)
    changed = 1.0
    while changed > 1e-12:
        changed = 0.0
        for one, branches in reversed(onward.items()):
            new = sum(
                chance * max(worth(odds, *option) for option in options) for chance, options in branches
            )
            changed, odds[one] = max(changed, abs(new - odds[one])), new
    return sum(player == 0 for _, player in onward), odds[place(start)]


def test_one_man() -> None:
    positions, odds = solve(1)
    assert positions == 217
    assert odds == pytest.approx(0.530049840, abs=5e-10)


@pytest.mark.slow
def test_two_men() -> None:
    positions, odds = solve(2)
    assert positions == 12_869
    assert odds == pytest.approx(0.518572907, abs=5e-10)
