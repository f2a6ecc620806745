"""The plain reading of checked terms, straight from their trees: slow, short, and easy to believe.

Numbers of a throw are worked out here (once a throw); everything else is generated Python
(`generate.py`), and a property test holds the two against each other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tablier.model import terms
from tablier.model.emit import CONTEXT, apply, compare
from tablier.model.layout import Layout
from tablier.model.terms import Term

CHOSEN = -1
"""Stands among the numbers for one that the player will name."""

MOST_NUMBERS = 128
"""Most numbers that a throw may give."""


@dataclass(frozen=True)
class View:
    """All that a term's value may depend on: one side's look at a position, a throw and a move."""

    layout: Layout
    mover: int
    totals: tuple[int, int]
    mine: Sequence[int]
    theirs: Sequence[int]
    context: Sequence[Any]
    dice: tuple[int, ...] = ()
    from_index: int = 0
    to_index: int = 0
    values: Mapping[str, int] = field(default_factory=dict)

    def binding(self, name: str, value: int) -> View:
        """The same view with a variable bound."""
        return replace(self, values={**self.values, name: value})


def walk(term: Term, view: View) -> Any:  # noqa: C901 - one case a form
    """Return the value of a number or a condition."""
    match term:
        case terms.Int(value) | terms.Truth(value):
            return value
        case terms.Var(name):
            return _variable(name, view)
        case terms.Flag(name):
            return view.context[CONTEXT[name]]
        case terms.Memory(name, side):
            return _row(side, view, was=False)[view.layout.memory(name)]
        case terms.Men(side, places, was):
            row = _row(side, view, was)
            return sum(row[index] for index in _indices(side, places, view))
        case terms.Edge(which, side):
            return _edge(which, _row(side, view, was=False), view.layout)
        case terms.Arithmetic(operator, left, right):
            return apply(operator, walk(left, view), walk(right, view))
        case terms.Compare(operator, left, right):
            return compare(operator, walk(left, view), walk(right, view))
        case terms.IsAt(word, spot):
            return (view.from_index if word == "from" else view.to_index) == view.layout.spot(spot)
        case terms.Within():
            return _within(term, view)
        case terms.AllIn(side, places):
            return _all_in(side, places, view)
        case terms.Not(operand):
            return not walk(operand, view)
        case terms.And(left, right):
            return bool(walk(left, view) and walk(right, view))
        case terms.Or(left, right):
            return bool(walk(left, view) or walk(right, view))
        case terms.If(condition, then, otherwise):
            return walk(then if walk(condition, view) else otherwise, view)
        case terms.Quantified(quantifier, variable, places, condition):
            values = [walk(condition, view.binding(variable, step)) for step in _steps(places, view)]
            return (
                all(values) if quantifier == "every" else any(values) if quantifier == "some" else sum(values)
            )
    raise AssertionError(f"no value for {type(term).__name__}")


def numbers(term: Term, view: View) -> tuple[tuple[int, ...], ...]:
    """Return the numbers of a throw: ordered groups, each from the greatest to the least.

    0 is not a number to be played and is dropped; `CHOSEN` is one still to be named.
    """
    groups = [tuple(sorted((one for one in group if one), reverse=True)) for group in _groups(term, view)]
    return tuple(group for group in groups if group)


def _groups(term: Term, view: View) -> list[list[int]]:  # noqa: C901 - one case a form
    match term:
        case terms.Dice():
            return [list(view.dice)]
        case terms.Nothing():
            return []
        case terms.Chosen():
            return [[CHOSEN]]
        case terms.Copies(count, number):
            value = CHOSEN if isinstance(number, terms.Chosen) else walk(number, view)
            return [
                [max(value, 0) if value != CHOSEN else value] * max(min(walk(count, view), MOST_NUMBERS), 0)
            ]
        case terms.Joined(left, right):
            return _joined(_groups(left, view), _groups(right, view))
        case terms.InOrder(left, right):
            return [*_groups(left, view), *_groups(right, view)]
        case terms.Rungs(variable, low, high, body):
            steps = range(walk(low, view), walk(high, view) + 1)
            return [group for step in steps for group in _groups(body, view.binding(variable, step))]
        case terms.If(condition, then, otherwise):
            return _groups(then if walk(condition, view) else otherwise, view)
    return [[walk(term, view)]]


def _joined(left: list[list[int]], right: list[list[int]]) -> list[list[int]]:
    """Numbers in any order: the last group on the left and the first on the right are one."""
    if not left or not right:
        return left + right
    return [*left[:-1], left[-1] + right[0], *right[1:]]


def _variable(name: str, view: View) -> int:
    if name == "from":
        return view.layout.step_of[view.from_index]
    if name == "to":
        return view.layout.step_of[view.to_index]
    if name in view.values:
        return view.values[name]
    value: int = view.context[CONTEXT[name]]
    return value


def _row(side: int, view: View, was: bool) -> Sequence[int]:
    if side == terms.GAME:
        side = terms.MINE if view.mover == 0 else terms.THEIRS
    if was:
        row: Sequence[int] = view.context[CONTEXT["mine_before" if side == terms.MINE else "theirs_before"]]
        return row
    return view.mine if side == terms.MINE else view.theirs


def _indices(side: int, places: terms.Places, view: View) -> set[int]:
    layout = view.layout
    if places.spot is not None:
        return {layout.spot(places.spot)}
    spot = _word_at_spot(places, view)
    if spot is not None:
        return {spot}
    layers = (*layout.layers, None) if places.layer == "any" else (places.layer,)
    found: set[int] = set()
    for step in _steps(places, view):
        for one in layout.same_point(view.mover, places.route, side, step):
            found.update(one + (0 if layer is None else layout.layer_base(layer)) for layer in layers)
    return found


def _word_at_spot(places: terms.Places, view: View) -> int | None:
    """The index of the hand, the bar or off, where `from` or `to` is one of them."""
    step = places.spans[0][0] if places.is_single else None
    if not isinstance(step, terms.Var) or step.name not in ("from", "to") or places.layer or places.route:
        return None
    index = view.from_index if step.name == "from" else view.to_index
    return index if view.layout.last < index <= view.layout.bar else None


def _steps(places: terms.Places, view: View) -> list[int]:
    return [step for low, high in places.spans for step in range(walk(low, view), walk(high, view) + 1)]


def _edge(which: str, row: Sequence[int], layout: Layout) -> int:
    held = [
        layout.step_of[index]
        for index in range(1, layout.men_end)
        if row[index] and not layout.last < index <= layout.bar
    ]
    if not held:
        return 0
    return min(held) if which == "rearmost" else max(held)


def _within(term: terms.Within, view: View) -> bool:
    step: int = walk(term.step, view)
    if term.places.route == term.route:
        return any(walk(low, view) <= step <= walk(high, view) for low, high in term.places.spans)
    return any(
        step in view.layout.same_point(view.mover, term.places.route, term.route, one)
        for one in _steps(term.places, view)
    )


def _all_in(side: int, places: terms.Places, view: View) -> bool:
    row, layout = _row(side, view, was=False), view.layout
    inside = terms.Places(places.route, places.spans, places.spot, places.layer or "any")
    indices = _indices(side, inside, view) | {layout.off}
    return sum(row[index] for index in indices) == view.totals[view.mover ^ side]
