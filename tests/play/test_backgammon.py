"""Legal plays against a brute force that knows nothing of rulesets, on random positions."""

from __future__ import annotations

import random

import pytest

from tablier.model.load import load
from tablier.play.engine import Engine
from tablier.play.requests import plays_of_throw

BAR, OFF = 0, 25
Side = tuple[int, ...]
"""Men on the bar (0), on the points 1 to 24 of the own route, and off (25)."""


def moves(mine: Side, theirs: Side, number: int) -> list[tuple[Side, Side]]:
    """Every position after one man has moved by one number."""
    found = []
    for origin in [BAR] if mine[BAR] else range(1, 25):
        if not mine[origin]:
            continue
        target = origin + number
        if target > 24:
            home = sum(mine[19:25]) + mine[OFF] == 15
            rearmost = min(point for point in range(1, 25) if mine[point])
            if not home or (target > 25 and origin != rearmost):
                continue
            target = OFF
        elif theirs[25 - target] > 1:
            continue
        after, other = list(mine), list(theirs)
        after[origin] -= 1
        after[target] += 1
        if target != OFF and other[25 - target] == 1:
            other[25 - target] = 0
            other[BAR] += 1
        found.append((tuple(after), tuple(other)))
    return found


def results(mine: Side, theirs: Side, dice: tuple[int, int], higher: bool) -> set[tuple[Side, Side]]:
    """Every position that a legal play leaves."""
    high, low = max(dice), min(dice)
    orders = [(high,) * 4] if high == low else [(high, low), (low, high)]
    reached: dict[int, set[tuple[Side, Side]]] = {}
    singles: dict[int, set[tuple[Side, Side]]] = {}
    for order in orders:
        now = {(mine, theirs)}
        for count, number in enumerate(order, start=1):
            now = {after for one in now if one[0][OFF] < 15 for after in moves(*one, number)}
            reached.setdefault(count, set()).update(now)
            if count == 1:
                singles[number] = now
    most = max((count for count, found in reached.items() if found), default=0)
    if most == 0:
        return {(mine, theirs)}
    won = {one for found in reached.values() for one in found if one[0][OFF] == 15}
    if most == 1 and high != low and higher:
        return (singles[high] or singles[low]) | won
    return reached[most] | won


def random_side(rng: random.Random) -> list[int]:
    """Fifteen men: anywhere, or mostly home."""
    side = [0] * 26
    points = range(1, 25) if rng.random() < 0.6 else range(15, 25)
    heaps = [rng.choice(points) for _ in range(rng.randint(2, 8))]
    for _ in range(15):
        side[rng.choice(heaps)] += 1
    for _ in range(rng.choice((0, 0, 0, 1, 2))):
        taken = rng.choice([point for point in range(1, 25) if side[point]])
        side[taken] -= 1
        side[BAR] += 1
    for _ in range(rng.choice((0, 0, 3, 9))):
        taken = rng.choice([point for point in range(26) if side[point] and point != OFF])
        side[taken] -= 1
        side[OFF] += 1
    return side


def random_position(rng: random.Random) -> tuple[Side, Side]:
    """Both sides, no point held by both."""
    while True:
        mine, theirs = random_side(rng), random_side(rng)
        apart = not any(mine[point] * theirs[25 - point] for point in range(1, 25))
        if apart and sum(mine[:OFF]) > 0 and sum(theirs[:OFF]) > 0:
            return tuple(mine), tuple(theirs)


def row(engine: Engine, side: Side) -> tuple[int, ...]:
    """A brute-force side as a row of the engine."""
    layout = engine.ruleset.layout
    found = [0] * layout.size
    found[1:25] = side[1:25]
    found[layout.bar], found[layout.off] = side[BAR], side[OFF]
    return tuple(found)


def side_of(engine: Engine, found: tuple[int, ...]) -> Side:
    """A row of the engine as a brute-force side."""
    layout = engine.ruleset.layout
    return (found[layout.bar], *found[1:25], found[layout.off])


@pytest.mark.parametrize(("name", "higher"), [("backgammon", True), ("backgammon-hoffmann", False)])
@pytest.mark.parametrize("player", [0, 1])
def test_plays_agree_with_a_brute_force(name: str, higher: bool, player: int) -> None:
    """Both sides, random throws, the complete set of results."""
    engine = Engine(load(name))
    rng = random.Random(f"{name} {player}")
    for _ in range(250):
        mine, theirs = random_position(rng)
        dice = (rng.randint(1, 6), rng.randint(1, 6))
        rows = (row(engine, mine), row(engine, theirs))
        have = plays_of_throw(engine, rows if player == 0 else (rows[1], rows[0]), player, dice)
        found = {
            (side_of(engine, play.rows[player]), side_of(engine, play.rows[1 - player])) for play in have
        }
        assert found == results(mine, theirs, dice, higher), (mine, theirs, dice)
        assert len(found) == len(have)
