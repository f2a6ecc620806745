"""The generated functions and the tree walker must agree on every clause of every ruleset, everywhere."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tablier.model import survey, terms
from tablier.model.emit import CONTEXT
from tablier.model.generate import is_truth
from tablier.model.load import load
from tablier.model.ruleset import Ruleset
from tablier.model.walk import View, walk
from tablier.play.engine import Engine

GAMES = list(survey.games())
POSITIONS = 12


def readings(name: str) -> list[dict[str, str]]:
    """The defaults, then every other value of every reading, one at a time."""
    ruleset = load(name)
    others = [
        {one.name: value} for one in ruleset.readings.values() for value in one.values if value != one.default
    ]
    return [{}, *others]


def random_row(ruleset: Ruleset, side: int, rng: random.Random) -> list[int]:
    """A row with all men somewhere: often in a few heaps, so that counts matter."""
    layout = ruleset.layout
    row = list(ruleset.setup[side])
    row[: layout.men_end] = [0] * layout.men_end
    heaps = [rng.randrange(1, layout.men_end) for _ in range(rng.randint(1, 9))]
    for _ in range(ruleset.men[side]):
        row[rng.choice(heaps)] += 1
    for index in range(layout.men_end, layout.size):
        row[index] = rng.randint(0, 4)
    return row


def random_context(mine: list[int], theirs: list[int], rng: random.Random) -> list[Any]:
    """Anything that a throw might have left there."""
    context: list[Any] = [rng.randint(0, 12) for _ in CONTEXT]
    for flag in ("doublet", "triplet", "all_played"):
        context[CONTEXT[flag]] = rng.random() < 0.5
    context[CONTEXT["mine_before"]], context[CONTEXT["theirs_before"]] = mine, theirs
    return context


def term_of(ruleset: Ruleset, key: str) -> terms.Term:
    """The checked term behind a name of `Rules.clauses`."""
    for clauses in ruleset.clauses.values():
        for clause in clauses:
            for part, expression in clause.expressions.items():
                if f"{clause.id}.{part}" == key:
                    return expression.term
    raise AssertionError(key)


@pytest.mark.parametrize("name", GAMES)
def test_every_clause_means_what_its_tree_says(name: str) -> None:
    """For every reading and both sides, on random positions, throws and moves."""
    rng = random.Random(name)
    for chosen in readings(name):
        ruleset = load(name, chosen)
        engine = Engine(ruleset)
        layout = ruleset.layout
        for mover in (0, 1):
            rules = engine.rules[mover]
            trees = {key: term_of(ruleset, key) for key in rules.clauses}
            for _ in range(POSITIONS):
                mine, theirs = (random_row(ruleset, side, rng) for side in (mover, 1 - mover))
                before = random_row(ruleset, mover, rng), random_row(ruleset, 1 - mover, rng)
                context = random_context(*before, rng)
                origin, target = rng.randrange(1, layout.men_end), rng.randrange(1, layout.men_end)
                number = rng.randint(1, 6)
                view = View(
                    layout, mover, ruleset.men, mine, theirs, context, (), origin, target, {"number": number}
                )
                steps = layout.step_of
                for key, function in rules.clauses.items():
                    have = function(
                        mine, theirs, context, number, origin, steps[origin], target, steps[target]
                    )
                    due = walk(trees[key], view)
                    if is_truth(trees[key]):
                        have, due = bool(have), bool(due)
                    assert have == due, f"{name} {chosen} {key}"
